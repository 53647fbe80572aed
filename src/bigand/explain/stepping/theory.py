"""The instances of a file as clauses in rows, those of an instance side by side, and what is known of each atom."""

import numpy as np
from msgspec import Struct

from bigand.explain.instances import InstanceGroups
from bigand.ground.columns import Array, concatenate_ranges


class InstanceTheory(Struct, frozen=True, eq=False):
    """Clause c is `literals[starts[c]:starts[c+1]]`, of instance `owners[c]`; an instance's own are `first_clauses[i]` on.

    Atoms from 1 to `atoms` are the user's. Each of those above, up to `variables`, belongs to one instance.
    """

    literals: Array
    starts: Array
    owners: Array
    first_clauses: Array
    atoms: int
    variables: int
    occurrences: Array  # the clauses of each variable, one variable's after another's
    occurrence_starts: Array

    def clauses_of(self, instance: int) -> list[list[int]]:
        """The clauses of an instance."""
        literals, starts = self.literals, self.starts
        return [
            literals[starts[c] : starts[c + 1]].tolist()
            for c in range(self.first_clauses[instance], self.first_clauses[instance + 1])
        ]

    def clauses_with(self, variables: Array) -> Array:
        """The clauses in which one of some variables occurs, in order."""
        begins = self.occurrence_starts[variables]
        return np.unique(
            self.occurrences[concatenate_ranges(self.occurrence_starts[variables + 1] - begins, begins)]
        )


def instance_theory_of(instances: InstanceGroups) -> InstanceTheory:
    """The clauses of instances, by instance."""
    clauses = instances.groups.clauses
    literals, starts = clauses.rows()
    owner_arrays = instances.groups.owners
    owners = np.concatenate(owner_arrays) if owner_arrays else np.empty(0, dtype=np.int64)
    order = np.argsort(owners, kind="stable")
    sizes = np.diff(starts)[order]
    literals = literals[concatenate_ranges(sizes, starts[:-1][order])].astype(np.int64)
    owners = owners[order]
    starts = np.concatenate([[0], np.cumsum(sizes)])
    first = np.searchsorted(owners, np.arange(instances.groups.count + 1))
    clause_of = np.repeat(np.arange(len(sizes)), sizes)
    variables = np.abs(literals)
    by_variable = np.argsort(variables, kind="stable")
    occurring_from = np.searchsorted(variables[by_variable], np.arange(clauses.variables + 2))
    return InstanceTheory(
        literals, starts, owners, first, clauses.atoms, clauses.variables, clause_of[by_variable], occurring_from
    )
