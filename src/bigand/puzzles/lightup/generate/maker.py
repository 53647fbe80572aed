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
from bigand.puzzles.lightup.generate.judges import Judge, level_judge, reduce_clues
from bigand.puzzles.lightup.generate.rare import find_expert_position
from bigand.puzzles.lightup.generate.request import Request, TooHardError
from bigand.puzzles.lightup.generate.sketch import QuickSolver
from bigand.puzzles.lightup.generate.uniqueness import UniquenessChecker
from bigand.puzzles.lightup.position import Cells, Clue, Position
from bigand.puzzles.lightup.rays import is_solution
from bigand.puzzles.lightup.reasoning.levels import Level, closure, level_of
from bigand.puzzles.lightup.solving import solve_board

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
