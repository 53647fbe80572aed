"""What every engine offers: clauses in, an answer out, more clauses, another answer.

States of a session: open (clauses may be added), answered (after `solve`; `values` may be asked if the answer was
True), closed. `solve` gives True, False, or None when a limit was reached.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from bigand.ground.columns import Array
    from bigand.source.diagnostic import Message


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


class SolverError(Exception):
    """An engine that cannot be used, crashed, or lied; `key` and `gaps` make the sentence."""

    def __init__(self, key: str, **gaps: str) -> None:
        super().__init__(key)
        self.key = key
        self.gaps = gaps


class LimitError(Exception):
    """A limit that the user set, or that we set for him, was reached."""

    def __init__(self, key: str, **gaps: "str | Message") -> None:
        super().__init__(key)
        self.key = key
        self.gaps = gaps
