"""Bulbs In Path: a bulb stands in the light of another."""

from collections.abc import Iterator

from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Position, cells_in
from bigand.puzzles.lightup.rules.conclusion import Conclusion, ProofRule, RuleKind


def find_bulbs_in_path(position: Position, around: Cells = EVERYWHERE) -> Iterator[Conclusion]:
    """One for each bulb that sees another."""
    bulbs, grid = position.bulbs, position.grid
    sites = bulbs if around == EVERYWHERE else bulbs & grid.visible_from(bulbs & around)
    for cell in cells_in(sites):
        others = grid.sight[cell] & bulbs
        if others:
            shared = [run for run in (grid.across[cell], grid.down[cell]) if run & others]
            yield Conclusion(BULBS_IN_PATH, cell, 0, 0, shared[0] | shared[-1], others)


BULBS_IN_PATH = ProofRule(
    "LTUP-CONT-0001",
    "Bulbs In Path",
    RuleKind.CONTRADICTION,
    ("#..", "L.L", "..#"),
    find_bulbs_in_path,
    other_names=("Bulb in Path",),
)
