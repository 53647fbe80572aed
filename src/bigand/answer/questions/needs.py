"""`needs`: which files a text asks for, so that whoever asks can read them and hand them in."""

from bigand.answer.question import Answer
from bigand.answer.source import TextQuestion
from bigand.answer.value import Value
from bigand.source.span import Span


class NeededFile(Value):
    """A `;;@ data` line: the variable it gives a value, the file it names, and where it stands."""

    variable: str
    path: str
    span: Span


class NeedsAnswer(Answer, tag="needed"):
    """The files that a text asks for."""

    files: tuple[NeededFile, ...]


class Needs(TextQuestion[NeedsAnswer], tag="needs", by="bigand.answer.opening:find_needs"):
    """Which files does this text ask for?"""
