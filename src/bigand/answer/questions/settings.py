"""`settings`: the values of a text that somebody may want to change, beside it."""

from typing import Literal

from bigand.answer.question import Answer
from bigand.answer.source import TextQuestion
from bigand.answer.value import Value
from bigand.source.span import Span


class Setting(Value):
    """A variable with a plain value: its text and where that stands.

    A horizon (`;;@ horizon $k in [1..12]`) may have no value yet: then its text is empty, and the place is that of
    its name. `least` and `most` are its range, as far as the text says it in numbers.
    """

    name: str
    kind: Literal["integer", "value", "set"]
    text: str
    span: Span
    is_horizon: bool = False
    least: int | None = None
    most: int | None = None


class SettingsAnswer(Answer, tag="settings"):
    """The settings in the order of the text."""

    settings: tuple[Setting, ...]


class Settings(TextQuestion[SettingsAnswer], tag="settings", by="bigand.answer.adjusting:find_settings"):
    """Which values of this text may somebody want to change? It may have errors."""
