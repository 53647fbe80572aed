"""Lists in brackets, their opening and closing, and diagnostics for missing or wrong brackets."""

from collections.abc import Sequence

from bigand.language.parser.cursor import Cursor
from bigand.language.syntax import Error, Infix, Node, Parenthesised, SetLiteral, Signed, Variable
from bigand.language.tokens import CLOSING_BRACKETS, INTEGER, NAME, OPERAND_START, VARIABLE, VARIABLE_OPEN
from bigand.source.diagnostic import Diagnostic, Edit
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Span

UNEXPECTED_HELP = {
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


def adjacent_formulas(cursor: Cursor) -> Diagnostic:
    previous_span = Span(cursor.starts[cursor.index - 1], cursor.ends[cursor.index - 1])
    if cursor.kind == "(" and cursor.kinds[cursor.index - 1] == NAME:
        return space_before_arguments(
            Span(previous_span.end, cursor.starts[cursor.index]), cursor.token_text(cursor.index - 1)
        )
    is_product = cursor.kinds[cursor.index - 1] == INTEGER and cursor.kind in (VARIABLE, VARIABLE_OPEN)
    if is_product and previous_span.end == cursor.starts[cursor.index]:
        return _missing_times(previous_span, cursor.token_text(cursor.index - 1), cursor.current_text())
    return make_diagnostic(
        "S102", cursor.gap, secondary=[(cursor.current_span, "next")], found=cursor.current_text()
    )


def _missing_times(gap: Span, number: str, following: str) -> Diagnostic:
    """`2$i`, as on a blackboard."""
    fix = [Edit(gap.after(), "*")]
    return make_diagnostic("S102", gap, variant="times", fix=fix, right=f"{number}*{following}")


def unmatched_bracket(span: Span, bracket: str) -> Diagnostic:
    return make_diagnostic("S106", span, found=bracket)


def space_before_arguments(blank: Span, name: str) -> Diagnostic:
    return make_diagnostic("S112", blank, fix=[Edit(blank, "")], name=name)


def unexpected_token(span: Span, token_text: str, fix: Sequence[Edit] = ()) -> Diagnostic:
    hint = UNEXPECTED_HELP.get(token_text)
    return make_diagnostic("S124", span, help=hint, fix=fix, found=token_text)


def read_arguments(cursor: Cursor, opening: int, name: str) -> tuple[Node, ...]:
    """Read the arguments after `p(`, including the closing parenthesis."""
    if cursor.kinds[cursor.index] == ")":
        span = Span(cursor.starts[opening], cursor.ends[cursor.index])
        cursor.report_and_skip(make_diagnostic("S113", span, fix=[Edit(span, name)], name=name))
        return ()
    open_bracket(cursor, ")")
    values = _read_list(cursor)
    if close_bracket(cursor, ")", opening):
        return tuple(values)
    return tuple([make_error_node([value], value.span) for value in values])  # unclear what belongs to them


def _read_list(cursor: Cursor) -> list[Node]:
    """Read one or more expressions, separated by commas."""
    values = [cursor.parse_expression(0)]
    while True:
        kind = cursor.kinds[cursor.index]
        if kind == ",":
            cursor.advance()
        elif kind == ";":
            cursor.report_and_skip(semicolon_in_list(cursor.current_span))
        else:
            return values
        values.append(cursor.parse_expression(0))


def open_bracket(cursor: Cursor, closer: str) -> None:
    """Enter a bracket that `closer` closes. Inside, formulas may not stand side by side."""
    cursor.enclosing_count += 1
    cursor.closers.append(closer)


def close_bracket(cursor: Cursor, bracket: str, opening: int) -> bool:
    """Read a closing bracket, or report that it is missing or that something precedes it.

    Return False if there is none and its position is unknown.
    """
    cursor.enclosing_count -= 1
    cursor.closers.pop()
    if cursor.kinds[cursor.index] == bracket:
        cursor.advance()
        return True
    opener = Span(cursor.starts[opening], cursor.ends[opening])
    if cursor.kind in OPERAND_START and _is_inside_bracket(cursor, opening):
        cursor.report_once(adjacent_formulas(cursor))
        cursor.skip_to(frozenset({bracket, ":", "then", "else"}))
        if not cursor.accept(bracket):
            cursor.reported_at = cursor.index
        return True
    if cursor.kind in CLOSING_BRACKETS and cursor.kind not in cursor.closers:
        cursor.report_and_skip(_wrong_bracket(cursor.current_span, cursor.current_text(), opener, bracket))
        return True
    if cursor.kind in ("..", ",", "=", "data") and cursor.index != cursor.reported_at:
        cursor.report_once(unexpected_token(cursor.current_span, cursor.current_text()))
        cursor.skip_to(frozenset({bracket, ":"}))
        if cursor.accept(bracket):
            return True
    cursor.report_once(
        make_diagnostic("S105", cursor.gap, secondary=[(opener, "opener")], bracket=bracket), missing_closer=True
    )
    return False


def _is_inside_bracket(cursor: Cursor, opening: int) -> bool:
    """Whether the next token is still inside the bracket, judging by its indentation."""
    return cursor.is_on_line_of_previous(cursor.index) or cursor.column(cursor.index) > cursor.indent(opening)


def make_error_node(nodes: list[Node], span: Span) -> Error:
    """Make a node for partly read text. Its names are checked, but not the operators between them."""
    parts: list[Node] = []
    pending = nodes[::-1]
    while pending:
        node = pending.pop()
        if isinstance(node, Infix):
            pending.extend(node.operands[::-1])
        elif isinstance(node, Signed):
            pending.append(node.operand)
        elif isinstance(node, Parenthesised):
            pending.append(node.inner)
        elif isinstance(node, Error):
            pending.extend(node.parts[::-1])
        else:
            parts.append(node)
    return Error(tuple(parts), span=span)


def missing_operand(previous: Span, previous_text: str, next_text: str) -> Diagnostic:
    """Nothing usable after `previous`; `next_text` is the token there, empty at the end of the file."""
    help = "body" if previous_text == ":" else "list" if previous_text == "," else "help"
    return make_diagnostic("S101", previous, help=help, before=previous_text, found=next_text)


def _wrong_bracket(span: Span, written: str, opener: Span, expected: str) -> Diagnostic:
    return make_diagnostic(
        "S105", span, variant="wrong", secondary=[(opener, "opener")],
        fix=[Edit(span, expected)], found=written, bracket=expected)  # fmt: skip


def semicolon_in_list(span: Span) -> Diagnostic:
    return make_diagnostic("S125", span, variant="list", fix=[Edit(span, ",")])


def missing_operand_before(span: Span, operator: str) -> Diagnostic:
    return make_diagnostic("S101", span, variant="before", operator=operator)


# ---------------------------------------------------------------------- variables and indices


def read_indices_in_brackets(cursor: Cursor, name: str) -> tuple[Node, ...]:
    """Read `p[1]` or `p{1}`, which other languages have, as `p(1)`."""
    first, openings, closings = cursor.current_span, [], []
    indices: list[Node] = []
    while cursor.kind == "[" and cursor.starts[cursor.index] == cursor.ends[cursor.index - 1]:  # p[1][2]
        opening = cursor.current_span
        node = cursor.parse_operand()  # a set
        cursor.drop_lexer_reports(opening)
        openings.append(opening)
        if cursor.text[node.span.end - 1] in "]}":
            closings.append(Span(node.span.end - 1, node.span.end))
        parts = node.elements if isinstance(node, SetLiteral) else node.parts if isinstance(node, Error) else ()
        indices += parts or (node,)
    is_subscript = name.endswith("_") and len(name) > 1  # p_{1}
    begin = Span(first.start - is_subscript, first.end)
    fix = (
        [(begin, "("), *[(span, ",") for span in bracket_joints(openings, closings)], (closings[-1], ")")]
        if len(closings) == len(openings)
        else []
    )
    cursor.diagnostics.append(_brackets_for_parentheses(first, name.rstrip("_") if is_subscript else name, fix))
    return tuple(indices)


def read_variable(cursor: Cursor) -> Variable:
    """Read `$i` or `$i(…)`."""
    index, start = cursor.index, cursor.starts[cursor.index]
    cursor.advance()
    if cursor.kinds[index] == VARIABLE:
        if cursor.kinds[cursor.index] == "[" and cursor.starts[cursor.index] == cursor.ends[index]:
            name = cursor.token_text(index)
            return Variable(name, read_indices_in_brackets(cursor, name), span=cursor.span_from(start))
        return Variable(cursor.text[start : cursor.ends[index]], (), span=Span(start, cursor.ends[index]))
    name = cursor.text[start : cursor.ends[index] - 1]
    arguments = read_arguments(cursor, index, name)
    return Variable(name, arguments, span=cursor.span_from(start))


def bracket_joints(openings: list[Span], closings: list[Span]) -> list[Span]:
    """The spans from the end of one pair of brackets to the beginning of the next."""
    return [end.to(begin) for end, begin in zip(closings[:-1], openings[1:], strict=True)]


def _brackets_for_parentheses(opening: Span, name: str, fix: Sequence[tuple[Span, str]]) -> Diagnostic:
    edits = [Edit(span, text) for span, text in fix]
    return make_diagnostic("S112", opening, variant="brackets", fix=edits, name=name)
