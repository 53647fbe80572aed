"""Heads: `$i,$j in A,B when c`, and what people write in its place."""

from bigand.language.parser.cursor import Cursor
from bigand.language.parser.indices import read_variable
from bigand.language.parser.lists import semicolon_in_list
from bigand.language.parser.vocabulary import BODY_MARKS, OPERAND_START, TERM_OPERATORS
from bigand.language.syntax import Generator, Node, Range, Variable
from bigand.language.tokens import JUNK, NAME, VARIABLE, VARIABLE_OPEN, meant_keyword
from bigand.source.diagnostic import Diagnostic, Edit
from bigand.source.fault import fault
from bigand.source.span import Span


def read_bare_range(cursor: Cursor, first: Node) -> Node:
    """`1..8` without brackets, where a set must stand."""
    dots = cursor.here
    cursor.advance()
    last = cursor.expression(0)
    span = first.span.to(last.span)
    half = cursor.kind == "]" and "]" not in cursor.closers
    text = cursor.text[span.start : span.end]
    cursor.diagnostics.append(_range_without_brackets(dots, span, text, half))
    if half:
        cursor.advance()
    return Range(first, last, span=span)


def begins_generator(cursor: Cursor, index: int) -> bool:
    """Whether `$i in` or `$i,$j` begins at a token, which is only written in a head."""
    if cursor.kinds[index] != VARIABLE:
        return False
    after = cursor.kinds[index + 1]
    return means_in(cursor, index + 1) or (after == "," and cursor.kinds[index + 2] == VARIABLE)


def means_in(cursor: Cursor, index: int) -> bool:
    """Whether a token is `in`, or the word for it in another language."""
    kind = cursor.kinds[index]
    return kind == "in" or (kind == NAME and meant_keyword(cursor.token_text(index)) == "in")


def _range_without_brackets(dots: Span, span: Span, text: str, half: bool) -> Diagnostic:
    """`half` says that the closing bracket is there."""
    edits = [Edit(Span(span.start, span.start), "["), *([] if half else [Edit(span.after(), "]")])]
    return fault("S120", dots, fix=edits, text=text)


def read_generator(cursor: Cursor, keyword: str, read: list[Variable] | None = None) -> Generator:
    """`$i,$j in A,B when c`, after the word that introduces it and the variables `read` before."""
    start = cursor.starts[cursor.index]
    variables = read or read_variables(cursor, keyword)
    if not cursor.accept_meant("in"):
        if cursor.kind == "=":
            equals = cursor.here
            cursor.advance()
            cursor.report(fault("S110", equals, variant="equals", fix=[Edit(equals, "in")]))
        else:
            cursor.report(_wrong_in("S110", cursor.gap, keyword))
    sets = [_read_loop_set(cursor)]
    while not _ends_head(cursor, keyword, len(sets) - len(variables)) and list_goes_on(
        cursor, len(sets) < len(variables)
    ):
        if _another_in(cursor):
            index = cursor.index
            both = cursor.token_span(index).to(cursor.token_span(index + 1))
            cursor.diagnostics.append(_wrong_in("S111", both, keyword))
            variables.append(read_variable(cursor))
            cursor.advance()
        sets.append(_read_loop_set(cursor))
    return Generator(tuple(variables), tuple(sets), _read_condition(cursor, keyword), span=cursor.span_from(start))


def _ends_head(cursor: Cursor, keyword: str, surplus: int) -> bool:
    """Whether a comma or semicolon after the last set stands for the colon."""
    is_odd = cursor.kind in (",", ";") and surplus >= 0 and keyword in ("bigand", "bigor")
    return is_odd and not cursor.comes_before(cursor.index + 1, ":", BODY_MARKS)


def list_goes_on(cursor: Cursor, is_short: bool) -> bool:
    """Read the comma before another set, or what stands for it; `is_short` says that one is missing."""
    if cursor.accept(",") or _another_in(cursor):
        return True
    if cursor.kind == ";":
        cursor.pass_over(semicolon_in_list(cursor.here))
        return True
    if is_short and cursor.kind in ("[", VARIABLE) and not condition_follows(cursor):
        cursor.report(missing_comma(cursor.gap))
        return True
    return False


def condition_follows(cursor: Cursor) -> bool:
    return cursor.kind == VARIABLE and cursor.kinds[cursor.index + 1] in TERM_OPERATORS


def _read_condition(cursor: Cursor, keyword: str) -> Node | None:
    """`when c`, or a condition without its word."""
    if cursor.accept_meant("when"):
        return cursor.expression(0)
    is_if = cursor.kind == "if" or (cursor.kind == NAME and meant_keyword(cursor.written()) == "if")
    if is_if and (keyword == "[" or cursor.comes_before(cursor.index + 1, ":", BODY_MARKS)):
        cursor.pass_over(fault("S118", cursor.here, variant="when", fix=[Edit(cursor.here, "when")]))
        return cursor.expression(0)
    if keyword != "[" and cursor.kind in OPERAND_START and cursor.head_goes_on():
        cursor.report(_missing_when(cursor.gap, is_glued=cursor.starts[cursor.index] == cursor.last_end))
        return cursor.expression(0)
    return None


def _another_in(cursor: Cursor) -> bool:
    return cursor.kind == VARIABLE and cursor.kinds[cursor.index + 1] == "in"


def _read_loop_set(cursor: Cursor) -> Node:
    node = cursor.expression(0)
    return read_bare_range(cursor, node) if cursor.kind == ".." else node


def read_variables(cursor: Cursor, keyword: str) -> list[Variable]:
    variables: list[Variable] = []
    bracketed = cursor.kind == "("
    if bracketed:
        cursor.pass_over(fault("S127", cursor.here, variant="bracketed", keyword=keyword))
    while True:
        if cursor.kind in (VARIABLE, VARIABLE_OPEN):
            variables.append(read_variable(cursor))
        elif cursor.kind == NAME and not meant_keyword(cursor.written()):
            span, name = cursor.here, cursor.written()
            cursor.pass_over(fault("S117", span, fix=[Edit(span, "$" + name)], name=name, keyword=keyword))
            variables.append(Variable("$" + name, (), span=span))
        elif cursor.kind == JUNK:
            cursor.advance()
        else:
            cursor.report(_missing_variable(cursor.here, keyword, cursor.written()))
            break
        if cursor.kind == ";":
            cursor.pass_over(semicolon_in_list(cursor.here))
        elif cursor.kind == VARIABLE:
            cursor.report(missing_comma(cursor.gap))
        elif not cursor.accept(","):
            break
    if bracketed:
        cursor.accept(")")
    return variables


def _wrong_in(code: str, span: Span, keyword: str) -> Diagnostic:
    """No `in`, or more than one."""
    return fault(code, span, label="label", help="comprehension" if keyword == "[" else "help", keyword=keyword)


def _missing_when(gap: Span, is_glued: bool) -> Diagnostic:
    fix = [Edit(gap.after(), " when " if is_glued else " when")]
    return fault("S118", gap, variant="when", fix=fix)


def missing_comma(gap: Span) -> Diagnostic:
    return fault("S125", gap, variant="comma", help="list", fix=[Edit(gap.after(), ",")])


def _missing_variable(span: Span, keyword: str, found: str) -> Diagnostic:
    if keyword == "[":
        return fault("S127", span, help="comprehension", keyword="for", found=found)
    return fault("S127", span, keyword=keyword, found=found)
