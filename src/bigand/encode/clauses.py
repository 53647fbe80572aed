"""Clauses as compressed rows: clause i is `literals[starts[i]:starts[i+1]]`, with the signs of DIMACS."""

from collections import Counter

import numpy as np
from msgspec import Struct

from bigand.ground.columns import Array


class Batch(Struct, frozen=True, eq=False):
    """Clauses made together from one rule: `width` literals each, or (width 0) by `starts`."""

    rule: int
    literals: Array  # int32, one after the other
    width: int
    starts: Array | None = None  # int64, one more than there are clauses
    origin: Array | None = None  # for each clause the row of its rule's frame, when that was traced
    owners: Array | None = None  # for each clause its rule, where they are facts: from `rule` on

    def rule_numbers(self) -> Array:
        """For each clause the rule that it comes from."""
        return np.full(self.count, self.rule, dtype=np.int64) if self.owners is None else self.owners

    def counts_by_rule(self) -> dict[int, int]:
        """How many clauses come from each rule."""
        return {self.rule: self.count} if self.owners is None else Counter(self.owners.tolist())

    @property
    def count(self) -> int:
        return len(self.literals) // self.width if self.starts is None else len(self.starts) - 1

    def sizes(self) -> Array:
        if self.starts is None:
            return np.full(self.count, self.width, dtype=np.int64)
        return np.diff(self.starts)


class Limits(Struct, frozen=True, eq=False):
    """At most `numbers[i]` of the literals from `starts[i]` to `starts[i+1]`: for engines that can count."""

    rule: int
    literals: Array  # int32, one after the other
    starts: Array  # int64, one more than there are limits
    numbers: Array  # int64
    origin: Array | None = None

    @property
    def count(self) -> int:
        return len(self.numbers)

    def sizes(self) -> Array:
        return np.diff(self.starts)


class Clauses(Struct, frozen=True, eq=False):
    """All clauses of a file: atoms 1 to `atoms` are the user's, those above are auxiliary, up to `variables`.

    There are `limits` beside them only when the encoder was told that the engine can count.
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
        """All clauses as one: clause i, from 0 on, is `literals[starts[i]:starts[i+1]]`."""
        sizes = np.concatenate([batch.sizes() for batch in self.batches] or [np.empty(0, np.int64)])
        literals = np.concatenate([batch.literals for batch in self.batches] or [np.empty(0, np.int32)])
        return literals, np.concatenate([[0], np.cumsum(sizes)])

    def flatten(self) -> Array:
        """All clauses with a 0 after each, as solvers read them."""
        return np.concatenate([zero_terminated(batch) for batch in self.batches] or [np.empty(0, np.int32)])


def zero_terminated(batch: Batch) -> Array:
    """The clauses of a batch with a 0 after each."""
    if batch.starts is None:
        table = np.zeros((batch.count, batch.width + 1), dtype=np.int32)
        table[:, : batch.width] = batch.literals.reshape(-1, batch.width)
        return table.ravel()
    sizes = batch.sizes()
    result = np.zeros(len(batch.literals) + len(sizes), dtype=np.int32)
    shift = np.repeat(np.arange(len(sizes)), sizes)
    result[np.arange(len(batch.literals)) + shift] = batch.literals
    return result
