"""MiniCard of python-sat, for cases: it takes their lists as they are, without arrays."""

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from bigand.encode.case import Case
from bigand.solve.session import LimitError

_FIRST_CONFLICTS = 500  # conflicts before trying other values
_SLICE_CONFLICTS = 5_000  # conflicts between checks of the clock


def case_session(case: Case, deadline: float | None) -> "MiniCardSession":
    """Return a solver with native counting, loaded with a case."""
    return MiniCardSession(case, deadline)


def reraise_interrupt(error: Exception) -> None:
    """Raise `KeyboardInterrupt` for Ctrl-C, which python-sat reports as an error of its own."""
    if "keyboard interrupt" in str(error).lower():
        raise KeyboardInterrupt from error


class MiniCardSession:
    """MiniCard with the clauses and limits of a case."""

    def __init__(self, case: Case, deadline: float | None) -> None:
        from pysat.solvers import Minicard

        self._atoms = case.atoms
        self._deadline = deadline
        self._solver: Any = Minicard()
        add, limit = self._clause_and_limit_adders()
        for clause in case.clauses:
            add(clause)
        for literals, number in case.limits:
            limit(literals, number)
        if case.atoms:
            # The engine does not know an atom until it occurs in a clause.
            add([case.atoms, -case.atoms])

    def _clause_and_limit_adders(self) -> tuple[Callable[[list[int]], object], Callable[[list[int], int], object]]:
        """Return the fastest functions for adding: they skip a layer of Python if python-sat allows it."""
        handle = getattr(self._solver, "minicard", None)
        if handle is None:
            return self._solver.add_clause, self._solver.add_atmost
        import pysolvers

        return partial(pysolvers.minicard_add_cl, handle), partial(pysolvers.minicard_add_am, handle)

    def solve(self, assumptions: Sequence[int] = ()) -> bool:
        """Return whether there is a model under the assumptions; raises `LimitError` when the time is up.

        The engine tries false first, which is usually best. But if hardly anything is forced, this leaves "at least
        one of these" for last and ends in a pigeonhole problem: then `solve` makes it try true first.
        """
        if self._deadline is not None and time.monotonic() >= self._deadline:
            raise LimitError("limit.time")
        try:
            answer = self._solve_briefly(_FIRST_CONFLICTS, assumptions)
            if answer is None:
                self._solver.set_phases(list(range(1, self._atoms + 1)))
                answer = self._solve_until_deadline(assumptions)
        except Exception as error:
            reraise_interrupt(error)
            raise
        return answer

    def _solve_briefly(self, conflicts: int, assumptions: Sequence[int]) -> bool | None:
        self._solver.conf_budget(conflicts)
        answer: bool | None = self._solver.solve_limited(assumptions)
        return answer

    def _solve_until_deadline(self, assumptions: Sequence[int]) -> bool:
        if self._deadline is None:
            return bool(self._solver.solve(assumptions))
        while time.monotonic() < self._deadline:
            answer = self._solve_briefly(_SLICE_CONFLICTS, assumptions)
            if answer is not None:
                return answer
        raise LimitError("limit.time")

    def true_atoms(self) -> list[int]:
        return [literal for literal in self._solver.get_model()[: self._atoms] if literal > 0]

    def core(self) -> list[int]:
        return list(self._solver.get_core() or ())

    def add(self, clause: list[int]) -> None:
        self._solver.add_clause(clause)

    def prefer(self, literals: list[int]) -> None:
        self._solver.set_phases(literals)

    def propagate(self, literals: list[int]) -> list[int] | None:
        holds, literals = self._solver.propagate(literals)
        return literals if holds else None

    def close(self) -> None:
        self._solver.delete()
