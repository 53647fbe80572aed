"""Cannot Light A Cell: a dark dot, and no cell that it sees can take a bulb any more.

A dark cell without a dot can always light itself, so that the wiki's "all that could light it, itself included, are
empty" says the same.
"""

from collections.abc import Iterator

from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Position, cells_in
from bigand.puzzles.lightup.rules.conclusion import Conclusion, ProofRule, RuleKind


def find_unlightable_cells(position: Position, around: Cells = EVERYWHERE) -> Iterator[Conclusion]:
    """One for each such cell."""
    grid, free = position.grid, position.open
    for cell in cells_in(position.dots & position.barely_lightable(around)):
        if not grid.sight[cell] & free:
            yield Conclusion(CANNOT_LIGHT, cell, 0, 0, grid.cross[cell], grid.sight[cell])


CANNOT_LIGHT = ProofRule(
    "LTUP-CONT-0002",
    "Cannot Light A Cell",
    RuleKind.CONTRADICTION,
    ("#.#", "xxx", "#x#"),
    find_unlightable_cells,
    other_names=("Cannot Light Cell",),
)
