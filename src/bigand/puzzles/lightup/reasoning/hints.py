"""Hints: the next step for a board with somebody's marks on it; what is wrong comes first."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from bigand.puzzles.lightup.board import Board, Cell, Place
from bigand.puzzles.lightup.position import Position
from bigand.puzzles.lightup.reasoning.deriving import next_links
from bigand.puzzles.lightup.reasoning.explanation import explain, goal_of
from bigand.puzzles.lightup.reasoning.steps import Step, told
from bigand.puzzles.lightup.rules import is_solved
from bigand.puzzles.lightup.solving import Answer, Status, answer

_SMALL = 1_000  # cells


class Hint(Struct, frozen=True):
    """The next step; or a mark that is wrong; or neither.

    `belongs` says what belongs where the wrong mark is, if all solutions agree on that.
    """

    # `none`: there is no solution at all; `multiple`: nothing follows
    status: Literal["step", "wrong", "solved", "none", "multiple"]
    step: Step | None = None
    wrong: Place | None = None
    belongs: Cell | None = None


def hint_for(board: Board) -> Hint:
    """The hint for a board as it stands."""
    known = answer(board, keep_marks=True)
    if known.status is Status.NONE:
        return _wrong_mark(board)
    position = Position.of(board)
    if is_solved(position):
        return Hint("solved")
    step = next(_steps(board, position, known), None)
    return Hint("multiple") if step is None else Hint("step", step)


def _steps(board: Board, position: Position, known: Answer) -> Iterator[Step]:
    """The steps of a short explanation; on a large board, where that takes long, one that follows at least."""
    if len(board.cells) <= _SMALL:
        return iter(explain(board, keep_marks=True).steps)
    goal = goal_of(board, known, keep_marks=True)
    return iter(()) if goal is None else told(position, next_links(position, goal))


def _wrong_mark(board: Board) -> Hint:
    """A mark that no solution has; if each has its solution, the first that cannot stay with those before it."""
    known = answer(board.puzzle)
    if known.status is Status.NONE:
        return Hint("none")
    marked = [place for place, cell in board if cell in (Cell.BULB, Cell.DOT)]
    if known.is_unique and known.solution is not None:
        for place in marked:
            right = Cell.BULB if known.solution[place] is Cell.BULB else Cell.DOT
            if board[place] is not right:
                return Hint("wrong", wrong=place, belongs=right)
    kept = board.puzzle
    for place in marked:
        more = kept.marked([place], []) if board[place] is Cell.BULB else kept.marked([], [place])
        if answer(more, keep_marks=True).status is Status.NONE:
            return Hint("wrong", wrong=place)
        kept = more
    raise AssertionError("marks that fit together have a solution")
