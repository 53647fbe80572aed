"""Empty Cells in Light: no bulb may stand where another one shines."""

from collections.abc import Iterator

from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Position, cells_in
from bigand.puzzles.lightup.rules.conclusion import Conclusion, Kind, Rule


def conclusions(position: Position, around: Cells = EVERYWHERE) -> Iterator[Conclusion]:
    """One for each bulb that lights unknown cells, with all of those; a cell that two bulbs light is in both."""
    grid, found = position.grid, position.unknown & position.lit
    if not found:
        return
    for at in cells_in(position.bulbs):
        dots = grid.sight[at] & found
        if dots and around & (dots | 1 << at):
            yield Conclusion(EMPTY_CELLS_IN_LIGHT, at, 0, dots, grid.cross[at], 1 << at)


EMPTY_CELLS_IN_LIGHT = Rule(
    "LTUP-BASC-0002",
    "Empty Cells in Light",
    Kind.DIRECT,
    (".#.", "..L", "#.."),
    conclusions,
    also=("Empty Cell in Light",),
)
