"""Whether bulbs solve a board: light spreads from them along rows and columns up to the next walls.

This is independent of the runs from which the engines' clauses are made, so it checks a solution in another way
than it was found. The runs of a board are at the end of the module.
"""

import re
from collections.abc import Iterator
from typing import Literal

from bigand.puzzles.lightup.board import CLUES, WALLS, Board, Cell, Place

_WALL = Cell.WALL.value


def _table(values: dict[Cell, int], default: int = 0) -> bytes:
    """Make a table for `bytes.translate` with a number for each cell."""
    numbers = {ord(cell): number for cell, number in values.items()}
    return bytes([numbers.get(code, default) for code in range(256)])


_ORDERS: tuple[Literal["little", "big"], ...] = ("little", "big")
_BULB = _table({Cell.BULB: 1})
_WHITE = _table(dict.fromkeys(WALLS, 0), 255)
_CLUE = _table(dict.fromkeys(CLUES, 255))
_WANTED = _table({cell: number for number, cell in enumerate(CLUES)})


def places_seen_from(board: Board, place: tuple[int, int]) -> list[Place]:
    """Return the white cells that a cell sees, without itself, up to the walls: up, left, right, down."""
    seen = []
    for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
        row, column = place[0] + down, place[1] + right
        while 0 <= row < board.height and 0 <= column < board.width and not board[row, column].is_wall:
            seen.append(Place(row, column))
            row, column = row + down, column + right
    return seen


def is_solution(board: Board) -> bool:
    """Whether all white cells are lit, no bulb sees another, and all clues are met.

    A byte stands for a cell, and all bytes form one large number, so that a few operations examine all cells.
    """
    stride, height = board.width + 1, board.height + 2  # of the board with a wall behind each row, and walls around
    beyond = _WALL * stride
    cells = f"{beyond}{_WALL.join(board.rows)}{_WALL}{beyond}".encode()
    bulbs = _as_number(cells, _BULB)
    beside = sum([bulbs << 8, bulbs >> 8, bulbs << 8 * stride, bulbs >> 8 * stride])
    if beside & _as_number(cells, _CLUE) != _as_number(cells, _WANTED):
        return False
    across = _lit_bytes(cells)
    turned = _lit_bytes(b"".join([cells[column::stride] for column in range(stride)]))
    if across is None or turned is None:
        return False
    down = b"".join([turned[row::height] for row in range(height)])
    return _as_number(across) | _as_number(down) == _as_number(cells, _WHITE)


def _as_number(cells: bytes, table: bytes | None = None, order: Literal["little", "big"] = "big") -> int:
    return int.from_bytes(cells.translate(table), order)


def _lit_bytes(cells: bytes) -> bytes | None:
    """Return the cells that bulbs light along a line up to the walls; None if one lights another.

    Light propagates like the carry in 1 + 999: what is added to the byte of a bulb runs through all white cells.
    """
    lit = 0
    for order in _ORDERS:
        white, bulbs = _as_number(cells, _WHITE, order), _as_number(cells, _BULB, order)
        light = white & ~(white + bulbs)
        if bulbs & ~light:
            return None
        lit |= _as_number(light.to_bytes(len(cells), order))
    return lit.to_bytes(len(cells), "big")


# ---------------------------------------------------------------- Runs: the parts of rows and columns between walls


_RUN = re.compile(r"[.Lx]+")


def runs(board: Board) -> Iterator[range]:
    """Yield the cells of each run by their numbers on the board: along rows, then along columns."""
    yield from runs_across(board)
    yield from runs_down(board)


def runs_across(board: Board) -> list[range]:
    """Return the runs along rows."""
    starts = range(0, len(board.cells), board.width)
    return [
        range(*run.span()) for first in starts for run in _RUN.finditer(board.cells, first, first + board.width)
    ]


def runs_down(board: Board) -> list[range]:
    """Return the runs along columns."""
    width = board.width
    return [
        range(run.start() * width + column, run.end() * width + column, width)
        for column in range(width)
        for run in _RUN.finditer(board.cells[column::width])
    ]


def lit_cells(board: Board) -> set[int]:
    """Return the numbers of the lit cells; without NumPy, for drawing."""
    lit: set[int] = set()
    for run in runs(board):
        if any([board.cells[cell] == Cell.BULB for cell in run]):
            lit.update(run)
    return lit
