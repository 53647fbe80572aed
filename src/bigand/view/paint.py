"""Paint scenes of any kind as drawings: titles, keys, and what the painters of all kinds share."""

from collections.abc import Iterator, Sequence
from textwrap import wrap

from msgspec.structs import replace

from bigand.view.drawing import (
    BACKGROUND,
    FOREGROUND,
    Box,
    Drawing,
    Line,
    Point,
    Shape,
    Text,
    hatch,
    move_shape,
    text_width,
)
from bigand.view.kinds import kind_of
from bigand.view.palette import Ink, assign_inks, contrast_colour, legend
from bigand.view.pieces import DRAWABLE
from bigand.view.scene import Cell, Label, Scene, split_state

CELL = 28.0
MARGIN = 14.0  # around a drawing
_SIZE = {"title": 15.0, "said": 12.0, "column": 12.0, "row": 12.0, "entry": 13.0, "given": 13.0, "clue": 21.0}
_MIN_TITLE_WIDTH = 140.0  # a title may be this wide, whatever is below it
_SWATCH = 36.0  # width of a colour sample in a key
_CLASH_COLOUR = "#f2a9a4"
FRAME_COLOUR = "#b8b8ae"


def paint_scenes(scenes: Sequence[tuple[str, Scene]]) -> list[Drawing]:
    """Return a drawing for each scene, with consistent colours and equal space for titles."""
    ink = scene_inks([scene for _, scene in scenes])
    drawings = [kind_of(scene.kind).paint(scene, name, ink) for name, scene in scenes]
    above = max(
        [_make_heading(scene, drawing.width)[1] for (_, scene), drawing in zip(scenes, drawings, strict=True)]
        or [0.0]
    )
    return [
        _add_heading(scene, name, drawing, above) for (name, scene), drawing in zip(scenes, drawings, strict=True)
    ]


def scene_inks(scenes: Sequence[Scene]) -> dict[str, Ink]:
    """Assign an ink to every named state in some scenes."""
    return assign_inks(sorted({part for scene in scenes for state in scene.states for part in split_state(state)}))


def scene_legend(scenes: Sequence[Scene], ink: dict[str, Ink]) -> list[tuple[str, str]]:
    """Return what the marks mean, if they need explaining; drawn pieces explain themselves."""
    states = {state for scene in scenes if kind_of(scene.kind).has_key for state in scene.states}
    return legend(ink, [state for state in states if state.lower() not in DRAWABLE])


