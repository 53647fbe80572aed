"""Requests for new boards, and the symmetries of walls: which cells are walls together."""

from enum import StrEnum

from msgspec import Struct

from bigand.puzzles.lightup.reasoning.levels import Level
from bigand.source.error import BigandError, LimitError


class Symmetry(StrEnum):
    """The symmetry of the walls, named as in Simon Tatham's program: mirrored in one or two axes, or rotated.

    >>> Symmetry("rot4").needs_square
    True
    """

    NONE = "none"
    MIRROR = "mirror"
    ROT2 = "rot2"
    MIRROR4 = "mirror4"
    ROT4 = "rot4"

    @property
    def needs_square(self) -> bool:
        """Whether only square boards can have it."""
        return self is Symmetry.ROT4


def orbits(height: int, width: int, symmetry: Symmetry) -> list[tuple[int, ...]]:
    """Return the cells that are walls together, by their numbers, in the order of the first of each."""
    groups = []
    for row in range(height):
        for column in range(width):
            images = _images(row, column, height, width, symmetry)
            orbit = sorted({image_row * width + image_column for image_row, image_column in images})
            if orbit[0] == row * width + column:
                groups.append(tuple(orbit))
    return groups


def _images(row: int, column: int, height: int, width: int, symmetry: Symmetry) -> list[tuple[int, int]]:
    below, right = height - 1 - row, width - 1 - column
    match symmetry:
        case Symmetry.NONE:
            return [(row, column)]
        case Symmetry.MIRROR:
            return [(row, column), (below, column)]
        case Symmetry.ROT2:
            return [(row, column), (below, right)]
        case Symmetry.MIRROR4:
            return [(row, column), (below, column), (row, right), (below, right)]
        case Symmetry.ROT4:
            return [(row, column), (column, below), (below, right), (right, row)]


# ---------------------------------------------------------------------- Requests


MAX_GENERATED_CELLS = 10_000


class RequestError(BigandError, ValueError):
    """No board can meet a request: it is too large, has no cells, or its size does not fit the symmetry."""


class TooHardError(LimitError):
    """No board was found after many attempts."""


class Request(Struct, frozen=True):
    """What a new board should be like.

    Attributes:
        height: The number of rows.
        width: The number of columns.
        level: How hard it is.
        symmetry: The symmetry of the walls.
        black: About how many percent of the cells are walls.
        minimal: No clue can be left out: the board would not be unique, or harder than `level`.

    Raises:
        RequestError: No board can meet the request.

    >>> Request(7, 7, level=Level.TRICKY).symmetry
    <Symmetry.ROT2: 'rot2'>
    """

    height: int
    width: int
    level: Level = Level.EASY
    symmetry: Symmetry = Symmetry.ROT2
    black: int = 20
    minimal: bool = False

    def __post_init__(self) -> None:
        if self.height < 1 or self.width < 1:
            raise RequestError("lightup.generate.no_cells")
        if self.height * self.width > MAX_GENERATED_CELLS:
            raise RequestError("lightup.generate.too_large", limit=MAX_GENERATED_CELLS)
        if self.symmetry.needs_square and self.height != self.width:
            raise RequestError("lightup.generate.not_square", symmetry=self.symmetry.value)
        if not 0 <= self.black < 100:
            raise RequestError("lightup.generate.black_range")
