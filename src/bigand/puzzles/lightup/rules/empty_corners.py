"""Empty Corners: a bulb on the corner of a clue would light so many cells beside it that too few are left.

It is judged on the position before the step, with the one bulb added. LEGUP's program looks at the position after
it, where two corners can justify each other; that is not sound.
"""

from collections.abc import Iterator

from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Position
from bigand.puzzles.lightup.rules.conclusion import Conclusion, ProofRule, RuleKind


def conclude_empty_corners(position: Position, around: Cells = EVERYWHERE) -> Iterator[Conclusion]:
    """One for each clue with such corners; a clue that has too few cells already forces all of them."""
    bulbs, unknown, free = position.bulbs, position.unknown, position.open
    for clue in position.clues.near(around):
        if not clue.near & around:
            continue
        slack = (clue.beside & (bulbs | free)).bit_count() - clue.number
        if slack < 2:  # a corner sees two cells beside the clue, at most
            corners = [
                corner for corner, seen in clue.corners if corner & unknown and (seen & free).bit_count() > slack
            ]
            if corners:
                yield Conclusion(EMPTY_CORNERS, clue.cell, 0, sum(corners), 0, clue.beside & ~free)


EMPTY_CORNERS = ProofRule(
    "LTUP-BASC-0003", "Empty Corners", RuleKind.DIRECT, ("...", ".3.", "..."), conclude_empty_corners
)
