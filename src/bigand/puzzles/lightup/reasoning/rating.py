"""Ratings: the level of a board, and a number that grows with what a person has to do."""

from collections.abc import Sequence

from msgspec import Struct

from bigand.puzzles.lightup.reasoning.levels import Level
from bigand.puzzles.lightup.reasoning.steps import Step
from bigand.puzzles.lightup.reasoning.techniques import Technique

# What a step costs, and what each rule instance of it adds. The scale is ours: a clue that is met costs 1.
_COSTS = {
    Technique.SINGLE: (0, 1),
    Technique.CORNERS: (3, 1),
    Technique.SHARED_CELLS: (4, 1),
    Technique.SHARED_LIGHT: (5, 1),
    Technique.CASE: (10, 3),
    Technique.NESTED: (30, 3),
}


class Rating(Struct, frozen=True):
    """How hard a board is: its level, and the sum of what all steps cost."""

    level: Level
    number: int


def rate_steps(steps: Sequence[Step]) -> Rating:
    """The rating by the steps of an explanation, which uses nothing costly before it must."""
    level = max([step.technique.level for step in steps], default=Level.EASY)
    return Rating(level, sum([step_cost(step) for step in steps]))


def step_cost(step: Step) -> int:
    fixed, per_instance = _COSTS[step.technique]
    return fixed + per_instance * step.size
