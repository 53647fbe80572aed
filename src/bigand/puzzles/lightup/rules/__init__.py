"""The rules of LEGUP for Light Up, one file each: pure functions from a position to what follows from it.

A contradiction and a direct rule give conclusions, a case rule gives splits:

    rule.conclusions(position, around) -> Iterator[Conclusion]      rule.splits(position, around) -> Iterator[Split]

Everything is lazy, and everything is a set of cells (an integer, see `position`). `around` is the set of cells to
look near: what comes is at least all that marks one of them, and all that is new if they have changed. It is
`EVERYWHERE`, or `after.changed_since(before)` after a step, which costs a fraction.
A conclusion is about one site (a clue, a bulb, a dark cell) and marks all cells that this site forces; each of them
follows by itself from the position given, never from another one of the same step. Whoever explains takes a
conclusion with its premises; whoever checks asks `derive_marks` which marks a rule gives in all, and whether a step is
among them; whoever rates applies them. There is no second way to find out what a rule says.

Soundness is all that counts: in every solution with the marks of the position, a contradiction's position has none,
a direct rule's marks hold, one of the cases of a split holds. Where the position is contradictory already, a rule
may say anything of its form, as in LEGUP.
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
    """All bulbs and all dots that a direct rule gives; each follows by itself from the position."""
    return all_marks(rule.conclusions(position, around))


def all_marks(conclusions: Iterable[Conclusion]) -> tuple[Cells, Cells]:
    """All bulbs and all dots of some conclusions."""
    bulbs = dots = 0
    for conclusion in conclusions:
        bulbs |= conclusion.bulbs
        dots |= conclusion.dots
    return bulbs, dots


def find_contradiction(position: Position, around: Cells = EVERYWHERE) -> Conclusion | None:
    """The first contradiction that holds, if any does."""
    for rule in CONTRADICTIONS:
        for conclusion in rule.conclusions(position, around):
            return conclusion
    return None


def is_solved(position: Position) -> bool:
    """Whether all white cells are lit and no contradiction holds: then nothing is open, so the clues are met."""
    return not position.dark and find_contradiction(position) is None


_CLASS = re.compile(r"(?:\w+\.)*(\w+?)(?:Basic|Direct|Case|Contradiction)Rule")


def normalize_name(name: str) -> str:
    """A name without what people write differently: capitals, blanks, hyphens."""
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
