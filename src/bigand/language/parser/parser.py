"""The parser of whole files: assignments and formulas, and recovery at the top level."""

from bigand.language import syntax
from bigand.language.parser import lists
from bigand.language.parser.constructs import guess_big_operator
from bigand.language.parser.cursor import Cursor, TooDeepError
from bigand.language.parser.expressions import read_expression, read_infix, recover_from_equals
from bigand.language.parser.generators import read_bare_range
from bigand.language.parser.lists import read_variable
from bigand.language.parser.operands import is_keyword_as_name, read_operand
from bigand.language.tokens import (
    CLOSING_BRACKETS,
    END_OF_FILE,
    INFIX_OPERATORS,
    NAME,
    NAME_OPEN,
    OPERAND_START,
    TERM_OPERATORS,
    VARIABLE,
    VARIABLE_OPEN,
    guess_keyword,
)
from bigand.source.diagnostic import Diagnostic, Edit
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Span


def read_items(cursor: Cursor) -> tuple[syntax.Item, ...]:
    """Read all items up to the end, or until one nests too deeply."""
    items: list[syntax.Item] = []
    try:
        while cursor.kind != END_OF_FILE:
            item = _read_item(cursor)
            if item is not None:
                items.append(item)
    except TooDeepError:
        pass
    return tuple(items)


def read_whole_expression(cursor: Cursor) -> syntax.Node | None:
    """Read an expression that is the whole text; return None if it is not."""
    cursor.enclosing_count += 1
    try:
        node = cursor.parse_expression(0)
    except TooDeepError:
        return None
    return node if cursor.kind == END_OF_FILE else None


def _read_item(cursor: Cursor) -> syntax.Item | None:
    first, start = cursor.index, cursor.starts[cursor.index]
    kind = cursor.kinds[first]
    if kind == NAME_OPEN:
        node = cursor.parse_expression(0)
    elif kind == NAME:
        if _skip_old_syntax(cursor):
            return None
        node = cursor.parse_expression(0)
    elif kind in (VARIABLE, VARIABLE_OPEN):
        target = read_variable(cursor)
        if cursor.kind == "=":
            return _read_assignment(cursor, target)
        node = cursor.parse_infix(target, 0)
    elif kind == "\\\\" and _skip_idle_line_break(cursor):
        return None
    elif kind == "let" and _report_if_global_let(cursor):
        cursor.advance()
        return _read_item(cursor)
    elif kind == "(" and _follows_name(cursor, first):
        node = _read_spaced_arguments(cursor, first)
    elif (
        kind in OPERAND_START or is_keyword_as_name(cursor) or (kind == "for" and guess_big_operator(cursor, first))
    ):
        node = cursor.parse_expression(0)
    else:
        _skip_stray_token(cursor)
        return None
    if cursor.kinds[cursor.index] == "=":
        if isinstance(node, syntax.Proposition):
            return _read_assignment_to_name(cursor, node)
        node = _read_trailing_equals(cursor, node)
    data = not is_keyword_as_name(cursor) and cursor.accept("data")
    if cursor.index == first:  # nothing was read: always make progress
        cursor.advance()
    return syntax.Assertion(node, data, span=Span(start, max(start, cursor.ends[cursor.index - 1])))


def _skip_idle_line_break(cursor: Cursor) -> bool:
    """Skip `\\\\` before an assignment or at the end, with an error."""
    next_index = cursor.index + 1
    if cursor.kinds[next_index] != END_OF_FILE and (
        cursor.kinds[next_index] != VARIABLE or cursor.kinds[next_index + 1] != "="
    ):
        return False
    cursor.report_and_skip(
        lists.unexpected_token(cursor.current_span, cursor.current_text(), [Edit(cursor.current_span, "")])
    )
    return True


