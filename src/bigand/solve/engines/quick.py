"""An engine that first tries in this process, with a conflict limit, before using a child with a deadline.

Most questions about a few rules are answered by propagation; a process for them costs more than all the answers.

`SmallSolver` answers many questions about few clauses.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from bigand.encode.clauses import Clauses
from bigand.ground.columns import Array
from bigand.solve.engines import Engine
from bigand.solve.engines.pysat import PySatSession
from bigand.solve.session import Session

_MAX_CONFLICTS = 1_000
_ENGINE = "minisat22"  # obeys conflict limits
_MAX_LITERALS = 100_000  # in clauses that may be loaded twice


def quick_engine(fallback: Engine) -> Engine:
    """Return an engine that switches to `fallback` if there are many clauses or a question is hard."""

    def make(clauses: Clauses, deadline: float | None) -> Session:
        is_small = sum([len(batch.literals) for batch in clauses.batches]) <= _MAX_LITERALS
        return _QuickSession(clauses, fallback, deadline) if is_small else fallback(clauses, deadline)

    return make


class _QuickSession:
    """A session that another one replaces at the first hard question."""

    def __init__(self, clauses: Clauses, fallback: Engine, deadline: float | None) -> None:
        self._quick: PySatSession | None = PySatSession(clauses, _ENGINE)
        self._session: Session = self._quick
        self._make_fallback: Callable[[], Session] = lambda: fallback(clauses, deadline)
        self._added: list[Sequence[int]] = []

    def solve(self, assumptions: Sequence[int] = ()) -> bool | None:
        if self._quick is not None:
            answer = self._quick.solve_within(assumptions, _MAX_CONFLICTS)
            if answer is not None:
                return answer
            self._quick.close()
            self._quick = None
            self._session = self._make_fallback()
            for clause in self._added:
                self._session.add(clause)
        return self._session.solve(assumptions)

    def values(self) -> Array:
        return self._session.values()

    def core(self) -> list[int]:
        return self._session.core()

    def add(self, clause: Sequence[int]) -> None:
        self._added.append(clause)
        self._session.add(clause)

    def prefer(self, literals: Sequence[int]) -> None:
        self._session.prefer(literals)

    def close(self) -> None:
        self._session.close()


# ---------------------------------------------------------------------- small solver


class SmallSolver:
    """A solver for few clauses that is asked very often.

    Variables are renumbered, so the cost of an answer depends only on these clauses, not on the size of the file
    that they come from.
    """

    def __init__(self, clauses: Iterable[Sequence[int]] = ()) -> None:
        from pysat.solvers import Minisat22

        self._solver: Any = Minisat22()
        self._numbers: dict[int, int] = {}
        self._names: list[int] = [0]
        for clause in clauses:
            self.add(clause)

    @classmethod
    def from_rows(cls, literals: Array, starts: Array) -> "SmallSolver":
        """Create a solver from concatenated clauses: clause c is `literals[starts[c]:starts[c+1]]`."""
        solver = cls()
        names, numbers = np.unique(np.abs(literals), return_inverse=True)
        solver._names = [0, *names.tolist()]
        solver._numbers = {name: number for number, name in enumerate(solver._names)}
        small = (np.sign(literals) * (numbers + 1)).tolist()
        add_clause = solver._solver.add_clause
        for begin, end in pairwise(starts.tolist()):
            add_clause(small[begin:end], no_return=True)
        return solver

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause."""
        self._solver.add_clause([self._to_solver_literal(literal) for literal in clause])

    def find_clash(self, assumptions: Sequence[int]) -> list[int] | None:
        """Return assumptions that contradict the clauses; None if all of them can hold."""
        numbered = [self._to_solver_literal(literal) for literal in assumptions]
        if self._solver.solve(assumptions=numbered):
            return None
        return [self._from_solver_literal(number) for number in self._solver.get_core() or []]

    def find_minimal_clash(self, parts: Sequence[int], fixed: Sequence[int], limit: int) -> list[int] | None:
        """Return a minimal set of `parts` that contradicts `fixed`; None if it has more than `limit` members."""
        fixed_numbers = [self._to_solver_literal(literal) for literal in fixed]
        candidates = [self._to_solver_literal(literal) for literal in parts]
        solve, core = self._solver.solve, self._solver.get_core
        assert not solve(assumptions=[*fixed_numbers, *candidates]), "only a clash can be minimized"
        kept = set(core() or ())
        candidates = [part for part in candidates if part in kept]
        needed: list[int] = []
        while candidates:
            candidate = candidates.pop()
            if solve(assumptions=[*fixed_numbers, *needed, *candidates]):
                needed.append(candidate)
                if len(needed) > limit:
                    return None
            else:
                kept = set(core() or ())
                candidates = [part for part in candidates if part in kept]
        return [self._from_solver_literal(number) for number in needed]

    def _from_solver_literal(self, solver_literal: int) -> int:
        return self._names[solver_literal] if solver_literal > 0 else -self._names[-solver_literal]

    def _to_solver_literal(self, literal: int) -> int:
        name = abs(literal)
        number = self._numbers.get(name)
        if number is None:
            number = self._numbers[name] = len(self._names)
            self._names.append(name)
        return number if literal > 0 else -number

    def close(self) -> None:
        self._solver.delete()
