"""Constructs with a keyword: `bigand`, `bigor`, `if`, `let`, `exists`, `forall`, and foreign words for these."""

from bigand.language import syntax
from bigand.language.parser.bodies import close_body, open_body, read_body, read_colon
from bigand.language.parser.cursor import Cursor, Opener, foreign_word
from bigand.language.parser.generators import (
    accept_list_separator,
    begins_generator,
    is_in_keyword,
    missing_comma,
    read_generator,
    read_variables,
)
from bigand.language.parser.lists import read_variable
from bigand.language.tokens import (
    BIG_PHRASE_SECOND_WORDS,
    BIG_PHRASES,
    ELSE_IF,
    NAME,
    NAME_TOKENS,
    OPERAND_START,
    RESUME_TOKENS,
    VARIABLE,
    guess_keyword,
)
from bigand.source.diagnostic import Diagnostic, Edit
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Span


def guess_big_operator(cursor: Cursor, index: int) -> tuple[syntax.Big, int] | None:
    """Guess the big operator that one or two words before a variable mean. Also return the index of the last word.

    Only the head of a big operator has `$i in` or `$i,$j` after a word.
    """
    if cursor.kinds[index + 1] == VARIABLE:
        if not begins_generator(cursor, index + 1):
            return None
        name = cursor.token_text(index).lower()
        if not name.startswith(("big", "for", "pour")) and guess_keyword(name) not in ("bigand", "bigor"):
            return None
        is_or = name.endswith(("or", "ou")) and name != "for"
        return syntax.Big.OR if is_or else syntax.Big.AND, index
    if cursor.kinds[index + 1] not in BIG_PHRASE_SECOND_WORDS or cursor.kinds[index + 2] != VARIABLE:
        return None
    phrase = f"{cursor.token_text(index)} {cursor.token_text(index + 1)}".lower()
    operator_name = BIG_PHRASES.get(phrase)
    follows = cursor.kinds[index + 3] == "," or is_in_keyword(cursor, index + 3)
    return (syntax.Big(operator_name), index + 1) if operator_name and follows else None


def read_big_operator(cursor: Cursor, guess: syntax.Big | None = None, last_word: int | None = None) -> syntax.Node:
    """Read a big operator; `guess` is what the words up to `last_word` mean, if it is not a keyword."""
    opener = open_body(cursor)
    big = guess or syntax.Big(cursor.kind)
    if last_word is not None:
        opener.is_foreign = True
        opener.keyword = big.value
        opener.span = opener.span.to(cursor.token_span(last_word))
        written = cursor.text[opener.span.start : opener.span.end]
        cursor.diagnostics.append(foreign_word(opener.span, written, big.value))
        cursor.index = last_word
    cursor.advance()
    cursor.enclosing_count += 1
    return _read_big_operator_body(cursor, opener, big, read_generator(cursor, big.value))


def _read_big_operator_body(
    cursor: Cursor, opener: Opener, big: syntax.Big, generator: syntax.Generator
) -> syntax.Node:
    """Read a big operator from its colon on."""
    read_colon(cursor, opener.keyword, opener.span)
    body = read_body(cursor)
    cursor.enclosing_count -= 1
    close_body(cursor, opener)
    return syntax.BigOperator(big, generator, body, span=cursor.span_from(opener.span.start))


def read_if(cursor: Cursor) -> syntax.Node:
    opener = open_body(cursor)
    cursor.enclosing_count += 1
    condition, then, otherwise = _read_branches(cursor, opener)
    cursor.enclosing_count -= 1
    close_body(cursor, opener)
    return syntax.If(condition, then, otherwise, span=cursor.span_from(opener.span.start))


def _read_branches(cursor: Cursor, opener: Opener) -> tuple[syntax.Node, syntax.Node, syntax.Node]:
    """Read what follows the word `if`, up to the `end`."""
    cursor.advance()
    condition = cursor.parse_expression(0)
    if cursor.kind == ":":
        colon = cursor.current_span
        cursor.report_and_skip(_colon_for_then(colon, opener.span, cursor.lexer.pad_word("then", colon)))
    elif not cursor.accept_variant("then"):
        cursor.report_once(make_diagnostic("S108", cursor.gap, secondary=[(opener.span, "opener")]))
        if cursor.kind not in OPERAND_START:
            cursor.skip_to(frozenset({"then", "else"}))
            cursor.accept("then")
    then = read_body(cursor)
    if cursor.accept_variant("else"):
        return condition, then, read_body(cursor)
    if cursor.kind == NAME and cursor.current_text().lower() in ELSE_IF:
        start = cursor.current_span
        cursor.report_once(make_diagnostic("S118", start, help="else_if", written=cursor.current_text(), label=""))
        inner = _read_branches(cursor, opener)
        return condition, then, syntax.If(*inner, span=cursor.span_from(start.start))
    cursor.report_once(
        make_diagnostic(
            "S107", cursor.gap, secondary=[(opener.span, "opener")], fix=[Edit(cursor.gap.after(), " else Top")]
        )
    )
    return condition, then, syntax.Error((), span=cursor.gap)


