"""Clauses as compressed rows: clause i is `literals[starts[i]:starts[i+1]]`, signed as in DIMACS."""

from collections import Counter

import numpy as np
from msgspec import Struct

from bigand.ground.columns import Array


class Batch(Struct, frozen=True, eq=False):
    """Clauses made together from one rule: `width` literals each, or of varying width (0) given by `starts`."""

    rule: int
    literals: Array  # int32, concatenated
    width: int
    starts: Array | None = None  # int64, one entry more than clauses
    origin: Array | None = None  # for each clause its row in the rule's frame, if traced
    owners: Array | None = None  # for each clause its rule, in a batch of facts

    def rule_numbers(self) -> Array:
        """The rule of each clause."""
        return np.full(self.count, self.rule, dtype=np.int64) if self.owners is None else self.owners

    def counts_by_rule(self) -> dict[int, int]:
        """The number of clauses from each rule."""
        return {self.rule: self.count} if self.owners is None else Counter(self.owners.tolist())

    @property
    def count(self) -> int:
        return len(self.literals) // self.width if self.starts is None else len(self.starts) - 1

    def sizes(self) -> Array:
        if self.starts is None:
            return np.full(self.count, self.width, dtype=np.int64)
        return np.diff(self.starts)


class Limits(Struct, frozen=True, eq=False):
    """At most `numbers[i]` of the literals `starts[i]` to `starts[i+1]`, for engines that count natively."""

    rule: int
    literals: Array  # int32, concatenated
    starts: Array  # int64, one entry more than limits
    numbers: Array  # int64
    origin: Array | None = None

    @property
    def count(self) -> int:
        return len(self.numbers)

    def sizes(self) -> Array:
        return np.diff(self.starts)


class Clauses(Struct, frozen=True, eq=False):
    """All clauses of a file: variables 1 to `atoms` are the user's, those up to `variables` are auxiliary.

    `limits` are used only for engines that count natively (`Encoder.counting`).
    """

    batches: tuple[Batch, ...]
    atoms: int
    variables: int
    limits: tuple[Limits, ...] = ()

    @property
    def count(self) -> int:
        return sum(batch.count for batch in self.batches)

    @property
    def has_empty_clause(self) -> bool:
        return any(batch.starts is not None and bool((np.diff(batch.starts) == 0).any()) for batch in self.batches)

    def rows(self) -> tuple[Array, Array]:
        """Return all clauses as (literals, starts): clause i is `literals[starts[i]:starts[i+1]]`."""
        sizes = np.concatenate([batch.sizes() for batch in self.batches] or [np.empty(0, np.int64)])
        literals = np.concatenate([batch.literals for batch in self.batches] or [np.empty(0, np.int32)])
        return literals, np.concatenate([[0], np.cumsum(sizes)])

    def to_zero_terminated(self) -> Array:
        """Return all clauses with a 0 after each, as solvers read them."""
        return np.concatenate([zero_terminated(batch) for batch in self.batches] or [np.empty(0, np.int32)])


def zero_terminated(batch: Batch) -> Array:
    """Return the clauses of a batch with a 0 after each."""
    if batch.starts is None:
        table = np.zeros((batch.count, batch.width + 1), dtype=np.int32)
        table[:, : batch.width] = batch.literals.reshape(-1, batch.width)
        return table.ravel()
    sizes = batch.sizes()
    result = np.zeros(len(batch.literals) + len(sizes), dtype=np.int32)
    shift = np.repeat(np.arange(len(sizes)), sizes)
    result[np.arange(len(batch.literals)) + shift] = batch.literals
    return result
