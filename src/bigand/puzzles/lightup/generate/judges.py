"""Judges: do clues decide a design, and which of them are sufficient?

A judge takes clues and returns some of them that decide the design by themselves, or None if not even all do. For
hard boards the judge is the engine. Easy and tricky boards must be solvable by their own techniques, so these
judge.
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

_PATIENCE = 5  # failures in a row to remove a clue, before the reduction may end

Judge = Callable[[Sequence[Clue]], list[Clue] | None]


def level_judge(solver: QuickSolver, level: Level) -> Judge:
    """Return a judge that solves by single deductions, and for tricky boards by set arguments too.

    Each time there are fewer clues. What was derived before a removed clue was first used still holds, so the judge
    resumes from there, on the trail of the last clues that were sufficient.
    """
    states: list[SolverState] = []

    def judge(clues: Sequence[Clue]) -> list[Clue] | None:
        nonlocal states
        trial = QuickSolver(solver.grid, clues)
        start = _last_valid_state_number(states, cell_set(trial.clues))
        trial.trail = states[:start]
        holds = trial.resume(level, states[start]) if states else trial.derive_by_level(level)
        assert holds, "a design is a solution"
        if trial.dark:
            return None
        states = trial.trail
        return [clue for clue in clues if trial.used >> clue.cell & 1]

    return judge


def _last_valid_state_number(states: Sequence[SolverState], clues: Cells) -> int:
    """Return the number of the last state in which only these clues have been used."""
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
    """Return clues that decide the design, in the order of the board; None if not even all do.

    Clues are removed one after another in random order. Whatever the judge did not need is removed at once, which
    saves queries. With `is_enough`, the reduction ends after several failures if the remaining clues satisfy it.
    """
    remaining = judge(clues)
    if remaining is None:
        return None
    rng.shuffle(remaining)
    return _drop_clues(remaining, judge, is_enough)


def reduce_clues_keeping_earlier(
    clues: Sequence[Clue], judge: Judge, rng: Random, kept_before: Cells, forget: float
) -> list[Clue] | None:
    """Reduce clues, but keep those of `kept_before` longest, each forgotten with probability `forget`."""
    remaining = judge([clue for clue in clues if kept_before >> clue.cell & 1]) or judge(clues)
    if remaining is None:
        return None
    rng.shuffle(remaining)
    remaining.sort(key=lambda clue: kept_before >> clue.cell & 1 and rng.random() >= forget, reverse=True)
    return _drop_clues(remaining, judge)


def _drop_clues(
    remaining: list[Clue], judge: Judge, is_enough: Callable[[Sequence[Clue]], bool] | None = None
) -> list[Clue]:
    """Remove every clue that can go, the last ones first."""
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


# ------------------------------------------------- Uniqueness: one engine per design, with a selector for each clue
# The engine has the rules of the board, and a clause that excludes the design's own solution. A query assumes some
# clues: if it is unsatisfiable, they leave no other solution, and the core says which of them were needed.


class UniquenessChecker:
    """The engine of a design; must be closed with `close`.

    Atom k + 1 is cell k, also for walls, and the selectors of clues follow. So the clauses of a run, a cell or a
    clue are the same lists for all designs that share it, and can be cached.
    """

    def __init__(self, design: Design, clues: Sequence[Clue]) -> None:
        grid = design.grid
        self._count = len(grid.walls)
        runs = [run for run in dict.fromkeys(grid.across + grid.down) if run & (run - 1)]
        clauses = [_atoms(cross) for cross in dict.fromkeys(grid.cross) if cross]
        clauses.append([-atom for atom in _atoms(design.bulbs)])
        for clue in clues:
            clauses += _clue_clauses(clue.beside, clue.number, self._selector_atom(clue))
        limits = [(_atoms(run), 1) for run in runs]
        self._engine = case_session(Case(clauses, limits, self._count, 2 * self._count))

    def _selector_atom(self, clue: Clue) -> int:
        return self._count + 1 + clue.cell

    def find_deciding_clues(self, clues: Sequence[Clue]) -> list[Clue] | None:
        """Return some of these clues that decide the design by themselves, or None if not even all do."""
        switches = [self._selector_atom(clue) for clue in clues]
        if self._engine.solve(switches):
            return None
        core = set(self._engine.core())
        return [clue for clue in clues if self._selector_atom(clue) in core]

    def other_solution(self) -> Cells:
        """Return the bulbs of the other solution found last."""
        return cell_set([atom - 1 for atom in self._engine.true_atoms()])

    def close(self) -> None:
        self._engine.close()


@lru_cache(maxsize=20_000)
def _atoms(cells: Cells) -> list[int]:
    """Return the atoms of some cells."""
    return [cell + 1 for cell in cells_in(cells)]


@lru_cache(maxsize=20_000)
def _clue_clauses(cells: Cells, number: int, switch: int) -> list[list[int]]:
    """Return a clue's clauses behind its selector: of any n + 1 cells one has no bulb, of all but n − 1 one has."""
    beside = _atoms(cells)
    too_many, enough = _exact_count_subsets(len(beside), number)
    return [
        *[[-switch, *[-beside[place] for place in chosen]] for chosen in too_many],
        *[[-switch, *[beside[place] for place in chosen]] for chosen in enough],
    ]


@cache
def _exact_count_subsets(
    cell_count: int, bulb_count: int
) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """Return the choices of `bulb_count` + 1 places, and those that leave out `bulb_count` − 1 places."""
    places = range(cell_count)
    return tuple(combinations(places, bulb_count + 1)), tuple(combinations(places, cell_count - bulb_count + 1))
