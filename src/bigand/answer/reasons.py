"""What was found out about a text without a model, as an answer: places, and no rules; names, and no arrays."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from bigand.answer.drawing import make_exhibit
from bigand.answer.parts import Instance, ModelNumber, Place, RulePlace, binding_of, instance_of, place_of, rule_of
from bigand.answer.questions.why import (
    ArgumentStep,
    ArgumentSummary,
    Change,
    Clash,
    HorizonReport,
    PlaceEdit,
    UnmetExpectation,
    WhyAnswer,
)
from bigand.answer.solution import Solution
from bigand.answer.value import fields_of
from bigand.explain.argument import Argument, summarise_argument
from bigand.explain.findings import Findings, WhyRequest, relevant_definitions
from bigand.explain.horizon import HorizonSearch
from bigand.explain.instances import Instance as GroundInstance
from bigand.explain.mending.changes import Change as ProposedChange
from bigand.explain.mending.search import UnmetExpectation as UnmetFinding
from bigand.explain.mending.search import expectations
from bigand.explain.reasons import ClashExplanation, Reason
from bigand.ground.columns import Array
from bigand.ground.expand import Rule as GroundRule
from bigand.language.syntax import Proposition, walk
from bigand.source.document import Document
from bigand.source.span import Span
from bigand.view.arrange import requested_views

_MOST_DRAWN_ATOMS = 5_000  # of a model of other rules than those of the text, that is drawn unless all is asked for


class AnswerDetail(Struct, frozen=True):
    """How much is told: all, or what is needed first; with pictures or without."""

    is_full: bool = False
    is_drawn: bool = False
    forced: bool | ModelNumber | None = None  # the value whose opposite is expected


def build_why_answer(findings: Findings, request: WhyRequest, detail: AnswerDetail) -> WhyAnswer:
    """What is known, as an answer."""
    return _WhyAnswerBuilder(findings, request, detail).build()


def answer_broken_model(broken: Sequence[Sequence[GroundInstance]], document: Document) -> WhyAnswer:
    """The rules that a model breaks, each by its instances."""
    instances = tuple([instance_of(instance, document) for several in broken for instance in several])
    rules = tuple([rule_of(several[0].rule, document) for several in broken])
    clash = Clash(rules=rules, instances=instances, is_minimal=True)
    return WhyAnswer(status="unsat" if broken else "sat", clashes=(clash,) if broken else ())


class _WhyAnswerBuilder:
    """Tells findings about a document."""

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
            "is_expecting": bool(expectations(self.request.reading)),
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

    # ------------------------------------------------------------------ the clash

    def _clash_fields(self, why: ClashExplanation) -> dict[str, Any]:
        rules = [] if why.repair is None else [self.findings.rules[rule] for rule in why.repair.rules]
        is_small = self.detail.is_full or len(self.findings.compiled.names) <= _MOST_DRAWN_ATOMS
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
        return rule_of(rule, self.document, self.request.is_expected(rule))

    def _instance(self, instance: GroundInstance) -> Instance:
        return instance_of(instance, self.document, self.request.is_expected(instance.rule))

    def _place(self, span: Span) -> Place:
        return place_of(span, self.document)

    # ------------------------------------------------------------------ the number of steps

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

    # ------------------------------------------------------------------ what may be done

    def _change(self, change: ProposedChange) -> Change:
        edits = [PlaceEdit(**fields_of(self._place(edit.span)), instead=edit.text) for edit in change.edits]
        place = fields_of(self._place(change.place))
        return Change(**place, edits=tuple(edits), missing=change.is_added, rank=change.rank)

    def _unmet_expectation(self, unmet: UnmetFinding) -> UnmetExpectation:
        requirement = unmet.requirement
        given = binding_of(requirement.given)
        return UnmetExpectation(
            **fields_of(self._place(unmet.expect.span)), found=unmet.count, models=requirement.models, given=given
        )

    def _model_fields(self, values: Array, is_shown: bool) -> dict[str, Any]:
        """A model: its true atoms, the values of numbers if it has some, and its picture if that is wanted."""
        solution = Solution(self.findings.compiled.names, values)
        is_drawn = self.detail.is_drawn and is_shown
        return {
            "model": tuple(solution.true),
            "values": solution.number_values or None,
            "exhibit": make_exhibit(solution, self.program) if is_drawn else None,
        }


def _predicates_of(rules: Sequence[GroundRule]) -> set[str]:
    return {node.name for rule in rules for node in walk(rule.body) if isinstance(node, Proposition)}
