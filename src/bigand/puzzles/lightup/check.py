"""What is wrong with the marks on a board, and what is still missing, cell by cell.

Only the rules are looked at, one cell at a time and never the solution: what is told is what somebody who knows
the rules could see on the board.
"""

from collections.abc import Iterator

from bigand.ground.columns import Array
from bigand.puzzles.lightup.board import Board, Cell, Place
from bigand.puzzles.lightup.findings import Finding, Kind
from bigand.puzzles.lightup.light import Light, beside, cells_of, clues_of, light_of, walls_of


def check(board: Board) -> list[Finding]:
    """All that is to be said, what is wrong first, then row by row; nothing for a solved board."""
    cells = cells_of(board)
    walls, bulbs = walls_of(cells), cells == ord(Cell.BULB)
    light = light_of(bulbs, walls)
    # Where a bulb may still be put: a white cell that is dark and has no dot.
    free = (cells == ord(Cell.WHITE)) & ~light.lit
    findings = [*_bulbs(board, bulbs, light), *_clues(board, bulbs, free), *_darkness(board, walls, light, free)]
    return sorted(findings, key=lambda finding: (not finding.kind.is_wrong, finding.place))


def _bulbs(board: Board, bulbs: Array, light: Light) -> Iterator[Finding]:
    for place in _places(bulbs & light.seen):
        others = tuple([other for other in sight(board, place) if board[other] is Cell.BULB])
        yield Finding(Kind.SEES, place, others)


def _clues(board: Board, bulbs: Array, free: Array) -> Iterator[Finding]:
    clues = clues_of(cells_of(board))
    counts, possible = beside(bulbs), beside(free)
    for place in _places((clues >= 0) & (counts != clues)):
        wanted, count, left = (int(table[place]) for table in (clues, counts, possible))
        kind = Kind.TOO_MANY if count > wanted else Kind.TOO_FEW if count + left < wanted else Kind.UNMET
        around = tuple([other for other in board.neighbours(place) if board[other] is Cell.BULB])
        yield Finding(kind, place, around, count, wanted)


def _darkness(board: Board, walls: Array, light: Light, free: Array) -> Iterator[Finding]:
    reachable = light_of(free, walls).lit
    for place in _places(~light.lit & ~walls):
        if reachable[place]:
            yield Finding(Kind.DARK, place)
        else:
            yield Finding(Kind.UNLIGHTABLE, place, tuple(sight(board, place)))


def _places(mask: Array) -> list[Place]:
    return [Place(row, column) for row, column in zip(*(axis.tolist() for axis in mask.nonzero()), strict=True)]


def sight(board: Board, place: tuple[int, int]) -> list[Place]:
    """The white cells that a cell sees, without itself, up to the walls: up, left, right, down."""
    seen = []
    for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
        row, column = place[0] + down, place[1] + right
        while 0 <= row < board.height and 0 <= column < board.width and not board[row, column].is_wall:
            seen.append(Place(row, column))
            row, column = row + down, column + right
    return seen
