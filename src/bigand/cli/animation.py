"""Show pictures step by step: films as SVG, GIF and HTML files, and single steps in a terminal."""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from bigand.cli.options import OptionGroup, option
from bigand.source.files import FileError, write_file
from bigand.wording.texts import Texts

if TYPE_CHECKING:
    from bigand.view.film import FilmFrame

_MAX_FRAMES = 2000
_MAX_PIXELS = 60_000_000  # of all frames of a GIF


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
    """The films to write."""

    svg: str | None = option(help_text="film.svg", metavar="OUT")
    gif: str | None = option(help_text="film.gif", metavar="OUT")
    html: str | None = option(help_text="film.html", metavar="OUT")
    seconds: float = option(help_text="film.seconds", reads=_seconds_parser, default=1.0, metavar="S")


def write_films(
    frames: Sequence["FilmFrame"], title: str, options: FilmOptions | argparse.Namespace, texts: Texts
) -> bool:
    """Write the films that the options ask for; return whether there were any."""
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


# ---------------------------------------------------------------------- step by step in a terminal


_CLEAR, _HIDE, _SHOW = "\033[H\033[2J", "\033[?25l", "\033[?25h"
_NEXT = frozenset({b" ", b"\r", b"\n", b"n", b"j", b"l", b"\x1b[C", b"\x1b[B", b"\x1bOC", b"\x1bOB", b"\x1b[6~"})
_BACK = frozenset({b"p", b"b", b"h", b"k", b"\x7f", b"\b", b"\x1b[D", b"\x1b[A", b"\x1bOD", b"\x1bOA", b"\x1b[5~"})
_FIRST = frozenset({b"g", b"0", b"\x1b[H", b"\x1b[1~", b"\x1bOH"})
_LAST = frozenset({b"G", b"$", b"\x1b[F", b"\x1b[4~", b"\x1bOF"})
_LEAVE = frozenset({b"q", b"Q", b"\x1b", b"\x03", b"\x04", b""})


def step_through(blocks: Sequence[Sequence[str]], texts: Texts) -> None:
    """Show blocks of lines, one at a time; keys go to the next or previous one.

    Without a terminal, all blocks are printed one after the other.
    """
    if not sys.stdout.isatty() or os.environ.get("TERM") == "dumb":
        for lines in blocks:
            print("\n".join(lines), end="\n\n")
        return
    index = 0
    with _open_keyboard() as key:
        while 0 <= index < len(blocks):
            footer = texts("stepping.foot", number=index + 1, count=len(blocks))
            # In raw mode a line feed does not return to the first column.
            screen = "\r\n".join([*blocks[index], "", footer])
            sys.stdout.write(_CLEAR + screen)
            sys.stdout.flush()
            index = next_index(index, len(blocks), key())
    sys.stdout.write("\n")


def next_index(index: int, count: int, key: bytes) -> int:
    """The index of the block that a key leads to; -1 to quit.

    >>> next_index(0, 3, b" "), next_index(2, 3, b" ")
    (1, 2)
    >>> next_index(1, 3, b"p"), next_index(0, 3, b"p"), next_index(1, 3, b"q")
    (0, 0, -1)
    """
    if key in _LEAVE:
        return -1
    if key in _FIRST:
        return 0
    if key in _LAST:
        return count - 1
    return min(count - 1, index + 1) if key in _NEXT else max(0, index - 1) if key in _BACK else index


@contextmanager
def _open_keyboard() -> Iterator[Callable[[], bytes]]:
    """Yield a function that reads a key from the terminal, even if standard input is a file.

    The terminal settings are restored at the end.
    """
    if sys.platform == "win32":
        yield _read_windows_key
        return
    import termios
    import tty

    is_stdin = os.isatty(0)
    handle = 0 if is_stdin else os.open("/dev/tty", os.O_RDONLY)
    settings = termios.tcgetattr(handle)
    try:
        tty.setraw(handle)
        sys.stdout.write(_HIDE)
        yield lambda: os.read(handle, 16)
    finally:
        termios.tcsetattr(handle, termios.TCSADRAIN, settings)
        sys.stdout.write(_SHOW)
        sys.stdout.flush()
        if not is_stdin:
            os.close(handle)


def _read_windows_key() -> bytes:
    import msvcrt

    key: bytes = msvcrt.getch()  # type: ignore[attr-defined]  # on Windows only
    arrows = {b"M": b"\x1b[C", b"P": b"\x1b[B", b"K": b"\x1b[D", b"H": b"\x1b[A", b"G": b"\x1b[H", b"O": b"\x1b[F"}
    return arrows.get(msvcrt.getch(), b"?") if key in (b"\x00", b"\xe0") else key  # type: ignore[attr-defined]
