"""`format`: a text laid out."""

from bigand.answer.question import Answer
from bigand.answer.source import TextQuestion


class FormatAnswer(Answer, tag="formatted"):
    """The text as it is laid out, and whether that is another one."""

    text: str
    is_changed: bool


class Format(TextQuestion[FormatAnswer], tag="format", by="bigand.answer.formatting:format_text"):
    """How is this text laid out?"""
