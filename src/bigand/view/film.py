"""Films: pictures one after another, as an animated SVG or GIF, or as a page with a slider.

Each frame has a drawing and a caption that describes what happens. A page is one file without external resources.
It can be controlled by keys, and reads as a list where scripts are disabled.
"""

import re
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from json import dumps

from msgspec import Struct

from bigand.messages import Language, message_text
from bigand.view.drawing import Drawing, Text, pad_drawing, text_width
from bigand.view.svg import render_drawing_svg

FRAME_SECONDS = 1.0
_LAST_FACTOR = 2.5  # the last frame is shown this many times as long
_LINE_HEIGHT = 20  # pixels, of a caption
_SIZE, _EDGE = 13.0, 14.0
_ID = re.compile(r'(\s)id="')


class FilmFrame(Struct, frozen=True):
    """A picture, its caption, and the step of a plan that it shows."""

    drawing: Drawing
    caption: str = ""
    step: int | None = None


class PageTexts(Struct, frozen=True):
    """The texts of a page."""

    language: str = "en"
    first: str = "First"
    back: str = "Back"
    play: str = "Play"
    pause: str = "Pause"
    forward: str = "Forward"
    last: str = "Last"
    slider: str = "Step"
    of: str = "{number} of {count}"
    keys: str = "Keys: ← → one step, Home and End to the ends, space plays"


def page_texts(language: Language) -> PageTexts:
    """Return the texts of a page in a language."""
    words = ("first", "back", "play", "pause", "forward", "last", "slider", "of", "keys")
    return PageTexts(language.value, **{word: message_text(f"film.page.{word}", language) for word in words})


def film_svg(frames: Sequence[FilmFrame], seconds: float = FRAME_SECONDS) -> str:
    """Return an SVG that shows the frames in turn.

    Where animation is off (print, `prefers-reduced-motion`), it shows the last frame.
    """
    drawings = add_captions(frames)
    width, height = drawings[0].width, drawings[0].height
    pictures = [render_drawing_svg(drawing, f"frame-{index}-") for index, drawing in enumerate(drawings)]
    if len(pictures) == 1:
        return pictures[0]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" role="img">'
    )
    lines = [head, "<style>", *_keyframes(len(frames), seconds), "</style>"]
    for index, picture in enumerate(pictures):
        lines += [f'<g class="frame" id="frame-{index}">', picture.rstrip("\n"), "</g>"]
    return "\n".join([*lines, "</svg>"]) + "\n"


def _keyframes(count: int, seconds: float) -> list[str]:
    """Return CSS that shows each frame for its share of a loop, and the last one longer."""
    whole = seconds * (count - 1 + _LAST_FACTOR)
    share, last = 100 * seconds / whole, 100 * seconds * _LAST_FACTOR / whole
    lines = [
        ".frame { visibility: hidden; }",
        f"#frame-{count - 1} {{ visibility: visible; }}",
        f"@keyframes shown {{ 0% {{ visibility: visible; }} {share:.4f}%, 100% {{ visibility: hidden; }} }}",
        f"@keyframes last {{ 0% {{ visibility: visible; }} {last:.4f}%, 100% {{ visibility: hidden; }} }}",
        "@media (prefers-reduced-motion: no-preference) {",
        f".frame {{ animation: shown {whole:g}s step-end infinite; }}",
        f"#frame-{count - 1} {{ animation-name: last; visibility: hidden; }}",
    ]
    lines += [f"#frame-{index} {{ animation-delay: {index * seconds:g}s; }}" for index in range(count)]
    return [*lines, "}"]


def film_gif(frames: Sequence[FilmFrame], seconds: float = FRAME_SECONDS) -> bytes:
    """Return a GIF that shows the frames in an endless loop."""
    from bigand.view.gif import encode_gif  # imports NumPy
    from bigand.view.raster import rasterise

    drawings = add_captions(frames)
    delays = [round(100 * seconds)] * (len(drawings) - 1) + [round(100 * seconds * _LAST_FACTOR)]
    return encode_gif([rasterise(drawing) for drawing in drawings], delays)


def add_captions(frames: Sequence[FilmFrame]) -> list[Drawing]:
    """Return the drawings of a film in one size, each with its caption below."""
    texts = [frame.caption.splitlines() for frame in frames]
    width = max(
        [frame.drawing.width for frame in frames]
        + [text_width(line, _SIZE) + 2 * _EDGE for lines in texts for line in lines]
    )
    height = max([frame.drawing.height for frame in frames])
    room = max([len(lines) for lines in texts]) * _LINE_HEIGHT
    drawings = []
    for frame, lines in zip(frames, texts, strict=True):
        caption_lines = [
            Text(_EDGE, height + (index + 0.5) * _LINE_HEIGHT, line, _SIZE) for index, line in enumerate(lines)
        ]
        label = " ".join(frame.caption.split()) or frame.drawing.label
        whole = Drawing(0, 0, (*frame.drawing.shapes, *caption_lines), label)
        drawings.append(pad_drawing(whole, width, height + room))
    return drawings


def film_html(frames: Sequence[FilmFrame], title: str, texts: PageTexts, seconds: float = FRAME_SECONDS) -> str:
    """Return a page with a slider."""
    pictures = [render_drawing_svg(frame.drawing) for frame in frames]
    return render_page(pictures, [frame.caption for frame in frames], title, texts, seconds)


def render_page(
    pictures: Sequence[str], captions: Sequence[str], title: str, texts: PageTexts, seconds: float = FRAME_SECONDS
) -> str:
    """Return a page of pictures that are already SVG, each with its caption."""
    items = []
    for index, (picture, caption) in enumerate(zip(pictures, captions, strict=True)):
        alone = _ID.sub(rf'\1id="frame-{index}-', picture).strip()
        caption_html = f"<figcaption>{escape(caption, quote=False)}</figcaption>" if caption else ""
        items.append(f'<li class="frame" id="frame-{index}"><figure>{alone}{caption_html}</figure></li>')
    # Inside a script, `</` ends the element even within a string.
    words = dumps({"play": texts.play, "pause": texts.pause, "of": texts.of}).replace("<", "\\u003c")
    filled = {
        "LANGUAGE": escape(texts.language),
        "TITLE": escape(title, quote=False),
        "FRAMES": "\n".join(items),
        "LAST_FRAME": str(len(pictures) - 1),
        "MILLISECONDS": str(round(1000 * seconds)),
        "WORDS": words,
        "FIRST": escape(texts.first),
        "BACK": escape(texts.back),
        "PLAY": escape(texts.play),
        "FORWARD": escape(texts.forward),
        "LAST": escape(texts.last),
        "SLIDER": escape(texts.slider),
        "KEYS": escape(texts.keys, quote=False),
    }
    template = files(__package__).joinpath("film.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda gap: filled[gap.group(1)], template)
