"""Unit propagation over the instances of a file, with the clauses of each instance side by side."""

from collections.abc import Iterable, Sequence

import numpy as np
from msgspec import Struct

from bigand.explain.groups import InstanceGroups
from bigand.ground.columns import Array, concatenate_ranges


class InstanceTheory(Struct, frozen=True, eq=False):
    """The clauses of all instances: clause c is `literals[starts[c]:starts[c+1]]`, of instance `owners[c]`.

    The clauses of instance i start at `first_clauses[i]`. Atoms from 1 to `atoms` are the user's. Each variable
    above, up to `variables`, belongs to one instance.
    """

    literals: Array
    starts: Array
    owners: Array
    first_clauses: Array
    atoms: int
    variables: int
    occurrences: Array  # the clauses of each variable, concatenated
    occurrence_starts: Array

    def clauses_of(self, instance: int) -> list[list[int]]:
        literals, starts = self.literals, self.starts
        return [
            literals[starts[c] : starts[c + 1]].tolist()
            for c in range(self.first_clauses[instance], self.first_clauses[instance + 1])
        ]

    def clauses_with(self, variables: Array) -> Array:
        """Return the clauses that contain one of `variables`, in order."""
        begins = self.occurrence_starts[variables]
        return np.unique(
            self.occurrences[concatenate_ranges(self.occurrence_starts[variables + 1] - begins, begins)]
        )


def instance_theory_of(instances: InstanceGroups) -> InstanceTheory:
    """Return the clauses of instances, sorted by instance."""
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


# ---------------------------------------------------------------------- propagation in rounds
# A round examines all affected clauses at once, on columns. Each new literal then has the clause that implies it,
# and so its instance. Derivations through an instance's own atoms are traced back to the user's atoms.


class KnownValues:
    """The value of each atom (1 true, -1 false, 0 unknown), and the clause that implied it, if any."""

    def __init__(self, theory: InstanceTheory, instances: Sequence[int] | None = None) -> None:
        """Start with nothing known; if `instances` is given, only these propagate."""
        self.theory = theory
        self._is_active: Array | None = None
        if instances is not None:
            self._is_active = np.isin(theory.owners, np.array(instances, dtype=np.int64))
        self.values = np.zeros(theory.variables + 1, dtype=np.int8)
        self.reasons = np.full(theory.variables + 1, -1, dtype=np.int64)
        self._changed: Array | None = None  # variables since the last round; None: examine all clauses

    def add(self, literals: Iterable[int]) -> None:
        """Record literals as known."""
        literal_array = np.fromiter(literals, dtype=np.int64)
        self._assign(literal_array)

    def _assign(self, literals: Array, reasons: Array | int = -1) -> None:
        variables = np.abs(literals)
        self.values[variables] = np.sign(literals)
        self.reasons[variables] = reasons
        if self._changed is not None:
            self._changed = np.concatenate([self._changed, variables])

    def is_known_true(self, literal: int) -> bool:
        return bool(self.values[abs(literal)] * (1 if literal > 0 else -1) == 1)

    def propagate_round(self) -> Array | None:
        """Return the literals that single clauses imply next, now known; None if there are none.

        If several clauses imply a literal, the shortest is its reason.
        """
        theory = self.theory
        clauses = np.arange(len(theory.owners)) if self._changed is None else theory.clauses_with(self._changed)
        self._changed = np.empty(0, dtype=np.int64)
        if self._is_active is not None:
            clauses = clauses[self._is_active[clauses]]
        if not len(clauses):
            return None
        begins = theory.starts[clauses]
        sizes = theory.starts[clauses + 1] - begins
        places = concatenate_ranges(sizes, begins)
        literals = theory.literals[places]
        values = self.values[np.abs(literals)] * np.sign(literals)
        bounds = np.concatenate([[0], np.cumsum(sizes)])[:-1]
        is_true = np.maximum.reduceat(values, bounds) == 1
        open_counts = np.add.reduceat((values == 0).astype(np.int64), bounds)
        units = np.flatnonzero(~is_true & (open_counts == 1))
        if not len(units):
            return None
        positions = np.add.reduceat(np.where(values == 0, np.arange(len(values)), 0), bounds)[units]
        shortest = np.argsort(sizes[units], kind="stable")
        new = literals[positions][shortest]
        _, first = np.unique(np.abs(new), return_index=True)
        first.sort()
        self._assign(new[first], clauses[units][shortest][first])
        return new[first]

    def count_gain(self, literal: int) -> int:
        """Count the atoms that propagation would add if a literal were known; the state is restored."""
        values, reasons = self.values.copy(), self.reasons.copy()
        self.add([literal])
        while self.propagate_round() is not None:
            pass
        gained = int(np.count_nonzero(self.values[: self.theory.atoms + 1])) - int(
            np.count_nonzero(values[: self.theory.atoms + 1])
        )
        self.values, self.reasons = values, reasons
        self._changed = np.empty(0, dtype=np.int64)
        return gained

    def premises_of(self, literal: int) -> tuple[int, list[int]]:
        """Return the instance that implied a literal, and the user's literals it used."""
        theory = self.theory
        clause = int(self.reasons[abs(literal)])
        instance = int(theory.owners[clause])
        premises: set[int] = set()
        seen = {abs(literal)}
        waiting = [clause]
        while waiting:
            clause = waiting.pop()
            for clause_literal in theory.literals[theory.starts[clause] : theory.starts[clause + 1]].tolist():
                variable = abs(clause_literal)
                if variable in seen:
                    continue
                seen.add(variable)
                if variable <= theory.atoms:
                    premises.add(-clause_literal)
                else:
                    waiting.append(int(self.reasons[variable]))
        return instance, sorted(premises, key=abs)
