"""The fewest instances, and of what is known the fewest literals, from which a literal follows.

A set that cannot be made smaller is found by leaving out one part after the other; in other orders others are
found, and the smallest is kept. All of it happens on the clauses of a few instances.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing

import numpy as np
from msgspec import Struct

from bigand.explain.stepping.following import Known
from bigand.explain.stepping.supposing import Open
from bigand.explain.stepping.theory import Theory
from bigand.solve.small import SmallSolver

_ORDERS = 6  # in which parts are left out
_MANY = 100  # parts of which so many orders would take long, and what is found is too large for people anyhow
_FEW_ORDERS = 2
_AGAIN = 6  # that a solver is asked about its last answer, which mostly makes it smaller


class Reason(Struct, frozen=True):
    """Instances and known literals from which something follows; none of them can be left out."""

    instances: tuple[int, ...]
    premises: tuple[int, ...]


class Shrinker:
    """Makes reasons small; the solvers of single instances are kept."""

    def __init__(self, theory: Theory) -> None:
        self.theory = theory
        self._singles: dict[int, SmallSolver] = {}

    def close(self) -> None:
        for solver in self._singles.values():
            solver.close()
        self._singles.clear()

    def single(self, instance: int, premises: Sequence[int], literal: int) -> tuple[int, ...]:
        """The fewest of some premises from which, with one instance, a literal follows."""
        if self.theory.first[instance + 1] - self.theory.first[instance] == 1:
            return tuple(premises)  # one clause needs all of them
        solver = self._singles.get(instance)
        if solver is None:
            solver = self._singles[instance] = SmallSolver(self.theory.clauses(instance))
        return tuple(sorted(_fewest(solver, premises, [-literal]) or (), key=abs))

    def instances(
        self, literal: int, candidates: Iterable[int], table: Open, most: int | None = None
    ) -> tuple[int, ...] | None:
        """The fewest of some instances found from which a literal follows with all that is known.

        None if these are more than `most`, which is known sooner than how many they are.
        """
        every = sorted(candidates)
        with self._switched(every, table) as solver:
            fewest = _fewest(solver, [self._first + instance for instance in every], [-literal], most)
        return None if fewest is None else tuple(sorted([switch - self._first for switch in fewest]))

    @property
    def _first(self) -> int:
        """The switch of instance 0: they are above all variables."""
        return self.theory.variables + 1

    def _switched(self, instances: Sequence[int], table: Open) -> closing[SmallSolver]:
        """A solver of the clauses of some instances, each with a switch."""
        return closing(SmallSolver.of_rows(*table.switched(instances, self._first)))

    def cores(self, literals: Sequence[int], table: Open) -> Iterator[tuple[int, list[int]]]:
        """For each literal some instances from which it follows with all that is known, by any guesses."""
        every = np.unique(table.owners).tolist()
        shuffle = random.Random(0)
        with self._switched(every, table) as solver:
            for literal in literals:
                order = [self._first + instance for instance in every]
                shuffle.shuffle(order)
                for _ in range(_AGAIN):
                    core = solver.needs([-literal, *order])
                    assert core is not None, "what is looked for is forced"
                    kept = set(core)
                    if len(kept) >= len(order):
                        break
                    order = [switch for switch in order[::-1] if switch in kept]
                yield literal, [switch - self._first for switch in order]

    def reasoned(self, literal: int, instances: Sequence[int], known: Known, forced: set[int]) -> "Proven":
        """The whole reason by some instances that are all needed, and what else follows by just the same."""
        clauses = [(instance, clause) for instance in instances for clause in self.theory.clauses(instance)]
        plain = SmallSolver([clause for _, clause in clauses])
        switched = SmallSolver([[*clause, -(self._first + instance)] for instance, clause in clauses])
        switches = [self._first + instance for instance in instances]
        atoms = sorted({abs(one) for _, clause in clauses for one in clause})
        atoms = [atom for atom in atoms if atom <= self.theory.atoms]
        candidates = [atom * int(known.values[atom]) for atom in atoms if known.values[atom]]
        with closing(plain), closing(switched):
            premises = tuple(sorted(_fewest(plain, candidates, [-literal]) or (), key=abs))
            others = [one for atom in atoms for one in (atom, -atom) if one in forced and not known.is_known(one)]
            facts = [
                one
                for one in others
                if one == literal
                or (_needs_all(plain, premises, (-one,)) and _needs_all(switched, switches, (*premises, -one)))
            ]
        return Proven(Reason(tuple(instances), premises), tuple(facts))


def _needs_all(solver: SmallSolver, parts: Sequence[int], fixed: Sequence[int]) -> bool:
    """Whether parts clash with what is fixed, and do not without any one of them."""
    core = solver.needs([*fixed, *parts])
    if core is None or not set(parts).issubset(core):
        return False
    return all(
        solver.needs([*fixed, *parts[:number], *parts[number + 1 :]]) is None for number in range(len(parts))
    )


class Proven(Struct, frozen=True):
    """A reason with all that follows from it and from no part of it."""

    reason: Reason
    facts: tuple[int, ...]


def _fewest(
    solver: SmallSolver, parts: Sequence[int], fixed: Sequence[int], most: int | None = None
) -> list[int] | None:
    """The fewest parts found that clash with the clauses and what is fixed; None if they are more than `most`."""
    best: list[int] | None = None
    shuffle = random.Random(0)
    order = list(parts)
    for number in range(_ORDERS if len(parts) <= _MANY else _FEW_ORDERS):
        limit = len(parts) if most is None else most
        found = solver.least(order, fixed, limit if best is None else min(limit, len(best) - 1))
        best = best if found is None else found
        if best is not None and (len(best) <= 1 or len(parts) == len(best) or (number == 0 and len(best) == 2)):
            break
        shuffle.shuffle(order)
    return best
