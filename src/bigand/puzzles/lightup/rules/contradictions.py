"""The contradiction rules: Bulbs In Path, Cannot Light A Cell, Too Few Bulbs, Too Many Bulbs.

Bulbs In Path: a bulb is in the light of another.
"""

from collections.abc import Iterator

from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Position, cells_in
from bigand.puzzles.lightup.rules.rule import Conclusion, ProofRule, RuleKind


def find_bulbs_in_path(position: Position, around: Cells = EVERYWHERE) -> Iterator[Conclusion]:
    """Yield a conclusion for each bulb that sees another."""
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


# ---------------------------------------- Cannot Light A Cell: a dark dot, and no cell that it sees can take a bulb
# A dark cell without a dot can always light itself. So the wiki's "all that could light it, itself included, are
# empty" means the same.


def find_unlightable_cells(position: Position, around: Cells = EVERYWHERE) -> Iterator[Conclusion]:
    """Yield a conclusion for each such cell."""
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


# ---------------------------------- Too Few Bulbs: the bulbs and open cells beside a clue are fewer than its number


def find_too_few_bulbs(position: Position, around: Cells = EVERYWHERE) -> Iterator[Conclusion]:
    """Yield a conclusion for each such clue."""
    possible = position.bulbs | position.open
    for clue in position.clues.possibly_beside(around):
        beside = clue.beside
        # A clue without any cell beside it never changes, and is examined only with `EVERYWHERE`.
        if (beside & around or around == EVERYWHERE) and (beside & possible).bit_count() < clue.number:
            yield Conclusion(TOO_FEW_BULBS, clue.cell, 0, 0, 0, beside & ~position.open)


TOO_FEW_BULBS = ProofRule(
    "LTUP-CONT-0003", "Too Few Bulbs", RuleKind.CONTRADICTION, ("...", "x3.", ".x."), find_too_few_bulbs
)


# --------------------------------------------------------- Too Many Bulbs: more bulbs beside a clue than its number


def find_too_many_bulbs(position: Position, around: Cells = EVERYWHERE) -> Iterator[Conclusion]:
    """Yield a conclusion for each such clue."""
    bulbs = position.bulbs
    for clue in position.clues.possibly_beside(around):
        beside = clue.beside & bulbs
        if beside & around and beside.bit_count() > clue.number:
            yield Conclusion(TOO_MANY_BULBS, clue.cell, 0, 0, 0, beside)


TOO_MANY_BULBS = ProofRule(
    "LTUP-CONT-0004", "Too Many Bulbs", RuleKind.CONTRADICTION, (".L.", "L1.", "..."), find_too_many_bulbs
)
