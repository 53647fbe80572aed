"""Brackets: arguments, sets, ranges, quoted formulas, and where one is missing or stands for another."""

from collections.abc import Sequence

from bigand.language.parser.bodies import Bodies, unexpected
from bigand.language.parser.vocabulary import BINARY_FUNCTIONS, BODY_MARKS, CLOSING, OPERAND_START, UNARY_FUNCTIONS
from bigand.language.printing import member_by_member
from bigand.language.syntax import (
    Call,
    Cardinality,
    Comprehension,
    Count,
    Error,
    Infix,
    Node,
    Operator,
    Parenthesised,
    Quoted,
    Range,
    SetLiteral,
    Signed,
    Variable,
)
from bigand.language.tokens import NAME, VARIABLE, meant_keyword
from bigand.source.diagnostic import Diagnostic, Edit, counted
from bigand.source.fault import fault
from bigand.source.span import Span

_EQUALITIES = {"==": Operator.EQUAL, "!=": Operator.DIFFERENT, "=": Operator.EQUAL}


class Brackets(Bodies):
    """Reads what stands between an opening bracket and the closing one."""

    def arguments(self, opening: int, name: str) -> tuple[Node, ...]:
        """The arguments after `p(`, up to and with the closing parenthesis."""
        if self.kinds[self.at] == ")":
            self.report(_empty_parentheses(Span(self.starts[opening], self.ends[self.at]), name))
            self.advance()
            return ()
        self.open(")")
        values = self.expressions()
        if self.close(")", opening):
            return tuple(values)
        return tuple([broken([value], value.span) for value in values])  # who knows what belongs to them

    def expressions(self) -> list[Node]:
        """One or more expressions with commas between."""
        values = [self.expression(0)]
        while True:
            kind = self.kinds[self.at]
            if kind == ",":
                self.advance()
            elif kind == ";":
                self.report(semicolon_in_list(self.token_span(self.at)))
                self.advance()
            else:
                return values
            values.append(self.expression(0))

    def open(self, closer: str) -> None:
        """Inside a bracket that `closer` closes, formulas may not stand side by side."""
        self.closed += 1
        self.closers.append(closer)

    def close(self, bracket: str, opening: int) -> bool:
        """Read a closing bracket, or say that it is missing or that something stands in its way.

        False when there was none, and nobody knows where it should have been.
        """
        self.closed -= 1
        self.closers.pop()
        if self.kinds[self.at] == bracket:
            self.advance()
            return True
        opener = Span(self.starts[opening], self.ends[opening])
        if self.kind in OPERAND_START and self._continues(opening):
            self.report(self._side_by_side())
            self.skip_to(frozenset({bracket, ":", "then", "else"}))
            if not self.accept(bracket):
                self.complained_at = self.at
            return True
        if self.kind in CLOSING and self.kind not in self.closers:
            self.report(_wrong_bracket(self.token_span(self.at), self.found(), opener, bracket))
            self.advance()
            return True
        if self.kind in ("..", ",", "=", "data") and self.at != self.complained_at:
            self.report(unexpected(self.token_span(self.at), self.found()))
            self.skip_to(frozenset({bracket, ":"}))
            if self.accept(bracket):
                return True
        self.report(_unclosed_bracket(self.gap, opener, bracket), missing_closer=True)
        return False

    def _continues(self, opening: int) -> bool:
        """Whether the next token is still inside the bracket, judged by where its line begins."""
        return self.same_line(self.at) or self.column(self.at) > self.indent(opening)

    def _parenthesised(self) -> Node:
        opening = self.at
        self.advance()
        self.open(")")
        inner = self.expression(0)
        if self.kind == ",":
            return self._tuple(inner, opening)
        if self.kind == "..":
            return self._range_in_parentheses(inner, opening)
        self.close(")", opening)
        if isinstance(inner, Error):
            return inner
        return Parenthesised(inner, self.span_from(self.starts[opening]))

    def _tuple(self, first: Node, opening: int) -> Node:
        """`($i,$j)`, of which the language has none; compared with another one, it is read member by member."""
        comma, start, is_first = self.token_span(self.at), self.starts[opening], self.at != self.complained_at
        left = self._members(first, opening)
        operator = _EQUALITIES.get(self.kind)
        if operator is None or self.kinds[self.at + 1] != "(":
            if is_first:
                self.diagnostics.append(_list_in_parentheses(comma))
            return Error(tuple(left), self.span_from(start))
        self.advance()
        second = self.at
        self.advance()
        self.open(")")
        right = self._members(self.expression(0), second)
        span = self.span_from(start)
        if len(left) != len(right):
            self.diagnostics.append(_list_in_parentheses(comma))
            return Error((*left, *right), span)
        pairs = [Infix(operator, pair, pair[0].span.to(pair[1].span)) for pair in zip(left, right, strict=True)]
        joint = Operator.AND if operator is Operator.EQUAL else Operator.OR
        text = member_by_member(self.text, span, operator, left, right)
        self.diagnostics.append(_tuple_comparison(span, operator.value, text))
        return Parenthesised(Infix(joint, tuple(pairs), span), span)

    def _members(self, first: Node, opening: int) -> list[Node]:
        members = [first]
        while self.accept(","):
            members.append(self.expression(0))
        self.close(")", opening)
        return members

    def _range_in_parentheses(self, first: Node, opening: int) -> Node:
        dots, start = self.token_span(self.at), self.starts[opening]
        self.advance()
        last = self.expression(0)
        is_closed = self.kind == ")"
        brackets = [self.token_span(opening), self.token_span(self.at)] if is_closed else []
        text = self.text[first.span.start : last.span.end]
        self.diagnostics.append(_range_in_parentheses(dots, brackets, text))
        self.close(")", opening)
        return Range(first, last, self.span_from(start))

    def _call(self) -> Node:
        return self._called(self.kind, self.at)

    def _called(self, kind: str, opening: int) -> Node:
        """A call of a function, from its parenthesis on."""
        function = kind[:-1]
        self.advance()
        arguments = self.arguments(opening, function)
        span = self.span_from(self.starts[opening])
        wanted = 1 if kind in UNARY_FUNCTIONS else 2
        if len(arguments) != wanted:
            if arguments:  # none at all has been complained of
                self.diagnostics.append(_wrong_number_of_arguments(span, function, wanted, len(arguments)))
            return Error(arguments, span)
        if kind in UNARY_FUNCTIONS:
            return Call(function, arguments, span)
        if kind in BINARY_FUNCTIONS:
            self.diagnostics.append(_deprecated_prefix(span, function))
            return Call(function, arguments, span)
        return Cardinality(Count(function), arguments[0], arguments[1], span)

    def _set(self) -> Node:
        opening, start = self.at, self.starts[self.at]
        self.advance()
        if self.accept("]"):
            return SetLiteral((), self.span_from(start))
        self.open("]")
        first = self.expression(0)
        if self.accept("..") or self._colon_for_range():
            last = self.expression(0)
            self.close("]", opening)
            return Range(first, last, self.span_from(start))
        if self._for_of_set():
            generator = self.generator("[")
            self.close("]", opening)
            return Comprehension(first, generator, self.span_from(start))
        elements = [first]
        while self.kind in (",", ";"):
            if self.kind == ";":
                self.report(semicolon_in_list(self.token_span(self.at)))
            self.advance()
            if self.kind == ".." and elements:  # [1,..,8]
                self.report(_range_with_commas(self.token_span(self.at)))
                self.advance()
                self.accept(",")
            elements.append(self.expression(0))
        is_closed = self.close("]", opening)
        span = self.span_from(start)
        if not is_closed or (len(elements) == 1 and self.text[start] == "{"):
            return broken(elements, span)  # who knows what belongs to it, or whether a set is meant
        return SetLiteral(tuple(elements), span)

    def _for_of_set(self) -> bool:
        """Read the `for` of `[p($i) for $i in S]`, or what stands for it, or complain that it is missing."""
        if self.kind == "for" or (self.kind == NAME and meant_keyword(self.found()) == "for"):
            return self.accept_meant("for")
        if self.kind == "or":  # the bar of `[p($i) | $i in S]`, else it would have been read
            span = self.token_span(self.at)
            self.lexer.diagnostics = [one for one in self.lexer.diagnostics if one.primary.span != span]
            self.diagnostics.append(_bar_for_for(span, self.lexer.spaced("for", span)))
            self.advance()
            return True
        if self._begins_generator(self.at):
            self.report(_missing_for(self.gap))
            return True
        return False

    def _colon_for_range(self) -> bool:
        """Read the colon of `[1:8]`; where the bracket does not close, it is the colon of a head."""
        if self.kind != ":" or not self.comes_before(self.at + 1, "]", BODY_MARKS):
            return False
        self.report(_colon_for_range(self.token_span(self.at)))
        self.advance()
        return True

    def _bare_range(self, first: Node) -> Node:
        """`1..8` without brackets, where a set must stand."""
        dots = self.token_span(self.at)
        self.advance()
        last = self.expression(0)
        span = first.span.to(last.span)
        half = self.kind == "]" and "]" not in self.closers
        text = self.text[span.start : span.end]
        self.diagnostics.append(_range_without_brackets(dots, span, text, half))
        if half:
            self.advance()
        return Range(first, last, span)

    def _indices_in_brackets(self, name: str) -> tuple[Node, ...]:
        """`p[1]`, `p{1}`, as in other languages: `p(1)` is meant."""
        first, openings, closings = self.token_span(self.at), [], []
        indices: list[Node] = []
        while self.kind == "[" and self.starts[self.at] == self.ends[self.at - 1]:  # p[1][2]
            opening = self.token_span(self.at)
            node = self._set()
            self.lexer.diagnostics = [one for one in self.lexer.diagnostics if one.primary.span != opening]
            openings.append(opening)
            if self.text[node.span.end - 1] in "]}":
                closings.append(Span(node.span.end - 1, node.span.end))
            parts = node.elements if isinstance(node, SetLiteral) else node.parts if isinstance(node, Error) else ()
            indices += parts or (node,)
        is_subscript = name.endswith("_") and len(name) > 1  # p_{1}
        begin = Span(first.start - is_subscript, first.end)
        fix = (
            [(begin, "("), *[(span, ",") for span in joints(openings, closings)], (closings[-1], ")")]
            if len(closings) == len(openings)
            else []
        )
        self.diagnostics.append(_indices_in_brackets(first, name.rstrip("_") if is_subscript else name, fix))
        return tuple(indices)

    def _begins_generator(self, at: int) -> bool:
        """Whether `$i in` or `$i,$j` begins at a token, which is only written in a head."""
        if self.kinds[at] != VARIABLE:
            return False
        after = self.kinds[at + 1]
        return self._means_in(at + 1) or (after == "," and self.kinds[at + 2] == VARIABLE)

    def _means_in(self, at: int) -> bool:
        """Whether a token is `in`, or the word for it in another language."""
        kind = self.kinds[at]
        return kind == "in" or (kind == NAME and meant_keyword(self.token_text(at)) == "in")

    def _quoted(self) -> Node:
        start, at = self.starts[self.at], self.at
        self.advance()
        if self.kind == '"' and self.same_line(self.at):
            self.report(missing_operand(self.token_span(at), '"', '"'))
            self.advance()
            return Error((), self.span_from(start))
        self.closed += 1
        formula = self.expression(0)
        in_pieces = False
        while self.kind in OPERAND_START and self.kind != '"' and self.same_line(self.at):
            in_pieces = True
            formula = self._join(formula)
        self.closed -= 1
        if not self.accept('"'):
            self.report(_unclosed_quote(self.gap, Span(start, start + 1)), missing_closer=True)
            in_pieces = True
        if in_pieces:
            return broken([formula], self.span_from(start))
        return Quoted(formula, self.span_from(start))

    def variable(self) -> Variable:
        """`$i` or `$i(…)`."""
        at, start = self.at, self.starts[self.at]
        self.advance()
        if self.kinds[at] == VARIABLE:
            if self.kinds[self.at] == "[" and self.starts[self.at] == self.ends[at]:
                name = self.token_text(at)
                return Variable(name, self._indices_in_brackets(name), self.span_from(start))
            return Variable(self.text[start : self.ends[at]], (), Span(start, self.ends[at]))
        name = self.text[start : self.ends[at] - 1]
        arguments = self.arguments(at, name)
        return Variable(name, arguments, self.span_from(start))


