"""Light or Empty: in LEGUP's program, an unknown cell has a bulb or a dot.

On its wiki, a dark cell is lit by one of the cells that can still light it.
"""

from collections.abc import Iterator

from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Position, cells_in
from bigand.puzzles.lightup.rules.conclusion import PROGRAM, WIKI, Case, ProofRule, RuleKind, Split


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
