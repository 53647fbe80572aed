"""Diagnostics that both the checker and the expansion report, the latter for the binding that causes them."""

from collections.abc import Sequence

from bigand.language.syntax import Node, Operator
from bigand.language.values import KIND_NAMES, PROPOSITION, SET, TUPLE
from bigand.messages.message import Message, count_message
from bigand.source.diagnostic import Diagnostic
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Span


def kinds_message(kinds: int) -> Message:
    """`an integer`, or `an integer or a set`. Tuples, which no file can make, are named only by themselves."""
    names = [name for bit, name in KIND_NAMES.items() if (kinds & ~TUPLE or kinds) & bit]
    message = Message(f"kind.{names[0]}")
    for name in names[1:]:
        message = Message("kind.or", {"left": message, "right": Message(f"kind.{name}")})
    return message


def unknown_variable(
    span: Span,
    name: str,
    suggestion: str = "",
    binder_span: Span | None = None,
    word: str = "",
    more_uses: int = 0,
    indexed_key: str = "",
) -> Diagnostic:
    """A variable without a value.

    `binder_span` is where `word` bound it before; `indexed_key` is an indexed variable of its name.
    """
    notes = ["indexed"] if indexed_key else ["ended"] if binder_span else []
    return make_diagnostic(
        "N101",
        span,
        notes=[*notes, "more"] if more_uses else notes,
        secondary=[(binder_span, "binder")] if binder_span else [],
        help="indexed" if indexed_key else "near" if suggestion else "ended" if binder_span else "help",
        name=name,
        near=suggestion,
        word=word,
        key=indexed_key,
        more=count_message("time", more_uses),
    )


def duplicate_quantifier(span: Span, name: str, outer_span: Span) -> Diagnostic:
    return make_diagnostic("N110", span, secondary=[(outer_span, "outer")], name=name)


def inconsistent_quantification(span: Span, name: str, quantifier_span: Span) -> Diagnostic:
    return make_diagnostic("N111", span, secondary=[(quantifier_span, "quantified")], name=name)


def wrong_kind(
    span: Span, operation: str, expected: int, kinds: int, hint: str | None = None, **gaps: str
) -> Diagnostic:
    actual = kinds_message(kinds)
    return make_diagnostic(
        "T101", span, help=hint, what=operation, wanted=kinds_message(expected), found=actual, more_gaps=gaps
    )


def wrong_kinds(
    span: Span,
    operation: str,
    expected: int,
    sides: tuple[tuple[Span, int], tuple[Span, int]],
    hint: str | None = None,
    **gaps: str,
) -> Diagnostic:
    """An operator with two operands, given by span and kinds, that do not fit."""
    (left, left_kinds), (right, right_kinds) = sides
    return make_diagnostic(
        "T101", span, variant="two", secondary=[(left, "left"), (right, "right")], help=hint,
        what=operation, wanted=kinds_message(expected),
        left_kind=kinds_message(left_kinds), right_kind=kinds_message(right_kinds), more_gaps=gaps,
    )  # fmt: skip


def incomparable_elements(span: Span, operation: str) -> Diagnostic:
    if operation == "in":
        return make_diagnostic("T102", span, variant="in", help="operands")
    return make_diagnostic("T102", span, variant="operands", what=operation)


def not_a_set(span: Span, kinds: int, hint: str, **gaps: str) -> Diagnostic:
    hint = "tuple" if kinds == TUPLE else hint
    return make_diagnostic("T103", span, help=hint, found=kinds_message(kinds), more_gaps=gaps)


def condition_not_boolean(span: Span, word: str, kinds: int, hint: str | None = None, **gaps: str) -> Diagnostic:
    help = hint or ("proposition" if kinds == PROPOSITION and word == "when" else "help")
    return make_diagnostic("T104", span, help=help, word=word, found=kinds_message(kinds), more_gaps=gaps)


def variable_not_proposition(span: Span, name: str, binding_span: Span, kinds: int) -> Diagnostic:
    return make_diagnostic(
        "T105", span, secondary=[(binding_span, "bound")], help="set" if kinds == SET else "help",
        name=name, found=kinds_message(kinds))  # fmt: skip


def operation_failure(span: Span, reason: str) -> Diagnostic:
    return make_diagnostic("T106" if reason == "zero" else "T107", span, help="help")


def wrong_cardinality_kind(span: Span, keyword: str, part: str, kinds: int) -> Diagnostic:
    return make_diagnostic(
        "T108", span, variant=part, label="elements_label" if part == "elements" else "label",
        help=part,
        keyword=keyword, found=kinds_message(kinds),
    )  # fmt: skip


def value_in_quantifier(span: Span, keyword: str, kinds: int) -> Diagnostic:
    return make_diagnostic("T109", span, keyword=keyword, found=kinds_message(kinds))


def product_of_unknowns(span: Span) -> Diagnostic:
    return make_diagnostic("T113", span)


def division_by_unknown(span: Span, divisor: Span) -> Diagnostic:
    return make_diagnostic("T113", span, variant="division", secondary=[(divisor, "divisor")])


# ---------------------------------------------------------------------- suggested text


def expand_tuple_comparison(
    text: str, span: Span, operator: Operator, left: Sequence[Node], right: Sequence[Node]
) -> str:
    """Return what `(a,b) != (c,d)` means: `a != c or b != d`; with `==`, `a == c and b == d`.

    It is in parentheses, unless it is a whole condition.
    """
    pairs = [
        f"{text[first.span.start : first.span.end]} {operator.value} {text[second.span.start : second.span.end]}"
        for first, second in zip(left, right, strict=True)
    ]
    joined = f" {'and' if operator is Operator.EQUAL else 'or'} ".join(pairs)
    is_whole = text[: span.start].rstrip().endswith("when") and text[span.end :].lstrip().startswith(":")
    return joined if is_whole else f"({joined})"
