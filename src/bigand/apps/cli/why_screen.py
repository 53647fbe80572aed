"""What `bigand why` found out, for people: a sentence, lines of the file, proposals; on one screen, or in full."""

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

import numpy as np

from bigand.answer.model import solution_of
from bigand.apps.cli.lines import Paper, hanging, instance_line, instance_lines, rule_object
from bigand.apps.cli.texts import Texts
from bigand.explain.argument import Argument, is_whole, upshot
from bigand.explain.findings import Findings, Question, definitions
from bigand.explain.horizon import Search
from bigand.explain.instances import Instance
from bigand.explain.mending.changes import Change, apply
from bigand.explain.mending.search import Unmet, expectations
from bigand.explain.reasons import Reason, Why
from bigand.ground.columns import Array
from bigand.ground.expand import Rule
from bigand.ground.frames import show_binding
from bigand.ground.written import show
from bigand.language.syntax import Proposition, walk
from bigand.source.document import Document
from bigand.source.span import Span
from bigand.view.arrange import exhibit, wishes
from bigand.view.terminal import show_exhibit

_SCREEN = 40  # lines
_LATER = 20  # of them kept for what comes after the clash
_DRAWN = 10  # lines of a model
_ATOMS = 5_000  # of a model, of which some lines may be shown
_LINES = 6  # of the file, named in a sentence
_LITERALS = 3  # in a sentence
_CHANGED = 4  # lines of a proposal
_STEPS = 40  # of an argument that is printed
# Lines of each rule and instances of it, from roomy to narrow: the first that fits is taken.
_LAYOUTS = ((6, 3), (5, 2), (4, 1), (2, 1), (1, 1), (1, 0))


