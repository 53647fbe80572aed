"""`size`: how large each rule of a text is."""

from bigand.answer.parts import Place
from bigand.answer.question import Answer
from bigand.answer.source import TextQuestion
from bigand.answer.value import Value


class RuleSize(Value):
    """A rule: its instances, counted or (not `is_exact`) forecast, and its clauses if the text is small enough."""

    place: Place
    instances: int
    is_exact: bool
    written: int | None
    encoded: int | None


class SizeAnswer(Answer, tag="sized"):
    """The rules of a text in its order, those that may be broken last."""

    rules: tuple[RuleSize, ...]


class Size(TextQuestion[SizeAnswer], tag="size", by="bigand.answer.measuring:measure_rules"):
    """How many instances and clauses has each rule of this text, as it is written and as it is encoded?"""
