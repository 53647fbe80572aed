"""`witness`: what each rule is good for."""

from typing import Literal

from bigand.answer.parts import Binding, ModelNumber, RulePlace
from bigand.answer.question import Answer
from bigand.answer.source import TextQuestion
from bigand.answer.value import Value
from bigand.view.exhibit import Exhibit


class BrokenInstance(Value):
    """The instance of a rule that a model breaks."""

    binding: Binding
    instance: str


class RuleWitness(RulePlace):
    """A rule: what taking it away does and, of one that is needed, a model without it.

    It is needed, or the others imply it, or they have no model anyway, or that is unknown.
    """

    verdict: Literal["needed", "implied", "clash", "unknown"]
    breaks: BrokenInstance | None = None
    model: tuple[str, ...] | None = None  # its true atoms
    values: dict[str, ModelNumber] | None = None
    exhibit: Exhibit | None = None  # of the model


class WitnessAnswer(Answer, tag="witnesses"):
    """The rules in the order of the text."""

    rules: tuple[RuleWitness, ...]


class Witness(TextQuestion[WitnessAnswer], tag="witness", by="bigand.answer.witness:find_rule_witnesses"):
    """What is each rule good for? `drawn` asks for pictures of the models."""

    drawn: bool = False
    as_written: bool = False
