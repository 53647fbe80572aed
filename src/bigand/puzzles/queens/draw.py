"""A placement as a scene: the board as chess players see it, with queens and forbidden squares."""

from bigand.puzzles.queens.board import Placement, Square, Task, squares_of
from bigand.view.board import board
from bigand.view.layers import Layer
from bigand.view.scene import Row, Scene

_ROLES = ("rank", "file")


def scene_of(task: Task, placement: Placement | None, title: str) -> Scene:
    """The board of a task with a placement, or with the queens that stand already."""
    queens = squares_of(placement) if placement is not None else list(task.placed)
    every = [Square(row, column) for row in range(task.size) for column in range(task.size)]
    layers = [
        Layer("queen", _ROLES, _rows(every), _rows(queens), "queen"),
        Layer("forbidden", _ROLES, _rows(task.forbidden), _rows(task.forbidden), "cross"),
    ]
    return board(title, layers)


def _rows(squares: "list[Square] | tuple[Square, ...]") -> tuple[Row, ...]:
    return tuple([(square.row + 1, square.column + 1) for square in squares])
