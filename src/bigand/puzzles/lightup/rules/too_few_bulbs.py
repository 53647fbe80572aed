"""Too Few Bulbs: the bulbs beside a clue and the cells beside it that may still take one are fewer than it says."""

from collections.abc import Iterator

from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Position
from bigand.puzzles.lightup.rules.conclusion import Conclusion, ProofRule, RuleKind


def find_too_few_bulbs(position: Position, around: Cells = EVERYWHERE) -> Iterator[Conclusion]:
    """One for each such clue."""
    possible = position.bulbs | position.open
    for clue in position.clues.beside(around):
        beside = clue.beside
        # A clue without any cell beside it is never changed, and looked at with all.
        if (beside & around or around == EVERYWHERE) and (beside & possible).bit_count() < clue.number:
            yield Conclusion(TOO_FEW_BULBS, clue.cell, 0, 0, 0, beside & ~position.open)


TOO_FEW_BULBS = ProofRule(
    "LTUP-CONT-0003", "Too Few Bulbs", RuleKind.CONTRADICTION, ("...", "x3.", ".x."), find_too_few_bulbs
)
