"""A solver for few clauses that is asked very often: its variables are numbered anew, so that an answer costs as
much as these clauses, however large the file is from which they come."""

from collections.abc import Iterable, Sequence
from typing import Any


class SmallSolver:
    """Holds clauses over any numbers; `needs` says which of the assumptions clash."""

    def __init__(self, clauses: Iterable[Sequence[int]] = ()) -> None:
        from pysat.solvers import Minisat22

        self._solver: Any = Minisat22()
        self._numbers: dict[int, int] = {}
        self._names: list[int] = [0]
        for clause in clauses:
            self.add(clause)

    def add(self, clause: Sequence[int]) -> None:
        """One more clause."""
        self._solver.add_clause([self._number(literal) for literal in clause])

    def needs(self, assumptions: Sequence[int]) -> list[int] | None:
        """Some of the assumptions that clash with the clauses; None if all of them can hold."""
        numbered = [self._number(literal) for literal in assumptions]
        if self._solver.solve(assumptions=numbered):
            return None
        names = self._names
        core = self._solver.get_core() or []
        return [names[number] if number > 0 else -names[-number] for number in core]

    def _number(self, literal: int) -> int:
        name = abs(literal)
        number = self._numbers.get(name)
        if number is None:
            number = self._numbers[name] = len(self._names)
            self._names.append(name)
        return number if literal > 0 else -number

    def close(self) -> None:
        self._solver.delete()
