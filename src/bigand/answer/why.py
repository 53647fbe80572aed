"""How `explain_no_model` and `explain_missing_model` are answered: how the time is shared, and what is told as soon as it is known."""

import time
from collections.abc import Callable
from contextlib import closing

from msgspec.structs import replace

from bigand.answer.auxiliary import failure_reporter
from bigand.answer.expanded import backend_of, expand
from bigand.answer.expected import expand_with_formulas, find_broken_rules, report_unknown_atoms
from bigand.answer.opening import load_problem, report_warnings
from bigand.answer.problem import Problem
from bigand.answer.question import Limits
from bigand.answer.questions.why import Why, WhyAnswer, WhyNot
from bigand.answer.reasons import AnswerDetail, answer_broken_model, build_why_answer
from bigand.answer.report import Part, ProgressEvent, Report, Stage
from bigand.answer.sizing import check_size
from bigand.answer.source import Source
from bigand.explain.findings import WhyRequest, investigate
from bigand.explain.reasons import ClashAnalysis
from bigand.ground.columns import Array
from bigand.solve.models import verify
from bigand.source.auxiliary import attempt
from bigand.source.error import BigandError, LimitError

_DEFAULT_SECONDS = 15.0  # for looking, where nobody says how long
_MOST_REASONS = 10  # at most, where all are asked for
_REPORT_SHARE = 0.06  # of the time, for telling what was found


def explain_no_model(question: Why, report: Report) -> WhyAnswer:
    """Why a text has no model."""
    deadline = search_deadline(question.limits)
    problem = load_explainable_problem(question.source, question.limits, question.as_written, report)
    limit = _MOST_REASONS if question.all else 1
    request = WhyRequest(problem.reading, problem.given, deadline, limit, question.full or question.all)
    return _explain(problem, request, AnswerDetail(question.full or question.all, question.drawn), report)


def explain_missing_model(question: WhyNot, report: Report) -> WhyAnswer:
    """Why a text has no model with what is expected, or what a whole model breaks."""
    deadline = search_deadline(question.limits)
    problem = load_explainable_problem(question.source, question.limits, question.as_written, report)
    if question.model is not None:
        broken = find_broken_rules(problem, question.model, question.model_name, report)
        return answer_broken_model(broken, problem.document)
    expected = expand_with_formulas(problem, question.expected, question.source.mode)
    report_unknown_atoms(expected.names, expand(problem).names, report)
    detail = AnswerDetail(question.full or question.all, question.drawn)
    if find_model_values(problem, deadline) is not None:
        return explain_with_expected(
            problem, expected.problem, deadline, detail, report, _MOST_REASONS if question.all else 1
        )
    request = WhyRequest(
        problem.reading, problem.given, deadline, _MOST_REASONS if question.all else 1, detail.is_full
    )
    return _explain(problem, request, detail, report)


def explain_with_expected(
    problem: Problem, expected: Problem, deadline: float, detail: AnswerDetail, report: Report, limit: int = 1
) -> WhyAnswer:
    """Why there is no model with what is expected of a text that has some."""
    file_end = len(problem.document.text)
    request = WhyRequest(expected.reading, expected.given, deadline, limit, detail.is_full, file_end)
    return _explain(expected, request, detail, report)


def search_deadline(limits: Limits) -> float:
    """When to stop looking, so that there is time left to tell what was found."""
    return time.monotonic() + (1 - _REPORT_SHARE) * (_DEFAULT_SECONDS if limits.seconds is None else limits.seconds)


def load_explainable_problem(source: Source, limits: Limits, as_written: bool, report: Report) -> Problem:
    """The problem of a text of which reasons can be told and which is not too large."""
    problem = load_problem(source, report)
    if "reasons" in (unsupported := backend_of(problem).UNSUPPORTED):
        raise BigandError(unsupported["reasons"])
    report_warnings(problem, report)
    check_size(problem.grounder, limits.megabytes, as_written, report=report)
    return problem


def find_model_values(problem: Problem, deadline: float) -> Array | None:
    """The values of some model, if there is one."""
    inquiry = ClashAnalysis(problem.grounder, deadline)
    try:
        return inquiry.find_model()
    finally:
        inquiry.close()


def _explain(problem: Problem, request: WhyRequest, detail: AnswerDetail, report: Report) -> WhyAnswer:
    """Look for the answer; the clash is reported before changes are looked for."""

    def watch(stage: str, count: int) -> None:
        report(Stage(key=f"progress.why.{stage}"))
        report(ProgressEvent(count=count))

    report_failure = _report_unless_timeout(report)
    with closing(investigate(problem.grounder, request, watch, report_failure)) as results:
        result = next(results)  # a model, or the clash
        if result.values is not None:
            verify(result.values, result.compiled, problem.grounder)
        if result.changes is None:
            report(Part(found=build_why_answer(result, request, detail)))
            whole = attempt(lambda: next(results), result, report_failure)
            is_cut = whole.changes is None  # something ended the search: the time, or a fault
            result = replace(whole, changes=whole.changes or (), are_changes_cut=is_cut or whole.are_changes_cut)
    return build_why_answer(result, request, detail)


def _report_unless_timeout(report: Report) -> Callable[[Exception], None]:
    """Report why changes could not be looked for, unless it was for want of time: that is as it should be."""
    report_failure = failure_reporter("changes", report)
    return lambda error: None if isinstance(error, LimitError) else report_failure(error)
