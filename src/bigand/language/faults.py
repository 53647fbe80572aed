"""Complaints that several stages make: the check of a text, and its expansion for a binding that leads to them."""

from bigand.language.values import KIND_NAMES, PROPOSITION, SET, TUPLE
from bigand.source.diagnostic import Diagnostic, Message, counted
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
    span: Span, name: str, near: str = "", ended: Span | None = None, word: str = "", more: int = 0, key: str = ""
) -> Diagnostic:
    """`ended` is where it was bound by `word`; `key` is an indexed variable of that name."""
    notes = ["indexed"] if key else ["ended"] if ended else []
    return fault(
        "N101",
        span,
        notes=[*notes, "more"] if more else notes,
        secondary=[(ended, "binder")] if ended else [],
        help="indexed" if key else "near" if near else "ended" if ended else "help",
        name=name,
        near=near,
        word=word,
        key=key,
        more=counted("time", more),
    )


def quantified_twice(span: Span, name: str, outer: Span) -> Diagnostic:
    return fault("N110", span, secondary=[(outer, "outer")], name=name)


def quantified_and_free(span: Span, name: str, quantified: Span) -> Diagnostic:
    return fault("N111", span, secondary=[(quantified, "quantified")], name=name)


def wrong_kind(span: Span, what: str, wanted: int, kinds: int, hint: str | None = None, **gaps: str) -> Diagnostic:
    found = kind_message(kinds)
    return fault("T101", span, help=hint, what=what, wanted=kind_message(wanted), found=found, further=gaps)


def wrong_kinds(
    span: Span,
    what: str,
    wanted: int,
    sides: tuple[tuple[Span, int], tuple[Span, int]],
    hint: str | None = None,
    **gaps: str,
) -> Diagnostic:
    """Of two operands, each with its place and its kinds."""
    (left, left_kinds), (right, right_kinds) = sides
    return fault(
        "T101", span, variant="two", secondary=[(left, "left"), (right, "right")], help=hint,
        what=what, wanted=kind_message(wanted),
        left_kind=kind_message(left_kinds), right_kind=kind_message(right_kinds), further=gaps,
    )  # fmt: skip


def incomparable(span: Span, what: str) -> Diagnostic:
    if what == "in":
        return fault("T102", span, variant="in", help="operands")
    return fault("T102", span, variant="operands", what=what)


def not_a_set(span: Span, kinds: int, hint: str, **gaps: str) -> Diagnostic:
    hint = "tuple" if kinds == TUPLE else hint
    return fault("T103", span, help=hint, found=kind_message(kinds), further=gaps)


def condition_not_boolean(span: Span, word: str, kinds: int, hint: str | None = None, **gaps: str) -> Diagnostic:
    help = hint or ("proposition" if kinds == PROPOSITION and word == "when" else "help")
    return fault("T104", span, help=help, word=word, found=kind_message(kinds), further=gaps)


def variable_not_proposition(span: Span, name: str, bound: Span, kinds: int) -> Diagnostic:
    return fault(
        "T105", span, secondary=[(bound, "bound")], help="set" if kinds == SET else "help",
        name=name, found=kind_message(kinds))  # fmt: skip


def operation_failed(span: Span, reason: str) -> Diagnostic:
    return fault("T106" if reason == "zero" else "T107", span, help="help")


def cardinality_kinds(span: Span, keyword: str, part: str, kinds: int) -> Diagnostic:
    return fault(
        "T108", span, variant=part, label="elements_label" if part == "elements" else "label",
        help=part,
        keyword=keyword, found=kind_message(kinds),
    )  # fmt: skip


def quantified_value(span: Span, keyword: str, kinds: int) -> Diagnostic:
    return fault("T109", span, keyword=keyword, found=kind_message(kinds))


def product_of_unknowns(span: Span) -> Diagnostic:
    return fault("T113", span)


def division_by_unknown(span: Span, divisor: Span) -> Diagnostic:
    return fault("T113", span, variant="division", secondary=[(divisor, "divisor")])
