"""CP-SAT of OR-Tools, a different search with native counting; an extra (`pip install 'bigand[cpsat]'`)."""

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

import numpy as np

from bigand.encode.clauses import Clauses
from bigand.ground.columns import Array
from bigand.solve.engines.pysat import limit_lists, nonempty_clause_lists
from bigand.solve.session import SolverError

NAME = "cpsat"


def names() -> list[str]:
    return [NAME]


def session(clauses: Clauses, _name: str) -> "CpSatSession":
    """Return the solver with these clauses."""
    return CpSatSession(clauses)


class CpSatSession:
    """Uses one worker, so that the same input gives the same output; every answer is a new search."""

    def __init__(self, clauses: Clauses) -> None:
        if find_spec("ortools") is None:
            raise SolverError("solver.extra_missing", name=NAME, extra="cpsat")
        from ortools.sat.python import cp_model

        self._library: Any = cp_model
        self._model: Any = cp_model.CpModel()
        self._variables = [self._model.new_bool_var("") for _ in range(clauses.variables)]
        self._solver: Any = None
        for batch in clauses.batches:
            for clause in nonempty_clause_lists(batch):
                self.add(clause)
        if clauses.has_empty_clause:
            self.add([])
        for limits in clauses.limits:
            for literals, number in limit_lists(limits):
                self._model.add(sum(self._terms(literals)) <= number)

    def _terms(self, literals: Sequence[int]) -> list[Any]:
        """Return the solver's literals."""
        return [
            self._variables[literal - 1] if literal > 0 else self._variables[-literal - 1].negated()
            for literal in literals
        ]

    def solve(self, assumptions: Sequence[int] = ()) -> bool | None:
        self._solver = self._library.CpSolver()
        self._solver.parameters.num_workers = 1
        self._model.clear_assumptions()
        self._model.add_assumptions(self._terms(list(dict.fromkeys(assumptions))))
        status = self._solver.solve(self._model)
        if status in (self._library.OPTIMAL, self._library.FEASIBLE):
            return True
        return False if status == self._library.INFEASIBLE else None

    def values(self) -> Array:
        return np.array([self._solver.boolean_value(variable) for variable in self._variables], dtype=np.bool_)

    def core(self) -> list[int]:
        """Convert CP-SAT's literals, which count from 0 and write a negation as `-number - 1`."""
        literals = self._solver.sufficient_assumptions_for_infeasibility()
        return [number + 1 if number >= 0 else number for number in literals]

    def add(self, clause: Sequence[int]) -> None:
        self._model.add_bool_or(self._terms(clause))

    def prefer(self, literals: Sequence[int]) -> None:
        self._model.clear_hints()
        for literal in literals:
            self._model.add_hint(self._variables[abs(literal) - 1], literal > 0)

    def close(self) -> None:
        self._solver = None
