"""Complaints about structure (S1xx) and the doubts a reader of the text alone can have (S4xx)."""

from collections.abc import Sequence

from bigand.source.diagnostic import Diagnostic, Edit, amount, counted
from bigand.source.fault import fault
from bigand.source.span import Span


def after(span: Span) -> Span:
    """The empty place just after a span, where a fix inserts."""
    return Span(span.end, span.end)


def missing_operand(previous: Span, before: str, found: str) -> Diagnostic:
    """After `previous` something must come, and what comes (`found`, or nothing at all) is not it."""
    help = "body" if before == ":" else "list" if before == "," else "help"
    return fault("S101", previous, label="label", help=help, before=before, found=found)


def missing_operand_before(span: Span, operator: str) -> Diagnostic:
    return fault("S101", span, variant="before", label="before_label", help="before", operator=operator)


def side_by_side(gap: Span, following: Span, found: str) -> Diagnostic:
    return fault("S102", gap, label="label", secondary=[(following, "next")], help="help", found=found)


def missing_times(gap: Span, number: str, following: str) -> Diagnostic:
    """`2$i`, as on a blackboard."""
    fix = [Edit(after(gap), "*")]
    return fault("S102", gap, variant="times", help="times", fix=fix, right=f"{number}*{following}")


def bars(span: Span, inner: str) -> Diagnostic:
    return fault("S002", span, variant="bars", help="bars", fix=[Edit(span, f"abs({inner})")], inner=inner)


def no_sum(span: Span) -> Diagnostic:
    return fault("S118", span, variant="sum", help="sum")


def prose(span: Span) -> Diagnostic:
    return fault("S102", span, variant="prose", label="prose_label", help="prose")


def missing_end(gap: Span, keyword: str, opener: Span, guessed: bool) -> Diagnostic:
    return fault(
        "S103",
        gap,
        label="guessed_label" if guessed else "label",
        secondary=[(opener, "opener")],
        notes=["layout"] if guessed else [],
        help="help",
        fix=[] if guessed else [Edit(after(gap), " end")],
        keyword=keyword,
    )


def extra_end(span: Span) -> Diagnostic:
    return fault("S104", span, label="label", help="help")


def unclosed_bracket(gap: Span, opener: Span, bracket: str) -> Diagnostic:
    return fault("S105", gap, label="label", secondary=[(opener, "opener")], help="help", bracket=bracket)


def wrong_bracket(span: Span, found: str, opener: Span, wanted: str) -> Diagnostic:
    return fault(
        "S105", span, variant="wrong", label="wrong_label", secondary=[(opener, "opener")], help="wrong",
        fix=[Edit(span, wanted)], found=found, bracket=wanted,
    )  # fmt: skip


def unmatched_bracket(span: Span, found: str) -> Diagnostic:
    return fault("S106", span, label="label", help="help", found=found)


def missing_else(gap: Span, opener: Span) -> Diagnostic:
    return fault(
        "S107", gap, label="label", secondary=[(opener, "opener")], help="help",
        fix=[Edit(after(gap), " else Top")],
    )  # fmt: skip


def missing_then(gap: Span, opener: Span) -> Diagnostic:
    return fault("S108", gap, label="label", secondary=[(opener, "opener")], help="help")


def colon_for_then(span: Span, opener: Span, replacement: str) -> Diagnostic:
    fix = [Edit(span, replacement)]
    return fault("S108", span, variant="colon", secondary=[(opener, "opener")], help="help", fix=fix)


def else_if(span: Span, written: str) -> Diagnostic:
    return fault("S118", span, help="else_if", written=written)


def missing_colon(gap: Span, opener: Span, keyword: str) -> Diagnostic:
    return fault(
        "S109", gap, label="label", secondary=[(opener, "opener")], help="help",
        fix=[Edit(after(gap), ":")], keyword=keyword,
    )  # fmt: skip


def wrong_colon(span: Span, opener: Span, keyword: str) -> Diagnostic:
    """A comma or a semicolon where the colon should be."""
    return fault("S109", span, secondary=[(opener, "opener")], help="help", fix=[Edit(span, ":")], keyword=keyword)


def missing_in(gap: Span, keyword: str) -> Diagnostic:
    return fault(
        "S110",
        gap,
        label="label",
        help="comprehension" if keyword == "[" else "help",
        keyword=keyword,
    )


def missing_for(gap: Span) -> Diagnostic:
    return fault("S110", gap, variant="for", help="comprehension", fix=[Edit(after(gap), " for")])


def equals_for_in(span: Span) -> Diagnostic:
    return fault("S110", span, variant="equals", help="equals", fix=[Edit(span, "in")])


