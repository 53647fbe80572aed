"""Operands: names, numbers, constants, and what stands where an operand is missing."""

from bigand.language import syntax
from bigand.language.parser import lists, vocabulary
from bigand.language.parser.brackets import read_call, read_called, read_parenthesised, read_quoted, read_set
from bigand.language.parser.cursor import Cursor, foreign_word
from bigand.language.parser.heads import begins_generator, condition_follows, means_in
from bigand.language.parser.indices import read_indices_in_brackets, read_variable
from bigand.language.parser.words import meant_big, read_big_operator, read_if, read_let, read_quantified
from bigand.language.tokens import (
    FLOAT,
    FUNCTIONS,
    INTEGER,
    JUNK,
    NAME,
    NAME_OPEN,
    VARIABLE,
    VARIABLE_OPEN,
    meant_keyword,
)
from bigand.source.diagnostic import Diagnostic, Edit
from bigand.source.fault import fault
from bigand.source.span import Span

_SUMS = frozenset({"sum", "somme", "count", "compte"})


def read_operand(cursor: Cursor) -> syntax.Node:
    """What operators stand between."""
    index = cursor.index
    kind = cursor.kinds[index]
    start = cursor.starts[index]
    if kind == NAME_OPEN:
        if _is_sum(cursor, index):
            return _read_sum(cursor)
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
        return read_parenthesised(cursor)
    if kind == "not" or kind == "-":
        cursor.advance()
        sign, level = (
            (syntax.Sign.NOT, syntax.NOT_LEVEL) if kind == "not" else (syntax.Sign.MINUS, syntax.SIGN_LEVEL + 1)
        )
        cursor.signed_at = cursor.index if kind == "-" else -1
        operand = cursor.expression(level)
        return syntax.Signed(sign, operand, span=cursor.span_from(start))
    if kind == "or" and cursor.written() == "|" and cursor.comes_before(index + 1, "or", vocabulary.BODY_MARKS):
        return _read_bars(cursor)
    read = _READERS.get(kind)
    if read is not None:
        return read(cursor)
    return _read_missing_operand(cursor)


def read_name(cursor: Cursor) -> syntax.Node:
    index = cursor.index
    span = Span(cursor.starts[index], cursor.ends[index])
    name = cursor.text[span[0] : span[1]]
    cursor.advance()
    following = cursor.kinds[cursor.index]
    negates = cursor.closed and following in vocabulary.OPERAND_START and meant_keyword(name) == "not"
    if negates and cursor.same_line(cursor.index):
        cursor.diagnostics.append(foreign_word(span, name, "not"))
        operand = cursor.expression(syntax.NOT_LEVEL)
        return syntax.Signed(syntax.Sign.NOT, operand, span=cursor.span_from(span.start))
    if following == "[" and cursor.starts[cursor.index] == span.end:
        return syntax.Proposition(name, read_indices_in_brackets(cursor, name), span=cursor.span_from(span.start))
    if following == VARIABLE or (
        following in vocabulary.SECOND_WORDS and cursor.kinds[cursor.index + 1] == VARIABLE
    ):
        meant = meant_big(cursor, index)
        if meant is not None:
            cursor.index = index
            return read_big_operator(cursor, *meant)
    if following == "(" and cursor.closed and cursor.same_line(cursor.index):
        is_function = name + "(" in FUNCTIONS
        if is_function or cursor.comes_before(cursor.index + 1, ",", vocabulary.BODY_MARKS):
            return _read_spaced_call(cursor, name, span, is_function)
    if _is_bare_index(cursor, index):
        return _read_bare_indices(cursor, name, span)
    return syntax.Proposition(name, (), span=span)


def _read_spaced_call(cursor: Cursor, name: str, span: Span, is_function: bool) -> syntax.Node:
    """`abs ($i)`, `p ($i,$j)`: the parenthesis belongs to the name."""
    opening = cursor.index
    cursor.report(lists.space_before_arguments(Span(span.end, cursor.starts[opening]), name))
    if is_function:
        return read_called(cursor, name + "(", opening)
    cursor.advance()
    return syntax.Proposition(name, lists.read_arguments(cursor, opening, name), span=cursor.span_from(span.start))


