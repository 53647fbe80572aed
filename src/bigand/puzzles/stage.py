"""A board for a page to be played on: the picture of the bare board, what a square may get, what it reaches.

A page knows no rule. It puts pieces, which are drawn here, on squares, and takes from the groups at once what a
piece reaches: the cells that it lights, the squares that it attacks. The next answer confirms it.
"""

from bigand.api.value import Value


class Stage(Value):
    """A picture as SVG whose first square has its left upper corner at (`left`, `top`), squares row by row.

    `pieces` are elements of SVG, drawn for a square at (0, 0), by their names. Squares are counted from 0 at the
    top left; two that are in one of the `groups` reach each other.
    """

    svg: str
    height: int
    width: int
    left: float
    top: float
    square: float
    pieces: dict[str, str]
    groups: tuple[tuple[int, ...], ...] = ()
