"""Brackets: parentheses, calls, sets, ranges and quoted formulas."""

from bigand.language import syntax
from bigand.language.common_diagnostics import expand_tuple_comparison
from bigand.language.parser import lists
from bigand.language.parser.bodies import join_adjacent
from bigand.language.parser.cursor import Cursor
from bigand.language.parser.generators import begins_generator, read_generator
from bigand.language.tokens import (
    BINARY_FUNCTIONS,
    BODY_BOUNDARIES,
    NAME,
    OPERAND_START,
    UNARY_FUNCTIONS,
    guess_keyword,
)
from bigand.messages.message import count_message
from bigand.source.diagnostic import Diagnostic, Edit
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Span

_EQUALITIES = {"==": syntax.Operator.EQUAL, "!=": syntax.Operator.DIFFERENT, "=": syntax.Operator.EQUAL}


def read_parentheses(cursor: Cursor) -> syntax.Node:
    opening = cursor.index
    cursor.advance()
    lists.open_bracket(cursor, ")")
    inner = cursor.parse_expression(0)
    if cursor.kind == ",":
        return _recover_from_tuple(cursor, inner, opening)
    if cursor.kind == "..":
        return _read_range_in_parentheses(cursor, inner, opening)
    lists.close_bracket(cursor, ")", opening)
    if isinstance(inner, syntax.Error):
        return inner
    return syntax.Parenthesised(inner, span=cursor.span_from(cursor.starts[opening]))


def _recover_from_tuple(cursor: Cursor, first: syntax.Node, opening: int) -> syntax.Node:
    """Read `($i,$j)`, which is an error. A comparison of two tuples is read element by element."""
    comma, start, is_first = cursor.current_span, cursor.starts[opening], cursor.index != cursor.reported_at
    left = _read_members(cursor, first, opening)
    operator = _EQUALITIES.get(cursor.kind)
    if operator is None or cursor.kinds[cursor.index + 1] != "(":
        if is_first:
            cursor.diagnostics.append(_list_in_parentheses(comma))
        return syntax.Error(tuple(left), span=cursor.span_from(start))
    cursor.advance()
    second = cursor.index
    cursor.advance()
    lists.open_bracket(cursor, ")")
    right = _read_members(cursor, cursor.parse_expression(0), second)
    span = cursor.span_from(start)
    if len(left) != len(right):
        cursor.diagnostics.append(_list_in_parentheses(comma))
        return syntax.Error((*left, *right), span=span)
    pairs = [
        syntax.Infix(operator, pair, span=pair[0].span.to(pair[1].span)) for pair in zip(left, right, strict=True)
    ]
    connective = syntax.Operator.AND if operator is syntax.Operator.EQUAL else syntax.Operator.OR
    text = expand_tuple_comparison(cursor.text, span, operator, left, right)
    cursor.diagnostics.append(
        make_diagnostic("S129", span, fix=[Edit(span, text)], operator=operator.value, text=text)
    )
    return syntax.Parenthesised(syntax.Infix(connective, tuple(pairs), span=span), span=span)


def _read_members(cursor: Cursor, first: syntax.Node, opening: int) -> list[syntax.Node]:
    members = [first]
    while cursor.accept(","):
        members.append(cursor.parse_expression(0))
    lists.close_bracket(cursor, ")", opening)
    return members


def _read_range_in_parentheses(cursor: Cursor, first: syntax.Node, opening: int) -> syntax.Node:
    dots, start = cursor.current_span, cursor.starts[opening]
    cursor.advance()
    last = cursor.parse_expression(0)
    is_closed = cursor.kind == ")"
    brackets = [cursor.token_span(opening), cursor.current_span] if is_closed else []
    text = cursor.text[first.span.start : last.span.end]
    cursor.diagnostics.append(_parentheses_for_brackets(dots, brackets, text))
    lists.close_bracket(cursor, ")", opening)
    return syntax.Range(first, last, span=cursor.span_from(start))


def read_call(cursor: Cursor) -> syntax.Node:
    return read_call_from_parenthesis(cursor, cursor.kind, cursor.index)


def read_call_from_parenthesis(cursor: Cursor, function_token: str, opening: int) -> syntax.Node:
    """Read the call of a function, from its parenthesis on."""
    function = function_token[:-1]
    cursor.advance()
    arguments = lists.read_arguments(cursor, opening, function)
    span = cursor.span_from(cursor.starts[opening])
    expected_count = 1 if function_token in UNARY_FUNCTIONS else 2
    if len(arguments) != expected_count:
        if arguments:  # an empty list is already reported
            cursor.diagnostics.append(_wrong_number_of_arguments(span, function, expected_count, len(arguments)))
        return syntax.Error(arguments, span=span)
    if function_token in UNARY_FUNCTIONS:
        return syntax.Call(function, arguments, span=span)
    if function_token in BINARY_FUNCTIONS:
        cursor.diagnostics.append(make_diagnostic("S401", span, function=function))
        return syntax.Call(function, arguments, span=span)
    return syntax.Cardinality(syntax.Count(function), arguments[0], arguments[1], span=span)


