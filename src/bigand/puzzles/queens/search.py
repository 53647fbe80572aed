"""Placements by search, row by row: which columns and diagonals are taken are bits of three numbers.

To count, a whole level of the search is done at once: three arrays hold the states, and each round gives every
state its next free column. Large levels are parted, so that memory stays small. On an empty board the first
queen stands in the left half, and what is found counts twice.
"""

import time
from collections.abc import Iterator

import numpy as np

from bigand.ground.columns import Array
from bigand.puzzles.queens.board import Placement, Task
from bigand.solve.session import LimitError

_BLOCK = 1 << 16  # states, which fit into caches
LARGEST = 30  # rows, whose bits fit into the arrays with room


def count_placements(task: Task, deadline: float | None = None) -> int:
    """How many placements there are."""
    if task.size > LARGEST:
        raise LimitError("queens.too_many")
    if not task.is_plain or task.size == 1:
        return _count(task.allowed(), task.size, deadline)
    size, half = task.size, task.size // 2
    every = task.allowed()
    left = _count([(1 << half) - 1, *every[1:]], size, deadline)
    middle = _count([1 << half, *every[1:]], size, deadline) if size % 2 else 0
    return 2 * left + middle


def _count(allowed: list[int], size: int, deadline: float | None) -> int:
    start = np.zeros(1, dtype=np.int64)
    waiting = [(0, start, start, start)]
    count = 0
    while waiting:
        if deadline is not None and time.monotonic() >= deadline:
            raise LimitError("limit.time")
        row, columns, rising, falling = waiting.pop()
        if row == size:
            count += len(columns)
            continue
        after = _next(columns, rising, falling, allowed[row])
        for first in range(0, len(after[0]), _BLOCK):
            part = slice(first, first + _BLOCK)
            waiting.append((row + 1, after[0][part], after[1][part], after[2][part]))
    return count


def _next(columns: Array, rising: Array, falling: Array, allowed: int) -> tuple[Array, Array, Array]:
    """All states after one more queen."""
    free = allowed & ~(columns | rising | falling)
    parts = []
    while True:
        has_some = free != 0
        if not has_some.all():
            free, columns, rising, falling = (column[has_some] for column in (free, columns, rising, falling))
        if not len(free):
            break
        queen = free & -free
        free = free ^ queen
        parts.append((columns | queen, (rising | queen) << 1, (falling | queen) >> 1))
    if not parts:
        return columns, rising, falling
    first, second, third = (np.concatenate(column) for column in zip(*parts, strict=True))
    return first, second, third


def placements(task: Task, deadline: float | None = None) -> Iterator[Placement]:
    """All placements, in the order of the columns of their first rows."""
    allowed, size = task.allowed(), task.size
    chosen = [0] * size
    states = [(0, 0, 0, allowed[0])]  # columns, rising and falling diagonals that are taken; what is left to try
    rounds = 0
    while states:
        rounds += 1
        if deadline is not None and not rounds % 4096 and time.monotonic() >= deadline:
            raise LimitError("limit.time")
        columns, rising, falling, free = states[-1]
        if not free:
            states.pop()
            continue
        queen = free & -free
        states[-1] = (columns, rising, falling, free ^ queen)
        row = len(states) - 1
        chosen[row] = queen.bit_length() - 1
        if row == size - 1:
            yield tuple(chosen)
            continue
        columns, rising, falling = columns | queen, (rising | queen) << 1, (falling | queen) >> 1
        states.append((columns, rising, falling, allowed[row + 1] & ~(columns | rising | falling)))
