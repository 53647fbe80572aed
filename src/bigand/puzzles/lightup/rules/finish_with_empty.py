"""Finish with Empty: a clue has all its bulbs, so the other cells beside it have none."""

from collections.abc import Iterator

from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Position
from bigand.puzzles.lightup.rules.conclusion import Conclusion, ProofRule, RuleKind


def conclude_finish_with_empty(position: Position, around: Cells = EVERYWHERE) -> Iterator[Conclusion]:
    """One for each such clue that has unknown cells beside it."""
    bulbs, unknown = position.bulbs, position.unknown
    for clue in position.clues.beside(around):
        beside = clue.beside
        if beside & around and beside & unknown and (beside & bulbs).bit_count() == clue.number:
            yield Conclusion(FINISH_WITH_EMPTY, clue.cell, 0, beside & unknown, 0, beside & bulbs)


FINISH_WITH_EMPTY = ProofRule(
    "LTUP-BASC-0005", "Finish with Empty", RuleKind.DIRECT, (".L.", ".1.", "..."), conclude_finish_with_empty
)
