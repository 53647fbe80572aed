"""Generators: `$i,$j in A,B when c` in the heads of operators, and common misspellings of it."""

from bigand.language.parser.cursor import Cursor
from bigand.language.parser.lists import read_variable, semicolon_in_list
from bigand.language.syntax import Generator, Node, Range, Variable
from bigand.language.tokens import (
    BODY_BOUNDARIES,
    JUNK,
    NAME,
    OPERAND_START,
    TERM_OPERATORS,
    VARIABLE,
    VARIABLE_OPEN,
    guess_keyword,
)
from bigand.source.diagnostic import Diagnostic, Edit
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Span


def read_bare_range(cursor: Cursor, first: Node) -> Node:
    """Read `1..8` without brackets, where a set is required."""
    dots = cursor.current_span
    cursor.advance()
    last = cursor.parse_expression(0)
    span = first.span.to(last.span)
    has_closing_bracket = cursor.kind == "]" and "]" not in cursor.closers
    text = cursor.text[span.start : span.end]
    cursor.diagnostics.append(_range_without_brackets(dots, span, text, has_closing_bracket))
    if has_closing_bracket:
        cursor.advance()
    return Range(first, last, span=span)


def begins_generator(cursor: Cursor, index: int) -> bool:
    """Whether `$i in` or `$i,$j` begins at a token, which occurs only in a head."""
    if cursor.kinds[index] != VARIABLE:
        return False
    next_kind = cursor.kinds[index + 1]
    return is_in_keyword(cursor, index + 1) or (next_kind == "," and cursor.kinds[index + 2] == VARIABLE)


def is_in_keyword(cursor: Cursor, index: int) -> bool:
    """Whether a token is `in`, or a foreign word for it."""
    kind = cursor.kinds[index]
    return kind == "in" or (kind == NAME and guess_keyword(cursor.token_text(index)) == "in")


def _range_without_brackets(dots: Span, span: Span, text: str, has_closing_bracket: bool) -> Diagnostic:
    """`has_closing_bracket` says that only the opening bracket is missing."""
    edits = [Edit(Span(span.start, span.start), "["), *([] if has_closing_bracket else [Edit(span.after(), "]")])]
    return make_diagnostic("S120", dots, fix=edits, text=text)


def read_generator(cursor: Cursor, keyword: str, known_variables: list[Variable] | None = None) -> Generator:
    """Read `$i,$j in A,B when c` after `keyword`. `known_variables` are those already read."""
    start = cursor.starts[cursor.index]
    variables = known_variables or read_variables(cursor, keyword)
    if not cursor.accept_variant("in"):
        if cursor.kind == "=":
            equals = cursor.current_span
            cursor.advance()
            cursor.report_once(make_diagnostic("S110", equals, variant="equals", fix=[Edit(equals, "in")]))
        else:
            cursor.report_once(_wrong_in("S110", cursor.gap, keyword))
    sets = [_read_loop_set(cursor)]
    while not _is_separator_for_colon(cursor, keyword, len(sets) - len(variables)):
        if not accept_list_separator(cursor, len(sets) < len(variables)):
            break
        if _is_variable_and_in_next(cursor):
            index = cursor.index
            variable_and_in = cursor.token_span(index).to(cursor.token_span(index + 1))
            cursor.diagnostics.append(_wrong_in("S111", variable_and_in, keyword))
            variables.append(read_variable(cursor))
            cursor.advance()
        sets.append(_read_loop_set(cursor))
    return Generator(tuple(variables), tuple(sets), _read_condition(cursor, keyword), span=cursor.span_from(start))


def _is_separator_for_colon(cursor: Cursor, keyword: str, surplus: int) -> bool:
    """Whether a comma or semicolon after the last set stands for the colon."""
    is_odd = cursor.kind in (",", ";") and surplus >= 0 and keyword in ("bigand", "bigor")
    return is_odd and not cursor.is_token_ahead(cursor.index + 1, ":", BODY_BOUNDARIES)


