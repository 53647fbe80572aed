"""Draw a placement as a chess board with queens and forbidden squares."""

from collections.abc import Iterable, Sequence

from bigand.puzzles.queens.board import Placement, Square, Task, make_task, squares_of
from bigand.puzzles.queens.questions import Solve
from bigand.view.kinds import SceneInput
from bigand.view.kinds.board import KIND
from bigand.view.layers import Layer
from bigand.view.scene import Row, Scene

_ROLES = ("rank", "file")


def scene(task: Task, placement: Placement | None = None, title: str = "") -> Scene:
    """Return the board of a task with a placement, or only with the queens placed already."""
    all_squares = [Square(row, column) for row in range(task.size) for column in range(task.size)]
    queens = task.placed if placement is None else squares_of(placement)
    layers = [
        Layer("queen", _ROLES, _coordinates_from_1(all_squares), _coordinates_from_1(queens), "queen"),
        Layer(
            "forbidden", _ROLES, _coordinates_from_1(task.forbidden), _coordinates_from_1(task.forbidden), "cross"
        ),
    ]
    return KIND.scene(SceneInput(title, layers, layers))


def question_scene(question: Solve, columns_from_1: Sequence[int] | None, title: str = "") -> Scene:
    """Return the board of a question with queens in these columns, counted from 1."""
    task = make_task(question.size, question.placed, question.forbidden)
    return scene(task, None if columns_from_1 is None else tuple([column - 1 for column in columns_from_1]), title)


def _coordinates_from_1(squares: Iterable[Square]) -> tuple[Row, ...]:
    return tuple([(square.row + 1, square.column + 1) for square in squares])
