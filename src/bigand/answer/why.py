"""How `why` and `why_not` are answered: how the time is shared, and what is told as soon as it is known."""

import time
from collections.abc import Callable
from contextlib import closing

from msgspec.structs import replace

from bigand.answer.auxiliary import reporter
from bigand.answer.expanded import expanded, kind_of
from bigand.answer.expected import broken_rules, tell_strangers, with_formulas
from bigand.answer.opening import notice_doubts, opened
from bigand.answer.problem import Problem
from bigand.answer.question import Limits
from bigand.answer.questions.why import Reasons, Why, WhyNot
from bigand.answer.reasons import Manner, broken_by_model, reasons_of
from bigand.answer.report import Done, Part, Report, Stage
from bigand.answer.sizing import check_size
from bigand.answer.source import Source
from bigand.explain.findings import WhyRequest, investigate
from bigand.explain.reasons import ClashAnalysis
from bigand.ground.columns import Array
from bigand.solve.models import verify
from bigand.source.auxiliary import attempt
from bigand.source.error import BigandError, LimitError

_SECONDS = 15.0  # for looking, where nobody says how long
_REASONS = 10  # at most, where all are asked for
_TELLING = 0.06  # of the time, for telling what was found


def why(question: Why, report: Report) -> Reasons:
    """Why a text has no model."""
    deadline = looking_until(question.limits)
    problem = problem_for_reasons(question.source, question.limits, question.as_written, report)
    most = _REASONS if question.all else 1
    asked = WhyRequest(problem.reading, problem.given, deadline, most, question.full or question.all)
    return _answered(problem, asked, Manner(question.full or question.all, question.drawn), report)


def why_not(question: WhyNot, report: Report) -> Reasons:
    """Why a text has no model with what is expected, or what a whole model breaks."""
    deadline = looking_until(question.limits)
    problem = problem_for_reasons(question.source, question.limits, question.as_written, report)
    if question.model is not None:
        broken = broken_rules(problem, question.model, question.model_name, report)
        return broken_by_model(broken, problem.document)
    expected = with_formulas(problem, question.expected, question.source.mode)
    tell_strangers(expected.names, expanded(problem).names, report)
    manner = Manner(question.full or question.all, question.drawn)
    if some_model(problem, deadline) is not None:
        return why_not_with(problem, expected.problem, deadline, manner, report, _REASONS if question.all else 1)
    asked = WhyRequest(problem.reading, problem.given, deadline, _REASONS if question.all else 1, manner.is_full)
    return _answered(problem, asked, manner, report)


def why_not_with(
    problem: Problem, expected: Problem, deadline: float, manner: Manner, report: Report, most: int = 1
) -> Reasons:
    """Why there is no model with what is expected of a text that has some."""
    own = len(problem.document.text)
    asked = WhyRequest(expected.reading, expected.given, deadline, most, manner.is_full, own)
    return _answered(expected, asked, manner, report)


def looking_until(limits: Limits) -> float:
    """When to stop looking, so that there is time left to tell what was found."""
    return time.monotonic() + (1 - _TELLING) * (_SECONDS if limits.seconds is None else limits.seconds)


def problem_for_reasons(source: Source, limits: Limits, as_written: bool, report: Report) -> Problem:
    """The problem of a text of which reasons can be told and which is not too large."""
    found = opened(source, report)
    if "reasons" in (cannot := kind_of(found).CANNOT):
        raise BigandError(cannot["reasons"])
    notice_doubts(found, report)
    check_size(found.grounder, limits.megabytes, as_written, report=report)
    return found


def some_model(problem: Problem, deadline: float) -> Array | None:
    """The values of some model, if there is one."""
    inquiry = ClashAnalysis(problem.grounder, deadline)
    try:
        return inquiry.find_model()
    finally:
        inquiry.close()


def _answered(problem: Problem, asked: WhyRequest, manner: Manner, report: Report) -> Reasons:
    """Look for the answer; the clash is reported before changes are looked for."""

    def watch(stage: str, count: int) -> None:
        report(Stage(key=f"progress.why.{stage}"))
        report(Done(count=count))

    tell = _tell_but_time(report)
    with closing(investigate(problem.grounder, asked, watch, tell)) as known:
        found = next(known)  # a model, or the clash
        if found.values is not None:
            verify(found.values, found.compiled, problem.grounder)
        if found.changes is None:
            report(Part(found=reasons_of(found, asked, manner)))
            whole = attempt(lambda: next(known), found, tell)
            is_cut = whole.changes is None  # something ended the search: the time, or a fault
            found = replace(whole, changes=whole.changes or (), are_changes_cut=is_cut or whole.are_changes_cut)
    return reasons_of(found, asked, manner)


def _tell_but_time(report: Report) -> Callable[[Exception], None]:
    """Report why changes could not be looked for, unless it was for want of time: that is as it should be."""
    tell = reporter("changes", report)
    return lambda error: None if isinstance(error, LimitError) else tell(error)
