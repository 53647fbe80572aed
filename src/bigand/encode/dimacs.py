"""Write clauses as DIMACS text with NumPy: a table of padded tokens for each chunk of clauses."""

from collections.abc import Iterator, Sequence

import numpy as np

from bigand.encode.clauses import Batch, Clauses
from bigand.ground.columns import Array

_CHUNK_LITERALS = 200_000


def dimacs_text(
    clauses: Clauses, names: Sequence[str], with_names: bool = True, prefix: bytes = b""
) -> Iterator[bytes]:
    """Yield the text in pieces: names as comments (`c name number`), the header, `prefix`, the clauses."""
    if with_names:
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
    step = max(1, _CHUNK_LITERALS // batch.width) * batch.width
    for start in range(0, len(batch.literals), step):
        piece = batch.literals[start : start + step].reshape(-1, batch.width)
        yield _table_lines(piece)


def _table_lines(piece: Array) -> bytes:
    """Write a line for each row: its numbers, a 0, a newline."""
    digits = len(str(int(np.abs(piece).max())))
    cells = np.zeros((*piece.shape, digits + 2), dtype=np.uint8)  # sign, digits, blank; 0 bytes are removed
    cells[:, :, 0] = np.where(piece < 0, ord("-"), 0)
    cells[:, :, -1] = ord(" ")
    remainder = np.abs(piece)
    for place in range(digits, 0, -1):
        cells[:, :, place] = np.where(remainder > 0, remainder % 10 + ord("0"), 0)
        remainder //= 10
    ends = np.broadcast_to(np.frombuffer(b"0\n", dtype=np.uint8), (len(piece), 2))
    text = np.concatenate([cells.reshape(len(piece), -1), ends], axis=1).ravel()
    return text[text > 0].tobytes()


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
