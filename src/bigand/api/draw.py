"""`draw`: render an exhibit as pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from bigand.api.question import Answer, Question
from bigand.api.report import Report
from bigand.api.value import Value
from bigand.messages import Language
from bigand.source.error import BigandError, LimitError
from bigand.view.exhibit import Exhibit

if TYPE_CHECKING:
    from bigand.view.film import FilmFrame
    from bigand.view.scene import Scene


class SvgFrame(Value):
    """A picture as SVG, its caption, and the step it shows."""

    svg: str
    caption: str = ""
    step: int | None = None


class DrawAnswer(Answer, tag="drawn"):
    """The pictures, one per step and all of the same size; or the content of a file in another format."""

    frames: tuple[SvgFrame, ...] = ()
    content: bytes | None = None


class Draw(Question[DrawAnswer], tag="draw"):
    """How does this exhibit look? Exhibits come from `view`, and from `solve` with `draw`.

    `svg` is one picture per step, to be embedded in a page: ids begin with `prefix`, and elements that show atoms
    list them in `data-atoms`, separated by semicolons. `sheet` is one SVG and `png` one picture of all steps, `gif`
    is animated, and `page` is an HTML page with a slider.
    """

    exhibit: Exhibit
    format: Literal["svg", "sheet", "gif", "page", "png"] = "svg"
    title: str = ""
    words: Language = Language.ENGLISH
    seconds: float = 1.0  # how long each step is shown
    prefix: str = "frame"

    def answer(self, report: Report) -> DrawAnswer:
        return draw_exhibit(self, report)


_MAX_FRAMES = 2000
_MAX_FILM_PIXELS = 60_000_000  # of all frames of a GIF
_MAX_PIXELS = 12_000_000  # of one picture
_MAX_SHARP_PIXELS = 3_000_000  # of a drawing that a PNG shows at twice its width and height


def draw_exhibit(question: Draw, _report: Report) -> DrawAnswer:
    """Draw the pictures in the requested format.

    The exhibit may come from anywhere, so one that is too large or invalid is refused.
    """
    _reject_undrawable_exhibit(question.exhibit)
    if not 0.02 <= question.seconds <= 600:
        raise BigandError("film.bad_seconds", word=question.seconds)
    try:
        return _draw(question)
    except (ArithmeticError, LookupError, ValueError) as error:  # an exhibit that bigand did not make
        raise BigandError("draw.invalid", reason=f"{type(error).__name__}: {error}") from None


def _draw(question: Draw) -> DrawAnswer:
    from bigand.view.film import film_gif, film_html, page_texts
    from bigand.view.frames import film_frames, named_scenes_of
    from bigand.view.svg import render_svg

    exhibit, title = question.exhibit, question.title or "bigand"
    match question.format:
        case "sheet":
            return DrawAnswer(content=render_svg(named_scenes_of(exhibit)).encode("utf-8", "replace"))
        case "png":
            return DrawAnswer(content=_render_png(exhibit))
        case "gif":
            film = film_frames(exhibit)
            _check_pixels(film)
            return DrawAnswer(content=film_gif(film, question.seconds))
        case "page":
            page = film_html(film_frames(exhibit), title, page_texts(question.words), question.seconds)
            return DrawAnswer(content=page.encode("utf-8", "replace"))
        case "svg":
            return DrawAnswer(frames=tuple(_svg_frames(film_frames(exhibit), question)))


def _svg_frames(film: Sequence[FilmFrame], question: Draw) -> list[SvgFrame]:
    """The frames padded to the same size, each with a title for screen readers."""
    from bigand.view.drawing import pad_drawing
    from bigand.view.svg import render_drawing_svg

    width = max([frame.drawing.width for frame in film])
    height = max([frame.drawing.height for frame in film])
    pictures = []
    for number, frame in enumerate(film):
        label = frame.drawing.label or frame.caption or question.title
        drawing = pad_drawing(frame.drawing.with_label(label), width, height)
        picture = render_drawing_svg(drawing, f"{question.prefix}-{number}-")
        pictures.append(SvgFrame(svg=picture, caption=frame.caption, step=frame.step))
    return pictures


def _render_png(exhibit: Exhibit) -> bytes:
    from bigand.view.frames import named_scenes_of
    from bigand.view.raster import encode_png, rasterise
    from bigand.view.svg import join_scenes

    drawing = join_scenes(named_scenes_of(exhibit))
    pixels = drawing.width * drawing.height
    if pixels > _MAX_PIXELS:
        raise LimitError("draw.large", pixels=round(pixels), most=_MAX_PIXELS)
    return encode_png(rasterise(drawing, 2 if pixels <= _MAX_SHARP_PIXELS else 1))


def _check_pixels(film: Sequence[FilmFrame]) -> None:
    sizes = [frame.drawing.width * frame.drawing.height for frame in film]
    for pixels, limit in ((sum(sizes), _MAX_FILM_PIXELS), (max(sizes), _MAX_PIXELS)):
        if pixels > limit:
            raise LimitError("draw.large", pixels=round(pixels), most=limit)


def _reject_undrawable_exhibit(exhibit: Exhibit) -> None:
    """Raise unless an exhibit can be drawn in reasonable time and all its kinds exist."""
    from bigand.language.view_kinds import KINDS
    from bigand.view.scene import MOST_CELLS

    steps = {picture.step for picture in exhibit.pictures}
    if len(steps) > _MAX_FRAMES:
        raise LimitError("film.many", count=len(steps), most=_MAX_FRAMES)
    parts = sum([_count_parts(scene) for scene in exhibit.scenes]) + sum(
        [len(extension.grid) + len(extension.true) + len(extension.numbers) for extension in exhibit.rest]
    )
    if parts > MOST_CELLS:
        raise LimitError("draw.many", count=parts, most=MOST_CELLS)
    for scene in exhibit.scenes:
        if scene.kind not in KINDS:
            raise BigandError("draw.invalid", reason=f"kind: {scene.kind}")
        if not (0 <= scene.width <= MOST_CELLS and 0 <= scene.height <= MOST_CELLS):
            raise BigandError("draw.invalid", reason=f"{scene.width} × {scene.height}")


def _count_parts(scene: Scene) -> int:
    parts = (scene.cells, scene.labels, scene.nodes, scene.edges, scene.frames, scene.links, *scene.regions)
    return sum(map(len, parts))
