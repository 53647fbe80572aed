"""A drawing: shapes in pixels, independent of the output format.

The shapes are made once; `svg` writes them as elements, `raster` as pixels, `pdf` as page commands. A colour is
`#rrggbb`, or None where nothing is painted.
"""

from collections.abc import Iterable, Sequence
from math import cos, hypot, pi, sin
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

FOREGROUND, BACKGROUND = "#333333", "#ffffff"
Point: TypeAlias = tuple[float, float]
_ARC_SEGMENTS = 8  # straight segments of an arc


class Box(Struct, frozen=True):
    """A rectangle, by its upper left corner; `state` tells programs what is in it."""

    x: float
    y: float
    width: float
    height: float
    fill: str | None = None
    stroke: str | None = None
    id: str = ""
    state: str = ""
    stroke_width: float = 1.0
    dashes: str = ""  # of the stroke, as in SVG: `3 2` is three pixels drawn, then two left out
    atoms: tuple[str, ...] = ()  # the atoms shown, for programs


class Disc(Struct, frozen=True):
    """A circle, by its centre."""

    x: float
    y: float
    radius: float
    fill: str | None = None
    stroke: str | None = None
    id: str = ""
    state: str = ""
    stroke_width: float = 1.0
    dashes: str = ""  # of the stroke, as in SVG: `3 2` is three pixels drawn, then two left out
    atoms: tuple[str, ...] = ()  # the atoms shown, for programs


class Line(Struct, frozen=True):
    """A polyline; filled or closed, it is a polygon."""

    points: tuple[Point, ...]
    stroke: str | None = FOREGROUND
    width: float = 1.0
    fill: str | None = None
    is_closed: bool = False
    id: str = ""
    state: str = ""
    atoms: tuple[str, ...] = ()


class Text(Struct, frozen=True):
    """A line of text on its baseline; `anchor` is start, middle or end."""

    x: float
    y: float
    text: str
    size: float = 13.0
    anchor: str = "start"
    is_bold: bool = False
    fill: str = FOREGROUND
    id: str = ""
    has_halo: bool = False  # an outline in the background colour, readable on any ground
    atoms: tuple[str, ...] = ()


Shape: TypeAlias = Box | Disc | Line | Text


class Drawing(Struct, frozen=True):
    """Shapes in painting order, with the size of the drawing; `label` describes it in words."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    label: str = ""
    id: str = ""

    def with_label(self, label: str) -> "Drawing":
        """Return the drawing with another label."""
        return replace(self, label=label)


def move_shape(shape: Shape, right: float, down: float) -> Shape:
    """Return the shape moved."""
    if isinstance(shape, Line):
        return replace(shape, points=tuple([(x + right, y + down) for x, y in shape.points]))
    return replace(shape, x=shape.x + right, y=shape.y + down)


def arc_points(middle: Point, radius: float, start_quarters: float, end_quarters: float) -> list[Point]:
    """Return points on an arc around `middle`, with angles in quarter turns; y goes down."""
    angles = [
        (start_quarters + (end_quarters - start_quarters) * index / _ARC_SEGMENTS) * pi / 2
        for index in range(_ARC_SEGMENTS + 1)
    ]
    return [(middle[0] + radius * cos(angle), middle[1] + radius * sin(angle)) for angle in angles]


def arrow_head(tail: Point, tip: Point, size: float, fill: str) -> Line:
    """Return the head of an arrow that ends at `tip`."""
    length = hypot(tip[0] - tail[0], tip[1] - tail[1]) or 1.0
    dx, dy = (tip[0] - tail[0]) / length, (tip[1] - tail[1]) / length
    back = (tip[0] - size * dx, tip[1] - size * dy)
    left = (back[0] - size / 2 * dy, back[1] + size / 2 * dx)
    right = (back[0] + size / 2 * dy, back[1] - size / 2 * dx)
    return Line((tip, left, right), None, 0.0, fill, True)


def text_width(text: str, size: float, is_bold: bool = False) -> float:
    """Estimate the width of a text in a sans-serif font, a little generously."""
    return len(text) * size * (0.66 if is_bold else 0.6)


def hatch(corners: Sequence[Point], fills: Sequence[str], stripe_width: float = 6.0) -> list[Shape]:
    """Fill a convex shape with slanting stripes of several colours."""
    reach = [x + y for x, y in corners]
    stripes: list[Shape] = []
    number = 0
    while min(reach) + number * stripe_width < max(reach):
        low = min(reach) + number * stripe_width
        stripe = _clip(_clip(list(corners), 1.0, low), -1.0, -low - stripe_width)
        if len(stripe) > 2:
            stripes.append(Line(tuple(stripe), None, 0.0, fills[number % len(fills)], True))
        number += 1
    return stripes


def _clip(points: list[Point], sign: float, limit: float) -> list[Point]:
    """Return the part of a convex shape where `sign * (x + y)` is at least `limit`."""
    kept: list[Point] = []
    for start, end in zip(points, [*points[1:], *points[:1]], strict=True):
        a, b = sign * (start[0] + start[1]) - limit, sign * (end[0] + end[1]) - limit
        if a >= 0:
            kept.append(start)
        if (a > 0) != (b > 0) and a != b and a * b < 0:
            share = a / (a - b)
            kept.append((start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])))
    return kept


def stack_drawings(drawings: Iterable[Drawing]) -> Drawing:
    """Join drawings one below the other."""
    return join_drawings(flow_drawings(drawings, 0.0))


def flow_drawings(drawings: Iterable[Drawing], width: float) -> list[tuple[Drawing, Point]]:
    """Arrange drawings in rows of similar length, at most `width` wide, each with its upper left corner."""
    every = list(drawings)
    rows = _row_count(_fill_rows(every, width))
    # Find the smallest width with the same number of rows, so that no row is nearly empty.
    low, high = 0.0, width
    while high - low > 1.0:
        middle = (low + high) / 2
        low, high = (low, middle) if _row_count(_fill_rows(every, middle)) == rows else (middle, high)
    return _fill_rows(every, high)


def _row_count(placed: Sequence[tuple[Drawing, Point]]) -> int:
    return len({y for _, (_, y) in placed})


def _fill_rows(drawings: Iterable[Drawing], width: float) -> list[tuple[Drawing, Point]]:
    """Fill each row before starting the next."""
    placed: list[tuple[Drawing, Point]] = []
    x = y = below = 0.0
    for drawing in drawings:
        if placed and x + drawing.width > width:
            x, y = 0.0, below
        placed.append((drawing, (x, y)))
        x, below = x + drawing.width, max(below, y + drawing.height)
    return placed


def join_drawings(placed: Sequence[tuple[Drawing, Point]]) -> Drawing:
    """Join drawings at their positions into one."""
    shapes = [move_shape(shape, x, y) for drawing, (x, y) in placed for shape in drawing.shapes]
    label = "; ".join([drawing.label for drawing, _ in placed if drawing.label])
    return Drawing(*extent(placed), tuple(shapes), label)


def extent(placed: Sequence[tuple[Drawing, Point]]) -> Point:
    """Return the width and height of drawings together."""
    wide = max([x + drawing.width for drawing, (x, _) in placed], default=0.0)
    return wide, max([y + drawing.height for drawing, (_, y) in placed], default=0.0)


def pad_drawing(drawing: Drawing, width: float, height: float) -> Drawing:
    """Return the drawing on a larger canvas; the upper left corner stays."""
    return replace(drawing, width=max(width, drawing.width), height=max(height, drawing.height))