def joints(openings: list[Span], closings: list[Span]) -> list[Span]:
    """The places where one pair of brackets ends and the next begins."""
    return [end.to(begin) for end, begin in zip(closings[:-1], openings[1:], strict=True)]


def broken(nodes: list[Node], span: Span) -> Error:
    """What was read in part only: the names in it are looked up, but what connects them is not judged."""
    parts: list[Node] = []
    waiting = nodes[::-1]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Infix):
            waiting.extend(node.operands[::-1])
        elif isinstance(node, Signed):
            waiting.append(node.operand)
        elif isinstance(node, Parenthesised):
            waiting.append(node.inner)
        elif isinstance(node, Error):
            waiting.extend(node.parts[::-1])
        else:
            parts.append(node)
    return Error(tuple(parts), span)


def missing_operand(previous: Span, before: str, found: str) -> Diagnostic:
    """After `previous` something must come, and what comes (`found`, or nothing at all) is not it."""
    help = "body" if before == ":" else "list" if before == "," else "help"
    return fault("S101", previous, label="label", help=help, before=before, found=found)


def _unclosed_bracket(gap: Span, opener: Span, bracket: str) -> Diagnostic:
    return fault("S105", gap, label="label", secondary=[(opener, "opener")], help="help", bracket=bracket)


