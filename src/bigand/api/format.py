"""`format`: a text laid out."""

from bigand.api.question import Answer
from bigand.api.report import Report
from bigand.api.source import TextQuestion
from bigand.source.diagnostic import has_errors
from bigand.source.document import Document
from bigand.source.error import InvalidSourceError


class FormatAnswer(Answer, tag="formatted"):
    """The text as it is laid out, and whether that is another one."""

    text: str
    is_changed: bool


class Format(TextQuestion[FormatAnswer], tag="format"):
    """How is this text laid out?"""

    def answer(self, report: Report) -> FormatAnswer:
        return format_text(self, report)


# ----------------------------------------------------------------------
# A text laid out: only what reads and lays out is imported for it.


def format_text(question: Format, _report: Report) -> FormatAnswer:
    from bigand.language.formatter import format_program
    from bigand.language.frontend import parse_document

    source = question.source
    program, diagnostics = parse_document(Document(source.name, source.text))
    if has_errors(diagnostics):
        raise InvalidSourceError(diagnostics)
    text = format_program(program, source.text)
    return FormatAnswer(text=text, is_changed=text != source.text)
