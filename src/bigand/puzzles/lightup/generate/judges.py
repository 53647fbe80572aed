"""Judges: whether clues decide a design, and which of them are enough for that.

A judge takes clues and gives some of them that decide the design by themselves, or nothing if not even all do. For
hard boards that is the engine; easy and tricky ones must give way to their own techniques, so these judge.
"""

from collections.abc import Callable, Sequence
from random import Random

from bigand.puzzles.lightup.generate.sketch import QuickSolver, SolverState
from bigand.puzzles.lightup.position import Cells, Clue, cell_set
from bigand.puzzles.lightup.reasoning.levels import Level

_PATIENCE = 5  # clues that could not be left out, one after the other, before it may end

Judge = Callable[[Sequence[Clue]], list[Clue] | None]


def level_judge(solver: QuickSolver, level: Level) -> Judge:
    """The judge that solves a board like a sketch by single deductions, and tricky ones by set arguments too.

    Each time there are fewer clues. What was found before the first of those that went was used still holds: so it
    goes on from there, on the way of the last clues that were enough.
    """
    states: list[SolverState] = []

    def judge(clues: Sequence[Clue]) -> list[Clue] | None:
        nonlocal states
        trial = QuickSolver(solver.grid, clues)
        start = _last_valid_state(states, cell_set(trial.clues))
        trial.trail = states[:start]
        holds = trial.resume(level, states[start]) if states else trial.solve(level)
        assert holds, "a design is a solution"
        if trial.dark:
            return None
        states = trial.trail
        return [clue for clue in clues if trial.used >> clue.cell & 1]

    return judge


def _last_valid_state(states: Sequence[SolverState], clues: Cells) -> int:
    """The last state in which no other than these clues have been used, by its number."""
    for number, (_, _, _, used, *_) in enumerate(states):
        if used & ~clues:
            return number - 1
    return len(states) - 1


def reduce_clues(
    clues: Sequence[Clue],
    judge: Judge,
    rng: Random,
    is_enough: Callable[[Sequence[Clue]], bool] | None = None,
) -> list[Clue] | None:
    """Clues that decide the design, in the order of the board; nothing if not even all do.

    They are left out one after the other, by chance; whatever the judge did not need goes at once, so that few
    questions are asked. With `is_enough` it ends when several could not be left out, if what is left is.
    """
    remaining = judge(clues)
    if remaining is None:
        return None
    rng.shuffle(remaining)
    return _drop_clues(remaining, judge, is_enough)


def reduce_clues_like(
    clues: Sequence[Clue], judge: Judge, rng: Random, kept_before: Cells, forget: float
) -> list[Clue] | None:
    """The same, but those that were left `kept_before` stay longest, each but for a probability to be forgotten."""
    remaining = judge([clue for clue in clues if kept_before >> clue.cell & 1]) or judge(clues)
    if remaining is None:
        return None
    rng.shuffle(remaining)
    remaining.sort(key=lambda clue: kept_before >> clue.cell & 1 and rng.random() >= forget, reverse=True)
    return _drop_clues(remaining, judge)


def _drop_clues(
    remaining: list[Clue], judge: Judge, is_enough: Callable[[Sequence[Clue]], bool] | None = None
) -> list[Clue]:
    """What is left when each clue that can go went, the last ones first."""
    kept: list[Clue] = []
    failures = 0
    while remaining and (is_enough is None or failures != _PATIENCE or not is_enough([*kept, *remaining])):
        clue = remaining.pop()
        still = judge([*kept, *remaining])
        if still is None:
            kept.append(clue)
            failures += 1
        else:
            enough = set(still)
            remaining = [clue for clue in remaining if clue in enough]
            failures = 0
    return sorted([*kept, *remaining])
