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
from bigand.puzzles.lightup.generate.judges import Judge, judge_by_level, reduced
from bigand.puzzles.lightup.generate.rare import find_rare
from bigand.puzzles.lightup.generate.request import Request, TooHardError
from bigand.puzzles.lightup.generate.sketch import Sketch
from bigand.puzzles.lightup.generate.uniqueness import Uniqueness
from bigand.puzzles.lightup.position import Cells, Clue, Position
from bigand.puzzles.lightup.rays import is_solution
from bigand.puzzles.lightup.reasoning.levels import Level, closure, level_of
from bigand.puzzles.lightup.solving import answer

# After how many designs we give up: so many for each cell, and at most.
_EFFORT = {
    Level.EASY: (50, 2_000),
    Level.TRICKY: (50, 2_000),
    Level.HARD: (50, 2_000),
    Level.EXPERT: (1_000, 60_000),
}
_WALK = 150  # changes of one design before a new one is begun

Watch = Callable[[int], None]


class Made(Struct, frozen=True):
    """A board, its solution, and how many designs were looked at."""

    board: Board
    solution: Board
    designs: int


def make(request: Request, seed: str, watch: Watch = lambda _designs: None) -> Made:
    """The board of a request for a seed, checked; `watch` is told how many designs were looked at."""
    maker = _Maker(Designer(request, Random(seed)), watch)
    position = maker.find()
    return Made(position.board, _only_solution(position, request.level), maker.designs)


def _only_solution(position: Position, level: Level) -> Board:
    """The solution of a board, after a look whether it is what was asked for, and the solution the only one.

    What the rules of a level solve has no other solution. Expert boards they do not solve: there an engine is
    asked.
    """
    before = position if level is Level.EASY else closure(position, level - 1)
    if before is not None and (before.dark or level is Level.EASY):
        solution = _by_engine(before.board) if level is Level.EXPERT else _by_rules(before, level)
        if solution is not None:
            return solution
    raise AssertionError(f"not what was asked for: {position.board!r}")


def _by_rules(position: Position, level: Level) -> Board | None:
    closed = closure(position, level)
    solution = None if closed is None else replace(closed, dots=0).board
    return solution if solution is not None and is_solution(solution) else None


def _by_engine(board: Board) -> Board | None:
    solved = answer(board)
    return solved.solution if solved.is_unique else None


class _Maker:
    """One search for a board."""

    def __init__(self, designer: Designer, watch: Watch) -> None:
        self.designer = designer
        self.request = designer.request
        self.watch = watch
        self.designs = 0
        each, most = _EFFORT[self.request.level]
        self.limit = min(most, 100 + each * designer.count)

    def find(self) -> Position:
        if self.request.level is Level.EXPERT:
            return find_rare(self.designer, self._count)
        while True:
            design = self.designer.fresh()
            for _ in range(_WALK):
                self._count()
                position, design, undecided = self._look(design)
                if position is not None:
                    return position
                design = self.designer.mended(design, undecided) if undecided else self.designer.varied(design)

    def _count(self) -> None:
        self.designs += 1
        self.watch(self.designs)
        if self.designs > self.limit:
            raise TooHardError("lightup.generate.gave_up", designs=self.limit)

    def _look(self, design: Design) -> tuple[Position | None, Design, Cells]:
        """A board of the design, or the cells that it leaves undecided; neither if it has none of the level."""
        if self.request.level is Level.HARD:
            return self._look_by_engine(design)
        sketch = Sketch(design.grid, design.clues())
        holds = sketch.solve(self.request.level)
        assert holds, "a design is a solution"
        if sketch.dark:
            sketch.force(self.designer.chance)
        design = Design(design.grid, sketch.bulbs)
        if sketch.dark:
            return None, design, sketch.free
        judge = judge_by_level(sketch, self.request.level)
        return self._without_clues(design, [*sketch.clues.values()], judge), design, 0

    def _look_by_engine(self, design: Design) -> tuple[Position | None, Design, Cells]:
        clues = design.clues()
        engine = Uniqueness(design, clues)
        try:
            if engine.needed(clues) is None:
                return None, design, design.bulbs ^ engine.other()
            return self._without_clues(design, clues, engine.needed), design, 0
        finally:
            engine.close()

    def _without_clues(self, design: Design, clues: list[Clue], judge: Judge) -> Position | None:
        """The board with clues left out, if it is of the level then."""

        def is_harder(clues: Sequence[Clue]) -> bool:
            """Whether the techniques of the level below do not solve it."""
            if self.request.level is Level.EASY:
                return True
            sketch = Sketch(design.grid, clues)
            sketch.solve(Level(self.request.level - 1))
            return bool(sketch.dark)

        least = reduced(clues, judge, self.designer.chance, None if self.request.minimal else is_harder)
        assert least is not None, "all clues decide the design"
        if not is_harder(least):
            return None
        position = design.position(least)
        if self.request.level is Level.HARD and level_of(position, Level.HARD) is None:
            return None
        return position
