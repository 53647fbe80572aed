"""Empty Cells in Light: no bulb may stand where another one shines."""

from collections.abc import Iterator

from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Position, cells_in
from bigand.puzzles.lightup.rules.conclusion import Conclusion, ProofRule, RuleKind


def conclude_empty_cells_in_light(position: Position, around: Cells = EVERYWHERE) -> Iterator[Conclusion]:
    """One for each bulb that lights unknown cells, with all of those; a cell that two bulbs light is in both."""
    grid, lit = position.grid, position.unknown & position.lit
    if not lit:
        return
    for cell in cells_in(position.bulbs):
        dots = grid.sight[cell] & lit
        if dots and around & (dots | 1 << cell):
            yield Conclusion(EMPTY_CELLS_IN_LIGHT, cell, 0, dots, grid.cross[cell], 1 << cell)


EMPTY_CELLS_IN_LIGHT = ProofRule(
    "LTUP-BASC-0002",
    "Empty Cells in Light",
    RuleKind.DIRECT,
    (".#.", "..L", "#.."),
    conclude_empty_cells_in_light,
    other_names=("Empty Cell in Light",),
)
