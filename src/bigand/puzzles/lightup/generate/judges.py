"""Judges: whether clues decide a design, and which of them are enough for that.

A judge takes clues and gives some of them that decide the design by themselves, or nothing if not even all do. For
hard boards that is the engine; easy and tricky ones must give way to their own techniques, so these judge.
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import combinations
from random import Random

from bigand.encode.case import Case
from bigand.puzzles.lightup.generate.design import Design
from bigand.puzzles.lightup.generate.quick_solver import QuickSolver, SolverState
from bigand.puzzles.lightup.position import Cells, Clue, cell_set, cells_in
from bigand.puzzles.lightup.reasoning.levels import Level
from bigand.solve.engines import case_session

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


# ----------------------------------------------------------------------
# Whether clues decide a design: one engine a design, with a switch for each clue.
#
# The engine knows the rules of
# the board, and that the solution is not that of the design. It is asked under the assumption of some clues: if
# it finds nothing, they leave no other solution, and it tells which of them it needed.


class UniquenessChecker:
    """The engine of a design; `close` it.

    Atom k + 1 is cell k, a wall too, and the switches of clues come after: so what is said of a run, a cell or a
    clue is the same list for all designs in which it is the same.
    """

    def __init__(self, design: Design, clues: Sequence[Clue]) -> None:
        grid = design.grid
        self._count = len(grid.walls)
        runs = [run for run in dict.fromkeys(grid.across + grid.down) if run & (run - 1)]
        clauses = [_atoms(cross) for cross in dict.fromkeys(grid.cross) if cross]
        clauses.append([-atom for atom in _atoms(design.bulbs)])
        for clue in clues:
            clauses += _clue_clauses(clue.beside, clue.number, self._switch(clue))
        limits = [(_atoms(run), 1) for run in runs]
        self._engine = case_session(Case(clauses, limits, self._count, 2 * self._count))

    def _switch(self, clue: Clue) -> int:
        return self._count + 1 + clue.cell

    def find_needed_clues(self, clues: Sequence[Clue]) -> list[Clue] | None:
        """Some of these clues that decide the design by themselves, or nothing if not even all do."""
        switches = [self._switch(clue) for clue in clues]
        if self._engine.solve(switches):
            return None
        core = set(self._engine.core())
        return [clue for clue in clues if self._switch(clue) in core]

    def other_solution(self) -> Cells:
        """The bulbs of the other solution that was found last."""
        return cell_set([atom - 1 for atom in self._engine.true_atoms()])

    def close(self) -> None:
        self._engine.close()


@lru_cache(maxsize=20_000)
def _atoms(cells: Cells) -> list[int]:
    """The atoms of some cells."""
    return [cell + 1 for cell in cells_in(cells)]


@lru_cache(maxsize=20_000)
def _clue_clauses(cells: Cells, number: int, switch: int) -> list[list[int]]:
    """What a clue says, behind its switch: of any n + 1 cells one has no bulb, of all but n − 1 one has."""
    beside = _atoms(cells)
    too_many, enough = _choices(len(beside), number)
    return [
        *[[-switch, *[-beside[place] for place in chosen]] for chosen in too_many],
        *[[-switch, *[beside[place] for place in chosen]] for chosen in enough],
    ]


@cache
def _choices(count: int, number: int) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """Of so many cells: any that are one more than a number, and any that leave one less than it."""
    places = range(count)
    return tuple(combinations(places, number + 1)), tuple(combinations(places, count - number + 1))
