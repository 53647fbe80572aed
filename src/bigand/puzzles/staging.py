"""How a scene becomes a stage: the board is painted, and every piece once, by the same painters."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from bigand.puzzles.stage import Stage
from bigand.view.drawing import Box, Shape
from bigand.view.paint import paint_scene
from bigand.view.palette import Ink
from bigand.view.pieces import FRAME_STYLES, frame_shapes, piece_shapes
from bigand.view.scene import Frame, Scene
from bigand.view.svg import render_drawing_svg, svg_elements

_NAME = "board"


def staged(scene: Scene, pieces: Iterable[str], groups: Sequence[Sequence[int]] = ()) -> Stage:
    """The stage of a scene of a board; frames of all roles are among the pieces, as `frame-ROLE`."""
    drawing = paint_scene(scene, _NAME, {})
    first = _first_square(drawing.shapes, scene)
    drawn = {what: _written(piece_shapes(what, 0, 0, first.width, "", _NO_INK)) for what in pieces}
    for role in FRAME_STYLES:
        drawn[f"frame-{role}"] = _written(frame_shapes(Frame(1, 1, role), 0, 0, first.width, _NAME))
    for ghost in ("bulb", "dot"):
        drawn[f"ghost-{ghost}"] = _written(frame_shapes(Frame(1, 1, "within", "", ghost), 0, 0, first.width, _NAME))
    if "light" in drawn:
        drawn["ghost-light"] = drawn["light"] + drawn["frame-glow"]
    return Stage(
        svg=render_drawing_svg(drawing),
        height=scene.height - 2,
        width=scene.width - 1,
        left=first.x,
        top=first.y,
        square=first.width,
        pieces=drawn,
        groups=tuple([tuple(group) for group in groups]),
    )


_NO_INK: dict[str, Ink] = {}


def _first_square(shapes: Sequence[Shape], scene: Scene) -> Box:
    """The square at the top left as it is painted."""
    (id,) = [cell.id for cell in scene.cells if (cell.x, cell.y, cell.layer) == (1, 1, 0)]
    return next(shape for shape in shapes if isinstance(shape, Box) and shape.id == f"{_NAME}-{id}")


def _written(shapes: Iterable[Shape]) -> str:
    """Shapes without their ids, which would be there many times."""
    return "".join(svg_elements([replace(shape, id="") for shape in shapes]))


def overlay(scene: Scene, frames: Sequence[Frame]) -> str:
    """The frames of a scene alone, to be laid on its picture: they are painted last."""
    bare = len(paint_scene(replace(scene, frames=()), _NAME, {}).shapes)
    return _written(paint_scene(replace(scene, frames=tuple(frames)), _NAME, {}).shapes[bare:])
