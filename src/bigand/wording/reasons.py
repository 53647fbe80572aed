"""The explanation of a text without a model as sentences: clashes, the steps of arguments, suggested changes.

The sentences are the same in all front ends; each front end chooses how many to show, and with which lines.
"""

from collections.abc import Sequence

from bigand.api.parts import Instance, Place, RulePlace, format_binding
from bigand.api.why import ArgumentStep, Change, Clash, HorizonReport, PlaceEdit, WhyAnswer
from bigand.api.witness import RuleWitness
from bigand.source.document import Document, Span
from bigand.source.render import make_printable
from bigand.wording.outcome import Frontend, capitalize_first
from bigand.wording.texts import Texts

_MAX_LINES = 6  # line numbers in a sentence
_MAX_LITERALS = 3  # in a sentence
_MAX_FORMULA = 160  # characters of an expanded formula


class ReasonWording:
    """The sentences about one text; `atom` is the forced atom, if its opposite is expected."""

    def __init__(self, document: Document, texts: Texts, atom: str = "") -> None:
        self.document = document
        self.texts = texts
        self.atom = atom

    def headline(self, reasons: WhyAnswer) -> str:
        """The sentence that there is no model, or none with what is expected."""
        if reasons.forced is None:
            return self.texts("why.not_this" if reasons.with_expected else "why.unsat", name=self.document.name)
        value = reasons.forced
        if isinstance(value, bool):
            value = self.texts("forced.is_true" if value else "forced.is_false")
        return self.texts("forced.always", name=self.atom, value=value)

    def model_sentence(self, reasons: WhyAnswer, frontend: Frontend = "terminal") -> str:
        """The sentence that there is a model, and whether it is as expected."""
        key = "why.sat" if reasons.finished else f"why.sat_unknown.{frontend}"
        if reasons.with_expected:
            key = "why.sat_expected"
        elif reasons.expectations:
            key = "why.sat_unexpected"
        return self.texts(key, name=self.document.name)

    def horizon_sentence(self, steps: HorizonReport) -> str:
        """What is known of the number of steps; empty if that is nothing new."""
        least, none = steps.least, steps.none_up_to
        if least is not None and none is not None and none >= least - 1:
            return self.texts("why.horizon", none=none, least=least, variable=steps.variable)
        if least is not None:
            return self.texts("why.horizon_some", least=least, variable=steps.variable)
        if steps.is_finished and none is not None and steps.given is not None and none > steps.given:
            return self.texts("why.horizon_none", none=none, variable=steps.variable)
        if not steps.is_finished:
            return self.texts("why.horizon_time", variable=steps.variable, none=steps.tried)
        return ""

    # ------------------------------------------------------------------ clashes

    def clash_sentence(self, clash: Clash) -> str:
        """The clash in one sentence, as a teacher would put it."""
        is_alone = len({0 if rule.is_expected else rule.line for rule in clash.rules}) == 1
        key = "why.together" if not is_alone else "why.never" if len(clash.instances) == 1 else "why.itself"
        sentence = capitalize_first(self.texts(key, what=self.name_rules(clash.rules)))
        upshot = clash.upshot
        if is_alone or upshot is None or len(upshot.literals) > _MAX_LITERALS:
            return f"{sentence}."
        literals = self.join_words([f"`{name if value else f'not {name}'}`" for name, value in upshot.literals])
        subject = self.name_rules(upshot.rules, "why.the_line", "why.the_lines")
        against = self.name_rules([upshot.against], "why.the_line", "why.the_lines")
        key = "why.requires" if len(upshot.rules) == 1 else "why.require"
        return self.texts(
            "why.since", clash=sentence, why=self.texts(key, what=subject, literals=literals, against=against)
        )

    def broken_rules_sentence(self, clash: Clash) -> str:
        """The rules that a model breaks."""
        return self.texts("why.breaks", what=self.name_rules(clash.rules))

    def step_text(self, step: ArgumentStep) -> str:
        """A step of an argument: its lines, its instance, and what follows."""
        follows = ", ".join([name if value else f"¬{name}" for name, value in step.follows])
        conclusion = "" if follows == step.instance.instance else f"  ⊢ {follows}"
        if step.is_contradiction:
            conclusion = self.texts("why.contradiction")
        where = self.name_rules([step.instance], "why.line", "why.lines")
        return f"{where}: {instance_text(step.instance)}{conclusion}"

    # ------------------------------------------------------------------ changes

    def change_text(self, change: Change) -> str:
        """A change in words: what to replace by what, and where."""
        edits = [(edit, self._text_at(edit.span)) for edit in sorted_edits(change)]
        if change.missing:
            where = self.texts("why.line", line=change.line)
            return self.texts("why.change_missing", where=where, new=edits[0][0].instead.strip())
        if len(edits) == 2 and [_on_one_line(edit.instead) for edit, _ in edits] == [
            old for _, old in reversed(edits)
        ]:
            where = self._location([edit for edit, _ in edits])
            return self.texts("why.change_swap", where=where, first=edits[0][1], second=edits[1][1])
        edits_by_text: dict[tuple[str, str], list[PlaceEdit]] = {}
        for edit, old in edits:
            edits_by_text.setdefault((old, _on_one_line(edit.instead)), []).append(edit)
        phrases = []
        for (old, new), places in edits_by_text.items():
            key = "why.change" if old and new else "why.change_add" if new else "why.change_drop"
            phrases.append(self.texts(key, where=self._location(places), old=old, new=new))
        return self.texts("why.semicolon").join(phrases)

    def removal_sentence(self, reasons: WhyAnswer, is_drawn: bool = False) -> str:
        """The rules without which there is a model; `is_drawn` if that model is shown next."""
        rules = self._line_phrase(reasons.without, "why.rule", "why.rules")
        return self.texts("why.without_drawn" if is_drawn else "why.without", what=rules)

    def alternatives_sentence(self, reasons: WhyAnswer) -> str:
        """The rules that may be left out instead; empty if there are none."""
        removed_lines = {place.line for place in reasons.without}
        lines = [str(line) for line in sorted({place.line for place in reasons.alternatives} - removed_lines)]
        return self.texts("why.alternatives", lines=self.join_words(lines[:_MAX_LINES], "why.or")) if lines else ""

    def time_limit_sentence(self, reasons: WhyAnswer, frontend: Frontend) -> str:
        """What there was no time for: shorter reasons, or changes; empty if the search was finished."""
        parts = []
        if reasons.status == "unsat" and not reasons.finished:
            parts.append(self.texts(f"why.time.{frontend}"))
        if reasons.are_changes_cut and not reasons.changes:
            parts.append(self.texts(f"why.changes_cut.{frontend}"))
        return " ".join(parts)

    # ------------------------------------------------------------------ words

    def name_rules(
        self, rules: Sequence[RulePlace], singular_key: str = "why.rule", plural_key: str = "why.rules"
    ) -> str:
        """Name rules, as in `the rules on lines 3 and 7` or `what you expect and the rule on line 3`."""
        expected = any([rule.is_expected for rule in rules])
        rules_phrase = self._line_phrase([rule for rule in rules if not rule.is_expected], singular_key, plural_key)
        opposite = self.texts("why.opposite" if self.atom else "why.expected") if expected else ""
        return self.join_words([words for words in (opposite, rules_phrase) if words])

    def join_words(self, words: Sequence[str], last_key: str = "why.and") -> str:
        """Join words, as in `a`, `a and b`, `a, b and c`."""
        if len(words) < 2:
            return "".join(words)
        return self.texts(last_key, first=", ".join(words[:-1]), last=words[-1])

    def _line_phrase(self, places: Sequence[Place], singular_key: str, plural_key: str) -> str:
        """Name places by their lines, as in `the rules on lines 3 and 7`."""
        lines = sorted({place.line for place in places})
        if not lines:
            return ""
        numbers = [str(line) for line in lines[:_MAX_LINES]]
        words = [*numbers[:-1], f"{numbers[-1]} …"] if len(lines) > _MAX_LINES else numbers
        return self.texts(
            singular_key if len(lines) == 1 else plural_key, lines=self.join_words(words), line=words[0]
        )

    def _text_at(self, span: Span) -> str:
        return _on_one_line(self.document.text[span.start : span.end])

    def _location(self, places: Sequence[Place]) -> str:
        lines = list(dict.fromkeys([str(place.line) for place in places]))
        return self.texts(
            "why.line" if len(lines) == 1 else "why.lines", lines=self.join_words(lines), line=lines[0]
        )


def witness_verdict(rule: RuleWitness, texts: Texts) -> str:
    """Whether a rule is needed, in a sentence."""
    binding = "" if rule.breaks is None else format_binding(rule.breaks.binding)
    key = "needed_fact" if rule.verdict == "needed" and not binding else rule.verdict
    return texts(f"witness.{key}", binding=binding)


def sorted_edits(change: Change) -> list[PlaceEdit]:
    """The edits of a change in text order."""
    return sorted(change.edits or (), key=lambda edit: edit.span)


def _on_one_line(text: str) -> str:
    """A piece of a file on one line."""
    return " ".join(text.split()).strip(",")


def instance_text(instance: Instance) -> str:
    """An instance with its binding, as in `$i = 1, $j = 2: ¬x(1,1) ∨ ¬x(1,2)`."""
    formula = instance.instance
    if len(formula) > _MAX_FORMULA:
        formula = formula[:_MAX_FORMULA] + " …"
    binding = format_binding(instance.binding)
    return make_printable(f"{binding}: {formula}" if binding else formula)
