"""Words: what `bigand`, `bigor`, `if`, `let`, `exists` and `forall` introduce, and words that mean them."""

from bigand.language import syntax
from bigand.language.parser.bodies import close_body, open_body, read_body, read_colon
from bigand.language.parser.cursor import Cursor, Opener, foreign_word
from bigand.language.parser.heads import (
    begins_generator,
    list_goes_on,
    means_in,
    missing_comma,
    read_generator,
    read_variables,
)
from bigand.language.parser.indices import read_variable
from bigand.language.parser.vocabulary import NAMES, OPERAND_START, RESUME, SECOND_WORDS
from bigand.language.tokens import BIG_PHRASES, ELSE_IF, NAME, VARIABLE, meant_keyword
from bigand.source.diagnostic import Diagnostic, Edit
from bigand.source.fault import fault
from bigand.source.span import Span


def meant_big(cursor: Cursor, index: int) -> tuple[syntax.Big, int] | None:
    """The big operator that one or two words before a variable mean, and the last of these words.

    Nothing but such a head has `$i in` or `$i,$j` after a word.
    """
    if cursor.kinds[index + 1] == VARIABLE:
        if not begins_generator(cursor, index + 1):
            return None
        name = cursor.token_text(index).lower()
        if not name.startswith(("big", "for", "pour")) and meant_keyword(name) not in ("bigand", "bigor"):
            return None
        is_or = name.endswith(("or", "ou")) and name != "for"
        return syntax.Big.OR if is_or else syntax.Big.AND, index
    if cursor.kinds[index + 1] not in SECOND_WORDS or cursor.kinds[index + 2] != VARIABLE:
        return None
    phrase = f"{cursor.token_text(index)} {cursor.token_text(index + 1)}".lower()
    meant = BIG_PHRASES.get(phrase)
    follows = cursor.kinds[index + 3] == "," or means_in(cursor, index + 3)
    return (syntax.Big(meant), index + 1) if meant and follows else None


def read_big_operator(cursor: Cursor, meant: syntax.Big | None = None, last_word: int | None = None) -> syntax.Node:
    """A big operator, or the words up to `last_word` that mean one."""
    opener = open_body(cursor)
    big = meant or syntax.Big(cursor.kind)
    if last_word is not None:
        opener.is_foreign = True
        opener.keyword = big.value
        opener.span = opener.span.to(cursor.token_span(last_word))
        written = cursor.text[opener.span.start : opener.span.end]
        cursor.diagnostics.append(foreign_word(opener.span, written, big.value))
        cursor.index = last_word
    cursor.advance()
    cursor.closed += 1
    return _read_loop(cursor, opener, big, read_generator(cursor, big.value))


def _read_loop(cursor: Cursor, opener: Opener, big: syntax.Big, generator: syntax.Generator) -> syntax.Node:
    """A big operator from the colon on."""
    read_colon(cursor, opener.keyword, opener.span)
    body = read_body(cursor)
    cursor.closed -= 1
    close_body(cursor, opener)
    return syntax.BigOperator(big, generator, body, span=cursor.span_from(opener.span.start))


def read_if(cursor: Cursor) -> syntax.Node:
    opener = open_body(cursor)
    cursor.closed += 1
    condition, then, otherwise = _read_branches(cursor, opener)
    cursor.closed -= 1
    close_body(cursor, opener)
    return syntax.If(condition, then, otherwise, span=cursor.span_from(opener.span.start))


def _read_branches(cursor: Cursor, opener: Opener) -> tuple[syntax.Node, syntax.Node, syntax.Node]:
    """What follows the word `if`, up to the `end`."""
    cursor.advance()
    condition = cursor.expression(0)
    if cursor.kind == ":":
        colon = cursor.here
        cursor.pass_over(_colon_for_then(colon, opener.span, cursor.lexer.spaced("then", colon)))
    elif not cursor.accept_meant("then"):
        cursor.report(fault("S108", cursor.gap, secondary=[(opener.span, "opener")]))
        if cursor.kind not in OPERAND_START:
            cursor.skip_to(frozenset({"then", "else"}))
            cursor.accept("then")
    then = read_body(cursor)
    if cursor.accept_meant("else"):
        return condition, then, read_body(cursor)
    if cursor.kind == NAME and cursor.written().lower() in ELSE_IF:
        start = cursor.here
        cursor.report(fault("S118", start, help="else_if", written=cursor.written(), label=""))
        inner = _read_branches(cursor, opener)
        return condition, then, syntax.If(*inner, span=cursor.span_from(start.start))
    cursor.report(
        fault("S107", cursor.gap, secondary=[(opener.span, "opener")], fix=[Edit(cursor.gap.after(), " else Top")])
    )
    return condition, then, syntax.Error((), span=cursor.gap)


