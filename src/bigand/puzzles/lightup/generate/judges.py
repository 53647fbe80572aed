"""Judges: whether clues decide a design, and which of them are enough for that.

A judge takes clues and gives some of them that decide the design by themselves, or nothing if not even all do. For
hard boards that is the engine; easy and tricky ones must give way to their own techniques, so these judge.
"""

from collections.abc import Callable, Sequence
from random import Random

from bigand.puzzles.lightup.generate.sketch import Sketch, State
from bigand.puzzles.lightup.position import Cells, Clue, set_of
from bigand.puzzles.lightup.reasoning.levels import Level

_PATIENCE = 5  # clues that could not be left out, one after the other, before it may end

Judge = Callable[[Sequence[Clue]], list[Clue] | None]


def judge_by_level(sketch: Sketch, level: Level) -> Judge:
    """The judge that solves a board like a sketch by single deductions, and tricky ones by set arguments too.

    Each time there are fewer clues. What was found before the first of those that went was used still holds: so it
    goes on from there, on the way of the last clues that were enough.
    """
    way: list[State] = []

    def needed(clues: Sequence[Clue]) -> list[Clue] | None:
        nonlocal way
        trial = Sketch(sketch.grid, clues)
        known = _before(way, set_of(trial.clues))
        trial.trail = way[:known]
        holds = trial.resume(level, way[known]) if way else trial.solve(level)
        assert holds, "a design is a solution"
        if trial.dark:
            return None
        way = trial.trail
        return [clue for clue in clues if trial.used >> clue.cell & 1]

    return needed


def _before(way: Sequence[State], clues: Cells) -> int:
    """The last state in which no other than these clues have been used, by its number."""
    for number, (_, _, _, used, *_) in enumerate(way):
        if used & ~clues:
            return number - 1
    return len(way) - 1


def reduced(
    clues: Sequence[Clue],
    judge: Judge,
    chance: Random,
    is_enough: Callable[[Sequence[Clue]], bool] | None = None,
) -> list[Clue] | None:
    """Clues that decide the design, in the order of the board; nothing if not even all do.

    They are left out one after the other, by chance; whatever the judge did not need goes at once, so that few
    questions are asked. With `is_enough` it ends when several could not be left out, if what is left is.
    """
    left = judge(clues)
    if left is None:
        return None
    chance.shuffle(left)
    return _left_out(left, judge, is_enough)


def reduced_like(
    clues: Sequence[Clue], judge: Judge, chance: Random, before: Cells, forget: float
) -> list[Clue] | None:
    """The same, but those that were left `before` stay longest, each but for a probability to be forgotten."""
    left = judge([clue for clue in clues if before >> clue.cell & 1]) or judge(clues)
    if left is None:
        return None
    chance.shuffle(left)
    left.sort(key=lambda clue: before >> clue.cell & 1 and chance.random() >= forget, reverse=True)
    return _left_out(left, judge)


def _left_out(
    left: list[Clue], judge: Judge, is_enough: Callable[[Sequence[Clue]], bool] | None = None
) -> list[Clue]:
    """What is left when each clue that can go went, the last ones first."""
    kept: list[Clue] = []
    failures = 0
    while left and (is_enough is None or failures != _PATIENCE or not is_enough([*kept, *left])):
        clue = left.pop()
        still = judge([*kept, *left])
        if still is None:
            kept.append(clue)
            failures += 1
        else:
            enough = set(still)
            left = [clue for clue in left if clue in enough]
            failures = 0
    return sorted([*kept, *left])
