"""Operands: names, numbers and constants, and recovery where an operand is missing."""

from bigand.language import syntax, tokens
from bigand.language.parser import lists
from bigand.language.parser.brackets import (
    read_call,
    read_call_from_parenthesis,
    read_parentheses,
    read_quotation,
    read_square_brackets,
)
from bigand.language.parser.constructs import (
    guess_big_operator,
    read_big_operator,
    read_if,
    read_let,
    read_quantifier,
)
from bigand.language.parser.cursor import Cursor, foreign_word
from bigand.language.parser.generators import begins_generator, is_condition_next, is_in_keyword
from bigand.language.parser.lists import read_indices_in_brackets, read_variable
from bigand.language.tokens import (
    FLOAT,
    FUNCTIONS,
    INTEGER,
    JUNK,
    NAME,
    NAME_OPEN,
    VARIABLE,
    VARIABLE_OPEN,
    guess_keyword,
)
from bigand.source.diagnostic import Diagnostic, Edit
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Span

_SUM_WORDS = frozenset({"sum", "somme", "count", "compte"})


def read_operand(cursor: Cursor) -> syntax.Node:
    """Parse a single operand, without infix operators."""
    index = cursor.index
    kind = cursor.kinds[index]
    start = cursor.starts[index]
    if kind == NAME_OPEN:
        if _begins_sum(cursor, index):
            return _skip_sum(cursor)
        name = cursor.text[start : cursor.ends[index] - 1]
        cursor.advance()
        arguments = lists.read_arguments(cursor, index, name)
        return syntax.Proposition(name, arguments, span=Span(start, cursor.ends[cursor.index - 1]))
    if kind == NAME:
        return read_name(cursor)
    if kind == INTEGER:
        return read_integer(cursor)
    if kind in (VARIABLE, VARIABLE_OPEN):
        return read_variable(cursor)
    if kind == "(":
        return read_parentheses(cursor)
    if kind == "not" or kind == "-":
        cursor.advance()
        sign, level = (
            (syntax.Sign.NOT, syntax.NOT_LEVEL) if kind == "not" else (syntax.Sign.MINUS, syntax.SIGN_LEVEL + 1)
        )
        cursor.minus_operand_index = cursor.index if kind == "-" else -1
        operand = cursor.parse_expression(level)
        return syntax.Signed(sign, operand, span=cursor.span_from(start))
    if (
        kind == "or"
        and cursor.current_text() == "|"
        and cursor.is_token_ahead(index + 1, "or", tokens.BODY_BOUNDARIES)
    ):
        return _read_bars(cursor)
    reader = _READERS.get(kind)
    if reader is not None:
        return reader(cursor)
    return _recover_missing_operand(cursor)


def read_name(cursor: Cursor) -> syntax.Node:
    index = cursor.index
    span = Span(cursor.starts[index], cursor.ends[index])
    name = cursor.text[span[0] : span[1]]
    cursor.advance()
    following = cursor.kinds[cursor.index]
    negates = cursor.enclosing_count and following in tokens.OPERAND_START and guess_keyword(name) == "not"
    if negates and cursor.is_on_line_of_previous(cursor.index):
        cursor.diagnostics.append(foreign_word(span, name, "not"))
        operand = cursor.parse_expression(syntax.NOT_LEVEL)
        return syntax.Signed(syntax.Sign.NOT, operand, span=cursor.span_from(span.start))
    if following == "[" and cursor.starts[cursor.index] == span.end:
        return syntax.Proposition(name, read_indices_in_brackets(cursor, name), span=cursor.span_from(span.start))
    if following == VARIABLE or (
        following in tokens.BIG_PHRASE_SECOND_WORDS and cursor.kinds[cursor.index + 1] == VARIABLE
    ):
        guess = guess_big_operator(cursor, index)
        if guess is not None:
            cursor.index = index
            return read_big_operator(cursor, *guess)
    if following == "(" and cursor.enclosing_count and cursor.is_on_line_of_previous(cursor.index):
        is_function = name + "(" in FUNCTIONS
        if is_function or cursor.is_token_ahead(cursor.index + 1, ",", tokens.BODY_BOUNDARIES):
            return _read_spaced_call(cursor, name, span, is_function)
    if _is_bare_index(cursor, index):
        return _read_bare_indices(cursor, name, span)
    return syntax.Proposition(name, (), span=span)


def _read_spaced_call(cursor: Cursor, name: str, span: Span, is_function: bool) -> syntax.Node:
    """Read `abs ($i)` or `p ($i,$j)`, where the parenthesis belongs to the name."""
    opening = cursor.index
    cursor.report_once(lists.space_before_arguments(Span(span.end, cursor.starts[opening]), name))
    if is_function:
        return read_call_from_parenthesis(cursor, name + "(", opening)
    cursor.advance()
    return syntax.Proposition(name, lists.read_arguments(cursor, opening, name), span=cursor.span_from(span.start))


