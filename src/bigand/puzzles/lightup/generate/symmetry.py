"""Symmetries of the walls: which cells are walls together."""

from enum import StrEnum


class Symmetry(StrEnum):
    """As Simon Tatham's program has them: a mirror along the middle row, or two; half turns, or quarters."""

    NONE = "none"
    MIRROR = "mirror"
    ROT2 = "rot2"
    MIRROR4 = "mirror4"
    ROT4 = "rot4"

    @property
    def needs_square(self) -> bool:
        return self is Symmetry.ROT4


def orbits(height: int, width: int, symmetry: Symmetry) -> list[tuple[int, ...]]:
    """The cells that are walls together, by their numbers on the board, in the order of the first of each."""
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
