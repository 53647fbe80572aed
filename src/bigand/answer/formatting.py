"""A text laid out: only what reads and lays out is imported for it."""

from bigand.answer.questions.format import Format, FormatAnswer
from bigand.answer.report import Report
from bigand.language.format import format_program
from bigand.language.reading import parse_document
from bigand.source.diagnostic import has_errors
from bigand.source.document import Document
from bigand.source.error import InvalidSourceError


def format_text(question: Format, _report: Report) -> FormatAnswer:
    source = question.source
    program, diagnostics = parse_document(Document(source.name, source.text))
    if has_errors(diagnostics):
        raise InvalidSourceError(diagnostics)
    text = format_program(program, source.text)
    return FormatAnswer(text=text, is_changed=text != source.text)
