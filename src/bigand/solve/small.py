"""A solver for few clauses that is asked very often: its variables are numbered anew, so that an answer costs as
much as these clauses, however large the file is from which they come."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from bigand.ground.columns import Array


class SmallSolver:
    """Holds clauses over any numbers; `find_clash` says which of the assumptions clash."""

    def __init__(self, clauses: Iterable[Sequence[int]] = ()) -> None:
        from pysat.solvers import Minisat22

        self._solver: Any = Minisat22()
        self._numbers: dict[int, int] = {}
        self._names: list[int] = [0]
        for clause in clauses:
            self.add(clause)

    @classmethod
    def from_rows(cls, literals: Array, starts: Array) -> "SmallSolver":
        """The same with clauses in rows: clause c is `literals[starts[c]:starts[c+1]]`."""
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
        """One more clause."""
        self._solver.add_clause([self._number(literal) for literal in clause])

    def find_clash(self, assumptions: Sequence[int]) -> list[int] | None:
        """Some of the assumptions that clash with the clauses; None if all of them can hold."""
        numbered = [self._number(literal) for literal in assumptions]
        if self._solver.solve(assumptions=numbered):
            return None
        return [self._name(number) for number in self._solver.get_core() or []]

    def find_minimal_clash(self, parts: Sequence[int], fixed: Sequence[int], limit: int) -> list[int] | None:
        """Parts that clash with what is fixed, and do not without any one of them; None if these are too many."""
        fixed_numbers = [self._number(literal) for literal in fixed]
        candidates = [self._number(literal) for literal in parts]
        solve, core = self._solver.solve, self._solver.get_core
        assert not solve(assumptions=[*fixed_numbers, *candidates]), "what is to be made smaller must clash"
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
        return [self._name(number) for number in needed]

    def _name(self, number: int) -> int:
        return self._names[number] if number > 0 else -self._names[-number]

    def _number(self, literal: int) -> int:
        name = abs(literal)
        number = self._numbers.get(name)
        if number is None:
            number = self._numbers[name] = len(self._names)
            self._names.append(name)
        return number if literal > 0 else -number

    def close(self) -> None:
        self._solver.delete()
