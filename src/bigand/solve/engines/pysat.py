"""The solvers of python-sat, in this process; CaDiCaL by default.

`FreshSession` is for solvers that answer only once, `DeadlineSession` for a time limit without a child process.
"""

import gc
import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, BinaryIO

import numpy as np

from bigand.encode.clauses import Batch, Clauses, Limits
from bigand.ground.columns import Array
from bigand.solve.engines.minicard import reraise_interrupt
from bigand.solve.session import LimitError, SolverError

DEFAULT_ENGINE = "cadical195"
COUNTING_ENGINE = "minicard"  # supports "at most k" without clauses
_CHUNK_CLAUSES = 1 << 18
_SINGLE_USE = ("kissat", "ks")  # does not support assumptions: python-sat would ignore them
_ALIASES = {"cadical": "cadical195", "glucose": "glucose4", "minisat": "minisat22"}


def names() -> list[str]:
    """Return the names of python-sat's solvers."""
    from pysat.solvers import SolverNames

    engines = {name for group in vars(SolverNames).values() if isinstance(group, tuple) for name in group}
    return sorted({*engines, *_ALIASES})


def session(clauses: Clauses, name: str) -> "PySatSession | FreshSession":
    """Return a solver with these clauses."""
    return FreshSession(clauses, name) if name.startswith(_SINGLE_USE) else PySatSession(clauses, name)


def nonempty_clause_lists(batch: Batch) -> Iterator[list[int]]:
    """Yield the clauses of a batch as lists, except empty ones."""
    if batch.starts is None:
        step = _CHUNK_CLAUSES * batch.width
        for start in range(0, len(batch.literals), step):
            yield from batch.literals[start : start + step].reshape(-1, batch.width).tolist()
        return
    literals, starts = batch.literals.tolist(), batch.starts.tolist()
    for first, last in pairwise(starts):
        if first < last:
            yield literals[first:last]


def limit_lists(limits: Limits) -> Iterator[tuple[list[int], int]]:
    """Yield limits as lists of literals with their numbers."""
    literals, starts = limits.literals.tolist(), limits.starts.tolist()
    for (first, last), number in zip(pairwise(starts), limits.numbers.tolist(), strict=True):
        yield literals[first:last], number


def clause_adder(solver: Any) -> Callable[[list[int]], object]:
    """Return the fastest function to add a clause: it skips two layers of Python if python-sat allows it.

    For 6 million clauses, this takes 2 s instead of 5; `make bench` has the table.
    """
    inner = getattr(solver, "solver", None)
    for kind, held, name in (
        ("Cadical195", "cadical", "cadical195_add_cl"),
        ("Minisat22", "minisat", "minisat22_add_cl"),
        ("Glucose4", "glucose", "glucose41_add_cl"),
    ):
        handle = getattr(inner, held, None)
        if type(inner).__name__ == kind and handle is not None:
            import pysolvers

            return partial(getattr(pysolvers, name), handle)
    add: Callable[[list[int]], object] = solver.add_clause
    return add


def _enable_lrat_trace(solver: Any, file: BinaryIO) -> None:
    """Make CaDiCaL trace what it learns as LRAT text; python-sat itself offers only binary DRAT.

    The solver gets a duplicate of the file descriptor, since it closes the file it writes to.
    """
    import pysolvers

    inner = solver.solver
    inner.configure({"lrat": 1, "binary": 0})
    inner.prfile = os.fdopen(os.dup(file.fileno()), "wb")
    inner.prfp = pysolvers.cadical195_tracepr(inner.cadical, inner.prfile)


