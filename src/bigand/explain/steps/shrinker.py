"""Minimise the instances, and the known literals, from which a literal follows.

A minimal set is found by leaving out one part after another; other orders find other sets, and the smallest is
kept. All solving happens on the clauses of a few instances.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing

import numpy as np
from msgspec import Struct

from bigand.explain.steps.propagation import InstanceTheory, KnownValues
from bigand.explain.steps.suppositions import OpenClauses
from bigand.solve.engines.quick import SmallSolver

_ORDERS = 6  # in which parts are left out
_MANY = 100  # parts: all orders would take long, and the result is too large for people anyway
_FEW_ORDERS = 2
_TRIMS = 6  # times a core is solved again alone, which mostly makes it smaller


class StepReason(Struct, frozen=True):
    """Instances and known literals from which something follows; none of them can be left out."""

    instances: tuple[int, ...]
    premises: tuple[int, ...]


class Shrinker:
    """Minimises reasons; the solvers of single instances are kept."""

    def __init__(self, theory: InstanceTheory) -> None:
        self.theory = theory
        self._singles: dict[int, SmallSolver] = {}

    def close(self) -> None:
        for solver in self._singles.values():
            solver.close()
        self._singles.clear()

    def minimal_premises(self, instance: int, premises: Sequence[int], literal: int) -> tuple[int, ...]:
        """Return the fewest `premises` from which, with one instance, a literal follows."""
        if self.theory.first_clauses[instance + 1] - self.theory.first_clauses[instance] == 1:
            return tuple(premises)  # one clause needs all of them
        solver = self._singles.get(instance)
        if solver is None:
            solver = self._singles[instance] = SmallSolver(self.theory.clauses_of(instance))
        return tuple(sorted(_find_fewest(solver, premises, [-literal]) or (), key=abs))

    def minimal_instances(
        self, literal: int, candidates: Iterable[int], open_clauses: OpenClauses, limit: int | None = None
    ) -> tuple[int, ...] | None:
        """Return the fewest instances found from which, with all that is known, a literal follows.

        None if these are more than `limit`, which is detected before their number is known.
        """
        all_instances = sorted(candidates)
        with self._make_solver(all_instances, open_clauses) as solver:
            fewest = _find_fewest(
                solver, [self._first_switch + instance for instance in all_instances], [-literal], limit
            )
        return None if fewest is None else tuple(sorted([switch - self._first_switch for switch in fewest]))

    @property
    def _first_switch(self) -> int:
        """The switch of instance 0; switches come after all variables."""
        return self.theory.variables + 1

    def _make_solver(self, instances: Sequence[int], open_clauses: OpenClauses) -> closing[SmallSolver]:
        """Return a solver with the clauses of some instances, each with a switch."""
        return closing(SmallSolver.from_rows(*open_clauses.rows_with_switches(instances, self._first_switch)))

    def find_cores(self, literals: Sequence[int], open_clauses: OpenClauses) -> Iterator[tuple[int, list[int]]]:
        """Yield for each literal some instances from which it follows with all that is known, by full search."""
        all_instances = np.unique(open_clauses.owners).tolist()
        shuffle = random.Random(0)
        with self._make_solver(all_instances, open_clauses) as solver:
            for literal in literals:
                order = [self._first_switch + instance for instance in all_instances]
                shuffle.shuffle(order)
                for _ in range(_TRIMS):
                    core = solver.find_clash([-literal, *order])
                    assert core is not None, "what is looked for is forced"
                    kept = set(core)
                    if len(kept) >= len(order):
                        break
                    order = [switch for switch in order[::-1] if switch in kept]
                yield literal, [switch - self._first_switch for switch in order]

    def complete_reason(
        self, literal: int, instances: Sequence[int], known: KnownValues, forced: set[int]
    ) -> "ProvenFacts":
        """Complete the reason for a literal by instances that are all needed.

        The result includes the other `forced` literals that follow from exactly the same reason.
        """
        clauses = [(instance, clause) for instance in instances for clause in self.theory.clauses_of(instance)]
        plain = SmallSolver([clause for _, clause in clauses])
        switched = SmallSolver([[*clause, -(self._first_switch + instance)] for instance, clause in clauses])
        switches = [self._first_switch + instance for instance in instances]
        atoms = sorted({abs(lit) for _, clause in clauses for lit in clause})
        atoms = [atom for atom in atoms if atom <= self.theory.atoms]
        candidates = [atom * int(known.values[atom]) for atom in atoms if known.values[atom]]
        with closing(plain), closing(switched):
            premises = tuple(sorted(_find_fewest(plain, candidates, [-literal]) or (), key=abs))
            others = [
                lit for atom in atoms for lit in (atom, -atom) if lit in forced and not known.is_known_true(lit)
            ]
            facts = [
                lit
                for lit in others
                if lit == literal
                or (_needs_all(plain, premises, (-lit,)) and _needs_all(switched, switches, (*premises, -lit)))
            ]
        return ProvenFacts(StepReason(tuple(instances), premises), tuple(facts))


def _needs_all(solver: SmallSolver, parts: Sequence[int], fixed: Sequence[int]) -> bool:
    """Whether `parts` clash with `fixed`, but not without any one of them."""
    core = solver.find_clash([*fixed, *parts])
    if core is None or not set(parts).issubset(core):
        return False
    return all(
        solver.find_clash([*fixed, *parts[:number], *parts[number + 1 :]]) is None for number in range(len(parts))
    )


class ProvenFacts(Struct, frozen=True):
    """A reason with the facts that follow from all of it, and from no part of it."""

    reason: StepReason
    facts: tuple[int, ...]


def _find_fewest(
    solver: SmallSolver, parts: Sequence[int], fixed: Sequence[int], max_size: int | None = None
) -> list[int] | None:
    """Return the fewest parts found that clash with `fixed`; None if there are more than `max_size`."""
    best: list[int] | None = None
    shuffle = random.Random(0)
    order = list(parts)
    for number in range(_ORDERS if len(parts) <= _MANY else _FEW_ORDERS):
        limit = len(parts) if max_size is None else max_size
        clash = solver.find_minimal_clash(order, fixed, limit if best is None else min(limit, len(best) - 1))
        best = best if clash is None else clash
        if best is not None and (len(best) <= 1 or len(parts) == len(best) or (number == 0 and len(best) == 2)):
            break
        shuffle.shuffle(order)
    return best
