"""One of the two files in a comparison: its clauses, the negations of its rules, and its atoms."""

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np

from bigand.encode.at_most_one import forecast_clauses
from bigand.encode.clauses import Batch
from bigand.encode.compiler import CompiledFile, compile_negations, compile_rules
from bigand.explain.grading.definitions import find_definitions
from bigand.ground.columns import Array
from bigand.ground.forecast import is_single_literal
from bigand.ground.grounder import Grounder, Rule
from bigand.source.error import LimitError

_PAIRWISE = 24  # largest set encoded pairwise, since loading takes longer than solving
_MAX_CLAUSES = 400_000  # of a rule that is compared


class ComparedFile:
    """A file, expanded at one size. Its atoms are those of its clauses, from 1 to `atoms`."""

    def __init__(self, grounder: Grounder) -> None:
        self.grounder = grounder
        self.rules: list[Rule] = grounder.rules()
        for index, rule in enumerate(self.rules):
            if (
                not is_single_literal(rule)
                and forecast_clauses(grounder, rule, self.rules[:index], counting=True) > _MAX_CLAUSES
            ):
                raise LimitError("grade.too_large")
        self.compiled: CompiledFile = compile_rules(grounder, absorb=False, pairwise=_PAIRWISE)
        self.negations: CompiledFile = compile_negations(grounder, self.rules, group_pairs=True)
        self.names = self.negations.names
        self.atoms = len(self.names)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each atom by its name."""
        return {name: number for number, name in enumerate(self.names, 1)}

    @cached_property
    def atoms_by_rule(self) -> list[Array]:
        atoms: list[list[Array]] = [[] for _ in self.rules]
        for batch in self.negations.clauses.batches:
            literals_atoms = np.abs(batch.literals)
            atoms[batch.rule].append(literals_atoms[literals_atoms <= self.atoms])
        return [np.unique(np.concatenate(parts)) if parts else np.empty(0, np.int32) for parts in atoms]

    def batches_of(self, rules: set[int]) -> Iterator[Batch]:
        """Yield the clauses of some rules, with facts as separate batches."""
        for batch in self.compiled.clauses.batches:
            if batch.owners is None:
                if batch.rule in rules:
                    yield batch
                continue
            chosen = np.isin(batch.owners, list(rules))
            for owner, literal in zip(batch.owners[chosen].tolist(), batch.literals[chosen], strict=True):
                yield Batch(owner, literal.reshape(1), 1)

    def true_grounder_atoms(self, values: Array) -> Array:
        """Return the true atoms in the grounder's numbering; `values` is the truth of each atom."""
        present = np.flatnonzero(self.compiled.atom_numbers)
        true: Array = present[values[self.compiled.atom_numbers[present] - 1]]
        return true

    def definitions_of_unlinked_atoms(self, linked: Array) -> tuple[set[int], Array]:
        """Return the rules that define unlinked atoms, and those atoms."""
        return find_definitions(self.grounder, self.rules, self.compiled.atom_numbers, linked)


def predicate_of(atom_name: str) -> str:
    """Return the predicate name of an atom."""
    return atom_name.partition("(")[0]


def atoms_of_predicates(side: ComparedFile, predicates: Sequence[str]) -> Array:
    """Return the atoms of some predicates, or of all if none is named."""
    chosen = [not predicates or predicate_of(name) in predicates for name in side.names]
    return np.flatnonzero(chosen) + 1
