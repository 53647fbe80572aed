"""Boards as data for the model: tables of cells, clues and the ends of runs, many boards as one more axis."""

from collections.abc import Sequence

import numpy as np

from bigand.ground.columns import Array
from bigand.ground.tables import Table
from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.light import AROUND, clues_of, walls_of

KINDS = ("outside", "white", "wall", "clue")
_OUTSIDE, _WHITE, _WALL, _CLUE = range(len(KINDS))


def stacked(boards: Sequence[Board]) -> Array:
    """The characters of boards, one above the other, with a cell around them that is none (uint8)."""
    height, width = max(board.height for board in boards), max(board.width for board in boards)
    cells = np.full((len(boards), height + 2, width + 2), AROUND, dtype=np.uint8)
    for index, board in enumerate(boards):
        own = np.frombuffer(board.cells.encode("latin-1"), dtype=np.uint8)
        cells[index, 1 : board.height + 1, 1 : board.width + 1] = own.reshape(board.height, board.width)
    return cells


def tables(boards: Sequence[Board], cells: Array) -> dict[str, Table]:
    """What the model asks of each board; rows and columns are counted from 1, and 0 is around the board."""
    walls, clues = walls_of(cells), clues_of(cells)
    kinds = np.where(cells == AROUND, _OUTSIDE, np.where(clues >= 0, _CLUE, np.where(walls, _WALL, _WHITE)))
    left, right = _ends(kinds == _WHITE, axis=2)
    top, bottom = _ends(kinds == _WHITE, axis=1)
    arrays = {"$left": left, "$right": right, "$top": top, "$bottom": bottom, "$clue": clues}
    sizes = {
        "$height": np.array([board.height for board in boards]),
        "$width": np.array([board.width for board in boards]),
    }
    return {
        "$cell": Table(kinds, (0, 0), KINDS),
        **{name: Table(data, (0, 0)) for name, data in arrays.items()},
        **{name: Table(data) for name, data in sizes.items()},
    }


def _ends(white: Array, axis: int) -> tuple[Array, Array]:
    """For each white cell the first and the last place of its run along an axis."""
    size = white.shape[axis]
    places = np.arange(size).reshape([size if dimension == axis else 1 for dimension in range(3)])
    first = np.maximum.accumulate(np.where(white, 0, places), axis=axis) + 1
    turned = np.flip(np.where(white, size, places), axis)
    last = np.flip(np.minimum.accumulate(turned, axis=axis), axis) - 1
    return first, last
