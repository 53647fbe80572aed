"""A position: the marks on a board as sets of cells, fast enough to examine thousands of them in a second.

A set of cells is one integer with a bit for each cell, numbered row by row. Union, difference and size are single
operations, whatever the size of the board. A `Grid` has what depends on the walls alone and is computed once; a
position adds the clues and the marks. Positions are values: `with_marks` returns a new one.

>>> position = Position.from_board(Board(["1.", ".."]))
>>> [*cells_in(position.with_marks(bulbs=0b0010).lit)]
[1, 3]
"""

import re
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import NamedTuple

from msgspec import Struct

from bigand.puzzles.lightup.board import CLUES, MARKS, WALLS, Board, Cell, Place

Cells = int  # a set of cells
EVERYWHERE: Cells = -1  # the set of all cells

_PART = 960  # cells
_WHOLE_PART: Cells = (1 << _PART) - 1
_LOOKUP_FACTOR = 4  # clues per cell above which a table of the clues is faster than trying all of them

_RUN = re.compile(re.escape(Cell.WHITE) + "+")
_WHITE = str.maketrans({Cell.WHITE.value: "1", Cell.WALL.value: "0"})
_MARKED = {mark: str.maketrans({cell.value: str(int(cell is mark)) for cell in Cell}) for mark in MARKS}
_NUMBERS = {cell.value: number for number, cell in enumerate(CLUES)}
_WALLED = str.maketrans(
    {**{cell.value: Cell.WALL.value for cell in WALLS}, **{mark.value: Cell.WHITE.value for mark in MARKS}}
)


def cells_in(cells: Cells) -> list[int]:
    """Return the numbers of the cells in a set, in order; large sets are processed in parts, which is faster."""
    indices, start = [], 0
    while cells.bit_length() > _PART:
        skipped = (cells & -cells).bit_length() - 1
        start += skipped
        indices += [start + cell for cell in cells_in((cells >> skipped) & _WHOLE_PART)]
        cells >>= skipped + _PART
        start += _PART
    rest = []
    while cells:  # from the last one down, so that the integer gets shorter
        last = cells.bit_length() - 1
        rest.append(start + last)
        cells ^= 1 << last
    rest.reverse()
    return indices + rest if indices else rest


def cell_set(numbers: Iterable[int]) -> Cells:
    """Return the set of these cells."""
    cells = 0
    for cell in numbers:
        cells |= 1 << cell
    return cells


def cells_with_mark(board: Board, mark: Cell) -> Cells:
    """Return the cells of a board that have a mark."""
    return int(board.cells[::-1].translate(_MARKED[mark]), 2)


class Clue(NamedTuple):
    """A wall with a number, and the white cells around it.

    `beside` are the white cells beside it. `corners` has each white cell at a corner, with the cells of `beside`
    that it sees. `near` is both together.
    """

    cell: int
    number: int
    beside: Cells
    corners: tuple[tuple[Cells, Cells], ...]
    near: Cells


class Clues(tuple[Clue, ...]):
    """The clues of a board, with tables of the clues beside a cell."""

    _last: "tuple[Cells, Iterable[Clue]]" = (0, ())

    @cached_property
    def by_cell(self) -> dict[int, Clue]:
        """The clues by their own cell."""
        return {clue.cell: clue for clue in self}

    @cached_property
    def _sides(self) -> Cells:
        """All cells that have a clue beside them."""
        return cell_set(self._clues_by_side_cell)

    @cached_property
    def _clues_by_side_cell(self) -> dict[int, list[Clue]]:
        return self._index_by_cell([clue.beside for clue in self])

    @cached_property
    def _clues_by_corner_cell(self) -> dict[int, list[Clue]]:
        return self._index_by_cell([clue.near & ~clue.beside for clue in self])

    def _index_by_cell(self, sets: list[Cells]) -> dict[int, list[Clue]]:
        clues_by_cell: dict[int, list[Clue]] = {}
        for clue, cells in zip(self, sets, strict=True):
            for cell in cells_in(cells):
                clues_by_cell.setdefault(cell, []).append(clue)
        return clues_by_cell

    def beside_cell(self, cell: int) -> "Iterable[Clue]":
        """Return the clues that have `cell` beside them."""
        return self._clues_by_side_cell.get(cell, ())

    def possibly_beside(self, cells: Cells) -> "Iterable[Clue]":
        """Return the clues that have one of these cells beside them; if there are many cells, all clues."""
        if cells == EVERYWHERE or cells.bit_count() * _LOOKUP_FACTOR >= len(self):
            return self
        last = self._last
        if cells != last[0]:  # successive rules often ask for the same cells
            last = self._last = cells, self._clues_of(cells & self._sides, self._clues_by_side_cell)
        return last[1]

    def possibly_near(self, cells: Cells) -> "Iterable[Clue]":
        """Return the clues that have one of these cells beside them or at a corner, and perhaps others."""
        if cells == EVERYWHERE or cells.bit_count() * _LOOKUP_FACTOR >= len(self):
            return self
        return [
            *self._clues_of(cells, self._clues_by_side_cell),
            *self._clues_of(cells, self._clues_by_corner_cell),
        ]

    def _clues_of(self, cells: Cells, table: dict[int, list[Clue]]) -> "Iterable[Clue]":
        if not cells:
            return ()
        return {clue.cell: clue for cell in cells_in(cells) for clue in table.get(cell, ())}.values()


