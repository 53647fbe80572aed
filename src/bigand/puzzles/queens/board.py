"""Squares of an N by N board in chess notation, and the lines on which queens attack.

A placement lists the column of each row's queen; rows and columns are counted from 0. The square a4 is in the first
column and the fourth row; after z come aa, ab and so on.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from bigand.source.document import Document
from bigand.source.error import BigandError
from bigand.view.kinds.board import column_letters

MAX_SIZE = 1000
Placement: TypeAlias = tuple[int, ...]
_SQUARE_NAME = re.compile(r"([a-zA-Z]{1,3})([0-9]{1,5})")


class Square(NamedTuple):
    """A square: row and column, counted from 0."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"{column_name(self.column)}{self.row + 1}"


class QueensError(BigandError):
    """An invalid task."""


class Task(Struct, frozen=True):
    """The size of the board, the queens placed already, and the forbidden squares."""

    size: int
    placed: tuple[Square, ...] = ()
    forbidden: tuple[Square, ...] = ()

    @property
    def is_unconstrained(self) -> bool:
        return not self.placed and not self.forbidden

    def column_masks_by_row(self) -> list[int]:
        """Return, for each row, the columns where a queen may stand, as a bit mask."""
        rows = [(1 << self.size) - 1] * self.size
        for square in self.forbidden:
            rows[square.row] &= ~(1 << square.column)
        for square in self.placed:
            rows[square.row] &= 1 << square.column
        return rows


def column_name(column: int) -> str:
    """Return the letters of a column.

    >>> column_name(0), column_name(25), column_name(26), column_name(701), column_name(702)
    ('a', 'z', 'aa', 'zz', 'aaa')
    """
    return column_letters(column + 1)


def read_square(text: str, size: int) -> Square:
    """Read a square from its name; raise a `QueensError` if `text` is not a square of the board."""
    match = _SQUARE_NAME.fullmatch(text.strip())
    last = Square(size - 1, size - 1)
    if match is None:
        raise QueensError("queens.no_square", text=text.strip()[:20], last=last)
    column = 0
    for letter in match.group(1).lower():
        column = 26 * column + ord(letter) - ord("a") + 1
    square = Square(int(match.group(2)) - 1, column - 1)
    if not (0 <= square.row < size and square.column < size):
        raise QueensError("queens.off_board", text=text.strip(), size=size, last=last)
    return square


def make_task(size: int, placed: Iterable[str], forbidden: Iterable[str]) -> Task:
    """Make a task from names of squares; raise a `QueensError` if they contradict each other."""
    if not 1 <= size <= MAX_SIZE:
        raise QueensError("queens.size", size=size, largest=MAX_SIZE)
    queens = tuple(dict.fromkeys([read_square(text, size) for text in placed]))
    blocked = tuple(dict.fromkeys([read_square(text, size) for text in forbidden]))
    for square in queens:
        if square in set(blocked):
            raise QueensError("queens.both", square=square)
    clash = first_attack(queens)
    if clash is not None:
        raise QueensError(f"queens.attack.{attack_line(*clash)}", first=clash[0], second=clash[1])
    return Task(size, queens, blocked)


def read_task(document: Document) -> Task:
    """Read a task: the number of queens, then the squares where some are placed already."""
    size, *placed = document.text.split() or [""]
    if not (size.isascii() and size.isdigit() and len(size) < 6):
        raise QueensError("queens.no_size", text=size[:20])
    return make_task(int(size), placed, ())


def attack_line(first: Square, second: Square) -> str:
    """Return the kind of line on which two queens attack each other, or "" if they do not."""
    if first.row == second.row:
        return "row"
    if first.column == second.column:
        return "column"
    return "diagonal" if abs(first.row - second.row) == abs(first.column - second.column) else ""


def first_attack(queens: Sequence[Square]) -> tuple[Square, Square] | None:
    """Return two queens that attack each other, or None."""
    queens_by_line: list[dict[int, Square]] = [{}, {}, {}, {}]
    for queen in queens:
        line_keys = (queen.row, queen.column, queen.row - queen.column, queen.row + queen.column)
        for queens_on_line, line_key in zip(queens_by_line, line_keys, strict=True):
            earlier_queen = queens_on_line.setdefault(line_key, queen)
            if earlier_queen != queen:
                return earlier_queen, queen
    return None


def squares_of(placement: Placement) -> list[Square]:
    return [Square(row, column) for row, column in enumerate(placement)]


def is_solution(task: Task, placement: Placement) -> bool:
    """Whether a placement is complete, legal, and consistent with the task."""
    squares = squares_of(placement)
    on_board = all([0 <= column < task.size for column in placement]) and len(placement) == task.size
    return (
        on_board
        and first_attack(squares) is None
        and set(task.placed) <= set(squares)
        and not set(task.forbidden) & set(squares)
    )


def find_blocked_line(task: Task) -> tuple[str, int] | None:
    """Find a row or column whose squares are all forbidden or attacked, so that no queen fits."""
    forbidden = set(task.forbidden)
    # number of free squares in each
    free_in_row, free_in_column = [0] * task.size, [0] * task.size
    for square in [Square(row, column) for row in range(task.size) for column in range(task.size)]:
        if square not in forbidden and not any(
            [queen != square and attack_line(queen, square) for queen in task.placed]
        ):
            free_in_row[square.row] += 1
            free_in_column[square.column] += 1
    for kind, counts in (("row", free_in_row), ("column", free_in_column)):
        if 0 in counts:
            return kind, counts.index(0)
    return None
