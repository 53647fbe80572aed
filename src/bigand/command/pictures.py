"""Pictures that commands write: films as SVG, GIF and pages, and single pictures."""

import argparse
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from bigand.command.files import FileError, write_file
from bigand.command.options import OptionGroup, option
from bigand.command.texts import Texts

if TYPE_CHECKING:
    from bigand.view.film import FilmFrame

_MAX_FRAMES = 2000  # frames
_MAX_PIXELS = 60_000_000  # pixels of all frames of a GIF


def _seconds_parser(texts: Texts) -> Callable[[str], float]:
    def parse(word: str) -> float:
        try:
            seconds = float(word)
        except ValueError:
            seconds = 0.0
        if not 0.02 <= seconds <= 600:
            raise argparse.ArgumentTypeError(texts("film.bad_seconds", word=word))
        return seconds

    return parse


class FilmOptions(OptionGroup):
    """Which films are written."""

    svg: str | None = option(help_text="film.svg", metavar="OUT")
    gif: str | None = option(help_text="film.gif", metavar="OUT")
    html: str | None = option(help_text="film.html", metavar="OUT")
    seconds: float = option(help_text="film.seconds", reads=_seconds_parser, default=1.0, metavar="S")


def write_films(
    frames: Sequence["FilmFrame"], title: str, options: FilmOptions | argparse.Namespace, texts: Texts
) -> bool:
    """Write what the options ask for; whether that was anything."""
    from bigand.view.film import film_gif, film_html, film_svg, page_texts

    if len(frames) > _MAX_FRAMES and (options.svg or options.html or options.gif):
        raise FileError("film.many", count=str(len(frames)), most=str(_MAX_FRAMES))
    if options.svg:
        write_file(options.svg, film_svg(frames, options.seconds))
    if options.html:
        write_file(options.html, film_html(frames, title, page_texts(texts.language), options.seconds))
    if options.gif:
        pixels = sum([frame.drawing.width * frame.drawing.height for frame in frames])
        if pixels > _MAX_PIXELS:
            raise FileError("film.large", name=options.gif)
        write_file(options.gif, film_gif(frames, options.seconds))
    return bool(options.svg or options.gif or options.html)
