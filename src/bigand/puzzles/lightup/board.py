"""A board as a value: walls, clues, and the player's marks.

The cells are one string, row by row, with a character for each. It is small, compares and hashes fast, and is the
plain text format itself. `Cell` names the characters; no other module spells them out.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from bigand.ground.columns import Array
    from bigand.puzzles.lightup.check import Finding
    from bigand.puzzles.lightup.reasoning.explanation import Explanation
    from bigand.puzzles.lightup.reasoning.steps import Rating
    from bigand.puzzles.lightup.solver import SolveResult
    from bigand.puzzles.lightup.why import Clash


class Cell(StrEnum):
    """The content of a cell. A white cell may carry a mark: a bulb, or a dot for "no bulb here"."""

    WHITE = "."
    BULB = "L"
    DOT = "x"
    WALL = "#"
    ZERO = "0"
    ONE = "1"
    TWO = "2"
    THREE = "3"
    FOUR = "4"

    @property
    def is_wall(self) -> bool:
        return self in WALLS

    @property
    def clue(self) -> int | None:
        """How many bulbs must be beside this wall, if it has a number."""
        return CLUES.index(self) if self in CLUES else None


CLUES = (Cell.ZERO, Cell.ONE, Cell.TWO, Cell.THREE, Cell.FOUR)
WALLS = (Cell.WALL, *CLUES)
MARKS = (Cell.BULB, Cell.DOT)
MAX_CELLS = 1_000_000  # of a board that is read, unless a larger limit is requested
# For reasoning, each cell has a set of the cells it sees, as large as the board.
MAX_REASONING_CELLS = 20_000
_UNMARK = str.maketrans({mark.value: Cell.WHITE.value for mark in MARKS})
_ALPHABET = frozenset("".join(Cell))


class Place(NamedTuple):
    """A cell by its row and column, both counted from 0 at the top left."""

    row: int
    column: int


@dataclass(frozen=True, slots=True, init=False)
class Board:
    """`height` × `width` cells, row by row in `cells`; made from rows of text, an array, or any format there is.

    >>> board = Board([".#.", "...", "1.."])
    >>> board[0, 1], board.height, board.clues
    (<Cell.WALL: '#'>, 3, {Place(row=2, column=0): 1})
    """

    height: int
    width: int
    cells: str

    def __init__(self, source: "str | Sequence[str] | Sequence[Sequence[int]]") -> None:
        from bigand.puzzles.lightup.formats import read_source

        board = read_source(source)
        object.__setattr__(self, "height", board.height)
        object.__setattr__(self, "width", board.width)
        object.__setattr__(self, "cells", board.cells)

    @classmethod
    def from_cells(cls, height: int, width: int, cells: str) -> "Board":
        """The board with these cells, which must be that many and of the alphabet; they are not looked at."""
        board = object.__new__(cls)
        object.__setattr__(board, "height", height)
        object.__setattr__(board, "width", width)
        object.__setattr__(board, "cells", cells)
        return board

    @classmethod
    def from_rows(cls, rows: Sequence[str]) -> "Board":
        """The board with these rows of cells, which are not looked at either."""
        return cls.from_cells(len(rows), len(rows[0]), "".join(rows))

    # ------------------------------------------------------------------ Cells

    @property
    def rows(self) -> tuple[str, ...]:
        """The cells as lines of text."""
        ends = range(self.width, len(self.cells) + 1, self.width)
        return tuple([self.cells[end - self.width : end] for end in ends])

    def __getitem__(self, place: tuple[int, int]) -> Cell:
        row, column = place
        if not (0 <= row < self.height and 0 <= column < self.width):
            raise IndexError(f"no cell ({row}, {column}) on a board of {self.height} rows and {self.width} columns")
        return Cell(self.cells[row * self.width + column])

    def __iter__(self) -> Iterator[tuple[Place, Cell]]:
        """All cells with their places, row by row."""
        for number, cell in enumerate(self.cells):
            yield self.place(number), Cell(cell)

    def place(self, number: int) -> Place:
        """The place of a cell by its number in `cells`."""
        return Place(*divmod(number, self.width))

    def places_of(self, *cells: Cell) -> tuple[Place, ...]:
        """Where these stand, row by row."""
        return tuple([self.place(number) for number, cell in enumerate(self.cells) if cell in cells])

    @property
    def clues(self) -> dict[Place, int]:
        return {self.place(number): int(cell) for number, cell in enumerate(self.cells) if cell in CLUES}

    @property
    def bulbs(self) -> tuple[Place, ...]:
        return self.places_of(Cell.BULB)

    @property
    def dots(self) -> tuple[Place, ...]:
        return self.places_of(Cell.DOT)

    def neighbours(self, place: tuple[int, int]) -> tuple[Place, ...]:
        """The cells above, left, right and below that are on the board."""
        row, column = place
        around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        return tuple([Place(r, c) for r, c in around if 0 <= r < self.height and 0 <= c < self.width])

    def light(self) -> "Array":
        """Which cells are lit by the bulbs on the board: `height` × `width` truth values."""
        from bigand.puzzles.lightup.arrays import lit_mask

        return lit_mask(self)

    def __str__(self) -> str:
        return "\n".join(self.rows)

    def __repr__(self) -> str:
        return f"Board({list(self.rows)!r})"

    # ------------------------------------------------------------------ Marks

    @property
    def puzzle(self) -> "Board":
        """The board without any marks: what is printed in a newspaper."""
        return Board.from_cells(self.height, self.width, self.cells.translate(_UNMARK))

    def with_marks(self, bulbs: Iterable[tuple[int, int]] = (), dots: Iterable[tuple[int, int]] = ()) -> "Board":
        """The board with more marks; one that stands there already is replaced."""
        cells = list(self.cells)
        for places, mark in ((bulbs, Cell.BULB), (dots, Cell.DOT)):
            for row, column in places:
                if self[row, column].is_wall:
                    raise ValueError(f"there is a wall at ({row}, {column})")
                cells[row * self.width + column] = mark.value
        return Board.from_cells(self.height, self.width, "".join(cells))

    # ------------------------------------------------------------------ Operations

    def to(self, format: str) -> str:
        """The board in a format by its name, one of `formats.WRITTEN`; one that is a line has no end of line."""
        from bigand.puzzles.lightup.formats import ONE_LINE, write_board

        text = write_board(self, format)
        return text.removesuffix("\n") if format in ONE_LINE else text

    def answer(self) -> "SolveResult":
        """At once: `solution`, `status`, and a `second` solution if there are several; marks are not looked at."""
        from bigand.puzzles.lightup.solver import solve_board

        return solve_board(self)

    def solve(self) -> "Board | None":
        """A solution, its bulbs on the board, or None; marks on this board are not looked at."""
        return next(self.solutions(), None)

    def is_unique(self) -> bool:
        """Whether there is exactly one solution."""
        return self.answer().is_unique

    def solutions(self) -> "Iterator[Board]":
        """All solutions, one after another."""
        from bigand.puzzles.lightup.solver import iter_solutions

        return iter_solutions(self)

    def count(self) -> int:
        """How many solutions there are."""
        from bigand.puzzles.lightup.solver import count_solutions

        return count_solutions(self)

    def with_decided_marks(self) -> "Board | None":
        """The board with all marks that every solution has; None if there is no solution."""
        from bigand.puzzles.lightup.solver import find_decided_cells

        decided = find_decided_cells(self)
        return None if decided is None else decided.mark_on(self)

    def why(self) -> "Clash | None":
        """Why there is no solution: what contradicts each other; None if there is one."""
        from bigand.puzzles.lightup.why import find_clash

        return find_clash(self) if self.solve() is None else None

    def check(self) -> "list[Finding]":
        """What is wrong with the marks, or still dark."""
        from bigand.puzzles.lightup.check import check

        return check(self)

    def explain(self) -> "Explanation":
        """The steps to the solution; marks on this board are not looked at."""
        from bigand.puzzles.lightup.reasoning.explanation import explain_board

        return explain_board(self)

    def rate(self) -> "Rating | None":
        """The level and the number of the board, if it has exactly one solution."""
        return self.explain().rating

    def _repr_svg_(self) -> str:
        return self.to("svg")

    def __reduce__(self) -> Any:
        return (Board.from_cells, (self.height, self.width, self.cells))


def is_cell_text(text: str) -> bool:
    """Whether all characters stand for cells."""
    return _ALPHABET.issuperset(text)
