"""Scenes as drawings: what a cell, a tube, a square of a board or a node of a graph looks like."""

from collections.abc import Callable, Iterator, Sequence
from textwrap import wrap

from msgspec.structs import replace

from bigand.view.board import is_dark, several_marks
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
    hatched,
    moved,
    text_width,
)
from bigand.view.palette import EMPTY, Ink, contrast, inks
from bigand.view.pieces import DRAWN, WALL, piece
from bigand.view.scene import Cell, Edge, Label, Scene, apart
from bigand.view.tubes import legend, mark_of

_CELL = 28.0
_EDGE = 14.0  # around a drawing
_FILL = {"true": "#2f6f4f", "false": "#f4f4ee", "none": None}
_SIZE = {"title": 15.0, "said": 12.0, "column": 12.0, "row": 12.0, "entry": 13.0, "clue": 15.0}
_NARROW = 140.0  # a title may be as wide, whatever stands below it
_SWATCH = 36.0  # in a key
_CLASH = "#f2a9a4"
_FRAME = "#b8b8ae"

_TUBE, _LAYER, _BETWEEN = 36.0, 26.0, 16.0
_GLASS, _SHINE = "#7d8790", "#f7f9fa"

_SQUARE = 36.0
_LIGHT, _DARK = "#f3ead8", "#c9a67c"

_NODE, _FAR = 15.0, 84.0
_PLAIN, _CHOSEN, _UNCHOSEN = "#eef1f4", "#2f6f4f", "#dcdcd6"


def painted_scenes(scenes: Sequence[tuple[str, Scene]]) -> list[Drawing]:
    """A drawing for each scene, with the same colours for the same names in all of them, and room for titles."""
    ink = scene_inks([scene for _, scene in scenes])
    drawings = [_painter(scene)(scene, name, ink) for name, scene in scenes]
    above = max(
        [_heading(scene, drawing.width)[1] for (_, scene), drawing in zip(scenes, drawings, strict=True)] or [0.0]
    )
    return [_headed(scene, name, drawing, above) for (name, scene), drawing in zip(scenes, drawings, strict=True)]


def scene_inks(scenes: Sequence[Scene]) -> dict[str, Ink]:
    """An ink for whatever has a name in some scenes."""
    return inks(sorted({part for scene in scenes for state in scene.states for part in apart(state)}))


def scene_legend(scenes: Sequence[Scene], ink: dict[str, Ink]) -> list[tuple[str, str]]:
    """What the marks on tubes and boards mean, if they need to be told; what is drawn tells itself."""
    states = {state for scene in scenes if scene.kind in ("tubes", "board") for state in scene.states}
    return legend(ink, [state for state in states if state.lower() not in DRAWN])


