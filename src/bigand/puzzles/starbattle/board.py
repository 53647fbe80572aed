"""A board as a value: the region of each cell, the stars for each region, and the player's marks.

Cells are numbered row by row from 0. Stars are judged here by looking at the board, independently of the model.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import combinations
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

MAX_SIZE = 50  # rows and columns
REGION_NAMES = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


LineKind: TypeAlias = Literal["row", "column", "region"]


class Mark(StrEnum):
    """What the player knows of a cell: nothing, that it has a star, or that it has none."""

    OPEN = "."
    STAR = "*"
    NONE = "x"


class Board(Struct, frozen=True):
    """A board of Star Battle, with the marks of somebody who solves it; cells are numbered row by row from 0.

    Attributes:
        size: The number of rows, columns and regions.
        stars: How many stars each row, column and region has.
        regions: The region of each cell, a letter or digit.
        marks: The mark of each cell: "*" a star, "x" no star, "." nothing known.

    >>> board = Board(size=1, stars=1, regions="a", marks=".")
    >>> board.with_stars([0]).rows
    ('*',)
    """

    size: int
    stars: int
    regions: str
    marks: str

    @property
    def star_cells(self) -> list[int]:
        """The cells that have a star."""
        return [cell for cell, mark in enumerate(self.marks) if mark == Mark.STAR]

    @property
    def rows(self) -> tuple[str, ...]:
        """The marks, row by row."""
        return tuple(split_rows(self.marks, self.size))

    def with_marks(self, marks: str) -> "Board":
        """Replace all marks.

        Args:
            marks: A character for each cell, as in `marks`.

        Returns:
            The board with these marks.
        """
        return replace(self, marks=marks)

    def with_stars(self, cells: Iterable[int]) -> "Board":
        """Replace all marks by some stars.

        Args:
            cells: The cells with a star.

        Returns:
            The board with these stars and no other marks.
        """
        starred = set(cells)
        marks = [Mark.STAR if cell in starred else Mark.OPEN for cell in range(self.size**2)]
        return self.with_marks("".join(marks))


def split_rows(cells: str, size: int) -> list[str]:
    """Split a string of cells into rows."""
    return [cells[start : start + size] for start in range(0, len(cells), size)]


def neighbours(cell: int, size: int, corners: bool = True) -> Iterator[int]:
    """Yield the cells that touch `cell`: side by side, and corner to corner if `corners` is set."""
    row, column = divmod(cell, size)
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            is_beside = (down or right) and (corners or not (down and right))
            if is_beside and 0 <= row + down < size and 0 <= column + right < size:
                yield (row + down) * size + column + right


def connected_cells(cell: int, size: int, are_joined: Callable[[int, int], bool]) -> set[int]:
    """Return the cells reachable from `cell` by steps to the side between cells that `are_joined`."""
    reached, pending = {cell}, [cell]
    while pending:
        current = pending.pop()
        for neighbour in neighbours(current, size, corners=False):
            if neighbour not in reached and are_joined(current, neighbour):
                reached.add(neighbour)
                pending.append(neighbour)
    return reached


def connected_part_of_region(cell: int, size: int, region_of_cell: Sequence[object]) -> set[int]:
    """Return the cells of its region that `cell` is connected with."""
    return connected_cells(cell, size, lambda first, second: region_of_cell[first] == region_of_cell[second])


class Fault(Struct, frozen=True):
    """A mistake: two stars that touch, or too many stars in the row, column or region called `name`."""

    kind: LineKind | Literal["touching"]
    name: str
    cells: tuple[int, ...]


def find_faults(board: Board) -> list[Fault]:
    """Find every mistake among the stars; missing stars are not mistakes."""
    stars, size = board.star_cells, board.size
    touching = [pair for pair in combinations(stars, 2) if pair[1] in neighbours(pair[0], size)]
    faults = [Fault("touching", "", pair) for pair in touching]
    names: dict[LineKind, list[str]] = {
        "row": [str(cell // size + 1) for cell in range(size**2)],
        "column": [str(cell % size + 1) for cell in range(size**2)],
        "region": list(board.regions),
    }
    for kind, line_names in names.items():
        for name, count in Counter([line_names[cell] for cell in stars]).items():
            if count > board.stars:
                faults.append(Fault(kind, name, tuple([cell for cell in stars if line_names[cell] == name])))
    return faults


def is_solution(board: Board, solution: Board) -> bool:
    """Check a solution by the rules of the puzzle.

    Args:
        board: The board.
        solution: The same board with stars.

    Returns:
        Whether it is the same board, has all stars, none too many, and none that touch.

    >>> board = Board(size=1, stars=1, regions="a", marks=".")
    >>> is_solution(board, board.with_stars([0])), is_solution(board, board)
    (True, False)
    """
    is_same = (solution.size, solution.stars, solution.regions) == (board.size, board.stars, board.regions)
    return is_same and len(solution.star_cells) == board.size * board.stars and not find_faults(solution)
