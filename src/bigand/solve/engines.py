"""Which engine holds the clauses of a file: one of clauses alone, or Z3 where comparisons stand behind them."""

from collections.abc import Callable
from typing import TypeAlias

from bigand.encode.clauses import Clauses
from bigand.encode.compile import Compiled
from bigand.encode.theory import Theory, theory_of
from bigand.ground.expand import Grounder
from bigand.solve.number_models import NumberWorker
from bigand.solve.pysat_engine import PySatSession
from bigand.solve.session import Session
from bigand.solve.worker import WorkerSession
from bigand.solve.z3_engine import Z3Session

Engine: TypeAlias = Callable[[Clauses, float | None], Session]  # clauses and a deadline to a session in a child


def of_clauses(clauses: Clauses, deadline: float | None) -> Session:
    return WorkerSession(lambda: PySatSession(clauses), deadline)


def of_numbers(theory: Theory) -> Engine:
    """The engine of a file with numbers; further atoms of its clauses are propositions."""

    def make(clauses: Clauses, deadline: float | None) -> Session:
        return NumberWorker(lambda: Z3Session(clauses, theory), deadline)

    return make


def engine_of(grounder: Grounder, compiled: Compiled) -> Engine:
    """The engine for clauses of a file, those compiled or some of them with more."""
    return of_clauses if grounder.kinds is None else of_numbers(theory_of(grounder, compiled))
