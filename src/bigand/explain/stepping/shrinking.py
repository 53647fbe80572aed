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
        return tuple(sorted(_fewest(solver, premises, [-literal]), key=abs))

    def instances(self, literal: int, candidates: Iterable[int], table: Open, seed: int = 0) -> tuple[int, ...]:
        """The fewest of some instances found from which a literal follows with all that is known."""
        every = sorted(candidates)
        with self._switched(every, table) as solver:
            fewest = _fewest(solver, [self._first + instance for instance in every], [-literal], seed)
        return tuple(sorted([switch - self._first for switch in fewest]))

    @property
    def _first(self) -> int:
        """The switch of instance 0: they are above all variables."""
        return self.theory.variables + 1

    def _switched(self, instances: Sequence[int], table: Open) -> closing[SmallSolver]:
        """A solver of the clauses of some instances, each with a switch."""
        switches = [(self._first + instance, instance) for instance in instances]
        return closing(
            SmallSolver([[*clause, -switch] for switch, instance in switches for clause in table.clauses(instance)])
        )

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
        clauses = [clause for instance in instances for clause in self.theory.clauses(instance)]
        atoms = sorted({abs(one) for clause in clauses for one in clause})
        atoms = [atom for atom in atoms if atom <= self.theory.atoms]
        candidates = [atom * int(known.values[atom]) for atom in atoms if known.values[atom]]
        with closing(SmallSolver(clauses)) as solver:
            premises = tuple(sorted(_fewest(solver, candidates, [-literal]), key=abs))
            others = [one for atom in atoms for one in (atom, -atom) if one in forced and not known.is_known(one)]
            reason = Reason(tuple(instances), premises)
            facts = [one for one in others if one == literal or self._same(solver, reason, one)]
        return Proven(reason, tuple(facts))

    def _same(self, solver: SmallSolver, reason: Reason, literal: int) -> bool:
        """Whether another literal follows from a reason, too, and from no part of it."""
        if solver.needs([*reason.premises, -literal]) is None:
            return False
        for at in range(len(reason.premises)):
            if solver.needs([*reason.premises[:at], *reason.premises[at + 1 :], -literal]) is not None:
                return False
        for left_out in reason.instances:
            rest = [one for one in reason.instances if one != left_out]
            clauses = [clause for one in rest for clause in self.theory.clauses(one)]
            with closing(SmallSolver(clauses)) as partial:
                if partial.needs([*reason.premises, -literal]) is not None:
                    return False
        return True


class Proven(Struct, frozen=True):
    """A reason with all that follows from it and from no part of it."""

    reason: Reason
    facts: tuple[int, ...]


def _fewest(solver: SmallSolver, parts: Sequence[int], fixed: Sequence[int], seed: int = 0) -> list[int]:
    """The fewest parts found that clash with the clauses and with what is fixed."""
    best: list[int] | None = None
    shuffle = random.Random(seed)
    order = list(parts)
    for number in range(_ORDERS):
        found = _without_any(solver, order, fixed)
        if best is None or len(found) < len(best):
            best = found
        if len(best) <= 1 or len(parts) == len(best):
            break
        if number == 0 and len(best) == 2:
            break
        shuffle.shuffle(order)
    assert best is not None
    return best


def _without_any(solver: SmallSolver, parts: Sequence[int], fixed: Sequence[int]) -> list[int]:
    """Parts that clash, and do not without any one of them."""
    core = solver.needs([*fixed, *parts])
    assert core is not None, "what is to be made smaller must clash"
    kept = set(core)
    rest = [part for part in parts if part in kept]
    needed: list[int] = []
    while rest:
        candidate = rest.pop()
        smaller = solver.needs([*fixed, *needed, *rest])
        if smaller is None:
            needed.append(candidate)
        else:
            kept = set(smaller)
            rest = [part for part in rest if part in kept]
    return needed
