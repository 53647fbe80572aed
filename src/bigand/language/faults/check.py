"""Complaints about what may stand where (S2xx), names (N1xx) and kinds of values (T1xx)."""

from collections.abc import Sequence

from msgspec.structs import replace

from bigand.language.values import FORMULA, KIND_NAMES, PROPOSITION, SET
from bigand.source.diagnostic import Diagnostic, Edit, Message, Severity, counted
from bigand.source.fault import fault
from bigand.source.span import Span


def kind_message(kinds: int) -> Message:
    """`an integer`, or `an integer or a set`."""
    names = [name for bit, name in KIND_NAMES.items() if kinds & bit]
    message = Message(f"kind.{names[0]}")
    for name in names[1:]:
        message = Message("kind.or", {"left": message, "right": Message(f"kind.{name}")})
    return message


# ---------------------------------------------------------------------- what may stand where


def comparison_in_formula(span: Span, operator: str, help: str) -> Diagnostic:
    """`help` is one of `help`, `unknown`, `qbf`, `equivalence`."""
    return fault("S201", span, label="label", help=help, operator=operator)


def membership_in_formula(span: Span, in_smt: bool) -> Diagnostic:
    return fault("S201", span, variant="in", label="label", help="in_smt" if in_smt else "in", operator="in")


def quantifier_outside_qbf(span: Span, keyword: str, big: str, in_smt: bool) -> Diagnostic:
    return fault("S202", span, help="smt" if in_smt else "help", keyword=keyword, big=big)


def value_as_formula(span: Span, what: str, in_smt: bool, connective: str = "") -> Diagnostic:
    """`connective` says that arithmetic stands for a connective: `plus` for `or`, and so on."""
    help = connective or ("smt" if in_smt and what == "number" else what)
    return fault("S203", span, label="label", help=help, what=Message(f"what.{what}"))


def boolean_as_formula(span: Span, written: str, meant: str) -> Diagnostic:
    return fault("S204", span, help="help", fix=[Edit(span, meant)], written=written, meant=meant)


def formula_as_value(span: Span, word: str, text: str) -> Diagnostic:
    if word in ("Top", "Bot"):
        meant = "true" if word == "Top" else "false"
        return fault("S205", span, help="truth", fix=[Edit(span, meant)], word=word, meant=meant)
    return fault("S205", span, help="help", word=word, text=text)


def quoted_as_formula(span: Span, text: str) -> Diagnostic:
    return fault("S206", span, help="help", text=text)


def quantifier_head(span: Span, keyword: str) -> Diagnostic:
    return fault("S208", span, help="help", keyword=keyword)


def not_a_term(span: Span, word: str) -> Diagnostic:
    return fault("S207", span, help="help", word=word)


# ---------------------------------------------------------------------- names


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


def unknown_variables(found: Sequence[Diagnostic]) -> Diagnostic:
    """One complaint for several names, each with its own, that have no value."""
    names = [str(one.message.gaps["name"]) for one in found]
    severity = Severity.ERROR if any(one.severity is Severity.ERROR for one in found) else Severity.WARNING
    told = fault(
        "N101",
        found[0].primary.span,
        variant="several",
        label="label",
        help="several",
        severity=severity,
        name=names[0],
        names=", ".join([f"`{name}`" for name in names]),
    )
    return replace(told, also=tuple([one.primary.span for one in found[1:]]))


def used_before_assignment(span: Span, name: str, assigned: Span) -> Diagnostic:
    return fault("N102", span, label="label", secondary=[(assigned, "assigned")], help="help", name=name)


def unused_variable(span: Span, name: str, word: str) -> Diagnostic:
    return fault("N103", span, help="global" if word == "=" else "local", name=name, word=word)


def counts_differ(
    span: Span, keyword: str, counts: tuple[int, int], severity: Severity, comparison: bool
) -> Diagnostic:
    """`counts` are those of the variables and of the sets; `comparison` says that the last set is one."""
    help = "when" if comparison else {"let": "let", "[": "comprehension"}.get(keyword, "help")
    return fault(
        "N104",
        span,
        variant="let" if keyword == "let" else None,
        help=help,
        severity=severity,
        keyword="for" if keyword == "[" else keyword,
        variables=counted("variable", counts[0]),
        sets=counted("value" if keyword == "let" else "set", counts[1]),
    )


def sets_for_tuples(span: Span, operator: str, text: str) -> Diagnostic:
    return fault("T115", span, label="label", help="help", fix=[Edit(span, text)], operator=operator, text=text)


def shadowed(span: Span, name: str, outer: Span) -> Diagnostic:
    return fault("N105", span, secondary=[(outer, "outer")], help="help", name=name)


