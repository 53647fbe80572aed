"""Solutions of boards: one, whether it is the only one, all of them, for one board or for many.

Every solution is checked by the rules of the puzzle, as rays of light, before anybody sees it.
"""

import sys
from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import compress, islice
from typing import TYPE_CHECKING

from msgspec import Struct

from bigand.puzzles.lightup.board import Board, Cell
from bigand.puzzles.lightup.direct import encode_board
from bigand.puzzles.lightup.rays import is_solution
from bigand.solve.cases import count_models as count_models
from bigand.solve.cases import models
from bigand.source.error import SolverError
from bigand.source.garbage import pause_garbage_collection

if TYPE_CHECKING:
    from bigand.encode.case import Case

_BULB = ord(Cell.BULB)
_IS_WHITE = bytes([code == ord(Cell.WHITE) for code in range(256)])


class Status(StrEnum):
    """How many solutions a board has."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"


def status_of(count: int) -> Status:
    """What so many solutions mean."""
    return (Status.NONE, Status.UNIQUE, Status.MULTIPLE)[min(2, count)]


class SolveResult(Struct, frozen=True):
    """The first solutions of a board; `is_complete` if there are no others."""

    solutions: tuple[Board, ...]
    is_complete: bool

    @property
    def status(self) -> Status:
        return status_of(len(self.solutions))

    @property
    def is_unique(self) -> bool:
        return self.status is Status.UNIQUE

    @property
    def solution(self) -> Board | None:
        return self.solutions[0] if self.solutions else None

    @property
    def second(self) -> Board | None:
        """Another solution, if there are several."""
        return self.solutions[1] if len(self.solutions) > 1 else None

    @property
    def count(self) -> int:
        return len(self.solutions)


def solve_board(
    board: Board, limit: int = 2, deadline: float | None = None, keep_marks: bool = False
) -> SolveResult:
    """Up to `limit` solutions (two at least, or it could not be told whether there is one only)."""
    max_solutions = max(2, limit)
    with pause_garbage_collection():
        found_boards = list(islice(iter_solutions(board, deadline, keep_marks), max_solutions + 1))
    return SolveResult(tuple(found_boards[:max_solutions]), len(found_boards) <= max_solutions)


def iter_solutions(board: Board, deadline: float | None = None, keep_marks: bool = False) -> Iterator[Board]:
    """All solutions, each checked; marks on the board are not looked at, unless they are to be kept."""
    puzzle = board.puzzle
    for bulbs in models(_encode(board, keep_marks), deadline, incomparable=True):
        yield verify_solution(place_bulbs(puzzle, bulbs))


def count_solutions(board: Board, deadline: float | None = None, keep_marks: bool = False) -> int:
    """How many solutions there are, exactly."""
    return count_models(_encode(board, keep_marks), deadline, incomparable=True)


def _encode(board: Board, keep_marks: bool) -> "Case":
    """What is asked. Solutions are incomparable: another bulb beside all of one would stand in light."""
    return encode_board(board, mark_literals(board) if keep_marks else ())


def mark_literals(board: Board) -> list[int]:
    """The marks as literals: white cells are numbered from 1, a dot is a negative number."""
    white = [cell for cell in board.cells if not Cell(cell).is_wall]
    return [number if cell == Cell.BULB else -number for number, cell in enumerate(white, 1) if cell != Cell.WHITE]


def place_bulbs(puzzle: Board, bulbs: Sequence[int]) -> Board:
    """A board without marks, with bulbs on white cells by their numbers from 1."""
    cells = bytearray(puzzle.cells, "ascii")
    white = list(compress(range(len(cells)), cells.translate(_IS_WHITE)))
    for bulb in bulbs:
        cells[white[bulb - 1]] = _BULB
    return Board.from_cells(puzzle.height, puzzle.width, cells.decode())


def verify_solution(solution: Board) -> Board:
    """The solution, if it is one; an engine that says something else is not believed."""
    if not is_solution(solution):
        raise SolverError("lightup.lied", name="sat")
    return solution


def solve_boards(boards: Sequence[Board], limit: int | None = 2) -> list[SolveResult]:
    """The answer for each of many boards."""
    return [solve_board(board, limit=sys.maxsize - 1 if limit is None else limit) for board in boards]