def _is_bare_index(cursor: Cursor, index: int) -> bool:
    """Whether an index without parentheses follows a name, `p$i` or `p $i`, where two formulas cannot stand."""
    if cursor.kind != VARIABLE or not cursor.closed or means_in(cursor, cursor.index + 1):
        return False
    if cursor.starts[cursor.index] == cursor.ends[index]:
        return True
    is_alone = not begins_generator(cursor, cursor.index) and not condition_follows(cursor)
    return is_alone and not cursor.closers and cursor.same_line(cursor.index)


def _read_bare_indices(cursor: Cursor, name: str, span: Span) -> syntax.Node:
    indices: list[syntax.Node] = [read_variable(cursor)]
    while not cursor.closers and cursor.kind == "," and cursor.kinds[cursor.index + 1] in (VARIABLE, INTEGER):
        cursor.advance()
        indices.append(cursor.operand())
    plain = name.rstrip("_") or name
    whole = cursor.span_from(span.start)
    right = f"{plain}({','.join([cursor.text[node.span.start : node.span.end] for node in indices])})"
    cursor.diagnostics.append(
        fault("S112", whole, variant="brackets", help="bare", fix=[Edit(whole, right)], name=plain, right=right)
    )
    return syntax.Proposition(name, tuple(indices), span=whole)


def _is_sum(cursor: Cursor, index: int) -> bool:
    """Whether `sum($j in S: …)` or its like begins at a token."""
    is_sum = cursor.text[cursor.starts[index] : cursor.ends[index] - 1].lower() in _SUMS
    return (
        is_sum
        and begins_generator(cursor, index + 1)
        and cursor.comes_before(index + 1, ":", vocabulary.BODY_MARKS)
    )


def _read_sum(cursor: Cursor) -> syntax.Node:
    """A sum and what it is compared with: passed over as a whole."""
    start = cursor.here
    cursor.pass_over(fault("S118", Span(start.start, start.end - 1), variant="sum"))
    cursor.skip_to(frozenset({")"}))
    cursor.accept(")")
    if cursor.kind in vocabulary.TERM_OPERATORS or cursor.kind == "=":
        cursor.advance()
        cursor.expression(syntax.COMPARISON_LEVEL + 1)
    return syntax.Error((), span=cursor.span_from(start.start))


def _read_bars(cursor: Cursor) -> syntax.Node:
    """`|$i-$j|`, as in mathematics: `abs($i-$j)` is meant."""
    opening = cursor.here
    cursor.advance()
    cursor.bars += 1
    inner = cursor.expression(syntax.COMPARISON_LEVEL + 1)
    cursor.bars -= 1
    closing = cursor.here
    if cursor.kind != "or" or cursor.written() != "|":
        return syntax.Error((inner,), span=cursor.span_from(opening.start))
    cursor.advance()
    span = opening.to(closing)
    cursor.take_back(opening, closing)
    text = cursor.text[inner.span.start : inner.span.end]
    cursor.diagnostics.append(fault("S002", span, variant="bars", fix=[Edit(span, f"abs({text})")], inner=text))
    return syntax.Call("abs", (inner,), span=span)


def _read_for_loop(cursor: Cursor) -> syntax.Node:
    """`for $i in S: …`, as in other languages: `bigand` is meant."""
    meant = meant_big(cursor, cursor.index)
    return _read_missing_operand(cursor) if meant is None else read_big_operator(cursor, *meant)


def read_integer(cursor: Cursor) -> syntax.Node:
    index = cursor.index
    span = Span(cursor.starts[index], cursor.ends[index])
    cursor.advance()
    digits = cursor.text[span[0] : span[1]]
    if len(digits) > 18 and (len(digits) > 4000 or int(digits) > _largest(cursor, index)):
        cursor.diagnostics.append(fault("S006", span))
        return syntax.Error((), span=span)
    return syntax.Integer(int(digits), span=span)


def _largest(cursor: Cursor, index: int) -> int:
    """The largest integer that may be written; alone after a minus sign there is one more."""
    return vocabulary.LARGEST_INTEGER + (
        index == cursor.signed_at and cursor.kinds[index + 1] not in ("*", "/", "mod")
    )


def _read_float(cursor: Cursor) -> syntax.Node:
    span = cursor.here
    cursor.advance()
    glued = cursor.kind == NAME and cursor.starts[cursor.index] == span.end
    if glued and vocabulary.EXPONENT.match(cursor.written()):
        whole = span.to(cursor.here)
        cursor.diagnostics.append(fault("S005", whole, help="exponent", text=cursor.text[whole.start : whole.end]))
        cursor.advance()
        return syntax.Error((), span=whole)
    return syntax.Float(cursor.text[span.start : span.end], span=span)


