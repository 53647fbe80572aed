"""Draw levels as tubes: lines in a terminal, a picture, or a film of a plan."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.pours import Pour, levels_along_plan
from bigand.view.kinds import SceneInput, Screen
from bigand.view.kinds.tubes import KIND
from bigand.view.layers import Layer
from bigand.view.palette import ColourDepth, Ink, assign_inks, legend, legend_line
from bigand.view.scene import Scene

if TYPE_CHECKING:
    from bigand.view.film import FilmFrame

_ROLES = ("tube", "layer", "colour")
_NO_COLOUR = "none"


def scene(level: Level, start_index: int = 0, end_index: int | None = None) -> Scene:
    """Return the tubes of a level, or some of them, numbered from 1."""
    layers = range(1, level.height + 1)
    numbered_tubes = list(enumerate(level.tubes, 1))[start_index:end_index]
    empty_layers = [(number, layer, _NO_COLOUR) for number, _ in numbered_tubes for layer in layers]
    filled_layers = [
        (number, layer, colour) for number, tube in numbered_tubes for layer, colour in enumerate(tube, 1)
    ]
    tube_layer = Layer("tubes", _ROLES, tuple(empty_layers), tuple(filled_layers))
    return KIND.scene(SceneInput("", [tube_layer], [tube_layer]))


def scene_after_plan(level: Level, plan: Sequence[Pour] | None = None) -> Scene:
    """Return the tubes after a plan, or at the beginning."""
    return scene(levels_along_plan(level, plan or ())[-1])


def level_inks(level: Level) -> dict[str, Ink]:
    """Assign an ink to each colour of a level; it stays the same whatever is poured."""
    return assign_inks(sorted(level.colours))


def legend_text(level: Level) -> str:
    """Return the meaning of the marks in a picture, where they differ from the colours' names."""
    ink = level_inks(level)
    return legend_line(legend(ink, ink))


def level_svg(level: Level) -> str:
    """Draw a level as SVG."""
    from bigand.view.paint import paint_scene
    from bigand.view.svg import render_drawing_svg

    return render_drawing_svg(paint_scene(scene(level), "level", level_inks(level)))


def film_frames(levels: Sequence[Level], captions: Sequence[str]) -> "list[FilmFrame]":
    """Return the frames of a film: the tubes at the beginning and after each pour."""
    from bigand.view.film import FilmFrame
    from bigand.view.paint import paint_scene

    ink = level_inks(levels[0])
    return [
        FilmFrame(paint_scene(scene(level), f"step-{step}", ink), caption)
        for step, (level, caption) in enumerate(zip(levels, captions, strict=True))
    ]


def drawn_tube_lines(level: Level, depth: ColourDepth, width: int) -> Iterator[str]:
    """Yield the tubes for a terminal, in several rows if they do not fit side by side."""
    ink = level_inks(level)
    tube_width = max([1, len(str(len(level.tubes))), *[len(colour.mark) for colour in ink.values()]]) + 3
    tubes_per_row = max(1, (width + 1) // tube_width)
    for first_tube in range(0, len(level.tubes), tubes_per_row):
        if first_tube:
            yield ""
        yield from KIND.lines(scene(level, first_tube, first_tube + tubes_per_row), Screen(width, depth, ink))