class PySatSession:
    """A solver of python-sat; it cannot be interrupted while it solves (see `worker`).

    `trace` receives everything the solver learns, once the session is closed; only CaDiCaL supports it.
    """

    def __init__(self, clauses: Clauses, name: str = DEFAULT_ENGINE, trace: BinaryIO | None = None) -> None:
        from pysat.solvers import Solver

        self.variables = clauses.variables
        try:
            self._solver: Any = Solver(name=_ALIASES.get(name, name))
        except (NameError, NotImplementedError) as error:
            raise SolverError("solver.unknown", name=name) from error
        if trace is not None:
            _enable_lrat_trace(self._solver, trace)
        self._impossible = clauses.has_empty_clause
        was_enabled = gc.isenabled()
        gc.disable()  # millions of small lists, none of them garbage
        try:
            add = clause_adder(self._solver)
            for batch in clauses.batches:
                deque(map(add, nonempty_clause_lists(batch)), maxlen=0)
            for limits in clauses.limits:
                for literals, number in limit_lists(limits):
                    self._solver.add_atmost(literals, number)
        finally:
            if was_enabled:
                gc.enable()

    def solve(self, assumptions: Sequence[int] = ()) -> bool | None:
        if self._impossible:
            return False
        try:
            answer: bool | None = self._solver.solve(assumptions=list(dict.fromkeys(assumptions)))
        except Exception as error:
            reraise_interrupt(error)
            raise
        return answer

    def solve_within(self, assumptions: Sequence[int], conflicts: int) -> bool | None:
        """Solve like `solve`, but return None above `conflicts`, a limit that not all solvers obey."""
        if self._impossible:
            return False
        self._solver.conf_budget(conflicts)
        answer: bool | None = self._solver.solve_limited(assumptions=list(dict.fromkeys(assumptions)))
        return answer

    def is_propagation_consistent(self, assumptions: Sequence[int]) -> bool:
        """Return whether unit propagation finds no conflict with the assumptions."""
        return not self._impossible and bool(self._solver.propagate(assumptions=list(assumptions))[0])

    def values(self) -> Array:
        values = np.zeros(self.variables, dtype=np.bool_)
        model = np.array((self._solver.get_model() or [])[: self.variables])  # a literal per variable
        values[: len(model)] = model > 0
        return values

    def core(self) -> list[int]:
        return [] if self._impossible else list(self._solver.get_core() or [])

    def add(self, clause: Sequence[int]) -> None:
        if not clause:
            self._impossible = True
        else:
            self._solver.add_clause(list(clause))

    def prefer(self, literals: Sequence[int]) -> None:
        self._solver.set_phases(list(literals))

    def close(self) -> None:
        self._solver.delete()


class FreshSession:
    """Wraps a solver that answers only once: each answer uses a new one, with the assumptions as clauses."""

    def __init__(self, clauses: Clauses, name: str) -> None:
        self._clauses = clauses
        self._name = name
        self._added_clauses: list[Sequence[int]] = []
        self._assumptions: list[int] = []
        self._last: PySatSession | None = None

    def solve(self, assumptions: Sequence[int] = ()) -> bool | None:
        self.close()
        self._assumptions = list(assumptions)
        self._last = PySatSession(self._clauses, self._name)
        for clause in (*self._added_clauses, *[[literal] for literal in self._assumptions]):
            self._last.add(clause)
        return self._last.solve()

    def values(self) -> Array:
        if self._last is None:
            raise RuntimeError("no model: call solve first")
        return self._last.values()

    def core(self) -> list[int]:
        return self._assumptions  # the solver does not report which ones

    def add(self, clause: Sequence[int]) -> None:
        self._added_clauses.append(clause)

    def prefer(self, literals: Sequence[int]) -> None:
        """Do nothing: these solvers do not accept phases."""

    def close(self) -> None:
        if self._last is not None:
            self._last.close()
            self._last = None


# ---------------------------------------------------------------------- sessions with a deadline


DEADLINE_ENGINE = "minisat22"  # obeys conflict limits, and is fast for many small questions
_SLICE_CONFLICTS = 2_000  # between checks of the clock


class DeadlineSession(PySatSession):
    """A session in this process that raises `LimitError` when the time is up, or after `conflicts` if given."""

    def __init__(self, clauses: Clauses, deadline: float | None) -> None:
        super().__init__(clauses, DEADLINE_ENGINE)
        self.deadline = deadline
        self.add_clause = clause_adder(self._solver)  # for adding many non-empty clauses

    def solve(self, assumptions: Sequence[int] = (), conflicts: int | None = None) -> bool:
        if self._impossible:
            return False
        assumed = list(dict.fromkeys(assumptions))
        spent = 0
        while conflicts is None or spent < conflicts:
            if self.deadline is not None and time.monotonic() > self.deadline:
                raise LimitError("limit.time")
            self._solver.conf_budget(_SLICE_CONFLICTS)
            answer: bool | None = self._solver.solve_limited(assumptions=assumed)
            if answer is not None:
                return answer
            spent += _SLICE_CONFLICTS
        raise LimitError("limit.time")
