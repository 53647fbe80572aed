"""A board that can be played on a page: its picture, the pieces, and which squares reach each other.

The page itself knows no rules. It puts the pieces drawn here on squares, and uses the groups to show at once what a
piece reaches: the cells it lights, the squares it attacks. The next answer confirms it.
"""

from bigand.api.value import Value


class Stage(Value):
    """A picture of the empty board as SVG, with what a page needs to place pieces on it.

    The top left corner of the first square is at (`left`, `top`); squares are numbered row by row from 0. `pieces`
    maps names to SVG elements, drawn for a square at (0, 0). Two squares in one of the `groups` reach each other.
    """

    svg: str
    height: int
    width: int
    left: float
    top: float
    square: float
    pieces: dict[str, str]
    groups: tuple[tuple[int, ...], ...] = ()
