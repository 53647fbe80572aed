"""Boards on paper: a PDF of A4 pages with several boards each, written by hand.

A page is a stream of drawing commands: filled rectangles, lines, digits in Helvetica, bulbs as four curves. Nothing
in the file depends on the day, so that the same boards give the same bytes.
"""

import zlib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil

from msgspec import Struct

from bigand.puzzles.lightup.board import Board, Cell

_WIDTH, _HEIGHT, _MARGIN = 595.0, 842.0, 42.0  # points
_HEAD, _GAP = 16.0, 18.0
_DIGIT = 0.556  # of the font size: how wide a digit of Helvetica is
_CURVE = 0.5523  # how far the handles of a quarter of a circle are, for a radius of 1
_WALL, _LIT, _GRID = "0.13 g", "1 0.95 0.66 rg", "0.55 G"


class Sheet(Struct, frozen=True):
    """A board with a line of text above it."""

    heading: str
    board: Board


def pdf(parts: Sequence[Sequence[Sheet]], per_page: int = 4) -> bytes:
    """All sheets, so many on a page, row by row; each part begins on a new page."""
    pages = [
        _page(sheets[at : at + per_page], per_page) for sheets in parts for at in range(0, len(sheets), per_page)
    ]
    return _file(pages or [""])


def _page(sheets: Sequence[Sheet], per_page: int) -> str:
    """The commands of a page: its boards in the grid in which square ones are largest."""
    across = max(range(1, per_page + 1), key=lambda columns: min(_room(columns, ceil(per_page / columns))))
    width, height = _room(across, ceil(per_page / across))
    commands: list[str] = []
    for at, sheet in enumerate(sheets):
        row, column = divmod(at, across)
        left = _MARGIN + column * (width + _GAP)
        top = _HEIGHT - _MARGIN - row * (height + _HEAD + _GAP)
        commands += _sheet(sheet, left, top, width, height)
    return "\n".join(commands)


def _room(across: int, down: int) -> tuple[float, float]:
    """How wide and how high each of so many boards can be."""
    width = (_WIDTH - 2 * _MARGIN - (across - 1) * _GAP) / across
    height = (_HEIGHT - 2 * _MARGIN - (down - 1) * _GAP) / down - _HEAD
    return width, height


def _sheet(sheet: Sheet, left: float, top: float, width: float, height: float) -> Iterator[str]:
    board = sheet.board
    size = min(width / board.width, height / board.height, 34.0)
    yield f"BT /F1 10 Tf 0 g {left:.2f} {top - 10:.2f} Td ({_escaped(sheet.heading)}) Tj ET"
    yield from _board(board, left, top - _HEAD, size)


def _board(board: Board, left: float, top: float, size: float) -> Iterator[str]:
    light = board.light()
    for (row, column), cell in board:
        x, y = left + column * size, top - (row + 1) * size
        if cell.is_wall:
            yield f"{_WALL} {x:.2f} {y:.2f} {size:.2f} {size:.2f} re f"
        elif light[row, column]:
            yield f"{_LIT} {x:.2f} {y:.2f} {size:.2f} {size:.2f} re f"
    yield from _lines(board, left, top, size)
    for (row, column), cell in board:
        yield from _content(cell, left + (column + 0.5) * size, top - (row + 0.5) * size, size)


def _lines(board: Board, left: float, top: float, size: float) -> Iterator[str]:
    right, bottom = left + board.width * size, top - board.height * size
    yield f"{_GRID} {max(0.2, size / 60):.2f} w"
    for row in range(1, board.height):
        yield f"{left:.2f} {top - row * size:.2f} m {right:.2f} {top - row * size:.2f} l S"
    for column in range(1, board.width):
        yield f"{left + column * size:.2f} {top:.2f} m {left + column * size:.2f} {bottom:.2f} l S"
    yield f"0 G {max(0.6, size / 20):.2f} w {left:.2f} {bottom:.2f} {right - left:.2f} {top - bottom:.2f} re S"


def _content(cell: Cell, x: float, y: float, size: float) -> Iterator[str]:
    """What stands in a cell, around its middle."""
    if cell.clue is not None:
        font = 0.66 * size
        place = f"{x - _DIGIT * font / 2:.2f} {y - 0.36 * font:.2f}"
        yield f"BT /F2 {font:.2f} Tf 1 g {place} Td ({cell}) Tj ET"
    elif cell is Cell.BULB:
        yield f"1 0.77 0 rg 0.3 G {size / 20:.2f} w {_circle(x, y, 0.3 * size)} b"
    elif cell is Cell.DOT:
        yield f"0.35 g {_circle(x, y, 0.09 * size)} f"


def _circle(x: float, y: float, radius: float) -> str:
    """A circle as four curves."""
    k = _CURVE * radius
    corners = [(radius, 0.0), (0.0, radius), (-radius, 0.0), (0.0, -radius), (radius, 0.0)]
    parts = [f"{x + radius:.2f} {y:.2f} m"]
    for (ax, ay), (bx, by) in pairwise(corners):
        # The handles go along the tangents: a quarter turn from where the point is.
        first = (x + ax - k * ay / radius, y + ay + k * ax / radius)
        second = (x + bx + k * by / radius, y + by - k * bx / radius)
        parts.append(f"{first[0]:.2f} {first[1]:.2f} {second[0]:.2f} {second[1]:.2f} {x + bx:.2f} {y + by:.2f} c")
    return " ".join(parts)


def _escaped(text: str) -> str:
    """A text of a PDF, in the characters of Western Europe."""
    data = text.encode("cp1252", "replace").decode("cp1252")
    return "".join([f"\\{character}" if character in "()\\" else character for character in data])


def _file(pages: Sequence[str]) -> bytes:
    """The objects of the file: a catalogue, the list of pages, two fonts, and two objects a page."""
    font = "<< /Type /Font /Subtype /Type1 /BaseFont /{} /Encoding /WinAnsiEncoding >>"
    kids = " ".join([f"{5 + 2 * at} 0 R" for at in range(len(pages))])
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        font.format("Helvetica").encode(),
        font.format("Helvetica-Bold").encode(),
    ]
    for at, page in enumerate(pages):
        stream = zlib.compress(page.encode("cp1252"), 9)
        box = f"/MediaBox [0 0 {_WIDTH:g} {_HEIGHT:g}]"
        fonts = "/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >>"
        objects.append(f"<< /Type /Page /Parent 2 0 R {box} {fonts} /Contents {6 + 2 * at} 0 R >>".encode())
        head = f"<< /Length {len(stream)} /Filter /FlateDecode >>\nstream\n".encode()
        objects.append(head + stream + b"\nendstream")
    return _joined(objects)


def _joined(objects: Sequence[bytes]) -> bytes:
    """The objects one after the other, and the table that says where each begins."""
    file = bytearray(b"%PDF-1.4\n")
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(file))
        file += f"{number} 0 obj\n".encode() + content + b"\nendobj\n"
    start = len(file)
    file += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    file += "".join([f"{place:010d} 00000 n \n" for place in places]).encode()
    file += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(file)
