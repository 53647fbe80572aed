"""The clauses of many cases at once: a file expanded together for many sets of values, then taken apart.

Every clause is told to come from its case, and every variable belongs to the case of the clauses it stands in. In
each case atoms are numbered from 1, predicate by predicate and by their arguments; auxiliary ones come after them.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

import numpy as np

from bigand.encode.clauses import Batch, Case, Limits
from bigand.encode.encoder import AUXILIARY, Encoder
from bigand.ground.columns import Array
from bigand.ground.expand import Grounder
from bigand.ground.tables import CASE

Entry = TypeVar("Entry")


def compile_cases(grounder: Grounder, counting: bool) -> Iterator[Case]:
    """The cases of a grounder that was made for some, in order."""
    encoder = Encoder(counting=counting)
    for rule in grounder.rules():
        for frame, ground in grounder.blocks(rule, note=False):
            encoder.add_from(ground, rule.number, frame.columns[CASE].full(frame.count))
    yield from _taken_apart(encoder, grounder.base.count, grounder.atoms.in_order())


def _taken_apart(encoder: Encoder, cases: int, ordered: Array) -> Iterator[Case]:
    atoms = len(ordered)
    numbers, sizes = _numbered(encoder, cases, ordered)
    clauses: list[list[list[int]]] = [[] for _ in range(cases)]
    limits: list[list[tuple[list[int], int]]] = [[] for _ in range(cases)]
    for batch in encoder.batches:
        assert batch.origin is not None
        starts = np.arange(batch.count + 1) * batch.width if batch.starts is None else batch.starts
        rows = _rows(_renumbered(batch.literals, numbers, atoms), starts)
        _share(rows, batch.origin, clauses)
    for limit in encoder.limits:
        assert limit.origin is not None
        rows = _rows(_renumbered(limit.literals, numbers, atoms), limit.starts)
        _share(list(zip(rows, limit.numbers.tolist(), strict=True)), limit.origin, limits)
    for case in range(cases):
        yield Case(clauses[case], limits[case], *sizes[case])


def _rows(literals: Array, starts: Array) -> list[list[int]]:
    listed = literals.tolist()
    return [listed[first:last] for first, last in pairwise(starts.tolist())]


def _share(rows: Sequence[Entry], origin: Array, shares: list[list[Entry]]) -> None:
    """Give each row to its case; the rows of a case stand together, and cases are in order."""
    assert (origin[1:] >= origin[:-1]).all(), "rows come in the order of the cases"
    edges = np.flatnonzero(origin[1:] != origin[:-1]) + 1
    bounds = [0, *edges.tolist(), len(rows)]
    if not rows:
        return
    for first, last in pairwise(bounds):
        shares[int(origin[first])].extend(rows[first:last])


def _numbered(encoder: Encoder, cases: int, ordered: Array) -> tuple[Array, list[tuple[int, int]]]:
    """The number of each variable in its case, by its number in all; how many atoms and variables a case has."""
    atoms = len(ordered)
    owner = np.full(atoms + 1 + encoder.auxiliary, -1, dtype=np.int64)
    parts: list[Batch | Limits] = [*encoder.batches, *encoder.limits]
    for part in parts:
        assert part.origin is not None
        owner[_dense(part.literals, atoms)] = np.repeat(part.origin, part.sizes())
    present = np.concatenate([ordered, np.arange(atoms + 1, len(owner))])
    present = present[owner[present] >= 0]
    order = present[np.argsort(owner[present], kind="stable")]
    counts = np.bincount(owner[present], minlength=cases)
    numbers = np.zeros(len(owner), dtype=np.int64)
    numbers[order] = np.arange(1, len(order) + 1) - np.repeat(np.cumsum(counts) - counts, counts)
    own = np.bincount(owner[ordered[owner[ordered] >= 0]], minlength=cases)
    return numbers, list(zip(own.tolist(), counts.tolist(), strict=True))


def _dense(literals: Array, atoms: int) -> Array:
    """Variables without the gap between atoms and auxiliary ones."""
    magnitude = np.abs(literals).astype(np.int64)
    if (magnitude >= AUXILIARY).any():
        return np.where(magnitude >= AUXILIARY, magnitude - AUXILIARY + atoms + 1, magnitude)
    return magnitude


def _renumbered(literals: Array, numbers: Array, atoms: int) -> Array:
    return np.sign(literals) * numbers[_dense(literals, atoms)]
