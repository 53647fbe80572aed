"""What can be wrong with a level that is handed in: each is told at its place, all of one kind together."""

from collections.abc import Sequence
from typing import NoReturn

from bigand.source import render
from bigand.messages import Language
from bigand.messages.message import Message
from bigand.source.diagnostic import Diagnostic
from bigand.source.document import Document
from bigand.source.error import InvalidSourceError
from bigand.source.fault import make_diagnostic
from bigand.source.span import Span


class LevelError(InvalidSourceError, ValueError):
    """Something that is not a level; `diagnostics` say what, and where in `document`."""

    def __init__(self, diagnostics: Sequence[Diagnostic], document: Document) -> None:
        super().__init__(diagnostics)
        self.document = document

    def __str__(self) -> str:
        rendered = [
            render.render_full(diagnostic, self.document, Language.ENGLISH) for diagnostic in self.diagnostics
        ]
        return "\n" + "".join(rendered)


def make_fault(
    code: str,
    start: int,
    end: int,
    *,
    variant: str | None = None,
    help: str = "help",
    **gaps: str | Message,
) -> Diagnostic:
    """A diagnostic at these characters."""
    return make_diagnostic(code, Span(start, max(start, end)), variant=variant, help=help, more_gaps=gaps)


def refuse(document: Document, *diagnostics: Diagnostic) -> NoReturn:
    """Give up on a level."""
    raise LevelError(diagnostics, document)
