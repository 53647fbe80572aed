"""Words: what `bigand`, `bigor`, `if`, `let`, `exists` and `forall` introduce, and words that mean them."""

from bigand.language.parser.brackets import Brackets, semicolon_in_list
from bigand.language.parser.cursor import Opener, foreign_word
from bigand.language.parser.vocabulary import BODY_MARKS, NAMES, OPERAND_START, RESUME, SECOND_WORDS, TERM_OPERATORS
from bigand.language.syntax import (
    Big,
    BigOperator,
    Error,
    Generator,
    If,
    Infix,
    Let,
    Node,
    Operator,
    Proposition,
    Quantified,
    Quantifier,
    Variable,
)
from bigand.language.tokens import BIG_PHRASES, ELSE_IF, JUNK, NAME, VARIABLE, VARIABLE_OPEN, meant_keyword
from bigand.source.diagnostic import Diagnostic, Edit
from bigand.source.fault import fault
from bigand.source.span import Span


class Words(Brackets):
    """Reads constructs that a word begins."""

    def generator(self, keyword: str, read: list[Variable] | None = None) -> Generator:
        """`$i,$j in A,B when c`, after the word that introduces it and the variables `read` before."""
        start = self.starts[self.at]
        variables = read or self._loop_variables(keyword)
        if not self.accept_meant("in"):
            if self.accept("="):
                self.report(_equals_for_in(self.token_span(self.at - 1)))
            else:
                self.report(_missing_in(self.gap, keyword))
        sets = [self._loop_set()]
        while not self._ends_head(keyword, len(sets) - len(variables)) and self._list_goes_on(
            len(sets) < len(variables)
        ):
            if self._another_in():
                at = self.at
                self.diagnostics.append(_several_in(self.token_span(at).to(self.token_span(at + 1)), keyword))
                variables.append(self.variable())
                self.advance()
            sets.append(self._loop_set())
        return Generator(tuple(variables), tuple(sets), self._condition(keyword), self.span_from(start))

    def _ends_head(self, keyword: str, surplus: int) -> bool:
        """Whether a comma or semicolon after the last set stands for the colon."""
        is_odd = self.kind in (",", ";") and surplus >= 0 and keyword in ("bigand", "bigor")
        return is_odd and not self.comes_before(self.at + 1, ":", BODY_MARKS)

    def _list_goes_on(self, is_short: bool) -> bool:
        """Read the comma before another set, or what stands for it; `is_short` says that one is missing."""
        if self.accept(",") or self._another_in():
            return True
        if self.kind == ";":
            self.report(semicolon_in_list(self.token_span(self.at)))
            self.advance()
            return True
        if is_short and self.kind in ("[", VARIABLE) and not self._condition_follows():
            self.report(_missing_comma(self.gap))
            return True
        return False

    def _condition_follows(self) -> bool:
        return self.kind == VARIABLE and self.kinds[self.at + 1] in TERM_OPERATORS

    def _condition(self, keyword: str) -> Node | None:
        """`when c`, or a condition without its word."""
        if self.accept_meant("when"):
            return self.expression(0)
        is_if = self.kind == "if" or (self.kind == NAME and meant_keyword(self.found()) == "if")
        if is_if and (keyword == "[" or self.comes_before(self.at + 1, ":", BODY_MARKS)):
            self.report(_if_for_when(self.token_span(self.at)))
            self.advance()
            return self.expression(0)
        if keyword != "[" and self.kind in OPERAND_START and self.head_goes_on():
            self.report(_missing_when(self.gap, is_glued=self.starts[self.at] == self.last_end))
            return self.expression(0)
        return None

    def _another_in(self) -> bool:
        return self.kind == VARIABLE and self.kinds[self.at + 1] == "in"

    def _loop_set(self) -> Node:
        node = self.expression(0)
        return self._bare_range(node) if self.kind == ".." else node

    def _loop_variables(self, keyword: str) -> list[Variable]:
        variables: list[Variable] = []
        bracketed = self.kind == "("
        if bracketed:
            self.report(_bracketed_variables(self.token_span(self.at), keyword))
            self.advance()
        while True:
            if self.kind in (VARIABLE, VARIABLE_OPEN):
                variables.append(self.variable())
            elif self.kind == NAME and not meant_keyword(self.found()):
                span, name = self.token_span(self.at), self.found()
                self.report(_variable_without_dollar(span, name, keyword))
                variables.append(Variable("$" + name, (), span))
                self.advance()
            elif self.kind == JUNK:
                self.advance()
            else:
                self.report(_missing_variable(self.token_span(self.at), keyword, self.found()))
                break
            if self.kind == ";":
                self.report(semicolon_in_list(self.token_span(self.at)))
                self.advance()
            elif self.kind == VARIABLE:
                self.report(_missing_comma(self.gap))
            elif not self.accept(","):
                break
        if bracketed:
            self.accept(")")
        return variables

    def _meant_big(self, at: int) -> tuple[Big, int] | None:
        """The big operator that one or two words before a variable mean, and the last of these words.

        Nothing but such a head has `$i in` or `$i,$j` after a word.
        """
        if self.kinds[at + 1] == VARIABLE:
            if not self._begins_generator(at + 1):
                return None
            name = self.token_text(at).lower()
            if not name.startswith(("big", "for", "pour")) and meant_keyword(name) not in ("bigand", "bigor"):
                return None
            is_or = name.endswith(("or", "ou")) and name != "for"
            return Big.OR if is_or else Big.AND, at
        if self.kinds[at + 1] not in SECOND_WORDS or self.kinds[at + 2] != VARIABLE:
            return None
        phrase = f"{self.token_text(at)} {self.token_text(at + 1)}".lower()
        meant = BIG_PHRASES.get(phrase)
        follows = self.kinds[at + 3] == "," or self._means_in(at + 3)
        return (Big(meant), at + 1) if meant and follows else None

    def _big_operator(self, meant: Big | None = None, last_word: int | None = None) -> Node:
        """A big operator, or the words up to `last_word` that mean one."""
        opener = self._open()
        big = meant or Big(self.kind)
        if last_word is not None:
            opener.is_foreign = True
            opener.keyword = big.value
            opener.span = opener.span.to(self.token_span(last_word))
            written = self.text[opener.span.start : opener.span.end]
            self.diagnostics.append(foreign_word(opener.span, written, big.value))
            self.at = last_word
        self.advance()
        self.closed += 1
        return self._loop(opener, big, self.generator(big.value))

    def _loop(self, opener: Opener, big: Big, generator: Generator) -> Node:
        """A big operator from the colon on."""
        self._colon(opener.keyword, opener.span)
        body = self._body()
        self.closed -= 1
        self._end(opener)
        return BigOperator(big, generator, body, self.span_from(opener.span.start))

    def _if(self) -> Node:
        opener = self._open()
        self.closed += 1
        condition, then, otherwise = self._branches(opener)
        self.closed -= 1
        self._end(opener)
        return If(condition, then, otherwise, self.span_from(opener.span.start))

    def _branches(self, opener: Opener) -> tuple[Node, Node, Node]:
        """What follows the word `if`, up to the `end`."""
        self.advance()
        condition = self.expression(0)
        if self.kind == ":":
            colon = self.token_span(self.at)
            self.report(_colon_for_then(colon, opener.span, self.lexer.spaced("then", colon)))
            self.advance()
        elif not self.accept_meant("then"):
            self.report(_missing_then(self.gap, opener.span))
            if self.kind not in OPERAND_START:
                self.skip_to(frozenset({"then", "else"}))
                self.accept("then")
        then = self._body()
        if self.accept_meant("else"):
            return condition, then, self._body()
        if self.kind == NAME and self.found().lower() in ELSE_IF:
            start = self.token_span(self.at)
            self.report(_else_if(start, self.found()))
            inner = self._branches(opener)
            return condition, then, If(*inner, self.span_from(start.start))
        self.report(_missing_else(self.gap, opener.span))
        return condition, then, Error((), self.gap)

    def _let(self) -> Node:
        start = self.token_span(self.at)
        self.advance()
        variables = self._loop_variables("let")
        if not self.accept("="):
            self.report(_missing_equals(self.gap))
        closed, self.closed = self.closed, 1
        values = [self.expression(0)]
        while self._list_goes_on(len(values) < len(variables)):
            if self.kind == VARIABLE and self.kinds[self.at + 1] == "=":
                self.report(_several_equals(self.token_span(self.at + 1)))
                variables.append(self.variable())
                self.advance()
            values.append(self.expression(0))
        self.closed = closed
        last = values[-1]
        if self.kind != ":" and isinstance(last, Infix) and last.operator is Operator.IN:
            self.report(_let_in(last.span))
            return Let(tuple(variables), (last.operands[0],), last.operands[1], self.span_from(start.start))
        self._colon("let", start)
        body = self.expression(0)
        return Let(tuple(variables), tuple(values), body, self.span_from(start.start))

    def _quantified(self) -> Node:
        at, start = self.at, self.token_span(self.at)
        quantifier = Quantifier(self.kind)
        self.advance()
        propositions = self._quantified_propositions(quantifier)
        variables = [_as_variable(node) for node in propositions if isinstance(node, Variable | Proposition)]
        if self.kind == "in" and variables and len(variables) == len(propositions):
            return self._quantifier_over_set(quantifier, at, variables)
        generator = self.generator("for") if self.accept("for") else None
        self._colon(quantifier.value, start)
        body = self.expression(0)
        return Quantified(quantifier, tuple(propositions), generator, body, self.span_from(start.start))

    def _quantified_propositions(self, quantifier: Quantifier) -> list[Node]:
        propositions: list[Node] = []
        bracketed = self.kind == "("
        if bracketed:
            self.report(_bracketed_propositions(self.token_span(self.at), quantifier.value))
            self.advance()
        while True:
            if self.kind in NAMES:
                propositions.append(self.operand())
            else:
                self.report(_missing_proposition(self.token_span(self.at), quantifier.value, self.found()))
                if self.kind not in RESUME:
                    self.advance()
                    self.complained_at = self.at
                break
            if self.kind in NAMES and self.head_goes_on():
                self.report(_missing_comma(self.gap))
            elif not self.accept(","):
                break
        if bracketed:
            self.accept(")")
        return propositions

    def _quantifier_over_set(self, quantifier: Quantifier, at: int, variables: list[Variable]) -> Node:
        """`forall $i in S: F`, its word at a token: a big operator was meant."""
        start = self.token_span(at)
        big = Big.AND if quantifier is Quantifier.FORALL else Big.OR
        self.lexer.diagnostics = [one for one in self.lexer.diagnostics if one.primary.span != start]
        self.diagnostics.append(_quantifier_over_set(start, quantifier.value, big.value))
        opener = Opener(quantifier.value, start, self.indent(at), is_foreign=True)
        self.openers.append(opener)
        self.closed += 1
        return self._loop(opener, big, self.generator(big.value, variables))


