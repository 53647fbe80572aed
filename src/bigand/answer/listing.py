"""Models one after the other, or their number: of texts without quantifiers and costs, with numbers or not."""

import time

from bigand.answer.model import Model, random_phases
from bigand.answer.numbers import NumberModel
from bigand.answer.questions.solve import Names, Proof, Solve, Solved
from bigand.answer.report import Part, Report, Stage, counting
from bigand.answer.telling import Teller
from bigand.solve.proof.certificate import ProvingSession
from bigand.solve.proof.steps import Format
from bigand.solve.session import LimitError, Session


def listed(
    question: Solve, model: Model, teller: Teller, deadline: float | None, report: Report, may_count: bool
) -> Solved:
    """As many models as are wanted, or how many there are."""
    report(Stage(key="progress.expand"))
    model.compiled = model.compile(question.as_written, counting(report), counting=may_count)
    report_names(question, model, report)
    report(Stage(key="progress.solve"))
    began = time.process_time()
    session = _session(question, model, deadline)
    stopped: str | None = None
    is_complete = False
    count: int | None = 0
    try:
        if question.seed is not None and not isinstance(model, NumberModel):
            session.prefer(random_phases(model.compiled, question.seed))
        model.exclude(session, question.excluded)
        if question.count:
            count, is_complete = model.counted(session, deadline, question.check)
            stopped = None if is_complete else "limit.time"
        else:
            is_complete = _find(question, model, session, teller, deadline)
            count = len(teller.models)
        proof = _proof(session)
    except LimitError as error:
        if error.key not in ("limit.time", "limit.endless"):
            raise
        if error.key == "limit.endless" and question.count:
            count, is_complete = None, True
        else:
            count, stopped = len(teller.models), error.key
        proof = None
    finally:
        session.close()
    return Solved(
        status="sat" if count or count is None else "unsat" if is_complete else "unknown",
        mode=model.reading.mode,
        models=tuple(teller.models),
        count=count,
        is_complete=is_complete,
        stopped=stopped,
        atoms=model.compiled.clauses.atoms,
        clauses=model.compiled.clauses.count,
        seconds=seconds_of(model, began),
        proof=proof,
        guess=teller.guess,
    )


def report_names(question: Solve, model: Model, report: Report) -> None:
    """Tell the names of all variables, if they are wanted."""
    if question.names:
        from bigand.answer.translating import all_names

        atoms = model.compiled.clauses.atoms
        report(Part(found=Names(names=tuple(all_names(model)), atoms=atoms)))


def seconds_of(model: Model, began: float) -> dict[str, float]:
    """What each stage took of this process."""
    spent = {**model.seconds, "solve": time.process_time() - began}
    return {stage: round(seconds, 4) for stage, seconds in spent.items()}


def _session(question: Solve, model: Model, deadline: float | None) -> Session:
    if question.proof is not None:
        return ProvingSession(model.compiled.clauses, Format(question.proof), deadline, check=question.check)
    if isinstance(model, NumberModel):
        return model.session(question.solver, deadline, seed=question.seed, megabytes=question.limits.megabytes)
    return model.session(question.solver, deadline)


def _find(question: Solve, model: Model, session: Session, teller: Teller, deadline: float | None) -> bool:
    """Find as many models as are wanted; whether there are no others."""
    wanted = question.wanted
    for solution in model.answers(session, check=question.check):
        teller.tell(solution)
        if wanted is not None and len(teller.models) >= wanted:
            return False
        if wanted is None and deadline is None and model.has_no_end(session, solution):
            raise LimitError("limit.endless")
    return True


def _proof(session: Session) -> Proof | None:
    if not isinstance(session, ProvingSession) or session.proof is None:
        return None
    return Proof(
        format=session.proof.format.value,
        steps=session.proof.added,
        deletions=session.proof.deleted,
        checked=session.proof.is_checked,
        text=session.text.read(),
    )
