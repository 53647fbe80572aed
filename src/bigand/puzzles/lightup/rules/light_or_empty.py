"""Light or Empty: in LEGUP's program, an unknown cell has a bulb or a dot.

On its wiki, a dark cell is lit by one of the cells that can still light it.
"""

from collections.abc import Iterator

from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Position, cells_in
from bigand.puzzles.lightup.rules.conclusion import PROGRAM, WIKI, Case, Kind, Rule, Split


def splits(position: Position, around: Cells = EVERYWHERE) -> Iterator[Split]:
    """Those of the program first; sites are unknown cells, and then dark ones, among those around."""
    for at in cells_in(position.unknown & around):
        yield Split(LIGHT_OR_EMPTY, at, (Case(1 << at, 0), Case(0, 1 << at)), PROGRAM)
    free = position.open
    for at in cells_in(position.dark & around):
        lighters = position.grid.cross[at] & free
        if lighters:
            cases = tuple([Case(1 << lighter, 0) for lighter in cells_in(lighters)])
            yield Split(LIGHT_OR_EMPTY, at, cases, WIKI)


LIGHT_OR_EMPTY = Rule("LTUP-CASE-0001", "Light or Empty", Kind.CASE, ("#.#", "...", "#x#"), splits=splits)
