"""Making a board: a design is changed where its clues leave something open, until they decide it; then clues
go.

Boards that need nested cases are rare. For them a design goes on being changed, and a change stays when it
leaves fewer marks that a single case refutes (`rare`).
"""

from collections.abc import Callable
from random import Random

from msgspec import Struct

from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.generate.design import Design, Designer
from bigand.puzzles.lightup.generate.judges import judge_by_level, reduced
from bigand.puzzles.lightup.generate.rare import find_rare
from bigand.puzzles.lightup.generate.request import Request, TooHardError
from bigand.puzzles.lightup.generate.uniqueness import Uniqueness
from bigand.puzzles.lightup.position import Cells, Clue, Position
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
_ORDERS = 3  # in which clues are left out of a design, before it is changed
_PATIENCE = 5  # clues that could not be left out, one after the other, unless as few as possible are wanted

Watch = Callable[[int], None]


class Made(Struct, frozen=True):
    """A board, its solution, and how many designs were looked at."""

    board: Board
    solution: Board
    designs: int


def make(request: Request, seed: str, watch: Watch = lambda _designs: None) -> Made:
    """The board of a request for a seed, checked; `watch` is told how many designs were looked at."""
    chance = Random(seed)
    maker = _Maker(Designer(request, chance), watch)
    board = maker.find().board
    solved = answer(board)
    if solved.solution is None or not solved.is_unique or level_of(Position.of(board)) is not request.level:
        raise AssertionError(f"not what was asked for: {board!r}")
    return Made(board, solved.solution, maker.designs)


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
                position, undecided = self._look(design)
                if position is not None:
                    return position
                design = self.designer.mended(design, undecided) if undecided else self.designer.varied(design)

    def _count(self) -> None:
        self.designs += 1
        self.watch(self.designs)
        if self.designs > self.limit:
            raise TooHardError("lightup.generate.gave_up", designs=self.limit)

    def _look(self, design: Design) -> tuple[Position | None, Cells]:
        """A board of the design, or the cells that it leaves undecided; neither if it has none of the level."""
        if self.request.level is Level.HARD:
            return self._look_by_engine(design)
        clues = design.clues()
        after = closure(design.position(clues), self.request.level)
        assert after is not None, "a design is a solution"
        if after.dark:
            return None, after.open
        return self._without_clues(design, clues, judge_by_level(design, self.request.level)), 0

    def _look_by_engine(self, design: Design) -> tuple[Position | None, Cells]:
        clues = design.clues()
        engine = Uniqueness(design, clues)
        try:
            if engine.needed(clues) is None:
                return None, design.bulbs ^ engine.other()
            return self._without_clues(design, clues, engine.needed), 0
        finally:
            engine.close()

    def _without_clues(
        self, design: Design, clues: list[Clue], judge: Callable[..., list[Clue] | None]
    ) -> Position | None:
        """The board with clues left out, if it is of the level then."""
        for _ in range(_ORDERS):
            for patience in (None,) if self.request.minimal else (_PATIENCE, None):
                left = reduced(clues, judge, self.designer.chance, patience)
                assert left is not None, "all clues decide the design"
                position = design.position(left)
                if level_of(position, self.request.level) is self.request.level:
                    return position
        return None
