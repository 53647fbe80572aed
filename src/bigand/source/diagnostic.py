"""Diagnostics as values: what is wrong, where, and what to write instead.

A diagnostic holds no sentence of any human language, only the keys of messages and what fills their
gaps; `messages` turns them into English or French when they are shown. So one value serves the
terminal, an editor and a program, and a stage can be tested without reading prose.
"""

from bisect import bisect_left, insort
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from bigand.messages.message import Message, Severity
from bigand.source.document import Span


class Label(Struct, frozen=True):
    """A place, and the local fact about it."""

    span: Span
    message: Message | None = None


class Edit(Struct, frozen=True):
    """Replace the characters of `span` by `text`."""

    span: Span
    text: str


class Diagnostic(Struct, frozen=True):
    """One thing to say. The help is the only advice; a fix is offered only where it is sure.

    `also` are further places of which the same is to be said.
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
    """The first of some diagnostics, which names the places of the others and has their fixes too."""
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
    """The same, but what would be said in the same words is said once, at its first place."""
    groups: dict[object, list[Diagnostic]] = {}
    for diagnostic in diagnostics:
        label = _wording_key(diagnostic.primary.message)
        groups.setdefault(
            (
                diagnostic.code,
                diagnostic.severity,
                _wording_key(diagnostic.message),
                label,
                _wording_key(diagnostic.help),
            ),
            [],
        ).append(diagnostic)
    return [merge_diagnostics(group) for group in groups.values()]


def _wording_key(message: Message | None) -> object:
    """What decides how a message reads."""
    if message is None:
        return None
    gaps = [
        (name, gap if isinstance(gap, str) else _wording_key(gap)) for name, gap in sorted(message.gaps.items())
    ]
    return (message.key, *gaps)


def sort_by_position(diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """The same diagnostics by place; those at one place stay in the order in which they were found."""
    return sorted(diagnostics, key=lambda diagnostic: diagnostic.primary.span.start)


def has_errors(diagnostics: list[Diagnostic]) -> bool:
    return any(diagnostic.severity is Severity.ERROR for diagnostic in diagnostics)


# ---------------------------------------------------------------------- Applying the fixes of diagnostics to a text


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
