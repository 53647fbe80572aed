"""`bigand why FILE`: why there is no model, or why this is not one, on the lines of the file."""

import argparse
import time
from collections.abc import Sequence
from dataclasses import replace

from bigand.apps.cli.exits import Exit
from bigand.apps.cli.expectations import Expected, add_expectation_options, broken_rules, expected_model
from bigand.apps.cli.lines import (
    SHOWN,
    Paper,
    hanging,
    instance_line,
    instance_lines,
    instance_object,
    place_object,
    rule_object,
)
from bigand.apps.cli.objects import print_json
from bigand.apps.cli.progress import Progress
from bigand.apps.cli.solving import add_solving_options, check_size, guarded, open_model
from bigand.apps.cli.texts import Texts, seconds_of
from bigand.explain.argument import Argument, is_whole
from bigand.explain.horizon import Search, find_steps, search_steps
from bigand.explain.instances import Instance
from bigand.explain.mending.changes import Change
from bigand.explain.mending.search import Mending, Unmet, expectations, mend, revive
from bigand.explain.reasons import Inquiry, Reason, Why
from bigand.front import Model, solution_of
from bigand.ground.columns import Array
from bigand.ground.expand import Rule
from bigand.ground.frames import show_binding
from bigand.ground.quote import variables_of
from bigand.ground.written import show
from bigand.language import Mode
from bigand.language.syntax import Assignment, Integer, Range, bare
from bigand.solve.models import verify
from bigand.source.span import Span
from bigand.view.terminal import show_solution

DEFAULT_SECONDS = 15.0
_SHARE = 0.7  # of the time that is left, for small changes
_SHARE_OF_GUESSES = 0.5  # of what is then left, where the file does not say what it expects
_GUESSES = 3  # at most, that are told then
_AS_LIKELY = 2  # by how much the rank of a guess may differ from the best
_HORIZON = 0.8  # and for the horizon
_REASONS = 10  # at most, with --all
_DEFINITIONS = 4  # of variables, shown with the rules that use them
_STEPS = 40  # of an argument that is printed


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    add_solving_options(parser, texts)
    add_expectation_options(parser, texts)
    parser.add_argument("--all", action="store_true", help=texts("why.all"))
    parser.add_argument(
        "--timeout",
        type=seconds_of,
        default=DEFAULT_SECONDS,
        metavar="S",
        help=texts("why.timeout", default=int(DEFAULT_SECONDS)),
    )
    parser.add_argument("--json", action="store_true", help=texts("why.json"))


def run(options: argparse.Namespace, texts: Texts) -> int:
    began = time.monotonic()
    model, _ = open_model(options.file, options, texts, (Mode.SAT, Mode.SMT))
    if model is None:
        return Exit.ERRORS
    options.document = model.reading.document
    with Progress(texts) as progress:
        return guarded(lambda: _Answer(model, began, progress, options, texts).run(), options, texts)


