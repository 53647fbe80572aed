"""The interface of all engines: clauses in, an answer out, more clauses, another answer.

A session is open (clauses may be added), answered (after `solve`; `values` are available if it returned True), or
closed. `solve` returns True, False, or None if a limit was reached.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from bigand.source.error import LimitError, SolverError

if TYPE_CHECKING:
    from bigand.ground.columns import Array


class Session(Protocol):
    """An engine loaded with the clauses of a file."""

    def solve(self, assumptions: Sequence[int] = ()) -> bool | None:
        """Return whether the clauses are satisfiable under the assumptions."""

    def values(self) -> "Array":
        """Return the last model: a bool for each variable, from 1 on."""

    def core(self) -> list[int]:
        """Return contradictory assumptions after the answer False; empty if the clauses alone are unsatisfiable."""

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause."""

    def prefer(self, literals: Sequence[int]) -> None:
        """Set values to try first, for a random model."""

    def close(self) -> None:
        """Release the engine's resources."""


class CaseSession(Protocol):
    """An engine with native counting, loaded with a case; raises `LimitError` after its deadline."""

    def solve(self, assumptions: Sequence[int] = ()) -> bool:
        """Return whether there is a model under the assumptions."""

    def true_atoms(self) -> list[int]:
        """Return the true atoms of the last model."""

    def core(self) -> list[int]:
        """Return the assumptions that are the reason for the answer False."""

    def add(self, clause: list[int]) -> None:
        """Add a clause."""

    def prefer(self, literals: list[int]) -> None:
        """Set the values to try first from now on; the set of models does not change."""

    def propagate(self, literals: list[int]) -> list[int] | None:
        """Return what follows from `literals` by unit propagation, including them; None on a conflict."""

    def close(self) -> None:
        """Release the engine's resources."""


__all__ = ["CaseSession", "LimitError", "Session", "SolverError"]
