"""Clauses as DIMACS text, written by NumPy: a table of padded tokens, a chunk of clauses at a time."""

from collections.abc import Iterator, Sequence

import numpy as np

from bigand.encode.clauses import Batch, Clauses
from bigand.ground.columns import Array

_CHUNK = 200_000


def dimacs(clauses: Clauses, names: Sequence[str], table: bool = True, prefix: bytes = b"") -> Iterator[bytes]:
    """The text in pieces: the table of names as comments (`c name number`), the header, a prefix, the clauses."""
    if table:
        for start in range(0, len(names), 50_000):
            part = names[start : start + 50_000]
            lines = [f"c {name} {start + index + 1}\n" for index, name in enumerate(part)]
            yield "".join(lines).encode("utf-8", "replace")
    yield f"p cnf {clauses.variables} {clauses.count}\n".encode()
    yield prefix
    for batch in clauses.batches:
        yield from _batch_lines(batch)


def _batch_lines(batch: Batch) -> Iterator[bytes]:
    if batch.starts is not None:
        yield from _ragged_lines(batch)
        return
    step = max(1, _CHUNK // batch.width) * batch.width
    for start in range(0, len(batch.literals), step):
        piece = batch.literals[start : start + step].reshape(-1, batch.width)
        yield _table_lines(piece)


def _table_lines(piece: Array) -> bytes:
    """A line for each row: its numbers, a 0, a line end; numbers are padded with blanks to one width."""
    digits = max(2, len(str(int(np.abs(piece).max()))) + 1)
    rows, width = piece.shape
    cells = np.full((rows, width, digits + 1), ord(" "), dtype=np.uint8)
    rest = np.abs(piece).astype(np.int64)
    for place in range(digits - 1, -1, -1):
        shown = rest > 0
        cells[:, :, place] = np.where(shown, rest % 10 + ord("0"), cells[:, :, place])
        rest //= 10
    negative = piece < 0
    counts = np.ones(piece.shape, dtype=np.int64)
    magnitude = np.abs(piece).astype(np.int64)
    for power in range(1, digits):
        counts += magnitude >= 10**power
    row_at, column_at = np.nonzero(negative)
    cells[row_at, column_at, digits - 1 - counts[negative]] = ord("-")
    flat = cells.reshape(rows, -1)
    end = np.empty((rows, 2), dtype=np.uint8)
    end[:, 0], end[:, 1] = ord("0"), ord("\n")
    text = np.concatenate([flat, end], axis=1).tobytes()
    return text


def _ragged_lines(batch: Batch) -> Iterator[bytes]:
    assert batch.starts is not None
    starts = batch.starts
    for first in range(0, batch.count, 20_000):
        last = min(first + 20_000, batch.count)
        literals = batch.literals[starts[first] : starts[last]].tolist()
        edges = (starts[first : last + 1] - starts[first]).tolist()
        lines = [
            " ".join([*map(str, literals[edges[index] : edges[index + 1]]), "0\n"]) for index in range(last - first)
        ]
        yield "".join(lines).encode()
