"""Light or Empty: in LEGUP's program, an unknown cell has a bulb or a dot.

On its wiki, a dark cell is lit by one of the cells that can still light it.
"""

from collections.abc import Iterator
from itertools import combinations

from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Clue, Position, cells_in
from bigand.puzzles.lightup.rules.rule import OLDER, PROGRAM, WIKI, Case, ProofRule, RuleKind, Split


def split_light_or_empty(position: Position, around: Cells = EVERYWHERE) -> Iterator[Split]:
    """Those of the program first; sites are unknown cells, and then dark ones, among those around."""
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


# ----------------------------------------------------------------------
# Satisfy Number: the ways to put the bulbs that a clue still wants on the cells beside it.
#
# LEGUP's program puts
# dots on the other open cells (older ones did not) and has no case for a clue that is met; its wiki makes all
# others empty, those in light too, and has that one case. Where there are too many bulbs already, the program has
# a case for every single cell; nothing is wrong with that, since nothing is right.


def split_satisfy_number(position: Position, around: Cells = EVERYWHERE) -> Iterator[Split]:
    """For each clue with one of the cells beside it around: the program's cases, and others if they differ."""
    for clue in position.clues.beside(around):
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
    """Bulbs on so many of the free cells, dots on what else is to be marked."""
    for chosen in combinations([1 << cell for cell in cells_in(free)], need):
        bulbs = sum(chosen)
        yield Case(bulbs, marked & ~bulbs)


SATISFY_NUMBER = ProofRule(
    "LTUP-CASE-0002", "Satisfy Number", RuleKind.CASE, ("...", "x2.", "..."), splits=split_satisfy_number
)
