"""What the engine says to a step that its rule does not give: a solution that the step rules out, if there is."""

import time
from collections.abc import Sequence

from msgspec.structs import replace

from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.direct import case as case_of
from bigand.puzzles.lightup.position import Cells, Position, cells_in
from bigand.puzzles.lightup.rules import Case
from bigand.puzzles.lightup.solving import checked, marks_of, with_bulbs
from bigand.solve.cases import models

_PATIENCE = 5.0  # seconds for one question


def solution_without(position: Position, excluded: Sequence[Case], patience: float = _PATIENCE) -> Board | None:
    """A solution with the marks of a position in which none of these cases holds; `LimitError` if it takes long."""
    board = position.board
    numbers = {cell: number for number, cell in enumerate(cells_in(position.grid.white), 1)}
    known = case_of(board, marks_of(board))
    clauses = [[*_literals(case.bulbs, numbers, -1), *_literals(case.dots, numbers, 1)] for case in excluded]
    asked = replace(known, clauses=[*known.clauses, *clauses])
    bulbs = next(models(asked, time.monotonic() + patience, incomparable=True), None)
    return None if bulbs is None else checked(with_bulbs(board.puzzle, bulbs))


def _literals(cells: Cells, numbers: dict[int, int], sign: int) -> list[int]:
    return [sign * numbers[cell] for cell in cells_in(cells)]
