"""An engine in this process that looks at the clock: it searches for some conflicts at a time."""

import time
from collections.abc import Sequence

from bigand.encode.clauses import Clauses
from bigand.solve.pysat_engine import PySatSession, clause_adder
from bigand.solve.session import LimitError

DEADLINE_ENGINE = "minisat22"  # counts conflicts, and is quick where many small questions are asked
_CONFLICTS = 2_000  # between two looks at the clock


class DeadlineSession(PySatSession):
    """A session with an end: a `LimitError` when the time is up, or after so many conflicts if that is said."""

    def __init__(self, clauses: Clauses, deadline: float | None) -> None:
        super().__init__(clauses, DEADLINE_ENGINE)
        self.deadline = deadline
        self.add_clause = clause_adder(self._solver)  # for many; none of them empty

    def solve(self, assumptions: Sequence[int] = (), conflicts: int | None = None) -> bool:
        if self._impossible:
            return False
        assumed = list(dict.fromkeys(assumptions))
        spent = 0
        while conflicts is None or spent < conflicts:
            if self.deadline is not None and time.monotonic() > self.deadline:
                raise LimitError("limit.time")
            self._solver.conf_budget(_CONFLICTS)
            answer: bool | None = self._solver.solve_limited(assumptions=assumed)
            if answer is not None:
                return answer
            spent += _CONFLICTS
        raise LimitError("limit.time")
