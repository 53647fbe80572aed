"""The rules of LEGUP for Light Up: pure functions from a position to what follows from it.

Contradictions and direct rules yield conclusions, case rules yield splits:

    rule.conclusions(position, around) -> Iterator[Conclusion]      rule.splits(position, around) -> Iterator[Split]

Everything is lazy, and every set of cells is an integer (see `position`). `around` is the set of cells to look
near. A rule yields at least everything that marks one of them, and everything that is new if they have changed.
`around` is `EVERYWHERE`, or `after.changes_since(before)` after a step, which costs a fraction.

A conclusion is about one site (a clue, a bulb, a dark cell) and marks all cells that this site forces. Each mark
follows by itself from the given position, never from another mark of the same step. Explanations use a conclusion
with its premises. Checks ask `derive_marks` for all marks of a rule, and whether a step is among them. Ratings
apply the rules. These functions are the only definition of the rules.

All that is required is soundness: a position with a contradiction has no solution; in every solution with the marks
of the position, the marks of a direct rule hold, and so does one of the cases of a split. If the position is
already contradictory, a rule may conclude anything of its form, as in LEGUP.
"""

import re
from collections.abc import Iterable

from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Position
from bigand.puzzles.lightup.rules.cases import LIGHT_OR_EMPTY, SATISFY_NUMBER
from bigand.puzzles.lightup.rules.contradictions import BULBS_IN_PATH, CANNOT_LIGHT, TOO_FEW_BULBS, TOO_MANY_BULBS
from bigand.puzzles.lightup.rules.direct import (
    EMPTY_CELLS_IN_LIGHT,
    EMPTY_CORNERS,
    FINISH_WITH_BULBS,
    FINISH_WITH_EMPTY,
    MUST_LIGHT,
)
from bigand.puzzles.lightup.rules.rule import OLDER, PROGRAM, WIKI, Case, Conclusion, ProofRule, RuleKind, Split

CONTRADICTIONS = (BULBS_IN_PATH, CANNOT_LIGHT, TOO_FEW_BULBS, TOO_MANY_BULBS)
DIRECT = (EMPTY_CELLS_IN_LIGHT, EMPTY_CORNERS, FINISH_WITH_BULBS, FINISH_WITH_EMPTY, MUST_LIGHT)
CASES = (LIGHT_OR_EMPTY, SATISFY_NUMBER)
RULES = (*CONTRADICTIONS, *DIRECT, *CASES)


def derive_marks(rule: ProofRule, position: Position, around: Cells = EVERYWHERE) -> tuple[Cells, Cells]:
    """Return all bulbs and dots that a direct rule derives; each follows by itself from the position."""
    return all_marks(rule.conclusions(position, around))


def all_marks(conclusions: Iterable[Conclusion]) -> tuple[Cells, Cells]:
    """Return all bulbs and dots of some conclusions."""
    bulbs = dots = 0
    for conclusion in conclusions:
        bulbs |= conclusion.bulbs
        dots |= conclusion.dots
    return bulbs, dots


def find_contradiction(position: Position, around: Cells = EVERYWHERE) -> Conclusion | None:
    """Return the first contradiction that holds, or None."""
    for rule in CONTRADICTIONS:
        for conclusion in rule.conclusions(position, around):
            return conclusion
    return None


def is_solved(position: Position) -> bool:
    """Whether all white cells are lit and no contradiction holds; then no cell is open, so the clues are met."""
    return not position.dark and find_contradiction(position) is None


_CLASS = re.compile(r"(?:\w+\.)*(\w+?)(?:Basic|Direct|Case|Contradiction)Rule")


def normalize_name(name: str) -> str:
    """Return a name without capitals, blanks and hyphens, which vary in practice."""
    return "".join([letter for letter in name.lower() if letter.isalnum()])


_BY_NAME = {
    normalize_name(name): rule for rule in RULES for name in (rule.id, rule.name, rule.key, *rule.other_names)
}


def find_rule(name: str) -> ProofRule | None:
    """Find a rule of LEGUP.

    Args:
        name: Its ID, its name in LEGUP or in LEGUP's wiki, or that of its class in LEGUP.

    Returns:
        The rule, or None if there is none of this name.

    >>> find_rule("must light").name
    'Must Light'
    """
    of_class = _CLASS.fullmatch(name.strip())
    return _BY_NAME.get(normalize_name(of_class[1] if of_class else name))


__all__ = [
    "CASES",
    "CONTRADICTIONS",
    "DIRECT",
    "OLDER",
    "PROGRAM",
    "RULES",
    "WIKI",
    "Case",
    "Conclusion",
    "ProofRule",
    "RuleKind",
    "Split",
    "all_marks",
    "derive_marks",
    "find_contradiction",
    "find_rule",
    "is_solved",
    "normalize_name",
]
