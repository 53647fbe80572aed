"""`format`: lay out a text."""

from bigand.api.question import Answer
from bigand.api.report import Report
from bigand.api.source import TextQuestion
from bigand.source.diagnostic import has_errors
from bigand.source.document import Document
from bigand.source.error import InvalidSourceError


class FormatAnswer(Answer, tag="formatted"):
    """The text laid out, and whether that changed it."""

    text: str
    is_changed: bool


class Format(TextQuestion[FormatAnswer], tag="format"):
    """How is this text laid out in the standard way?"""

    def answer(self, report: Report) -> FormatAnswer:
        return format_text(self, report)


def format_text(question: Format, _report: Report) -> FormatAnswer:
    """Lay out a text; only the parser and the formatter are imported for it."""
    from bigand.language.formatter import format_program
    from bigand.language.frontend import parse_document

    source = question.source
    program, diagnostics = parse_document(Document(source.name, source.text))
    if has_errors(diagnostics):
        raise InvalidSourceError(diagnostics)
    text = format_program(program, source.text)
    return FormatAnswer(text=text, is_changed=text != source.text)