def _read_constant(cursor: Cursor) -> syntax.Node:
    kind, span = cursor.kind, cursor.here
    cursor.advance()
    if kind in ("Top", "Bot"):
        return syntax.Truth(kind == "Top", span=span)
    return syntax.Boolean(kind == "true", span=span)


def _read_junk(cursor: Cursor) -> syntax.Node:
    span = cursor.here
    cursor.advance()
    return syntax.Error((), span=span)


def _read_line_break(cursor: Cursor) -> syntax.Node:
    start = cursor.starts[cursor.index]
    cursor.advance()
    return syntax.LineBreak(cursor.expression(syntax.COMPARISON_LEVEL), True, span=cursor.span_from(start))


def _read_missing_operand(cursor: Cursor) -> syntax.Node:
    """Nothing here can be an operand: complain once, pass over what nobody waits for, try again."""
    if is_keyword_as_name(cursor):
        return _read_keyword_as_name(cursor)
    span = cursor.here
    if _operator_was_complained_of(cursor):
        cursor.complained_at = cursor.index
    cursor.report(_complaint_of_missing_operand(cursor, span))
    if cursor.kind in vocabulary.RESUME or cursor.kind in vocabulary.INFIX or cursor.kind == '"':
        return syntax.Error((), span=cursor.gap)
    cursor.advance()
    cursor.complained_at = cursor.index
    if cursor.kind in vocabulary.OPERAND_START:
        return cursor.operand()
    return syntax.Error((), span=span)


def is_keyword_as_name(cursor: Cursor) -> bool:
    """Whether `in(`, `mod(`, … comes next, where only a proposition could begin."""
    index = cursor.index
    is_glued = cursor.kinds[index + 1] == "(" and cursor.starts[index + 1] == cursor.ends[index]
    return (
        is_glued and cursor.kinds[index] in vocabulary.NOT_NAMES and cursor.token_text(index) == cursor.kinds[index]
    )


def _read_keyword_as_name(cursor: Cursor) -> syntax.Node:
    """`in(1,2)`: a keyword where the name of a proposition was meant, or `and(a,b)`."""
    span, word = cursor.here, cursor.written()
    is_operator = word in vocabulary.INFIX and word != syntax.Operator.IN.value
    cursor.pass_over(_keyword_for_name(span, word, is_operator))
    opening = cursor.index
    cursor.advance()
    return syntax.Error(lists.read_arguments(cursor, opening, word), span=cursor.span_from(span.start))


def _operator_was_complained_of(cursor: Cursor) -> bool:
    """Whether the operator before is foreign (`a &`) or lacks its left side too (`$x = and`)."""
    before = cursor.index - 1
    if before < 0 or (cursor.kinds[before] not in vocabulary.INFIX and cursor.kinds[before] != "not"):
        return False
    return before == cursor.complained_at or cursor.token_text(before) != cursor.kinds[before]


def _complaint_of_missing_operand(cursor: Cursor, span: Span) -> Diagnostic:
    if cursor.kind == "=":
        return lists.unexpected(span, cursor.written())
    before = cursor.kinds[cursor.index - 1] if cursor.index else ""
    if cursor.kind in vocabulary.INFIX and before not in vocabulary.INFIX and before != "not":
        return lists.missing_operand_before(span, cursor.written())
    if not cursor.index:
        return lists.missing_operand_before(span, cursor.written())
    previous = cursor.token_span(cursor.index - 1)
    return lists.missing_operand(previous, cursor.token_text(cursor.index - 1), cursor.written())


def _keyword_for_name(span: Span, word: str, is_operator: bool) -> Diagnostic:
    variant = "operator" if is_operator else None
    return fault("S128", span, variant=variant, help=variant or "help", word=word)


_READERS = {
    FLOAT: _read_float,
    JUNK: _read_junk,
    "Top": _read_constant,
    "Bot": _read_constant,
    "true": _read_constant,
    "false": _read_constant,
    "[": read_set,
    '"': read_quoted,
    "\\\\": _read_line_break,
    "bigand": read_big_operator,
    "bigor": read_big_operator,
    "if": read_if,
    "let": read_let,
    "for": _read_for_loop,
    "exists": read_quantified,
    "forall": read_quantified,
    **dict.fromkeys(FUNCTIONS, read_call),
}
