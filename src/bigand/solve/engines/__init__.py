"""The engines, all of them in one table; and which one holds the clauses of a file.

An adapter is a module with `names()`, what its engines are called, and `session(clauses, name)`, one of them that
holds clauses; the one for cases has `case_session(case, deadline)`. Adding one is that file and a line here.
Whatever is no name of an engine is a command to be run.
"""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from bigand.encode.case import Case
from bigand.solve.session import CaseSession, Session

if TYPE_CHECKING:
    from bigand.encode.clauses import Clauses
    from bigand.encode.compiler import CompiledFile
    from bigand.encode.theory import Theory
    from bigand.ground.grounder import Grounder

CLAUSE_ADAPTERS = (
    "cryptominisat",
    "cpsat",
    "pysat",
)  # adapters for clauses alone; the first that has a name takes it
NUMBER_ADAPTERS = ("z3",)  # and for comparisons behind them
CASE_ADAPTER = "minicard"  # and the one for cases, of which there are many and small ones


def engine_names(*adapters: str) -> list[str]:
    """The names of all engines, or of those of some adapters."""
    return sorted(
        {
            name
            for adapter in adapters or (*CLAUSE_ADAPTERS, *NUMBER_ADAPTERS)
            for name in _load_adapter(adapter).names()
        }
    )


def clause_session(clauses: "Clauses", name: str) -> Session:
    """The engine of this name with clauses, in this process."""
    adapter = next(adapter for adapter in CLAUSE_ADAPTERS if name in _load_adapter(adapter).names())
    session: Session = _load_adapter(adapter).session(clauses, name)
    return session


def case_session(case: Case, deadline: float | None = None) -> CaseSession:
    """The engine that counts, with a case, in this process; a `LimitError` when the time is up."""
    session: CaseSession = _load_adapter(CASE_ADAPTER).case_session(case, deadline)
    return session


@cache
def _load_adapter(name: str) -> Any:
    match name:
        case "cryptominisat":
            from bigand.solve.engines import cryptominisat

            return cryptominisat
        case "cpsat":
            from bigand.solve.engines import cpsat

            return cpsat
        case "pysat":
            from bigand.solve.engines import pysat

            return pysat
        case "z3":
            from bigand.solve.engines import z3

            return z3
        case _:
            from bigand.solve.engines import minicard

            return minicard


Engine: TypeAlias = Callable[["Clauses", float | None], Session]  # clauses and a deadline to a session in a child


def clause_engine(clauses: "Clauses", deadline: float | None) -> Session:
    from bigand.solve.engines.pysat import PySatSession
    from bigand.solve.worker import WorkerSession

    return WorkerSession(lambda: PySatSession(clauses), deadline)


def number_engine(theory: "Theory") -> Engine:
    """The engine of a file with numbers; further atoms of its clauses are propositions."""
    from bigand.solve.engines.z3 import Z3Session, load
    from bigand.solve.numbers.models import NumberWorkerSession

    def make(clauses: "Clauses", deadline: float | None) -> Session:
        load()  # once for all children
        return NumberWorkerSession(lambda: Z3Session(clauses, theory), deadline)

    return make


def engine_for(grounder: "Grounder", compiled: "CompiledFile") -> Engine:
    """The engine for clauses of a file, those compiled or some of them with more."""
    if grounder.kinds is None:
        return clause_engine
    from bigand.encode.theory import theory_of

    return number_engine(theory_of(grounder, compiled))
