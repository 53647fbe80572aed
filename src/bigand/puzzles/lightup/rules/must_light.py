"""Must Light: a dark cell that only one cell can still light, itself perhaps."""

from collections.abc import Iterator

from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Position, cells_in
from bigand.puzzles.lightup.rules.conclusion import Conclusion, ProofRule, RuleKind


def conclude_must_light(position: Position, around: Cells = EVERYWHERE) -> Iterator[Conclusion]:
    """One for each such dark cell, which is its site; several of them may need the same bulb."""
    grid, free = position.grid, position.open
    for cell in cells_in(position.barely_lightable(around)):
        lighters = grid.cross[cell] & free
        if lighters and not lighters & (lighters - 1):
            yield Conclusion(MUST_LIGHT, cell, lighters, 0, grid.cross[cell], grid.cross[cell] & ~lighters)


MUST_LIGHT = ProofRule("LTUP-BASC-0006", "Must Light", RuleKind.DIRECT, ("#.#", "x.x", "#x#"), conclude_must_light)
