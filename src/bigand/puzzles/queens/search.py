"""Find and count placements by search, row by row; three bit masks hold the attacked columns and diagonals.

To count, the search extends a whole level at once: three arrays hold the states, and each round gives every state
its next free column. Large levels are split into blocks to limit memory. On an empty board the first queen is put
in the left half only, and these placements count twice.
"""

import time
from collections.abc import Iterator

import numpy as np

from bigand.ground.columns import Array
from bigand.puzzles.queens.board import Placement, Task
from bigand.solve.session import LimitError

_BLOCK_SIZE = 1 << 16  # states; a block fits into the CPU caches
MAX_COUNTED_SIZE = 30  # rows; their bits must fit into the arrays with some to spare


def count_placements(task: Task, deadline: float | None = None) -> int:
    """Count the placements."""
    if task.size > MAX_COUNTED_SIZE:
        raise LimitError("queens.too_many")
    if not task.is_unconstrained or task.size == 1:
        return _count_placements_within(task.column_masks_by_row(), task.size, deadline)
    size, half = task.size, task.size // 2
    allowed = task.column_masks_by_row()
    left_half_count = _count_placements_within([(1 << half) - 1, *allowed[1:]], size, deadline)
    middle_count = _count_placements_within([1 << half, *allowed[1:]], size, deadline) if size % 2 else 0
    return 2 * left_half_count + middle_count


def _count_placements_within(column_masks_by_row: list[int], size: int, deadline: float | None) -> int:
    start = np.zeros(1, dtype=np.int64)
    pending = [(0, start, start, start)]
    count = 0
    while pending:
        if deadline is not None and time.monotonic() >= deadline:
            raise LimitError("limit.time")
        row, columns, rising, falling = pending.pop()
        if row == size:
            count += len(columns)
            continue
        next_states = _states_after_next_queen(columns, rising, falling, column_masks_by_row[row])
        for block_start in range(0, len(next_states[0]), _BLOCK_SIZE):
            block = slice(block_start, block_start + _BLOCK_SIZE)
            pending.append((row + 1, next_states[0][block], next_states[1][block], next_states[2][block]))
    return count


def _states_after_next_queen(
    columns: Array, rising: Array, falling: Array, allowed_column_mask: int
) -> tuple[Array, Array, Array]:
    """Return all states after one more queen."""
    free = allowed_column_mask & ~(columns | rising | falling)
    parts = []
    while True:
        has_free_column = free != 0
        if not has_free_column.all():
            free, columns, rising, falling = (array[has_free_column] for array in (free, columns, rising, falling))
        if not len(free):
            break
        queen = free & -free
        free = free ^ queen
        parts.append((columns | queen, (rising | queen) << 1, (falling | queen) >> 1))
    if not parts:
        return columns, rising, falling
    next_columns, next_rising, next_falling = (np.concatenate(array) for array in zip(*parts, strict=True))
    return next_columns, next_rising, next_falling


def iter_placements(task: Task, deadline: float | None = None) -> Iterator[Placement]:
    """Yield all placements, in lexicographic order of their columns."""
    allowed, size = task.column_masks_by_row(), task.size
    chosen = [0] * size
    # attacked columns, rising and falling diagonals; columns left to try
    states = [(0, 0, 0, allowed[0])]
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
