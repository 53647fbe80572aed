"""Runs, one board at a time: the pieces of rows and columns between walls."""

import re
from collections.abc import Iterator

from bigand.puzzles.lightup.board import Board, Cell

_RUN = re.compile(r"[.Lx]+")


def runs(board: Board) -> Iterator[range]:
    """The cells of each run by their numbers on the board: along rows, then along columns."""
    yield from runs_across(board)
    yield from runs_down(board)


def runs_across(board: Board) -> list[range]:
    """The runs along rows."""
    starts = range(0, len(board.cells), board.width)
    return [
        range(*run.span()) for first in starts for run in _RUN.finditer(board.cells, first, first + board.width)
    ]


def runs_down(board: Board) -> list[range]:
    """The runs along columns."""
    width = board.width
    return [
        range(run.start() * width + column, run.end() * width + column, width)
        for column in range(width)
        for run in _RUN.finditer(board.cells[column::width])
    ]


def lit_cells(board: Board) -> set[int]:
    """The cells that are lit, by their numbers on the board: for those who draw, and need no arrays for that."""
    lit: set[int] = set()
    for run in runs(board):
        if any([board.cells[cell] == Cell.BULB for cell in run]):
            lit.update(run)
    return lit
