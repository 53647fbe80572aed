"""Whether bulbs solve a board: every ray is walked, cell by cell, up to the next wall.

Nothing here knows of runs, which the engines' clauses are made of, so that a solution that passes is checked by
something else than what found it.
"""

from bigand.puzzles.lightup.board import MARKS, WALLS, Board, Cell, Place

_BULB, _WALL, _LIT = Cell.BULB.value, Cell.WALL.value, "+"
_WALLED = str.maketrans({cell.value: _WALL for cell in WALLS})
_UNMARKED = str.maketrans({mark.value: Cell.WHITE.value for mark in MARKS if mark is not Cell.BULB})


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
    stride = board.width + 1
    beyond = _WALL * stride
    cells = beyond + _WALL.join(board.rows) + _WALL + beyond
    around = (1, -1, stride, -stride)
    clues = [(place, int(cell)) for place, cell in enumerate(cells) if cell.isdecimal()]
    if any([sum([cells[place + step] == _BULB for step in around]) != number for place, number in clues]):
        return False
    light = list(cells.translate(_WALLED).translate(_UNMARKED))
    for bulb in [place for place, cell in enumerate(light) if cell == _BULB]:
        for step in around:
            place = bulb + step
            while (cell := light[place]) != _WALL:
                if cell == _BULB:
                    return False
                light[place] = _LIT
                place += step
    return Cell.WHITE.value not in light