def _read_assignment_to_name(cursor: Cursor, target: syntax.Proposition) -> syntax.Item:
    """Read `N = 8` or `f(1) = 8`, where the dollar was forgotten."""
    start, name, index = target.span.start, target.name, cursor.index
    assignment = _read_assignment(cursor, syntax.Variable("$" + name, target.arguments, span=target.span))
    between_names = isinstance(assignment.value, syntax.Proposition)
    truth = _truth_if_assigned(assignment.value)
    if (
        index != cursor.reported_at
        and truth is not None
        and (target.arguments or not isinstance(assignment.value, syntax.Integer))
    ):
        atom = cursor.text[start : target.span.end]
        cursor.diagnostics.append(_truth_assignment(assignment.span, name, atom, truth))
        return syntax.Assertion(target, False, span=assignment.span)
    if index != cursor.reported_at:
        span = Span(start, start + len(name))
        cursor.diagnostics.append(_assignment_without_dollar(span, name, between_names))
    return assignment


def _read_trailing_equals(cursor: Cursor, node: syntax.Node) -> syntax.Node:
    """Read `=` after a whole formula, which would otherwise look like a new item."""
    while cursor.kind == "=":
        node = cursor.parse_infix(recover_from_equals(cursor, node), 0)
    return node


def _read_assignment(cursor: Cursor, target: syntax.Variable) -> syntax.Assignment:
    cursor.advance()
    cursor.in_assignment_value = True
    value = cursor.parse_expression(0)
    cursor.in_assignment_value = False
    if cursor.kind == "..":
        value = read_bare_range(cursor, value)
    elif cursor.kind == ",":
        cursor.report_once(make_diagnostic("S120", cursor.current_span, variant="list"))
        while cursor.accept(","):
            cursor.parse_expression(0)
        value = syntax.Error((value,), span=cursor.span_from(value.span.start))
    if isinstance(value, syntax.Infix) and any([isinstance(operand, syntax.Error) for operand in value.operands]):
        value = lists.make_error_node([value], value.span)
    return syntax.Assignment(target, value, span=cursor.span_from(target.span.start))


def _report_if_global_let(cursor: Cursor) -> bool:
    """Whether `let $x = 1` without a body is next, which means an assignment; report it then."""
    next_index = cursor.index + 1
    if cursor.kinds[next_index] != VARIABLE or cursor.kinds[next_index + 1] != "=":
        return False
    index, reported_at, diagnostic_count = cursor.index, cursor.reported_at, len(cursor.diagnostics)
    cursor.advance()
    cursor.advance()
    cursor.advance()
    value = cursor.parse_expression(0)
    is_let_in = isinstance(value, syntax.Infix) and value.operator is syntax.Operator.IN
    is_assignment = (
        not is_let_in
        and cursor.kind not in (",", ":")
        and not (cursor.kind == NAME and guess_keyword(cursor.current_text()))
    )
    is_assignment = is_assignment and (cursor.kind == END_OF_FILE or cursor.begins_line(cursor.index))
    cursor.index, cursor.reported_at = index, reported_at
    del cursor.diagnostics[diagnostic_count:]
    if is_assignment:
        cursor.report_once(make_diagnostic("S116", cursor.current_span))
    return is_assignment


def _skip_old_syntax(cursor: Cursor) -> bool:
    """Skip `begin sets` or `begin formula` of TouIST before 2016."""
    word = cursor.current_text()
    following = cursor.token_text(cursor.index + 1) if cursor.kinds[cursor.index + 1] == NAME else ""
    if word != "begin" or following not in ("sets", "formula", "formulas"):
        return False
    if cursor.old_ends.get(following, -1) < cursor.starts[cursor.index]:
        return False  # two propositions
    cursor.report_and_skip(make_diagnostic("S123", cursor.current_span.to(cursor.token_span(cursor.index + 1))))
    cursor.advance()
    return True


