"""Too Many Bulbs: more bulbs beside a clue than it says."""

from collections.abc import Iterator

from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Position
from bigand.puzzles.lightup.rules.conclusion import Conclusion, ProofRule, RuleKind


def find_too_many_bulbs(position: Position, around: Cells = EVERYWHERE) -> Iterator[Conclusion]:
    """One for each such clue."""
    bulbs = position.bulbs
    for clue in position.clues.beside(around):
        beside = clue.beside & bulbs
        if beside & around and beside.bit_count() > clue.number:
            yield Conclusion(TOO_MANY_BULBS, clue.cell, 0, 0, 0, beside)


TOO_MANY_BULBS = ProofRule(
    "LTUP-CONT-0004", "Too Many Bulbs", RuleKind.CONTRADICTION, (".L.", "L1.", "..."), find_too_many_bulbs
)
