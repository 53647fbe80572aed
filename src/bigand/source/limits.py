"""Limits: nesting depth and the recursion limit, garbage collection, and the size of inputs."""

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any, BinaryIO

from bigand.source.error import LimitError

MAX_DEPTH = 10_000  # levels: more than people write or reasonable programs generate
_DEFAULT_RECURSION_LIMIT = 1000  # frames: Python's own default
_FRAMES_PER_LEVEL = 8  # Python frames per level in the most demanding tree walk


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Raise the recursion limit for trees as deep as the parser allows.

    Every walk over the tree is pure Python, which uses no C stack.
    """
    previous_limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(previous_limit, MAX_DEPTH * _FRAMES_PER_LEVEL))
    try:
        yield
    finally:
        sys.setrecursionlimit(previous_limit)


def read_json(text: str, object_hook: Callable[[list[tuple[str, Any]]], Any] | None = None) -> Any:
    """Parse a JSON text; raise a `RecursionError` if it nests too deeply.

    `object_hook` makes an object from its pairs. The parser uses the C stack, which does not grow with Python's
    recursion limit.
    """
    import json

    previous_limit = sys.getrecursionlimit()
    sys.setrecursionlimit(min(previous_limit, _DEFAULT_RECURSION_LIMIT))
    try:
        return json.loads(text, object_pairs_hook=object_hook)
    finally:
        sys.setrecursionlimit(previous_limit)


# ---------------------------------------------------------------------- garbage collection


@contextmanager
def pause_garbage_collection() -> Iterator[None]:
    """Pause the garbage collector while large trees are built."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            # Together these two move new objects to the oldest generation without scanning them.
            gc.freeze()
            gc.unfreeze()
            gc.enable()


# ---------------------------------------------------------------------- input size


MAX_INPUT_BYTES = 1_000_000_000  # per input, unless a memory limit is set
_MEMORY_DIVISOR = 2  # an input's bytes and its text are in memory at the same time
_CHUNK_BYTES = 1 << 20
_current_max_bytes = MAX_INPUT_BYTES


@contextmanager
def limit_input_size(megabytes: int | None) -> Iterator[None]:
    """Limit the size of each input to what fits into this much memory."""
    global _current_max_bytes
    previous_max = _current_max_bytes
    _current_max_bytes = MAX_INPUT_BYTES if megabytes is None else megabytes * 1_000_000 // _MEMORY_DIVISOR
    try:
        yield
    finally:
        _current_max_bytes = previous_max


def read_input(file: BinaryIO, name: str) -> bytes:
    """Return all bytes of a file; raise a `LimitError` if there are too many.

    It reads in chunks, so that a timer signal can interrupt it.

    Args:
        file: What to read, possibly a pipe or device that never ends.
        name: Its name in messages.
    """
    buffer = BytesIO()
    while chunk := file.read(_CHUNK_BYTES):
        if buffer.tell() + len(chunk) > _current_max_bytes:
            raise LimitError("limit.input", name=name, size=str(_current_max_bytes // 1_000_000))
        buffer.write(chunk)
    return buffer.getvalue()
