"""`needs`: list the data files that a text names, so that the caller can read them and add them to its source."""

from bigand.api.question import Answer
from bigand.api.report import Report
from bigand.api.source import TextQuestion
from bigand.api.value import Value
from bigand.source.document import Span


class NeededFile(Value):
    """A `;;@ data` line: its variable, its file, and its span."""

    variable: str
    path: str
    span: Span


class NeedsAnswer(Answer, tag="needed"):
    """The data files that a text names."""

    files: tuple[NeededFile, ...]


class Needs(TextQuestion[NeedsAnswer], tag="needs"):
    """Which data files does this text name?"""

    def answer(self, report: Report) -> NeedsAnswer:
        from bigand.api.problem import find_needs

        return find_needs(self, report)
