"""Input of unknown length: files, pipes and devices are read in pieces, so that limits hold meanwhile."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import BinaryIO

from bigand.source.error import LimitError

LARGEST = 1_000_000_000  # bytes of one input, where nobody says how much memory there is
_SHARE = 2  # an input may take this part of the memory: its bytes and its text are there at once
_PIECE = 1 << 20
_most = LARGEST


@contextmanager
def limited_input(megabytes: int | None) -> Iterator[None]:
    """Let no input be larger than fits into so many megabytes of memory."""
    global _most
    before = _most
    _most = LARGEST if megabytes is None else megabytes * 1_000_000 // _SHARE
    try:
        yield
    finally:
        _most = before


def read_within_limits(file: BinaryIO, name: str) -> bytes:
    """All bytes of a file; a `LimitError` if there are too many. An alarm can ring between two pieces.

    Args:
        file: What to read: it may be a pipe or a device that never ends.
        name: What the user calls it.
    """
    whole = BytesIO()
    while piece := file.read(_PIECE):
        if whole.tell() + len(piece) > _most:
            raise LimitError("limit.input", name=name, size=str(_most // 1_000_000))
        whole.write(piece)
    return whole.getvalue()
