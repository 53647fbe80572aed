"""`needs`: which files a text asks for, so that whoever asks can read them and hand them in."""

from bigand.api.question import Answer
from bigand.api.report import Report
from bigand.api.source import TextQuestion
from bigand.api.value import Value
from bigand.source.document import Span


class NeededFile(Value):
    """A `;;@ data` line: the variable it gives a value, the file it names, and where it stands."""

    variable: str
    path: str
    span: Span


class NeedsAnswer(Answer, tag="needed"):
    """The files that a text asks for."""

    files: tuple[NeededFile, ...]


class Needs(TextQuestion[NeedsAnswer], tag="needs"):
    """Which files does this text ask for?"""

    def answer(self, report: Report) -> NeedsAnswer:
        from bigand.api.problem import find_needs

        return find_needs(self, report)
