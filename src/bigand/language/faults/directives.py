"""Doubts about directives (S3xx): never errors, since a directive is a comment to TouIST."""

from bigand.language.roles import ALL_KINDS, KINDS, example_of
from bigand.source.diagnostic import Diagnostic, Edit, counted
from bigand.source.fault import fault
from bigand.source.span import Span


def unknown_directive(span: Span, word: str, near: str) -> Diagnostic:
    if not word:
        return fault("S301", span, variant="missing", help="help")
    if near:
        return fault("S301", span, help="near", fix=[Edit(span, near)], word=word, near=near)
    return fault("S301", span, help="help", word=word)


def malformed_directive(span: Span, word: str) -> Diagnostic:
    return fault("S302", span, help=word, word=word, kinds=ALL_KINDS)


def soft_without_formula(span: Span) -> Diagnostic:
    return fault("S303", span, help="help")


def unknown_view(span: Span, kind: str, near: str) -> Diagnostic:
    if near:
        return fault("S304", span, help="near", fix=[Edit(span, near)], kind=kind, near=near)
    return fault("S304", span, help="help", kind=kind, kinds=ALL_KINDS)


def view_of_nothing(span: Span, predicate: str, near: str) -> Diagnostic:
    if near:
        name = Span(span.start, span.start + len(predicate))
        return fault("S305", span, help="near", fix=[Edit(name, near)], name=predicate, near=near)
    return fault("S305", span, help="help", name=predicate)


def wrong_roles(span: Span, predicate: str, roles: int, arguments: int, occurs: Span | None) -> Diagnostic:
    return fault(
        "S306", span, help="help", secondary=[(occurs, "occurs")] if occurs else [],
        name=predicate, roles=counted("role", roles), arguments=counted("argument", arguments),
    )  # fmt: skip


def view_does_not_fit(span: Span, kind: str, predicate: str, arguments: int) -> Diagnostic:
    sizes = KINDS[kind].sizes
    return fault(
        "S307", span, help="help", kind=kind, name=predicate, arguments=counted("argument", arguments),
        sizes="–".join(dict.fromkeys([str(sizes[0]), str(sizes[-1])])), example=example_of(kind),
    )  # fmt: skip
