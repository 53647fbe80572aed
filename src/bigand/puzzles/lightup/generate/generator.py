"""Making a board: a design is changed where its clues leave something open, until they decide it; then clues
go.

Boards that need nested cases are rare. For them a design goes on being changed, and a change stays when it
leaves fewer marks that a single case refutes (`rare`).
"""

from collections.abc import Callable, Sequence
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.generate.design import Design, Designer
from bigand.puzzles.lightup.generate.judges import (
    Judge,
    UniquenessChecker,
    level_judge,
    reduce_clues,
    reduce_clues_like,
)
from bigand.puzzles.lightup.generate.quick_solver import QuickSolver
from bigand.puzzles.lightup.generate.request import Request, TooHardError
from bigand.puzzles.lightup.illumination import is_solution
from bigand.puzzles.lightup.position import Cells, Clue, Position, cell_set
from bigand.puzzles.lightup.reasoning.levels import Level, closure, level_of
from bigand.puzzles.lightup.solver import solve_board

# After how many designs we give up: so many for each cell, and at most.
_EFFORT = {
    Level.EASY: (50, 2_000),
    Level.TRICKY: (50, 2_000),
    Level.HARD: (50, 2_000),
    Level.EXPERT: (1_000, 60_000),
}
_CHANGES_PER_DESIGN = 150  # changes of one design before a new one is begun

ProgressCallback = Callable[[int], None]


class GeneratedBoard(Struct, frozen=True):
    """A board, its solution, and how many designs were looked at."""

    board: Board
    solution: Board
    designs: int


def generate_board(request: Request, seed: str, watch: ProgressCallback = lambda _designs: None) -> GeneratedBoard:
    """The board of a request for a seed, checked; `watch` is told how many designs were looked at."""
    maker = _Search(Designer(request, Random(seed)), watch)
    position = maker.find()
    return GeneratedBoard(position.board, _verify_solution(position, request.level), maker.designs)


def _verify_solution(position: Position, level: Level) -> Board:
    """The solution of a board, after a look whether it is what was asked for, and the solution the only one.

    What the rules of a level solve has no other solution. Expert boards they do not solve: there an engine is
    asked.
    """
    before = position if level is Level.EASY else closure(position, level - 1)
    if before is not None and (before.dark or level is Level.EASY):
        solution = _solve_by_engine(before.board) if level is Level.EXPERT else _solve_by_rules(before, level)
        if solution is not None:
            return solution
    raise AssertionError(f"not what was asked for: {position.board!r}")


def _solve_by_rules(position: Position, level: Level) -> Board | None:
    closed = closure(position, level)
    solution = None if closed is None else replace(closed, dots=0).board
    return solution if solution is not None and is_solution(solution) else None


def _solve_by_engine(board: Board) -> Board | None:
    result = solve_board(board)
    return result.solution if result.is_unique else None


class _Search:
    """One search for a board."""

    def __init__(self, designer: Designer, watch: ProgressCallback) -> None:
        self.designer = designer
        self.request = designer.request
        self.watch = watch
        self.designs = 0
        per_cell, max_designs = _EFFORT[self.request.level]
        self.limit = min(max_designs, 100 + per_cell * designer.count)

    def find(self) -> Position:
        if self.request.level is Level.EXPERT:
            return find_expert_position(self.designer, self._count_design)
        while True:
            design = self.designer.new_design()
            for _ in range(_CHANGES_PER_DESIGN):
                self._count_design()
                position, design, undecided = self._try_design(design)
                if position is not None:
                    return position
                design = self.designer.mend(design, undecided) if undecided else self.designer.vary(design)

    def _count_design(self) -> None:
        self.designs += 1
        self.watch(self.designs)
        if self.designs > self.limit:
            raise TooHardError("lightup.generate.gave_up", designs=self.limit)

    def _try_design(self, design: Design) -> tuple[Position | None, Design, Cells]:
        """A board of the design, or the cells that it leaves undecided; neither if it has none of the level."""
        if self.request.level is Level.HARD:
            return self._try_design_by_engine(design)
        solver = QuickSolver(design.grid, design.clues())
        holds = solver.solve(self.request.level)
        assert holds, "a design is a solution"
        if solver.dark:
            solver.force_clues(self.designer.rng)
        design = Design(design.grid, solver.bulbs)
        if solver.dark:
            return None, design, solver.free
        judge = level_judge(solver, self.request.level)
        return self._remove_clues(design, [*solver.clues.values()], judge), design, 0

    def _try_design_by_engine(self, design: Design) -> tuple[Position | None, Design, Cells]:
        clues = design.clues()
        engine = UniquenessChecker(design, clues)
        try:
            if engine.find_needed_clues(clues) is None:
                return None, design, design.bulbs ^ engine.other_solution()
            return self._remove_clues(design, clues, engine.find_needed_clues), design, 0
        finally:
            engine.close()

    def _remove_clues(self, design: Design, clues: list[Clue], judge: Judge) -> Position | None:
        """The board with clues left out, if it is of the level then."""

        def is_harder(clues: Sequence[Clue]) -> bool:
            """Whether the techniques of the level below do not solve it."""
            if self.request.level is Level.EASY:
                return True
            solver = QuickSolver(design.grid, clues)
            solver.solve(Level(self.request.level - 1))
            return bool(solver.dark)

        least = reduce_clues(clues, judge, self.designer.rng, None if self.request.minimal else is_harder)
        assert least is not None, "all clues decide the design"
        if not is_harder(least):
            return None
        position = design.position(least)
        if self.request.level is Level.HARD and level_of(position, Level.HARD) is None:
            return None
        return position


