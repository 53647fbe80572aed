"""Step by step in a terminal: a key shows the next picture, another the one before.

Where there is no terminal all pictures are printed one after the other.
"""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from bigand.command.texts import Texts

_CLEAR, _HIDE, _SHOW = "\033[H\033[2J", "\033[?25l", "\033[?25h"
_NEXT = frozenset({b" ", b"\r", b"\n", b"n", b"j", b"l", b"\x1b[C", b"\x1b[B", b"\x1bOC", b"\x1bOB", b"\x1b[6~"})
_BACK = frozenset({b"p", b"b", b"h", b"k", b"\x7f", b"\b", b"\x1b[D", b"\x1b[A", b"\x1bOD", b"\x1bOA", b"\x1b[5~"})
_FIRST = frozenset({b"g", b"0", b"\x1b[H", b"\x1b[1~", b"\x1bOH"})
_LAST = frozenset({b"G", b"$", b"\x1b[F", b"\x1b[4~", b"\x1bOF"})
_LEAVE = frozenset({b"q", b"Q", b"\x1b", b"\x03", b"\x04", b""})


def step_through(blocks: Sequence[Sequence[str]], texts: Texts) -> None:
    """Show blocks of lines, one at a time, as keys ask for them."""
    if not sys.stdout.isatty() or os.environ.get("TERM") == "dumb":
        for lines in blocks:
            print("\n".join(lines), end="\n\n")
        return
    at = 0
    with _keys() as key:
        while 0 <= at < len(blocks):
            foot = texts("stepping.foot", number=at + 1, count=len(blocks))
            # In raw mode a line feed does not go back to the margin.
            shown = "\r\n".join([*blocks[at], "", foot])
            sys.stdout.write(_CLEAR + shown)
            sys.stdout.flush()
            at = turned(at, len(blocks), key())
    sys.stdout.write("\n")


def turned(at: int, count: int, key: bytes) -> int:
    """Which picture a key leads to; -1 leaves.

    >>> turned(0, 3, b" "), turned(2, 3, b" "), turned(1, 3, b"p"), turned(0, 3, b"p"), turned(1, 3, b"q")
    (1, 2, 0, 0, -1)
    """
    if key in _LEAVE:
        return -1
    if key in _FIRST:
        return 0
    if key in _LAST:
        return count - 1
    return min(count - 1, at + 1) if key in _NEXT else max(0, at - 1) if key in _BACK else at


@contextmanager
def _keys() -> Iterator[Callable[[], bytes]]:
    """A reader of keys, from the terminal even where the standard input is a file; all is put back at the end."""
    if sys.platform == "win32":
        yield _windows_key
        return
    import termios
    import tty

    own = os.isatty(0)
    handle = 0 if own else os.open("/dev/tty", os.O_RDONLY)
    before = termios.tcgetattr(handle)
    try:
        tty.setraw(handle)
        sys.stdout.write(_HIDE)
        yield lambda: os.read(handle, 16)
    finally:
        termios.tcsetattr(handle, termios.TCSADRAIN, before)
        sys.stdout.write(_SHOW)
        sys.stdout.flush()
        if not own:
            os.close(handle)


def _windows_key() -> bytes:
    import msvcrt

    key: bytes = msvcrt.getch()  # type: ignore[attr-defined]  # on Windows only
    arrows = {b"M": b"\x1b[C", b"P": b"\x1b[B", b"K": b"\x1b[D", b"H": b"\x1b[A", b"G": b"\x1b[H", b"O": b"\x1b[F"}
    return arrows.get(msvcrt.getch(), b"?") if key in (b"\x00", b"\xe0") else key  # type: ignore[attr-defined]