def read_let(cursor: Cursor) -> syntax.Node:
    start = cursor.current_span
    cursor.advance()
    variables = read_variables(cursor, "let")
    if not cursor.accept("="):
        cursor.report_once(make_diagnostic("S116", cursor.gap, variant="equals"))
    outer_count, cursor.enclosing_count = cursor.enclosing_count, 1
    values = [cursor.parse_expression(0)]
    while accept_list_separator(cursor, len(values) < len(variables)):
        if cursor.kind == VARIABLE and cursor.kinds[cursor.index + 1] == "=":
            cursor.report_once(make_diagnostic("S116", cursor.token_span(cursor.index + 1), variant="several"))
            variables.append(read_variable(cursor))
            cursor.advance()
        values.append(cursor.parse_expression(0))
    cursor.enclosing_count = outer_count
    last = values[-1]
    if cursor.kind != ":" and isinstance(last, syntax.Infix) and last.operator is syntax.Operator.IN:
        cursor.report_once(make_diagnostic("S116", last.span, variant="in"))
        return syntax.Let(
            tuple(variables), (last.operands[0],), last.operands[1], span=cursor.span_from(start.start)
        )
    read_colon(cursor, "let", start)
    body = cursor.parse_expression(0)
    return syntax.Let(tuple(variables), tuple(values), body, span=cursor.span_from(start.start))


def read_quantifier(cursor: Cursor) -> syntax.Node:
    index, start = cursor.index, cursor.current_span
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
    body = cursor.parse_expression(0)
    return syntax.Quantified(quantifier, tuple(propositions), generator, body, span=cursor.span_from(start.start))


def _read_propositions(cursor: Cursor, quantifier: syntax.Quantifier) -> list[syntax.Node]:
    propositions: list[syntax.Node] = []
    bracketed = cursor.kind == "("
    if bracketed:
        cursor.report_and_skip(_brackets_around_propositions(cursor.current_span, quantifier.value))
    while True:
        if cursor.kind in NAME_TOKENS:
            propositions.append(cursor.parse_operand())
        else:
            cursor.report_once(
                make_diagnostic(
                    "S127",
                    cursor.current_span,
                    variant="proposition",
                    keyword=quantifier.value,
                    found=cursor.current_text(),
                )
            )
            if cursor.kind not in RESUME_TOKENS:
                cursor.advance()
                cursor.reported_at = cursor.index
            break
        if cursor.kind in NAME_TOKENS and cursor.has_colon_ahead():
            cursor.report_once(missing_comma(cursor.gap))
        elif not cursor.accept(","):
            break
    if bracketed:
        cursor.accept(")")
    return propositions


def _read_quantifier_over_set(
    cursor: Cursor, quantifier: syntax.Quantifier, index: int, variables: list[syntax.Variable]
) -> syntax.Node:
    """Read `forall $i in S: F`, with its word at `index`, as a big operator."""
    start = cursor.token_span(index)
    big = syntax.Big.AND if quantifier is syntax.Quantifier.FORALL else syntax.Big.OR
    cursor.drop_lexer_reports(start)
    cursor.diagnostics.append(
        make_diagnostic("S118", start, variant="quantifier", keyword=quantifier.value, meant=big.value)
    )
    opener = Opener(quantifier.value, start, cursor.indent(index), is_foreign=True)
    cursor.openers.append(opener)
    cursor.enclosing_count += 1
    return _read_big_operator_body(cursor, opener, big, read_generator(cursor, big.value, variables))


def _as_variable(node: syntax.Variable | syntax.Proposition) -> syntax.Variable:
    """Return the variable that a name in its place stands for."""
    if isinstance(node, syntax.Variable):
        return node
    return syntax.Variable("$" + node.name, node.arguments, span=node.span)


def _colon_for_then(span: Span, opener: Span, replacement: str) -> Diagnostic:
    fix = [Edit(span, replacement)]
    return make_diagnostic("S108", span, variant="colon", secondary=[(opener, "opener")], help="help", fix=fix)


def _brackets_around_propositions(span: Span, keyword: str) -> Diagnostic:
    return make_diagnostic("S127", span, variant="bracketed_propositions", help="proposition", keyword=keyword)
