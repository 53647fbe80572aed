"""Whether bulbs solve a board: light goes from them, along rows and columns, up to the next walls.

Nothing here knows of the runs that the engines' clauses are made of, so that a solution that passes is checked by
something else than what found it.
"""

import re

from bigand.puzzles.lightup.board import CLUES, MARKS, WALLS, Board, Cell, Place

_BULB, _WALL, _WHITE, _LIT = Cell.BULB.value, Cell.WALL.value, Cell.WHITE.value, "+"
_CLUE = re.compile("[" + "".join(CLUES) + "]")
_PLAIN = str.maketrans(
    {wall.value: _WALL for wall in WALLS} | {mark.value: _WHITE for mark in MARKS if mark is not Cell.BULB}
)
_IS_WHITE = bytes([number == ord(_WHITE) for number in range(256)])


def sight(board: Board, place: tuple[int, int]) -> list[Place]:
    """The white cells that a cell sees, without itself, up to the walls: up, left, right, down."""
    seen = []
    for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
        row, column = place[0] + down, place[1] + right
        while 0 <= row < board.height and 0 <= column < board.width and not board[row, column].is_wall:
            seen.append(Place(row, column))
            row, column = row + down, column + right
    return seen


def is_solution(board: Board) -> bool:
    """All white cells are lit, no bulb is seen by another, all clues are met."""
    stride = board.width + 1  # of the board with a wall behind each row, and rows of walls around
    beyond = _WALL * stride
    cells = beyond + _WALL.join(board.rows) + _WALL + beyond
    for clue in _CLUE.finditer(cells):
        place = clue.start()
        beside = cells[place - stride] + cells[place - 1] + cells[place + 1] + cells[place + stride]
        if beside.count(_BULB) != int(clue[0]):
            return False
    plain = cells.translate(_PLAIN)
    across = _dark(plain)
    turned = _dark("".join([plain[column::stride] for column in range(stride)]))
    if across is None or turned is None:
        return False
    height = board.height + 2
    down = "".join([turned[row::height] for row in range(height)])
    in_neither = [int.from_bytes(one.encode().translate(_IS_WHITE), "big") for one in (across, down)]
    return not in_neither[0] & in_neither[1]


def _dark(cells: str) -> str | None:
    """The cells with light instead of whatever stands between walls with a bulb; nothing if two bulbs do."""
    between = cells.split(_WALL)
    if cells.count(_BULB) > sum([_BULB in some for some in between]):
        return None
    return _WALL.join([_LIT * len(some) if _BULB in some else some for some in between])
