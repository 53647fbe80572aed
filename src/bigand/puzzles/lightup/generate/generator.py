"""Generate a board: change a design where its clues leave cells open, until they decide it; then remove clues.

Boards that need nested cases are rare. To find them, a design is changed again and again, and a change is kept if a
single case then refutes a smaller share of the marks (`find_expert_position`).
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
    reduce_clues_keeping_earlier,
)
from bigand.puzzles.lightup.generate.quick_solver import QuickSolver
from bigand.puzzles.lightup.generate.request import Request, TooHardError
from bigand.puzzles.lightup.illumination import is_solution
from bigand.puzzles.lightup.position import Cells, Clue, Position, cell_set
from bigand.puzzles.lightup.reasoning.levels import Level, closure, level_of
from bigand.puzzles.lightup.solver import solve_board

# Designs to try before giving up: for each cell, and at most.
_EFFORT = {
    Level.EASY: (50, 2_000),
    Level.TRICKY: (50, 2_000),
    Level.HARD: (50, 2_000),
    Level.EXPERT: (1_000, 60_000),
}
_CHANGES_PER_DESIGN = 150  # changes of one design before a new one is started

ProgressCallback = Callable[[int], None]


class GeneratedBoard(Struct, frozen=True):
    """A board, its solution, and the number of designs tried."""

    board: Board
    solution: Board
    designs: int


def generate_board(request: Request, seed: str, watch: ProgressCallback = lambda _designs: None) -> GeneratedBoard:
    """Generate and verify the board for a seed; `watch` is called with the number of designs tried."""
    maker = _Search(Designer(request, Random(seed)), watch)
    position = maker.find()
    return GeneratedBoard(position.board, _solve_and_verify_level(position, request.level), maker.designs)


def _solve_and_verify_level(position: Position, level: Level) -> Board:
    """Return the solution of a board; raise an AssertionError unless it is unique and of the level.

    A board that the rules of a level solve has no other solution. The rules do not solve expert boards, so there an
    engine is used.
    """
    before = position if level is Level.EASY else closure(position, level - 1)
    if before is not None and (before.dark or level is Level.EASY):
        solution = (
            _unique_solution_by_engine(before.board) if level is Level.EXPERT else _solve_by_rules(before, level)
        )
        if solution is not None:
            return solution
    raise AssertionError(f"the generated board is not as requested: {position.board!r}")


def _solve_by_rules(position: Position, level: Level) -> Board | None:
    closed = closure(position, level)
    solution = None if closed is None else replace(closed, dots=0).board
    return solution if solution is not None and is_solution(solution) else None


def _unique_solution_by_engine(board: Board) -> Board | None:
    result = solve_board(board)
    return result.solution if result.is_unique else None


class _Search:
    """A search for one board."""

    def __init__(self, designer: Designer, watch: ProgressCallback) -> None:
        self.designer = designer
        self.request = designer.request
        self.watch = watch
        self.designs = 0
        per_cell, max_designs = _EFFORT[self.request.level]
        self.limit = min(max_designs, 100 + per_cell * designer.count)

    def find(self) -> Position:
        if self.request.level is Level.EXPERT:
            return find_expert_position(self.designer, self._count_design_or_give_up)
        while True:
            design = self.designer.new_design()
            for _ in range(_CHANGES_PER_DESIGN):
                self._count_design_or_give_up()
                position, design, undecided = self._try_design(design)
                if position is not None:
                    return position
                design = (
                    self.designer.move_walls_to(design, undecided)
                    if undecided
                    else self.designer.move_random_wall(design)
                )

    def _count_design_or_give_up(self) -> None:
        self.designs += 1
        self.watch(self.designs)
        if self.designs > self.limit:
            raise TooHardError("lightup.generate.gave_up", designs=self.limit)

    def _try_design(self, design: Design) -> tuple[Position | None, Design, Cells]:
        """Return a board of the design, or the cells it leaves undecided; neither if no board has the level."""
        if self.request.level is Level.HARD:
            return self._try_design_by_engine(design)
        solver = QuickSolver(design.grid, design.clues_of_all_walls())
        holds = solver.derive_by_level(self.request.level)
        assert holds, "a design is a solution"
        if solver.dark:
            solver.force_clues(self.designer.rng)
        design = Design(design.grid, solver.bulbs)
        if solver.dark:
            return None, design, solver.free
        judge = level_judge(solver, self.request.level)
        return self._remove_clues(design, [*solver.clues.values()], judge), design, 0

    def _try_design_by_engine(self, design: Design) -> tuple[Position | None, Design, Cells]:
        """Return the board if the design has one solution, the design, and the cells where solutions differ."""
        clues = design.clues_of_all_walls()
        engine = UniquenessChecker(design, clues)
        try:
            if engine.find_deciding_clues(clues) is None:
                return None, design, design.bulbs ^ engine.other_solution()
            return self._remove_clues(design, clues, engine.find_deciding_clues), design, 0
        finally:
            engine.close()

    def _remove_clues(self, design: Design, clues: list[Clue], judge: Judge) -> Position | None:
        """Return the board with clues removed, if it then has the level."""

        def is_harder(clues: Sequence[Clue]) -> bool:
            """Whether the techniques of the level below fail to solve it."""
            if self.request.level is Level.EASY:
                return True
            solver = QuickSolver(design.grid, clues)
            solver.derive_by_level(Level(self.request.level - 1))
            return bool(solver.dark)

        least = reduce_clues(clues, judge, self.designer.rng, None if self.request.minimal else is_harder)
        assert least is not None, "all clues decide the design"
        if not is_harder(least):
            return None
        position = design.position(least)
        if self.request.level is Level.HARD and level_of(position, Level.HARD) is None:
            return None
        return position


# ----------------------------------- Expert boards: change a design again and again, and keep what brings it nearer
# The distance of a board is the least share of all marks that single cases refute at any point, as long as they
# make progress. Where they refute none, nested cases are needed. (The share is used rather than the number, so that
# it counts where much is open.) If all its clues do not decide a design, its distance grows with the cells left
# open.


_FAR = 1_000_000.0
# boards that need nested cases have more open cells where single cases fail
_MIN_OPEN_CELLS = 8
_MOVED_CELLS = 2  # cells that change when a bulb is moved
_CLUE_ORDERS = 2  # in which clues are removed from a design that came nearer
_MAX_IDLE_DESIGNS = 1_500  # designs without progress before a new one is started
_FORGET_PROBABILITY = 0.1  # of the bulbs, and of the clues, with each change
_TOLERANCE = 0.08  # by which a change may be farther, so that the search leaves local minima


def find_expert_position(designer: Designer, on_design: Callable[[], None]) -> Position:
    """Find a board that needs nested cases; `on_design` is called for each, and may raise to end the search."""
    while True:
        design, clues = designer.new_design(), 0
        current = best = 2 * _FAR
        idle = 0
        while idle < _MAX_IDLE_DESIGNS:
            on_design()
            changed = designer.move_random_wall(design, _FORGET_PROBABILITY)
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
    """Return the least distance of the boards of a design, and the clues of that board.

    Clues are removed as they were before the last change, so that a near design stays near; and in another order if
    the distance is not above `bound`.
    """
    if design.has_movable_bulb():
        return _FAR + _MOVED_CELLS, []
    clues = design.clues_of_all_walls()
    engine = UniquenessChecker(design, clues)
    try:
        if engine.find_deciding_clues(clues) is None:
            return _FAR + (design.bulbs ^ engine.other_solution()).bit_count(), []
        nearest, kept = 2 * _FAR, clues
        for _ in range(_CLUE_ORDERS):
            remaining = reduce_clues_keeping_earlier(
                clues, engine.find_deciding_clues, designer.rng, kept_before, _FORGET_PROBABILITY
            )
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
    """Return the least share of marks on open cells that single cases refute where set arguments fail.

    Where few cells are open, single cases always refute some.
    """
    holds = solver.derive_by_level(Level.TRICKY)
    least = _FAR
    while solver.dark and least and solver.free.bit_count() >= _MIN_OPEN_CELLS:
        bulbs, dots = solver.find_refuted_marks()
        least = min(least, (bulbs.bit_count() + dots.bit_count()) / (2 * solver.free.bit_count()))
        holds = solver.derive_by_level(Level.TRICKY, dots, bulbs)
    assert holds, "the board has a solution"
    return least
