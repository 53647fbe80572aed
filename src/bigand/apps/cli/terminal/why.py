"""What `bigand why` found out, for people: a sentence, lines of the file, proposals; on one screen, or in full."""

from collections.abc import Sequence
from itertools import groupby

from bigand.answer.parts import Instance, RulePlace, show_binding
from bigand.answer.questions.why import Change, Clash, Reasons, Step, StepsFound, Unmet
from bigand.answer.value import changed
from bigand.command.drawing import picture_lines
from bigand.command.lines import Paper, hanging, told_instance
from bigand.command.options import Showing
from bigand.command.reasons import ReasonTexts, edits_of
from bigand.command.texts import Texts
from bigand.source.diagnostic import Edit
from bigand.source.document import Document
from bigand.source.edits import apply_edits
from bigand.source.span import Span
from bigand.view.exhibit import Exhibit

_SCREEN = 40  # lines
_LATER = 20  # of them kept for what comes after the clash
_DRAWN = 10  # lines of a model
_CHANGED = 4  # lines of a proposal
_STEPS = 40  # of an argument that is printed
# Lines of each rule and instances of it, from roomy to narrow: the first that fits is taken.
_LAYOUTS = ((6, 3), (5, 2), (4, 1), (2, 1), (1, 1), (1, 0))


