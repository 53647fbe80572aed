"""Expand texts of propositions: clauses for SAT engines, plus native cardinality constraints."""

from collections.abc import Iterator
from typing import ClassVar

from bigand.api.expansion import ModelSearch, Watch, blocking_clause
from bigand.api.parts import Model as ModelPart
from bigand.api.problem import Problem
from bigand.api.value import Value
from bigand.encode.clauses import Clauses
from bigand.encode.compiler import MANY, CompiledFile, compile_rules
from bigand.ground.columns import Array
from bigand.solve.count import count_models
from bigand.solve.engines import CLAUSE_ADAPTERS, clause_session, engine_names
from bigand.solve.engines.cryptominisat import NAME, is_installed
from bigand.solve.engines.pysat import COUNTING_ENGINE, DEFAULT_ENGINE
from bigand.solve.models import models
from bigand.solve.session import Session
from bigand.solve.worker import WorkerSession

UNSUPPORTED = {"strategy": "strategy.mode"}


class SatExpansion(Value):
    """A problem with its clauses."""

    problem: Problem
    compiled: CompiledFile
    doubts: ClassVar[tuple[()]] = ()
    prefix: ClassVar[None] = None

    @property
    def names(self) -> tuple[str, ...]:
        return self.compiled.names

    @property
    def variables(self) -> int:
        return self.compiled.clauses.variables

    def session(self, search: ModelSearch) -> Session:
        clauses = self.compiled.clauses
        if search.proof is not None:
            from bigand.solve.proof.certificate import ProofSession
            from bigand.solve.proof.formats import Format

            return ProofSession(clauses, Format(search.proof), search.deadline, search.check)
        name = search.solver or default_solver(clauses)
        if name not in engine_names(*CLAUSE_ADAPTERS):
            from bigand.solve.engines.external import ExternalSession

            return ExternalSession(clauses, name, search.deadline)
        session: Session = search.make_session(lambda: clause_session(clauses, name), WorkerSession)
        return session

    def models(self, session: Session, search: ModelSearch) -> Iterator[Array]:
        return (model.values for model in models(session, self.compiled, self.problem.grounder, search.check))

    def exclude(self, session: Session, model: ModelPart) -> None:
        session.add(blocking_clause(model, self.names))

    def count(self, session: Session, search: ModelSearch, limit: int | None = None) -> tuple[int, bool]:
        return count_models(
            session, self.compiled, self.problem.grounder, search.deadline, search.check, limit, search.warn
        )


def expand(problem: Problem, as_written: bool, watch: Watch, native_counting: bool) -> SatExpansion:
    """Expand a problem.

    With `native_counting`, constraints that stand for many clauses become cardinality limits.
    """
    many = MANY if native_counting else None
    return SatExpansion(
        problem=problem, compiled=compile_rules(problem.grounder, as_written, watch, counting_threshold=many)
    )


def default_solver(clauses: Clauses) -> str:
    """The default engine: CaDiCaL, or for large input the engine that loads it fastest."""
    if clauses.limits:
        return COUNTING_ENGINE
    return NAME if clauses.count > MANY and is_installed() else DEFAULT_ENGINE
