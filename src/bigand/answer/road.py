"""The road of a text, on one page: it is read, grounded, encoded, solved, each model verified before it is told.

What differs by the kind of text is a module each: models one after the other or their number (`listing`), with
quantifiers (`games`), the best ones (`costs`), the shortest plan (`planning`).
"""

import time

from bigand.answer.model import Model, model_of
from bigand.answer.opening import Opened, notice_doubts, opened
from bigand.answer.questions.solve import Best, Game, Planned, Solve, Solved
from bigand.answer.report import Noticed, Report
from bigand.answer.sizing import check_size
from bigand.answer.source import Source
from bigand.answer.telling import Teller
from bigand.answer.value import changed
from bigand.language import Mode
from bigand.language.soft import costs
from bigand.language.syntax import Assignment, Horizon
from bigand.source.error import UsageError


def solved(question: Solve, report: Report) -> Solved | Best | Planned | Game:
    """What the text asks for, by its kind: with quantifiers, with open steps, with costs, or plainly."""
    deadline = deadline_of(question.limits.seconds)
    began = time.process_time()
    text = opened(with_formulas(question.source, question.assume), report)
    model = model_of(text.reading, dict(text.given), text.logic)
    model.seconds["parse"] = time.process_time() - began
    teller = Teller(question, text.reading, report)
    _refuse_mixtures(question, text)
    if question.plan or has_open_horizon(text):
        from bigand.answer.planning import planned

        notice_doubts(text, report)
        return planned(question, model, teller, deadline, report)
    if text.reading.mode is Mode.QBF:
        from bigand.answer.games import played, quantified

        notice_doubts(text, report)
        check_size(model.grounder, question.limits.megabytes, question.as_written, report=report)
        return (played if question.strategy else quantified)(question, model, teller, deadline, report)
    counting = may_count(question, model)
    check_size(model.grounder, question.limits.megabytes, question.as_written, counting, report)
    _notice_suspicions(question, text, report)
    if costs(text.reading.program):
        from bigand.answer.costs import cheapest

        return cheapest(question, model, teller, deadline, report)
    from bigand.answer.listing import listed

    return listed(question, model, teller, deadline, report, counting)


def deadline_of(seconds: float | None) -> float | None:
    """When so many seconds from now are over."""
    return None if seconds is None else time.monotonic() + seconds


def with_formulas(source: Source, formulas: tuple[str, ...]) -> Source:
    """A source with further formulas at its end."""
    return changed(source, text="\n".join([source.text, *formulas])) if formulas else source


def has_open_horizon(text: Opened) -> bool:
    """Whether the number of steps is to be found: neither the text nor the user says it."""
    program = text.reading.program
    known = {item.target.name for item in program.items if isinstance(item, Assignment)} | set(text.given)
    return any(isinstance(one, Horizon) and one.variable.name not in known for one in program.directives)


def may_count(question: Solve, model: Model) -> bool:
    """Whether an engine that counts by itself may be taken."""
    from bigand.solve.pysat_engine import COUNTING

    is_free = question.solver in (None, COUNTING) and not question.count and question.proof is None
    return is_free and model.reading.mode is Mode.SAT and model.is_large


def _refuse_mixtures(question: Solve, text: Opened) -> None:
    """What does not go together is told before anything is done."""
    mode, is_open = text.reading.mode, has_open_horizon(text)
    if question.strategy and mode is not Mode.QBF:
        raise UsageError("strategy.mode")
    if question.proof is not None and mode is not Mode.SAT:
        raise UsageError("quantified.proof" if mode is Mode.QBF else "numbers.proof")
    if question.proof is not None and (costs(text.reading.program) or is_open):
        raise UsageError("costs.no_proof")
    if mode is Mode.QBF and is_open:
        raise UsageError("quantified.horizon")


def _notice_suspicions(question: Solve, text: Opened, report: Report) -> None:
    """Tell how much is doubtful; what can be suspected too, if the text is looked at in no time."""
    if not (question.suspicions and question.check):
        notice_doubts(text, report)
        return
    from bigand.explain.suspicions import NOT_LOOKED_AT, suspicions_of
    from bigand.explain.suspicions.survey import QUICK

    found = suspicions_of(text.reading, dict(text.given), QUICK)
    told = [one for one in found if one.code != NOT_LOOKED_AT]
    doubts = (*text.reading.diagnostics, *told)
    if doubts or len(told) < len(found):
        report(Noticed(diagnostics=doubts, is_counted=True, is_partial=len(told) < len(found)))