def _wrong_bracket(span: Span, found: str, opener: Span, wanted: str) -> Diagnostic:
    return fault(
        "S105", span, variant="wrong", label="wrong_label", secondary=[(opener, "opener")], help="wrong",
        fix=[Edit(span, wanted)], found=found, bracket=wanted,
    )  # fmt: skip


def _missing_for(gap: Span) -> Diagnostic:
    return fault("S110", gap, variant="for", help="comprehension", fix=[Edit(gap.after(), " for")])


def _bar_for_for(span: Span, replacement: str) -> Diagnostic:
    fix = [Edit(span, replacement)]
    return fault("S002", span, label="label", help="help", fix=fix, written="|", meant="for")


def _indices_in_brackets(opening: Span, name: str, fix: Sequence[tuple[Span, str]]) -> Diagnostic:
    edits = [Edit(span, text) for span, text in fix]
    return fault("S112", opening, variant="brackets", help="brackets", fix=edits, name=name)


def _empty_parentheses(span: Span, name: str) -> Diagnostic:
    return fault("S113", span, help="help", fix=[Edit(span, name)], name=name)


def _unclosed_quote(gap: Span, opener: Span) -> Diagnostic:
    return fault("S119", gap, label="label", secondary=[(opener, "opener")], help="help")


def _range_without_brackets(dots: Span, span: Span, text: str, half: bool) -> Diagnostic:
    """`half` says that the closing bracket is there."""
    edits = [Edit(Span(span.start, span.start), "["), *([] if half else [Edit(span.after(), "]")])]
    return fault("S120", dots, label="label", help="help", fix=edits, text=text)