def _is_bare_index(cursor: Cursor, index: int) -> bool:
    """Whether an index without parentheses follows a name: `p$i`, or `p $i` where two formulas are impossible."""
    if cursor.kind != VARIABLE or not cursor.enclosing_count or is_in_keyword(cursor, cursor.index + 1):
        return False
    if cursor.starts[cursor.index] == cursor.ends[index]:
        return True
    is_alone = not begins_generator(cursor, cursor.index) and not is_condition_next(cursor)
    return is_alone and not cursor.closers and cursor.is_on_line_of_previous(cursor.index)


def _read_bare_indices(cursor: Cursor, name: str, span: Span) -> syntax.Node:
    indices: list[syntax.Node] = [read_variable(cursor)]
    while not cursor.closers and cursor.kind == "," and cursor.kinds[cursor.index + 1] in (VARIABLE, INTEGER):
        cursor.advance()
        indices.append(cursor.parse_operand())
    plain = name.rstrip("_") or name
    atom_span = cursor.span_from(span.start)
    right = f"{plain}({','.join([cursor.text[node.span.start : node.span.end] for node in indices])})"
    cursor.diagnostics.append(
        make_diagnostic(
            "S112",
            atom_span,
            variant="brackets",
            help="bare",
            fix=[Edit(atom_span, right)],
            name=plain,
            right=right,
        )
    )
    return syntax.Proposition(name, tuple(indices), span=atom_span)


def _begins_sum(cursor: Cursor, index: int) -> bool:
    """Whether `sum($j in S: …)` or the like begins at a token."""
    is_sum = cursor.text[cursor.starts[index] : cursor.ends[index] - 1].lower() in _SUM_WORDS
    return (
        is_sum
        and begins_generator(cursor, index + 1)
        and cursor.is_token_ahead(index + 1, ":", tokens.BODY_BOUNDARIES)
    )


def _skip_sum(cursor: Cursor) -> syntax.Node:
    """Skip a sum and what it is compared with."""
    start = cursor.current_span
    cursor.report_and_skip(make_diagnostic("S118", Span(start.start, start.end - 1), variant="sum"))
    cursor.skip_to(frozenset({")"}))
    cursor.accept(")")
    if cursor.kind in tokens.TERM_OPERATORS or cursor.kind == "=":
        cursor.advance()
        cursor.parse_expression(syntax.COMPARISON_LEVEL + 1)
    return syntax.Error((), span=cursor.span_from(start.start))


def _read_bars(cursor: Cursor) -> syntax.Node:
    """Read `|$i-$j|`, the notation of mathematics, as `abs($i-$j)`."""
    opening = cursor.current_span
    cursor.advance()
    cursor.open_bars += 1
    inner = cursor.parse_expression(syntax.COMPARISON_LEVEL + 1)
    cursor.open_bars -= 1
    closing = cursor.current_span
    if cursor.kind != "or" or cursor.current_text() != "|":
        return syntax.Error((inner,), span=cursor.span_from(opening.start))
    cursor.advance()
    span = opening.to(closing)
    cursor.drop_lexer_reports(opening, closing)
    text = cursor.text[inner.span.start : inner.span.end]
    cursor.diagnostics.append(
        make_diagnostic("S002", span, variant="bars", fix=[Edit(span, f"abs({text})")], inner=text)
    )
    return syntax.Call("abs", (inner,), span=span)


def _read_for_loop(cursor: Cursor) -> syntax.Node:
    """Read `for $i in S: …`, which other languages have, as `bigand`."""
    guess = guess_big_operator(cursor, cursor.index)
    return _recover_missing_operand(cursor) if guess is None else read_big_operator(cursor, *guess)


def read_integer(cursor: Cursor) -> syntax.Node:
    index = cursor.index
    span = Span(cursor.starts[index], cursor.ends[index])
    cursor.advance()
    digits = cursor.text[span[0] : span[1]]
    if len(digits) > 18 and (len(digits) > 4000 or int(digits) > _max_integer(cursor, index)):
        cursor.diagnostics.append(make_diagnostic("S006", span))
        return syntax.Error((), span=span)
    return syntax.Integer(int(digits), span=span)


def _max_integer(cursor: Cursor, index: int) -> int:
    """The largest integer that can be written; directly after a minus sign it is one more."""
    is_negative = index == cursor.minus_operand_index and cursor.kinds[index + 1] not in ("*", "/", "mod")
    return tokens.MAX_INTEGER + is_negative


def _read_float(cursor: Cursor) -> syntax.Node:
    span = cursor.current_span
    cursor.advance()
    glued = cursor.kind == NAME and cursor.starts[cursor.index] == span.end
    if glued and tokens.EXPONENT.match(cursor.current_text()):
        number_span = span.to(cursor.current_span)
        cursor.diagnostics.append(
            make_diagnostic(
                "S005", number_span, help="exponent", text=cursor.text[number_span.start : number_span.end]
            )
        )
        cursor.advance()
        return syntax.Error((), span=number_span)
    return syntax.Float(cursor.text[span.start : span.end], span=span)


