"""The cells of a board as arrays, height by width: its characters, its walls, its clues, its light."""

import numpy as np

from bigand.ground.columns import Array
from bigand.puzzles.lightup.board import CLUES, WALLS, Board
from bigand.puzzles.lightup.runs import lit_cells

_IS_WALL = np.zeros(256, dtype=np.bool_)
_IS_WALL[[ord(cell) for cell in WALLS]] = True
_CLUE_NUMBERS = np.full(256, -1, dtype=np.int8)
_CLUE_NUMBERS[[ord(cell) for cell in CLUES]] = np.arange(len(CLUES))


def cell_array(board: Board) -> Array:
    """The characters of the cells as numbers (uint8), `height` × `width`."""
    return np.frombuffer(board.cells.encode("latin-1"), dtype=np.uint8).reshape(board.height, board.width)


def wall_mask(cells: Array) -> Array:
    return _IS_WALL[cells]


def clue_array(cells: Array) -> Array:
    """The clue of each cell, -1 for none."""
    return _CLUE_NUMBERS[cells]


def lit_mask(board: Board) -> Array:
    """Which cells of a board its bulbs light."""
    light = np.zeros(len(board.cells), dtype=np.bool_)
    light[list(lit_cells(board))] = True
    return light.reshape(board.height, board.width)