def _range_in_parentheses(dots: Span, parentheses: list[Span], text: str) -> Diagnostic:
    fix = [Edit(span, bracket) for span, bracket in zip(parentheses, "[]", strict=False)]
    return fault("S120", dots, label="label", help="help", fix=fix, text=text)


def _colon_for_range(span: Span) -> Diagnostic:
    return fault("S120", span, variant="colon", help="commas", fix=[Edit(span, "..")])


def _range_with_commas(span: Span) -> Diagnostic:
    return fault("S120", span, variant="commas", help="commas")


def _list_in_parentheses(span: Span) -> Diagnostic:
    return fault("S124", span, label="label", help="parentheses", found=",")


def _tuple_comparison(span: Span, operator: str, text: str) -> Diagnostic:
    return fault("S129", span, help="help", fix=[Edit(span, text)], operator=operator, text=text)


def semicolon_in_list(span: Span) -> Diagnostic:
    return fault("S125", span, variant="list", help="list", fix=[Edit(span, ",")])


def _wrong_number_of_arguments(span: Span, function: str, wanted: int, found: int) -> Diagnostic:
    hint = (
        "function" if wanted == 1 else "set" if function in ("union", "inter", "diff", "subset") else "cardinality"
    )
    return fault(
        "S126",
        span,
        help=hint,
        function=function,
        wanted=counted("argument", wanted),
        found=counted("argument", found),
    )


def _deprecated_prefix(span: Span, function: str) -> Diagnostic:
    return fault("S401", span, help="help", function=function)