def accept_list_separator(cursor: Cursor, expects_more: bool) -> bool:
    """Read the comma before another set, or a substitute. `expects_more` says that a set is missing."""
    if cursor.accept(",") or _is_variable_and_in_next(cursor):
        return True
    if cursor.kind == ";":
        cursor.report_and_skip(semicolon_in_list(cursor.current_span))
        return True
    if expects_more and cursor.kind in ("[", VARIABLE) and not is_condition_next(cursor):
        cursor.report_once(missing_comma(cursor.gap))
        return True
    return False


def is_condition_next(cursor: Cursor) -> bool:
    return cursor.kind == VARIABLE and cursor.kinds[cursor.index + 1] in TERM_OPERATORS


def _read_condition(cursor: Cursor, keyword: str) -> Node | None:
    """Read `when c`, or a condition without `when`."""
    if cursor.accept_variant("when"):
        return cursor.parse_expression(0)
    is_if = cursor.kind == "if" or (cursor.kind == NAME and guess_keyword(cursor.current_text()) == "if")
    if is_if and (keyword == "[" or cursor.is_token_ahead(cursor.index + 1, ":", BODY_BOUNDARIES)):
        cursor.report_and_skip(
            make_diagnostic("S118", cursor.current_span, variant="when", fix=[Edit(cursor.current_span, "when")])
        )
        return cursor.parse_expression(0)
    if keyword != "[" and cursor.kind in OPERAND_START and cursor.has_colon_ahead():
        cursor.report_once(_missing_when(cursor.gap, is_glued=cursor.starts[cursor.index] == cursor.last_end))
        return cursor.parse_expression(0)
    return None


def _is_variable_and_in_next(cursor: Cursor) -> bool:
    return cursor.kind == VARIABLE and cursor.kinds[cursor.index + 1] == "in"


def _read_loop_set(cursor: Cursor) -> Node:
    node = cursor.parse_expression(0)
    return read_bare_range(cursor, node) if cursor.kind == ".." else node


def read_variables(cursor: Cursor, keyword: str) -> list[Variable]:
    variables: list[Variable] = []
    bracketed = cursor.kind == "("
    if bracketed:
        cursor.report_and_skip(make_diagnostic("S127", cursor.current_span, variant="bracketed", keyword=keyword))
    while True:
        if cursor.kind in (VARIABLE, VARIABLE_OPEN):
            variables.append(read_variable(cursor))
        elif cursor.kind == NAME and not guess_keyword(cursor.current_text()):
            span, name = cursor.current_span, cursor.current_text()
            cursor.report_and_skip(
                make_diagnostic("S117", span, fix=[Edit(span, "$" + name)], name=name, keyword=keyword)
            )
            variables.append(Variable("$" + name, (), span=span))
        elif cursor.kind == JUNK:
            cursor.advance()
        else:
            cursor.report_once(_missing_variable(cursor.current_span, keyword, cursor.current_text()))
            break
        if cursor.kind == ";":
            cursor.report_and_skip(semicolon_in_list(cursor.current_span))
        elif cursor.kind == VARIABLE:
            cursor.report_once(missing_comma(cursor.gap))
        elif not cursor.accept(","):
            break
    if bracketed:
        cursor.accept(")")
    return variables


def _wrong_in(code: str, span: Span, keyword: str) -> Diagnostic:
    """A missing or repeated `in`."""
    return make_diagnostic(
        code, span, label="label", help="comprehension" if keyword == "[" else "help", keyword=keyword
    )


def _missing_when(gap: Span, is_glued: bool) -> Diagnostic:
    fix = [Edit(gap.after(), " when " if is_glued else " when")]
    return make_diagnostic("S118", gap, variant="when", fix=fix)


def missing_comma(gap: Span) -> Diagnostic:
    return make_diagnostic("S125", gap, variant="comma", help="list", fix=[Edit(gap.after(), ",")])


def _missing_variable(span: Span, keyword: str, token_text: str) -> Diagnostic:
    if keyword == "[":
        return make_diagnostic("S127", span, help="comprehension", keyword="for", found=token_text)
    return make_diagnostic("S127", span, keyword=keyword, found=token_text)
