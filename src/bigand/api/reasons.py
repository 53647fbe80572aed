"""Answer `why` and `why_not`: investigate a text without a model, and turn the findings into an answer.

The answer has places instead of rules, and names instead of arrays.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from bigand.api.auxiliary import failure_reporter
from bigand.api.expansion import backend_of, expand
from bigand.api.expectations import expand_with_formulas, find_broken_instances_by_rule, report_unknown_atoms
from bigand.api.parts import (
    Instance,
    ModelNumber,
    Place,
    RulePlace,
    instance_of,
    place_of,
    printable_binding,
    rule_place_of,
)
from bigand.api.problem import Problem, load_problem, report_warning_count
from bigand.api.question import Limits
from bigand.api.report import Part, ProgressEvent, Report, Stage
from bigand.api.size_check import check_size
from bigand.api.solution import Solution, make_exhibit
from bigand.api.source import Source
from bigand.api.value import fields_of
from bigand.api.why import (
    ArgumentStep,
    ArgumentSummary,
    Change,
    Clash,
    HorizonReport,
    PlaceEdit,
    UnmetExpectation,
    Why,
    WhyAnswer,
    WhyNot,
)
from bigand.explain.groups import Instance as GroundInstance
from bigand.explain.horizon import HorizonSearch
from bigand.explain.why.argument import Argument, summarise_argument
from bigand.explain.why.changes import Change as ProposedChange
from bigand.explain.why.findings import Findings, WhyRequest, investigate, relevant_definitions
from bigand.explain.why.fixes import UnmetExpectation as UnmetFinding
from bigand.explain.why.fixes import expect_directives
from bigand.explain.why.reasons import ClashAnalysis, ClashExplanation, Reason
from bigand.ground.columns import Array
from bigand.ground.grounder import Rule as GroundRule
from bigand.language.syntax import Proposition, walk
from bigand.solve.models import verify
from bigand.source.document import Document, Span
from bigand.source.error import BigandError, LimitError, attempt
from bigand.view.arrangement import requested_views

_MAX_DRAWN_ATOMS = 5_000  # a larger model of a repaired text is drawn only in full answers


class AnswerDetail(Struct, frozen=True):
    """How much an answer has: everything, or what is needed first; with pictures or without."""

    is_full: bool = False
    is_drawn: bool = False
    forced: bool | ModelNumber | None = None  # the value whose opposite is expected


def build_why_answer(findings: Findings, request: WhyRequest, detail: AnswerDetail) -> WhyAnswer:
    """Return the findings as an answer."""
    return _WhyAnswerBuilder(findings, request, detail).build()


def broken_model_answer(broken: Sequence[Sequence[GroundInstance]], document: Document) -> WhyAnswer:
    """Return the rules that a model breaks, with their broken instances, as an answer."""
    instances = tuple([instance_of(instance, document) for several in broken for instance in several])
    rules = tuple([rule_place_of(several[0].rule, document) for several in broken])
    clash = Clash(rules=rules, instances=instances, is_minimal=True)
    return WhyAnswer(status="unsat" if broken else "sat", clashes=(clash,) if broken else ())


class _WhyAnswerBuilder:
    """Turns the findings about a document into an answer."""

    def __init__(self, findings: Findings, request: WhyRequest, detail: AnswerDetail) -> None:
        self.findings = findings
        self.request = request
        self.detail = detail
        self.program = request.reading.program
        self.document = request.reading.document

    def build(self) -> WhyAnswer:
        findings = self.findings
        changes = None if findings.changes is None else tuple(map(self._change, findings.changes))
        common_fields: dict[str, Any] = {
            "is_expecting": bool(expect_directives(self.request.reading)),
            "with_expected": self.request.file_end is not None,
            "has_views": bool(requested_views(self.program)),
            "are_changes_cut": findings.are_changes_cut,
        }
        if findings.values is not None:
            is_shown = self.detail.is_full or self.request.file_end is not None or bool(findings.unmet)
            return WhyAnswer(
                status="sat",
                finished=findings.is_finished,
                expectations=tuple(map(self._unmet_expectation, findings.unmet)),
                changes=changes,
                **common_fields,
                **self._model_fields(findings.values, is_shown),
            )
        return WhyAnswer(
            status="unsat",
            changes=changes if self.request.file_end is None else None,
            steps=None if findings.search is None else self._horizon_report(findings.search),
            forced=self.detail.forced,
            **common_fields,
            **({} if findings.why is None else self._clash_fields(findings.why)),
        )

    # ------------------------------------------------------------------ clash

    def _clash_fields(self, why: ClashExplanation) -> dict[str, Any]:
        rules = [] if why.repair is None else [self.findings.rules[rule] for rule in why.repair.rules]
        is_small = self.detail.is_full or len(self.findings.compiled.names) <= _MAX_DRAWN_ATOMS
        return {
            "finished": why.is_finished,
            "alternatives": tuple([self._place(self.findings.rules[rule].span) for rule in why.alternatives]),
            "clashes": tuple(map(self._clash, why.reasons)),
            "is_all": self.request.max_reasons > 1,
            "may_have_more": len(why.reasons) == self.request.max_reasons,
            "without": tuple([self._place(rule.span) for rule in rules]),
            "about": tuple(sorted(_predicates_of(rules))),
            **({} if why.repair is None else self._model_fields(why.repair.values, is_small)),
        }

    def _clash(self, reason: Reason) -> Clash:
        argument = reason.argument
        return Clash(
            rules=tuple(map(self._rule, reason.rules)),
            instances=tuple(map(self._instance, reason.instances)),
            is_minimal=reason.is_minimal,
            definitions=tuple([self._place(item.span) for item in relevant_definitions(reason, self.request)]),
            upshot=None if argument is None else self._summary(argument),
            steps=() if argument is None else self._argument_steps(argument),
        )

    def _summary(self, argument: Argument) -> ArgumentSummary | None:
        short = summarise_argument(argument)
        if short is None:
            return None
        rules = tuple(map(self._rule, short.rules))
        return ArgumentSummary(rules=rules, literals=short.literals, against=self._rule(short.broken_rule))

    def _argument_steps(self, argument: Argument) -> tuple[ArgumentStep, ...]:
        steps = [(self._instance(step.instance), step) for step in argument.steps]
        return tuple(
            [
                ArgumentStep(instance=instance, follows=step.follows, is_contradiction=step.is_contradiction)
                for instance, step in steps
            ]
        )

    def _rule(self, rule: GroundRule) -> RulePlace:
        return rule_place_of(rule, self.document, self.request.states_expectation(rule))

    def _instance(self, instance: GroundInstance) -> Instance:
        return instance_of(instance, self.document, self.request.states_expectation(instance.rule))

    def _place(self, span: Span) -> Place:
        return place_of(span, self.document)

    # ------------------------------------------------------------------ number of steps

    def _horizon_report(self, search: HorizonSearch) -> HorizonReport:
        steps = search.horizon
        return HorizonReport(
            variable=steps.variable,
            given=steps.current,
            least=search.least,
            none_up_to=search.no_model_up_to,
            tried=max(search.values_without_model, default=0),
            is_finished=search.is_finished,
            is_reason=self.findings.is_too_short,
            place=None if steps.place is None else self._place(steps.place),
        )

    # ------------------------------------------------------------------ changes

    def _change(self, change: ProposedChange) -> Change:
        edits = [PlaceEdit(**fields_of(self._place(edit.span)), instead=edit.text) for edit in change.edits]
        place = fields_of(self._place(change.place))
        return Change(**place, edits=tuple(edits), missing=change.is_addition, rank=change.rank)

    def _unmet_expectation(self, unmet: UnmetFinding) -> UnmetExpectation:
        requirement = unmet.requirement
        given = printable_binding(requirement.given)
        return UnmetExpectation(
            **fields_of(self._place(unmet.expect.span)), found=unmet.count, models=requirement.models, given=given
        )

    def _model_fields(self, values: Array, is_shown: bool) -> dict[str, Any]:
        """The fields of a model: its true atoms, the values of its numbers, and its exhibit if requested."""
        solution = Solution(self.findings.compiled.names, values)
        is_drawn = self.detail.is_drawn and is_shown
        return {
            "model": tuple(solution.true),
            "values": solution.number_values or None,
            "exhibit": make_exhibit(solution, self.program) if is_drawn else None,
        }


def _predicates_of(rules: Sequence[GroundRule]) -> set[str]:
    return {node.name for rule in rules for node in walk(rule.body) if isinstance(node, Proposition)}


# ---------------------------------------------------------------------- questions


_DEFAULT_SECONDS = 15.0  # for the search, if the question has no time limit
_MAX_REASONS = 10  # if all are requested
_REPORT_SHARE = 0.06  # of the time, for reporting the result


def explain_no_model(question: Why, report: Report) -> WhyAnswer:
    """Explain why a text has no model."""
    deadline = search_deadline(question.limits)
    problem = load_explainable_problem(question.source, question.limits, question.as_written, report)
    limit = _MAX_REASONS if question.all else 1
    request = WhyRequest(problem.reading, problem.given, deadline, limit, question.full or question.all)
    return _explain(problem, request, AnswerDetail(question.full or question.all, question.drawn), report)


def explain_missing_model(question: WhyNot, report: Report) -> WhyAnswer:
    """Explain why a text has no model with the expected formulas, or which rules a whole model breaks."""
    deadline = search_deadline(question.limits)
    problem = load_explainable_problem(question.source, question.limits, question.as_written, report)
    if question.model is not None:
        broken = find_broken_instances_by_rule(problem, question.model, question.model_name, report)
        return broken_model_answer(broken, problem.document)
    expected = expand_with_formulas(problem, question.expected, question.source.mode)
    report_unknown_atoms(expected.names, expand(problem).names, report)
    detail = AnswerDetail(question.full or question.all, question.drawn)
    limit = _MAX_REASONS if question.all else 1
    if find_model_values(problem, deadline) is not None:
        return explain_with_expected(problem, expected.problem, deadline, detail, report, limit)
    request = WhyRequest(problem.reading, problem.given, deadline, limit, detail.is_full)
    return _explain(problem, request, detail, report)


def explain_with_expected(
    problem: Problem, expected: Problem, deadline: float, detail: AnswerDetail, report: Report, limit: int = 1
) -> WhyAnswer:
    """Explain why a text that has models has none with what is expected.

    `expected` is the problem with the expected formulas appended.
    """
    file_end = len(problem.document.text)
    request = WhyRequest(expected.reading, expected.given, deadline, limit, detail.is_full, file_end)
    return _explain(expected, request, detail, report)


def search_deadline(limits: Limits) -> float:
    """When to stop the search, so that there is time left to report the result."""
    return time.monotonic() + (1 - _REPORT_SHARE) * (_DEFAULT_SECONDS if limits.seconds is None else limits.seconds)


def load_explainable_problem(source: Source, limits: Limits, as_written: bool, report: Report) -> Problem:
    """Load a problem; raise if its mode allows no explanations, or if it is too large."""
    problem = load_problem(source, report)
    if "reasons" in (unsupported := backend_of(problem).UNSUPPORTED):
        raise BigandError(unsupported["reasons"])
    report_warning_count(problem, report)
    check_size(problem.grounder, limits.megabytes, as_written, report=report)
    return problem


def find_model_values(problem: Problem, deadline: float) -> Array | None:
    """Return the values of some model, or None if there is none."""
    analysis = ClashAnalysis(problem.grounder, deadline)
    try:
        return analysis.find_model()
    finally:
        analysis.close()


def _explain(problem: Problem, request: WhyRequest, detail: AnswerDetail, report: Report) -> WhyAnswer:
    """Investigate a problem; the clash is reported before the search for changes begins."""

    def watch(stage: str, count: int) -> None:
        report(Stage(key=f"progress.why.{stage}"))
        report(ProgressEvent(count=count))

    report_failure = _make_failure_handler(report)
    with closing(investigate(problem.grounder, request, watch, report_failure)) as results:
        result = next(results)  # a model, or the clash
        if result.values is not None:
            verify(result.values, result.compiled, problem.grounder)
        if result.changes is None:
            report(Part(found=build_why_answer(result, request, detail)))
            whole = attempt(lambda: next(results), result, report_failure)
            is_cut = whole.changes is None  # the search was ended by the time limit or by a failure
            result = replace(whole, changes=whole.changes or (), are_changes_cut=is_cut or whole.are_changes_cut)
    return build_why_answer(result, request, detail)


def _make_failure_handler(report: Report) -> Callable[[Exception], None]:
    """Return a handler that reports why the search for changes failed; a timeout is expected and not reported."""
    report_failure = failure_reporter("changes", report)
    return lambda error: None if isinstance(error, LimitError) else report_failure(error)