class Screen:
    """Tells what is found, part by part, and keeps count of the lines."""

    def __init__(self, document: Document, options: Showing, is_full: bool, texts: Texts, atom: str = "") -> None:
        self.document = document
        self.is_full = is_full
        self.texts = texts
        self.paper = Paper(options)
        self.words = ReasonTexts(document, texts, atom)
        self._left = _SCREEN

    def tell(self, found: Reasons, is_clash_told: bool) -> None:
        """All, or all but the clash if that is told already."""
        if found.status == "sat":
            self.tell_model(found)
            return
        if not is_clash_told:
            self.tell_clash(found)
        self.tell_repairs(found)

    def _say(self, *lines: str) -> None:
        for line in lines:
            print(line, flush=True)
        self._left -= len(lines)

    def _sentence(self, text: str) -> None:
        self._say(*self.texts.wrapped(text, self.paper.width))

    # ------------------------------------------------------------------ there is a model

    def tell_model(self, found: Reasons) -> None:
        """There is a model: whether it is as expected, and if not, what would be."""
        self._sentence(self.words.model(found))
        if found.with_expected:
            self._draw(found.exhibit, _DRAWN)
        elif not found.expectations:
            self._sentence(self.texts("why.sat_ask"))
            if self.is_full:
                self._draw(found.exhibit, _DRAWN)
        else:
            for one in found.expectations[: None if self.is_full else 3]:
                self._tell_unmet(one)
            self._tell_changes(found)
            self._tell_stop(found)
            self._say("", self.texts("why.a_model"))
            self._draw(found.exhibit, min(_DRAWN, self._left - 3))

    def _tell_unmet(self, one: Unmet) -> None:
        self._say(*self.paper.excerpt(one.span, self.document, underlined=False))
        values = show_binding(one.given)
        found = self.texts.counted("model", one.found)
        is_all = one.models is not None and one.found < one.models
        key = "why.unmet_none" if not one.found else "why.unmet_all" if is_all else "why.unmet"
        self._say("    " + self.texts(key, found=found, values=f" ({values})" if values else ""))

    # ------------------------------------------------------------------ there is none

    def tell_clash(self, found: Reasons) -> None:
        """There is none: too few steps, or the rules that clash."""
        self._sentence(self.words.headline(found))
        if found.steps is not None and found.steps.is_reason:
            self._tell_horizon(found.steps)
        if not found.clashes:
            self._say(self.texts("why.horizon_more"))
            return
        for number, clash in enumerate(found.clashes, 1):
            if number > 1:
                self._say("")
            if len(found.clashes) > 1:
                self._say(self.texts("why.number", number=number))
            self._tell_reason(clash, _LATER // 2 if found.with_expected else _LATER)
        if found.all and found.finished:
            self._say("", self.texts("why.maybe_more" if found.may_have_more else "why.no_more"))
        if found.steps is not None and not found.steps.is_reason:
            self._say("")
            self._tell_horizon(found.steps)

    def tell_repairs(self, found: Reasons) -> None:
        """Then what may be done about it, and what more there is to see."""
        if not found.clashes:
            return
        self._tell_changes(found)
        if found.without:
            self._say("")
            self._tell_repair(found)
        self._tell_stop(found)
        self._tell_rest()

    def _tell_stop(self, found: Reasons) -> None:
        told = self.words.stopped(found, "terminal")
        if told:
            self._say("")
            self._sentence(told)

    def _tell_rest(self) -> None:
        if not self.is_full:
            self._say("", self.texts("why.full"))

    def _tell_horizon(self, steps: StepsFound) -> None:
        told = self.words.horizon(steps)
        if told:
            self._sentence(told)
        if steps.least is not None and steps.place is not None:
            self._say(*self.paper.excerpt(steps.place.span, self.document, underlined=False))

    # ------------------------------------------------------------------ a reason

    def _tell_reason(self, clash: Clash, later: int) -> None:
        """A clash; so many lines are kept for what comes later."""
        self._sentence(self.words.clash(clash))
        if self.is_full and clash.instances:
            key = "why.minimal" if clash.is_minimal else "why.so_far"
            self._sentence(self.texts(key, instances=self.texts.counted("instance", len(clash.instances))))
        room = self._left - later
        lines = self._in_layout(clash, room)
        self._say(*lines)
        if clash.definitions and (self.is_full or len(lines) + len(clash.definitions) + 2 <= room):
            self._say("", self.texts("why.definitions"))
            for item in clash.definitions:
                self._say(*self.paper.excerpt(item.span, self.document, most=2, underlined=False))
        if self.is_full and len(clash.instances) > 1:
            self._tell_argument(clash.steps)

    def _in_layout(self, clash: Clash, room: int) -> list[str]:
        """The rules with their instances, as roomy as fits; if nothing does, the first rules."""
        own: dict[Span, list[Instance]] = {rule.span: [] for rule in clash.rules}
        for instance in clash.instances:
            own[instance.span].append(instance)
        if self.is_full:
            return self._blocks(clash.rules, own, None)
        layouts = (self._blocks(clash.rules, own, layout) for layout in _LAYOUTS)
        fitting = next((lines for lines in layouts if len(lines) <= room), None)
        if fitting is not None:
            return fitting
        first = self._blocks(clash.rules, own, _LAYOUTS[-1])[: max(1, room - 1)]
        return [*first, "  …"]

    def _blocks(
        self, rules: Sequence[RulePlace], own: dict[Span, list[Instance]], layout: tuple[int, int] | None
    ) -> list[str]:
        """Each rule by itself; what has no variables stands together with its like."""
        lines: list[str] = []
        is_narrow = layout is not None and layout[0] == 1
        for is_fact, several in groupby(rules, lambda rule: rule.is_fact):
            for at, rule in enumerate(several):
                block = self._rule(rule, own[rule.span], layout)
                lines += [""] if at == 0 or not (is_fact or is_narrow) else []
                lines += [] if lines[-len(block) :] == block else block  # two rules on one line
        return lines

    def _rule(self, rule: RulePlace, instances: Sequence[Instance], layout: tuple[int, int] | None) -> list[str]:
        if rule.is_expected:
            return [f"  {self.texts('why.opposing' if self.words.atom else 'why.expecting', text=rule.text)}"]
        code, shown = layout or (8, len(instances))
        lines = self.paper.excerpt(rule.span, self.document, most=code, underlined=layout is None)
        lines = lines[:1] if code == 1 else lines
        if layout is not None and rule.is_fact:
            return lines
        return [*lines, *(self._instances(instances, shown) if shown else ())]

    def _instances(self, instances: Sequence[Instance], shown: int) -> list[str]:
        """Instances of one rule; of many the first ones, and how many there are besides."""
        lines = [
            line for one in instances[:shown] for line in hanging("    ", told_instance(one), self.paper.width)
        ]
        more = len(instances) - shown
        return [*lines, f"    {self.texts('why.more', count=more)}"] if more > 0 else lines

    def _tell_argument(self, steps: Sequence[Step]) -> None:
        if not steps or not steps[-1].is_contradiction or len(steps) > _STEPS:
            return
        self._say("", self.texts("why.argument"))
        for number, step in enumerate(steps, 1):
            self._say(*hanging(f"  {number:>2}. ", self.words.step(step), self.paper.width))

    # ------------------------------------------------------------------ what may be done

    def _tell_changes(self, found: Reasons) -> None:
        """Proposals, the likeliest first, each with its lines as they would be."""
        changes = found.changes
        if not changes:
            return
        self._say("")
        then = "expected" if found.is_expecting else "model"
        self._sentence(self.texts(f"why.then_{then}" if len(changes) == 1 else f"why.then_{then}_each"))
        room = max(len(changes), self._left - 6)
        for number, change in enumerate(changes, 1):
            fair = room - (len(changes) - number)  # each of the others has a line at least
            lines = [*hanging(f"  {number}. ", self.words.change(change), self.paper.width)]
            lines += self._changed_lines(change, max(0, fair - len(lines)))
            self._say(*lines)
            room -= len(lines)

    def _changed_lines(self, change: Change, most: int) -> list[str]:
        """The lines that a change touches, as they would be."""
        if change.missing:
            return []
        edits = [Edit(edit.span, edit.instead) for edit in edits_of(change)]
        then = Document(self.document.name, apply_edits(self.document.text, edits))
        moved = 0
        shown: dict[int, list[str]] = {}
        for edit in edits:
            at = edit.span.start + moved
            moved += len(edit.text) - (edit.span.end - edit.span.start)
            line = then.position(at).line
            place = Span(at, at + max(1, len(edit.text)))
            shown.setdefault(line, self.paper.excerpt(place, then, most=1, underlined=False, indent=5))
        lines = [line for one in shown.values() for line in one]
        return lines if len(lines) <= min(most, _CHANGED) else []

    def _tell_repair(self, found: Reasons) -> None:
        """Without which rules there is a model, and a model then: a picture, or the atoms these rules are about."""
        others = self.words.alternatives(found)
        room = min(_DRAWN, self._left - 4 - bool(others))
        is_worth = self.is_full or not found.changes or found.has_views
        is_drawn = is_worth and room > 1 and found.exhibit is not None
        self._sentence(self.words.without(found, is_drawn))
        if is_drawn:
            self._draw(found.exhibit, room, None if self.is_full or found.has_views else found.about)
        if others:
            self._sentence(others)

    def _draw(self, exhibit: Exhibit | None, most: int, about: Sequence[str] | None = None) -> None:
        """A model; where that is too long, and not all is asked for, as much of it as there is room.

        Where some predicates are what it is about, the others are left out first.
        """
        assert exhibit is not None, "it is asked for wherever something is to be drawn"
        lines = self._drawn(exhibit)
        if len(lines) > most and about is not None:
            rest = [one for one in exhibit.rest if one.predicate in about]
            lines = self._drawn(changed(exhibit, rest=tuple(rest)))
        if self.is_full or len(lines) <= most:
            self._say(*lines)
        else:
            self._say(*lines[: max(most - 1, 0)], f"  {self.texts('why.cut')}")

    def _drawn(self, exhibit: Exhibit) -> list[str]:
        lines = picture_lines(exhibit, self.paper.width - 2, self.paper.depth, self.texts)
        return [f"  {line}".rstrip() for line in lines]

    # ------------------------------------------------------------------ why not this model

    def tell_broken(self, found: Reasons) -> None:
        """A whole model is expected: the rules that it breaks."""
        if not found.clashes:
            self._say(self.texts("why.is_model"))
            return
        (clash,) = found.clashes
        self._sentence(self.words.broken(clash))
        self._say(*self._in_layout(clash, self._left - 3))
        self._tell_rest()