class Grid(Struct, frozen=True, eq=False):
    """Everything that depends on the walls alone; the tuples are indexed by cell, 0 for a wall.

    `sight` is what a white cell sees without itself, `cross` the same with itself; `across` and `down` are its
    runs.
    """

    height: int
    width: int
    walls: str  # the cells with all walls unnumbered and no marks
    white: Cells
    sight: tuple[Cells, ...]
    cross: tuple[Cells, ...]
    across: tuple[Cells, ...]
    down: tuple[Cells, ...]

    def make_clue(self, cell: int, number: int) -> Clue:
        """Return the clue that `number` in this wall would be."""
        sides, corners = _neighbour_tables(self.height, self.width)
        beside, near = sides[cell] & self.white, corners[cell] & self.white
        seen = tuple([(1 << corner, self.sight[corner] & beside) for corner in cells_in(near)])
        return Clue(cell, number, beside, seen, beside | near)

    def white_cells_beside(self, cell: int) -> Cells:
        """Return the white cells beside a cell."""
        return _neighbour_tables(self.height, self.width)[0][cell] & self.white

    def walls_beside(self, cell: int) -> Cells:
        """Return the walls beside a cell."""
        return _neighbour_tables(self.height, self.width)[0][cell] & ~self.white

    def visible_from(self, cells: Cells) -> Cells:
        """Return everything that some cells see, including themselves."""
        if not cells & (cells - 1):  # a single cell is the common case
            return self.cross[cells.bit_length() - 1] if cells else 0
        seen = 0
        for cell in cells_in(cells & self.white):
            seen |= self.cross[cell]
        return seen

    def places(self, cells: Cells) -> tuple[Place, ...]:
        """Return the places of a set of cells, row by row."""
        return tuple([Place(*divmod(cell, self.width)) for cell in cells_in(cells)])


@lru_cache(maxsize=8)
def _neighbour_tables(height: int, width: int) -> tuple[tuple[Cells, ...], tuple[Cells, ...]]:
    """Return, for each cell of a board, the cells beside it and those at its corners."""

    def table(steps: tuple[tuple[int, int], ...]) -> tuple[Cells, ...]:
        return tuple(
            [
                cell_set(
                    [
                        (row + down) * width + column + right
                        for down, right in steps
                        if 0 <= row + down < height and 0 <= column + right < width
                    ]
                )
                for row in range(height)
                for column in range(width)
            ]
        )

    return table(((-1, 0), (0, -1), (0, 1), (1, 0))), table(((-1, -1), (-1, 1), (1, -1), (1, 1)))


@lru_cache(maxsize=8)
def grid_of(height: int, width: int, walls: str) -> Grid:
    """Return the grid of a board whose cells are `walls`, without clues and marks."""
    across, down = [0] * len(walls), [0] * len(walls)
    for row in range(0, len(walls), width):
        for first, last, cells in _runs_in(walls[row : row + width], 1):
            across[row + first : row + last] = [cells << row] * (last - first)
    for column in range(width):
        for first, last, cells in _runs_in(walls[column::width], width):
            down[column + first * width : column + last * width : width] = [cells << column] * (last - first)
    cross = tuple([row | column for row, column in zip(across, down, strict=True)])
    sight = tuple([cells & ~(1 << cell) for cell, cells in enumerate(cross)])
    white = int(walls[::-1].translate(_WHITE), 2)
    return Grid(height, width, walls, white, sight, cross, tuple(across), tuple(down))