class _Answer:
    """One run of the command: what it was asked, and what it says as soon as it knows."""

    def __init__(
        self, model: Model, began: float, progress: Progress, options: argparse.Namespace, texts: Texts
    ) -> None:
        self.model = model
        self.document = model.reading.document
        self.began = began
        self.deadline = began + options.timeout
        self.progress = progress
        self.options = options
        self.texts = texts
        self.paper = Paper(options)

    def run(self) -> int:
        check_size(self.model, self.options, self.texts)
        if self.options.model:
            return self._why_not_this_model()
        expected = expected_model(self.model, self.options, self.texts)
        if expected is None:
            return Exit.ERRORS
        inquiry = self._inquire(self.model)
        try:
            values = inquiry.model()
            if values is None:
                return self._why_none(inquiry)
            if not expected.texts:
                return self._there_is_one(inquiry, values)
        finally:
            inquiry.close()
        return self._why_not(expected)

    def _inquire(self, model: Model) -> Inquiry:
        return Inquiry(model.grounder, self.deadline, self._watch)

    def _watch(self, stage: str, count: int) -> None:
        self.progress.stage(f"progress.why.{stage}")
        self.progress.done(count)

    def _say(self, text: str = "") -> None:
        if not self.options.json:
            self.progress.clear()
            print(text, flush=True)

    # ------------------------------------------------------------------ there is a model

    def _there_is_one(self, inquiry: Inquiry, values: Array) -> int:
        verify(values, inquiry.compiled, inquiry.grounder)
        is_asked = expectations(self.model.reading) and not self.options.expect
        mending = self._mending(1.0) if is_asked else Mending()
        wrong, changes = mending.unmet, mending.changes
        if self.options.json:
            repair = [self._change_object(change) for change in changes]
            told = [self._unmet_object(one) for one in wrong]
            answer = {"status": "sat", "reasons": [], "repair": repair, "horizon": None, "expectations": told}
            print_json({**answer, **self._found(inquiry, values)})
        key = "why.sat_unexpected" if wrong else "why.sat" if mending.is_finished else "why.sat_unknown"
        self._say(self.texts(key, name=self.document.name))
        for one in wrong:
            self._tell_unmet(one)
        self._tell_changes(changes)
        if wrong:
            self._say()
            self._say(self.texts("why.a_model"))
        self._draw(inquiry, values)
        return Exit.DONE

    # ------------------------------------------------------------------ what the file expects

    def _mending(self, share: float) -> Mending:
        """The expectations that are not met, and small changes after which all are."""
        self._watch("mending", 0)
        deadline = time.monotonic() + share * max(0.0, self.deadline - time.monotonic())
        work = mend if expectations(self.model.reading) else revive
        return work(self.model.reading, self.model.given, deadline)

    def _unmet_object(self, one: Unmet) -> dict[str, object]:
        return {**place_object(one.expect.span, self.document), "found": one.found}

    def _change_object(self, change: Change) -> dict[str, object]:
        edits = [{**place_object(edit.span, self.document), "instead": edit.text} for edit in change.edits]
        return {**place_object(change.place, self.document), "edits": edits, "missing": change.is_added}

    def _tell_unmet(self, one: Unmet) -> None:
        for line in self.paper.excerpt(one.expect.span, self.document):
            self._say(line)
        values = show_binding(one.question.given)
        found = self.texts.counted("model", one.found)
        is_all = one.question.models is not None and one.found < one.question.models
        key = "why.unmet_none" if not one.found else "why.unmet_all" if is_all else "why.unmet"
        self._say("    " + self.texts(key, found=found, values=f" ({values})" if values else ""))

    def _tell_changes(self, changes: Sequence[Change]) -> None:
        for change in changes:
            self._say()
            place = change.place
            if place.start == place.end:  # something is put in here
                place = Span(place.start, min(place.end + 1, len(self.document.text)))
            for line in self.paper.excerpt(place, self.document):
                self._say(line)
            self._say(f"    {self._change_text(change)}")

    def _change_text(self, change: Change) -> str:
        then = self.texts("why.then_expected" if expectations(self.model.reading) else "why.then_model")
        if change.is_added:
            return self.texts("why.change_missing", new=change.edits[0].text.strip())
        (span, new), *others = [(edit.span, edit.text) for edit in change.edits]
        old = " ".join(self.document.text[span.start : span.end].split()).strip(",")
        if others:
            return self.texts("why.change_swap", first=old, second=" ".join(new.split()), then=then)
        if not old:
            return self.texts("why.change_add", new=new.strip(), then=then)
        key = "why.change" if new else "why.change_drop"
        return self.texts(key, old=old, new=new, then=then)

    def _found(self, inquiry: Inquiry, values: Array) -> dict[str, object]:
        """A model for JSON: its true atoms, and the values of numbers if it has some."""
        solution = solution_of(inquiry.compiled.names, values)
        numbers = solution.number_values
        return {"model": solution.true, **({"values": numbers} if numbers else {})}

    def _draw(self, inquiry: Inquiry, values: Array) -> None:
        solution = solution_of(inquiry.compiled.names, values)
        for line in show_solution(solution, self.model.reading.program, self.paper.width - 2, self.paper.depth):
            self._say(f"  {line}")

    # ------------------------------------------------------------------ there is none

    def _why_none(self, inquiry: Inquiry) -> int:
        self._say(self.texts("why.unsat", name=self.document.name))
        search = self._horizon()
        if search is not None:
            self._tell_horizon(search)
        is_horizon = search is not None and self._is_too_short(search) and not self.options.all
        if is_horizon and not self.options.json:
            self._say(self.texts("why.horizon_more"))
            return Exit.DONE
        changes = () if is_horizon else self._mending_changes()
        suspected = [change.rule for change in changes if change.rule is not None]
        why = inquiry.why(_REASONS if self.options.all else 1, is_horizon, suspected)
        self._tell(why, inquiry)
        if not is_horizon and not expectations(self.model.reading):
            changes = self._guessed_changes()
        if self.options.json:
            answer = self._object("unsat", why, search, inquiry)
            print_json({**answer, "changes": [self._change_object(change) for change in changes]})
        self._tell_changes(changes)
        return Exit.DONE

    def _is_too_short(self, search: Search) -> bool:
        """Whether only the number of steps is wrong: with more there is a plan, and no other least is expected."""
        expected = expectations(self.model.reading)
        least = {one.number for one in expected if one.variable == search.steps.variable}
        return search.least is not None and (not least or search.least in least)

    def _mending_changes(self) -> Sequence[Change]:
        """The changes after which a file gives what it expects, if that is not to have no model."""
        expected = expectations(self.model.reading)
        is_asked = expected and all(one.outcome != "unsat" for one in expected)
        return self._mending(_SHARE).changes if is_asked else ()

    def _guessed_changes(self) -> Sequence[Change]:
        """The likeliest changes after which a file that says nothing of itself has a model."""
        guessed = self._mending(_SHARE_OF_GUESSES).changes
        return [change for change in guessed if change.rank <= guessed[0].rank + _AS_LIKELY][:_GUESSES]

    def _horizon(self) -> Search | None:
        """What is known of the number of steps, if the file has one."""
        reading, given = self.model.reading, self.model.given
        steps = find_steps(reading, given)
        if steps is None:
            return None
        known = () if steps.given is None else (steps.given,)
        deadline = time.monotonic() + _HORIZON * (self.deadline - time.monotonic())
        return search_steps(reading, given, steps, deadline, lambda value: self._watch("horizon", value), known)

    def _tell_horizon(self, search: Search) -> None:
        steps = search.steps
        none = search.none_up_to
        if search.least is not None and steps.place is not None:
            for line in self.paper.excerpt(steps.place, self.document):
                self._say(line)
        if search.least is not None and none is not None and none >= search.least - 1:
            self._say(self.texts("why.horizon", none=none, least=search.least, variable=steps.variable))
        elif search.least is not None:
            self._say(self.texts("why.horizon_some", least=search.least, variable=steps.variable))
        elif search.is_finished and none is not None and steps.given is not None and none > steps.given:
            self._say(self.texts("why.horizon_none", none=none, variable=steps.variable))
        elif not search.is_finished:
            self._say(self.texts("why.horizon_time", variable=steps.variable, none=max(search.without, default=0)))

    def _object(self, status: str, why: Why, search: Search | None, inquiry: Inquiry) -> dict[str, object]:
        found = None if search is None or search.least is None else {search.steps.variable: search.least}
        reasons = [self._reason_object(reason) for reason in why.reasons]
        repair = why.repair
        answer: dict[str, object] = {
            "status": status,
            "reasons": reasons[0] if reasons else [],
            "repair": []
            if repair is None
            else [rule_object(inquiry.rules[rule], self.document) for rule in repair.rules],
            "horizon": found,
            "definitions": [
                place_object(item.span, self.document)
                for item in (self._definitions(why.reasons[0]) if why.reasons else ())
            ],
            "minimal": all(reason.is_minimal for reason in why.reasons),
            "finished": why.is_finished,
            "alternatives": [rule_object(inquiry.rules[rule], self.document) for rule in why.alternatives],
            **({"model": None} if repair is None else self._found(inquiry, repair.values)),
        }
        if search is not None:
            answer["none_up_to"] = search.none_up_to
            if search.least is not None and search.steps.place is not None:
                change = {"instead": f"{search.steps.variable} = {search.least}"}
                answer["repair"] = [{**place_object(search.steps.place, self.document), **change}]
        if self.options.all:
            answer["all"] = reasons
        return answer

    def _reason_object(self, reason: Reason) -> list[dict[str, object]]:
        """A reason for JSON: what stands in the file."""
        if reason.instances:
            own = [instance for instance in reason.instances if not self._is_expected(instance.rule)]
            return [instance_object(instance, self.document) for instance in own]
        rules = [rule for rule in reason.rules if not self._is_expected(rule)]
        return [{**rule_object(rule, self.document), "binding": {}} for rule in rules]

    # ------------------------------------------------------------------ telling

    def _tell(self, why: Why, inquiry: Inquiry) -> None:
        for number, reason in enumerate(why.reasons, 1):
            self._say()
            if len(why.reasons) > 1:
                self._say(self.texts("why.number", number=number))
            self._tell_reason(reason)
        if self.options.all and why.is_finished:
            self._say()
            self._say(self.texts("why.no_more" if len(why.reasons) < _REASONS else "why.maybe_more"))
        if why.repair is not None:
            self._say()
            self._tell_repair(why, inquiry)
        if not why.is_finished:
            self._say()
            self._say(self.texts("why.time"))

    def _tell_reason(self, reason: Reason) -> None:
        rules = self.texts.counted("rule", len(reason.rules))
        instances = self.texts.counted("instance", len(reason.instances))
        if not reason.instances:
            key = "why.rules_clash"
        elif len(reason.instances) == 1:
            key = "why.alone"
        else:
            key = "why.clash" if reason.is_minimal else "why.clash_so_far"
        self._say(self.texts(key, rules=rules, instances=instances))
        for rule in reason.rules:
            self._say()
            for line in self._lines(rule):
                self._say(line)
            self._tell_instances([one for one in reason.instances if one.rule.number == rule.number])
        definitions = self._definitions(reason)
        if definitions:
            self._say()
            self._say(self.texts("why.definitions"))
        for item in definitions:
            for line in self.paper.excerpt(item.span, self.document):
                self._say(line)
        if reason.argument is not None and len(reason.instances) > 1:
            self._tell_argument(reason.argument)

    def _definitions(self, reason: Reason) -> list[Assignment]:
        """What the variables of the file are that a reason's rules use: data, then ranges; not too many."""
        used = [variables_of((rule.generators, rule.body)) for rule in reason.rules]
        found = []
        for item in self.model.reading.program.items:
            first = [
                at for at, names in enumerate(used) if isinstance(item, Assignment) and item.target.name in names
            ]
            if isinstance(item, Assignment) and first and not self._is_number(item):
                found.append((isinstance(bare(item.value), Range), first[0], item.span.start, item))
        return [item for *_, item in sorted(found, key=lambda one: one[:3])][:_DEFINITIONS]

    def _is_number(self, item: Assignment) -> bool:
        """Whether a variable is just a number, or what the file says of it does not count."""
        return isinstance(bare(item.value), Integer) or item.target.name in self.model.given

    def _tell_instances(self, instances: Sequence[Instance]) -> None:
        for line in instance_lines(
            instances, self.texts("why.more", count=len(instances) - SHOWN), self.paper.width
        ):
            self._say(line)

    def _lines(self, rule: Rule) -> Sequence[str]:
        if self._is_expected(rule):
            return [self.texts("why.expected", text=rule_object(rule, self.document)["text"])]
        return self.paper.rule(rule, self.document)

    def _is_expected(self, rule: Rule) -> bool:
        """Whether a rule stands after the end of the file: it is what the user expects."""
        return rule.span.start > len(self.model.reading.document.text)

    def _tell_argument(self, argument: Argument) -> None:
        if not is_whole(argument) or len(argument.steps) > _STEPS:
            return
        self._say()
        self._say(self.texts("why.argument"))
        for number, step in enumerate(argument.steps, 1):
            instance = step.instance
            follows = ", ".join([name if value else f"¬{name}" for name, value in step.follows])
            at = self.document.position(instance.rule.span.start).line
            where = self.texts("why.as_expected" if self._is_expected(instance.rule) else "why.line", line=at)
            is_same = follows == show(instance.says)
            conclusion = (
                self.texts("why.contradiction") if step.is_contradiction else "" if is_same else f"  ⊢ {follows}"
            )
            text = f"{where}: {instance_line(instance)}{conclusion}"
            for line in hanging(f"  {number:>2}. ", text, self.paper.width):
                self._say(line)

    def _tell_repair(self, why: Why, inquiry: Inquiry) -> None:
        assert why.repair is not None
        lines = [self._line(inquiry, rule) for rule in why.repair.rules]
        self._say(self.texts("why.repair_one" if len(lines) == 1 else "why.repair_many", lines=", ".join(lines)))
        if why.alternatives:
            others = ", ".join([self._line(inquiry, rule) for rule in why.alternatives])
            self._say(self.texts("why.alternatives", lines=others))
        self._draw(inquiry, why.repair.values)

    def _line(self, inquiry: Inquiry, rule: int) -> str:
        return str(self.document.position(inquiry.rules[rule].span.start).line)

    # ------------------------------------------------------------------ why not this

    def _why_not(self, expected: Expected) -> int:
        """The file has models, but perhaps none with what is expected."""
        inquiry = self._inquire(expected.model)
        self.document = expected.model.reading.document
        try:
            values = inquiry.model()
            if values is not None:
                return self._there_is_one(inquiry, values)
            self._say(self.texts("why.not_this"))
            why = self._of_the_file(inquiry.why(_REASONS if self.options.all else 1), inquiry)
            if self.options.json:
                print_json(self._object("unsat", why, None, inquiry))
            self._tell(why, inquiry)
            return Exit.DONE
        finally:
            inquiry.close()

    def _of_the_file(self, why: Why, inquiry: Inquiry) -> Why:
        """The answer without repairs that would only drop what is expected."""
        repair = why.repair
        if repair is not None and any(self._is_expected(inquiry.rules[rule]) for rule in repair.rules):
            repair = None
        others = [rule for rule in why.alternatives if not self._is_expected(inquiry.rules[rule])]
        return replace(why, repair=repair, alternatives=tuple(others))

    def _why_not_this_model(self) -> int:
        """A whole model is expected: the instances that it breaks."""
        broken = broken_rules(self.model, self.options, self.texts)
        if broken is None:
            return Exit.ERRORS
        if self.options.json:
            status = "unsat" if broken else "sat"
            reasons = [instance_object(one, self.document) for instances in broken for one in instances]
            print_json({"status": status, "reasons": reasons, "repair": [], "horizon": None})
        elif not broken:
            self._say(self.texts("why.is_model"))
        else:
            self._say(self.texts("why.breaks", rules=self.texts.counted("rule", len(broken))))
        for instances in broken:
            self._say()
            for line in self.paper.rule(instances[0].rule, self.document):
                self._say(line)
            self._tell_instances(instances)
        return Exit.DONE
