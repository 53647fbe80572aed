"""The case rules: Light or Empty, and Satisfy Number.

Light or Empty: in LEGUP's program, an unknown cell has a bulb or a dot. On its wiki, a dark cell is lit by one of
the cells that can still light it.
"""

from collections.abc import Iterator
from itertools import combinations

from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Clue, Position, cells_in
from bigand.puzzles.lightup.rules.rule import OLDER, PROGRAM, WIKI, Case, ProofRule, RuleKind, Split


def split_light_or_empty(position: Position, around: Cells = EVERYWHERE) -> Iterator[Split]:
    """Yield the program's splits at unknown cells, then the wiki's at dark cells, among those `around`."""
    for cell in cells_in(position.unknown & around):
        yield Split(LIGHT_OR_EMPTY, cell, (Case(1 << cell, 0), Case(0, 1 << cell)), PROGRAM)
    free = position.open
    for cell in cells_in(position.dark & around):
        lighters = position.grid.cross[cell] & free
        if lighters:
            cases = tuple([Case(1 << lighter, 0) for lighter in cells_in(lighters)])
            yield Split(LIGHT_OR_EMPTY, cell, cases, WIKI)


LIGHT_OR_EMPTY = ProofRule(
    "LTUP-CASE-0001", "Light or Empty", RuleKind.CASE, ("#.#", "...", "#x#"), splits=split_light_or_empty
)


# ----------------------------------------------- Satisfy Number: the ways to place a clue's missing bulbs beside it
# LEGUP's program puts dots on the other open cells (older versions did not) and has no case for a clue that is met.
# The wiki makes all other cells empty, including lit ones, and has that one case. If there are too many bulbs
# already, the program has a case for every single cell; that is sound, since the position has no solution.


def split_satisfy_number(position: Position, around: Cells = EVERYWHERE) -> Iterator[Split]:
    """Yield splits for each clue beside a cell of `around`: the program's cases, and others if they differ."""
    for clue in position.clues.possibly_beside(around):
        if clue.beside & around:
            yield from _splits_at(position, clue)


def _splits_at(position: Position, clue: Clue) -> Iterator[Split]:
    free, unknown = clue.beside & position.open, clue.beside & position.unknown
    need = clue.number - (clue.beside & position.bulbs).bit_count()
    if need > free.bit_count():
        return
    if need != 0 and free:
        yield Split(SATISFY_NUMBER, clue.cell, tuple(_cases(free, max(need, 1), free)), PROGRAM)
    if need == 0 and free:
        yield Split(SATISFY_NUMBER, clue.cell, (Case(0, free),), WIKI)
    if 0 < need < free.bit_count():
        yield Split(SATISFY_NUMBER, clue.cell, tuple(_cases(free, need, 0)), OLDER)
    if need >= 0 and unknown != free:
        yield Split(SATISFY_NUMBER, clue.cell, tuple(_cases(free, need, unknown)), WIKI)


def _cases(free: Cells, need: int, marked: Cells) -> Iterator[Case]:
    """Yield cases with bulbs on `need` of the free cells and dots on the rest of `marked`."""
    for chosen in combinations([1 << cell for cell in cells_in(free)], need):
        bulbs = sum(chosen)
        yield Case(bulbs, marked & ~bulbs)


SATISFY_NUMBER = ProofRule(
    "LTUP-CASE-0002", "Satisfy Number", RuleKind.CASE, ("...", "x2.", "..."), splits=split_satisfy_number
)
