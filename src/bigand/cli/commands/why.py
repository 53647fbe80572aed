"""`bigand why FILE`, `bigand forced FILE`: explain why a file has no model, or which atoms are forced.

An explanation has a sentence, lines of the file, and proposed changes; it fits on one screen unless `--full` is
given.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import wrap
from typing import Any

from bigand.api.forced import Forced, ForcedAnswer, WhyForced
from bigand.api.parts import Instance, RulePlace, format_binding, format_number
from bigand.api.question import Failure, Question, to_plain_data
from bigand.api.saved_model import parse_model_values
from bigand.api.value import fields_of, replace_fields
from bigand.api.why import ArgumentStep, Change, Clash, HorizonReport, UnmetExpectation, Why, WhyAnswer, WhyNot
from bigand.cli.asker import Asker, QuestionFailedError
from bigand.cli.drawing import picture_lines
from bigand.cli.exit_codes import Exit
from bigand.cli.inputs import open_source
from bigand.cli.options import DiagnosticOptions, ModelOptions, flag, option, repeatable, timeout_option
from bigand.cli.output import TextOutput, print_json, print_lines, wrap_hanging
from bigand.source.diagnostic import Edit, apply_edits
from bigand.source.document import Document, Span
from bigand.source.error import ErrorKind
from bigand.source.files import open_document
from bigand.view.exhibit import Exhibit
from bigand.wording.reasons import ReasonWording, instance_text, sorted_edits
from bigand.wording.texts import Texts

_SCREEN_LINES = 40
_RESERVED_LINES = 20  # of the screen, for what comes after the clash
_MAX_PICTURE_LINES = 10  # of a model
_MAX_CHANGE_LINES = 4  # of a proposed change
_MAX_STEPS = 40  # of a printed argument
# The numbers of lines and of instances of each rule, from wide to narrow: the first layout that fits is used.
_LAYOUTS = ((6, 3), (5, 2), (4, 1), (2, 1), (1, 1), (1, 0))


class ReasonPrinter:
    """Prints an explanation part by part, and counts the lines that are left on the screen."""

    def __init__(
        self, document: Document, options: DiagnosticOptions, is_full: bool, texts: Texts, atom: str = ""
    ) -> None:
        self.document = document
        self.is_full = is_full
        self.texts = texts
        self.output = TextOutput(options)
        self.wording = ReasonWording(document, texts, atom)
        self._lines_left = _SCREEN_LINES

    def print_reasons(self, reasons: WhyAnswer, is_clash_printed: bool) -> None:
        """Print an explanation; the clash is skipped if it is already printed."""
        if reasons.status == "sat":
            self.print_satisfiable(reasons)
            return
        if not is_clash_printed:
            self.print_clashes(reasons)
        self.print_repairs(reasons)

    def _print_and_count(self, *lines: str) -> None:
        for line in lines:
            print(line, flush=True)
        self._lines_left -= len(lines)

    def _print_wrapped(self, text: str) -> None:
        self._print_and_count(*self.texts.wrap(text, self.output.width))

    # ------------------------------------------------------------------ with a model

    def print_satisfiable(self, reasons: WhyAnswer) -> None:
        """Print that there is a model, its unmet expectations, and changes that would meet them."""
        self._print_wrapped(self.wording.model_sentence(reasons))
        if reasons.with_expected:
            self._print_picture(reasons.exhibit, _MAX_PICTURE_LINES)
        elif not reasons.expectations:
            self._print_wrapped(self.texts("why.sat_ask"))
            if self.is_full:
                self._print_picture(reasons.exhibit, _MAX_PICTURE_LINES)
        else:
            for unmet in reasons.expectations[: None if self.is_full else 3]:
                self._print_unmet(unmet)
            self._print_changes(reasons)
            self._print_time_limit(reasons)
            self._print_and_count("", self.texts("why.a_model"))
            self._print_picture(reasons.exhibit, min(_MAX_PICTURE_LINES, self._lines_left - 3))

    def _print_unmet(self, unmet: UnmetExpectation) -> None:
        self._print_and_count(*self.output.excerpt(unmet.span, self.document, is_underlined=False))
        values = format_binding(unmet.given)
        models = self.texts.count_with_noun("model", unmet.found)
        is_all = unmet.models is not None and unmet.found < unmet.models
        key = "why.unmet_none" if not unmet.found else "why.unmet_all" if is_all else "why.unmet"
        self._print_and_count("    " + self.texts(key, found=models, values=f" ({values})" if values else ""))

    # ------------------------------------------------------------------ without a model

    def print_clashes(self, reasons: WhyAnswer) -> None:
        """Print why there is no model: too few steps, or the rules that clash."""
        self._print_wrapped(self.wording.headline(reasons))
        if reasons.steps is not None and reasons.steps.is_reason:
            self._print_horizon(reasons.steps)
        if not reasons.clashes:
            self._print_and_count(self.texts("why.horizon_more"))
            return
        for number, clash in enumerate(reasons.clashes, 1):
            if number > 1:
                self._print_and_count("")
            if len(reasons.clashes) > 1:
                self._print_and_count(self.texts("why.number", number=number))
            self._print_clash(clash, _RESERVED_LINES // 2 if reasons.with_expected else _RESERVED_LINES)
        if reasons.all and reasons.finished:
            self._print_and_count("", self.texts("why.maybe_more" if reasons.may_have_more else "why.no_more"))
        if reasons.steps is not None and not reasons.steps.is_reason:
            self._print_and_count("")
            self._print_horizon(reasons.steps)

    def print_repairs(self, reasons: WhyAnswer) -> None:
        """Print proposed changes, rules to remove, and how to see more."""
        if not reasons.clashes:
            return
        self._print_changes(reasons)
        if reasons.without:
            self._print_and_count("")
            self._print_removal(reasons)
        self._print_time_limit(reasons)
        self._print_full_hint()

    def _print_time_limit(self, reasons: WhyAnswer) -> None:
        sentence = self.wording.time_limit_sentence(reasons, "terminal")
        if sentence:
            self._print_and_count("")
            self._print_wrapped(sentence)

    def _print_full_hint(self) -> None:
        if not self.is_full:
            self._print_and_count("", self.texts("why.full"))

    def _print_horizon(self, steps: HorizonReport) -> None:
        sentence = self.wording.horizon_sentence(steps)
        if sentence:
            self._print_wrapped(sentence)
        if steps.least is not None and steps.place is not None:
            self._print_and_count(*self.output.excerpt(steps.place.span, self.document, is_underlined=False))

    # ------------------------------------------------------------------ clashes

    def _print_clash(self, clash: Clash, reserved: int) -> None:
        """Print a clash; `reserved` lines are kept for what comes later."""
        self._print_wrapped(self.wording.clash_sentence(clash))
        if self.is_full and clash.instances:
            key = "why.minimal" if clash.is_minimal else "why.so_far"
            self._print_wrapped(
                self.texts(key, instances=self.texts.count_with_noun("instance", len(clash.instances)))
            )
        max_lines = self._lines_left - reserved
        lines = self._rule_lines_that_fit(clash, max_lines)
        self._print_and_count(*lines)
        if clash.definitions and (self.is_full or len(lines) + len(clash.definitions) + 2 <= max_lines):
            self._print_and_count("", self.texts("why.definitions"))
            for item in clash.definitions:
                self._print_and_count(
                    *self.output.excerpt(item.span, self.document, max_lines=2, is_underlined=False)
                )
        if self.is_full and len(clash.instances) > 1:
            self._print_argument(clash.steps)

    def _rule_lines_that_fit(self, clash: Clash, max_lines: int) -> list[str]:
        """The rules with their instances, in the widest layout that fits; if none does, the first rules."""
        instances: dict[Span, list[Instance]] = {rule.span: [] for rule in clash.rules}
        for instance in clash.instances:
            instances[instance.span].append(instance)
        if self.is_full:
            return self._rule_lines(clash.rules, instances, None)
        layouts = (self._rule_lines(clash.rules, instances, layout) for layout in _LAYOUTS)
        fitting = next((lines for lines in layouts if len(lines) <= max_lines), None)
        if fitting is not None:
            return fitting
        first = self._rule_lines(clash.rules, instances, _LAYOUTS[-1])[: max(1, max_lines - 1)]
        return [*first, "  …"]

    def _rule_lines(
        self, rules: Sequence[RulePlace], instances: dict[Span, list[Instance]], layout: tuple[int, int] | None
    ) -> list[str]:
        """The lines of the rules, separated by blank lines; consecutive facts are not separated."""
        lines: list[str] = []
        is_narrow = layout is not None and layout[0] == 1
        for is_fact, group in groupby(rules, lambda rule: rule.is_fact):
            for index, rule in enumerate(group):
                block = self._single_rule_lines(rule, instances[rule.span], layout)
                lines += [""] if index == 0 or not (is_fact or is_narrow) else []
                lines += [] if lines[-len(block) :] == block else block  # two rules on one line
        return lines

    def _single_rule_lines(
        self, rule: RulePlace, instances: Sequence[Instance], layout: tuple[int, int] | None
    ) -> list[str]:
        if rule.is_expected:
            return [f"  {self.texts('why.opposing' if self.wording.atom else 'why.expecting', text=rule.text)}"]
        max_lines, max_instances = layout or (8, len(instances))
        lines = self.output.excerpt(rule.span, self.document, max_lines=max_lines, is_underlined=layout is None)
        lines = lines[:1] if max_lines == 1 else lines
        if layout is not None and rule.is_fact:
            return lines
        return [*lines, *(self._instance_lines(instances, max_instances) if max_instances else ())]

    def _instance_lines(self, instances: Sequence[Instance], limit: int) -> list[str]:
        """The first instances of a rule, and the number of the others."""
        lines = [
            line
            for instance in instances[:limit]
            for line in wrap_hanging("    ", instance_text(instance), self.output.width)
        ]
        omitted = len(instances) - limit
        return [*lines, f"    {self.texts('why.more', count=omitted)}"] if omitted > 0 else lines

    def _print_argument(self, steps: Sequence[ArgumentStep]) -> None:
        if not steps or not steps[-1].is_contradiction or len(steps) > _MAX_STEPS:
            return
        self._print_and_count("", self.texts("why.argument"))
        for number, step in enumerate(steps, 1):
            self._print_and_count(
                *wrap_hanging(f"  {number:>2}. ", self.wording.step_text(step), self.output.width)
            )

    # ------------------------------------------------------------------ repairs

    def _print_changes(self, reasons: WhyAnswer) -> None:
        """Print proposed changes, the most plausible first, each with the changed lines."""
        changes = reasons.changes
        if not changes:
            return
        self._print_and_count("")
        goal = "expected" if reasons.is_expecting else "model"
        self._print_wrapped(self.texts(f"why.then_{goal}" if len(changes) == 1 else f"why.then_{goal}_each"))
        remaining = max(len(changes), self._lines_left - 6)
        for number, change in enumerate(changes, 1):
            available = remaining - (len(changes) - number)  # each of the others has at least one line
            lines = [*wrap_hanging(f"  {number}. ", self.wording.change_text(change), self.output.width)]
            lines += self._changed_lines_if_few(change, max(0, available - len(lines)))
            self._print_and_count(*lines)
            remaining -= len(lines)

    def _changed_lines_if_few(self, change: Change, max_lines: int) -> list[str]:
        """The lines that a change affects, after the change."""
        if change.missing:
            return []
        edits = [Edit(edit.span, edit.instead) for edit in sorted_edits(change)]
        new_document = Document(self.document.name, apply_edits(self.document.text, edits))
        shift = 0
        excerpts: dict[int, list[str]] = {}
        for edit in edits:
            start = edit.span.start + shift
            shift += len(edit.text) - (edit.span.end - edit.span.start)
            line = new_document.position(start).line
            place = Span(start, start + max(1, len(edit.text)))
            excerpts.setdefault(
                line, self.output.excerpt(place, new_document, max_lines=1, is_underlined=False, indent=5)
            )
        lines = [line for excerpt in excerpts.values() for line in excerpt]
        return lines if len(lines) <= min(max_lines, _MAX_CHANGE_LINES) else []

    def _print_removal(self, reasons: WhyAnswer) -> None:
        """Print the rules whose removal gives a model, and that model: its picture, or the atoms of these rules."""
        alternatives = self.wording.alternatives_sentence(reasons)
        max_lines = min(_MAX_PICTURE_LINES, self._lines_left - 4 - bool(alternatives))
        is_worth = self.is_full or not reasons.changes or reasons.has_views
        is_drawn = is_worth and max_lines > 1 and reasons.exhibit is not None
        self._print_wrapped(self.wording.removal_sentence(reasons, is_drawn))
        if is_drawn:
            self._print_picture(
                reasons.exhibit, max_lines, None if self.is_full or reasons.has_views else reasons.about
            )
        if alternatives:
            self._print_wrapped(alternatives)

    def _print_picture(
        self, exhibit: Exhibit | None, max_lines: int, predicates: Sequence[str] | None = None
    ) -> None:
        """Print a model; if it is too long, and the output is not full, only its first lines.

        If `predicates` are given, the others are left out first.
        """
        assert exhibit is not None, "the question asks for it wherever a model is drawn"
        lines = self._indented_picture_lines(exhibit)
        if len(lines) > max_lines and predicates is not None:
            extensions = [extension for extension in exhibit.rest if extension.predicate in predicates]
            lines = self._indented_picture_lines(replace_fields(exhibit, rest=tuple(extensions)))
        if self.is_full or len(lines) <= max_lines:
            self._print_and_count(*lines)
        else:
            self._print_and_count(*lines[: max(max_lines - 1, 0)], f"  {self.texts('why.cut')}")

    def _indented_picture_lines(self, exhibit: Exhibit) -> list[str]:
        lines = picture_lines(exhibit, self.output.width - 2, self.output.colour_depth, self.texts)
        return [f"  {line}".rstrip() for line in lines]

    # ------------------------------------------------------------------ an expected model

    def print_broken_rules(self, reasons: WhyAnswer) -> None:
        """Print the rules that an expected model breaks."""
        if not reasons.clashes:
            self._print_and_count(self.texts("why.is_model"))
            return
        (clash,) = reasons.clashes
        self._print_wrapped(self.wording.broken_rules_sentence(clash))
        self._print_and_count(*self._rule_lines_that_fit(clash, self._lines_left - 3))
        self._print_full_hint()


# ---------------------------------------------------------------------- why


_SECONDS = 15  # default time for the search
_SHORT_FIELDS = (
    "status", "reasons", "repair", "horizon", "definitions", "minimal", "finished", "alternatives", "expectations",
    "model",
)  # fmt: skip


class WhyOptions(ModelOptions):
    expect: tuple[str, ...] = repeatable("'p(1)'", group="what")
    model: str | None = option(group="what", metavar="FILE")
    all: bool = flag()
    full: bool = flag(help_text="why.full_help")
    timeout: float | None = timeout_option(lambda texts: texts("why.timeout", default=_SECONDS))
    json: bool = flag()


def run_why(options: WhyOptions, texts: Texts) -> int:
    document, source = open_source(options.file, options)
    joined_document = Document(document.name, "\n".join([document.text, *options.expect]))
    expected = [Document("--expect", text) for text in options.expect]
    asker = Asker(texts, options, [document, *expected, joined_document])
    printer = ReasonPrinter(document, options, options.full or options.all, texts)
    question = Why(
        source=source,
        limits=options.limits,
        all=options.all,
        full=options.full or options.json,  # JSON is always complete
        drawn=not options.json,
        as_written=options.as_written,
    )
    if options.model is not None:
        values = parse_model_values(open_document(options.model).text, options.model)
        answer = asker.ask(_to_why_not(question, model=values, model_name=options.model))
        if not options.json:
            printer.print_broken_rules(answer)
    elif options.expect:
        answer = _ask_and_print(asker, _to_why_not(question, expected=options.expect), printer, options)
    else:
        answer = _ask_and_print(asker, question, printer, options)
    if options.json:
        print_reasons_json(answer)
    return Exit.DONE


def print_reasons_json(answer: WhyAnswer) -> None:
    """Print an answer as JSON: short fields for what is used most, then all others."""
    short = {name: getattr(answer, name) for name in _SHORT_FIELDS}
    optional = {name: value for name in ("all", "none_up_to") if (value := getattr(answer, name)) not in (None, ())}
    print_json(to_plain_data({"answer": "reasons", **short, **optional}) | to_plain_data(answer))


def _to_why_not(question: Why, **expected: Any) -> WhyNot:
    return WhyNot(**fields_of(question), **expected)


def _ask_and_print(
    asker: Asker, question: Question[WhyAnswer], printer: ReasonPrinter, options: WhyOptions
) -> WhyAnswer:
    answer, is_clash_printed = ask_and_print_clashes(asker, question, None if options.json else printer)
    if not options.json:
        printer.print_reasons(answer, is_clash_printed)
    return answer


def ask_and_print_clashes(
    asker: Asker, question: Question[WhyAnswer], printer: ReasonPrinter | None
) -> tuple[WhyAnswer, bool]:
    """Return the answer and whether a part of it was reported.

    `printer` prints the clash as soon as it is known.
    """
    partial_answers: list[WhyAnswer] = []

    def handle_part(reasons: WhyAnswer) -> None:
        partial_answers.append(reasons)
        if printer is not None:
            printer.print_clashes(reasons)

    answer = asker.try_to_ask(question, handle_part)
    if isinstance(answer, Failure):
        if answer.kind is not ErrorKind.LIMIT or not partial_answers:
            raise QuestionFailedError(answer, asker)
        answer = partial_answers[-1]  # the time was up during the search for changes
    return answer, bool(partial_answers)


# ---------------------------------------------------------------------- forced


class ForcedOptions(ModelOptions):
    reason: str | None = option(metavar="ATOM")
    full: bool = flag()
    timeout: float | None = timeout_option()
    json: bool = flag()


def run_forced(options: ForcedOptions, texts: Texts) -> int:
    if options.reason:
        return _explain_forced(options.reason.replace(" ", ""), options, texts)
    document, source = open_source(options.file, options)
    question = Forced(source=source, limits=options.limits, as_written=options.as_written)
    answer = Asker(texts, options, [document]).ask(question)
    if options.json:
        print_json(answer)
    elif answer.status == "unsat":
        print(texts("forced.unsat", name=document.name))
    else:
        print_lines(_forced_lines(answer, TextOutput(options).width, texts))
    return Exit.UNSAT if answer.status == "unsat" else Exit.DONE


def _forced_lines(answer: ForcedAnswer, width: int, texts: Texts) -> Iterator[str]:
    for names, key in ((answer.true, "forced.true"), (answer.false, "forced.false")):
        if names:
            yield texts(key)
            for line in wrap("  ".join(names), width - 2, break_long_words=False, break_on_hyphens=False):
                yield f"  {line}"
    numbers = answer.values or {}
    if numbers:
        yield texts("forced.numbers")
        for name, number in numbers.items():
            yield f"  {name} = {format_number(number)}"
    count = len(answer.true) + len(answer.false) + len(numbers)
    if not count:
        yield texts("forced.none")
    yield texts("forced.summary", forced=count, atoms=texts.count_with_noun("atom", answer.atoms))


def _explain_forced(atom: str, options: ForcedOptions, texts: Texts) -> int:
    """Explain why an atom is forced: why its opposite is impossible."""
    document, source = open_source(options.file, options)
    question = WhyForced(
        source=source,
        limits=options.limits,
        atom=atom,
        full=options.full or options.json,
        drawn=not options.json,
        as_written=options.as_written,
    )
    printer = ReasonPrinter(document, options, options.full, texts, atom)
    asker = Asker(texts, options, [document])
    answer, is_clash_printed = ask_and_print_clashes(asker, question, None if options.json else printer)
    is_impossible = answer.status == "unsat" and answer.forced is None
    if options.json:
        print_reasons_json(answer)
    elif is_impossible:
        print(texts("forced.unsat", name=document.name))
    elif answer.status == "sat":
        print(texts("forced.not_forced", name=atom))
    else:
        printer.print_reasons(answer, is_clash_printed)
    return Exit.UNSAT if is_impossible else Exit.DONE
