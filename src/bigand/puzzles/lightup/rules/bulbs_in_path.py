"""Bulbs In Path: a bulb stands in the light of another."""

from collections.abc import Iterator

from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Position, cells_in
from bigand.puzzles.lightup.rules.conclusion import Conclusion, Kind, Rule


def conclusions(position: Position, around: Cells = EVERYWHERE) -> Iterator[Conclusion]:
    """One for each bulb that sees another."""
    bulbs, grid = position.bulbs, position.grid
    sites = bulbs if around == EVERYWHERE else bulbs & grid.seen_from(bulbs & around)
    for at in cells_in(sites):
        others = grid.sight[at] & bulbs
        if others:
            shared = [run for run in (grid.across[at], grid.down[at]) if run & others]
            yield Conclusion(BULBS_IN_PATH, at, 0, 0, shared[0] | shared[-1], others)


BULBS_IN_PATH = Rule(
    "LTUP-CONT-0001",
    "Bulbs In Path",
    Kind.CONTRADICTION,
    ("#..", "L.L", "..#"),
    conclusions,
    also=("Bulb in Path",),
)
