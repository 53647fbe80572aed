"""`format`: a text laid out."""

from bigand.answer.question import Answer
from bigand.answer.source import AboutText


class Formatted(Answer, tag="formatted"):
    """The text as it is laid out, and whether that is another one."""

    text: str
    is_changed: bool


class Format(AboutText[Formatted], tag="format", by="bigand.answer.formatting:formatted"):
    """How is this text laid out?"""
