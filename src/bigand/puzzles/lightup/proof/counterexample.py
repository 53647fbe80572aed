"""What the engine says to a step that its rule does not give: a solution that the step rules out, if there is."""

import time
from collections.abc import Sequence

from msgspec.structs import replace

from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.direct import encode_board
from bigand.puzzles.lightup.position import Cells, Position, cells_in
from bigand.puzzles.lightup.rules import Case
from bigand.puzzles.lightup.solving import mark_literals, place_bulbs, verify_solution
from bigand.solve.cases import models

_QUERY_SECONDS = 5.0  # seconds for one question


def find_solution_without(
    position: Position, excluded: Sequence[Case], seconds: float = _QUERY_SECONDS
) -> Board | None:
    """A solution with the marks of a position in which none of these cases holds; `LimitError` if it takes long."""
    board = position.board
    numbers = {cell: number for number, cell in enumerate(cells_in(position.grid.white), 1)}
    encoded = encode_board(board, mark_literals(board))
    clauses = [[*_literals(case.bulbs, numbers, -1), *_literals(case.dots, numbers, 1)] for case in excluded]
    query = replace(encoded, clauses=[*encoded.clauses, *clauses])
    bulbs = next(models(query, time.monotonic() + seconds, incomparable=True), None)
    return None if bulbs is None else verify_solution(place_bulbs(board.puzzle, bulbs))


def _literals(cells: Cells, numbers: dict[int, int], sign: int) -> list[int]:
    return [sign * numbers[cell] for cell in cells_in(cells)]