def _as_variable(node: Variable | Proposition) -> Variable:
    """The variable that is meant where a name stands in its place."""
    return node if isinstance(node, Variable) else Variable("$" + node.name, node.arguments, node.span)


def _missing_else(gap: Span, opener: Span) -> Diagnostic:
    return fault(
        "S107", gap, label="label", secondary=[(opener, "opener")], help="help",
        fix=[Edit(gap.after(), " else Top")],
    )  # fmt: skip


def _missing_then(gap: Span, opener: Span) -> Diagnostic:
    return fault("S108", gap, label="label", secondary=[(opener, "opener")], help="help")


def _colon_for_then(span: Span, opener: Span, replacement: str) -> Diagnostic:
    fix = [Edit(span, replacement)]
    return fault("S108", span, variant="colon", secondary=[(opener, "opener")], help="help", fix=fix)


def _else_if(span: Span, written: str) -> Diagnostic:
    return fault("S118", span, help="else_if", written=written)


def _missing_in(gap: Span, keyword: str) -> Diagnostic:
    return fault(
        "S110",
        gap,
        label="label",
        help="comprehension" if keyword == "[" else "help",
        keyword=keyword,
    )


def _equals_for_in(span: Span) -> Diagnostic:
    return fault("S110", span, variant="equals", help="equals", fix=[Edit(span, "in")])


