"""Expressions: an operand, and the operators after it by precedence. A chain of one operator is a single node."""

from bigand.language import syntax
from bigand.language.parser.cursor import Cursor, TooDeepError, foreign_word
from bigand.language.parser.generators import begins_generator
from bigand.language.parser.lists import read_variable
from bigand.language.parser.operands import read_integer, read_name
from bigand.language.tokens import (
    AFTER_OPERAND,
    INFIX_OPERATORS,
    INTEGER,
    LIST_SEPARATORS,
    NAME,
    VARIABLE,
    guess_keyword,
)
from bigand.messages.message import number_message
from bigand.source.diagnostic import Diagnostic, Edit
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Span
from bigand.source.limits import MAX_DEPTH


def read_expression(cursor: Cursor, level: int) -> syntax.Node:
    """Parse an operand and the operators after it that bind at `level` or tighter."""
    if cursor.kinds[cursor.index + 1] in LIST_SEPARATORS:
        kind = cursor.kinds[cursor.index]
        if kind == INTEGER:
            return read_integer(cursor)
        if kind == VARIABLE:
            return read_variable(cursor)
        if kind == NAME:
            return read_name(cursor)
    cursor.depth += 1
    if cursor.depth > MAX_DEPTH:
        cursor.diagnostics.append(_too_deep(cursor.current_span, MAX_DEPTH))
        raise TooDeepError
    node = cursor.parse_operand()
    if cursor.enclosing_count or cursor.kinds[cursor.index] in AFTER_OPERAND:
        node = cursor.parse_infix(node, level)
    cursor.depth -= 1
    return node


def read_infix(cursor: Cursor, left: syntax.Node, level: int) -> syntax.Node:
    """Parse the operators after `left` that bind at `level` or tighter."""
    while True:
        kind = cursor.kinds[cursor.index]
        infix = INFIX_OPERATORS.get(kind)
        if infix is None:
            if (
                kind == "\\\\"
                and level <= syntax.COMPARISON_LEVEL
                and (cursor.enclosing_count or not cursor.in_assignment_value)
            ):
                # It belongs to a formula, not to a term. After the value of an assignment, it belongs to the
                # formula that follows.
                cursor.advance()
                left = syntax.LineBreak(left, False, span=cursor.span_from(left.span.start))
                continue
            if kind == "=" and cursor.enclosing_count and level <= syntax.COMPARISON_LEVEL:
                left = recover_from_equals(cursor, left)
                continue
            if kind == "not" and cursor.kinds[cursor.index + 1] == "in" and level <= syntax.COMPARISON_LEVEL:
                left = _read_not_in(cursor, left)
                continue
            if kind == NAME and cursor.enclosing_count:
                infix = INFIX_OPERATORS.get(guess_keyword(cursor.current_text()) or "")
                if infix is None:
                    return left
                if infix[1] >= level:
                    cursor.report_once(foreign_word(cursor.current_span, cursor.current_text(), infix[0].value))
            else:
                return left
        operator, operator_level = infix
        if cursor.open_bars and kind == "or" and cursor.current_text() == "|":
            return left
        if operator_level < level or (kind == "or" and _is_bar_of_set(cursor)):
            return left
        left = _read_operands(cursor, left, operator, operator_level)


def recover_from_equals(cursor: Cursor, left: syntax.Node) -> syntax.Node:
    """Read `=` where only a comparison is possible, with a single error for it."""
    equals, index = cursor.current_span, cursor.index
    cursor.advance()
    right = cursor.parse_expression(syntax.COMPARISON_LEVEL + 1)
    if index != cursor.reported_at:
        between_names = isinstance(left, syntax.Proposition) and isinstance(right, syntax.Proposition)
        cursor.diagnostics.append(_equals_for_comparison(equals, between_names))
    cursor.reported_at = cursor.index
    return syntax.Error((left, right), span=left.span.to(right.span))


def _read_not_in(cursor: Cursor, left: syntax.Node) -> syntax.Node:
    """Read `$i not in S`, which Python has, as `not $i in S`."""
    span = cursor.current_span.to(cursor.token_span(cursor.index + 1))
    cursor.diagnostics.append(_not_before_in(span, left.span))
    cursor.advance()
    inside = _read_operands(cursor, left, syntax.Operator.IN, syntax.COMPARISON_LEVEL)
    return syntax.Signed(syntax.Sign.NOT, inside, span=inside.span)


def _is_bar_of_set(cursor: Cursor) -> bool:
    """Whether the next token is the `|` of `{p(i) | i in S}`."""
    is_bar = cursor.text[cursor.starts[cursor.index]] == "|" and cursor.closers[-1:] == ["]"]
    return is_bar and begins_generator(cursor, cursor.index + 1)


def _read_operands(cursor: Cursor, first: syntax.Node, operator: syntax.Operator, level: int) -> syntax.Node:
    """Read `first` and the operands that this operator joins to it, as one node."""
    operands = [first]
    kind = operator.value
    while True:
        cursor.advance()
        operands.append(cursor.parse_expression(level + 1))
        following = cursor.kinds[cursor.index]
        if level == syntax.COMPARISON_LEVEL:
            if following in INFIX_OPERATORS and INFIX_OPERATORS[following][1] == level:
                cursor.report_and_skip(
                    make_diagnostic(
                        "S115",
                        cursor.current_span,
                        secondary=[(first.span, "first")],
                        operator=cursor.current_text(),
                    )
                )
                operands.append(cursor.parse_expression(level + 1))
                return syntax.Error(tuple(operands), span=cursor.span_from(first.span.start))
            break
        if following != kind:
            if operator in syntax.RIGHT_ASSOCIATIVE:
                operands[-1] = _parse_infix_deeper(cursor, operands[-1], level)
            break
    return syntax.Infix(operator, tuple(operands), span=cursor.span_from(first.span.start))


def _parse_infix_deeper(cursor: Cursor, node: syntax.Node, level: int) -> syntax.Node:
    """Call `parse_infix` one level deeper, for right-associative operators."""
    cursor.depth += 1
    if cursor.depth > MAX_DEPTH:
        cursor.diagnostics.append(_too_deep(cursor.current_span, MAX_DEPTH))
        raise TooDeepError
    node = cursor.parse_infix(node, level)
    cursor.depth -= 1
    return node


def _not_before_in(span: Span, left: Span) -> Diagnostic:
    fix = [Edit(Span(left.start, left.start), "not "), Edit(span, "in")]
    return make_diagnostic("S118", span, variant="not_in", fix=fix)


def _equals_for_comparison(span: Span, between_names: bool) -> Diagnostic:
    if between_names:
        return make_diagnostic("S114", span, help="equivalence")
    return make_diagnostic("S114", span, fix=[Edit(span, "==")])


def _too_deep(span: Span, limit: int) -> Diagnostic:
    return make_diagnostic("S121", span, limit=number_message(limit))
