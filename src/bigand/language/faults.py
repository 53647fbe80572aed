"""Complaints that several stages make: the check of a text, and its expansion for a binding that leads to them."""

from bigand.language.values import KIND_NAMES, PROPOSITION, SET, TUPLE
from bigand.source.diagnostic import Diagnostic, Message, Severity, counted
from bigand.source.fault import fault
from bigand.source.span import Span


def kind_message(kinds: int) -> Message:
    """`an integer`, or `an integer or a set`; that it might be a tuple, which no file makes, is not told."""
    names = [name for bit, name in KIND_NAMES.items() if (kinds & ~TUPLE or kinds) & bit]
    message = Message(f"kind.{names[0]}")
    for name in names[1:]:
        message = Message("kind.or", {"left": message, "right": Message(f"kind.{name}")})
    return message


def unknown_variable(
    span: Span,
    name: str,
    near: str,
    ended: Span | None,
    word: str,
    more: int,
    severity: Severity,
    key: str = "",
) -> Diagnostic:
    """`ended` is where it was bound by `word`; `key` is an indexed variable of that name."""
    notes = []
    if key:
        notes.append("indexed")
    elif ended:
        notes.append("ended")
    if more:
        notes.append("more")
    return fault(
        "N101",
        span,
        label="label",
        notes=notes,
        secondary=[(ended, "binder")] if ended else [],
        help="indexed" if key else "near" if near else "ended" if ended else "help",
        severity=severity,
        name=name,
        near=near,
        word=word,
        key=key,
        more=counted("time", more),
    )


def quantified_twice(span: Span, name: str, outer: Span) -> Diagnostic:
    return fault("N110", span, secondary=[(outer, "outer")], help="help", name=name)


def quantified_and_free(span: Span, name: str, quantified: Span) -> Diagnostic:
    return fault("N111", span, label="label", secondary=[(quantified, "quantified")], help="help", name=name)


def wrong_kind(
    span: Span,
    what: str,
    wanted: int,
    kinds: int,
    severity: Severity,
    hint: str | None = None,
    **gaps: str,
) -> Diagnostic:
    return fault(
        "T101", span, label="label", help=hint, severity=severity,
        what=what, wanted=kind_message(wanted), found=kind_message(kinds), further=gaps,
    )  # fmt: skip


def wrong_kinds(
    span: Span, what: str, wanted: int, left: tuple[Span, int], right: tuple[Span, int],
    severity: Severity, hint: str | None, **gaps: str,
) -> Diagnostic:  # fmt: skip
    return fault(
        "T101", span, variant="two", secondary=[(left[0], "left"), (right[0], "right")], help=hint,
        severity=severity, what=what, wanted=kind_message(wanted),
        left_kind=kind_message(left[1]), right_kind=kind_message(right[1]), further=gaps,
    )  # fmt: skip


def incomparable(span: Span, what: str, severity: Severity) -> Diagnostic:
    if what == "in":
        return fault("T102", span, variant="in", help="operands", severity=severity)
    return fault("T102", span, variant="operands", help="operands", severity=severity, what=what)


def not_a_set(span: Span, kinds: int, severity: Severity, hint: str, **gaps: str) -> Diagnostic:
    hint = "tuple" if kinds == TUPLE else hint
    return fault("T103", span, label="label", help=hint, severity=severity, found=kind_message(kinds), further=gaps)


def condition_not_boolean(
    span: Span, word: str, kinds: int, severity: Severity, hint: str | None = None, **gaps: str
) -> Diagnostic:
    help = hint or ("proposition" if kinds == PROPOSITION and word == "when" else "help")
    return fault(
        "T104", span, label="label", help=help, severity=severity, word=word, found=kind_message(kinds),
        further=gaps,
    )  # fmt: skip


def variable_not_proposition(span: Span, name: str, bound: Span, kinds: int, severity: Severity) -> Diagnostic:
    return fault(
        "T105", span, label="label", secondary=[(bound, "bound")], help="set" if kinds == SET else "help",
        severity=severity, name=name, found=kind_message(kinds),
    )  # fmt: skip


def operation_failed(span: Span, reason: str, severity: Severity) -> Diagnostic:
    return fault("T106" if reason == "zero" else "T107", span, help="help", severity=severity)


def cardinality_kinds(span: Span, keyword: str, part: str, kinds: int, severity: Severity) -> Diagnostic:
    return fault(
        "T108", span, variant=part, label="elements_label" if part == "elements" else "label",
        help=part, severity=severity,
        keyword=keyword, found=kind_message(kinds),
    )  # fmt: skip


def quantified_value(span: Span, keyword: str, kinds: int, severity: Severity) -> Diagnostic:
    return fault("T109", span, help="help", severity=severity, keyword=keyword, found=kind_message(kinds))


def product_of_unknowns(span: Span) -> Diagnostic:
    return fault("T113", span, label="label", help="help")


def division_by_unknown(span: Span, divisor: Span) -> Diagnostic:
    return fault("T113", span, variant="division", secondary=[(divisor, "divisor")], help="division")
