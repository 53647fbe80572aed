"""`needs`: which files a text asks for, so that whoever asks can read them and hand them in."""

from bigand.answer.question import Answer
from bigand.answer.source import AboutText
from bigand.answer.value import Value
from bigand.source.span import Span


class Need(Value):
    """A `;;@ data` line: the variable it gives a value, the file it names, and where it stands."""

    variable: str
    path: str
    span: Span


class Needed(Answer, tag="needed"):
    """The files that a text asks for."""

    files: tuple[Need, ...]


class Needs(AboutText[Needed], tag="needs", by="bigand.answer.opening:needs"):
    """Which files does this text ask for?"""
