"""CryptoMiniSat, for very large input: it reads all clauses as one array, several times faster than one by one.

It is an extra (`pip install 'bigand[large]'`); without it, CaDiCaL is used.
"""

import array
from collections.abc import Sequence

import numpy as np

from bigand.encode.clauses import Clauses
from bigand.ground.columns import Array
from bigand.solve.session import SolverError

NAME = "cryptominisat"


def names() -> list[str]:
    """Include python-sat's names for it: python-sat's own session ignores variables that occur in no clause."""
    from pysat.solvers import SolverNames

    return sorted({NAME, *SolverNames.cryptosat})


def session(clauses: Clauses, _name: str) -> "CryptoMiniSatSession":
    """Return the solver with these clauses."""
    return CryptoMiniSatSession(clauses)


def is_installed() -> bool:
    from importlib.util import find_spec

    return find_spec("pycryptosat") is not None


class CryptoMiniSatSession:
    """Uses one thread, so that the same input gives the same output."""

    def __init__(self, clauses: Clauses) -> None:
        if not is_installed():
            raise SolverError("solver.extra_missing", name=NAME, extra="large")
        from pycryptosat import Solver

        self.variables = clauses.variables
        self._impossible = clauses.has_empty_clause
        self._solution: Sequence[bool | None] = ()
        self._solver = Solver(threads=1)
        if not self._impossible:
            if self.variables:
                self._solver.add_clause([self.variables, -self.variables])  # declare all, even unused ones
            for batch in clauses.batches:
                if batch.count:
                    flat = Clauses((batch,), 0, 0).to_zero_terminated()
                    self._solver.add_clauses(array.array("i", flat.tobytes()))

    def solve(self, assumptions: Sequence[int] = ()) -> bool | None:
        if self._impossible:
            return False
        answer, self._solution = self._solver.solve(list(dict.fromkeys(assumptions)))
        result: bool | None = answer
        return result

    def values(self) -> Array:
        values = np.zeros(self.variables, dtype=np.bool_)
        assigned = self._solution[1 : self.variables + 1]
        values[: len(assigned)] = [value is True for value in assigned]
        return values

    def core(self) -> list[int]:
        return [] if self._impossible else [-literal for literal in self._solver.get_conflict()]

    def add(self, clause: Sequence[int]) -> None:
        if clause:
            self._solver.add_clause(list(clause))
        else:
            self._impossible = True

    def prefer(self, literals: Sequence[int]) -> None:
        """Do nothing: this solver does not accept phases."""

    def close(self) -> None:
        self._solution = ()
