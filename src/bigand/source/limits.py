"""How deep a text may nest, and room on Python's stack for all walks over something as deep."""

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any, BinaryIO

from bigand.source.error import LimitError

MAX_DEPTH = 10_000  # levels: deeper than anybody writes and than any honest program generates
_DEFAULT_RECURSION_LIMIT = 1000  # frames, as Python has it unless somebody asks for more
_FRAMES_PER_LEVEL = 8  # of Python that one level may cost in the hungriest walk over the tree


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Room on Python's stack for trees as deep as the parser allows.

    Every walk over the tree is plain Python calling plain Python, which takes no stack of the machine.
    """
    previous_limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(previous_limit, MAX_DEPTH * _FRAMES_PER_LEVEL))
    try:
        yield
    finally:
        sys.setrecursionlimit(previous_limit)


def read_json(text: str, object_hook: Callable[[list[tuple[str, Any]]], Any] | None = None) -> Any:
    """What a JSON text says; a RecursionError for one that is too deep. `object_hook` makes an object of its pairs.

    Reading takes stack of the machine, of which there is not more because Python may go deeper.
    """
    import json

    previous_limit = sys.getrecursionlimit()
    sys.setrecursionlimit(min(previous_limit, _DEFAULT_RECURSION_LIMIT))
    try:
        return json.loads(text, object_pairs_hook=object_hook)
    finally:
        sys.setrecursionlimit(previous_limit)


# ----------------------------------------------------------------------
# No search for garbage where much is made that is none.


@contextmanager
def pause_garbage_collection() -> Iterator[None]:
    """No search for garbage while millions of nodes are made, none of which is garbage."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            # Together these two move what is new to the oldest generation without looking at it.
            gc.freeze()
            gc.unfreeze()
            gc.enable()


# ----------------------------------------------------------------------
# Input of unknown length: files, pipes and devices are read in pieces, so that limits hold meanwhile.


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
