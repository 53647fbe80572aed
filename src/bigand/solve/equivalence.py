"""Decide whether two files are equivalent: no valuation satisfies only one of them."""

from collections.abc import Iterator

import numpy as np
from msgspec import Struct

from bigand.encode.clauses import Batch, Clauses
from bigand.encode.encoder import AUXILIARY, Encoder
from bigand.ground.columns import Array
from bigand.ground.formula import FALSE, OPEN
from bigand.ground.grounder import Grounder
from bigand.solve.engines.pysat import PySatSession


class Difference(Struct, frozen=True, eq=False):
    """A valuation that satisfies only one of two files: which one, the names of their atoms and their truth."""

    satisfies_first: bool
    names: tuple[str, ...]
    values: Array


def find_difference(first: Grounder, second: Grounder) -> Difference | None:
    """Return a valuation that satisfies only one of two files, or None; both must share one atom table."""
    for holds, fails in ((first, second), (second, first)):
        clauses = Clauses(tuple(_difference_clauses(holds, fails)), 0, 0)
        top = max(
            [int(np.abs(batch.literals).max()) for batch in clauses.batches if len(batch.literals)], default=0
        )
        session = PySatSession(Clauses(clauses.batches, 0, top))
        try:
            if session.solve():
                names = tuple(first.atoms.names()[1:])
                values = np.zeros(len(names), dtype=np.bool_)
                assigned = session.values()[: min(top, len(names))]
                values[: len(assigned)] = assigned
                return Difference(holds is first, names, values)
        finally:
            session.close()
    return None


def _difference_clauses(holds: Grounder, fails: Grounder) -> Iterator[Batch]:
    """Yield the clauses of one file, and a clause saying that some instance of the other is violated."""
    encoder = Encoder()
    for rule in holds.rules():
        for _, ground in holds.blocks(rule):
            encoder.assert_block(ground, rule.number)
    broken: list[Array] = []
    for rule in fails.rules():
        for _, ground in fails.blocks(rule):
            if (ground.status == FALSE).any():
                broken.append(encoder.new_auxiliary_atoms(1))  # it fails under every valuation
            rows = np.flatnonzero(ground.status == OPEN)
            broken.append(encoder.define_implying_literals(ground, False, rows))
    literals = np.concatenate(broken or [np.empty(0, dtype=np.int64)])
    encoder.batches.append(Batch(0, literals.astype(np.int32), 0, np.array([0, len(literals)])))
    shift = holds.atoms.count + 1 - AUXILIARY
    for batch in encoder.batches:
        magnitude = np.abs(batch.literals).astype(np.int64)
        renumbered = np.where(magnitude >= AUXILIARY, magnitude + shift, magnitude)
        yield Batch(batch.rule, (np.sign(batch.literals) * renumbered).astype(np.int32), batch.width, batch.starts)
