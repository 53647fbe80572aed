"""Diagnostics as values: what is wrong, where, and what to write instead.

A diagnostic holds no sentence of any human language, only the keys of messages and what fills their
gaps; `messages` turns them into English or French when they are shown. So one value serves the
terminal, an editor and a program, and a stage can be tested without reading prose.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from bigand.messages.message import Message, Severity
from bigand.source.span import Span


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
