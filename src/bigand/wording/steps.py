"""Steps as sentences: what follows, by which of the user's rules, from which facts."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from bigand.api.generate import GenerateAnswer, GeneratedBoard
from bigand.api.parts import format_binding
from bigand.api.steps import HintAnswer, RateAnswer, Rating, RuleInstance, Step, StepsAnswer, UniqueAnswer
from bigand.source.render import make_printable
from bigand.wording.texts import Texts

_MAX_FACTS = 12  # listed in a line
_MAX_PREMISES = 8
_MAX_RULE_LENGTH = 60  # characters of a rule that has no name
_SENTENCE_END = re.compile(r"(?<=[.!?]) +")  # the first sentence of a comment is the name of a rule


class StepSentence(NamedTuple):
    """A sentence, and the instances of rules that it mentions."""

    text: str
    instances: tuple[RuleInstance, ...] = ()


class StepWording:
    """The sentences about steps."""

    def __init__(self, texts: Texts) -> None:
        self.texts = texts

    def describe_rule(self, instance: RuleInstance, with_binding: bool = True) -> str:
        """A rule by its name, else by its text, with its binding and its line."""
        name = _SENTENCE_END.split(instance.name, maxsplit=1)[0].rstrip(".:;, ")
        if not name:
            name = (
                instance.text if len(instance.text) <= _MAX_RULE_LENGTH else f"{instance.text[:_MAX_RULE_LENGTH]}…"
            )
            name = f"`{name}`"
        binding = format_binding(instance.binding) if with_binding else ""
        place = self.texts("also.one", lines=instance.line)
        return make_printable(f"{name} ({binding}, {place})" if binding else f"{name} ({place})")

    def join_facts(self, facts: Sequence[str], limit: int = _MAX_FACTS) -> str:
        """Join facts, as in `x(1,2), not x(1,3)`; after `limit` only the number of the others."""
        named = ", ".join(facts[:limit])
        if len(facts) <= limit:
            return named
        return self.texts("steps.more", facts=named, count=self.texts.format_number(len(facts) - limit))

    def rating_sentence(self, rating: Rating) -> str:
        """A rating, as in `tricky (31): the largest step takes 3 rules at once`."""
        level = self.texts(f"steps.level.{rating.level}")
        instances = self.texts.count_with_noun("instance", rating.largest)
        return self.texts("steps.rating", level=level, number=rating.number, instances=instances)

    def headline(self, answer: StepsAnswer, text_name: str) -> str:
        """Whether there is one solution, several or none, and how many atoms are forced."""
        forced, atoms = self.texts.format_number(answer.forced), self.texts.format_number(answer.atoms)
        return self.texts(f"steps.{answer.status}", name=text_name, forced=forced, atoms=atoms)

    def closing_sentences(self, answer: StepsAnswer) -> Iterator[str]:
        """What comes after the steps: the atoms they do not reach, and how hard they are."""
        if not answer.finished:
            yield self.texts("steps.stopped", count=self.texts.count_with_noun("step", len(answer.steps)))
        if answer.open:
            count = self.texts.format_number(answer.atoms - answer.forced)
            yield self.texts("steps.open", names=self.join_facts(answer.open), count=count)
        if answer.rating is not None and answer.steps:
            yield self.rating_sentence(answer.rating)

    def rate_answer_sentences(self, answer: RateAnswer, text_name: str) -> Iterator[str]:
        """How hard the puzzle is, and why; or that this is not known."""
        if answer.status == "none":
            yield self.texts("steps.none", name=text_name)
            return
        if answer.rating is None:
            yield self.texts("rate.time")
            return
        if answer.status == "several":
            yield self.texts("rate.several")
        yield self.rating_sentence(answer.rating)
        for size, count in answer.rating.sizes.items():
            steps, instances = (
                self.texts.count_with_noun("step", count),
                self.texts.count_with_noun("instance", size),
            )
            yield self.texts("rate.size", steps=steps, instances=instances)

    def step_texts(self, step: Step) -> Iterator[str]:
        """The texts of a step."""
        return (sentence.text for sentence in self.step_sentences(step))

    def step_sentences(self, step: Step) -> Iterator[StepSentence]:
        """What follows, and by which rules; for a case, the way to the contradiction."""
        rules = [self.describe_rule(instance) for instance in step.instances]
        premises = self.join_facts(step.premises, _MAX_PREMISES)
        if step.kind == "direct":
            key = "steps.direct" if step.premises else "steps.at_once"
            joined = self.texts("steps.and").join(rules)
            text = self.texts(key, facts=self.join_facts(step.facts), rules=joined, premises=premises)
            yield StepSentence(text, step.instances)
            return
        first, *other_facts = step.facts
        yield StepSentence(self.texts("steps.case", fact=first, opposite=opposite_fact(first)), step.instances)
        if step.premises:
            yield StepSentence(self.texts("steps.known", premises=premises))
        for link in step.links:
            key = "steps.link" if link.follows else "steps.end"
            text = self.texts(key, facts=self.join_facts(link.follows), rule=rules[link.instance])
            yield StepSentence(text, (step.instances[link.instance],))
        if not step.links:
            yield StepSentence(self.texts("steps.together", rules="; ".join(rules)), step.instances)
        if other_facts:
            yield StepSentence(self.texts("steps.likewise", facts=self.join_facts(other_facts)))

    def wave_sentences(self, steps: Sequence[Step]) -> Iterator[StepSentence]:
        """A wave in short: by rule, which atoms are true, and how many are false."""
        if any([len(step.instances) > 1 for step in steps]):
            for step in steps:
                yield from self.step_sentences(step)
            return
        for _, group in groupby(sorted(steps, key=_rule_position), key=_rule_position):
            yield self._single_rule_sentence(list(group))

    def _single_rule_sentence(self, steps: Sequence[Step]) -> StepSentence:
        facts = [fact for step in steps for fact in step.facts]
        true_facts = [fact for fact in facts if not is_negative(fact)]
        instance = steps[0].instances[0]
        rule = self.describe_rule(instance, with_binding=len(steps) == 1)
        count = len(facts) - len(true_facts)
        if true_facts and count:
            false_atoms = self.texts.count_with_noun("other_false_atom", count)
            text = self.texts("steps.true_and_false", facts=self.join_facts(true_facts), rule=rule, out=false_atoms)
        elif true_facts or count <= _MAX_FACTS // 2:
            text = self.texts("steps.true", facts=self.join_facts(facts), rule=rule)
        else:
            text = self.texts("steps.false", out=self.texts.count_with_noun("false_atom", count), rule=rule)
        return StepSentence(text, (instance,))

    def marks_verdict(self, answer: HintAnswer, has_marks: bool) -> str | None:
        """Whether the marks are right so far; None if there are no marks."""
        if answer.status == "none":
            return self.texts("hint.no_solution")
        if answer.wrong:
            return self.texts("hint.wrong", marks=self.join_facts(answer.wrong))
        if answer.clashing:
            return self.texts("hint.clashing", marks=self.join_facts(answer.clashing))
        if answer.undecided:
            return self.texts("hint.undecided", marks=self.join_facts(answer.undecided))
        return self.texts("hint.right") if has_marks else None

    def hint_sentences(self, answer: HintAnswer, strength: int) -> Iterator[StepSentence]:
        """The next step, by strength: the rules to look at, these rules with their bindings, or the whole step."""
        step = answer.step
        if answer.status == "none" or answer.wrong or answer.clashing:
            return  # nothing follows from wrong marks
        if step is None:
            yield StepSentence(self.texts("hint.done" if answer.finished else "hint.time"))
        elif strength == 3:
            yield from self.step_sentences(step)
        else:
            rules = [self.describe_rule(instance, with_binding=strength == 2) for instance in step.instances]
            yield StepSentence(self.texts("hint.look", rules="; ".join(dict.fromkeys(rules))), step.instances)


def group_by_wave(steps: Iterable[Step]) -> list[list[Step]]:
    """Group steps by wave."""
    return [list(group) for _, group in groupby(steps, key=lambda step: step.wave)]


def is_negative(fact: str) -> bool:
    return fact.startswith("not ")


def opposite_fact(fact: str) -> str:
    """The opposite of a fact: `not x(1)` for `x(1)`, and vice versa."""
    return fact[4:] if is_negative(fact) else f"not {fact}"


def _rule_position(step: Step) -> tuple[int, int]:
    return step.instances[0].line, step.instances[0].column


# ---------------------------------------------------------------------- boards


def uniqueness_sentence(answer: UniqueAnswer, text_name: str, texts: Texts) -> str:
    """Whether there is one solution, several or none."""
    return texts("unique.several" if answer.status == "several" else f"steps.{answer.status}", name=text_name)


def clue_sentences(answer: UniqueAnswer, texts: Texts) -> Iterator[str]:
    """The atoms in which solutions differ, and which clues are needless or missing."""
    facts = StepWording(texts).join_facts
    if answer.differing:
        yield texts("unique.differing", count=len(answer.differing), names=facts(answer.differing))
    if answer.missing:
        yield texts("unique.missing", clues=facts(answer.missing))
    if answer.needless:
        yield texts("unique.needless", clues=facts(answer.needless))
    elif answer.clues and answer.status == "unique":
        yield texts("unique.all_needed", count=texts.count_with_noun("clue", len(answer.clues)))


def board_sentence(board: GeneratedBoard, texts: Texts) -> str:
    """The number of clues of a board, and its rating."""
    rating = texts("generate.unrated") if board.rating is None else StepWording(texts).rating_sentence(board.rating)
    key = "generate.minimal" if board.is_minimal else "generate.board"
    return texts(key, count=texts.count_with_noun("clue", len(board.clues)), rating=rating)


def too_few_boards_sentence(answer: GenerateAnswer, texts: Texts) -> str:
    """That fewer boards were found than requested, and the levels of those that were made."""
    seen = ", ".join([f"{texts(f'steps.level.{level}')} {count}" for level, count in answer.seen])
    count = texts.count_with_noun("board", len(answer.boards))
    return texts("generate.fewer_seen" if seen else "generate.fewer", count=count, seen=seen)