def read_let(cursor: Cursor) -> syntax.Node:
    start = cursor.here
    cursor.advance()
    variables = read_variables(cursor, "let")
    if not cursor.accept("="):
        cursor.report(fault("S116", cursor.gap, variant="equals"))
    closed, cursor.closed = cursor.closed, 1
    values = [cursor.expression(0)]
    while list_goes_on(cursor, len(values) < len(variables)):
        if cursor.kind == VARIABLE and cursor.kinds[cursor.index + 1] == "=":
            cursor.report(fault("S116", cursor.token_span(cursor.index + 1), variant="several"))
            variables.append(read_variable(cursor))
            cursor.advance()
        values.append(cursor.expression(0))
    cursor.closed = closed
    last = values[-1]
    if cursor.kind != ":" and isinstance(last, syntax.Infix) and last.operator is syntax.Operator.IN:
        cursor.report(fault("S116", last.span, variant="in"))
        return syntax.Let(
            tuple(variables), (last.operands[0],), last.operands[1], span=cursor.span_from(start.start)
        )
    read_colon(cursor, "let", start)
    body = cursor.expression(0)
    return syntax.Let(tuple(variables), tuple(values), body, span=cursor.span_from(start.start))


def read_quantified(cursor: Cursor) -> syntax.Node:
    index, start = cursor.index, cursor.here
    quantifier = syntax.Quantifier(cursor.kind)
    cursor.advance()
    propositions = _read_propositions(cursor, quantifier)
    variables = [
        _as_variable(node) for node in propositions if isinstance(node, syntax.Variable | syntax.Proposition)
    ]
    if cursor.kind == "in" and variables and len(variables) == len(propositions):
        return _read_quantifier_over_set(cursor, quantifier, index, variables)
    generator = read_generator(cursor, "for") if cursor.accept("for") else None
    read_colon(cursor, quantifier.value, start)
    body = cursor.expression(0)
    return syntax.Quantified(quantifier, tuple(propositions), generator, body, span=cursor.span_from(start.start))


def _read_propositions(cursor: Cursor, quantifier: syntax.Quantifier) -> list[syntax.Node]:
    propositions: list[syntax.Node] = []
    bracketed = cursor.kind == "("
    if bracketed:
        cursor.pass_over(_bracketed_propositions(cursor.here, quantifier.value))
    while True:
        if cursor.kind in NAMES:
            propositions.append(cursor.operand())
        else:
            cursor.report(
                fault("S127", cursor.here, variant="proposition", keyword=quantifier.value, found=cursor.written())
            )
            if cursor.kind not in RESUME:
                cursor.advance()
                cursor.complained_at = cursor.index
            break
        if cursor.kind in NAMES and cursor.head_goes_on():
            cursor.report(missing_comma(cursor.gap))
        elif not cursor.accept(","):
            break
    if bracketed:
        cursor.accept(")")
    return propositions


def _read_quantifier_over_set(
    cursor: Cursor, quantifier: syntax.Quantifier, index: int, variables: list[syntax.Variable]
) -> syntax.Node:
    """`forall $i in S: F`, its word at a token: a big operator was meant."""
    start = cursor.token_span(index)
    big = syntax.Big.AND if quantifier is syntax.Quantifier.FORALL else syntax.Big.OR
    cursor.take_back(start)
    cursor.diagnostics.append(fault("S118", start, variant="quantifier", keyword=quantifier.value, meant=big.value))
    opener = Opener(quantifier.value, start, cursor.indent(index), is_foreign=True)
    cursor.openers.append(opener)
    cursor.closed += 1
    return _read_loop(cursor, opener, big, read_generator(cursor, big.value, variables))


def _as_variable(node: syntax.Variable | syntax.Proposition) -> syntax.Variable:
    """The variable that is meant where a name stands in its place."""
    return (
        node
        if isinstance(node, syntax.Variable)
        else syntax.Variable("$" + node.name, node.arguments, span=node.span)
    )


def _colon_for_then(span: Span, opener: Span, replacement: str) -> Diagnostic:
    fix = [Edit(span, replacement)]
    return fault("S108", span, variant="colon", secondary=[(opener, "opener")], help="help", fix=fix)


def _bracketed_propositions(span: Span, keyword: str) -> Diagnostic:
    return fault("S127", span, variant="bracketed_propositions", help="proposition", keyword=keyword)
