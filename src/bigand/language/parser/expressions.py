"""Expressions: operands, and the operators between them by their levels."""

from bigand.language.parser.bodies import space_before_arguments, unexpected
from bigand.language.parser.brackets import missing_operand
from bigand.language.parser.cursor import GiveUpError, foreign_word
from bigand.language.parser.vocabulary import (
    AFTER_OPERAND,
    BINARY_FUNCTIONS,
    BODY_MARKS,
    EXPONENT,
    INFIX,
    LARGEST_INTEGER,
    LIST_MARKS,
    NOT_NAMES,
    OPERAND_START,
    RESUME,
    SECOND_WORDS,
    TERM_OPERATORS,
    UNARY_FUNCTIONS,
)
from bigand.language.parser.words import Words
from bigand.language.syntax import (
    COMPARISON_LEVEL,
    NOT_LEVEL,
    RIGHT_ASSOCIATIVE,
    SIGN_LEVEL,
    Boolean,
    Call,
    Error,
    Float,
    Infix,
    Integer,
    LineBreak,
    Node,
    Operator,
    Proposition,
    Sign,
    Signed,
    Truth,
)
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
from bigand.source.diagnostic import Diagnostic, Edit, amount
from bigand.source.fault import fault
from bigand.source.recursion import MAX_DEPTH
from bigand.source.span import Span

_SUMS = frozenset({"sum", "somme", "count", "compte"})


