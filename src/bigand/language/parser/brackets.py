"""Brackets: parentheses, calls, sets, ranges and quoted formulas."""

from bigand.language import syntax
from bigand.language.parser import lists
from bigand.language.parser.bodies import join_beside
from bigand.language.parser.cursor import Cursor
from bigand.language.parser.heads import begins_generator, read_generator
from bigand.language.parser.vocabulary import BODY_MARKS, OPERAND_START
from bigand.language.printing import member_by_member
from bigand.language.tokens import BINARY_FUNCTIONS, NAME, UNARY_FUNCTIONS, meant_keyword
from bigand.source.diagnostic import Diagnostic, Edit, counted
from bigand.source.fault import fault
from bigand.source.span import Span

_EQUALITIES = {"==": syntax.Operator.EQUAL, "!=": syntax.Operator.DIFFERENT, "=": syntax.Operator.EQUAL}


def read_parenthesised(cursor: Cursor) -> syntax.Node:
    opening = cursor.index
    cursor.advance()
    lists.open_bracket(cursor, ")")
    inner = cursor.expression(0)
    if cursor.kind == ",":
        return _read_tuple(cursor, inner, opening)
    if cursor.kind == "..":
        return _read_range_in_parentheses(cursor, inner, opening)
    lists.close_bracket(cursor, ")", opening)
    if isinstance(inner, syntax.Error):
        return inner
    return syntax.Parenthesised(inner, span=cursor.span_from(cursor.starts[opening]))


def _read_tuple(cursor: Cursor, first: syntax.Node, opening: int) -> syntax.Node:
    """`($i,$j)`, of which the language has none; compared with another one, it is read member by member."""
    comma, start, is_first = cursor.here, cursor.starts[opening], cursor.index != cursor.complained_at
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
    right = _read_members(cursor, cursor.expression(0), second)
    span = cursor.span_from(start)
    if len(left) != len(right):
        cursor.diagnostics.append(_list_in_parentheses(comma))
        return syntax.Error((*left, *right), span=span)
    pairs = [
        syntax.Infix(operator, pair, span=pair[0].span.to(pair[1].span)) for pair in zip(left, right, strict=True)
    ]
    joint = syntax.Operator.AND if operator is syntax.Operator.EQUAL else syntax.Operator.OR
    text = member_by_member(cursor.text, span, operator, left, right)
    cursor.diagnostics.append(fault("S129", span, fix=[Edit(span, text)], operator=operator.value, text=text))
    return syntax.Parenthesised(syntax.Infix(joint, tuple(pairs), span=span), span=span)


def _read_members(cursor: Cursor, first: syntax.Node, opening: int) -> list[syntax.Node]:
    members = [first]
    while cursor.accept(","):
        members.append(cursor.expression(0))
    lists.close_bracket(cursor, ")", opening)
    return members


def _read_range_in_parentheses(cursor: Cursor, first: syntax.Node, opening: int) -> syntax.Node:
    dots, start = cursor.here, cursor.starts[opening]
    cursor.advance()
    last = cursor.expression(0)
    is_closed = cursor.kind == ")"
    brackets = [cursor.token_span(opening), cursor.here] if is_closed else []
    text = cursor.text[first.span.start : last.span.end]
    cursor.diagnostics.append(_parentheses_for_brackets(dots, brackets, text))
    lists.close_bracket(cursor, ")", opening)
    return syntax.Range(first, last, span=cursor.span_from(start))


def read_call(cursor: Cursor) -> syntax.Node:
    return read_called(cursor, cursor.kind, cursor.index)


def read_called(cursor: Cursor, kind: str, opening: int) -> syntax.Node:
    """A call of a function, from its parenthesis on."""
    function = kind[:-1]
    cursor.advance()
    arguments = lists.read_arguments(cursor, opening, function)
    span = cursor.span_from(cursor.starts[opening])
    wanted = 1 if kind in UNARY_FUNCTIONS else 2
    if len(arguments) != wanted:
        if arguments:  # none at all has been complained of
            cursor.diagnostics.append(_wrong_number_of_arguments(span, function, wanted, len(arguments)))
        return syntax.Error(arguments, span=span)
    if kind in UNARY_FUNCTIONS:
        return syntax.Call(function, arguments, span=span)
    if kind in BINARY_FUNCTIONS:
        cursor.diagnostics.append(fault("S401", span, function=function))
        return syntax.Call(function, arguments, span=span)
    return syntax.Cardinality(syntax.Count(function), arguments[0], arguments[1], span=span)


