"""The cells of a board as arrays, height by width: characters, walls, clues, light; and tables for the model."""

import numpy as np

from bigand.ground.columns import Array, Table
from bigand.puzzles.lightup.board import CLUES, WALLS, Board
from bigand.puzzles.lightup.illumination import lit_cells

_IS_WALL = np.zeros(256, dtype=np.bool_)
_IS_WALL[[ord(cell) for cell in WALLS]] = True
_CLUE_NUMBERS = np.full(256, -1, dtype=np.int8)
_CLUE_NUMBERS[[ord(cell) for cell in CLUES]] = np.arange(len(CLUES))


def cell_character_codes(board: Board) -> Array:
    """Return the characters of the cells as numbers (uint8), `height` × `width`."""
    return np.frombuffer(board.cells.encode("latin-1"), dtype=np.uint8).reshape(board.height, board.width)


def wall_mask(character_codes: Array) -> Array:
    return _IS_WALL[character_codes]


def clue_array(character_codes: Array) -> Array:
    """Return the clue of each cell, -1 for none."""
    return _CLUE_NUMBERS[character_codes]


def lit_mask(board: Board) -> Array:
    """Return which cells the bulbs of a board light."""
    light = np.zeros(len(board.cells), dtype=np.bool_)
    light[list(lit_cells(board))] = True
    return light.reshape(board.height, board.width)


# ---------------------------------------------------------- Tables for the model: cells, clues and the ends of runs


KINDS = ("outside", "white", "wall", "clue")
_OUTSIDE, _WHITE, _WALL, _CLUE = range(len(KINDS))


def model_tables(board: Board) -> dict[str, Table]:
    """Return the model's tables for a board; rows and columns are counted from 1, and 0 is around the board."""
    cells = cell_character_codes(board)
    clues = np.pad(clue_array(cells), 1, constant_values=-1)
    kinds = np.pad(np.where(wall_mask(cells), _WALL, _WHITE), 1, constant_values=_OUTSIDE)
    kinds[clues >= 0] = _CLUE
    left, right = _run_ends(kinds == _WHITE, axis=1)
    top, bottom = _run_ends(kinds == _WHITE, axis=0)
    arrays = {"$left": left, "$right": right, "$top": top, "$bottom": bottom, "$clue": clues}
    return {"$cell": Table(kinds, (0, 0), KINDS), **{name: Table(data, (0, 0)) for name, data in arrays.items()}}


def _run_ends(white: Array, axis: int) -> tuple[Array, Array]:
    """Return the first and last place of each white cell's run along an axis."""
    size = white.shape[axis]
    places = np.arange(size).reshape([size if dimension == axis else 1 for dimension in range(2)])
    first = np.maximum.accumulate(np.where(white, 0, places), axis=axis) + 1
    turned = np.flip(np.where(white, size, places), axis)
    last = np.flip(np.minimum.accumulate(turned, axis=axis), axis) - 1
    return first, last
