"""A placement as a scene: the board as chess players see it, with queens and forbidden squares."""

from collections.abc import Iterable

from bigand.puzzles.queens.board import Square, read_square
from bigand.puzzles.queens.questions import Solve
from bigand.view.kinds import Stage
from bigand.view.kinds.board import KIND
from bigand.view.layers import Layer
from bigand.view.scene import Row, Scene

_ROLES = ("rank", "file")


def scene_of(question: Solve, placement: tuple[str, ...] | None, title: str) -> Scene:
    """The board of a question with a placement, or with the queens that stand already."""
    every = [Square(row, column) for row in range(question.size) for column in range(question.size)]
    queens = _squares(question, question.placed if placement is None else placement)
    forbidden = _squares(question, question.forbidden)
    layers = [
        Layer("queen", _ROLES, _rows(every), _rows(queens), "queen"),
        Layer("forbidden", _ROLES, _rows(forbidden), _rows(forbidden), "cross"),
    ]
    return KIND.scene(Stage(title, layers, layers))


def _squares(question: Solve, names: Iterable[str]) -> list[Square]:
    return [read_square(name, question.size) for name in names]


def _rows(squares: Iterable[Square]) -> tuple[Row, ...]:
    return tuple([(square.row + 1, square.column + 1) for square in squares])