def proposition_for_variable(span: Span, name: str, bound: Span) -> Diagnostic:
    return fault(
        "N106", span, label="label", secondary=[(bound, "bound")], help="help",
        fix=[Edit(span, "$" + name)], name=name,
    )  # fmt: skip


def global_as_predicate(span: Span, name: str, assigned: Span, severity: Severity) -> Diagnostic:
    return fault("N107", span, secondary=[(assigned, "assigned")], help="help", severity=severity, name=name)


def no_such_index(span: Span, name: str, key: str, keys: list[str], severity: Severity) -> Diagnostic:
    shown = ", ".join(f"`{known}`" for known in keys[:4]) + (", …" if len(keys) > 4 else "")
    return fault("N108", span, notes=["keys"], help="help", severity=severity, name=name, key=key, keys=shown)


def predicate_as_value(span: Span, name: str, key: str, bound: Span, severity: Severity) -> Diagnostic:
    return fault(
        "N108", span, label="local_label", secondary=[(bound, "bound")], help="local", severity=severity,
        name=name, key=key,
    )  # fmt: skip


def assigned_twice(span: Span, name: str, first: Span) -> Diagnostic:
    return fault("N109", span, secondary=[(first, "first")], name=name)


def quantified_twice(span: Span, name: str, outer: Span) -> Diagnostic:
    return fault("N110", span, secondary=[(outer, "outer")], help="help", name=name)


def quantified_and_free(span: Span, name: str, quantified: Span) -> Diagnostic:
    return fault("N111", span, label="label", secondary=[(quantified, "quantified")], help="help", name=name)


# ---------------------------------------------------------------------- kinds


def wrong_kind(
    span: Span,
    what: str,
    wanted: int,
    found: int,
    severity: Severity,
    hint: str | None = None,
    **gaps: str,
) -> Diagnostic:
    return fault(
        "T101", span, label="label", help=hint, severity=severity,
        what=what, wanted=kind_message(wanted), found=kind_message(found), further=gaps,
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


def mixed_kinds(span: Span, first: Span, kinds: int, others: int, severity: Severity) -> Diagnostic:
    quotes = {kinds, others} == {PROPOSITION, FORMULA}
    return fault(
        "T102", span, label="label", secondary=[(first, "first")], help="quotes" if quotes else "help",
        severity=severity, first=kind_message(others), found=kind_message(kinds),
    )  # fmt: skip


def mixed_comprehension(span: Span, kinds: int, severity: Severity) -> Diagnostic:
    return fault("T102", span, label="label", help="help", severity=severity, found=kind_message(kinds))


def boolean_in_set(span: Span, severity: Severity) -> Diagnostic:
    return fault("T110", span, help="help", severity=severity)


def incomparable(span: Span, what: str, severity: Severity) -> Diagnostic:
    if what == "in":
        return fault("T102", span, variant="in", help="operands", severity=severity)
    return fault("T102", span, variant="operands", help="operands", severity=severity, what=what)


def not_a_set(span: Span, found: int, severity: Severity, hint: str, **gaps: str) -> Diagnostic:
    return fault("T103", span, label="label", help=hint, severity=severity, found=kind_message(found), further=gaps)


def condition_not_boolean(
    span: Span, word: str, found: int, severity: Severity, hint: str | None = None, **gaps: str
) -> Diagnostic:
    help = hint or ("proposition" if found == PROPOSITION and word == "when" else "help")
    return fault(
        "T104", span, label="label", help=help, severity=severity, word=word, found=kind_message(found),
        further=gaps,
    )  # fmt: skip


def variable_not_proposition(span: Span, name: str, bound: Span, found: int, severity: Severity) -> Diagnostic:
    return fault(
        "T105", span, label="label", secondary=[(bound, "bound")], help="set" if found == SET else "help",
        severity=severity, name=name, found=kind_message(found),
    )  # fmt: skip


def operation_failed(span: Span, reason: str, severity: Severity) -> Diagnostic:
    return fault("T106" if reason == "zero" else "T107", span, help="help", severity=severity)


def cardinality_kinds(span: Span, keyword: str, part: str, found: int, severity: Severity) -> Diagnostic:
    return fault(
        "T108", span, variant=part, label="elements_label" if part == "elements" else "label",
        help=part, severity=severity,
        keyword=keyword, found=kind_message(found),
    )  # fmt: skip


def quantified_value(span: Span, keyword: str, found: int, severity: Severity) -> Diagnostic:
    return fault("T109", span, help="help", severity=severity, keyword=keyword, found=kind_message(found))
