"""Print drawings as a PDF of A4 pages with several drawings each, written by hand.

A page is a stream of commands: rectangles, lines, letters in Helvetica, circles as four curves. Nothing in the
file depends on the date, so the same drawings give the same bytes.
"""

import zlib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil
from textwrap import wrap

from msgspec import Struct

from bigand.view.drawing import Box, Disc, Drawing, Line, Shape, Text
from bigand.view.paint import MARGIN
from bigand.view.palette import rgb

_WIDTH, _HEIGHT, _MARGIN = 595.0, 842.0, 42.0  # points
_HEADING, _GAP = 16.0, 18.0
_DIGIT = 0.556  # width of a digit in Helvetica, as a share of the font size
_CURVE = 0.5523  # distance of the control points of a quarter circle, for a radius of 1
_FOOTER_SIZE, _FOOTER_LETTER = 6.0, 3.4  # points: size and approximate width of letters below a drawing


class PrintedDrawing(Struct, frozen=True):
    """A drawing with a line of text above it, and perhaps small print below."""

    heading: str
    drawing: Drawing
    footer: str = ""


def render_pdf(parts: Sequence[Sequence[PrintedDrawing]], per_page: int = 4) -> bytes:
    """Render all drawings, `per_page` on a page, row by row.

    Each part begins on a new page, and its drawings are larger if they are fewer.
    """
    pages = [page for drawings in parts for page in _lay_out_pages(drawings, per_page)]
    return _build_file(pages or [""])


def _lay_out_pages(drawings: Sequence[PrintedDrawing], per_page: int) -> Iterator[str]:
    """Yield the pages of a part, in the grid that makes its smallest drawing largest."""
    together = min(per_page, len(drawings))
    across = max(
        range(1, together + 1), key=lambda columns: _smallest_scale(drawings, columns, together), default=1
    )
    for start in range(0, len(drawings), per_page):
        yield _page_commands(drawings[start : start + per_page], across, ceil(together / across))


def _smallest_scale(drawings: Sequence[PrintedDrawing], across: int, count: int) -> float:
    """Return the scale of the smallest drawing with `count` on a page, `across` side by side."""
    return min([_scale(printed, *_drawing_size(across, ceil(count / across))) for printed in drawings])


def _page_commands(drawings: Sequence[PrintedDrawing], across: int, down: int) -> str:
    width, height = _drawing_size(across, down)
    commands: list[str] = []
    for place, printed in enumerate(drawings):
        row, column = divmod(place, across)
        left = _MARGIN + column * (width + _GAP)
        top = _HEIGHT - _MARGIN - row * (height + _HEADING + _GAP)
        commands += _drawing_commands(printed, left, top, width, height)
    return "\n".join(commands)


def _drawing_size(across: int, down: int) -> tuple[float, float]:
    """Return the maximum width and height of each drawing."""
    width = (_WIDTH - 2 * _MARGIN - (across - 1) * _GAP) / across
    height = (_HEIGHT - 2 * _MARGIN - (down - 1) * _GAP) / down - _HEADING
    return width, height


def _drawing_commands(
    printed: PrintedDrawing, left: float, top: float, width: float, height: float
) -> Iterator[str]:
    """Yield the heading and the drawing below it, without its own margin: the page has one."""
    scale = _scale(printed, width, height)
    yield f"BT /F1 10 Tf 0 g {left:.2f} {top - 10:.2f} Td ({_escape(printed.heading)}) Tj ET"
    for shape in printed.drawing.shapes:
        yield from _shape_commands(shape, left - scale * MARGIN, top - _HEADING + scale * MARGIN, scale)
    bottom = top - _HEADING - scale * (printed.drawing.height - 2 * MARGIN)
    for number, line in enumerate(_footer_lines(printed, width), 1):
        y = bottom - number * (_FOOTER_SIZE + 2)
        yield f"BT /F1 {_FOOTER_SIZE} Tf 0 g {left:.2f} {y:.2f} Td ({_escape(line)}) Tj ET"


def _scale(printed: PrintedDrawing, width: float, height: float) -> float:
    """Return the largest scale that leaves space for the footer."""
    left = height - (_FOOTER_SIZE + 2) * len(_footer_lines(printed, width))
    return min(
        width / (printed.drawing.width - 2 * MARGIN), max(left, height / 2) / (printed.drawing.height - 2 * MARGIN)
    )


