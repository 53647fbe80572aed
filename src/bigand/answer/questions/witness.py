"""`witness`: what each rule is good for."""

from typing import Literal

from bigand.answer.parts import Binding, Number, RulePlace
from bigand.answer.question import Answer
from bigand.answer.source import AboutText
from bigand.answer.value import Value
from bigand.view.exhibit import Exhibit


class Broken(Value):
    """The instance of a rule that a model breaks."""

    binding: Binding
    instance: str


class Witnessed(RulePlace):
    """A rule: what taking it away does and, of one that is needed, a model without it.

    It is needed, or the others imply it, or they have no model anyway, or that is unknown.
    """

    verdict: Literal["needed", "implied", "clash", "unknown"]
    breaks: Broken | None = None
    model: tuple[str, ...] | None = None  # its true atoms
    values: dict[str, Number] | None = None
    exhibit: Exhibit | None = None  # of the model


class Witnesses(Answer, tag="witnesses"):
    """The rules in the order of the text."""

    rules: tuple[Witnessed, ...]


class Witness(AboutText[Witnesses], tag="witness", by="bigand.answer.witness:witness"):
    """What is each rule good for? `drawn` asks for pictures of the models."""

    drawn: bool = False
    as_written: bool = False