def several_in(span: Span, keyword: str) -> Diagnostic:
    return fault(
        "S111",
        span,
        label="label",
        help="comprehension" if keyword == "[" else "help",
        keyword=keyword,
    )


def if_for_when(span: Span) -> Diagnostic:
    return fault("S118", span, variant="when", help="when", fix=[Edit(span, "when")])


def missing_when(gap: Span, is_glued: bool) -> Diagnostic:
    fix = [Edit(after(gap), " when " if is_glued else " when")]
    return fault("S118", gap, variant="when", help="when", fix=fix)


def bar_for_for(span: Span, replacement: str) -> Diagnostic:
    fix = [Edit(span, replacement)]
    return fault("S002", span, label="label", help="help", fix=fix, written="|", meant="for")


def not_in(span: Span, left: Span) -> Diagnostic:
    fix = [Edit(Span(left.start, left.start), "not "), Edit(span, "in")]
    return fault("S118", span, variant="not_in", help="not_in", fix=fix)


def missing_comma(gap: Span) -> Diagnostic:
    return fault("S125", gap, variant="comma", help="list", fix=[Edit(after(gap), ",")])


def indices_in_brackets(opening: Span, name: str, fix: Sequence[tuple[Span, str]]) -> Diagnostic:
    edits = [Edit(span, text) for span, text in fix]
    return fault("S112", opening, variant="brackets", help="brackets", fix=edits, name=name)


def bare_indices(span: Span, name: str, right: str) -> Diagnostic:
    return fault("S112", span, variant="brackets", help="bare", fix=[Edit(span, right)], name=name, right=right)


def space_before_arguments(blank: Span, name: str) -> Diagnostic:
    return fault("S112", blank, label="label", help="help", fix=[Edit(blank, "")], name=name)


def spaced_parenthesis(blank: Span, name: str) -> Diagnostic:
    return fault("S404", blank, help="help", name=name)


def empty_parentheses(span: Span, name: str) -> Diagnostic:
    return fault("S113", span, help="help", fix=[Edit(span, name)], name=name)


def equals_for_comparison(span: Span, between_names: bool) -> Diagnostic:
    if between_names:
        return fault("S114", span, label="label", help="equivalence")
    return fault("S114", span, label="label", help="help", fix=[Edit(span, "==")])


def chained_comparison(span: Span, first: Span, operator: str) -> Diagnostic:
    return fault("S115", span, secondary=[(first, "first")], help="help", operator=operator)


def global_let(span: Span) -> Diagnostic:
    return fault("S116", span, help="help")


def let_in(span: Span) -> Diagnostic:
    return fault("S116", span, variant="in", help="in")


def several_equals(span: Span) -> Diagnostic:
    return fault("S116", span, variant="several", help="several")


def missing_equals(gap: Span) -> Diagnostic:
    return fault("S116", gap, variant="equals", help="equals")


def truth_assigned(span: Span, name: str, atom: str, is_true: bool) -> Diagnostic:
    """`p(1) = true`, as if a proposition could be assigned."""
    right = atom if is_true else f"not {atom}"
    return fault("S117", span, variant="truth", help="truth", fix=[Edit(span, right)], name=name, right=right)


def assignment_without_dollar(span: Span, name: str, between_names: bool) -> Diagnostic:
    if between_names:
        return fault("S117", span, variant="assignment", help="equivalence", name=name)
    return fault("S117", span, variant="assignment", help="help", fix=[Edit(span, "$" + name)], name=name)


def variable_without_dollar(span: Span, name: str, keyword: str) -> Diagnostic:
    return fault(
        "S117",
        span,
        label="label",
        help="help",
        fix=[Edit(span, "$" + name)],
        name=name,
        keyword=keyword,
    )


def bracketed_variables(span: Span, keyword: str) -> Diagnostic:
    return fault("S127", span, variant="bracketed", help="bracketed", keyword=keyword)


def bracketed_propositions(span: Span, keyword: str) -> Diagnostic:
    return fault("S127", span, variant="bracketed_propositions", help="proposition", keyword=keyword)


def missing_variable(span: Span, keyword: str, found: str) -> Diagnostic:
    if keyword == "[":
        return fault("S127", span, help="comprehension", keyword="for", found=found)
    return fault("S127", span, help="help", keyword=keyword, found=found)


def missing_proposition(span: Span, keyword: str, found: str) -> Diagnostic:
    return fault("S127", span, variant="proposition", help="proposition", keyword=keyword, found=found)


