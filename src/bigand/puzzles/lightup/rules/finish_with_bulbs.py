"""Finish with Bulbs: all cells beside a clue that may still take a bulb are needed."""

from collections.abc import Iterator

from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Position
from bigand.puzzles.lightup.rules.conclusion import Conclusion, ProofRule, RuleKind


def conclude_finish_with_bulbs(position: Position, around: Cells = EVERYWHERE) -> Iterator[Conclusion]:
    """One for each such clue; where even these are too few, any unknown cell beside the clue would be needed."""
    bulbs, free, unknown = position.bulbs, position.open, position.unknown
    possible = bulbs | free
    for clue in position.clues.beside(around):
        beside = clue.beside
        if beside & around and beside & unknown:
            slack = (beside & possible).bit_count() - clue.number
            needed = beside & (free if slack == 0 else unknown) if slack <= 0 else 0
            if needed:
                yield Conclusion(FINISH_WITH_BULBS, clue.cell, needed, 0, 0, beside & ~needed)


FINISH_WITH_BULBS = ProofRule(
    "LTUP-BASC-0004", "Finish with Bulbs", RuleKind.DIRECT, ("...", "x3.", "..."), conclude_finish_with_bulbs
)
