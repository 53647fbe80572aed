"""Expand texts with quantifiers: their models are values of the outermost `exists` block."""

from collections.abc import Iterator

from bigand.api.expansion import ModelSearch, Watch, blocking_clause, count_by_enumerating
from bigand.api.parts import Model as ModelPart
from bigand.api.problem import Problem
from bigand.api.solve import QuantifierBlock
from bigand.api.value import Value
from bigand.encode.compiler import CompiledFile
from bigand.encode.quantified_clauses import QuantifiedClauses, compile_quantified
from bigand.ground.columns import Array
from bigand.solve.quantifiers.session import (
    QuantifiedExternalSession,
    count_qbf_models,
    make_qbf_session,
    qbf_models,
)
from bigand.solve.session import Session
from bigand.solve.worker import WorkerSession, run_in_child
from bigand.source.diagnostic import Diagnostic

UNSUPPORTED = {"proof": "quantified.proof", "horizon": "quantified.horizon", "reasons": "why.quantified"}


class QuantifiedExpansion(Value):
    """A problem with its clauses and its quantifier prefix."""

    problem: Problem
    quantified: QuantifiedClauses

    @property
    def compiled(self) -> CompiledFile:
        return self.quantified.compiled

    @property
    def names(self) -> tuple[str, ...]:
        return self.quantified.model_names

    @property
    def doubts(self) -> tuple[Diagnostic, ...]:
        return self.quantified.warnings

    @property
    def prefix(self) -> tuple[QuantifierBlock, ...]:
        names = self.compiled.names
        return tuple(
            [
                QuantifierBlock(
                    quantifier="forall" if block.is_forall else "exists",
                    atoms=tuple([names[atom - 1] for atom in block.atoms.tolist()]),
                )
                for block in self.quantified.blocks
            ]
        )

    @property
    def variables(self) -> int:
        return len(self.names)

    def session(self, search: ModelSearch) -> Session:
        if search.solver is not None:
            return QuantifiedExternalSession(self.quantified, search.solver, search.deadline)
        session: Session = search.make_session(lambda: make_qbf_session(self.quantified), WorkerSession)
        return session

    def models(self, session: Session, search: ModelSearch) -> Iterator[Array]:
        return (model.values for model in qbf_models(session, self.quantified, search.check))

    def exclude(self, session: Session, model: ModelPart) -> None:
        session.add(blocking_clause(model, self.names))

    def count(self, session: Session, search: ModelSearch, limit: int | None = None) -> tuple[int, bool]:
        if limit is not None or isinstance(session, QuantifiedExternalSession):
            return count_by_enumerating(self.models(session, search), limit)
        return run_in_child(lambda: count_qbf_models(self.quantified), search.deadline), True


def expand(problem: Problem, as_written: bool, watch: Watch, _native_counting: bool) -> QuantifiedExpansion:
    """Expand a problem into clauses with a prefix.

    Quantifiers add atoms to a grounder, so each call has its own.
    """
    return QuantifiedExpansion(
        problem=problem, quantified=compile_quantified(problem.new_grounder(), as_written, watch)
    )