class Expressions(Words):
    """Reads an expression: one function reads an operand, one the operators after it, as they bind."""

    bars = 0  # how many `|…|` are open

    def expression(self, level: int) -> Node:
        """An operand and the operators after it that bind at `level` or tighter."""
        if self.kinds[self.at + 1] in LIST_MARKS:
            kind = self.kinds[self.at]
            if kind == INTEGER:
                return self._integer()
            if kind == VARIABLE:
                return self.variable()
            if kind == NAME:
                return self._name()
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.diagnostics.append(_too_deep(self.token_span(self.at), MAX_DEPTH))
            raise GiveUpError
        node = self.operand()
        if self.closed or self.kinds[self.at] in AFTER_OPERAND:
            node = self.infix(node, level)
        self.depth -= 1
        return node

    def infix(self, left: Node, level: int) -> Node:
        """The operators that follow `left`, as far as they bind at `level` or tighter."""
        while True:
            kind = self.kinds[self.at]
            found = INFIX.get(kind)
            if found is None:
                if kind == "\\\\" and level <= COMPARISON_LEVEL and (self.closed or not self.is_value):
                    # it belongs to a formula, not to a term; after a value, to the formula that follows
                    self.advance()
                    left = LineBreak(left, False, self.span_from(left.span.start))
                    continue
                if kind == "=" and self.closed and level <= COMPARISON_LEVEL:
                    left = self._equals(left)
                    continue
                if kind == "not" and self.kinds[self.at + 1] == "in" and level <= COMPARISON_LEVEL:
                    left = self._not_in(left)
                    continue
                if kind == NAME and self.closed:
                    found = INFIX.get(meant_keyword(self.found()) or "")
                    if found is None:
                        return left
                    if found[1] >= level:
                        self.report(foreign_word(self.token_span(self.at), self.found(), found[0].value))
                else:
                    return left
            operator, its_level = found
            if self.bars and kind == "or" and self.found() == "|":
                return left
            if its_level < level or (kind == "or" and self._is_bar_of_set()):
                return left
            left = self._operands(left, operator, its_level)

    def _equals(self, left: Node) -> Node:
        """`=` where only a comparison could stand: nothing more is said of it."""
        equals, at = self.token_span(self.at), self.at
        self.advance()
        right = self.expression(COMPARISON_LEVEL + 1)
        if at != self.complained_at:
            between_names = isinstance(left, Proposition) and isinstance(right, Proposition)
            self.diagnostics.append(_equals_for_comparison(equals, between_names))
        self.complained_at = self.at
        return Error((left, right), left.span.to(right.span))

    def _not_in(self, left: Node) -> Node:
        """`$i not in S`, as in Python: `not $i in S` is meant."""
        span = self.token_span(self.at).to(self.token_span(self.at + 1))
        self.diagnostics.append(_not_in(span, left.span))
        self.advance()
        inside = self._operands(left, Operator.IN, COMPARISON_LEVEL)
        return Signed(Sign.NOT, inside, inside.span)

    def _is_bar_of_set(self) -> bool:
        """Whether `|` comes next, as in `{p(i) | i in S}`."""
        is_bar = self.text[self.starts[self.at]] == "|" and self.closers[-1:] == ["]"]
        return is_bar and self._begins_generator(self.at + 1)

    def _operands(self, first: Node, operator: Operator, level: int) -> Node:
        """`first` and what follows it by this operator: a chain is one node, however long."""
        operands = [first]
        kind = operator.value
        while True:
            self.advance()
            operands.append(self.expression(level + 1))
            following = self.kinds[self.at]
            if level == COMPARISON_LEVEL:
                if following in INFIX and INFIX[following][1] == level:
                    self.report(_chained_comparison(self.token_span(self.at), first.span, self.found()))
                    self.advance()
                    operands.append(self.expression(level + 1))
                    return Error(tuple(operands), self.span_from(first.span.start))
                break
            if following != kind:
                if operator in RIGHT_ASSOCIATIVE:
                    operands[-1] = self._deeper(operands[-1], level)
                break
        return Infix(operator, tuple(operands), self.span_from(first.span.start))

    def _deeper(self, node: Node, level: int) -> Node:
        """`infix` one level down, for what binds to the right."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.diagnostics.append(_too_deep(self.token_span(self.at), MAX_DEPTH))
            raise GiveUpError
        node = self.infix(node, level)
        self.depth -= 1
        return node

    def operand(self) -> Node:
        """What operators stand between."""
        at = self.at
        kind = self.kinds[at]
        start = self.starts[at]
        if kind == NAME_OPEN:
            if self._is_sum(at):
                return self._sum()
            name = self.text[start : self.ends[at] - 1]
            self.advance()
            arguments = self.arguments(at, name)
            return Proposition(name, arguments, Span(start, self.ends[self.at - 1]))
        if kind == NAME:
            return self._name()
        if kind == INTEGER:
            return self._integer()
        if kind in (VARIABLE, VARIABLE_OPEN):
            return self.variable()
        if kind == "(":
            return self._parenthesised()
        if kind == "not" or kind == "-":
            self.advance()
            sign, level = (Sign.NOT, NOT_LEVEL) if kind == "not" else (Sign.MINUS, SIGN_LEVEL + 1)
            self.signed_at = self.at if kind == "-" else -1
            operand = self.expression(level)
            return Signed(sign, operand, self.span_from(start))
        if kind == "or" and self.found() == "|" and self.comes_before(at + 1, "or", BODY_MARKS):
            return self._bars()
        read = _READERS.get(kind)
        if read is not None:
            return read(self)
        return self._missing_operand()

    def _name(self) -> Node:
        at = self.at
        span = Span(self.starts[at], self.ends[at])
        name = self.text[span[0] : span[1]]
        self.advance()
        following = self.kinds[self.at]
        negates = self.closed and following in OPERAND_START and meant_keyword(name) == "not"
        if negates and self.same_line(self.at):
            self.diagnostics.append(foreign_word(span, name, "not"))
            operand = self.expression(NOT_LEVEL)
            return Signed(Sign.NOT, operand, self.span_from(span.start))
        if following == "[" and self.starts[self.at] == span.end:
            return Proposition(name, self._indices_in_brackets(name), self.span_from(span.start))
        if following == VARIABLE or (following in SECOND_WORDS and self.kinds[self.at + 1] == VARIABLE):
            meant = self._meant_big(at)
            if meant is not None:
                self.at = at
                return self._big_operator(*meant)
        if following == "(" and self.closed and self.same_line(self.at):
            is_function = name + "(" in FUNCTIONS
            if is_function or self.comes_before(self.at + 1, ",", BODY_MARKS):
                return self._spaced_call(name, span, is_function)
        if self._is_bare_index(at):
            return self._bare_indices(name, span)
        return Proposition(name, (), span)

    def _spaced_call(self, name: str, span: Span, is_function: bool) -> Node:
        """`abs ($i)`, `p ($i,$j)`: the parenthesis belongs to the name."""
        opening = self.at
        self.report(space_before_arguments(Span(span.end, self.starts[opening]), name))
        if is_function:
            return self._called(name + "(", opening)
        self.advance()
        return Proposition(name, self.arguments(opening, name), self.span_from(span.start))

    def _is_bare_index(self, at: int) -> bool:
        """Whether an index without parentheses follows a name, `p$i` or `p $i`, where two formulas cannot stand."""
        if self.kind != VARIABLE or not self.closed or self._means_in(self.at + 1):
            return False
        if self.starts[self.at] == self.ends[at]:
            return True
        is_alone = not self._begins_generator(self.at) and not self._condition_follows()
        return is_alone and not self.closers and self.same_line(self.at)

    def _bare_indices(self, name: str, span: Span) -> Node:
        indices: list[Node] = [self.variable()]
        while not self.closers and self.kind == "," and self.kinds[self.at + 1] in (VARIABLE, INTEGER):
            self.advance()
            indices.append(self.operand())
        plain = name.rstrip("_") or name
        whole = self.span_from(span.start)
        right = f"{plain}({','.join([self.text[one.span.start : one.span.end] for one in indices])})"
        self.diagnostics.append(_bare_indices(whole, plain, right))
        return Proposition(name, tuple(indices), whole)

    def _is_sum(self, at: int) -> bool:
        """Whether `sum($j in S: …)` or its like begins at a token."""
        is_sum = self.text[self.starts[at] : self.ends[at] - 1].lower() in _SUMS
        return is_sum and self._begins_generator(at + 1) and self.comes_before(at + 1, ":", BODY_MARKS)

    def _sum(self) -> Node:
        """A sum and what it is compared with: passed over as a whole."""
        start = self.token_span(self.at)
        self.report(_no_sum(Span(start.start, start.end - 1)))
        self.advance()
        self.skip_to(frozenset({")"}))
        self.accept(")")
        if self.kind in TERM_OPERATORS or self.kind == "=":
            self.advance()
            self.expression(COMPARISON_LEVEL + 1)
        return Error((), self.span_from(start.start))

    def _bars(self) -> Node:
        """`|$i-$j|`, as in mathematics: `abs($i-$j)` is meant."""
        opening = self.token_span(self.at)
        self.advance()
        self.bars += 1
        inner = self.expression(COMPARISON_LEVEL + 1)
        self.bars -= 1
        closing = self.token_span(self.at)
        if self.kind != "or" or self.found() != "|":
            return Error((inner,), self.span_from(opening.start))
        self.advance()
        span = opening.to(closing)
        own = [one for one in self.lexer.diagnostics if one.primary.span not in (opening, closing)]
        self.lexer.diagnostics = own
        self.diagnostics.append(_bars(span, self.text[inner.span.start : inner.span.end]))
        return Call("abs", (inner,), span)

    def _for_loop(self) -> Node:
        """`for $i in S: …`, as in other languages: `bigand` is meant."""
        meant = self._meant_big(self.at)
        return self._missing_operand() if meant is None else self._big_operator(*meant)

    def _integer(self) -> Node:
        at = self.at
        span = Span(self.starts[at], self.ends[at])
        self.advance()
        digits = self.text[span[0] : span[1]]
        if len(digits) > 18 and (len(digits) > 4000 or int(digits) > self._largest(at)):
            self.diagnostics.append(_integer_too_large(span))
            return Error((), span)
        return Integer(int(digits), span)

    def _largest(self, at: int) -> int:
        """The largest integer that may be written; alone after a minus sign there is one more."""
        return LARGEST_INTEGER + (at == self.signed_at and self.kinds[at + 1] not in ("*", "/", "mod"))

    def _float(self) -> Node:
        span = self.token_span(self.at)
        self.advance()
        glued = self.kind == NAME and self.starts[self.at] == span.end
        if glued and EXPONENT.match(self.found()):
            whole = span.to(self.token_span(self.at))
            self.diagnostics.append(_exponent(whole, self.text[whole.start : whole.end]))
            self.advance()
            return Error((), whole)
        return Float(self.text[span.start : span.end], span)

    def _constant(self) -> Node:
        kind, span = self.kind, self.token_span(self.at)
        self.advance()
        if kind in ("Top", "Bot"):
            return Truth(kind == "Top", span)
        return Boolean(kind == "true", span)

    def _junk(self) -> Node:
        span = self.token_span(self.at)
        self.advance()
        return Error((), span)

    def _line_break(self) -> Node:
        start = self.starts[self.at]
        self.advance()
        return LineBreak(self.expression(COMPARISON_LEVEL), True, self.span_from(start))

    def _missing_operand(self) -> Node:
        """Nothing here can be an operand: complain once, pass over what nobody waits for, try again."""
        if self._is_keyword_as_name():
            return self._keyword_as_name()
        span = self.token_span(self.at)
        if self._operator_was_complained_of():
            self.complained_at = self.at
        self.report(self._complaint_of_missing_operand(span))
        if self.kind in RESUME or self.kind in INFIX or self.kind == '"':
            return Error((), self.gap)
        self.advance()
        self.complained_at = self.at
        if self.kind in OPERAND_START:
            return self.operand()
        return Error((), span)

    def _is_keyword_as_name(self) -> bool:
        """Whether `in(`, `mod(`, … comes next, where only a proposition could begin."""
        at = self.at
        is_glued = self.kinds[at + 1] == "(" and self.starts[at + 1] == self.ends[at]
        return is_glued and self.kinds[at] in NOT_NAMES and self.token_text(at) == self.kinds[at]

    def _keyword_as_name(self) -> Node:
        """`in(1,2)`: a keyword where the name of a proposition was meant, or `and(a,b)`."""
        span, word = self.token_span(self.at), self.found()
        is_operator = word in INFIX and word != Operator.IN.value
        self.report(_keyword_as_name(span, word, is_operator))
        self.advance()
        opening = self.at
        self.advance()
        return Error(self.arguments(opening, word), self.span_from(span.start))

    def _operator_was_complained_of(self) -> bool:
        """Whether the operator before is foreign (`a &`) or lacks its left side too (`$x = and`)."""
        before = self.at - 1
        if before < 0 or (self.kinds[before] not in INFIX and self.kinds[before] != "not"):
            return False
        return before == self.complained_at or self.token_text(before) != self.kinds[before]

    def _complaint_of_missing_operand(self, span: Span) -> Diagnostic:
        if self.kind == "=":
            return unexpected(span, self.found())
        before = self.kinds[self.at - 1] if self.at else ""
        if self.kind in INFIX and before not in INFIX and before != "not":
            return missing_operand_before(span, self.found())
        if not self.at:
            return missing_operand_before(span, self.found())
        previous = self.token_span(self.at - 1)
        return missing_operand(previous, self.token_text(self.at - 1), self.found())


_READERS = {
    FLOAT: Expressions._float,
    JUNK: Expressions._junk,
    "Top": Expressions._constant,
    "Bot": Expressions._constant,
    "true": Expressions._constant,
    "false": Expressions._constant,
    "[": Expressions._set,
    '"': Expressions._quoted,
    "\\\\": Expressions._line_break,
    "bigand": Expressions._big_operator,
    "bigor": Expressions._big_operator,
    "if": Expressions._if,
    "let": Expressions._let,
    "for": Expressions._for_loop,
    "exists": Expressions._quantified,
    "forall": Expressions._quantified,
    **dict.fromkeys((*UNARY_FUNCTIONS, *BINARY_FUNCTIONS, "exact(", "atmost(", "atleast("), Expressions._call),
}


def missing_operand_before(span: Span, operator: str) -> Diagnostic:
    return fault("S101", span, variant="before", label="before_label", help="before", operator=operator)


def _bars(span: Span, inner: str) -> Diagnostic:
    return fault("S002", span, variant="bars", help="bars", fix=[Edit(span, f"abs({inner})")], inner=inner)


def _no_sum(span: Span) -> Diagnostic:
    return fault("S118", span, variant="sum", help="sum")


def _not_in(span: Span, left: Span) -> Diagnostic:
    fix = [Edit(Span(left.start, left.start), "not "), Edit(span, "in")]
    return fault("S118", span, variant="not_in", help="not_in", fix=fix)


def _bare_indices(span: Span, name: str, right: str) -> Diagnostic:
    return fault("S112", span, variant="brackets", help="bare", fix=[Edit(span, right)], name=name, right=right)


def _equals_for_comparison(span: Span, between_names: bool) -> Diagnostic:
    if between_names:
        return fault("S114", span, label="label", help="equivalence")
    return fault("S114", span, label="label", help="help", fix=[Edit(span, "==")])


def _chained_comparison(span: Span, first: Span, operator: str) -> Diagnostic:
    return fault("S115", span, secondary=[(first, "first")], help="help", operator=operator)


def _too_deep(span: Span, limit: int) -> Diagnostic:
    return fault("S121", span, label="label", help="help", limit=amount(limit))


def _integer_too_large(span: Span) -> Diagnostic:
    return fault("S006", span, help="help")


def _exponent(span: Span, text: str) -> Diagnostic:
    return fault("S005", span, help="exponent", text=text)


def _keyword_as_name(span: Span, word: str, is_operator: bool) -> Diagnostic:
    variant = "operator" if is_operator else None
    return fault("S128", span, variant=variant, help=variant or "help", word=word)