def _several_in(span: Span, keyword: str) -> Diagnostic:
    return fault(
        "S111",
        span,
        label="label",
        help="comprehension" if keyword == "[" else "help",
        keyword=keyword,
    )


def _if_for_when(span: Span) -> Diagnostic:
    return fault("S118", span, variant="when", help="when", fix=[Edit(span, "when")])


def _missing_when(gap: Span, is_glued: bool) -> Diagnostic:
    fix = [Edit(gap.after(), " when " if is_glued else " when")]
    return fault("S118", gap, variant="when", help="when", fix=fix)


def _missing_comma(gap: Span) -> Diagnostic:
    return fault("S125", gap, variant="comma", help="list", fix=[Edit(gap.after(), ",")])


def _let_in(span: Span) -> Diagnostic:
    return fault("S116", span, variant="in", help="in")


def _several_equals(span: Span) -> Diagnostic:
    return fault("S116", span, variant="several", help="several")


def _missing_equals(gap: Span) -> Diagnostic:
    return fault("S116", gap, variant="equals", help="equals")


def _variable_without_dollar(span: Span, name: str, keyword: str) -> Diagnostic:
    return fault(
        "S117",
        span,
        label="label",
        help="help",
        fix=[Edit(span, "$" + name)],
        name=name,
        keyword=keyword,
    )


def _bracketed_variables(span: Span, keyword: str) -> Diagnostic:
    return fault("S127", span, variant="bracketed", help="bracketed", keyword=keyword)


def _bracketed_propositions(span: Span, keyword: str) -> Diagnostic:
    return fault("S127", span, variant="bracketed_propositions", help="proposition", keyword=keyword)


def _missing_variable(span: Span, keyword: str, found: str) -> Diagnostic:
    if keyword == "[":
        return fault("S127", span, help="comprehension", keyword="for", found=found)
    return fault("S127", span, help="help", keyword=keyword, found=found)


def _missing_proposition(span: Span, keyword: str, found: str) -> Diagnostic:
    return fault("S127", span, variant="proposition", help="proposition", keyword=keyword, found=found)


def _quantifier_over_set(span: Span, keyword: str, big: str) -> Diagnostic:
    return fault("S118", span, variant="quantifier", help="quantifier", keyword=keyword, meant=big)
