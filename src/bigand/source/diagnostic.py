"""Diagnostics as values: what is wrong, where, and how to fix it.

A diagnostic holds message keys and gap values instead of text; `messages` turns them into English or French when
they are shown. So one value serves the terminal, an editor and a program, and tests need not compare prose.
"""

from bisect import bisect_left, insort
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from bigand.messages.message import Message, Severity
from bigand.source.document import Span


class Label(Struct, frozen=True):
    """A span and an optional message about it."""

    span: Span
    message: Message | None = None


class Edit(Struct, frozen=True):
    """Replace the characters of `span` with `text`."""

    span: Span
    text: str


class Diagnostic(Struct, frozen=True):
    """One error, warning or remark.

    Attributes:
        code: Code of the diagnostic, as `N101`.
        message: Headline.
        primary: Main position.
        secondary: Related positions.
        notes: Further facts.
        help: The only advice.
        fix: Edits that repair the problem; given only where they are certain.
        severity: Usually that of the code.
        also: Further spans with the same problem.
    """

    code: str
    message: Message
    primary: Label
    secondary: tuple[Label, ...] = ()
    notes: tuple[Message, ...] = ()
    help: Message | None = None
    fix: tuple[Edit, ...] = ()
    severity: Severity = Severity.ERROR
    also: tuple[Span, ...] = ()


def merge_diagnostics(diagnostics: Sequence[Diagnostic]) -> Diagnostic:
    """Return the first diagnostic with the spans and fixes of the others added."""
    first, *others = diagnostics
    also = [
        span
        for diagnostic in others
        for span in (diagnostic.primary.span, *diagnostic.also)
        if span != first.primary.span
    ]
    fix = tuple(dict.fromkeys([edit for diagnostic in diagnostics for edit in diagnostic.fix]))
    return replace(first, also=(*first.also, *dict.fromkeys(also)), fix=fix)


def merge_duplicates(diagnostics: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Merge diagnostics that read the same, at the position of the first of each group."""
    groups: dict[object, list[Diagnostic]] = {}
    for diagnostic in diagnostics:
        texts = (diagnostic.message, diagnostic.primary.message, diagnostic.help)
        key = (diagnostic.code, diagnostic.severity, *[_wording_key(text) for text in texts])
        groups.setdefault(key, []).append(diagnostic)
    return [merge_diagnostics(group) for group in groups.values()]


def _wording_key(message: Message | None) -> object:
    """Return a key that is equal for messages that read the same."""
    if message is None:
        return None
    gaps = [
        (name, gap if isinstance(gap, str) else _wording_key(gap)) for name, gap in sorted(message.gaps.items())
    ]
    return (message.key, *gaps)


def sort_by_position(diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """Sort diagnostics by position. Those at the same position keep their order."""
    return sorted(diagnostics, key=lambda diagnostic: diagnostic.primary.span.start)


def has_errors(diagnostics: list[Diagnostic]) -> bool:
    return any(diagnostic.severity is Severity.ERROR for diagnostic in diagnostics)


# ---------------------------------------------------------------------- fixes


def apply_fixes(text: str, diagnostics: Sequence[Diagnostic]) -> tuple[str, int]:
    """Apply all fixes of errors that do not overlap. Return the new text and how many were applied."""
    edits, count = select_fixes(diagnostics)
    return apply_edits(text, edits), count


def select_fixes(diagnostics: Sequence[Diagnostic]) -> tuple[list[Edit], int]:
    """Return the edits that can be applied together, and the number of diagnostics they fix.

    The fix of a warning is only a guess, so it is left to the author. Edits may touch each other, and several may
    insert at the same position, in the order of their diagnostics.
    """
    selected: list[Edit] = []
    spans: list[Span] = []  # of the selected edits, sorted
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
    """Whether `span` overlaps one of `spans`, which are sorted and disjoint.

    >>> _overlaps_any(Span(2, 4), [Span(0, 2), Span(4, 4)]), _overlaps_any(Span(2, 4), [Span(0, 1), Span(3, 3)])
    (False, True)
    """
    index = bisect_left(spans, span)
    return any(
        span.start < placed.end and placed.start < span.end for placed in spans[max(index - 1, 0) : index + 1]
    )


def apply_edits(text: str, edits: Sequence[Edit]) -> str:
    """Apply edits that do not overlap, in the order of their positions.

    >>> apply_edits("abc", [Edit(Span(0, 1), "x"), Edit(Span(1, 1), "-"), Edit(Span(1, 1), "+")])
    'x-+bc'
    """
    parts: list[str] = []
    offset = 0
    for edit in sorted(edits, key=lambda edit: edit.span):
        parts += [text[offset : edit.span.start], edit.text]
        offset = edit.span.end
    return "".join([*parts, text[offset:]])
