"""Errors of boards that are read; each is reported where it occurs in the text.

The checks here are shared by several formats. A header is checked before anything of its size is allocated.
"""

import re
from typing import NoReturn

from bigand.messages import Language
from bigand.messages.message import Message, count_message
from bigand.source import render
from bigand.source.diagnostic import Diagnostic
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Document, Span
from bigand.source.error import InvalidSourceError

_NUMBER = re.compile(r"[0-9]+")
_MAX_DIGITS = 9  # digits; longer numbers are not parsed


class BoardError(InvalidSourceError, ValueError):
    """The source is not a board; printed, it shows the place of the mistake.

    Args:
        diagnostic: What is wrong.
        document: The text that was read.

    Attributes:
        diagnostic: What is wrong, with its place.
        document: The text that was read.
    """

    def __init__(self, diagnostic: Diagnostic, document: Document) -> None:
        super().__init__([diagnostic])
        self.diagnostic = diagnostic
        self.document = document

    def __str__(self) -> str:
        return "\n" + render.render_full(self.diagnostic, self.document, Language.ENGLISH)


def refuse(
    document: Document,
    code: str,
    start: int,
    end: int | None = None,
    *,
    variant: str | None = None,
    help: str = "help",
    **gaps: str | Message,
) -> NoReturn:
    """Reject a board with the diagnostic `code` at these characters of the document."""
    span = Span(start, start if end is None else end)
    raise BoardError(make_diagnostic(code, span, variant=variant, help=help, more_gaps=gaps), document)


def refuse_cell(document: Document, token: str, start: int, help_key: str) -> NoReturn:
    """Reject a token that is not a cell, such as too large a clue; `help_key` says what the format allows."""
    code = "P105" if _NUMBER.fullmatch(token) else "P104"
    end = start + len(token)
    refuse(document, code, start, end, help="help" if code == "P105" else help_key, found=token[:20])


def check_size(document: Document, width: int, height: int, start: int, end: int, limit: int) -> None:
    """Check that a board has cells, and not too many."""
    if width < 1 or height < 1:
        refuse(document, "P102", start, end)
    if width * height > limit:
        refuse(document, "P109", start, end, width=str(width), height=str(height), limit=str(limit))


def parse_size(document: Document, width: str, height: str, start: int, end: int, limit: int) -> tuple[int, int]:
    """Parse the two numbers of a header, and check the size."""
    for text in (width, height):
        if not _NUMBER.fullmatch(text):
            refuse(document, "P108", start, end, found=text[:40])
    if max(len(width), len(height)) > _MAX_DIGITS:
        refuse(document, "P109", start, end, width=width[:40], height=height[:40], limit=str(limit))
    check_size(document, int(width), int(height), start, end, limit)
    return int(width), int(height)


def check_row_length(
    document: Document, row_index: int, cell_count: int, expected: int, start: int, end: int
) -> None:
    """Check that a row (counted from 0) has the expected length."""
    if cell_count != expected:
        refuse(
            document,
            "P103",
            start,
            end,
            row=str(row_index + 1),
            found=count_message("cell", cell_count),
            wanted=str(expected),
        )


def check_cell_count(document: Document, count: int, expected: int, start: int, end: int) -> None:
    """Check that there are as many cells as the size says."""
    if count < expected:
        refuse(document, "P106", end, found=str(count), wanted=str(expected))
    if count > expected:
        refuse(document, "P107", start, end, found=str(count), wanted=str(expected))


def refuse_several_boards(document: Document, count: int) -> NoReturn:
    """Reject several boards where one is expected."""
    text = document.text
    start = len(text) - len(text.lstrip("\ufeff \t\r\n"))
    end = start + len(text[start:].split(maxsplit=1)[0])
    refuse(document, "P115", start, end, count=str(count))


def span_without_blanks(document: Document) -> tuple[int, int]:
    """Return where the text begins and ends without the blanks around it."""
    text = document.text
    start = len(text) - len(text.lstrip("\ufeff \t\r\n"))
    return start, max(start, len(text.rstrip()))