def _footer_lines(printed: PrintedDrawing, width: float) -> list[str]:
    """Return the lines below a drawing; long words are broken too."""
    return wrap(printed.footer, max(10, int(width / _FOOTER_LETTER)))


def _shape_commands(shape: Shape, left: float, top: float, scale: float) -> Iterator[str]:
    """Yield the commands of a shape; in PDF, y goes up."""

    def place(x: float, y: float) -> str:
        return f"{left + scale * x:.2f} {top - scale * y:.2f}"

    if isinstance(shape, Text):
        wide = _DIGIT * shape.size * len(shape.text)
        start = shape.x - {"start": 0.0, "middle": wide / 2, "end": wide}[shape.anchor]
        font = f"/{'F2' if shape.is_bold else 'F1'} {scale * shape.size:.2f} Tf {_colour(shape.fill)} rg"
        yield f"BT {font} {place(start, shape.y)} Td ({_escape(shape.text)}) Tj ET"
        return
    if isinstance(shape, Box):
        path = f"{place(shape.x, shape.y + shape.height)} {scale * shape.width:.2f} {scale * shape.height:.2f} re"
    elif isinstance(shape, Disc):
        path = _circle_path(left + scale * shape.x, top - scale * shape.y, scale * shape.radius)
    else:
        path = f"{place(*shape.points[0])} m {' '.join([f'{place(*point)} l' for point in shape.points[1:]])}"
    if shape.fill:
        yield f"{_colour(shape.fill)} rg {path} f"
    if shape.stroke:
        thick = shape.width if isinstance(shape, Line) else shape.stroke_width
        close = "s" if isinstance(shape, Line) and shape.is_closed else "S"
        yield f"{_colour(shape.stroke)} RG {scale * thick:.2f} w {path} {close}"


def _colour(colour: str) -> str:
    return " ".join([f"{part / 255:.2f}" for part in rgb(colour)])


def _circle_path(x: float, y: float, radius: float) -> str:
    """Return a circle as four curves."""
    k = _CURVE * radius
    corners = [(radius, 0.0), (0.0, radius), (-radius, 0.0), (0.0, -radius), (radius, 0.0)]
    parts = [f"{x + radius:.2f} {y:.2f} m"]
    for (ax, ay), (bx, by) in pairwise(corners):
        # The control points lie on the tangents, a quarter turn from the radius.
        first = (x + ax - k * ay / radius, y + ay + k * ax / radius)
        second = (x + bx + k * by / radius, y + by - k * bx / radius)
        parts.append(f"{first[0]:.2f} {first[1]:.2f} {second[0]:.2f} {second[1]:.2f} {x + bx:.2f} {y + by:.2f} c")
    return " ".join(parts)


def _escape(text: str) -> str:
    """Escape a PDF string, limited to the characters of Western Europe."""
    data = text.encode("cp1252", "replace").decode("cp1252")
    return "".join([f"\\{character}" if character in "()\\" else character for character in data])


def _build_file(pages: Sequence[str]) -> bytes:
    """Build the objects of the file: a catalogue, the page list, two fonts, and two objects per page."""
    font = "<< /Type /Font /Subtype /Type1 /BaseFont /{} /Encoding /WinAnsiEncoding >>"
    kids = " ".join([f"{5 + 2 * number} 0 R" for number in range(len(pages))])
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        font.format("Helvetica").encode(),
        font.format("Helvetica-Bold").encode(),
    ]
    for number, page in enumerate(pages):
        stream = zlib.compress(page.encode("cp1252"), 9)
        box = f"/MediaBox [0 0 {_WIDTH:g} {_HEIGHT:g}]"
        fonts = "/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >>"
        objects.append(f"<< /Type /Page /Parent 2 0 R {box} {fonts} /Contents {6 + 2 * number} 0 R >>".encode())
        head = f"<< /Length {len(stream)} /Filter /FlateDecode >>\nstream\n".encode()
        objects.append(head + stream + b"\nendstream")
    return _join_objects(objects)


def _join_objects(objects: Sequence[bytes]) -> bytes:
    """Join the objects, followed by the table of their offsets."""
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
