"""Applying the fixes of diagnostics to a text."""

from bisect import bisect_left, insort
from collections.abc import Sequence

from bigand.messages.message import Severity
from bigand.source.diagnostic import Diagnostic, Edit
from bigand.source.span import Span


def apply_fixes(text: str, diagnostics: Sequence[Diagnostic]) -> tuple[str, int]:
    """The text with every fix of an error made that overlaps no other one, and how many were made."""
    edits, count = select_fixes(diagnostics)
    return apply_edits(text, edits), count


def select_fixes(diagnostics: Sequence[Diagnostic]) -> tuple[list[Edit], int]:
    """The edits that can be made together, and of how many diagnostics they are the fix.

    The fix of a warning is only what may be meant, so it is left to the writer. Edits may abut, and several
    may insert at one place, in the order of their diagnostics.
    """
    selected: list[Edit] = []
    spans: list[Span] = []  # of the chosen edits, in order
    count = 0
    for diagnostic in diagnostics:
        edits = diagnostic.fix
        if edits and diagnostic.severity is Severity.ERROR and not any(_overlaps_any(e.span, spans) for e in edits):
            selected += edits
            for edit in edits:
                insort(spans, edit.span)
            count += 1
    return selected, count


def _overlaps_any(span: Span, spans: list[Span]) -> bool:
    """Whether a span has something in common with one of these, which are in order and apart.

    >>> _overlaps_any(Span(2, 4), [Span(0, 2), Span(4, 4)]), _overlaps_any(Span(2, 4), [Span(0, 1), Span(3, 3)])
    (False, True)
    """
    index = bisect_left(spans, span)
    return any(
        span.start < placed.end and placed.start < span.end for placed in spans[max(index - 1, 0) : index + 1]
    )


def apply_edits(text: str, edits: Sequence[Edit]) -> str:
    """
    >>> apply_edits("abc", [Edit(Span(0, 1), "x"), Edit(Span(1, 1), "-"), Edit(Span(1, 1), "+")])
    'x-+bc'
    """
    parts: list[str] = []
    offset = 0
    for edit in sorted(edits, key=lambda edit: edit.span):
        parts += [text[offset : edit.span.start], edit.text]
        offset = edit.span.end
    return "".join([*parts, text[offset:]])
