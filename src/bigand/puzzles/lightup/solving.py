"""Solutions of boards: one, whether it is the only one, all of them, for one board or for many.

Every solution is checked by the rules of the puzzle, as rays of light, before anybody sees it.
"""

import sys
from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from bigand.puzzles.lightup.board import Board, Cell
from bigand.puzzles.lightup.direct import case
from bigand.puzzles.lightup.light import are_solved, cells_of, is_solution, walls_of
from bigand.solve.cases import count as count_models
from bigand.solve.cases import models
from bigand.source.error import SolverError
from bigand.source.garbage import paused_collection

if TYPE_CHECKING:
    from bigand.encode.clauses import Case
    from bigand.ground.columns import Array

_LARGE = 64  # rows or columns
_BULB, _WHITE = ord(Cell.BULB), ord(Cell.WHITE)


class Status(StrEnum):
    """How many solutions a board has."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"


def status_of(count: int) -> Status:
    """What so many solutions mean."""
    return (Status.NONE, Status.UNIQUE, Status.MULTIPLE)[min(2, count)]


class Answer(Struct, frozen=True):
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
    def count(self) -> int:
        return len(self.solutions)


def answer(board: Board, most: int = 2, deadline: float | None = None, keep_marks: bool = False) -> Answer:
    """Up to `most` solutions (two at least, or it could not be told whether there is one only)."""
    wanted = max(2, most)
    with paused_collection():
        first = list(islice(solutions(board, deadline, keep_marks), wanted + 1))
    return Answer(tuple(first[:wanted]), len(first) <= wanted)


def solutions(board: Board, deadline: float | None = None, keep_marks: bool = False) -> Iterator[Board]:
    """All solutions, each checked; marks on the board are not looked at, unless they are to be kept."""
    for bulbs in models(_case(board, keep_marks), deadline, incomparable=True):
        yield checked(with_bulbs(board.puzzle, bulbs))


def count(board: Board, deadline: float | None = None, keep_marks: bool = False) -> int:
    """How many solutions there are, exactly."""
    return count_models(_case(board, keep_marks), deadline, incomparable=True)


def _case(board: Board, keep_marks: bool) -> "Case":
    """What is asked. Solutions are incomparable: another bulb beside all of one would stand in light."""
    return case(board, marks_of(board) if keep_marks else ())


def marks_of(board: Board) -> list[int]:
    """The marks as literals: white cells are numbered from 1, a dot is a negative number."""
    white = [cell for cell in board.cells if not Cell(cell).is_wall]
    return [number if cell == Cell.BULB else -number for number, cell in enumerate(white, 1) if cell != Cell.WHITE]


def with_bulbs(puzzle: Board, bulbs: Sequence[int]) -> Board:
    """A board without marks, with bulbs on white cells by their numbers from 1."""
    cells = cells_of(puzzle).ravel().copy()
    cells[np.flatnonzero(cells == _WHITE)[np.array(bulbs, dtype=np.int64) - 1]] = _BULB
    return Board.of(puzzle.height, puzzle.width, cells.tobytes().decode("latin-1"))


def checked(solution: Board) -> Board:
    """The solution, if it is one; an engine that says something else is not believed."""
    if not is_solution(solution):
        raise _lie()
    return solution


def _lie() -> SolverError:
    return SolverError("lightup.lied", name="sat")


# ---------------------------------------------------------------------- many boards


def answers(boards: Sequence[Board], most: int | None = 2) -> list[Answer]:
    """The answer for each of many boards, which the model is expanded for together; large ones go by themselves."""
    most = sys.maxsize - 1 if most is None else max(2, most)
    is_large = [max(board.height, board.width) > _LARGE for board in boards]
    answered = {index: answer(board, most=most) for index, board in enumerate(boards) if is_large[index]}
    for group in _groups(boards, [index for index in range(len(boards)) if not is_large[index]]):
        own = [boards[index].puzzle for index in group]
        answered.update(zip(group, _answers(own, most), strict=True))
    return [answered[index] for index in range(len(boards))]


def _groups(boards: Sequence[Board], places: Sequence[int], spare: float = 1.5) -> Iterator[list[int]]:
    """Boards at some places, of about one size together, so that little is spent on cells that are none."""
    order = sorted(places, key=lambda index: (boards[index].height, boards[index].width))
    group: list[int] = []
    height = width = cells = 0
    for index in order:
        board = boards[index]
        height, width, cells = max(height, board.height), max(width, board.width), cells + len(board.cells)
        if group and (len(group) + 1) * height * width > spare * cells + 1000:
            yield group
            group, height, width, cells = [], board.height, board.width, len(board.cells)
        group.append(index)
    if group:
        yield group


def _answers(boards: list[Board], most: int) -> list[Answer]:
    from bigand.puzzles.lightup.columns import stacked  # the language, which a single board can do without
    from bigand.puzzles.lightup.road import cases

    with paused_collection():
        cells = stacked(boards)
        firsts = [_first(case, most) for case in cases(boards, cells)]
        first = _first_solutions(boards, cells, [bulbs for bulbs, _ in firsts])
        result = []
        for board, solution, (bulbs, is_complete) in zip(boards, first, firsts, strict=True):
            others = [checked(with_bulbs(board, other)) for other in bulbs[1:]]
            whole = () if solution is None else (solution, *others)
            result.append(Answer(whole, is_complete))
    return result


def _first(case: "Case", most: int) -> tuple[list[list[int]], bool]:
    """The bulbs of the first solutions of a case, and whether they are all."""
    first = list(islice(models(case, incomparable=True), most + 1))
    return first[:most], len(first) <= most


def _first_solutions(boards: list[Board], cells: "Array", models_of: list[list[list[int]]]) -> list[Board | None]:
    """The first solution of each board that has one, all checked at once."""
    solved = cells.copy()
    flat, whites = solved.reshape(-1), np.flatnonzero(~walls_of(cells))
    counts = (~walls_of(cells)).sum(axis=(1, 2))
    before = (np.cumsum(counts) - counts).tolist()
    bulbs = [
        first + number - 1
        for first, models in zip(before, models_of, strict=True)
        for number in (models or [[]])[0]
    ]
    flat[whites[np.array(bulbs, dtype=np.int64)]] = _BULB
    right = are_solved(solved)
    result: list[Board | None] = []
    for index, board in enumerate(boards):
        if not models_of[index]:
            result.append(None)
            continue
        if not right[index]:
            raise _lie()
        own = solved[index, 1 : board.height + 1, 1 : board.width + 1]
        result.append(Board.of(board.height, board.width, own.tobytes().decode("latin-1")))
    return result
