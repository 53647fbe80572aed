"""Render drawings as SVG: one element per line, ids from the drawing, no dependence on time or locale."""

from collections.abc import Sequence
from html import escape

from bigand.view.drawing import (
    BACKGROUND,
    Box,
    Disc,
    Drawing,
    Line,
    Point,
    Shape,
    Text,
    extent,
    flow_drawings,
    join_drawings,
)
from bigand.view.scene import Scene

_WIDTH = 900.0  # pixels, of a row of pictures
_NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"'


def render_svg(scenes: Sequence[tuple[str, Scene]]) -> str:
    """Render all scenes side by side as far as they fit, each in a named group, with their key below."""
    placed = _place_scenes(scenes)
    lines: list[str] = []
    for drawing, (x, y) in placed:
        move = f' transform="translate({_number_text(x)},{_number_text(y)})"' if x or y else ""
        lines += [f'<g id="{escape(drawing.id)}"{move}>', *svg_elements(drawing.shapes), "</g>"]
    width, height = extent(placed) if placed else (28.0, 28.0)
    return _svg_document(width, height, "; ".join([drawing.label for drawing, _ in placed if drawing.label]), lines)


def join_scenes(scenes: Sequence[tuple[str, Scene]]) -> Drawing:
    """Return all scenes, laid out in the same way, as one drawing."""
    return join_drawings(_place_scenes(scenes))


def _place_scenes(scenes: Sequence[tuple[str, Scene]]) -> list[tuple[Drawing, Point]]:
    from bigand.view.paint import draw_key, paint_scenes  # only scenes need it

    placed = flow_drawings(paint_scenes(scenes), _WIDTH)
    wide, high = extent(placed)
    return [*placed, *[(key, (0.0, high)) for key in draw_key([scene for _, scene in scenes], wide)]]


def render_drawing_svg(drawing: Drawing, prefix: str = "") -> str:
    """Render a drawing as a document; `prefix` makes its ids unique within a page."""
    return _svg_document(drawing.width, drawing.height, drawing.label, svg_elements(drawing.shapes, prefix))


def _svg_document(width: float, height: float, label: str, elements: list[str]) -> str:
    wide, high = _number_text(width), _number_text(height)
    head = (
        f'<svg {_NAMESPACE} width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" font-family="sans-serif" '
        f'role="img">'
    )
    title = [f"<title>{escape(label, quote=False)}</title>"] if label else []
    background = f'<rect width="{wide}" height="{high}" fill="{BACKGROUND}"/>'
    return "\n".join([head, *title, background, *elements, "</svg>"]) + "\n"


def svg_elements(shapes: Sequence[Shape], prefix: str = "") -> list[str]:
    """Render shapes as elements of a document."""
    return [_svg_element(shape, prefix) for shape in shapes]


def _svg_element(shape: Shape, prefix: str) -> str:
    names = f' id="{escape(prefix + shape.id)}"' if shape.id else ""
    if shape.atoms:
        names += f' data-atoms="{escape(";".join(shape.atoms))}"'
    match shape:
        case Box(x, y, width, height):
            place = _attributes(x=x, y=y, width=width, height=height)
            look = _colour_attributes(shape) + _stroke_attributes(shape)
            return f"<rect{names}{_state_attribute(shape)}{place}{look}/>"
        case Disc(x, y, radius):
            place = _attributes(cx=x, cy=y, r=radius)
            look = _colour_attributes(shape) + _stroke_attributes(shape)
            return f"<circle{names}{_state_attribute(shape)}{place}{look}/>"
        case Line(points, stroke, width, _, is_closed):
            kind = "polygon" if is_closed else "polyline"
            places = " ".join([f"{_number_text(x)},{_number_text(y)}" for x, y in points])
            joints = f' stroke-width="{_number_text(width)}" stroke-linejoin="round"' if stroke else ""
            return f'<{kind}{names}{_state_attribute(shape)} points="{places}"{_colour_attributes(shape)}{joints}/>'
        case Text(x, y, text, size, anchor, is_bold, fill):
            place = _attributes(x=x, y=y, font_size=size)
            middle = "" if anchor == "start" else f' text-anchor="{anchor}"'
            weight = ' font-weight="bold"' if is_bold else ""
            around = f' stroke="{BACKGROUND}" stroke-width="3" paint-order="stroke"' if shape.has_halo else ""
            return f'<text{names}{place}{middle}{weight}{around} fill="{fill}">{escape(text, quote=False)}</text>'


def _attributes(**values: float) -> str:
    return "".join([f' {name.replace("_", "-")}="{_number_text(value)}"' for name, value in values.items()])


def _state_attribute(shape: Box | Disc | Line) -> str:
    return f' data-state="{escape(shape.state)}"' if shape.state else ""


def _stroke_attributes(shape: Box | Disc) -> str:
    wide = f' stroke-width="{_number_text(shape.stroke_width)}"' if shape.stroke and shape.stroke_width != 1 else ""
    return wide + (f' stroke-dasharray="{shape.dashes}"' if shape.dashes else "")


def _colour_attributes(shape: Box | Disc | Line) -> str:
    return f' fill="{shape.fill or "none"}"' + (f' stroke="{shape.stroke}"' if shape.stroke else "")


def _number_text(value: float) -> str:
    return f"{round(value, 2):g}"
