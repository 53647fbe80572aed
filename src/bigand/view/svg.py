"""Drawings as SVG: one element a line, ids from the drawing, nothing that depends on time or place."""

from collections.abc import Sequence
from html import escape

from bigand.view.drawing import PAPER, Box, Disc, Drawing, Line, Shape, Text, extent, flowed
from bigand.view.scene import Scene

_WIDTH = 900.0  # pixels, of rows of pictures
_NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"'


def svg(scenes: Sequence[tuple[str, Scene]]) -> str:
    """All scenes: beside each other as far as they fit, each in a group with its name; below them their key."""
    from bigand.view.paint import key_drawing, painted_scenes  # it makes the shapes that are written here

    placed = flowed(painted_scenes(scenes), _WIDTH)
    wide, high = extent(placed)
    placed += [(key, (0.0, high)) for key in key_drawing([scene for _, scene in scenes], wide)]
    lines: list[str] = []
    for drawing, (x, y) in placed:
        move = f' transform="translate({_number(x)},{_number(y)})"' if x or y else ""
        lines += [f'<g id="{escape(drawing.id)}"{move}>', *_elements(drawing, ""), "</g>"]
    width, height = extent(placed) if placed else (28.0, 28.0)
    return _document(width, height, "; ".join([drawing.label for drawing, _ in placed if drawing.label]), lines)


def drawing_svg(drawing: Drawing, prefix: str = "") -> str:
    """A drawing as a document; `prefix` goes before every id, so that several can stand in one page."""
    return _document(drawing.width, drawing.height, drawing.label, _elements(drawing, prefix))


def _document(width: float, height: float, label: str, elements: list[str]) -> str:
    wide, high = _number(width), _number(height)
    head = (
        f'<svg {_NAMESPACE} width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" font-family="sans-serif" '
        f'role="img">'
    )
    title = [f"<title>{escape(label, quote=False)}</title>"] if label else []
    paper = f'<rect width="{wide}" height="{high}" fill="{PAPER}"/>'
    return "\n".join([head, *title, paper, *elements, "</svg>"]) + "\n"


def _elements(drawing: Drawing, prefix: str) -> list[str]:
    return [_element(shape, prefix) for shape in drawing.shapes]


def _element(shape: Shape, prefix: str) -> str:
    names = _attributes(id=prefix + shape.id if shape.id else "")
    match shape:
        case Box(x, y, width, height):
            place = _attributes(x=x, y=y, width=width, height=height)
            return f"<rect{names}{_state(shape)}{place}{_paint(shape.fill, shape.stroke)}/>"
        case Disc(x, y, radius):
            place = _attributes(cx=x, cy=y, r=radius)
            return f"<circle{names}{_state(shape)}{place}{_paint(shape.fill, shape.stroke)}/>"
        case Line(points, stroke, width, fill, is_closed):
            kind = "polygon" if is_closed else "polyline"
            places = " ".join([f"{_number(x)},{_number(y)}" for x, y in points])
            joints = _attributes(stroke_width=width, stroke_linejoin="round") if stroke else ""
            return f'<{kind}{names}{_state(shape)} points="{places}"{_paint(fill, stroke)}{joints}/>'
        case Text(x, y, text, size, anchor, is_bold, fill):
            place = _attributes(x=x, y=y, font_size=size)
            middle = "" if anchor == "start" else _attributes(text_anchor=anchor)
            weight = _attributes(font_weight="bold") if is_bold else ""
            return f'<text{names}{place}{middle}{weight} fill="{fill}">{escape(text, quote=False)}</text>'


def _state(shape: Box | Disc | Line) -> str:
    return f' data-state="{escape(shape.state)}"' if shape.state else ""


def _paint(fill: str | None, stroke: str | None) -> str:
    return f' fill="{fill or "none"}"' + (f' stroke="{stroke}"' if stroke else "")


def _attributes(**values: float | str) -> str:
    """` x="1" stroke-width="2"`; what is empty is left out."""
    return "".join(
        [
            f' {name.replace("_", "-")}="{_number(value) if isinstance(value, int | float) else escape(value)}"'
            for name, value in values.items()
            if value != ""
        ]
    )


def _number(value: float) -> str:
    return f"{round(value, 2):g}"
