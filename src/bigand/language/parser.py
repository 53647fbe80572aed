"""Tokens to a tree: a precedence parser that never fails.

One function reads an operand, one reads the operators after it, by the levels of `syntax.LEVELS`. What
cannot be read becomes an `Error` node with one diagnostic, and reading goes on where the surrounding
construct can make sense of what follows. Two habits keep that honest:

- nothing is reported twice at one place: a second complaint before another token was read is dropped,
  unless it is about another bracket or `end` that is missing there too;
- layout means nothing to the language, but a line that begins at or left of the operator that is
  still open tells that an `end` was forgotten, so the next rule is read as a rule of its own.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from bigand.language.faults import syntax as faults
from bigand.language.lexer import Lexer
from bigand.language.syntax import (
    COMPARISON_LEVEL,
    LEVELS,
    NOT_LEVEL,
    OPERAND_LEVEL,
    RIGHT_ASSOCIATIVE,
    SIGN_LEVEL,
    Assertion,
    Assignment,
    Big,
    BigOperator,
    Boolean,
    Call,
    Cardinality,
    Comprehension,
    Count,
    Error,
    Float,
    Generator,
    If,
    Infix,
    Integer,
    Item,
    Let,
    LineBreak,
    Node,
    Operator,
    Parenthesised,
    Proposition,
    Quantified,
    Quantifier,
    Quoted,
    Range,
    SetLiteral,
    Sign,
    Signed,
    Truth,
    Variable,
)
from bigand.language.tokens import (
    END_OF_FILE,
    FLOAT,
    INTEGER,
    JUNK,
    NAME,
    NAME_OPEN,
    VARIABLE,
    VARIABLE_OPEN,
    meant_keyword,
)
from bigand.source.diagnostic import Diagnostic
from bigand.source.span import Span

# Deeper than anybody writes and than any honest program generates; the walkers after us recurse too.
MAX_DEPTH = 10_000
# Frames of Python that one level of nesting may cost in the hungriest walk over the tree.
FRAMES_A_LEVEL = 8
LARGEST_INTEGER = 2**63 - 1

_INFIX = {operator.value: (operator, LEVELS[operator]) for operator in Operator}
_OPERAND_START = frozenset(
    {
        NAME,
        NAME_OPEN,
        VARIABLE,
        VARIABLE_OPEN,
        INTEGER,
        FLOAT,
        JUNK,
        "(",
        "[",
        '"',
        "not",
        "-",
        "\\\\",
    }
    | {"Top", "Bot", "true", "false", "if", "let", "bigand", "bigor", "exists", "forall"}
    | {"exact(", "atmost(", "atleast(", "card(", "sqrt(", "int(", "float(", "abs(", "empty("}
    | {"powerset(", "subset(", "union(", "inter(", "diff("}
)
_UNARY_FUNCTIONS = frozenset({"card(", "sqrt(", "int(", "float(", "abs(", "empty(", "powerset("})
_BINARY_FUNCTIONS = frozenset({"subset(", "union(", "inter(", "diff("})
_OPENING = frozenset(
    {"(", "[", NAME_OPEN, VARIABLE_OPEN, "exact(", "atmost(", "atleast("} | _UNARY_FUNCTIONS | _BINARY_FUNCTIONS
)
_CLOSING = frozenset({")", "]"})
# Where reading can resume: tokens that belong to a construct around the one that went wrong.
_RESUME = frozenset({")", "]", ",", ":", "end", "then", "else", "when", "for", "in", "data", END_OF_FILE})
_AFTER_OPERAND = frozenset({*_INFIX, "\\\\"})
_LINE_END = re.compile(r"\r\n|\r|\n")
# An operand of one token with one of these after it needs no look at operators.
_LIST_MARKS = frozenset({",", ")", "]"})
_EXPONENT = re.compile(r"[eE][0-9]+\Z")


class _GiveUpError(Exception):
    """The text is nested too deeply to go on."""


@dataclass(slots=True)
class _Opener:
    """A `bigand`, `bigor` or `if` that waits for its `end`."""

    keyword: str
    span: Span
    indent: int
    wrong_ends: list["_Opener"] = field(default_factory=list)


class Parser:
    """Reads one text, or a part of one, once."""

    def __init__(self, lexer: Lexer) -> None:
        self.lexer = lexer
        self.text = lexer.text
        self.kinds, self.starts, self.ends = lexer.kinds, lexer.starts, lexer.ends
        self.diagnostics: list[Diagnostic] = []
        self.at = 0
        self.depth = 0
        self.closed = 0  # how many constructs are open inside which two formulas may not stand side by side
        self.openers: list[_Opener] = []
        self.closers: list[str] = []  # the brackets that are still to be closed, innermost last
        self.complained_at = -1
        self._line_starts: list[int] = []
        self._known_to = -1  # the last token from which three more are known to be there
        self._fill()

    # ------------------------------------------------------------------ tokens

    def advance(self) -> None:
        self.at += 1
        if self.at > self._known_to:
            self._fill()

    def _fill(self) -> None:
        self.lexer.fill()
        self._known_to = len(self.kinds) - 4

    @property
    def kind(self) -> str:
        return self.kinds[self.at]

    def token_span(self, at: int) -> Span:
        return Span(self.starts[at], self.ends[at])

    def token_text(self, at: int) -> str:
        return self.text[self.starts[at] : self.ends[at]]

    @property
    def last_end(self) -> int:
        """Where the last token that was read ends."""
        return self.ends[self.at - 1] if self.at else self.starts[0]

    def span_from(self, start: int) -> Span:
        return Span(start, max(start, self.last_end))

    @property
    def gap(self) -> Span:
        """The place just after the last token that was read, where something is missing."""
        return Span(max(self.last_end - 1, 0), self.last_end) if self.at else self.token_span(0)

    def found(self) -> str:
        """The next token as the writer wrote it; empty at the end of the file."""
        return self.token_text(self.at)

    def column(self, at: int) -> int:
        if not self._line_starts:
            self._line_starts = [0, *[end.end() for end in _LINE_END.finditer(self.text)]]
        start = self.starts[at]
        return start - self._line_starts[bisect_right(self._line_starts, start) - 1]

    def indent(self, at: int) -> int:
        """How many blanks begin the line of a token."""
        start = self.starts[at]
        line = self.text[start - self.column(at) : start]
        return len(line) - len(line.lstrip(" \t"))

    def begins_line(self, at: int) -> bool:
        """Whether only blanks stand before a token on its line."""
        start = self.starts[at]
        return not self.text[start - self.column(at) : start].strip(" \t")

    def same_line(self, at: int) -> bool:
        """Whether a token stands on the line of the one before it."""
        between = self.text[self.ends[at - 1] : self.starts[at]]
        return "\n" not in between and "\r" not in between

    # ------------------------------------------------------------------ complaints

    def report(self, diagnostic: Diagnostic, missing_closer: bool = False) -> None:
        """Say it, unless something has been said at this very place."""
        if self.at != self.complained_at:
            self.diagnostics.append(diagnostic)
        if not missing_closer:
            self.complained_at = self.at

    def accept(self, kind: str) -> bool:
        """Read a token of this kind if it comes next."""
        if self.kinds[self.at] != kind:
            return False
        self.advance()
        return True

    def accept_meant(self, kind: str) -> bool:
        """The same, also in another language or other letters (`fin` for `end`), with a complaint."""
        if self.accept(kind):
            return True
        if self.kind == NAME and meant_keyword(self.found()) == kind:
            self.report(faults.foreign_word(self.token_span(self.at), self.found(), kind))
            self.advance()
            return True
        return False

    def skip_to(self, wanted: frozenset[str]) -> None:
        """Pass over what cannot be understood, up to a wanted token or the end of what surrounds it."""
        depth = 0
        indent = self.openers[-1].indent if self.openers else 0
        while True:
            kind = self.kind
            if kind == END_OF_FILE:
                return
            if depth == 0 and (kind in wanted or kind in ("end", "]", ")")):
                return
            if self.at and self.begins_line(self.at) and self.column(self.at) <= indent:
                return
            if kind in _OPENING or kind in ("bigand", "bigor", "if"):
                depth += 1
            elif kind in _CLOSING or kind == "end":
                depth -= 1
            self.advance()

    # ------------------------------------------------------------------ items

    def items(self) -> tuple[Item, ...]:
        """All items to the end; what is too deep to read ends them early."""
        items: list[Item] = []
        try:
            while self.kind != END_OF_FILE:
                item = self.item()
                if item is not None:
                    items.append(item)
        except _GiveUpError:
            pass
        return tuple(items)

    def whole_expression(self) -> Node | None:
        """One expression and nothing after it; nothing when that is not what is there."""
        self.closed += 1
        try:
            node = self.expression(0)
        except _GiveUpError:
            return None
        return node if self.kind == END_OF_FILE else None

    def item(self) -> Item | None:
        start_at, start = self.at, self.starts[self.at]
        kind = self.kinds[start_at]
        if kind == NAME_OPEN:
            node = self.expression(0)
        elif kind == NAME:
            if self._old_syntax():
                return None
            if self.kinds[start_at + 1] == "=":
                return self._assignment_to_name()
            node = self.expression(0)
        elif kind in (VARIABLE, VARIABLE_OPEN):
            target = self.variable()
            if self.kind == "=":
                return self._assignment(target)
            node = self.infix(target, 0)
        elif kind == "let" and self._global_let():
            self.advance()
            return self.item()
        elif kind == "(" and self._after_name(start_at):
            node = self._spaced_arguments(start_at)
        elif kind in _OPERAND_START or (kind == "for" and self.kinds[start_at + 1] == VARIABLE):
            node = self.expression(0)
        else:
            self._stray_token()
            return None
        if self.kinds[self.at] == "=":
            node = self._loose_ends(node)
        data = self.accept("data")
        if self.at == start_at:  # nothing could be read: never stand still
            self.advance()
        return Assertion(node, data, Span(start, max(start, self.ends[self.at - 1])))

    def _assignment_to_name(self) -> Item:
        """`N = 8`: the dollar was forgotten."""
        span, name, at = self.token_span(self.at), self.found(), self.at
        self.advance()
        assignment = self._assignment(Variable("$" + name, (), span))
        between_names = isinstance(assignment.value, Proposition)
        if at != self.complained_at:
            self.diagnostics.append(faults.assignment_without_dollar(span, name, between_names))
        return assignment

    def _loose_ends(self, node: Node) -> Node:
        """What may follow a whole formula by mistake, and would otherwise look like a new one."""
        while self.kind == "=":
            node = self.infix(self._equals(node), 0)
        return node

    def _equals(self, left: Node) -> Node:
        """`=` where only a comparison could stand: nothing more is said of it."""
        equals, at = self.token_span(self.at), self.at
        self.advance()
        right = self.expression(COMPARISON_LEVEL + 1)
        if at != self.complained_at:
            between_names = isinstance(left, Proposition) and isinstance(right, Proposition)
            self.diagnostics.append(faults.equals_for_comparison(equals, between_names))
        self.complained_at = self.at
        return Error((left, right), left.span.to(right.span))

    def _assignment(self, target: Variable) -> Assignment:
        self.advance()
        value = self.expression(0)
        if self.kind == "..":
            value = self._bare_range(value)
        elif self.kind == ",":
            self.report(faults.list_without_brackets(self.token_span(self.at)))
            while self.accept(","):
                self.expression(0)
            value = Error((value,), self.span_from(value.span.start))
        return Assignment(target, value, self.span_from(target.span.start))

    def _global_let(self) -> bool:
        """`let $x = 1` with no body: an assignment was meant."""
        ahead = self.at + 1
        if self.kinds[ahead] != VARIABLE or self.kinds[ahead + 1] != "=":
            return False
        saved = self.at, self.complained_at, len(self.diagnostics), len(self.lexer.diagnostics)
        self.advance()
        self.advance()
        self.advance()
        value = self.expression(0)
        is_let_in = isinstance(value, Infix) and value.operator is Operator.IN
        is_assignment = (
            not is_let_in
            and self.kind not in (",", ":")
            and not (self.kind == NAME and meant_keyword(self.found()))
        )
        is_assignment = is_assignment and (self.kind == END_OF_FILE or self.begins_line(self.at))
        self.at, self.complained_at = saved[:2]
        del self.diagnostics[saved[2] :]
        if is_assignment:
            self.report(faults.global_let(self.token_span(self.at)))
        return is_assignment

    def _old_syntax(self) -> bool:
        """`begin sets`, `begin formula`: brackets of a TouIST before 2016, passed over."""
        word = self.found()
        following = self.token_text(self.at + 1) if self.kinds[self.at + 1] == NAME else ""
        if word != "begin" or following not in ("sets", "formula", "formulas"):
            return False
        self.report(faults.old_syntax(self.token_span(self.at).to(self.token_span(self.at + 1))))
        self.advance()
        self.advance()
        return True

    def _stray_token(self) -> None:
        """A token that begins nothing, at the top of the file."""
        span, kind = self.token_span(self.at), self.kind
        following = self.token_text(self.at + 1) if self.kinds[self.at + 1] == NAME else ""
        if kind == "end" and following in ("sets", "formula", "formulas"):
            self.advance()
        elif kind == "end":
            self.report(faults.extra_end(span))
        elif kind in _CLOSING:
            self.report(faults.unmatched_bracket(span, self.found()))
        elif kind == ";":
            self.report(faults.semicolon(span))
        elif kind in _INFIX:
            self.report(faults.missing_operand_before(span, self.found()))
            self.advance()
            if self.kind in _OPERAND_START:
                self.expression(0)
            return
        else:
            self.report(faults.unexpected(span, self.found()))
            self.advance()
            self.skip_to(frozenset({"bigand", "bigor"}))
            return
        self.advance()

    # ------------------------------------------------------------------ expressions

    def expression(self, level: int) -> Node:
        """An operand and the operators after it that bind at `level` or tighter."""
        if self.kinds[self.at + 1] in _LIST_MARKS:
            kind = self.kinds[self.at]
            if kind == INTEGER:
                return self._integer()
            if kind == VARIABLE:
                return self.variable()
            if kind == NAME:
                return self._name()
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.diagnostics.append(faults.too_deep(self.token_span(self.at), MAX_DEPTH))
            raise _GiveUpError
        node = self.operand()
        if self.closed or self.kinds[self.at] in _AFTER_OPERAND:
            node = self.infix(node, level)
        self.depth -= 1
        return node

    def infix(self, left: Node, level: int) -> Node:
        """The operators that follow `left`, as far as they bind at `level` or tighter."""
        while True:
            kind = self.kinds[self.at]
            found = _INFIX.get(kind)
            if found is None:
                if kind == "\\\\":
                    self.advance()
                    left = LineBreak(left, False, self.span_from(left.span.start))
                    continue
                if kind == "=" and self.closed and level <= COMPARISON_LEVEL:
                    left = self._equals(left)
                    continue
                if kind == NAME and self.closed:
                    found = _INFIX.get(meant_keyword(self.found()) or "")
                    if found is None:
                        return left
                    if found[1] >= level:
                        self.report(faults.foreign_word(self.token_span(self.at), self.found(), found[0].value))
                else:
                    return left
            operator, its_level = found
            if its_level < level:
                return left
            left = self._operands(left, operator, its_level)

    def _operands(self, first: Node, operator: Operator, level: int) -> Node:
        """`first` and what follows it by this operator: a chain is one node, however long."""
        operands = [first]
        kind = operator.value
        while True:
            self.advance()
            operands.append(self.expression(level + 1))
            following = self.kinds[self.at]
            if level == COMPARISON_LEVEL:
                if following in _INFIX and _INFIX[following][1] == level:
                    self.report(faults.chained_comparison(self.token_span(self.at), first.span, self.found()))
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
            self.diagnostics.append(faults.too_deep(self.token_span(self.at), MAX_DEPTH))
            raise _GiveUpError
        node = self.infix(node, level)
        self.depth -= 1
        return node

    def operand(self) -> Node:
        """What operators stand between."""
        at = self.at
        kind = self.kinds[at]
        start = self.starts[at]
        if kind == NAME_OPEN:
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
            operand = self.expression(level)
            return Signed(sign, operand, self.span_from(start))
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
        negates = self.closed and following in _OPERAND_START and meant_keyword(name) == "not"
        if negates and self.same_line(self.at):
            self.diagnostics.append(faults.foreign_word(span, name, "not"))
            operand = self.expression(NOT_LEVEL)
            return Signed(Sign.NOT, operand, self.span_from(span.start))
        if following == VARIABLE and self._looks_like_big(name):
            is_or = name.lower().endswith(("or", "ou")) and name.lower() != "for"
            return self._meant_big(at, Big.OR if is_or else Big.AND)
        return Proposition(name, (), span)

    def _for_loop(self) -> Node:
        """`for $i in S: …`, as in other languages: `bigand` is meant."""
        if self.kinds[self.at + 1] != VARIABLE:
            return self._missing_operand()
        return self._meant_big(self.at, Big.AND)

    def _meant_big(self, at: int, meant: Big) -> Node:
        """Read what begins at a token as a big operator, with a complaint about the word."""
        word = self.token_text(at)
        self.diagnostics.append(faults.foreign_word(self.token_span(at), word, meant.value))
        self.at = at
        return self._big_operator(meant)

    def _looks_like_big(self, name: str) -> bool:
        """Whether a name before a variable is a big operator misspelt: nothing else has `in` or `,` there."""
        return self.kinds[self.at + 1] in ("in", ",") and (
            name.lower().startswith(("big", "for", "pour")) or meant_keyword(name) in ("bigand", "bigor")
        )

    def _integer(self) -> Node:
        at = self.at
        span = Span(self.starts[at], self.ends[at])
        self.advance()
        digits = self.text[span[0] : span[1]]
        if len(digits) > 18 and (len(digits) > 4000 or int(digits) > self._largest(at)):
            self.diagnostics.append(faults.integer_too_large(span))
            return Error((), span)
        return Integer(int(digits), span)

    def _largest(self, at: int) -> int:
        """The largest integer that may be written; after a minus there is one more."""
        return LARGEST_INTEGER + (at > 0 and self.kinds[at - 1] == "-")

    def _float(self) -> Node:
        span = self.token_span(self.at)
        self.advance()
        glued = self.kind == NAME and self.starts[self.at] == span.end
        if glued and _EXPONENT.match(self.found()):
            whole = span.to(self.token_span(self.at))
            self.diagnostics.append(faults.exponent(whole, self.text[whole.start : whole.end]))
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
        return LineBreak(self.expression(OPERAND_LEVEL), True, self.span_from(start))

    def _missing_operand(self) -> Node:
        """Nothing here can be an operand: complain once, pass over what nobody waits for, try again."""
        span = self.token_span(self.at)
        self.report(self._complaint_of_missing_operand(span))
        if self.kind in _RESUME or self.kind in _INFIX or self.kind == '"':
            return Error((), self.gap)
        self.advance()
        self.complained_at = self.at
        if self.kind in _OPERAND_START:
            return self.operand()
        return Error((), span)

    def _complaint_of_missing_operand(self, span: Span) -> Diagnostic:
        if self.kind == "=":
            return faults.unexpected(span, self.found())
        if not self.at:
            return faults.missing_operand_before(span, self.found())
        previous = self.token_span(self.at - 1)
        return faults.missing_operand(previous, self.token_text(self.at - 1), self.found())

    # ------------------------------------------------------------------ brackets

    def arguments(self, opening: int, name: str) -> tuple[Node, ...]:
        """The arguments after `p(`, up to and with the closing parenthesis."""
        if self.kinds[self.at] == ")":
            self.report(faults.empty_parentheses(Span(self.starts[opening], self.ends[self.at]), name))
            self.advance()
            return ()
        self.open(")")
        values = self.expressions()
        self.close(")", opening)
        return tuple(values)

    def expressions(self) -> list[Node]:
        """One or more expressions with commas between."""
        values = [self.expression(0)]
        while True:
            kind = self.kinds[self.at]
            if kind == ",":
                self.advance()
            elif kind == ";":
                self.report(faults.semicolon_in_list(self.token_span(self.at)))
                self.advance()
            else:
                return values
            values.append(self.expression(0))

    def open(self, closer: str) -> None:
        """Inside a bracket that `closer` closes, formulas may not stand side by side."""
        self.closed += 1
        self.closers.append(closer)

    def close(self, bracket: str, opening: int) -> None:
        """Read a closing bracket, or say that it is missing or that something stands in its way."""
        self.closed -= 1
        self.closers.pop()
        if self.kinds[self.at] == bracket:
            self.advance()
            return
        opener = Span(self.starts[opening], self.ends[opening])
        if self.kind in _OPERAND_START and self._continues(opening):
            self.report(self._side_by_side())
            self.skip_to(frozenset({bracket, ":", "then", "else"}))
            if self.accept(bracket):
                return
            self.complained_at = self.at
            return
        if self.kind in _CLOSING and self.kind not in self.closers:
            self.report(faults.wrong_bracket(self.token_span(self.at), self.found(), opener, bracket))
            self.advance()
            return
        if self.kind in ("..", ",", "=") and self.at != self.complained_at:
            self.report(faults.unexpected(self.token_span(self.at), self.found()))
            self.skip_to(frozenset({bracket, ":"}))
            if self.accept(bracket):
                return
        self.report(faults.unclosed_bracket(self.gap, opener, bracket), missing_closer=True)

    def _continues(self, opening: int) -> bool:
        """Whether the next token is still inside the bracket, judged by where its line begins."""
        return self.same_line(self.at) or self.column(self.at) > self.indent(opening)

    def _parenthesised(self) -> Node:
        opening = self.at
        self.advance()
        self.open(")")
        inner = self.expression(0)
        if self.kind == ",":
            self.report(faults.list_in_parentheses(self.token_span(self.at)))
            while self.accept(","):
                self.expression(0)
            inner = Error((inner,), inner.span)
        self.close(")", opening)
        if isinstance(inner, Error):
            return inner
        return Parenthesised(inner, self.span_from(self.starts[opening]))

    def _after_name(self, at: int) -> bool:
        """Whether a parenthesis follows a name on its line, parted by blanks only."""
        return at > 0 and self.kinds[at - 1] == NAME and self.same_line(at)

    def _spaced_arguments(self, opening: int) -> Node:
        """`p (…)` at the top of a file: two formulas, unless only arguments can be meant."""
        name = self.token_text(opening - 1)
        blank = Span(self.ends[opening - 1], self.starts[opening])
        self.advance()
        self.open(")")
        inner = self.expression(0)
        is_arguments = self.kind == "," or isinstance(
            inner, Integer | Float | Boolean | SetLiteral | Range | Variable | Signed
        )
        is_arguments = is_arguments and not (isinstance(inner, Signed) and inner.sign is Sign.NOT)
        if is_arguments:
            self.report(faults.space_before_arguments(blank, name))
            while self.accept(","):
                self.expression(0)
            inner = Error((inner,), inner.span)
        self.close(")", opening)
        node: Node = Parenthesised(inner, self.span_from(self.starts[opening]))
        if not is_arguments and isinstance(inner, Proposition):
            self.diagnostics.append(faults.spaced_parenthesis(blank, name))
        return self.infix(node, 0)

    def _call(self) -> Node:
        opening, kind = self.at, self.kind
        function = kind[:-1]
        self.advance()
        arguments = self.arguments(opening, function)
        span = self.span_from(self.starts[opening])
        wanted = 1 if kind in _UNARY_FUNCTIONS else 2
        if len(arguments) != wanted:
            if arguments:  # none at all has been complained of
                self.diagnostics.append(faults.wrong_number_of_arguments(span, function, wanted, len(arguments)))
            return Error(arguments, span)
        if kind in _UNARY_FUNCTIONS:
            return Call(function, arguments, span)
        if kind in _BINARY_FUNCTIONS:
            self.diagnostics.append(faults.deprecated_prefix(span, function))
            return Call(function, arguments, span)
        return Cardinality(Count(function), arguments[0], arguments[1], span)

    def _set(self) -> Node:
        opening, start = self.at, self.starts[self.at]
        self.advance()
        if self.accept("]"):
            return SetLiteral((), self.span_from(start))
        self.open("]")
        first = self.expression(0)
        if self.accept(".."):
            last = self.expression(0)
            self.close("]", opening)
            return Range(first, last, self.span_from(start))
        if self.kind == "for" or (self.kind == NAME and meant_keyword(self.found()) == "for"):
            self.accept_meant("for")
            generator = self.generator("[")
            self.close("]", opening)
            return Comprehension(first, generator, self.span_from(start))
        elements = [first]
        while self.kind in (",", ";"):
            if self.kind == ";":
                self.report(faults.semicolon_in_list(self.token_span(self.at)))
            self.advance()
            if self.kind == ".." and elements:  # [1,..,8]
                self.report(faults.range_with_commas(self.token_span(self.at)))
                self.advance()
                self.accept(",")
            elements.append(self.expression(0))
        self.close("]", opening)
        return SetLiteral(tuple(elements), self.span_from(start))

    def _bare_range(self, first: Node) -> Node:
        """`1..8` without brackets, where a set must stand."""
        dots = self.token_span(self.at)
        self.advance()
        last = self.expression(0)
        span = first.span.to(last.span)
        self.diagnostics.append(faults.range_without_brackets(dots, span, self.text[span.start : span.end]))
        return Range(first, last, span)

    def _quoted(self) -> Node:
        start = self.starts[self.at]
        self.advance()
        self.closed += 1
        formula = self.expression(0)
        self.closed -= 1
        if not self.accept('"'):
            self.report(faults.unclosed_quote(self.gap, Span(start, start + 1)), missing_closer=True)
        return Quoted(formula, self.span_from(start))

    def variable(self) -> Variable:
        """`$i` or `$i(…)`."""
        at, start = self.at, self.starts[self.at]
        self.advance()
        if self.kinds[at] == VARIABLE:
            return Variable(self.text[start : self.ends[at]], (), Span(start, self.ends[at]))
        name = self.text[start : self.ends[at] - 1]
        arguments = self.arguments(at, name)
        return Variable(name, arguments, self.span_from(start))

    # ------------------------------------------------------------------ words

    def generator(self, keyword: str, read: list[Variable] | None = None) -> Generator:
        """`$i,$j in A,B when c`, after the word that introduces it and the variables `read` before."""
        start = self.starts[self.at]
        variables = read or self._loop_variables(keyword)
        if not self.accept_meant("in"):
            if self.accept("="):
                self.report(faults.equals_for_in(self.token_span(self.at - 1)))
            else:
                self.report(faults.missing_in(self.gap, keyword))
        sets = [self._loop_set()]
        while self.accept(",") or self._another_in():
            if self._another_in():
                at = self.at
                self.diagnostics.append(faults.several_in(self.token_span(at).to(self.token_span(at + 1)), keyword))
                variables.append(self.variable())
                self.advance()
            sets.append(self._loop_set())
        condition = None
        if self.accept_meant("when"):
            condition = self.expression(0)
        elif self.kind == "if":
            self.report(faults.if_for_when(self.token_span(self.at)))
            self.advance()
            condition = self.expression(0)
        return Generator(tuple(variables), tuple(sets), condition, self.span_from(start))

    def _another_in(self) -> bool:
        return self.kind == VARIABLE and self.kinds[self.at + 1] == "in"

    def _loop_set(self) -> Node:
        node = self.expression(0)
        return self._bare_range(node) if self.kind == ".." else node

    def _loop_variables(self, keyword: str) -> list[Variable]:
        variables: list[Variable] = []
        bracketed = self.kind == "("
        if bracketed:
            self.report(faults.bracketed_variables(self.token_span(self.at), keyword))
            self.advance()
        while True:
            if self.kind in (VARIABLE, VARIABLE_OPEN):
                variables.append(self.variable())
            elif self.kind == NAME and not meant_keyword(self.found()):
                span, name = self.token_span(self.at), self.found()
                self.report(faults.variable_without_dollar(span, name, keyword))
                variables.append(Variable("$" + name, (), span))
                self.advance()
            elif self.kind == JUNK:
                self.advance()
            else:
                self.report(faults.missing_variable(self.token_span(self.at), keyword, self.found()))
                break
            if not self.accept(","):
                break
        if bracketed:
            self.accept(")")
        return variables

    def _colon(self, keyword: str, opener: Span) -> None:
        """The colon before a body."""
        if self.accept(":"):
            return
        if self.kind == "]" or self.kind == ")":
            self.report(faults.unmatched_bracket(self.token_span(self.at), self.found()))
            self.advance()
            if self.accept(":"):
                return
        self.report(faults.missing_colon(self.gap, opener, keyword))
        if self.kind not in _OPERAND_START and self.kind not in ("end", END_OF_FILE):
            self.skip_to(frozenset({":"}))
            self.accept(":")

    def _big_operator(self, meant: Big | None = None) -> Node:
        opener = self._open()
        big = meant or Big(self.kind)
        self.advance()
        self.closed += 1
        generator = self.generator(big.value)
        self._colon(big.value, opener.span)
        body = self._body()
        self.closed -= 1
        self._end(opener)
        return BigOperator(big, generator, body, self.span_from(opener.span.start))

    def _open(self) -> _Opener:
        opener = _Opener(self.found(), self.token_span(self.at), self.indent(self.at))
        self.openers.append(opener)
        return opener

    def _body(self) -> Node:
        """A formula, and whatever stands beside it by mistake."""
        node = self.expression(0)
        while self._beside():
            node = self._join(node)
        return node

    def _beside(self) -> bool:
        """Whether another formula follows where only one may stand."""
        if self.kind not in _OPERAND_START or self.kind == '"':
            return False
        if self.kind == NAME and meant_keyword(self.found()) in ("end", "then", "else"):
            return False
        return not self._end_was_forgotten()

    def _end_was_forgotten(self) -> bool:
        """Whether the next token begins a line at or left of the operator that is still open."""
        return self.begins_line(self.at) and self.column(self.at) <= self.openers[-1].indent

    def _join(self, left: Node) -> Node:
        """Complain of two formulas side by side and read the second as if `and` stood between."""
        if self.kind == "(" and self.at and self.kinds[self.at - 1] == NAME and self.same_line(self.at):
            opening = self.at
            blank = Span(self.ends[opening - 1], self.starts[opening])
            self.report(faults.space_before_arguments(blank, self.token_text(opening - 1)))
            self.advance()
            self.arguments(opening, self.token_text(opening - 1))
            return self.infix(left, 0)
        self.report(self._side_by_side())
        right = self.expression(0)
        return Infix(Operator.AND, (left, right), left.span.to(right.span))

    def _side_by_side(self) -> Diagnostic:
        before = Span(self.starts[self.at - 1], self.ends[self.at - 1])
        if self.kind == "(" and self.kinds[self.at - 1] == NAME:
            return faults.space_before_arguments(
                Span(before.end, self.starts[self.at]), self.token_text(self.at - 1)
            )
        return faults.side_by_side(self.gap, self.token_span(self.at), self.found())

    def _end(self, opener: _Opener) -> None:
        """The `end` of an operator, or the news that it is missing."""
        if self._stands_in_the_way():
            span, text = self.token_span(self.at), self.found()
            if text in (")", "]"):
                self.report(faults.unmatched_bracket(span, text))
                self.advance()
            else:
                self.report(faults.unexpected_in_body(span, text, opener.keyword, opener.span))
            self.skip_to(frozenset({"end"}))
            self.complained_at = self.at
        at = self.at
        self.openers.pop()
        outer = self.openers[-1].wrong_ends if self.openers else []
        if self.accept_meant("end"):
            if self.begins_line(at) and self.column(at) < opener.indent:
                opener.wrong_ends.append(opener)
            outer.extend(opener.wrong_ends)
            return
        culprit = opener.wrong_ends[0] if opener.wrong_ends else opener
        guessed = culprit is not opener
        self.report(
            faults.missing_end(self.gap, culprit.keyword, culprit.span, guessed),
            missing_closer=True,
        )

    def _stands_in_the_way(self) -> bool:
        """Whether the next token is neither `end` nor something that a construct around us waits for."""
        kind = self.kind
        if kind in ("end", END_OF_FILE) or self._end_was_forgotten():
            return False
        if kind == NAME:
            return meant_keyword(self.found()) != "end"
        in_brackets = self.closed > len(self.openers) - 1
        if kind in (")", "]", ",", '"'):
            return not in_brackets
        return kind not in ("then", "else") or len(self.openers) < 2

    def _if(self) -> Node:
        opener = self._open()
        self.advance()
        self.closed += 1
        condition = self.expression(0)
        if not self.accept_meant("then"):
            self.report(faults.missing_then(self.gap, opener.span))
            if self.kind not in _OPERAND_START:
                self.skip_to(frozenset({"then", "else"}))
                self.accept("then")
        then = self._body()
        if self.accept_meant("else"):
            otherwise = self._body()
        else:
            self.report(faults.missing_else(self.gap, opener.span))
            otherwise = Error((), self.gap)
        self.closed -= 1
        self._end(opener)
        return If(condition, then, otherwise, self.span_from(opener.span.start))

    def _let(self) -> Node:
        start = self.token_span(self.at)
        self.advance()
        variables = self._loop_variables("let")
        if not self.accept("="):
            self.report(faults.missing_equals(self.gap))
        closed, self.closed = self.closed, 1
        values = self.expressions()
        self.closed = closed
        last = values[-1]
        if self.kind != ":" and isinstance(last, Infix) and last.operator is Operator.IN:
            self.report(faults.let_in(last.span))
            return Let(tuple(variables), (last.operands[0],), last.operands[1], self.span_from(start.start))
        self._colon("let", start)
        body = self.expression(0)
        return Let(tuple(variables), tuple(values), body, self.span_from(start.start))

    def _quantified(self) -> Node:
        start = self.token_span(self.at)
        quantifier = Quantifier(self.kind)
        self.advance()
        propositions: list[Node] = []
        while True:
            if self.kind in (NAME, NAME_OPEN, VARIABLE, VARIABLE_OPEN):
                propositions.append(self.operand())
            else:
                self.report(faults.missing_proposition(self.token_span(self.at), quantifier.value, self.found()))
                if self.kind not in _RESUME:
                    self.advance()
                    self.complained_at = self.at
                break
            if not self.accept(","):
                break
        variables = [node for node in propositions if isinstance(node, Variable)]
        if self.kind == "in" and variables and len(variables) == len(propositions):
            return self._quantifier_over_set(quantifier, start, variables)
        generator = self.generator("for") if self.accept("for") else None
        self._colon(quantifier.value, start)
        body = self.expression(0)
        return Quantified(quantifier, tuple(propositions), generator, body, self.span_from(start.start))

    def _quantifier_over_set(self, quantifier: Quantifier, start: Span, variables: list[Variable]) -> Node:
        """`forall $i in S: F`: a big operator was meant."""
        big = Big.AND if quantifier is Quantifier.FORALL else Big.OR
        self.lexer.diagnostics = [one for one in self.lexer.diagnostics if one.primary.span != start]
        self.diagnostics.append(faults.quantifier_over_set(start, quantifier.value, big.value))
        self.closed += 1
        generator = self.generator(big.value, variables)
        self._colon(quantifier.value, start)
        self.closed -= 1
        body = self.expression(0)
        self.accept("end")
        return BigOperator(big, generator, body, self.span_from(start.start))


_READERS = {
    FLOAT: Parser._float,
    JUNK: Parser._junk,
    "Top": Parser._constant,
    "Bot": Parser._constant,
    "true": Parser._constant,
    "false": Parser._constant,
    "[": Parser._set,
    '"': Parser._quoted,
    "\\\\": Parser._line_break,
    "bigand": Parser._big_operator,
    "bigor": Parser._big_operator,
    "if": Parser._if,
    "let": Parser._let,
    "for": Parser._for_loop,
    "exists": Parser._quantified,
    "forall": Parser._quantified,
    **dict.fromkeys((*_UNARY_FUNCTIONS, *_BINARY_FUNCTIONS, "exact(", "atmost(", "atleast("), Parser._call),
}