def read_set(cursor: Cursor) -> syntax.Node:
    opening, start = cursor.index, cursor.starts[cursor.index]
    cursor.advance()
    if cursor.accept("]"):
        return syntax.SetLiteral((), span=cursor.span_from(start))
    lists.open_bracket(cursor, "]")
    first = cursor.expression(0)
    if cursor.accept("..") or _colon_for_range(cursor):
        last = cursor.expression(0)
        lists.close_bracket(cursor, "]", opening)
        return syntax.Range(first, last, span=cursor.span_from(start))
    if _for_of_set(cursor):
        generator = read_generator(cursor, "[")
        lists.close_bracket(cursor, "]", opening)
        return syntax.Comprehension(first, generator, span=cursor.span_from(start))
    elements = [first]
    while cursor.kind in (",", ";"):
        if cursor.kind == ";":
            cursor.report(lists.semicolon_in_list(cursor.here))
        cursor.advance()
        if cursor.kind == ".." and elements:  # [1,..,8]
            cursor.pass_over(fault("S120", cursor.here, variant="commas"))
            cursor.accept(",")
        elements.append(cursor.expression(0))
    is_closed = lists.close_bracket(cursor, "]", opening)
    span = cursor.span_from(start)
    if not is_closed or (len(elements) == 1 and cursor.text[start] == "{"):
        return lists.broken(elements, span)  # who knows what belongs to it, or whether a set is meant
    return syntax.SetLiteral(tuple(elements), span=span)


def _for_of_set(cursor: Cursor) -> bool:
    """Read the `for` of `[p($i) for $i in S]`, or what stands for it, or complain that it is missing."""
    if cursor.kind == "for" or (cursor.kind == NAME and meant_keyword(cursor.written()) == "for"):
        return cursor.accept_meant("for")
    if cursor.kind == "or":  # the bar of `[p($i) | $i in S]`, else it would have been read
        span = cursor.here
        cursor.take_back(span)
        cursor.diagnostics.append(_bar_for_for(span, cursor.lexer.spaced("for", span)))
        cursor.advance()
        return True
    if begins_generator(cursor, cursor.index):
        cursor.report(
            fault("S110", cursor.gap, variant="for", help="comprehension", fix=[Edit(cursor.gap.after(), " for")])
        )
        return True
    return False


def _colon_for_range(cursor: Cursor) -> bool:
    """Read the colon of `[1:8]`; where the bracket does not close, it is the colon of a head."""
    if cursor.kind != ":" or not cursor.comes_before(cursor.index + 1, "]", BODY_MARKS):
        return False
    cursor.pass_over(fault("S120", cursor.here, variant="colon", help="commas", fix=[Edit(cursor.here, "..")]))
    return True


def read_quoted(cursor: Cursor) -> syntax.Node:
    start, index = cursor.starts[cursor.index], cursor.index
    cursor.advance()
    if cursor.kind == '"' and cursor.same_line(cursor.index):
        cursor.pass_over(lists.missing_operand(cursor.token_span(index), '"', '"'))
        return syntax.Error((), span=cursor.span_from(start))
    cursor.closed += 1
    formula = cursor.expression(0)
    in_pieces = False
    while cursor.kind in OPERAND_START and cursor.kind != '"' and cursor.same_line(cursor.index):
        in_pieces = True
        formula = join_beside(cursor, formula)
    cursor.closed -= 1
    if not cursor.accept('"'):
        cursor.report(
            fault("S119", cursor.gap, secondary=[(Span(start, start + 1), "opener")]), missing_closer=True
        )
        in_pieces = True
    if in_pieces:
        return lists.broken([formula], cursor.span_from(start))
    return syntax.Quoted(formula, span=cursor.span_from(start))


def _bar_for_for(span: Span, replacement: str) -> Diagnostic:
    fix = [Edit(span, replacement)]
    return fault("S002", span, fix=fix, written="|", meant="for")


def _parentheses_for_brackets(dots: Span, parentheses: list[Span], text: str) -> Diagnostic:
    fix = [Edit(span, bracket) for span, bracket in zip(parentheses, "[]", strict=False)]
    return fault("S120", dots, fix=fix, text=text)


def _list_in_parentheses(span: Span) -> Diagnostic:
    return fault("S124", span, help="parentheses", found=",")


def _wrong_number_of_arguments(span: Span, function: str, wanted: int, found: int) -> Diagnostic:
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
