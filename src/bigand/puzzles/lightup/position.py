"""A position: the marks on a board as sets of cells, made for looking at thousands of them in a second.

A set of cells is one integer, a bit for each cell by its number, row by row: union, difference and size are
single operations however large the board. What depends on the walls alone is a `Grid`, made once; a position adds
the clues and the marks. Positions are values: `with_marks` gives another one.

>>> position = Position.of(Board(["1.", ".."]))
>>> [*cells_in(position.with_marks(bulbs=0b0010).lit)]
[1, 3]
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from bigand.puzzles.lightup.board import CLUES, MARKS, WALLS, Board, Cell, Place
from bigand.puzzles.lightup.runs import runs

Cells = int  # a set of cells
EVERYWHERE: Cells = -1  # a set that every cell is in

_NUMBERS = {cell.value: number for number, cell in enumerate(CLUES)}
_WALLED = str.maketrans(
    {**{cell.value: Cell.WALL.value for cell in WALLS}, **{mark.value: Cell.WHITE.value for mark in MARKS}}
)


def cells_in(cells: Cells) -> Iterator[int]:
    """The numbers of the cells of a set, in order."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


def set_of(numbers: Iterable[int]) -> Cells:
    """The set of these cells."""
    cells = 0
    for cell in numbers:
        cells |= 1 << cell
    return cells


class Clue(NamedTuple):
    """A wall with a number: the white cells `beside` it, and each white corner with those of them that it sees.

    `near` are the cells beside it and the corners together.
    """

    cell: int
    number: int
    beside: Cells
    corners: tuple[tuple[Cells, Cells], ...]
    near: Cells


class Grid(Struct, frozen=True, eq=False):
    """What the walls alone decide; the tuples are by cell, 0 for a wall.

    `sight` is what a white cell sees without itself, `cross` the same with it, `across` and `down` are its runs.
    """

    height: int
    width: int
    walls: str  # the cells, all walls without a number and nothing on the white ones
    white: Cells
    sight: tuple[Cells, ...]
    cross: tuple[Cells, ...]
    across: tuple[Cells, ...]
    down: tuple[Cells, ...]

    def clue(self, cell: int, number: int) -> Clue:
        """The clue that a number in a wall would be."""
        row, column = divmod(cell, self.width)
        beside = self._white_among(((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)))
        corners = self._white_among([(row + up, column + left) for up in (-1, 1) for left in (-1, 1)])
        seen = tuple([(1 << corner, self.sight[corner] & beside) for corner in cells_in(corners)])
        return Clue(cell, number, beside, seen, beside | corners)

    def _white_among(self, places: Iterable[tuple[int, int]]) -> Cells:
        on_board = [
            row * self.width + column
            for row, column in places
            if 0 <= row < self.height and 0 <= column < self.width
        ]
        return set_of(on_board) & self.white

    def seen_from(self, cells: Cells) -> Cells:
        """All that some cells see, themselves too."""
        seen = 0
        for cell in cells_in(cells & self.white):
            seen |= self.cross[cell]
        return seen

    def places(self, cells: Cells) -> tuple[Place, ...]:
        """The places of a set of cells, row by row."""
        return tuple([Place(*divmod(cell, self.width)) for cell in cells_in(cells)])


@lru_cache(maxsize=8)
def grid_of(height: int, width: int, walls: str) -> Grid:
    """The grid of a board whose cells are `walls`, without clues and marks."""
    count = height * width
    across, down = [0] * count, [0] * count
    for run in runs(Board.of(height, width, walls)):
        cells = set_of(run)
        is_across = len(run) > 1 and run[1] == run[0] + 1 and run[0] // width == run[-1] // width
        for cell in run:
            table = across if is_across or (len(run) == 1 and not across[cell]) else down
            table[cell] = cells
    cross = tuple([row | column for row, column in zip(across, down, strict=True)])
    sight = tuple([cells & ~(1 << cell) for cell, cells in enumerate(cross)])
    white = set_of([index for index, cell in enumerate(walls) if cell == Cell.WHITE])
    return Grid(height, width, walls, white, sight, cross, tuple(across), tuple(down))


class Position(Struct, frozen=True):
    """The clues and the marks of a board; `lit` is what the bulbs light, their own cells too.

    A white cell without a mark is `unknown`; one that is dark too, where a bulb may still stand, is `open`.
    """

    grid: Grid
    clues: tuple[Clue, ...]
    bulbs: Cells = 0
    dots: Cells = 0
    lit: Cells = 0

    @classmethod
    def of(cls, board: Board) -> "Position":
        """The position on a board, its marks as they stand there."""
        grid = grid_of(board.height, board.width, board.cells.translate(_WALLED))
        numbers = [(index, _NUMBERS[cell]) for index, cell in enumerate(board.cells) if cell in _NUMBERS]
        clues = tuple([grid.clue(index, number) for index, number in numbers])
        marks = [set_of([index for index, cell in enumerate(board.cells) if cell == mark]) for mark in MARKS]
        return cls(grid, clues).with_marks(*marks)

    @property
    def unknown(self) -> Cells:
        return self.grid.white & ~(self.bulbs | self.dots)

    @property
    def open(self) -> Cells:
        return self.grid.white & ~(self.dots | self.lit)

    @property
    def dark(self) -> Cells:
        """The white cells that no bulb lights."""
        return self.grid.white & ~self.lit

    def with_marks(self, bulbs: Cells = 0, dots: Cells = 0) -> "Position":
        """The position with more marks on cells that were unknown, which is not checked."""
        lit = self.lit | self.grid.seen_from(bulbs) if bulbs else self.lit
        return Position(self.grid, self.clues, self.bulbs | bulbs, self.dots | dots, lit)

    def changed_since(self, before: "Position") -> Cells:
        """The cells about which more is known than before: marked, or lit by new bulbs."""
        return (self.bulbs ^ before.bulbs) | (self.dots ^ before.dots) | (self.lit ^ before.lit)

    @property
    def board(self) -> Board:
        """The position as a board again."""
        cells = list(self.grid.walls)
        for clue in self.clues:
            cells[clue.cell] = CLUES[clue.number].value
        for marks, mark in ((self.bulbs, Cell.BULB), (self.dots, Cell.DOT)):
            for cell in cells_in(marks):
                cells[cell] = mark.value
        return Board.of(self.grid.height, self.grid.width, "".join(cells))
