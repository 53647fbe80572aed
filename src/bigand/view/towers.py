"""Towers of discs, as those of Hanoi: tubes whose layers are drawn on rods, each as wide as it is large.

The size of a disc is the layer of its cell: 1 is the smallest, nothing has 0.
"""

from collections.abc import Iterator

from bigand.view.drawing import FOREGROUND, Box, Drawing, Line, Shape, Text
from bigand.view.paint import CELL, cell_id, label_text
from bigand.view.palette import ColourDepth, Ink, contrast_colour, paint_text
from bigand.view.scene import Cell, Scene

DISCS = frozenset({"disc", "disk", "disque"})
_DISC_HEIGHT, _SMALLEST_DISC, _DISC_GROWTH, _ROD_GAP = 22.0, 30.0, 20.0, 14.0
_ROD_COLOUR = "#9a7b4f"


def is_tower(scene: Scene) -> bool:
    return any([cell.layer for cell in scene.cells])


def tower_drawing(scene: Scene, name: str, ink: dict[str, Ink]) -> Drawing:
    """Rods on a board, and the discs on them."""
    largest = max([cell.layer for cell in scene.cells])
    wide = _SMALLEST_DISC + _DISC_GROWTH * (largest - 1) + _ROD_GAP
    top, bottom = CELL + 6, CELL + 6 + (scene.height - 2) * _DISC_HEIGHT
    shapes: list[Shape] = []
    for x in range(scene.width):
        middle = (x + 0.5) * wide
        shapes.append(Box(middle - 3, top - 6, 6, bottom - top + 6, _ROD_COLOUR))
    shapes.append(Box(0, bottom, scene.width * wide, 8, _ROD_COLOUR))
    for cell in scene.cells:
        shapes += _disc_shapes(cell, (cell.x + 0.5) * wide, top + (cell.y - 1) * _DISC_HEIGHT, name, ink)
    for label in scene.labels:
        if label.role == "column":
            shapes.append(label_text(label, name, (label.x + 0.5) * wide, bottom + 24))
    return Drawing(scene.width * wide, bottom + CELL + 4, tuple(shapes))


def _disc_shapes(cell: Cell, middle: float, top: float, name: str, ink: dict[str, Ink]) -> Iterator[Shape]:
    """A bar with slanting ends; what is in no layer is there too, unseen, for whoever points at it."""
    id = cell_id(name, cell)
    if not cell.layer:
        yield Box(
            middle - _SMALLEST_DISC / 2,
            top,
            _SMALLEST_DISC,
            _DISC_HEIGHT,
            None,
            None,
            id,
            cell.state,
            atoms=cell.atoms,
        )
        return
    half = (_SMALLEST_DISC + _DISC_GROWTH * (cell.layer - 1)) / 2
    low, high = top + _DISC_HEIGHT - 1, top + 1
    corners = ((middle - half + 4, high), (middle + half - 4, high), (middle + half, (low + high) / 2))
    below = ((middle + half - 4, low), (middle - half + 4, low), (middle - half, (low + high) / 2))
    colour = ink[cell.state].colour if cell.state in ink else "#8c8c8c"
    yield Line((*corners, *below), FOREGROUND, 1, colour, True, id, cell.state, cell.atoms)
    mark = ink[cell.state].mark if cell.state in ink else cell.state
    yield Text(middle, top + _DISC_HEIGHT / 2 + 4.5, mark, 12, "middle", fill=contrast_colour(colour))


def tower_lines(scene: Scene, ink: dict[str, Ink], depth: ColourDepth) -> list[str]:
    """Discs as wide as they are large: `( 2 )`; rods where there is none."""
    largest = max([cell.layer for cell in scene.cells])
    marks = {cell.state: ink[cell.state].mark if cell.state in ink else cell.state for cell in scene.cells}
    longest = max([len(marks[cell.state]) for cell in scene.cells if cell.layer])
    wide = 2 * largest + longest
    lines = []
    for y in range(1, scene.height - 1):
        parts = []
        for cell in sorted([cell for cell in scene.cells if cell.y == y], key=lambda cell: cell.x):
            if not cell.layer:
                parts.append("|".center(wide))
                continue
            text = f"({marks[cell.state].center(longest + 2 * (cell.layer - 1))})"
            before = (wide - len(text)) // 2
            shown = paint_text(text, ink[cell.state].colour, depth) if cell.state in ink else text
            parts.append(" " * before + shown + " " * (wide - len(text) - before))
        lines.append(" ".join(parts))
    names = [label.text for label in scene.labels if label.role == "column"]
    return [*lines, " ".join([name.center(wide) for name in names]).rstrip()]