def key_drawing(scenes: Sequence[Scene], width: float) -> list[Drawing]:
    """The key of some scenes, as wide: each colour with its mark and its name, several in one place hatched.

    None where nothing needs to be told.
    """
    ink = scene_inks(scenes)
    entries = scene_legend(scenes, ink)
    if not entries:
        return []
    widest = max([text_width(name, 12) for _, name in entries]) + _SWATCH + 18
    columns = max(1, int((width - 2 * _EDGE) // widest))
    shapes: list[Shape] = []
    for at, (mark, name) in enumerate(entries):
        x, y = _EDGE + (at % columns) * widest, _EDGE + at // columns * 24.0
        shapes += _swatch(mark, name, x, y, ink)
        shapes.append(Text(x + _SWATCH + 6, y + 14, name, 12, id=f"key-{name}".replace(" ", "")))
    rows = -(-len(entries) // columns)
    wide = min(columns, len(entries)) * widest + 2 * _EDGE
    return [Drawing(wide, rows * 24 + 2 * _EDGE, tuple(shapes), "", "key")]


def _swatch(mark: str, name: str, x: float, y: float, ink: dict[str, Ink]) -> Iterator[Shape]:
    corners = ((x, y), (x + _SWATCH, y), (x + _SWATCH, y + 20), (x, y + 20))
    yield from _filled(corners, name, ink)
    yield Line(corners, _FRAME, 1.0, None, True)
    yield from _marked(mark, name, x + _SWATCH / 2, y + 10, 12, ink)


def _filled(corners: Sequence[Point], state: str, ink: dict[str, Ink], id: str = "") -> Iterator[Shape]:
    """The ground of a place: its colour, or stripes of all that are in it."""
    parts = apart(state)
    if len(parts) == 1:
        yield Line(tuple(corners), None, 0.0, _colour(state, ink), True, id, state)
        return
    yield Line(tuple(corners), None, 0.0, PAPER, True, id, state)
    yield from hatched(corners, _stripes(parts, ink))


def _stripes(parts: Sequence[str], ink: dict[str, Ink]) -> list[str]:
    """The colours of several things; numbers have none, they only clash."""
    if all([_is_number(part) for part in parts]):
        return [_CLASH, PAPER]
    return [_colour(part, ink) or PAPER for part in parts]


def _is_number(name: str) -> bool:
    return name.removeprefix("-").isdigit()


def _marked(mark: str, state: str, x: float, y: float, size: float, ink: dict[str, Ink]) -> Iterator[Shape]:
    """The mark of a place around this middle; on stripes it has paper below it."""
    if len(apart(state)) > 1:
        wide = text_width(mark, size - 1) + 2
        yield Box(x - wide / 2, y - size / 2 - 1, wide, size + 2, PAPER)
        yield Text(x, y + 4, mark, size - 1, "middle", True)
    elif state in ink:
        yield Text(x, y + 4.5, mark, size, "middle", fill=contrast(ink[state].colour))
    else:
        yield Text(x, y + 4.5, mark, size, "middle")


def paint(scene: Scene, name: str, ink: dict[str, Ink]) -> Drawing:
    """A scene as a drawing; `name` makes its ids different from those of others."""
    drawing = _painter(scene)(scene, name, ink)
    return _headed(scene, name, drawing, _heading(scene, drawing.width)[1])


def _painter(scene: Scene) -> Callable[[Scene, str, dict[str, Ink]], Drawing]:
    return {"tubes": _tubes, "board": _board, "graph": _graph, "table": _table}.get(scene.kind, _grid)


def _headed(scene: Scene, name: str, drawing: Drawing, above: float) -> Drawing:
    """A drawing below its title, for which there is so much room; neither is much wider than the other."""
    title, _ = _heading(scene, drawing.width)
    down = above - _CELL  # painters leave a row for a title of one line
    shapes = [moved(shape, _EDGE, _EDGE + down) for shape in drawing.shapes]
    texts = [moved(replace(text, id=f"{name}-{text.id}" if text.id else ""), _EDGE, _EDGE) for text in title]
    widths = [text_width(text.text, text.size, text.is_bold) for text in title]
    label = f"{scene.title}: {', '.join(scene.said.splitlines())}" if scene.said else scene.title
    height = drawing.height + down + 2 * _EDGE
    return Drawing(max([drawing.width, *widths]) + 2 * _EDGE, height, (*texts, *shapes), label, name)


def _heading(scene: Scene, width: float) -> tuple[list[Text], float]:
    """The lines of a title and of what is said below it, and how high they are."""
    found: list[Text] = []
    y = 0.0
    for text, role in ((scene.title, "title"), (scene.said, "said")):
        size, is_bold = _SIZE[role], role == "title"
        letters = int(max(width, _NARROW) / text_width("x", size, is_bold))
        lines = [
            line
            for part in text.splitlines()
            for line in wrap(part, letters, break_long_words=False, break_on_hyphens=False)
        ]
        for at, line in enumerate(lines):
            y += size + 4
            found.append(Text(0, y, line, size, is_bold=is_bold, id=role if not at else f"{role}-{at + 1}"))
    return found, y + 9 if found else 0.0


def _name(name: str, cell: Cell) -> str:
    """The id of a cell, different from those of other scenes."""
    return cell.id if cell.id.startswith(f"{name}-") else f"{name}-{cell.id}"


def _labels(scene: Scene) -> list[Label]:
    """All but what stands above."""
    return [label for label in scene.labels if label.role not in ("title", "said")]


def _text(label: Label, name: str, x: float, y: float, anchor: str = "middle", fill: str = INK) -> Text:
    is_bold = label.role in ("column", "clue")
    return Text(x, y, label.text, _SIZE[label.role], anchor, is_bold, fill, f"{name}-{label.id}")


# ---------------------------------------------------------------------- grids and tables


def _grid(scene: Scene, name: str, ink: dict[str, Ink]) -> Drawing:
    labels = _labels(scene)
    unit = max([_CELL, *[text_width(label.text, 13) + 8 for label in labels]])
    shapes: list[Shape] = []
    for cell in scene.cells:
        fill = _FILL[cell.state] if cell.state in _FILL else _colour(cell.state, ink)
        shapes.append(Box(cell.x * unit, cell.y * _CELL, unit, _CELL, fill, _FRAME, _name(name, cell), cell.state))
    shapes += [_text(one, name, (one.x + 0.5) * unit, (one.y + 1) * _CELL - 9) for one in labels]
    return Drawing(scene.width * unit, scene.height * _CELL, tuple(shapes))


def _table(scene: Scene, name: str, _ink: dict[str, Ink]) -> Drawing:
    """Columns as wide as what stands in them; every second row is shaded."""
    labels = _labels(scene)
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
    right, bottom = left + _TUBE, top + _LAYER
    if is_lowest:
        yield from _filled(_tube(left, top, bottom), cell.state, ink, cell.id)
    elif len(apart(cell.state)) > 1:
        yield from _filled(((left, top), (right, top), (right, bottom), (left, bottom)), cell.state, ink, cell.id)
    else:
        yield Box(left, top, _TUBE, _LAYER, _colour(cell.state, ink), None, cell.id, cell.state)
    mark = mark_of(cell.state, ink)
    if mark:
        yield from _marked(mark, cell.state, left + _TUBE / 2, top + _LAYER / 2, 12, ink)


# ---------------------------------------------------------------------- boards


def _board(scene: Scene, name: str, ink: dict[str, Ink]) -> Drawing:
    """Squares light and dark, and what stands on them."""
    rows = [label for label in scene.labels if label.role == "row"]
    margin = max([18.0, *[text_width(label.text, 12) + 8 for label in rows]])
    entries = [label for label in scene.labels if label.role == "entry"]
    marks = [several_marks(cell.state, ink) for cell in scene.cells if len(apart(cell.state)) > 1]
    size = max([_SQUARE, *[text_width(text, 13) + 8 for text in (*[label.text for label in entries], *marks)]])
    walls = {(cell.x, cell.y) for cell in scene.cells if cell.layer and cell.state.lower() in WALL}
    shapes: list[Shape] = []
    for cell in scene.cells:
        x, y = margin + (cell.x - 1) * size, _CELL + (cell.y - 1) * size
        if cell.layer == 0:
            ground = _DARK if is_dark(scene, cell.x, cell.y) else _LIGHT
            shapes.append(Box(x, y, size, size, ground, None, _name(name, cell), cell.state))
        elif len(apart(cell.state)) > 1:
            corners = ((x, y), (x + size, y), (x + size, y + size), (x, y + size))
            shapes += _filled(corners, cell.state, ink, _name(name, cell))
            shapes += _marked(several_marks(cell.state, ink), cell.state, x + size / 2, y + size / 2, 12, ink)
        elif cell.state not in ("none", "false") and cell.state.lower() not in EMPTY:
            shapes += piece(cell.state, x, y, size, _name(name, cell), ink)
    wide, high = (scene.width - 1) * size, (scene.height - 2) * size
    shapes.append(Box(margin, _CELL, wide, high, None, "#6b5638"))
    for label in scene.labels:
        if label.role == "row":
            shapes.append(_text(label, name, margin - 7, _CELL + (label.y - 0.5) * size + 4, "end"))
        elif label.role == "column":
            shapes.append(_text(label, name, margin + (label.x - 0.5) * size, _CELL + high + 17))
        elif label.role in ("entry", "clue"):
            x, y = margin + (label.x - 0.5) * size, _CELL + (label.y - 0.5) * size + 5
            shapes.append(_text(label, name, x, y, fill=PAPER if (label.x, label.y) in walls else INK))
    return Drawing(margin + wide, _CELL + high + 24, tuple(shapes))


# ---------------------------------------------------------------------- graphs


def _graph(scene: Scene, name: str, ink: dict[str, Ink]) -> Drawing:
    """Edges below, those that are not chosen thinly; nodes in their colours, long names under them."""
    widest = max([text_width(node.text, 12) for node in scene.nodes], default=0.0)
    is_short = widest <= 2 * _NODE - 6
    margin = _NODE if is_short else max(_NODE, widest / 2)
    far = _FAR if is_short else max(_FAR, 0.8 * widest)
    low = _CELL + 8 + _NODE
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
