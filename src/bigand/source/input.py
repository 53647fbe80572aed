"""Input of unknown length: files, pipes and devices are read in pieces, so that limits hold meanwhile."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import BinaryIO

from bigand.source.error import LimitError

MAX_INPUT_BYTES = 1_000_000_000  # bytes of one input, where nobody says how much memory there is
_MEMORY_DIVISOR = 2  # an input may take this part of the memory: its bytes and its text are there at once
_CHUNK_BYTES = 1 << 20
_current_max_bytes = MAX_INPUT_BYTES


@contextmanager
def limit_input(megabytes: int | None) -> Iterator[None]:
    """Let no input be larger than fits into so many megabytes of memory."""
    global _current_max_bytes
    previous_max = _current_max_bytes
    _current_max_bytes = MAX_INPUT_BYTES if megabytes is None else megabytes * 1_000_000 // _MEMORY_DIVISOR
    try:
        yield
    finally:
        _current_max_bytes = previous_max


def read_input(file: BinaryIO, name: str) -> bytes:
    """All bytes of a file; a `LimitError` if there are too many. An alarm can ring between two pieces.

    Args:
        file: What to read: it may be a pipe or a device that never ends.
        name: What the user calls it.
    """
    buffer = BytesIO()
    while chunk := file.read(_CHUNK_BYTES):
        if buffer.tell() + len(chunk) > _current_max_bytes:
            raise LimitError("limit.input", name=name, size=str(_current_max_bytes // 1_000_000))
        buffer.write(chunk)
    return buffer.getvalue()
