"""Complaints about characters (S0xx)."""

import unicodedata
from collections.abc import Sequence

from msgspec.structs import replace

from bigand.source.diagnostic import Diagnostic, Edit
from bigand.source.fault import fault
from bigand.source.span import Span


def unexpected_character(span: Span, text: str) -> Diagnostic:
    shown = text if len(text) <= 12 else text[:12] + "…"
    if text.isspace():
        name = unicodedata.name(text[0], "")
        return fault("S001", span, variant="blank", help="blank", fix=[Edit(span, " ")], name=name.lower())
    if not text.isprintable():
        code_point = f"U+{ord(text[0]):04X}"
        return fault("S001", span, variant="invisible", help="invisible", number=code_point)
    return fault("S001", span, text=shown)


def stray_point(span: Span) -> Diagnostic:
    return fault("S001", span, help="point", fix=[Edit(span, "")], text=".")


def foreign_operator(span: Span, written: str, meant: str, replacement: str) -> Diagnostic:
    if written == "^":
        return fault("S002", span, help="caret", written=written)
    fix = [Edit(span, replacement)]
    return fault("S002", span, label="label", help="help", fix=fix, written=written, meant=meant)


def brace_set(opening: Span, closing: Span | None) -> Diagnostic:
    edits = [Edit(opening, "[" if closing != opening else "]")]
    if closing is not None and closing != opening:
        edits.append(Edit(closing, "]"))
    return fault("S003", opening, label="label", help="help", fix=edits)


def foreign_letter(span: Span, name: str, plain: str, is_free: bool) -> Diagnostic:
    """`plain` is the name in the letters of the language; `is_free` says that no other name is spelt so."""
    if not plain or not is_free:
        return fault("S004", span, help="none", name=name)
    return fault("S004", span, label="label", help="help", fix=[Edit(span, plain)], name=name, plain=plain)


def primed_name(places: Sequence[Span], name: str, plain: str) -> Diagnostic:
    fix = [Edit(place, plain) for place in places]
    told = fault("S010", places[0], label="label", help="help", fix=fix, name=name, plain=plain)
    return replace(told, also=tuple(places[1:]))


def quoted_name(span: Span, name: str) -> Diagnostic:
    return fault("S001", span, variant="quoted", help="quoted", fix=[Edit(span, name)], name=name)


def malformed_number(span: Span, right: str) -> Diagnostic:
    return fault("S005", span, help="help", fix=[Edit(span, right)], right=right)


def foreign_comment(span: Span, mark: str) -> Diagnostic:
    fix = [Edit(Span(span.start, span.start + 1), ";;")] if mark == ";" else []
    return fault("S007", span, help="help", fix=fix, mark=mark)


def nameless_variable(span: Span, name: str) -> Diagnostic:
    if name:
        fix = [Edit(span, "$" + name)]
        return fault("S008", span, variant="variable", help="parted", fix=fix, name=name)
    return fault("S008", span, variant="variable", help="variable")


def name_without_letter(span: Span) -> Diagnostic:
    return fault("S008", span, help="help")


def not_text(span: Span) -> Diagnostic:
    return fault("S009", span, help="help")
