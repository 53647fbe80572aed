"""Where light falls: rays from bulbs up to the next wall, for all cells of a board, or of many, at once.

A cell is reached by a ray from the left when, looking back along its row, a bulb comes before any wall; the other
three directions are the same with the board turned. Nothing here knows of runs, which the model is made of, so that
a solution checked by this is checked by something else than what found it.

Arrays are `height` × `width`, or `boards` × `height` × `width` with `AROUND` where a board has no cell.
"""

import numpy as np
from msgspec import Struct

from bigand.ground.columns import Array
from bigand.puzzles.lightup.board import CLUES, WALLS, Board, Cell

AROUND = 0
_IS_WALL = np.zeros(256, dtype=np.bool_)
_IS_WALL[[AROUND, *[ord(cell) for cell in WALLS]]] = True
_CLUE = np.full(256, -1, dtype=np.int8)
_CLUE[[ord(cell) for cell in CLUES]] = np.arange(len(CLUES))


def cells_of(board: Board) -> Array:
    """The characters of the cells as numbers (uint8), `height` × `width`."""
    return np.frombuffer(board.cells.encode("latin-1"), dtype=np.uint8).reshape(board.height, board.width)


def walls_of(cells: Array) -> Array:
    return _IS_WALL[cells]


def clues_of(cells: Array) -> Array:
    """The clue of each cell, -1 for none."""
    return _CLUE[cells]


class Light(Struct, frozen=True, eq=False):
    """`lit`: by a bulb in the cell or one that it sees; `seen`: by a bulb elsewhere."""

    lit: Array
    seen: Array


def light_of(bulbs: Array, walls: Array) -> Light:
    """The light of bulbs among walls, both as truth values."""
    seen = np.zeros_like(bulbs)
    for forward in (np.s_[..., :], np.s_[..., ::-1]):
        seen[forward] |= _from_left(bulbs[forward], walls[forward])
        down = np.swapaxes(seen, -1, -2)[forward]  # a view: what is written to it is written to `seen`
        down |= _from_left(np.swapaxes(bulbs, -1, -2)[forward], np.swapaxes(walls, -1, -2)[forward])
    return Light(seen | bulbs, seen & ~walls)


def _from_left(bulbs: Array, walls: Array) -> Array:
    """Which cells see a bulb to their left."""
    places = np.arange(1, bulbs.shape[-1] + 1, dtype=np.int32)
    last_wall = np.maximum.accumulate(np.where(walls, places, 0), axis=-1)
    last_bulb = np.maximum.accumulate(np.where(bulbs, places, 0), axis=-1)
    before = np.zeros_like(last_bulb)
    before[..., 1:] = last_bulb[..., :-1]
    result: Array = before > last_wall
    return result


def lit(board: Board) -> Array:
    """Which cells of a board its bulbs light."""
    cells = cells_of(board)
    return light_of(cells == ord(Cell.BULB), walls_of(cells)).lit


def beside(marks: Array) -> Array:
    """For each cell how many of its four neighbours are marked."""
    count = np.zeros(marks.shape, dtype=np.int8)
    count[..., 1:, :] += marks[..., :-1, :]
    count[..., :-1, :] += marks[..., 1:, :]
    count[..., :, 1:] += marks[..., :, :-1]
    count[..., :, :-1] += marks[..., :, 1:]
    return count


def is_solution(board: Board) -> bool:
    """Whether the bulbs on a board solve it."""
    return bool(are_solved(cells_of(board)))


def are_solved(cells: Array) -> Array:
    """Whether bulbs solve a board, or each of several: all cells lit, no bulb seen by another, all clues met."""
    walls, bulbs, clues = walls_of(cells), cells == ord(Cell.BULB), clues_of(cells)
    light = light_of(bulbs, walls)
    right = (light.lit | walls) & ~(light.seen & bulbs) & ((clues < 0) | (beside(bulbs) == clues))
    solved: Array = right.all(axis=(-2, -1))
    return solved
