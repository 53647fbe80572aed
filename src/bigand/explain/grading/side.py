"""One of two files that are compared: its clauses, what says that a rule of it is broken, and its own atoms."""

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np

from bigand.encode.clauses import Batch
from bigand.encode.compile import Compiled, compile_negations, compile_rules
from bigand.encode.recognise import forecast_size
from bigand.explain.grading.definitions import definitions
from bigand.ground.columns import Array
from bigand.ground.expand import Grounder, Rule
from bigand.ground.forecast import is_one
from bigand.source.error import LimitError

_PAIRWISE = 24  # atoms of which pairs are written out: loading takes longer than solving
_LARGEST = 400_000  # instances of a rule that is compared


class Side:
    """A file, expanded at one size. Its atoms are those of its clauses, from 1 to `atoms`."""

    def __init__(self, grounder: Grounder) -> None:
        self.grounder = grounder
        self.rules: list[Rule] = grounder.rules()
        for at, rule in enumerate(self.rules):
            if not is_one(rule) and forecast_size(grounder, rule, self.rules[:at], counting=True) > _LARGEST:
                raise LimitError("grade.too_large")
        self.holds: Compiled = compile_rules(grounder, absorb=False, pairwise=_PAIRWISE)
        self.fails: Compiled = compile_negations(grounder, self.rules, recognised=True)
        self.names = self.fails.names
        self.atoms = len(self.names)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of an atom by its name."""
        return {name: at for at, name in enumerate(self.names, 1)}

    @cached_property
    def atoms_of(self) -> list[Array]:
        """The atoms of each rule."""
        found: list[list[Array]] = [[] for _ in self.rules]
        for batch in self.fails.clauses.batches:
            own = np.abs(batch.literals)
            found[batch.rule].append(own[own <= self.atoms])
        return [np.unique(np.concatenate(parts)) if parts else np.empty(0, np.int32) for parts in found]

    def batches(self, rules: set[int]) -> Iterator[Batch]:
        """The clauses of some rules, those of facts one by one."""
        for batch in self.holds.clauses.batches:
            if batch.owners is None:
                if batch.rule in rules:
                    yield batch
                continue
            chosen = np.isin(batch.owners, list(rules))
            for owner, literal in zip(batch.owners[chosen].tolist(), batch.literals[chosen], strict=True):
                yield Batch(owner, literal.reshape(1), 1)

    def in_table(self, values: Array) -> Array:
        """The true atoms as the grounder numbers them; `values` is the truth of each atom."""
        own = np.flatnonzero(self.holds.numbers)
        true: Array = own[values[self.holds.numbers[own] - 1]]
        return true

    def defined(self, linked: Array) -> tuple[set[int], Array]:
        """Rules that define atoms which are not linked, and those atoms."""
        return definitions(self.grounder, self.rules, self.holds.numbers, linked)


def predicate(name: str) -> str:
    """What an atom is an instance of: its name, and the number of its arguments is told by its print."""
    return name.partition("(")[0]


def matter(side: Side, predicates: Sequence[str]) -> Array:
    """The atoms of some predicates (of all, if none is named)."""
    chosen = [not predicates or predicate(name) in predicates for name in side.names]
    return np.flatnonzero(chosen) + 1
