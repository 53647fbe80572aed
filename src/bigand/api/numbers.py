"""Expand texts with numbers: clauses with comparisons behind literals, for Z3 or a command that reads SMT-LIB."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

import numpy as np

from bigand.api.expansion import ModelSearch, Watch, count_by_enumerating
from bigand.api.parts import Model as ModelPart
from bigand.api.problem import Problem
from bigand.api.value import Value
from bigand.encode.compiler import CompiledFile, compile_rules
from bigand.encode.theory import Theory, theory_of
from bigand.ground.columns import Array
from bigand.solve.engines import CLAUSE_ADAPTERS, engine_names
from bigand.solve.engines.smtlib import SmtLibSession
from bigand.solve.engines.z3 import NAME, Z3Session
from bigand.solve.numbers.models import NumberSession, NumberWorkerSession, count_number_models, number_models
from bigand.solve.session import LimitError, SolverError

UNSUPPORTED = {"strategy": "strategy.mode", "proof": "numbers.proof"}


class NumberExpansion(Value, dict=True):
    """A problem with its clauses and comparisons."""

    problem: Problem
    compiled: CompiledFile
    doubts: ClassVar[tuple[()]] = ()
    prefix: ClassVar[None] = None
    variables: ClassVar[int] = 0

    @property
    def names(self) -> tuple[str, ...]:
        return self.compiled.names

    @cached_property
    def theory(self) -> Theory:
        """The sorts of the unknowns, and the comparisons between them."""
        return theory_of(self.problem.grounder, self.compiled, self.problem.logic)

    def session(self, search: ModelSearch) -> NumberSession:
        clauses, theory, solver = self.compiled.clauses, self.theory, search.solver
        if solver in engine_names(*CLAUSE_ADAPTERS):
            raise SolverError("solver.numbers", name=solver)
        if solver not in (None, NAME):
            return SmtLibSession(clauses, theory, solver, search.deadline)
        make = lambda: Z3Session(clauses, theory, search.seed, search.megabytes)  # noqa: E731
        session: NumberSession = search.make_session(make, NumberWorkerSession)
        return session

    def models(self, session: NumberSession, search: ModelSearch) -> Iterator[Array]:
        for values in number_models(session, self.compiled, self.problem.grounder, search.check):
            yield np.array(values, dtype=object)
            if search.wants_all and session.is_endless(values):
                raise LimitError("limit.endless")

    def exclude(self, session: NumberSession, model: ModelPart) -> None:
        true, values = set(model.true), model.values or {}
        session.exclude([Fraction(values[name]) if name in values else name in true for name in self.names])

    def count(self, session: NumberSession, search: ModelSearch, limit: int | None = None) -> tuple[int, bool]:
        """Count the models; without `limit`, infinitely many raise a `LimitError`."""
        if limit is not None:
            return count_by_enumerating(self.models(session, search), limit)
        return count_number_models(session, self.compiled, self.problem.grounder, search.check)


def expand(problem: Problem, as_written: bool, watch: Watch, _native_counting: bool) -> NumberExpansion:
    """Expand a problem into clauses with comparisons."""
    return NumberExpansion(problem=problem, compiled=compile_rules(problem.grounder, as_written, watch))
