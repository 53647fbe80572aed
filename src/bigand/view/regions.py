"""Draw the regions of a board: thick lines between squares of different regions, and around the board.

`Regions` holds the region name of each square, row by row; beyond the edge there is none.
"""

from collections.abc import Iterator, Sequence

from bigand.view.drawing import Line
from bigand.view.pieces import DARK_COLOUR

Regions = Sequence[Sequence[str]]
_THICK = 3.0
# The character at a corner, by the lines that meet there: up 1, right 2, down 4, left 8.
_CORNERS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"


def _region_at(regions: Regions, row: int, column: int) -> str | None:
    is_there = 0 <= row < len(regions) and 0 <= column < len(regions[row])
    return regions[row][column] if is_there else None


def _has_line_above(regions: Regions, row: int, column: int) -> bool:
    """Whether there is a line above a square, counted from 0."""
    return _region_at(regions, row - 1, column) != _region_at(regions, row, column)


def _has_line_left(regions: Regions, row: int, column: int) -> bool:
    """Whether there is a line to the left of a square."""
    return _region_at(regions, row, column - 1) != _region_at(regions, row, column)


def region_shapes(regions: Regions, left: float, top: float, size: float) -> Iterator[Line]:
    """Yield the lines between regions and around the board.

    (`left`, `top`) is the upper left corner, `size` the size of a square.
    """
    for row in range(len(regions) + 1):
        for column in range(len(regions[0]) + 1):
            corner, y, x = (left + column * size, top + row * size), top + row * size, left + column * size
            if _has_line_above(regions, row, column):
                yield Line((corner, (x + size, y)), DARK_COLOUR, _THICK)
            if _has_line_left(regions, row, column):
                yield Line((corner, (x, y + size)), DARK_COLOUR, _THICK)


def region_lines(regions: Regions, texts: Regions, names: Sequence[str]) -> Iterator[str]:
    """Yield a board for the terminal: the texts of squares, lines between regions, row names on the left."""
    wide = max([len(text) for row in texts for text in row]) + 2
    margin = max(map(len, names), default=0)
    for row in range(len(regions) + 1):
        yield f"{'':{margin}} {_edge_line(regions, row, wide)}".rstrip()
        if row < len(regions):
            squares = [
                ("│" if _has_line_left(regions, row, column) else " ") + (text.center(wide) if text else " " * wide)
                for column, text in enumerate([*texts[row], ""])
            ]
            yield f"{names[row]:>{margin}} {''.join(squares)}".rstrip()


def _edge_line(regions: Regions, row: int, wide: int) -> str:
    """Return the line above a row."""
    parts = []
    for column in range(len(regions[0]) + 1):
        arms = (
            _has_line_left(regions, row - 1, column),
            _has_line_above(regions, row, column),
            _has_line_left(regions, row, column),
            _has_line_above(regions, row, column - 1),
        )
        corner = _CORNERS[sum([1 << place for place, is_there in enumerate(arms) if is_there])]
        parts.append(corner + ("─" if _has_line_above(regions, row, column) else " ") * wide)
    return "".join(parts)
