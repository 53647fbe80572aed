"""An exhibit as pictures. It may come from anywhere: what is too large, or is none, is refused."""

from collections.abc import Sequence

from bigand.answer.questions.draw import Draw, Drawn, DrawnFrame
from bigand.answer.report import Report
from bigand.language.roles import KINDS
from bigand.source.error import BigandError, LimitError
from bigand.view.drawing import padded
from bigand.view.exhibit import Exhibit
from bigand.view.film import Frame, film_gif, film_html, page_texts
from bigand.view.raster import png, raster
from bigand.view.scene import LARGEST, Scene
from bigand.view.steps import frames, scenes
from bigand.view.svg import drawing_svg, sheet, svg

_FRAMES = 2000
_PIXELS = 60_000_000  # of all frames of a GIF
_AT_ONCE = 12_000_000  # pixels of one picture
_SHARP = 3_000_000  # pixels of a drawing of which a PNG has twice as many along each side


def drawn(question: Draw, _report: Report) -> Drawn:
    """The pictures in the format that is asked for."""
    _check_exhibit(question.exhibit)
    if not 0.02 <= question.seconds <= 600:
        raise BigandError("film.bad_seconds", word=question.seconds)
    try:
        return _drawn(question)
    except (ArithmeticError, LookupError, ValueError) as error:  # no exhibit that we made
        raise BigandError("draw.invalid", reason=f"{type(error).__name__}: {error}") from None


def _drawn(question: Draw) -> Drawn:
    shown, title = question.exhibit, question.title or "bigand"
    match question.format:
        case "sheet":
            return Drawn(content=svg(scenes(shown)).encode("utf-8", "replace"))
        case "png":
            return Drawn(content=_png(shown))
        case "gif":
            film = frames(shown)
            _check_pixels(film)
            return Drawn(content=film_gif(film, question.seconds))
        case "page":
            page = film_html(frames(shown), title, page_texts(question.words), question.seconds)
            return Drawn(content=page.encode("utf-8", "replace"))
        case "svg":
            return Drawn(frames=tuple(_pictures(frames(shown), question)))


def _pictures(film: Sequence[Frame], question: Draw) -> list[DrawnFrame]:
    """The frames on paper of one size, each with a title for whoever hears it."""
    width = max([frame.drawing.width for frame in film])
    height = max([frame.drawing.height for frame in film])
    pictures = []
    for number, frame in enumerate(film):
        label = frame.drawing.label or frame.caption or question.title
        drawing = padded(frame.drawing.labelled(label), width, height)
        picture = drawing_svg(drawing, f"{question.prefix}-{number}-")
        pictures.append(DrawnFrame(svg=picture, caption=frame.caption, step=frame.step))
    return pictures


def _png(shown: Exhibit) -> bytes:
    drawing = sheet(scenes(shown))
    pixels = drawing.width * drawing.height
    if pixels > _AT_ONCE:
        raise LimitError("draw.large", pixels=round(pixels), most=_AT_ONCE)
    return png(raster(drawing, 2 if pixels <= _SHARP else 1))


def _check_pixels(film: Sequence[Frame]) -> None:
    sizes = [frame.drawing.width * frame.drawing.height for frame in film]
    for pixels, most in ((sum(sizes), _PIXELS), (max(sizes), _AT_ONCE)):
        if pixels > most:
            raise LimitError("draw.large", pixels=round(pixels), most=most)


def _check_exhibit(shown: Exhibit) -> None:
    """That it can be drawn in reasonable time, and names no kind that there is not."""
    steps = {picture.step for picture in shown.pictures}
    if len(steps) > _FRAMES:
        raise LimitError("film.many", count=len(steps), most=_FRAMES)
    parts = sum([_count(scene) for scene in shown.scenes]) + sum(
        [len(one.grid) + len(one.true) + len(one.numbers) for one in shown.rest]
    )
    if parts > LARGEST:
        raise LimitError("draw.many", count=parts, most=LARGEST)
    for scene in shown.scenes:
        if scene.kind not in KINDS:
            raise BigandError("draw.invalid", reason=f"kind: {scene.kind}")
        if not (0 <= scene.width <= LARGEST and 0 <= scene.height <= LARGEST):
            raise BigandError("draw.invalid", reason=f"{scene.width} × {scene.height}")


def _count(scene: Scene) -> int:
    parts = (scene.cells, scene.labels, scene.nodes, scene.edges, scene.frames, scene.links, *scene.regions)
    return sum(map(len, parts))