# ----------------------------------------------------------------------
# Expert boards: found by changing a design again and again, keeping what brings it nearer.
#
# How near a board is:
# as long as single cases get on, the least share of all marks that they refute at any point. Where they refute
# none, nested cases are needed. (The share, and not the number, so that it counts where much is open.) A design
# that is not decided by all its clues is as far as it leaves cells open.


_FAR = 1_000_000.0
_MIN_OPEN_CELLS = 8  # open cells; boards that need nested cases have more where single ones do not get on
_MOVED = 2  # cells that change when a bulb stands elsewhere
_ORDERS = 2  # in which clues are left out of a design that comes nearer
_RESTART = 1_500  # designs without a better one, before a new one is begun
_FORGET = 0.1  # of the bulbs, and of the clues, with each change
_TOLERANCE = 0.08  # that a change may be farther, so that the search does not end in the first hollow


def find_expert_position(designer: Designer, count: Callable[[], None]) -> Position:
    """A board that needs nested cases; `count` is called for each design, and may end the search."""
    while True:
        design, clues = designer.new_design(), 0
        current = best = 2 * _FAR
        idle = 0
        while idle < _RESTART:
            count()
            changed = designer.vary(design, _FORGET)
            distance, clues_left = _measure_design(designer, changed, clues, current + _TOLERANCE)
            if distance == 0:
                return changed.position(clues_left)
            idle = 0 if distance < best else idle + 1
            best = min(best, distance)
            if distance <= current + _TOLERANCE:
                current, design, clues = distance, changed, cell_set([clue.cell for clue in clues_left])


def _measure_design(
    designer: Designer, design: Design, kept_before: Cells, bound: float
) -> tuple[float, list[Clue]]:
    """How near the boards of a design are, and the clues of the nearest.

    Clues are left out as they were before the last change, so that what was near stays near; and in another order
    if that is not farther than a bound.
    """
    if design.is_loose():
        return _FAR + _MOVED, []
    clues = design.clues()
    engine = UniquenessChecker(design, clues)
    try:
        if engine.find_needed_clues(clues) is None:
            return _FAR + (design.bulbs ^ engine.other_solution()).bit_count(), []
        nearest, kept = 2 * _FAR, clues
        for _ in range(_ORDERS):
            remaining = reduce_clues_like(clues, engine.find_needed_clues, designer.rng, kept_before, _FORGET)
            assert remaining is not None, "all clues decide the design"
            distance = expert_distance(QuickSolver(design.grid, remaining))
            if distance < nearest:
                nearest, kept = distance, remaining
            if not 0 < nearest <= bound:
                break
        return nearest, kept
    finally:
        engine.close()


def expert_distance(solver: QuickSolver) -> float:
    """The least share of the marks on open cells that single cases refute, where set arguments do not get on.

    Where few cells are open, they always refute some.
    """
    holds = solver.solve(Level.TRICKY)
    least = _FAR
    while solver.dark and least and solver.free.bit_count() >= _MIN_OPEN_CELLS:
        bulbs, dots = solver.find_refuted_marks()
        least = min(least, (bulbs.bit_count() + dots.bit_count()) / (2 * solver.free.bit_count()))
        holds = solver.solve(Level.TRICKY, dots, bulbs)
    assert holds, "the board has a solution"
    return least
