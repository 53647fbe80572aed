"""Rasterise drawings: paint shapes on a grid three times as fine, then average, so that edges are smooth."""

from itertools import pairwise
from math import ceil, floor
from struct import pack
from zlib import compress, crc32

import numpy as np
from msgspec import Struct

from bigand.ground.columns import Array
from bigand.view.drawing import BACKGROUND, Box, Disc, Drawing, Line, Point, Shape, Text
from bigand.view.font import ABOVE, HIGH, text_points
from bigand.view.palette import rgb

_OVERSAMPLING = 3  # grid points along a pixel of the picture


def rasterise(drawing: Drawing, scale: int = 1) -> Array:
    """Return the pixels: uint8, rows × columns × (red, green, blue), `scale` for each pixel of the drawing."""
    high, wide = scale * max(1, ceil(drawing.height)), scale * max(1, ceil(drawing.width))
    canvas = _Canvas(
        np.empty((high * _OVERSAMPLING, wide * _OVERSAMPLING, 3), dtype=np.uint8), scale * _OVERSAMPLING
    )
    canvas.pixels[:] = rgb(BACKGROUND)
    for shape in drawing.shapes:
        canvas.paint(shape)
    fine = canvas.pixels.reshape(high, _OVERSAMPLING, wide, _OVERSAMPLING, 3).astype(np.uint16)
    return ((fine.sum(axis=(1, 3)) + _OVERSAMPLING**2 // 2) // _OVERSAMPLING**2).astype(np.uint8)


class _Canvas(Struct, frozen=True, eq=False):
    """The fine grid: a point is painted if its centre lies in a shape."""

    pixels: Array
    points_per_pixel: int  # along one side of a pixel of the drawing

    def paint(self, shape: Shape) -> None:
        match shape:
            case Box(x, y, width, height):
                corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
                if shape.fill:
                    rows, columns = self._window(x, y, x + width, y + height)
                    self.pixels[rows, columns] = rgb(shape.fill)
                if shape.stroke:
                    self._paint_outline(corners, True, shape.stroke_width, shape.stroke)
            case Disc():
                self._paint_disc(shape)
            case Line():
                if shape.fill:
                    self._paint_polygon(shape.points, shape.fill)
                if shape.stroke:
                    self._paint_outline(shape.points, shape.is_closed, shape.width, shape.stroke)
            case Text():
                self._paint_text(shape)

    def _window(self, left: float, top: float, right: float, bottom: float) -> tuple[slice, slice]:
        """Return the rows and columns of the grid whose centres are between these pixel coordinates."""
        high, wide, _ = self.pixels.shape

        def between(low: float, up: float, size: int) -> slice:
            start = min(max(0, ceil(low * self.points_per_pixel - 0.5)), size)
            return slice(start, min(max(start, floor(up * self.points_per_pixel - 0.5) + 1), size))

        return between(top, bottom, high), between(left, right, wide)

    def _point_centres(self, rows: slice, columns: slice) -> tuple[Array, Array]:
        """Return the coordinates of the points of a window, in pixels."""
        ys, xs = np.arange(rows.start, rows.stop), np.arange(columns.start, columns.stop)
        return (xs[None, :] + 0.5) / self.points_per_pixel, (ys[:, None] + 0.5) / self.points_per_pixel

    def _paint_disc(self, disc: Disc) -> None:
        reach = disc.radius + disc.stroke_width
        window = self._window(disc.x - reach, disc.y - reach, disc.x + reach, disc.y + reach)
        xs, ys = self._point_centres(*window)
        away = np.hypot(xs - disc.x, ys - disc.y)
        if disc.fill:
            self.pixels[window][away <= disc.radius] = rgb(disc.fill)
        if disc.stroke:
            self.pixels[window][np.abs(away - disc.radius) <= disc.stroke_width / 2] = rgb(disc.stroke)

    def _paint_polygon(self, points: tuple[Point, ...], fill: str) -> None:
        window = self._window_around(points, 0.0)
        xs, ys = self._point_centres(*window)
        inside = np.zeros((ys.shape[0], xs.shape[1]), dtype=np.bool_)
        for (ax, ay), (bx, by) in pairwise([*points, points[0]]):
            if ay != by:
                crosses = (ys >= min(ay, by)) & (ys < max(ay, by))
                inside ^= crosses & (xs < ax + (ys - ay) * (bx - ax) / (by - ay))
        self.pixels[window][inside] = rgb(fill)

    def _paint_outline(self, points: tuple[Point, ...], is_closed: bool, width: float, stroke: str) -> None:
        for a, b in pairwise([*points, points[0]] if is_closed else points):
            window = self._window_around((a, b), width)
            xs, ys = self._point_centres(*window)
            dx, dy = b[0] - a[0], b[1] - a[1]
            along = ((xs - a[0]) * dx + (ys - a[1]) * dy) / ((dx * dx + dy * dy) or 1.0)
            along = np.clip(along, 0.0, 1.0)
            away = np.hypot(xs - a[0] - along * dx, ys - a[1] - along * dy)
            self.pixels[window][away <= width / 2] = rgb(stroke)

    def _window_around(self, points: tuple[Point, ...], reach: float) -> tuple[slice, slice]:
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return self._window(min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach)

    def _paint_text(self, text: Text) -> None:
        points = text_points(text.text, text.is_bold)
        if not points.shape[1]:
            return
        size = text.size / (HIGH + 3)  # pixels per point of a letter
        wide = (points.shape[1] - 1) * size
        left = text.x - {"start": 0.0, "middle": wide / 2, "end": wide}[text.anchor]
        top = text.y - (ABOVE + HIGH) * size
        window = self._window(left, top, left + points.shape[1] * size, top + points.shape[0] * size)
        xs, ys = self._point_centres(*window)
        columns = np.clip(((xs - left) / size).astype(np.int64), 0, points.shape[1] - 1)
        rows = np.clip(((ys - top) / size).astype(np.int64), 0, points.shape[0] - 1)
        self.pixels[window][points[rows, columns]] = rgb(text.fill)


def encode_png(pixels: Array) -> bytes:
    """Encode a picture (uint8, rows × columns × 3) as a PNG file."""
    high, wide = pixels.shape[:2]
    rows = np.zeros((high, 1 + 3 * wide), dtype=np.uint8)  # a row begins with its filter type: 0 is none
    rows[:, 1:] = pixels.reshape(high, 3 * wide)
    head = pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)  # 8 bits each for red, green and blue
    parts = [(b"IHDR", head), (b"IDAT", compress(rows.tobytes())), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join([_png_chunk(name, content) for name, content in parts])


def _png_chunk(name: bytes, content: bytes) -> bytes:
    return pack(">I", len(content)) + name + content + pack(">I", crc32(name + content))
