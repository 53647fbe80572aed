"""Single deductions: what one clue, or one dark cell, forces by itself, to the end.

Light needs no dots: a cell in light is not open, so nothing is lost when "Empty Cells in Light" is left to the
eye.
"""

from collections.abc import Iterator

from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Position
from bigand.puzzles.lightup.rules import Conclusion, ProofRule, all_marks, find_contradiction
from bigand.puzzles.lightup.rules.finish_with_bulbs import FINISH_WITH_BULBS
from bigand.puzzles.lightup.rules.finish_with_empty import FINISH_WITH_EMPTY
from bigand.puzzles.lightup.rules.must_light import MUST_LIGHT

SINGLES = (FINISH_WITH_EMPTY, FINISH_WITH_BULBS, MUST_LIGHT)  # the cheapest first


def single_conclusions(
    position: Position, around: Cells = EVERYWHERE, rules: tuple[ProofRule, ...] = SINGLES
) -> Iterator[Conclusion]:
    """What direct rules conclude that is new: bulbs, and dots on cells that are still open."""
    free = position.open
    for rule in rules:
        for conclusion in rule.conclusions(position, around):
            if conclusion.bulbs:
                yield conclusion
            elif conclusion.dots & free:
                yield conclusion.with_dots(conclusion.dots & free)


def settle(position: Position, around: Cells = EVERYWHERE) -> Position | None:
    """The position with all that follows by single deductions, or nothing if that ends in a contradiction.

    A contradiction stays when more is marked: so it is enough to look for one at the end.
    """
    looked_at = around
    while True:
        bulbs, dots = all_marks(single_conclusions(position, around))
        if not bulbs | dots:
            return position if find_contradiction(position, looked_at) is None else None
        after = position.with_marks(bulbs, dots & ~bulbs)
        around = after.changes_since(position)
        looked_at |= around
        position = after