class Screen:
    """Tells what is found, part by part, and keeps count of the lines."""

    def __init__(
        self,
        question: Question,
        is_full: bool,
        say: Callable[[str], None],
        options: argparse.Namespace,
        texts: Texts,
        forced: str = "",
    ) -> None:
        self.question = question
        self.document = question.reading.document
        self.program = question.reading.program
        self.is_full = is_full
        self.texts = texts
        self.paper = Paper(options)
        self.forced = forced  # that something is forced, where what is expected is its opposite
        self._print = say
        self._left = _SCREEN

    def _say(self, *lines: str) -> None:
        for line in lines:
            self._print(line)
        self._left -= len(lines)

    def _sentence(self, text: str) -> None:
        self._say(*self.texts.wrapped(text, self.paper.width))

    # ------------------------------------------------------------------ there is a model

    def tell_model(self, found: Findings) -> None:
        """There is a model: whether it is as expected, and if not, what would be."""
        assert found.values is not None
        name = self.document.name
        if self.question.own is not None:
            self._sentence(self.texts("why.sat_expected", name=name))
            self._draw(found, found.values, _DRAWN)
        elif not found.unmet:
            self._sentence(self.texts("why.sat" if found.is_finished else "why.sat_unknown", name=name))
            self._sentence(self.texts("why.sat_ask"))
            if self.is_full:
                self._draw(found, found.values, _DRAWN)
        else:
            self._sentence(self.texts("why.sat_unexpected", name=name))
            for one in found.unmet[: None if self.is_full else 3]:
                self._tell_unmet(one)
            self._tell_changes(found.changes or ())
            self._say("", self.texts("why.a_model"))
            self._draw(found, found.values, min(_DRAWN, self._left - 3))

    def _tell_unmet(self, one: Unmet) -> None:
        self._say(*self.paper.excerpt(one.expect.span, self.document, underlined=False))
        values = show_binding(one.question.given)
        found = self.texts.counted("model", one.found)
        is_all = one.question.models is not None and one.found < one.question.models
        key = "why.unmet_none" if not one.found else "why.unmet_all" if is_all else "why.unmet"
        self._say("    " + self.texts(key, found=found, values=f" ({values})" if values else ""))

    # ------------------------------------------------------------------ there is none

    def tell_clash(self, found: Findings) -> None:
        """There is none: too few steps, or the rules that clash."""
        key = "why.unsat" if self.question.own is None else "why.not_this"
        self._sentence(self.forced or self.texts(key, name=self.document.name))
        if found.is_too_short and found.search is not None:
            self._tell_horizon(found.search)
        if found.why is None:
            self._say(self.texts("why.horizon_more"))
            return
        for number, reason in enumerate(found.why.reasons, 1):
            if number > 1:
                self._say("")
            if len(found.why.reasons) > 1:
                self._say(self.texts("why.number", number=number))
            self._tell_reason(reason)
        if self.question.most > 1 and found.why.is_finished:
            is_more = len(found.why.reasons) == self.question.most
            self._say("", self.texts("why.maybe_more" if is_more else "why.no_more"))
        if found.search is not None and not found.is_too_short:
            self._say("")
            self._tell_horizon(found.search)
        if not found.why.is_finished:
            self._say("")
            self._sentence(self.texts("why.time"))

    def tell_repairs(self, found: Findings) -> None:
        """Then what may be done about it, and what more there is to see."""
        if found.why is None:
            return
        self._tell_changes(found.changes or ())
        if found.why.repair is not None:
            self._say("")
            self._tell_repair(found.why, found, has_changes=bool(found.changes))
        self._tell_rest()

    def _tell_rest(self) -> None:
        if not self.is_full:
            self._say("", self.texts("why.full"))

    def _tell_horizon(self, search: Search) -> None:
        steps, none = search.steps, search.none_up_to
        if search.least is not None and none is not None and none >= search.least - 1:
            self._sentence(self.texts("why.horizon", none=none, least=search.least, variable=steps.variable))
        elif search.least is not None:
            self._sentence(self.texts("why.horizon_some", least=search.least, variable=steps.variable))
        elif search.is_finished and none is not None and steps.given is not None and none > steps.given:
            self._sentence(self.texts("why.horizon_none", none=none, variable=steps.variable))
        elif not search.is_finished:
            tried = max(search.without, default=0)
            self._sentence(self.texts("why.horizon_time", variable=steps.variable, none=tried))
        if search.least is not None and steps.place is not None:
            self._say(*self.paper.excerpt(steps.place, self.document, underlined=False))

    # ------------------------------------------------------------------ a reason

    def _tell_reason(self, reason: Reason) -> None:
        self._sentence(self._clash(reason))
        if self.is_full and reason.instances:
            key = "why.minimal" if reason.is_minimal else "why.so_far"
            self._sentence(self.texts(key, instances=self.texts.counted("instance", len(reason.instances))))
        items = definitions(reason, self.question)
        room = self._left - (_LATER if self.question.own is None else _LATER // 2)
        lines = self._in_layout(reason, room)
        self._say(*lines)
        if items and (self.is_full or len(lines) + len(items) + 2 <= room):
            self._say("", self.texts("why.definitions"))
            for item in items:
                self._say(*self.paper.excerpt(item.span, self.document, most=2, underlined=False))
        if self.is_full and reason.argument is not None and len(reason.instances) > 1:
            self._tell_argument(reason.argument)

    def _clash(self, reason: Reason) -> str:
        """The sentence that a teacher would say."""
        is_alone = len({0 if self.question.is_expected(rule) else self._line(rule) for rule in reason.rules}) == 1
        key = "why.together" if not is_alone else "why.never" if len(reason.instances) == 1 else "why.itself"
        clash = _capital(self.texts(key, what=self._named(reason.rules, "why.rule", "why.rules")))
        short = None if reason.argument is None else upshot(reason.argument)
        if is_alone or short is None or len(short.literals) > _LITERALS:
            return f"{clash}."
        literals = self._listed([f"`{name if value else f'not {name}'}`" for name, value in short.literals])
        subject = self._named(short.rules, "why.the_line", "why.the_lines")
        against = self._named([short.against], "why.the_line", "why.the_lines")
        key = "why.requires" if len(short.rules) == 1 else "why.require"
        return self.texts(
            "why.since", clash=clash, why=self.texts(key, what=subject, literals=literals, against=against)
        )

    def _named(self, rules: Sequence[Rule], one: str, many: str) -> str:
        """`the rules on lines 3 and 7`, `what you expect and the rule on line 3`."""
        lines = sorted({self._line(rule) for rule in rules if not self.question.is_expected(rule)})
        shown = [str(line) for line in lines[:_LINES]]
        told = [*shown[:-1], f"{shown[-1]} …"] if len(lines) > _LINES else shown
        named = (
            [self.texts(one if len(lines) == 1 else many, lines=self._listed(told), line=told[0])] if lines else []
        )
        expected = (
            [self.texts("why.opposite" if self.forced else "why.expected")]
            if any(map(self.question.is_expected, rules))
            else []
        )
        return self._listed([*expected, *named])

    def _listed(self, words: Sequence[str], last: str = "why.and") -> str:
        """`a`, `a and b`, `a, b and c`."""
        if len(words) < 2:
            return "".join(words)
        return self.texts(last, first=", ".join(words[:-1]), last=words[-1])

    def _line(self, rule: Rule) -> int:
        return self.document.position(rule.span.start).line

    def _in_layout(self, reason: Reason, room: int) -> list[str]:
        """The rules with their instances, as roomy as fits; if nothing does, the first rules."""
        own: dict[int, list[Instance]] = {rule.number: [] for rule in reason.rules}
        for instance in reason.instances:
            own[instance.rule.number].append(instance)
        if self.is_full:
            return self._blocks(reason.rules, own, None)
        layouts = (self._blocks(reason.rules, own, layout) for layout in _LAYOUTS)
        fitting = next((lines for lines in layouts if len(lines) <= room), None)
        if fitting is not None:
            return fitting
        first = self._blocks(reason.rules, own, _LAYOUTS[-1])[: max(1, room - 1)]
        return [*first, "  …"]

    def _blocks(
        self, rules: Sequence[Rule], own: dict[int, list[Instance]], layout: tuple[int, int] | None
    ) -> list[str]:
        """Each rule by itself; what has no variables stands together with its like."""
        lines: list[str] = []
        is_narrow = layout is not None and layout[0] == 1
        for is_fact, several in groupby(rules, lambda rule: not rule.generators):
            for at, rule in enumerate(several):
                block = self._rule(rule, own[rule.number], layout)
                lines += [""] if at == 0 or not (is_fact or is_narrow) else []
                lines += [] if lines[-len(block) :] == block else block  # two rules on one line
        return lines

    def _rule(self, rule: Rule, instances: Sequence[Instance], layout: tuple[int, int] | None) -> list[str]:
        if self.question.is_expected(rule):
            key = "why.opposing" if self.forced else "why.expecting"
            return [f"  {self.texts(key, text=rule_object(rule, self.document)['text'])}"]
        code, shown = layout or (8, len(instances))
        lines = self.paper.excerpt(rule.span, self.document, most=code, underlined=layout is None)
        lines = lines[:1] if code == 1 else lines
        if layout is not None and not rule.generators:
            return lines
        more = self.texts("why.more", count=len(instances) - shown)
        return [*lines, *(instance_lines(instances, more, self.paper.width, shown) if shown else ())]

    def _tell_argument(self, argument: Argument) -> None:
        if not is_whole(argument) or len(argument.steps) > _STEPS:
            return
        self._say("", self.texts("why.argument"))
        for number, step in enumerate(argument.steps, 1):
            instance = step.instance
            follows = ", ".join([name if value else f"¬{name}" for name, value in step.follows])
            where = self._named([instance.rule], "why.line", "why.lines")
            is_same = follows == show(instance.says)
            conclusion = (
                self.texts("why.contradiction") if step.is_contradiction else "" if is_same else f"  ⊢ {follows}"
            )
            text = f"{where}: {instance_line(instance)}{conclusion}"
            self._say(*hanging(f"  {number:>2}. ", text, self.paper.width))

    # ------------------------------------------------------------------ what may be done

    def _tell_changes(self, changes: Sequence[Change]) -> None:
        """Proposals, the likeliest first, each with its lines as they would be."""
        if not changes:
            return
        self._say("")
        then = "expected" if expectations(self.question.reading) else "model"
        self._sentence(self.texts(f"why.then_{then}" if len(changes) == 1 else f"why.then_{then}_each"))
        room = max(len(changes), self._left - 6)
        for number, change in enumerate(changes, 1):
            fair = room - (len(changes) - number)  # each of the others has a line at least
            lines = [*hanging(f"  {number}. ", self._change(change), self.paper.width)]
            lines += self._changed_lines(change, max(0, fair - len(lines)))
            self._say(*lines)
            room -= len(lines)

    def _change(self, change: Change) -> str:
        """A change in words: what is written instead of what, and where."""
        if change.is_added:
            where = self.texts("why.line", line=self.document.position(change.place.start).line)
            return self.texts("why.change_missing", where=where, new=change.edits[0].text.strip())
        edits = [(edit, self._old(edit.span)) for edit in sorted(change.edits, key=lambda edit: edit.span)]
        if len(edits) == 2 and [_plain(edit.text) for edit, _ in edits] == [old for _, old in reversed(edits)]:
            return self.texts(
                "why.change_swap",
                where=self._where([e.span for e, _ in edits]),
                first=edits[0][1],
                second=edits[1][1],
            )
        same: dict[tuple[str, str], list[Span]] = {}
        for edit, old in edits:
            same.setdefault((old, _plain(edit.text)), []).append(edit.span)
        told = []
        for (old, new), spans in same.items():
            key = "why.change" if old and new else "why.change_add" if new else "why.change_drop"
            told.append(self.texts(key, where=self._where(spans), old=old, new=new))
        return self.texts("why.semicolon").join(told)

    def _old(self, span: Span) -> str:
        return _plain(self.document.text[span.start : span.end])

    def _where(self, spans: Sequence[Span]) -> str:
        lines = list(dict.fromkeys([str(self.document.position(span.start).line) for span in spans]))
        return self.texts("why.line" if len(lines) == 1 else "why.lines", lines=self._listed(lines), line=lines[0])

    def _changed_lines(self, change: Change, most: int) -> list[str]:
        """The lines that a change touches, as they would be."""
        if change.is_added:
            return []
        changed = Document(self.document.name, apply(change, self.document.text))
        moved = 0
        shown: dict[int, list[str]] = {}
        for edit in sorted(change.edits, key=lambda edit: edit.span):
            at = edit.span.start + moved
            moved += len(edit.text) - (edit.span.end - edit.span.start)
            line = changed.position(at).line
            place = Span(at, at + max(1, len(edit.text)))
            shown.setdefault(line, self.paper.excerpt(place, changed, most=1, underlined=False, indent=5))
        lines = [line for one in shown.values() for line in one]
        return lines if len(lines) <= min(most, _CHANGED) else []

    def _tell_repair(self, why: Why, found: Findings, has_changes: bool) -> None:
        """Without which rules there is a model, and a model then: a picture, or the atoms these rules are about."""
        assert why.repair is not None
        rules = [found.rules[rule] for rule in why.repair.rules]
        own = {self._line(rule) for rule in rules}
        others = [rule for number in why.alternatives if self._line(rule := found.rules[number]) not in own]
        what = self._named(rules, "why.rule", "why.rules")
        is_drawn = self.is_full or not has_changes or bool(wishes(self.program))
        room = min(_DRAWN, self._left - 4 - bool(others))
        is_drawn = is_drawn and room > 1 and (self.is_full or len(found.compiled.names) <= _ATOMS)
        self._sentence(self.texts("why.without_drawn" if is_drawn else "why.without", what=what))
        if is_drawn:
            about = None if self.is_full or wishes(self.program) else {node.name for node in _propositions(rules)}
            self._draw(found, why.repair.values, room, about)
        if others:
            lines = [str(line) for line in sorted({self._line(rule) for rule in others})][:_LINES]
            self._sentence(self.texts("why.alternatives", lines=self._listed(lines, "why.or")))

    def _draw(self, found: Findings, values: Array, most: int, about: set[str] | None = None) -> None:
        """A model; where that is too long, and not all is asked for, as much of it as there is room."""
        names = found.compiled.names
        lines = self._drawn(names, values)
        if len(lines) > most and about is not None:
            kept = np.array([name.split("(")[0] in about for name in names], dtype=np.bool_)
            shown = tuple([name for name, is_kept in zip(names, kept, strict=True) if is_kept])
            lines = self._drawn(shown, values[: len(names)][kept])
        if self.is_full or len(lines) <= most:
            self._say(*lines)
        else:
            self._say(*lines[: max(most - 1, 0)], f"  {self.texts('why.cut')}")

    def _drawn(self, names: tuple[str, ...], values: Array) -> list[str]:
        drawn, width = exhibit(solution_of(names, values), self.program), self.paper.width - 2
        return [f"  {line}".rstrip() for line in show_exhibit(drawn, width, self.paper.depth)]

    # ------------------------------------------------------------------ why not this model

    def tell_broken(self, broken: Sequence[Sequence[Instance]]) -> None:
        """A whole model is expected: the rules that it breaks."""
        if not broken:
            self._say(self.texts("why.is_model"))
            return
        rules = [instances[0].rule for instances in broken]
        self._sentence(self.texts("why.breaks", what=self._named(rules, "why.rule", "why.rules")))
        instances = tuple([instance for several in broken for instance in several])
        self._say(*self._in_layout(Reason(tuple(rules), instances, True), self._left - 3))
        self._tell_rest()


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _plain(text: str) -> str:
    """A piece of a file on one line."""
    return " ".join(text.split()).strip(",")


def _propositions(rules: Iterable[Rule]) -> Iterator[Proposition]:
    for rule in rules:
        yield from [node for node in walk(rule.body) if isinstance(node, Proposition)]
