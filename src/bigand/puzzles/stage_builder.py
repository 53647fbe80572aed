"""Build stages from scenes: paint the board, and each piece once, with the painters used for pictures."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from bigand.puzzles.stage import Stage
from bigand.view.drawing import Box, Shape
from bigand.view.paint import paint_scene
from bigand.view.palette import Ink
from bigand.view.pieces import FRAME_STYLES, frame_shapes, piece_shapes
from bigand.view.scene import Frame, Scene
from bigand.view.svg import render_drawing_svg, svg_elements

_DRAWING_ID = "board"


def make_stage(scene: Scene, pieces: Iterable[str], groups_in_reach: Sequence[Sequence[int]] = ()) -> Stage:
    """Build the stage for the scene of a board; `pieces` are completed by frames of all roles, as `frame-ROLE`."""
    drawing = paint_scene(scene, _DRAWING_ID, {})
    first_square = _first_square(drawing.shapes, scene)
    piece_svgs = {
        name: _svg_without_ids(piece_shapes(name, 0, 0, first_square.width, "", _NO_INK)) for name in pieces
    }
    for role in FRAME_STYLES:
        piece_svgs[f"frame-{role}"] = _svg_without_ids(
            frame_shapes(Frame(1, 1, role), 0, 0, first_square.width, _DRAWING_ID)
        )
    for ghost in ("bulb", "dot"):
        piece_svgs[f"ghost-{ghost}"] = _svg_without_ids(
            frame_shapes(Frame(1, 1, "within", "", ghost), 0, 0, first_square.width, _DRAWING_ID)
        )
    if "light" in piece_svgs:
        piece_svgs["ghost-light"] = piece_svgs["light"] + piece_svgs["frame-glow"]
    return Stage(
        svg=render_drawing_svg(drawing),
        height=scene.height - 2,
        width=scene.width - 1,
        left=first_square.x,
        top=first_square.y,
        square=first_square.width,
        pieces=piece_svgs,
        groups=tuple([tuple(group) for group in groups_in_reach]),
    )


_NO_INK: dict[str, Ink] = {}


def _first_square(shapes: Sequence[Shape], scene: Scene) -> Box:
    """The top left square, as painted."""
    (id,) = [cell.id for cell in scene.cells if (cell.x, cell.y, cell.layer) == (1, 1, 0)]
    return next(shape for shape in shapes if isinstance(shape, Box) and shape.id == f"{_DRAWING_ID}-{id}")


def _svg_without_ids(shapes: Iterable[Shape]) -> str:
    """Shapes as SVG without their ids, which would occur many times on the page."""
    return "".join(svg_elements([replace(shape, id="") for shape in shapes]))


def svg_of_frames_only(scene: Scene, frames: Sequence[Frame]) -> str:
    """Paint only the frames, to overlay them on the scene's picture; frames are painted last."""
    board_shape_count = len(paint_scene(replace(scene, frames=()), _DRAWING_ID, {}).shapes)
    return _svg_without_ids(
        paint_scene(replace(scene, frames=tuple(frames)), _DRAWING_ID, {}).shapes[board_shape_count:]
    )
