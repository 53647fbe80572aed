"""Steps as sentences: what follows, by which of the user's rules, from what; the same wherever they are read."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from bigand.answer.parts import show_binding
from bigand.answer.questions.steps import Hinted, Rated, Rating, RuleInstance, Step, Stepped
from bigand.command.lines import hanging
from bigand.command.texts import Texts
from bigand.source.render import make_printable

_FACTS = 12  # named in a line
_PREMISES = 8
_RULE = 60  # characters of a rule that has no name
_SENTENCE = re.compile(r"(?<=[.!?]) +")  # the first sentence of a comment is the name of a rule


class Told(NamedTuple):
    """A sentence, and the instances of rules that it speaks of."""

    text: str
    instances: tuple[RuleInstance, ...] = ()


class StepTexts:
    """The sentences about steps."""

    def __init__(self, texts: Texts) -> None:
        self.texts = texts

    def rule(self, instance: RuleInstance, is_bound: bool = True) -> str:
        """A rule by its name, else by its text, with its binding and its line."""
        name = _SENTENCE.split(instance.name, maxsplit=1)[0].rstrip(".:;, ")
        if not name:
            name = instance.text if len(instance.text) <= _RULE else f"{instance.text[:_RULE]}…"
            name = f"`{name}`"
        bound = show_binding(instance.binding) if is_bound else ""
        place = self.texts("also.one", lines=instance.line)
        return make_printable(f"{name} ({bound}, {place})" if bound else f"{name} ({place})")

    def facts(self, facts: Sequence[str], most: int = _FACTS) -> str:
        """`x(1,2), not x(1,3)`, and how many more."""
        named = ", ".join(facts[:most])
        if len(facts) <= most:
            return named
        return self.texts("steps.more", facts=named, count=self.texts.amount(len(facts) - most))

    def rating(self, rating: Rating) -> str:
        """`tricky (31): the largest step takes 3 rules at once`."""
        level = self.texts(f"steps.level.{rating.level}")
        instances = self.texts.counted("instance", rating.largest)
        return self.texts("steps.rating", level=level, number=rating.number, instances=instances)

    def headline(self, answer: Stepped, name: str) -> str:
        """Whether there is one solution, several or none, and how much of it follows."""
        forced, atoms = self.texts.amount(answer.forced), self.texts.amount(answer.atoms)
        return self.texts(f"steps.{answer.status}", name=name, forced=forced, atoms=atoms)

    def closing(self, answer: Stepped) -> Iterator[str]:
        """What is told after the steps: what they do not reach, and how hard they are."""
        if not answer.finished:
            yield self.texts("steps.stopped", count=self.texts.counted("step", len(answer.steps)))
        if answer.open:
            count = self.texts.amount(answer.atoms - answer.forced)
            yield self.texts("steps.open", names=self.facts(answer.open), count=count)
        if answer.rating is not None and answer.steps:
            yield self.rating(answer.rating)

    def rated(self, answer: Rated, name: str) -> Iterator[str]:
        """How hard it is, and why; or that this was not found out."""
        if answer.status == "none":
            yield self.texts("steps.none", name=name)
            return
        if answer.rating is None:
            yield self.texts("rate.time")
            return
        if answer.status == "several":
            yield self.texts("rate.several")
        yield self.rating(answer.rating)
        for size, count in answer.rating.sizes.items():
            steps, instances = self.texts.counted("step", count), self.texts.counted("instance", size)
            yield self.texts("rate.size", steps=steps, instances=instances)

    def sentences(self, step: Step) -> Iterator[str]:
        """A step as it is told whole."""
        return (told.text for told in self.step(step))

    def step(self, step: Step) -> Iterator[Told]:
        """What follows, by which rules; of a case, the way to the contradiction."""
        rules = [self.rule(instance) for instance in step.instances]
        premises = self.facts(step.premises, _PREMISES)
        if step.kind == "direct":
            key = "steps.direct" if step.premises else "steps.at_once"
            joined = self.texts("steps.and").join(rules)
            text = self.texts(key, facts=self.facts(step.facts), rules=joined, premises=premises)
            yield Told(text, step.instances)
            return
        first, *others = step.facts
        yield Told(self.texts("steps.case", fact=first, opposite=opposite(first)), step.instances)
        if step.premises:
            yield Told(self.texts("steps.known", premises=premises))
        for link in step.links:
            key = "steps.link" if link.follows else "steps.end"
            text = self.texts(key, facts=self.facts(link.follows), rule=rules[link.instance])
            yield Told(text, (step.instances[link.instance],))
        if not step.links:
            yield Told(self.texts("steps.together", rules="; ".join(rules)), step.instances)
        if others:
            yield Told(self.texts("steps.likewise", facts=self.facts(others)))

    def wave(self, steps: Sequence[Step]) -> Iterator[Told]:
        """What can be seen at the same time, in short: by rule, what is true; how much is not."""
        if any([len(step.instances) > 1 for step in steps]):
            for step in steps:
                yield from self.step(step)
            return
        for _, group in groupby(sorted(steps, key=_line), key=_line):
            yield self._by_one_rule(list(group))

    def _by_one_rule(self, steps: Sequence[Step]) -> Told:
        facts = [fact for step in steps for fact in step.facts]
        true = [fact for fact in facts if not is_negative(fact)]
        instance = steps[0].instances[0]
        rule = self.rule(instance, is_bound=len(steps) == 1)
        count = len(facts) - len(true)
        if true and count:
            out = self.texts.counted("other_false_atom", count)
            text = self.texts("steps.true_and_false", facts=self.facts(true), rule=rule, out=out)
        elif true or count <= _FACTS // 2:
            text = self.texts("steps.true", facts=self.facts(facts), rule=rule)
        else:
            text = self.texts("steps.false", out=self.texts.counted("false_atom", count), rule=rule)
        return Told(text, (instance,))

    def judged(self, answer: Hinted, is_marked: bool) -> str | None:
        """Whether marks are right so far."""
        if answer.status == "none":
            return self.texts("hint.no_solution")
        if answer.wrong:
            return self.texts("hint.wrong", marks=self.facts(answer.wrong))
        if answer.clashing:
            return self.texts("hint.clashing", marks=self.facts(answer.clashing))
        if answer.undecided:
            return self.texts("hint.undecided", marks=self.facts(answer.undecided))
        return self.texts("hint.right") if is_marked else None

    def hint(self, answer: Hinted, strength: int) -> Iterator[Told]:
        """What follows next: the rules to look at, these with their values, or all of it."""
        step = answer.step
        if answer.status == "none" or answer.wrong or answer.clashing:
            return  # from what is wrong nothing follows
        if step is None:
            yield Told(self.texts("hint.done" if answer.finished else "hint.time"))
        elif strength == 3:
            yield from self.step(step)
        else:
            rules = [self.rule(one, is_bound=strength == 2) for one in step.instances]
            yield Told(self.texts("hint.look", rules="; ".join(dict.fromkeys(rules))), step.instances)


def waves(steps: Iterable[Step]) -> list[list[Step]]:
    """Steps by waves."""
    return [list(group) for _, group in groupby(steps, key=lambda step: step.wave)]


def numbered(sentences: Sequence[str], number: int, width: int) -> list[str]:
    """Sentences under a number, as lines."""
    lines: list[str] = []
    for at, sentence in enumerate(sentences):
        prefix = f"{number:>3}  " if at == 0 else "     "
        lines += hanging(prefix, sentence, width)
    return lines


def is_negative(fact: str) -> bool:
    return fact.startswith("not ")


def opposite(fact: str) -> str:
    """`not x(1)` of `x(1)`, and the other way round."""
    return fact[4:] if is_negative(fact) else f"not {fact}"


def _line(step: Step) -> tuple[int, int]:
    return step.instances[0].line, step.instances[0].column
