"""The table of engines, and the choice of the engine for a file.

An adapter is a module with `names()`, the names of its engines, and `session(clauses, name)`, which loads clauses
into one of them; the adapter for cases has `case_session(case, deadline)`. To add an adapter, write its module and
add a line here. A name that is not in the table is a command to run.
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

# Adapters for clauses alone; the first with a matching name is used.
CLAUSE_ADAPTERS = ("cryptominisat", "cpsat", "pysat")
NUMBER_ADAPTERS = ("z3",)  # for clauses with comparisons
CASE_ADAPTER = "minicard"  # for cases, which are many and small


def engine_names(*adapters: str) -> list[str]:
    """Return the names of all engines, or of those of some adapters."""
    return sorted(
        {
            name
            for adapter in adapters or (*CLAUSE_ADAPTERS, *NUMBER_ADAPTERS)
            for name in _load_adapter(adapter).names()
        }
    )


def clause_session(clauses: "Clauses", engine_name: str) -> Session:
    """Return a session of the named engine with these clauses, in this process."""
    adapter = next(adapter for adapter in CLAUSE_ADAPTERS if engine_name in _load_adapter(adapter).names())
    session: Session = _load_adapter(adapter).session(clauses, engine_name)
    return session


def case_session(case: Case, deadline: float | None = None) -> CaseSession:
    """Return a session with native counting, in this process; raises `LimitError` when the time is up."""
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


# Makes a session in a child process from clauses and a deadline.
Engine: TypeAlias = Callable[["Clauses", float | None], Session]


def clause_engine(clauses: "Clauses", deadline: float | None) -> Session:
    """Run CaDiCaL in a child process."""
    from bigand.solve.engines.pysat import PySatSession
    from bigand.solve.worker import WorkerSession

    return WorkerSession(lambda: PySatSession(clauses), deadline)


def number_engine(theory: "Theory") -> Engine:
    """Return the engine for a file with numbers; additional atoms of its clauses are propositions."""
    from bigand.solve.engines.z3 import Z3Session, import_before_forking
    from bigand.solve.numbers.models import NumberWorkerSession

    def make(clauses: "Clauses", deadline: float | None) -> Session:
        import_before_forking()  # once for all children
        return NumberWorkerSession(lambda: Z3Session(clauses, theory), deadline)

    return make


def engine_for(grounder: "Grounder", compiled: "CompiledFile") -> Engine:
    """Return the engine for the clauses of a file: the compiled ones, or some of them and others."""
    if grounder.kinds is None:
        return clause_engine
    from bigand.encode.theory import theory_of

    return number_engine(theory_of(grounder, compiled))
