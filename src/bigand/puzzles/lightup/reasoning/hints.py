"""Hints: the next step for a board with somebody's marks on it; what is wrong comes first."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from bigand.puzzles.lightup.board import Board, Cell, Place
from bigand.puzzles.lightup.position import Position
from bigand.puzzles.lightup.reasoning.deriving import next_links
from bigand.puzzles.lightup.reasoning.explanation import explain_board, explanation_goal
from bigand.puzzles.lightup.reasoning.steps import Step, order_steps
from bigand.puzzles.lightup.rules import is_solved
from bigand.puzzles.lightup.solving import SolveResult, Status, solve_board

_MAX_EXPLAINED_CELLS = 1_000  # cells


class Hint(Struct, frozen=True):
    """The next step; or a mark that is wrong; or neither.

    `belongs` says what belongs where the wrong mark is, if all solutions agree on that.
    """

    # `none`: there is no solution at all; `multiple`: nothing follows
    status: Literal["step", "wrong", "solved", "none", "multiple"]
    step: Step | None = None
    wrong: Place | None = None
    belongs: Cell | None = None


def find_hint(board: Board) -> Hint:
    """The hint for a board as it stands."""
    result = solve_board(board, keep_marks=True)
    if result.status is Status.NONE:
        return _find_wrong_mark(board)
    position = Position.from_board(board)
    if is_solved(position):
        return Hint("solved")
    step = next(_next_steps(board, position, result), None)
    return Hint("multiple") if step is None else Hint("step", step)


def _next_steps(board: Board, position: Position, result: SolveResult) -> Iterator[Step]:
    """The steps of a short explanation; on a large board, where that takes long, one that follows at least."""
    if len(board.cells) <= _MAX_EXPLAINED_CELLS:
        return iter(explain_board(board, keep_marks=True).steps)
    goal = explanation_goal(board, result, keep_marks=True)
    return iter(()) if goal is None else order_steps(position, next_links(position, goal))


def _find_wrong_mark(board: Board) -> Hint:
    """A mark that no solution has; if each has its solution, the first that cannot stay with those before it."""
    result = solve_board(board.puzzle)
    if result.status is Status.NONE:
        return Hint("none")
    mark_places = [place for place, cell in board if cell in (Cell.BULB, Cell.DOT)]
    if result.is_unique and result.solution is not None:
        for place in mark_places:
            right = Cell.BULB if result.solution[place] is Cell.BULB else Cell.DOT
            if board[place] is not right:
                return Hint("wrong", wrong=place, belongs=right)
    kept = board.puzzle
    for place in mark_places:
        extended = kept.with_marks([place], []) if board[place] is Cell.BULB else kept.with_marks([], [place])
        if solve_board(extended, keep_marks=True).status is Status.NONE:
            return Hint("wrong", wrong=place)
        kept = extended
    raise AssertionError("marks that fit together have a solution")
