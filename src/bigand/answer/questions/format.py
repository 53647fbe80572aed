"""`format`: a text laid out."""

from bigand.answer.question import Answer, Question
from bigand.answer.report import Report
from bigand.answer.source import Source


class Formatted(Answer, tag="formatted"):
    """The text as it is laid out, and whether that is another one."""

    text: str
    is_changed: bool


class Format(Question[Formatted], tag="format"):
    """How is this text laid out?"""

    source: Source

    def answer(self, report: Report) -> Formatted:  # noqa: ARG002
        from bigand.language.format import layout
        from bigand.language.reading import parse
        from bigand.source.diagnostic import has_errors
        from bigand.source.document import Document
        from bigand.source.error import RefusedError

        program, diagnostics = parse(Document(self.source.name, self.source.text))
        if has_errors(diagnostics):
            raise RefusedError(diagnostics)
        text = layout(program, self.source.text)
        return Formatted(text=text, is_changed=text != self.source.text)