def read_square_brackets(cursor: Cursor) -> syntax.Node:
    opening, start = cursor.index, cursor.starts[cursor.index]
    cursor.advance()
    if cursor.accept("]"):
        return syntax.SetLiteral((), span=cursor.span_from(start))
    lists.open_bracket(cursor, "]")
    first = cursor.parse_expression(0)
    if cursor.accept("..") or _accept_range_colon(cursor):
        last = cursor.parse_expression(0)
        lists.close_bracket(cursor, "]", opening)
        return syntax.Range(first, last, span=cursor.span_from(start))
    if _accept_comprehension_for(cursor):
        generator = read_generator(cursor, "[")
        lists.close_bracket(cursor, "]", opening)
        return syntax.Comprehension(first, generator, span=cursor.span_from(start))
    elements = [first]
    while cursor.kind in (",", ";"):
        if cursor.kind == ";":
            cursor.report_once(lists.semicolon_in_list(cursor.current_span))
        cursor.advance()
        if cursor.kind == ".." and elements:  # [1,..,8]
            cursor.report_and_skip(make_diagnostic("S120", cursor.current_span, variant="commas"))
            cursor.accept(",")
        elements.append(cursor.parse_expression(0))
    is_closed = lists.close_bracket(cursor, "]", opening)
    span = cursor.span_from(start)
    if not is_closed or (len(elements) == 1 and cursor.text[start] == "{"):
        return lists.make_error_node(elements, span)  # unclear what belongs to it, or whether a set is meant
    return syntax.SetLiteral(tuple(elements), span=span)


def _accept_comprehension_for(cursor: Cursor) -> bool:
    """Read the `for` of `[p($i) for $i in S]` or a substitute, or report that it is missing."""
    if cursor.kind == "for" or (cursor.kind == NAME and guess_keyword(cursor.current_text()) == "for"):
        return cursor.accept_variant("for")
    if cursor.kind == "or":  # the bar of `[p($i) | $i in S]`: any other `or` is consumed before
        span = cursor.current_span
        cursor.drop_lexer_reports(span)
        cursor.diagnostics.append(_bar_for_for(span, cursor.lexer.pad_word("for", span)))
        cursor.advance()
        return True
    if begins_generator(cursor, cursor.index):
        cursor.report_once(
            make_diagnostic(
                "S110", cursor.gap, variant="for", help="comprehension", fix=[Edit(cursor.gap.after(), " for")]
            )
        )
        return True
    return False


def _accept_range_colon(cursor: Cursor) -> bool:
    """Read the colon of `[1:8]`. If the bracket does not close, it is the colon of a head."""
    if cursor.kind != ":" or not cursor.is_token_ahead(cursor.index + 1, "]", BODY_BOUNDARIES):
        return False
    cursor.report_and_skip(
        make_diagnostic(
            "S120", cursor.current_span, variant="colon", help="commas", fix=[Edit(cursor.current_span, "..")]
        )
    )
    return True


def read_quotation(cursor: Cursor) -> syntax.Node:
    start, index = cursor.starts[cursor.index], cursor.index
    cursor.advance()
    if cursor.kind == '"' and cursor.is_on_line_of_previous(cursor.index):
        cursor.report_and_skip(lists.missing_operand(cursor.token_span(index), '"', '"'))
        return syntax.Error((), span=cursor.span_from(start))
    cursor.enclosing_count += 1
    formula = cursor.parse_expression(0)
    in_pieces = False
    while cursor.kind in OPERAND_START and cursor.kind != '"' and cursor.is_on_line_of_previous(cursor.index):
        in_pieces = True
        formula = join_adjacent(cursor, formula)
    cursor.enclosing_count -= 1
    if not cursor.accept('"'):
        cursor.report_once(
            make_diagnostic("S119", cursor.gap, secondary=[(Span(start, start + 1), "opener")]), missing_closer=True
        )
        in_pieces = True
    if in_pieces:
        return lists.make_error_node([formula], cursor.span_from(start))
    return syntax.Quoted(formula, span=cursor.span_from(start))


def _bar_for_for(span: Span, replacement: str) -> Diagnostic:
    fix = [Edit(span, replacement)]
    return make_diagnostic("S002", span, fix=fix, written="|", meant="for")


def _parentheses_for_brackets(dots: Span, parentheses: list[Span], text: str) -> Diagnostic:
    fix = [Edit(span, bracket) for span, bracket in zip(parentheses, "[]", strict=False)]
    return make_diagnostic("S120", dots, fix=fix, text=text)


def _list_in_parentheses(span: Span) -> Diagnostic:
    return make_diagnostic("S124", span, help="parentheses", found=",")


def _wrong_number_of_arguments(span: Span, function: str, expected: int, count: int) -> Diagnostic:
    is_set_function = function in ("union", "inter", "diff", "subset")
    hint = "function" if expected == 1 else "set" if is_set_function else "cardinality"
    return make_diagnostic(
        "S126",
        span,
        help=hint,
        function=function,
        wanted=count_message("argument", expected),
        found=count_message("argument", count),
    )
