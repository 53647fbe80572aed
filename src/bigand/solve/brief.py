"""An engine that is asked here first, for so many conflicts; only what takes more goes to a child with a deadline.

Most questions about a few rules are answered by propagation. A process for them costs more than all the answers.
"""

from collections.abc import Callable, Sequence

from bigand.encode.clauses import Clauses
from bigand.ground.columns import Array
from bigand.solve.engines import Engine
from bigand.solve.pysat_engine import PySatSession
from bigand.solve.session import Session

_CONFLICTS = 1_000
_ENGINE = "minisat22"  # which heeds a budget
_LITERALS = 100_000  # in clauses that are held twice if need be


def quick_engine(fallback: Engine) -> Engine:
    """An engine for clauses that is left for a patient one where they are many, or a question is hard."""

    def make(clauses: Clauses, deadline: float | None) -> Session:
        is_small = sum([len(batch.literals) for batch in clauses.batches]) <= _LITERALS
        return _QuickSession(clauses, fallback, deadline) if is_small else fallback(clauses, deadline)

    return make


class _QuickSession:
    """A session that another one takes the place of at the first question that is hard."""

    def __init__(self, clauses: Clauses, fallback: Engine, deadline: float | None) -> None:
        self._quick: PySatSession | None = PySatSession(clauses, _ENGINE)
        self._session: Session = self._quick
        self._make_fallback: Callable[[], Session] = lambda: fallback(clauses, deadline)
        self._added: list[Sequence[int]] = []

    def solve(self, assumptions: Sequence[int] = ()) -> bool | None:
        if self._quick is not None:
            answer = self._quick.solve_within(assumptions, _CONFLICTS)
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
