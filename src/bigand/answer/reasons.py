"""What was found out about a text without a model, as an answer: places, and no rules; names, and no arrays."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from bigand.answer.drawing import draw
from bigand.answer.parts import Instance, Number, Place, RulePlace, binding_of, instance_of, place_of, rule_of
from bigand.answer.questions.why import Change, Clash, Edited, Reasons, Step, StepsFound, Unmet, Upshot
from bigand.answer.solution import Solution
from bigand.answer.value import fields_of
from bigand.explain.argument import Argument, summarise_argument
from bigand.explain.findings import Findings, WhyRequest, relevant_definitions
from bigand.explain.horizon import HorizonSearch
from bigand.explain.instances import Instance as FoundInstance
from bigand.explain.mending.changes import Change as FoundChange
from bigand.explain.mending.search import UnmetExpectation as FoundUnmet
from bigand.explain.mending.search import expectations
from bigand.explain.reasons import ClashExplanation, Reason
from bigand.ground.columns import Array
from bigand.ground.expand import Rule as FoundRule
from bigand.language.syntax import Proposition, walk
from bigand.source.document import Document
from bigand.source.span import Span
from bigand.view.arrange import wishes

_ATOMS = 5_000  # of a model of other rules than those of the text, that is drawn unless all is asked for


class Manner(Struct, frozen=True):
    """How much is told: all, or what is needed first; with pictures or without."""

    is_full: bool = False
    is_drawn: bool = False
    forced: bool | Number | None = None  # the value whose opposite is expected


def reasons_of(found: Findings, asked: WhyRequest, manner: Manner) -> Reasons:
    """What is known, as an answer."""
    return _Telling(found, asked, manner).answer()


def broken_by_model(broken: Sequence[Sequence[FoundInstance]], document: Document) -> Reasons:
    """The rules that a model breaks, each by its instances."""
    instances = tuple([instance_of(one, document) for several in broken for one in several])
    rules = tuple([rule_of(several[0].rule, document) for several in broken])
    clash = Clash(rules=rules, instances=instances, is_minimal=True)
    return Reasons(status="unsat" if broken else "sat", clashes=(clash,) if broken else ())


class _Telling:
    """Tells findings about a document."""

    def __init__(self, found: Findings, asked: WhyRequest, manner: Manner) -> None:
        self.found = found
        self.asked = asked
        self.manner = manner
        self.program = asked.reading.program
        self.document = asked.reading.document

    def answer(self) -> Reasons:
        found = self.found
        changes = None if found.changes is None else tuple(map(self._change, found.changes))
        about: dict[str, Any] = {
            "is_expecting": bool(expectations(self.asked.reading)),
            "with_expected": self.asked.file_end is not None,
            "has_views": bool(wishes(self.program)),
            "are_changes_cut": found.are_changes_cut,
        }
        if found.values is not None:
            is_shown = self.manner.is_full or self.asked.file_end is not None or bool(found.unmet)
            return Reasons(
                status="sat",
                finished=found.is_finished,
                expectations=tuple(map(self._unmet, found.unmet)),
                changes=changes,
                **about,
                **self._model(found.values, is_shown),
            )
        return Reasons(
            status="unsat",
            changes=changes if self.asked.file_end is None else None,
            steps=None if found.search is None else self._steps(found.search),
            forced=self.manner.forced,
            **about,
            **({} if found.why is None else self._clash(found.why)),
        )

    # ------------------------------------------------------------------ the clash

    def _clash(self, why: ClashExplanation) -> dict[str, Any]:
        rules = [] if why.repair is None else [self.found.rules[rule] for rule in why.repair.rules]
        is_small = self.manner.is_full or len(self.found.compiled.names) <= _ATOMS
        return {
            "finished": why.is_finished,
            "alternatives": tuple([self._place(self.found.rules[rule].span) for rule in why.alternatives]),
            "clashes": tuple(map(self._reason, why.reasons)),
            "is_all": self.asked.max_reasons > 1,
            "may_have_more": len(why.reasons) == self.asked.max_reasons,
            "without": tuple([self._place(rule.span) for rule in rules]),
            "about": tuple(sorted(_predicates(rules))),
            **({} if why.repair is None else self._model(why.repair.values, is_small)),
        }

    def _reason(self, reason: Reason) -> Clash:
        argument = reason.argument
        return Clash(
            rules=tuple(map(self._rule, reason.rules)),
            instances=tuple(map(self._instance, reason.instances)),
            is_minimal=reason.is_minimal,
            definitions=tuple([self._place(item.span) for item in relevant_definitions(reason, self.asked)]),
            upshot=None if argument is None else self._upshot(argument),
            steps=() if argument is None else self._argument(argument),
        )

    def _upshot(self, argument: Argument) -> Upshot | None:
        short = summarise_argument(argument)
        if short is None:
            return None
        rules = tuple(map(self._rule, short.rules))
        return Upshot(rules=rules, literals=short.literals, against=self._rule(short.broken_rule))

    def _argument(self, argument: Argument) -> tuple[Step, ...]:
        steps = [(self._instance(step.instance), step) for step in argument.steps]
        return tuple(
            [
                Step(instance=instance, follows=step.follows, is_contradiction=step.is_contradiction)
                for instance, step in steps
            ]
        )

    def _rule(self, rule: FoundRule) -> RulePlace:
        return rule_of(rule, self.document, self.asked.is_expected(rule))

    def _instance(self, instance: FoundInstance) -> Instance:
        return instance_of(instance, self.document, self.asked.is_expected(instance.rule))

    def _place(self, span: Span) -> Place:
        return place_of(span, self.document)

    # ------------------------------------------------------------------ the number of steps

    def _steps(self, search: HorizonSearch) -> StepsFound:
        steps = search.horizon
        return StepsFound(
            variable=steps.variable,
            given=steps.current,
            least=search.least,
            none_up_to=search.no_model_up_to,
            tried=max(search.values_without_model, default=0),
            is_finished=search.is_finished,
            is_reason=self.found.is_too_short,
            place=None if steps.place is None else self._place(steps.place),
        )

    # ------------------------------------------------------------------ what may be done

    def _change(self, change: FoundChange) -> Change:
        edits = [Edited(**fields_of(self._place(edit.span)), instead=edit.text) for edit in change.edits]
        place = fields_of(self._place(change.place))
        return Change(**place, edits=tuple(edits), missing=change.is_added, rank=change.rank)

    def _unmet(self, one: FoundUnmet) -> Unmet:
        asked = one.requirement
        given = binding_of(asked.given)
        return Unmet(**fields_of(self._place(one.expect.span)), found=one.count, models=asked.models, given=given)

    def _model(self, values: Array, is_shown: bool) -> dict[str, Any]:
        """A model: its true atoms, the values of numbers if it has some, and its picture if that is wanted."""
        solution = Solution(self.found.compiled.names, values)
        is_drawn = self.manner.is_drawn and is_shown
        return {
            "model": tuple(solution.true),
            "values": solution.number_values or None,
            "exhibit": draw(solution, self.program) if is_drawn else None,
        }


def _predicates(rules: Sequence[FoundRule]) -> set[str]:
    return {node.name for rule in rules for node in walk(rule.body) if isinstance(node, Proposition)}