def draw_key(scenes: Sequence[Scene], width: float) -> list[Drawing]:
    """Return the key of some scenes, at most as wide: each colour with its mark and name, several hatched.

    The list is empty if nothing needs explaining.
    """
    ink = scene_inks(scenes)
    entries = scene_legend(scenes, ink)
    if not entries:
        return []
    widest = max([text_width(name, 12) for _, name in entries]) + _SWATCH + 18
    columns = max(1, int((width - 2 * MARGIN) // widest))
    shapes: list[Shape] = []
    for number, (mark, name) in enumerate(entries):
        x, y = MARGIN + (number % columns) * widest, MARGIN + number // columns * 24.0
        shapes += _swatch_shapes(mark, name, x, y, ink)
        shapes.append(Text(x + _SWATCH + 6, y + 14, name, 12, id=f"key-{name}".replace(" ", "")))
    rows = -(-len(entries) // columns)
    wide = min(columns, len(entries)) * widest + 2 * MARGIN
    return [Drawing(wide, rows * 24 + 2 * MARGIN, tuple(shapes), "", "key")]


def _swatch_shapes(mark: str, name: str, x: float, y: float, ink: dict[str, Ink]) -> Iterator[Shape]:
    corners = ((x, y), (x + _SWATCH, y), (x + _SWATCH, y + 20), (x, y + 20))
    yield from fill_place(corners, name, ink)
    yield Line(corners, FRAME_COLOUR, 1.0, None, True)
    yield from mark_shapes(mark, name, x + _SWATCH / 2, y + 10, 12, ink)


def fill_place(
    corners: Sequence[Point], state: str, ink: dict[str, Ink], id: str = "", atoms: tuple[str, ...] = ()
) -> Iterator[Shape]:
    """Fill a place with its colour, or with stripes of the colours of all things in it."""
    parts = split_state(state)
    if len(parts) == 1:
        yield Line(tuple(corners), None, 0.0, colour_of(state, ink), True, id, state, atoms)
        return
    yield Line(tuple(corners), None, 0.0, BACKGROUND, True, id, state, atoms)
    yield from hatch(corners, _stripe_colours(parts, ink))


def _stripe_colours(parts: Sequence[str], ink: dict[str, Ink]) -> list[str]:
    """Return the colours of several things; numbers have no colours, they only clash."""
    if all([_is_number(part) for part in parts]):
        return [_CLASH_COLOUR, BACKGROUND]
    return [colour_of(part, ink) or BACKGROUND for part in parts]


def _is_number(name: str) -> bool:
    return name.removeprefix("-").isdigit()


def mark_shapes(mark: str, state: str, x: float, y: float, size: float, ink: dict[str, Ink]) -> Iterator[Shape]:
    """Yield the mark of a place around (x, y); on stripes it gets a plain background."""
    if len(split_state(state)) > 1:
        wide = text_width(mark, size - 1) + 2
        yield Box(x - wide / 2, y - size / 2 - 1, wide, size + 2, BACKGROUND)
        yield Text(x, y + 4, mark, size - 1, "middle", True)
    elif state in ink:
        yield Text(x, y + 4.5, mark, size, "middle", fill=contrast_colour(ink[state].colour))
    else:
        yield Text(x, y + 4.5, mark, size, "middle")


def paint_scene(scene: Scene, name: str, ink: dict[str, Ink]) -> Drawing:
    """Paint a scene as a drawing; `id_prefix` makes its ids unique."""
    drawing = kind_of(scene.kind).paint(scene, name, ink)
    return _add_heading(scene, name, drawing, _make_heading(scene, drawing.width)[1])


def _add_heading(scene: Scene, name: str, drawing: Drawing, above: float) -> Drawing:
    """Put a drawing below its title, which takes `above` pixels."""
    title, _ = _make_heading(scene, drawing.width)
    down = above - CELL  # painters leave a row for a one-line title
    shapes = [move_shape(shape, MARGIN, MARGIN + down) for shape in drawing.shapes]
    texts = [move_shape(replace(text, id=f"{name}-{text.id}" if text.id else ""), MARGIN, MARGIN) for text in title]
    widths = [text_width(text.text, text.size, text.is_bold) for text in title]
    label = f"{scene.title}: {', '.join(scene.subtitle.splitlines())}" if scene.subtitle else scene.title
    height = drawing.height + down + 2 * MARGIN
    return Drawing(max([drawing.width, *widths]) + 2 * MARGIN, height, (*texts, *shapes), label, name)


def _make_heading(scene: Scene, width: float) -> tuple[list[Text], float]:
    """Return the lines of the title and subtitle, and their height."""
    texts: list[Text] = []
    y = 0.0
    for text, role in ((scene.title, "title"), (scene.subtitle, "said")):
        size, is_bold = _SIZE[role], role == "title"
        letters = int(max(width, _MIN_TITLE_WIDTH) / text_width("x", size, is_bold))
        lines = [
            line
            for part in text.splitlines()
            for line in wrap(part, letters, break_long_words=False, break_on_hyphens=False)
        ]
        for number, line in enumerate(lines):
            y += size + 4
            texts.append(Text(0, y, line, size, is_bold=is_bold, id=role if not number else f"{role}-{number + 1}"))
    return texts, y + 9 if texts else 0.0


def cell_id(id_prefix: str, cell: Cell) -> str:
    """Return the id of a cell, unique among scenes."""
    return cell.id if cell.id.startswith(f"{id_prefix}-") else f"{id_prefix}-{cell.id}"


def labels_without_heading(scene: Scene) -> list[Label]:
    """Return all labels except the title and subtitle."""
    return [label for label in scene.labels if label.role not in ("title", "said")]


def label_text(
    label: Label, id_prefix: str, x: float, y: float, anchor: str = "middle", fill: str = FOREGROUND
) -> Text:
    is_bold = label.role in ("column", "clue")
    return Text(
        x, y, label.text, _SIZE[label.role], anchor, is_bold, fill, f"{id_prefix}-{label.id}", atoms=label.atoms
    )


def colour_of(state: str, ink: dict[str, Ink]) -> str | None:
    return ink[state].colour if state in ink else None
