"""Doubts about directives (S3xx): never errors, since a directive is a comment to TouIST."""

from bigand.source.diagnostic import Diagnostic, Edit
from bigand.source.fault import fault
from bigand.source.span import Span


def unknown_directive(span: Span, word: str, near: str) -> Diagnostic:
    if not word:
        return fault("S301", span, variant="missing", help="help")
    if near:
        return fault("S301", span, help="near", fix=[Edit(span, near)], word=word, near=near)
    return fault("S301", span, help="help", word=word)


def malformed_directive(span: Span, word: str) -> Diagnostic:
    return fault("S302", span, help=word, word=word)


def soft_without_formula(span: Span) -> Diagnostic:
    return fault("S303", span, help="help")
