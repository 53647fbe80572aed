"""Runs, one board at a time: the pieces of rows and columns between walls."""

import re
from collections.abc import Iterator

from bigand.puzzles.lightup.board import Board, Cell

_RUN = re.compile(r"[.Lx]+")


def runs(board: Board) -> Iterator[list[int]]:
    """The cells of each run by their numbers on the board: along rows, then along columns."""
    for row in range(board.height):
        first = row * board.width
        for run in _RUN.finditer(board.cells, first, first + board.width):
            yield list(range(run.start(), run.end()))
    for column in range(board.width):
        for run in _RUN.finditer(board.cells[column :: board.width]):
            yield [row * board.width + column for row in range(run.start(), run.end())]


def lit_cells(board: Board) -> set[int]:
    """The cells that are lit, by their numbers on the board: for those who draw, and need no arrays for that."""
    lit: set[int] = set()
    for run in runs(board):
        if any([board.cells[cell] == Cell.BULB for cell in run]):
            lit.update(run)
    return lit