def _read_constant(cursor: Cursor) -> syntax.Node:
    kind, span = cursor.kind, cursor.current_span
    cursor.advance()
    if kind in ("Top", "Bot"):
        return syntax.Truth(kind == "Top", span=span)
    return syntax.Boolean(kind == "true", span=span)


def _read_junk(cursor: Cursor) -> syntax.Node:
    span = cursor.current_span
    cursor.advance()
    return syntax.Error((), span=span)


def _read_line_break(cursor: Cursor) -> syntax.Node:
    start = cursor.starts[cursor.index]
    cursor.advance()
    return syntax.LineBreak(cursor.parse_expression(syntax.COMPARISON_LEVEL), True, span=cursor.span_from(start))


def _recover_missing_operand(cursor: Cursor) -> syntax.Node:
    """Report a missing operand once, skip a token that no enclosing construct expects, and try again."""
    if is_keyword_as_name(cursor):
        return _read_keyword_as_name(cursor)
    span = cursor.current_span
    if _is_operator_reported(cursor):
        cursor.reported_at = cursor.index
    cursor.report_once(_diagnose_missing_operand(cursor, span))
    if cursor.kind in tokens.RESUME_TOKENS or cursor.kind in tokens.INFIX_OPERATORS or cursor.kind == '"':
        return syntax.Error((), span=cursor.gap)
    cursor.advance()
    cursor.reported_at = cursor.index
    if cursor.kind in tokens.OPERAND_START:
        return cursor.parse_operand()
    return syntax.Error((), span=span)


def is_keyword_as_name(cursor: Cursor) -> bool:
    """Whether `in(`, `mod(`, … comes next, where only a proposition can begin."""
    index = cursor.index
    is_glued = cursor.kinds[index + 1] == "(" and cursor.starts[index + 1] == cursor.ends[index]
    return (
        is_glued
        and cursor.kinds[index] in tokens.KEYWORDS_LIKE_NAMES
        and cursor.token_text(index) == cursor.kinds[index]
    )


def _read_keyword_as_name(cursor: Cursor) -> syntax.Node:
    """Read `in(1,2)`, where the name of a proposition is meant, or `and(a,b)`."""
    span, word = cursor.current_span, cursor.current_text()
    is_operator = word in tokens.INFIX_OPERATORS and word != syntax.Operator.IN.value
    cursor.report_and_skip(_keyword_as_name(span, word, is_operator))
    opening = cursor.index
    cursor.advance()
    return syntax.Error(lists.read_arguments(cursor, opening, word), span=cursor.span_from(span.start))


def _is_operator_reported(cursor: Cursor) -> bool:
    """Whether the operator before is already reported: foreign (`a &`), or without a left operand (`$x = and`)."""
    previous_index = cursor.index - 1
    if previous_index < 0 or (
        cursor.kinds[previous_index] not in tokens.INFIX_OPERATORS and cursor.kinds[previous_index] != "not"
    ):
        return False
    return previous_index == cursor.reported_at or cursor.token_text(previous_index) != cursor.kinds[previous_index]


def _diagnose_missing_operand(cursor: Cursor, span: Span) -> Diagnostic:
    if cursor.kind == "=":
        return lists.unexpected_token(span, cursor.current_text())
    previous_kind = cursor.kinds[cursor.index - 1] if cursor.index else ""
    if (
        cursor.kind in tokens.INFIX_OPERATORS
        and previous_kind not in tokens.INFIX_OPERATORS
        and previous_kind != "not"
    ):
        return lists.missing_operand_before(span, cursor.current_text())
    if not cursor.index:
        return lists.missing_operand_before(span, cursor.current_text())
    previous = cursor.token_span(cursor.index - 1)
    return lists.missing_operand(previous, cursor.token_text(cursor.index - 1), cursor.current_text())


def _keyword_as_name(span: Span, word: str, is_operator: bool) -> Diagnostic:
    variant = "operator" if is_operator else None
    return make_diagnostic("S128", span, variant=variant, help=variant or "help", word=word)


_READERS = {
    FLOAT: _read_float,
    JUNK: _read_junk,
    "Top": _read_constant,
    "Bot": _read_constant,
    "true": _read_constant,
    "false": _read_constant,
    "[": read_square_brackets,
    '"': read_quotation,
    "\\\\": _read_line_break,
    "bigand": read_big_operator,
    "bigor": read_big_operator,
    "if": read_if,
    "let": read_let,
    "for": _read_for_loop,
    "exists": read_quantifier,
    "forall": read_quantifier,
    **dict.fromkeys(FUNCTIONS, read_call),
}
