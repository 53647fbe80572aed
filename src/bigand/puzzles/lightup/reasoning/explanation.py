"""Explanations of boards: whether there is one solution, the steps to it, and how hard that was."""

from msgspec import Struct

from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.position import Position
from bigand.puzzles.lightup.reasoning.rating import Rating, rating_of
from bigand.puzzles.lightup.reasoning.steps import Step, steps
from bigand.puzzles.lightup.solving import Status, answer


class Explanation(Struct, frozen=True):
    """A board, how many solutions it has, and the steps that follow from it.

    A board with one solution is solved by them. One with several has steps as far as all solutions agree on what
    cases can show, one without any has none.
    """

    board: Board
    status: Status
    steps: tuple[Step, ...]

    @property
    def rating(self) -> Rating | None:
        """How hard the board is, if it has exactly one solution."""
        return rating_of(self.steps) if self.status is Status.UNIQUE else None

    @property
    def last(self) -> Board:
        """The board after the last step."""
        return self.steps[-1].after.board if self.steps else self.board


def explain(board: Board, keep_marks: bool = False) -> Explanation:
    """The explanation of a board; its marks are taken away first, unless they are to be kept."""
    start = board if keep_marks else board.puzzle
    status = answer(start, keep_marks=keep_marks).status
    found_steps = steps(Position.of(start), is_unique=status is Status.UNIQUE) if status is not Status.NONE else ()
    return Explanation(start, status, tuple(found_steps))