@lru_cache(maxsize=4096)
def _runs_in(line: str, stride: int) -> tuple[tuple[int, int, Cells], ...]:
    """Return the runs of a row or column: start, end, and its cells, which are a stride apart.

    Cached because the generator changes only a few walls at a time, so most lines are those of the previous board.
    """
    return tuple(
        [
            (*run.span(), cell_set(range(run.start() * stride, run.end() * stride, stride)))
            for run in _RUN.finditer(line)
        ]
    )


class Position(Struct, frozen=True):
    """The clues and the marks of a board; `lit` is what the bulbs light, including their own cells.

    A white cell without a mark is `unknown`. An `open` cell can still take a bulb: it has no dot and is dark.
    """

    grid: Grid
    clues: Clues
    bulbs: Cells = 0
    dots: Cells = 0
    lit: Cells = 0

    @classmethod
    def from_board(cls, board: Board) -> "Position":
        """Return the position on a board, with its marks."""
        grid = grid_of(board.height, board.width, board.cells.translate(_WALLED))
        numbers = [(index, _NUMBERS[cell]) for index, cell in enumerate(board.cells) if cell in _NUMBERS]
        clues = Clues([grid.make_clue(index, number) for index, number in numbers])
        return cls(grid, clues).with_marks(*[cells_with_mark(board, mark) for mark in MARKS])

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
        """Return the position with more marks; that their cells were unknown is not checked."""
        lit = self.lit | self.grid.visible_from(bulbs) if bulbs else self.lit
        return Position(self.grid, self.clues, self.bulbs | bulbs, self.dots | dots, lit)

    def relevant_cells(self, site: int) -> Cells:
        """Return the cells that decide a site: those beside a clue, or those that can light a white cell."""
        clue = self.clues.by_cell.get(site)
        return self.grid.cross[site] if clue is None else clue.beside

    def barely_lightable(self, around: Cells) -> Cells:
        """Return the dark cells near `around` that at most one open cell can light, and perhaps others.

        Such a cell is in no run with two open cells. So each run is examined once, and most are skipped as a whole.
        """
        if around == EVERYWHERE:
            return self.dark
        free, sites = self.open, 0
        for runs in (self.grid.across, self.grid.down):
            remaining = around & self.grid.white
            while remaining:
                run = runs[(remaining & -remaining).bit_length() - 1]
                remaining &= ~run
                lighters = run & free
                if not lighters & (lighters - 1):
                    sites |= run
        return sites & self.dark

    def component(self, cell: int, hops: int = -1) -> Cells:
        """Return the open cells that may depend on an open cell, whatever is marked later on.

        These are the cells that see it, that may light the same dark cell or are beside the same clue, and so on
        from there, at most `hops` times, or to the end if `hops` is negative.
        """
        free, dark, grid = self.open, self.dark, self.grid
        region = new = 1 << cell
        while new and hops:
            hops -= 1
            near = grid.visible_from(grid.visible_from(new) & dark)
            for reached in cells_in(new):
                for clue in self.clues.beside_cell(reached):
                    near |= clue.beside
            new = near & free & ~region
            region |= new
        return region

    def changes_since(self, before: "Position") -> Cells:
        """Return the cells about which more is known than `before`: marked, or lit by new bulbs."""
        return (self.bulbs ^ before.bulbs) | (self.dots ^ before.dots) | (self.lit ^ before.lit)

    @property
    def board(self) -> Board:
        """The position as a board."""
        cells = list(self.grid.walls)
        for clue in self.clues:
            cells[clue.cell] = CLUES[clue.number].value
        for marks, mark in ((self.bulbs, Cell.BULB), (self.dots, Cell.DOT)):
            for cell in cells_in(marks):
                cells[cell] = mark.value
        return Board.from_cells(self.grid.height, self.grid.width, "".join(cells))
