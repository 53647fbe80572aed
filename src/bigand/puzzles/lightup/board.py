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
    """What can be in a cell: nothing, a wall, a wall with a clue, or a mark (a bulb, or a dot for "no bulb here").

    >>> Cell("2").clue, Cell("#").is_wall, Cell.DOT.value
    (2, True, 'x')
    """

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
        """Whether it is a wall, with a clue or without."""
        return self in WALLS

    @property
    def clue(self) -> int | None:
        """How many bulbs must be beside this wall, or None if it does not say."""
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
    """A cell by its row and column, both counted from 0 at the top left.

    Attributes:
        row: The row.
        column: The column.
    """

    row: int
    column: int


@dataclass(frozen=True, slots=True, init=False)
class Board:
    """A board of Light Up: walls, clues, and the marks of somebody who solves it.

    A board is a value: methods return new boards. In a notebook it draws itself.

    Args:
        source: Rows of text, an array of numbers, or a text in any of the formats: a link of puzz.link, a game ID
            of Simon Tatham's program, a file of LEGUP, janko.at or pzpr, and so on.

    Attributes:
        height: The number of rows.
        width: The number of columns.
        cells: The cells row by row, one character each: the values of `Cell`.

    Raises:
        BoardError: The source is not a board.

    >>> board = Board([".#.", "...", "1.."])
    >>> board[0, 1], board.height, board.clues
    (<Cell.WALL: '#'>, 3, {Place(row=2, column=0): 1})
    >>> print(Board("2x2:2c").solve())
    2L
    L.
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
        """Make a board without checking it, which is faster than the constructor.

        Args:
            height: The number of rows.
            width: The number of columns.
            cells: `height` × `width` characters, all of them values of `Cell`.

        Returns:
            The board.
        """
        board = object.__new__(cls)
        object.__setattr__(board, "height", height)
        object.__setattr__(board, "width", width)
        object.__setattr__(board, "cells", cells)
        return board

    @classmethod
    def from_rows(cls, rows: Sequence[str]) -> "Board":
        """Make a board from rows without checking it.

        Args:
            rows: Rows of the same length; all characters are values of `Cell`.

        Returns:
            The board.
        """
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
        """Return the place of a cell.

        Args:
            number: The position of the cell in `cells`.

        Returns:
            Its row and column.
        """
        return Place(*divmod(number, self.width))

    def places_of(self, *cells: Cell) -> tuple[Place, ...]:
        """Find all cells with some contents.

        Args:
            *cells: The contents to look for.

        Returns:
            The places, row by row.

        >>> Board(["L#", "xL"]).places_of(Cell.BULB)
        (Place(row=0, column=0), Place(row=1, column=1))
        """
        return tuple([self.place(number) for number, cell in enumerate(self.cells) if cell in cells])

    @property
    def clues(self) -> dict[Place, int]:
        """The places of the clues with their numbers."""
        return {self.place(number): int(cell) for number, cell in enumerate(self.cells) if cell in CLUES}

    @property
    def bulbs(self) -> tuple[Place, ...]:
        """The places of the bulbs, row by row."""
        return self.places_of(Cell.BULB)

    @property
    def dots(self) -> tuple[Place, ...]:
        """The places of the dots, row by row."""
        return self.places_of(Cell.DOT)

    def neighbours(self, place: tuple[int, int]) -> tuple[Place, ...]:
        """Return the cells above, left, right and below that are on the board.

        Args:
            place: The row and column of a cell.

        Returns:
            Two to four places; fewer on a board with one row or column.
        """
        row, column = place
        around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        return tuple([Place(r, c) for r, c in around if 0 <= r < self.height and 0 <= c < self.width])

    def light(self) -> "Array":
        """Return which cells are lit by the bulbs on the board.

        Returns:
            A NumPy array of `height` × `width` truth values.

        >>> Board(["L.", "#."]).light().tolist()
        [[True, True], [False, False]]
        """
        from bigand.puzzles.lightup.arrays import lit_mask

        return lit_mask(self)

    def __str__(self) -> str:
        return "\n".join(self.rows)

    def __repr__(self) -> str:
        return f"Board({list(self.rows)!r})"

    # ------------------------------------------------------------------ Marks

    @property
    def puzzle(self) -> "Board":
        """The board without any marks."""
        return Board.from_cells(self.height, self.width, self.cells.translate(_UNMARK))

    def with_marks(self, bulbs: Iterable[tuple[int, int]] = (), dots: Iterable[tuple[int, int]] = ()) -> "Board":
        """Add marks; a mark that is there already is replaced.

        Args:
            bulbs: Rows and columns of new bulbs.
            dots: Rows and columns of new dots.

        Returns:
            The board with the marks.

        Raises:
            ValueError: One of the cells is a wall.
            IndexError: One of the cells is not on the board.

        >>> print(Board(["..", ".."]).with_marks(bulbs=[(0, 0)], dots=[(1, 0)]))
        L.
        x.
        """
        cells = list(self.cells)
        for places, mark in ((bulbs, Cell.BULB), (dots, Cell.DOT)):
            for row, column in places:
                if self[row, column].is_wall:
                    raise ValueError(f"there is a wall at ({row}, {column})")
                cells[row * self.width + column] = mark.value
        return Board.from_cells(self.height, self.width, "".join(cells))

    # ------------------------------------------------------------------ Operations

    def to(self, format: str) -> str:
        """Write the board in a format.

        Args:
            format: "id", "puzzlink", "penpa", "pzprv3", "legup", "janko", "json", "text" or "svg".

        Returns:
            The text; formats of a single line have no end of line.

        Raises:
            ValueError: There is no such format.

        >>> Board([".#", "1."]).to("id")
        '2x2:aB1a'
        """
        from bigand.puzzles.lightup.formats import ONE_LINE, write_board

        text = write_board(self, format)
        return text.removesuffix("\n") if format in ONE_LINE else text

    def answer(self) -> "SolveResult":
        """Find out how many solutions there are: none, one or several. Marks on the board are ignored.

        Returns:
            The `status`, a `solution`, and a `second` one if there are several.

        >>> Board(["..", ".."]).answer().status
        <Status.MULTIPLE: 'multiple'>
        """
        from bigand.puzzles.lightup.solver import solve_board

        return solve_board(self)

    def solve(self) -> "Board | None":
        """Find a solution. Marks on the board are ignored.

        Returns:
            The board with the bulbs of a solution, or None if there is none.

        >>> print(Board(["2.", ".."]).solve())
        2L
        L.
        """
        return next(self.solutions(), None)

    def is_unique(self) -> bool:
        """Check whether there is exactly one solution.

        Returns:
            Whether it is so.
        """
        return self.answer().is_unique

    def solutions(self) -> "Iterator[Board]":
        """Iterate over all solutions. Marks on the board are ignored.

        Returns:
            An iterator over boards with the bulbs of a solution.

        >>> len(list(Board(["..", ".."]).solutions()))
        2
        """
        from bigand.puzzles.lightup.solver import iter_solutions

        return iter_solutions(self)

    def count(self) -> int:
        """Count the solutions.

        Returns:
            The exact number, which may be astronomical.

        >>> Board(["..", ".."]).count()
        2
        """
        from bigand.puzzles.lightup.solver import count_solutions

        return count_solutions(self)

    def with_decided_marks(self) -> "Board | None":
        """Mark all cells that are the same in every solution.

        Returns:
            The board with bulbs and dots, or None if there is no solution.

        >>> print(Board(["1..", "...", "..."]).with_decided_marks())
        1..
        .x.
        ..x
        """
        from bigand.puzzles.lightup.solver import find_decided_cells

        decided = find_decided_cells(self)
        return None if decided is None else decided.replace_marks_on(self)

    def why(self) -> "Clash | None":
        """Explain why there is no solution.

        Returns:
            Clues, cells and runs that contradict each other, or None if there is a solution.

        >>> sorted(premise.demand.value for premise in Board(["#.#", "#0#"]).why().premises)
        ['clue', 'lit']
        """
        from bigand.puzzles.lightup.why import find_clash

        return find_clash(self) if self.solve() is None else None

    def check(self) -> "list[Finding]":
        """Check the marks by the rules, without solving the board.

        Returns:
            What is wrong, then what is not done yet; nothing for a solved board.

        >>> [finding.kind.value for finding in Board(["L.L"]).check()]
        ['sees', 'sees']
        """
        from bigand.puzzles.lightup.check import check

        return check(self)

    def explain(self) -> "Explanation":
        """Explain the solution step by step. Marks on the board are ignored.

        Returns:
            The steps, and a rating if there is exactly one solution.

        >>> explanation = Board(["2.", ".."]).explain()
        >>> explanation.status.value, len(explanation.steps)
        ('unique', 1)
        """
        from bigand.puzzles.lightup.reasoning.explanation import explain_board

        return explain_board(self)

    def rate(self) -> "Rating | None":
        """Rate how hard the board is.

        Returns:
            The level and a number, or None unless there is exactly one solution.

        >>> Board(["2.", ".."]).rate().level.word
        'easy'
        """
        return self.explain().rating

    def _repr_svg_(self) -> str:
        return self.to("svg")

    def __reduce__(self) -> Any:
        return (Board.from_cells, (self.height, self.width, self.cells))


def is_cell_text(text: str) -> bool:
    """Whether all characters stand for cells."""
    return _ALPHABET.issuperset(text)
