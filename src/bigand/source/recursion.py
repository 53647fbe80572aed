"""How deep a text may nest, and room on Python's stack for all walks over something as deep."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

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
