"""Texts with quantifiers: what is found and counted are values of the outermost `exists`."""

from collections.abc import Iterator

from bigand.answer.expanded import Search, Watch, against, count_some
from bigand.answer.parts import Model as Told
from bigand.answer.problem import Problem
from bigand.answer.questions.solve import Block
from bigand.answer.value import Value
from bigand.encode.compile import CompiledFile
from bigand.encode.quantified import QuantifiedClauses, compile_quantified
from bigand.ground.columns import Array
from bigand.solve.external_quantified import QuantifiedExternalSession
from bigand.solve.quantified import count_qbf_models, make_qbf_session, qbf_models
from bigand.solve.session import Session
from bigand.solve.worker import WorkerSession, run_in_child
from bigand.source.diagnostic import Diagnostic

CANNOT = {"proof": "quantified.proof", "horizon": "quantified.horizon", "reasons": "why.quantified"}


class Quantified(Value):
    """A problem with its clauses, and the quantifiers in front of them."""

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
    def prefix(self) -> tuple[Block, ...]:
        names = self.compiled.names
        return tuple(
            [
                Block(
                    quantifier="forall" if block.is_forall else "exists",
                    atoms=tuple([names[atom - 1] for atom in block.atoms.tolist()]),
                )
                for block in self.quantified.blocks
            ]
        )

    @property
    def variables(self) -> int:
        return len(self.names)

    def session(self, search: Search) -> Session:
        if search.solver is not None:
            return QuantifiedExternalSession(self.quantified, search.solver, search.deadline)
        session: Session = search.run(lambda: make_qbf_session(self.quantified), WorkerSession)
        return session

    def models(self, session: Session, search: Search) -> Iterator[Array]:
        return (found.values for found in qbf_models(session, self.quantified, search.check))

    def exclude(self, session: Session, told: Told) -> None:
        session.add(against(told, self.names))

    def count(self, session: Session, search: Search, most: int | None = None) -> tuple[int, bool]:
        if most is not None or isinstance(session, QuantifiedExternalSession):
            return count_some(self.models(session, search), most)
        return run_in_child(lambda: count_qbf_models(self.quantified), search.deadline), True


def expanded(problem: Problem, as_written: bool, watch: Watch, _counting: bool) -> Quantified:
    """The clauses with the quantifiers, which bind atoms that are new in a grounder: so it is another each time."""
    return Quantified(problem=problem, quantified=compile_quantified(problem.new_grounder(), as_written, watch))