def foreign_word(span: Span, written: str, meant: str) -> Diagnostic:
    return fault(
        "S118",
        span,
        label="label",
        help="help",
        fix=[Edit(span, meant)],
        written=written,
        meant=meant,
    )


def quantifier_over_set(span: Span, keyword: str, big: str) -> Diagnostic:
    return fault("S118", span, variant="quantifier", help="quantifier", keyword=keyword, meant=big)


def unclosed_quote(gap: Span, opener: Span) -> Diagnostic:
    return fault("S119", gap, label="label", secondary=[(opener, "opener")], help="help")


def range_without_brackets(dots: Span, span: Span, text: str, half: bool) -> Diagnostic:
    """`half` says that the closing bracket is there."""
    edits = [Edit(Span(span.start, span.start), "["), *([] if half else [Edit(after(span), "]")])]
    return fault("S120", dots, label="label", help="help", fix=edits, text=text)


def range_in_parentheses(dots: Span, parentheses: list[Span], text: str) -> Diagnostic:
    fix = [Edit(span, bracket) for span, bracket in zip(parentheses, "[]", strict=False)]
    return fault("S120", dots, label="label", help="help", fix=fix, text=text)


def colon_for_range(span: Span) -> Diagnostic:
    return fault("S120", span, variant="colon", help="commas", fix=[Edit(span, "..")])


def range_with_commas(span: Span) -> Diagnostic:
    return fault("S120", span, variant="commas", help="commas")


def list_in_parentheses(span: Span) -> Diagnostic:
    return fault("S124", span, label="label", help="parentheses", found=",")


def tuple_comparison(span: Span, operator: str, text: str) -> Diagnostic:
    return fault("S129", span, help="help", fix=[Edit(span, text)], operator=operator, text=text)


def list_without_brackets(span: Span) -> Diagnostic:
    return fault("S120", span, variant="list", help="list")


def too_deep(span: Span, limit: int) -> Diagnostic:
    return fault("S121", span, label="label", help="help", limit=amount(limit))


def nothing_to_solve(span: Span, has_assignments: bool) -> Diagnostic:
    return fault("S122", span, variant="assignments" if has_assignments else None, help="help")


def old_syntax(span: Span) -> Diagnostic:
    return fault("S123", span, help="help")


def unexpected(span: Span, found: str, fix: Sequence[Edit] = ()) -> Diagnostic:
    hint = _UNEXPECTED_HELP.get(found)
    return fault("S124", span, label="label", help=hint, fix=fix, found=found)


_UNEXPECTED_HELP = {
    "=": "equals",
    "\\\\": "line_break",
    ":": "colon",
    ",": "comma",
    ";": "semicolon",
    "..": "range",
    "when": "when",
    "then": "if",
    "else": "if",
    "for": "for",
    "data": "data",
}


def unexpected_in_body(span: Span, found: str, keyword: str, opener: Span) -> Diagnostic:
    return fault(
        "S124", span, variant="body", secondary=[(opener, "opener")],
        help=_UNEXPECTED_HELP.get(found, "body"), found=found, keyword=keyword,
    )  # fmt: skip


def semicolon(span: Span) -> Diagnostic:
    return fault("S125", span, help="help", fix=[Edit(span, "")])


def semicolon_in_list(span: Span) -> Diagnostic:
    return fault("S125", span, variant="list", help="list", fix=[Edit(span, ",")])


def wrong_number_of_arguments(span: Span, function: str, wanted: int, found: int) -> Diagnostic:
    hint = (
        "function" if wanted == 1 else "set" if function in ("union", "inter", "diff", "subset") else "cardinality"
    )
    return fault(
        "S126",
        span,
        help=hint,
        function=function,
        wanted=counted("argument", wanted),
        found=counted("argument", found),
    )


def integer_too_large(span: Span) -> Diagnostic:
    return fault("S006", span, help="help")


def exponent(span: Span, text: str) -> Diagnostic:
    return fault("S005", span, help="exponent", text=text)


def keyword_as_name(span: Span, word: str, is_operator: bool) -> Diagnostic:
    variant = "operator" if is_operator else None
    return fault("S128", span, variant=variant, help=variant or "help", word=word)


def deprecated_prefix(span: Span, function: str) -> Diagnostic:
    return fault("S401", span, help="help", function=function)


def keyword_look_alike(span: Span, name: str, meant: str) -> Diagnostic:
    return fault("S402", span, label="label", help="help", name=name, meant=meant)


def function_look_alike(span: Span, name: str, meant: str) -> Diagnostic:
    return fault("S403", span, label="label", help="help", name=name, meant=meant)
