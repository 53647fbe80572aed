"""Turn an engine's trace into a proof with only what the contradiction needs.

An engine traces every clause it learns, in LRAT, and many are never used again. Following the hints back from the
empty clause marks those that are used. The first time a clause is met on the way back is its last use, and there
the proof deletes it. So the proof is shorter, and checkers have fewer clauses to go through: for ten pigeons in
nine holes, our DRAT check takes 30 s instead of 175 (`make bench` has the table).
"""

from collections.abc import Iterator
from typing import BinaryIO

import numpy as np
from msgspec import Struct

from bigand.encode.clauses import Clauses
from bigand.ground.columns import Array
from bigand.solve.proof.formats import Addition, Deletion, ProofStep


class TraceError(Exception):
    """The trace does not contain a refutation."""


class Trace(Struct, frozen=True, eq=False):
    """The additions of a trace, in order: addition i is `numbers[starts[i]:ends[i]]`, without its last 0.

    Each has its number, its literals, a 0 at `middles[i]`, and its hints. All arrays are int64.
    """

    numbers: Array
    starts: Array
    middles: Array
    ends: Array


def read_trace(file: BinaryIO) -> Trace:
    """Read the additions of a trace; its deletions are ignored, since the proof gets its own."""
    text = b" ".join([line for line in file if b"d" not in line])
    numbers = np.fromstring(text.decode("ascii"), dtype=np.int64, sep=" ")
    zeros = np.flatnonzero(numbers == 0)
    if not len(zeros) or len(zeros) % 2 or zeros[-1] != len(numbers) - 1:
        raise TraceError
    middles, ends = zeros[::2], zeros[1::2]
    return Trace(numbers, np.concatenate([[0], ends[:-1] + 1]), middles, ends)


def proof_of(trace: Trace, clauses: Clauses) -> list[ProofStep]:
    """Return the steps of a proof: clauses of the file are numbered 1, 2, …, followed by those added."""
    names = trace.numbers[trace.starts]
    empty = np.flatnonzero(trace.middles == trace.starts + 1)
    if not len(empty):
        raise TraceError
    last = int(empty[0])
    needed, final = _needed_additions(trace, names, last)
    rename = _number_map(trace, names, clauses.count, needed)
    return list(_proof_steps(trace, needed, final, rename, clauses))


def _needed_additions(trace: Trace, names: Array, last: int) -> tuple[list[int], list[list[int]]]:
    """Return the additions that the one at `last` needs, in order, and for each the clauses used there last."""
    numbers = trace.numbers.tolist()
    is_marked = bytearray(int(np.abs(trace.numbers).max()) + 1)
    addition_names, middles, ends = names.tolist(), trace.middles.tolist(), trace.ends.tolist()
    is_marked[addition_names[last]] = 1
    needed: list[int] = []
    final: list[list[int]] = []
    for index in range(last, -1, -1):
        if not is_marked[addition_names[index]]:
            continue
        newly_marked: list[int] = []
        for hint in numbers[middles[index] + 1 : ends[index]]:
            if hint <= 0:
                raise TraceError
            if not is_marked[hint]:
                is_marked[hint] = 1
                newly_marked.append(hint)
        needed.append(index)
        final.append(newly_marked)
    final[0] = []  # after the empty clause, nothing matters
    return needed[::-1], final[::-1]


def _number_map(trace: Trace, names: Array, count: int, needed: list[int]) -> Array:
    """Map names in the trace to numbers in the proof; a name without an addition is a clause of the file.

    The engine numbers all clauses in one sequence as they come. It may learn a clause while those of the file are
    still being added, so these need not come first.
    """
    size = int(np.abs(trace.numbers).max()) + count + 2
    is_added = np.zeros(size, dtype=np.bool_)
    is_added[names] = True
    rename = np.zeros(size, dtype=np.int64)
    rename[1 + np.flatnonzero(~is_added[1:])[:count]] = np.arange(1, count + 1)
    rename[names[needed]] = np.arange(count + 1, count + 1 + len(needed))
    return rename


def _proof_steps(
    trace: Trace, needed: list[int], final: list[list[int]], rename: Array, clauses: Clauses
) -> Iterator[ProofStep]:
    of_file, edges = clauses.rows()
    learnt: dict[int, list[int]] = {}

    def literals_of(number: int) -> list[int]:
        literals = learnt.pop(number, None)
        return of_file[edges[number - 1] : edges[number]].tolist() if literals is None else literals

    renamed = rename[np.abs(trace.numbers)]
    numbers = np.where(_literal_mask(trace), trace.numbers, renamed).tolist()
    starts, middles, ends = trace.starts.tolist(), trace.middles.tolist(), trace.ends.tolist()
    for line, (index, dead) in enumerate(zip(needed, final, strict=True), 1):
        start, middle = starts[index], middles[index]
        added = Addition(line, numbers[start + 1 : middle], numbers[start], numbers[middle + 1 : ends[index]])
        learnt[added.number] = added.literals
        yield added
        for name in dead:
            number = int(rename[name])
            yield Deletion(line, literals_of(number), (number,))


def _literal_mask(trace: Trace) -> Array:
    """Return a mask of the numbers in a trace that are literals (not clause numbers or zeros)."""
    change = np.zeros(len(trace.numbers) + 1, dtype=np.int64)
    change[trace.starts + 1] += 1
    change[trace.middles] -= 1
    return np.cumsum(change[:-1]) > 0