def _skip_stray_token(cursor: Cursor) -> None:
    """Report and skip a token that cannot begin an item."""
    span, kind = cursor.current_span, cursor.kind
    following = cursor.token_text(cursor.index + 1) if cursor.kinds[cursor.index + 1] == NAME else ""
    if kind == "end" and following in ("sets", "formula", "formulas"):
        cursor.advance()
    elif kind == "end":
        cursor.report_once(make_diagnostic("S104", span))
    elif kind in CLOSING_BRACKETS:
        cursor.report_once(lists.unmatched_bracket(span, cursor.current_text()))
    elif kind == ";":
        cursor.report_once(make_diagnostic("S125", span, fix=[Edit(span, "")]))
    elif kind in INFIX_OPERATORS:
        cursor.report_and_skip(lists.missing_operand_before(span, cursor.current_text()))
        if cursor.kind in OPERAND_START:
            cursor.parse_expression(0)
        return
    else:
        cursor.report_and_skip(lists.unexpected_token(span, cursor.current_text()))
        cursor.skip_to(frozenset({"bigand", "bigor"}))
        return
    cursor.advance()


def _follows_name(cursor: Cursor, index: int) -> bool:
    """Whether a parenthesis comes after a name on its line, separated only by blanks."""
    return index > 0 and cursor.kinds[index - 1] == NAME and cursor.is_on_line_of_previous(index)


def _read_spaced_arguments(cursor: Cursor, opening: int) -> syntax.Node:
    """Read `p (…)` at the top level: two formulas, unless it can only be arguments."""
    name = cursor.token_text(opening - 1)
    blank = Span(cursor.ends[opening - 1], cursor.starts[opening])
    cursor.advance()
    lists.open_bracket(cursor, ")")
    inner = cursor.parse_expression(0)
    is_list = cursor.kind == ","
    while cursor.accept(","):
        cursor.parse_expression(0)
    lists.close_bracket(cursor, ")", opening)
    span = cursor.span_from(cursor.starts[opening])
    if is_list or (_is_value(inner) and cursor.kind not in TERM_OPERATORS):
        cursor.diagnostics.append(lists.space_before_arguments(blank, name))
        return cursor.parse_infix(syntax.Error((inner,), span=span), 0)
    if isinstance(inner, syntax.Proposition | syntax.Variable):
        cursor.diagnostics.append(make_diagnostic("S404", blank, name=name))
    return cursor.parse_infix(syntax.Parenthesised(inner, span=span), 0)


def _truth_if_assigned(node: syntax.Node) -> bool | None:
    """The truth value that a proposition gets from an assignment of this value."""
    match node:
        case syntax.Boolean(value) | syntax.Truth(value):
            return value
        case syntax.Integer(0 | 1 as number):
            return number == 1
        case _:
            return None


def _is_value(node: syntax.Node) -> bool:
    """Whether this is a number, truth value or set, which cannot be a formula."""
    if isinstance(node, syntax.Signed):
        return node.sign is syntax.Sign.MINUS
    return isinstance(
        node,
        syntax.Integer | syntax.Float | syntax.Boolean | syntax.SetLiteral | syntax.Range | syntax.Comprehension,
    )


def _truth_assignment(span: Span, name: str, atom: str, is_true: bool) -> Diagnostic:
    """`p(1) = true`, as if propositions could be assigned."""
    right = atom if is_true else f"not {atom}"
    return make_diagnostic("S117", span, variant="truth", fix=[Edit(span, right)], name=name, right=right)


def _assignment_without_dollar(span: Span, name: str, between_names: bool) -> Diagnostic:
    if between_names:
        return make_diagnostic("S117", span, variant="assignment", help="equivalence", name=name)
    return make_diagnostic("S117", span, variant="assignment", help="help", fix=[Edit(span, "$" + name)], name=name)


class Parser(Cursor):
    """Parses a text, or a part of it, once. It binds the methods of `Cursor` to the functions of this package."""

    parse_expression = read_expression
    parse_infix = read_infix
    parse_operand = read_operand
    parse_items = read_items
    parse_whole_expression = read_whole_expression
