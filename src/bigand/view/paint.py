"""Scenes as drawings: what a cell, a tube, a square of a board or a node of a graph looks like."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bigand.view.board import is_dark
from bigand.view.drawing import (
    INK,
    PAPER,
    Box,
    Disc,
    Drawing,
    Line,
    Point,
    Shape,
    Text,
    arc,
    arrow_head,
    moved,
    text_width,
)
from bigand.view.palette import Ink, contrast, inks
from bigand.view.pieces import piece
from bigand.view.scene import Cell, Edge, Label, Scene

_CELL = 28.0
_EDGE = 14.0  # around a drawing
_FILL = {"true": "#2f6f4f", "false": "#f4f4ee", "none": None}
_SIZE = {"title": 15.0, "column": 12.0, "row": 12.0, "entry": 13.0}
_FRAME = "#b8b8ae"

_TUBE, _LAYER, _BETWEEN = 36.0, 26.0, 16.0
_GLASS, _SHINE = "#7d8790", "#f7f9fa"

_SQUARE = 36.0
_LIGHT, _DARK = "#f3ead8", "#c9a67c"

_NODE, _FAR = 15.0, 84.0
_PLAIN, _CHOSEN, _UNCHOSEN = "#eef1f4", "#2f6f4f", "#dcdcd6"


def painted_scenes(scenes: Sequence[tuple[str, Scene]]) -> list[Drawing]:
    """A drawing for each scene, with the same colours for the same names in all of them."""
    ink = scene_inks([scene for _, scene in scenes])
    return [paint(scene, name, ink) for name, scene in scenes]


def scene_inks(scenes: Sequence[Scene]) -> dict[str, Ink]:
    """An ink for whatever has a name in some scenes."""
    states: set[str] = set()
    for scene in scenes:
        states |= {cell.state for cell in scene.cells} | {node.state for node in scene.nodes}
        states |= {edge.state for edge in scene.edges}
    return inks(sorted(states - {"none", "true", "false"}))


def paint(scene: Scene, name: str, ink: dict[str, Ink]) -> Drawing:
    """A scene as a drawing; `name` makes its ids different from those of others."""
    painter = {"tubes": _tubes, "board": _board, "graph": _graph, "table": _table}.get(scene.kind, _grid)
    drawing = painter(scene, name, ink)
    shapes = [moved(shape, _EDGE, _EDGE) for shape in (*_title(scene, name), *drawing.shapes)]
    width = max(drawing.width, text_width(scene.title, _SIZE["title"], True))
    return Drawing(width + 2 * _EDGE, drawing.height + 2 * _EDGE, tuple(shapes), scene.title, name)


def _name(name: str, cell: Cell) -> str:
    """The id of a cell, different from those of other scenes."""
    return cell.id if cell.id.startswith(f"{name}-") else f"{name}-{cell.id}"


def _title(scene: Scene, name: str) -> list[Shape]:
    if not scene.title:
        return []
    return [Text(0, 19, scene.title, _SIZE["title"], is_bold=True, id=f"{name}-title")]


def _text(label: Label, name: str, x: float, y: float, anchor: str = "middle") -> Text:
    return Text(x, y, label.text, _SIZE[label.role], anchor, label.role == "column", id=f"{name}-{label.id}")


# ---------------------------------------------------------------------- grids and tables


def _grid(scene: Scene, name: str, ink: dict[str, Ink]) -> Drawing:
    labels = [label for label in scene.labels if label.role != "title"]
    unit = max([_CELL, *[text_width(label.text, 13) + 8 for label in labels]])
    shapes: list[Shape] = []
    for cell in scene.cells:
        fill = _FILL[cell.state] if cell.state in _FILL else _colour(cell.state, ink)
        shapes.append(Box(cell.x * unit, cell.y * _CELL, unit, _CELL, fill, _FRAME, _name(name, cell), cell.state))
    shapes += [_text(one, name, (one.x + 0.5) * unit, (one.y + 1) * _CELL - 9) for one in labels]
    return Drawing(scene.width * unit, scene.height * _CELL, tuple(shapes))


def _table(scene: Scene, name: str, _ink: dict[str, Ink]) -> Drawing:
    """Columns as wide as what stands in them; every second row is shaded."""
    labels = [label for label in scene.labels if label.role != "title"]
    wide = [
        max([_CELL, *[text_width(one.text, 13) + 20 for one in labels if one.x == x]]) for x in range(scene.width)
    ]
    shapes: list[Shape] = [Box(0, y * _CELL, sum(wide), _CELL, "#f4f4ee") for y in range(2, scene.height) if y % 2]
    shapes.append(Line(((0, 2 * _CELL), (sum(wide), 2 * _CELL)), _FRAME))
    shapes += [_text(one, name, sum(wide[: one.x]) + 8, (one.y + 1) * _CELL - 9, "start") for one in labels]
    return Drawing(sum(wide), scene.height * _CELL, tuple(shapes))


def _colour(state: str, ink: dict[str, Ink]) -> str | None:
    return ink[state].colour if state in ink else None


# ---------------------------------------------------------------------- tubes


def _tubes(scene: Scene, name: str, ink: dict[str, Ink]) -> Drawing:
    """Tubes open above and round below, each layer with its mark, so that no one needs to tell colours apart."""
    top = _CELL + 6
    levels = scene.height - 2
    bottom = top + levels * _LAYER
    shapes: list[Shape] = []
    for x in range(scene.width):
        left = x * (_TUBE + _BETWEEN)
        cells = sorted([cell for cell in scene.cells if cell.x == x], key=lambda cell: cell.y)
        shapes.append(Line(_tube(left, top - 6, bottom), None, 0, _SHINE, True))
        for cell in cells:
            named = replace(cell, id=_name(name, cell))
            shapes += _layer(named, left, top + (cell.y - 1) * _LAYER, cell.y == levels, ink)
        shapes.append(Line(_tube(left, top - 6, bottom), _GLASS, 2.0))
    for label in scene.labels:
        if label.role == "column":
            shapes.append(_text(label, name, label.x * (_TUBE + _BETWEEN) + _TUBE / 2, bottom + 20))
    return Drawing(scene.width * (_TUBE + _BETWEEN) - _BETWEEN, bottom + _CELL, tuple(shapes))


def _tube(left: float, top: float, bottom: float) -> tuple[Point, ...]:
    """The glass, from its left rim round to its right."""
    radius = 12.0
    right = left + _TUBE
    below_left = arc((left + radius, bottom - radius), radius, 2, 1)
    below_right = arc((right - radius, bottom - radius), radius, 1, 0)
    return ((left, top), *below_left, *below_right, (right, top))


def _layer(cell: Cell, left: float, top: float, is_lowest: bool, ink: dict[str, Ink]) -> Iterator[Shape]:
    one = ink.get(cell.state)
    fill = one.colour if one else None
    if is_lowest:
        yield Line(_tube(left, top, top + _LAYER), None, 0, fill, True, cell.id, cell.state)
    else:
        yield Box(left, top, _TUBE, _LAYER, fill, None, cell.id, cell.state)
    if one:
        yield Text(left + _TUBE / 2, top + _LAYER / 2 + 4.5, one.mark, 12, "middle", fill=contrast(one.colour))


# ---------------------------------------------------------------------- boards


def _board(scene: Scene, name: str, ink: dict[str, Ink]) -> Drawing:
    """Squares light and dark, and what stands on them."""
    rows = [label for label in scene.labels if label.role == "row"]
    margin = max([18.0, *[text_width(label.text, 12) + 8 for label in rows]])
    entries = [label for label in scene.labels if label.role == "entry"]
    size = max([_SQUARE, *[text_width(label.text, 13) + 8 for label in entries]])
    shapes: list[Shape] = []
    for cell in scene.cells:
        x, y = margin + (cell.x - 1) * size, _CELL + (cell.y - 1) * size
        if cell.layer == 0:
            ground = _DARK if is_dark(scene, cell.x, cell.y) else _LIGHT
            shapes.append(Box(x, y, size, size, ground, None, _name(name, cell), cell.state))
        elif cell.state not in ("none", "false"):
            shapes += piece(cell.state, x, y, size, _name(name, cell), ink)
    wide, high = (scene.width - 1) * size, (scene.height - 2) * size
    shapes.append(Box(margin, _CELL, wide, high, None, "#6b5638"))
    for label in scene.labels:
        if label.role == "row":
            shapes.append(_text(label, name, margin - 7, _CELL + (label.y - 0.5) * size + 4, "end"))
        elif label.role == "column":
            shapes.append(_text(label, name, margin + (label.x - 0.5) * size, _CELL + high + 17))
        elif label.role == "entry":
            x, y = margin + (label.x - 0.5) * size, _CELL + (label.y - 0.5) * size + 5
            shapes.append(_text(label, name, x, y))
    return Drawing(margin + wide, _CELL + high + 24, tuple(shapes))


# ---------------------------------------------------------------------- graphs


def _graph(scene: Scene, name: str, ink: dict[str, Ink]) -> Drawing:
    """Edges below, those that are not chosen thinly; nodes in their colours, long names under them."""
    widest = max([text_width(node.text, 12) for node in scene.nodes], default=0.0)
    is_short = widest <= 2 * _NODE - 6
    margin = _NODE if is_short else max(_NODE, widest / 2)
    far = _FAR if is_short else max(_FAR, 0.8 * widest)
    low = (_CELL + 8 + _NODE) if scene.title else _NODE
    places = [(margin + node.x * scene.width * far, low + node.y * scene.height * far) for node in scene.nodes]
    shapes: list[Shape] = []
    for edge in sorted(scene.edges, key=lambda one: one.state != "false"):
        shapes += _edge(edge, _between(places[edge.start], places[edge.end], _NODE), name, ink)
    for node, (x, y) in zip(scene.nodes, places, strict=True):
        fill = _CHOSEN if node.state == "true" else _colour(node.state, ink) or _PLAIN
        shapes.append(Disc(x, y, _NODE, fill, INK, f"{name}-{node.id}", node.state))
        if is_short:
            shapes.append(Text(x, y + 4.5, node.text, 12, "middle", fill=contrast(fill)))
        else:
            wide = text_width(node.text, 12)
            shapes += [
                Box(x - wide / 2, y + _NODE + 2, wide, 15, PAPER),
                Text(x, y + _NODE + 14, node.text, 12, "middle"),
            ]
    bottom = low + scene.height * far + _NODE + (0 if is_short else 18)
    return _with_legend(Drawing(scene.width * far + 2 * margin, bottom, tuple(shapes)), scene, name, ink)


def _edge(edge: Edge, ends: tuple[Point, Point], name: str, ink: dict[str, Ink]) -> Iterator[Shape]:
    start, end = ends
    colour = {"true": INK, "false": _UNCHOSEN}.get(edge.state) or _colour(edge.state, ink) or INK
    width = 1.0 if edge.state == "false" else 2.0
    yield Line((start, end), colour, width, id=f"{name}-{edge.id}", state=edge.state)
    if edge.is_directed:
        yield arrow_head(start, end, 10, colour)
    if edge.text:
        x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        wide = text_width(edge.text, 11) + 4
        yield Box(x - wide / 2, y - 8, wide, 14, PAPER)
        yield Text(x, y + 3, edge.text, 11, "middle")


def _between(a: Point, b: Point, radius: float) -> tuple[Point, Point]:
    """The piece between two circles."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    share = min(0.5, radius / length)
    return (a[0] + share * dx, a[1] + share * dy), (b[0] - share * dx, b[1] - share * dy)


def _with_legend(drawing: Drawing, scene: Scene, name: str, ink: dict[str, Ink]) -> Drawing:
    """What the colours are called, below."""
    used = [one for one in ink if one in {node.state for node in scene.nodes}]
    shapes: list[Shape] = []
    x, y = 0.0, drawing.height + 22
    for one in used:
        wide = 22 + text_width(one, 12) + 10
        if shapes and x + wide > max(drawing.width, 200):
            x, y = 0.0, y + 22
        shapes += [
            Box(x, y - 11, 14, 14, ink[one].colour, INK),
            Text(x + 20, y, one, 12, id=f"{name}-legend-{one}"),
        ]
        x += wide
    if not shapes:
        return drawing
    right = max([drawing.width, *[shape.x + 10 for shape in shapes if isinstance(shape, Box)], x - 10])
    return replace(drawing, width=right, height=y + 8, shapes=(*drawing.shapes, *shapes))
