"""What every engine offers: clauses in, an answer out, more clauses, another answer.

States of a session: open (clauses may be added), answered (after `solve`; `values` may be asked if the answer was
True), closed. `solve` gives True, False, or None when a limit was reached.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from bigand.source.error import LimitError, SolverError

if TYPE_CHECKING:
    from bigand.ground.columns import Array


class Session(Protocol):
    """An engine that holds the clauses of a file."""

    def solve(self, assumptions: Sequence[int] = ()) -> bool | None:
        """Whether the clauses can be satisfied together with the assumptions."""

    def values(self) -> "Array":
        """The last model: for each variable from 1 on, whether it is true (bool)."""

    def core(self) -> list[int]:
        """After the answer False: some of the assumptions that cannot hold together; none if the clauses cannot."""

    def add(self, clause: Sequence[int]) -> None:
        """One more clause."""

    def prefer(self, literals: Sequence[int]) -> None:
        """Values to try first, for a random model."""

    def close(self) -> None:
        """Give back what the engine holds."""


class CaseSession(Protocol):
    """An engine that holds a case and its limits, and counts by itself; its deadline raises a `LimitError`."""

    def solve(self, assumptions: Sequence[int] = ()) -> bool:
        """Whether there is a model with some literals true."""

    def true_atoms(self) -> list[int]:
        """The true atoms of the last model."""

    def core(self) -> list[int]:
        """After the answer False: those of the assumptions that are the reason."""

    def add(self, clause: list[int]) -> None:
        """One more clause."""

    def prefer(self, literals: list[int]) -> None:
        """The values to try first from now on; which models there are does not change."""

    def propagate(self, literals: list[int]) -> list[int] | None:
        """What follows from literals without any guess, they themselves included; nothing if that clashes."""

    def close(self) -> None:
        """Give back what the engine holds."""


__all__ = ["CaseSession", "LimitError", "Session", "SolverError"]
