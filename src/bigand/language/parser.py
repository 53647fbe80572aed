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
    ARITHMETIC,
    COMPARISON_LEVEL,
    COMPARISONS,
    LEVELS,
    NOT_LEVEL,
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
    BIG_PHRASES,
    ELSE_IF,
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
_NAMES = frozenset({NAME, NAME_OPEN, VARIABLE, VARIABLE_OPEN})
# Where reading can resume: tokens that belong to a construct around the one that went wrong.
_RESUME = frozenset({")", "]", ",", ":", "end", "then", "else", "when", "for", "in", "data", END_OF_FILE})
# What begins or ends a body: the head that is being read cannot go on behind it.
_BODY_MARKS = frozenset({"end", "then", "else", "if", "let", "bigand", "bigor", "exists", "forall", END_OF_FILE})
_LOOK_AHEAD = 200
_SECOND_WORDS = frozenset({NAME, "and", "or"})  # of `big and`, `for all`
_AFTER_OPERAND = frozenset({*_INFIX, "\\\\"})
_LINE_END = re.compile(r"\r\n|\r|\n")
_ONE_LINE_END = re.compile(r"[ \t]*(?:\r\n|\r|\n)[ \t]*")
_OLD_END = re.compile(r"\bend\s+(sets|formulas?)\b")
# An operand of one token with one of these after it needs no look at operators.
_LIST_MARKS = frozenset({",", ")", "]"})
_EXPONENT = re.compile(r"[eE][0-9]+\Z")
_TERM_OPERATORS = frozenset(operator.value for operator in COMPARISONS | ARITHMETIC)


class _GiveUpError(Exception):
    """The text is nested too deeply to go on."""


@dataclass(slots=True)
class _Opener:
    """A `bigand`, `bigor` or `if` that waits for its `end`."""

    keyword: str
    span: Span
    indent: int
    is_foreign: bool = False  # a word of another language, whose loops may have no `end`
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
        self._prose_to = -1  # the last token of words side by side of which we have complained
        self._last_old_end: dict[str, int] | None = None  # where `end sets`, … stand last
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

    def comes_before(self, at: int, wanted: str, marks: frozenset[str]) -> bool:
        """Whether a token comes before any of these marks, brackets between passed over."""
        depth = 0
        for ahead in range(at, at + _LOOK_AHEAD):
            while ahead >= len(self.kinds):
                self.lexer.fill()
            kind = self.kinds[ahead]
            if depth == 0 and kind == wanted:
                return True
            if kind in _OPENING:
                depth += 1
            elif kind in _CLOSING:
                depth -= 1
            if depth < 0 or kind in marks:
                return False
        return False

    def head_goes_on(self) -> bool:
        """Whether the `:` of the head that is being read is still to come."""
        return self.comes_before(self.at, ":", _BODY_MARKS)

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
        elif kind in _OPERAND_START or (kind == "for" and self._meant_big(start_at)):
            node = self.expression(0)
        else:
            self._stray_token()
            return None
        if self.kinds[self.at] == "=":
            if isinstance(node, Proposition):
                return self._assignment_to_name(node)
            node = self._loose_ends(node)
        data = self.accept("data")
        if self.at == start_at:  # nothing could be read: never stand still
            self.advance()
        return Assertion(node, data, Span(start, max(start, self.ends[self.at - 1])))

    def _assignment_to_name(self, target: Proposition) -> Item:
        """`N = 8`, `f(1) = 8`: the dollar was forgotten."""
        start, name, at = target.span.start, target.name, self.at
        assignment = self._assignment(Variable("$" + name, target.arguments, target.span))
        between_names = isinstance(assignment.value, Proposition)
        if at != self.complained_at:
            span = Span(start, start + len(name))
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
        if isinstance(value, Infix) and any([isinstance(operand, Error) for operand in value.operands]):
            value = _broken([value], value.span)
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
        if self._last_old_end is None:
            ends = _OLD_END.finditer(self.text)
            self._last_old_end = {found.group(1): found.start() for found in ends}
        if self._last_old_end.get(following, -1) < self.starts[self.at]:
            return False  # two propositions
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
                if kind == "\\\\" and level <= COMPARISON_LEVEL:  # it belongs to a formula, not to a term
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
                    found = _INFIX.get(meant_keyword(self.found()) or "")
                    if found is None:
                        return left
                    if found[1] >= level:
                        self.report(faults.foreign_word(self.token_span(self.at), self.found(), found[0].value))
                else:
                    return left
            operator, its_level = found
            if its_level < level or (kind == "or" and self._is_bar_of_set()):
                return left
            left = self._operands(left, operator, its_level)

    def _not_in(self, left: Node) -> Node:
        """`$i not in S`, as in Python: `not $i in S` is meant."""
        span = self.token_span(self.at).to(self.token_span(self.at + 1))
        self.diagnostics.append(faults.not_in(span, left.span))
        self.advance()
        inside = self._operands(left, Operator.IN, COMPARISON_LEVEL)
        return Signed(Sign.NOT, inside, inside.span)

    def _is_bar_of_set(self) -> bool:
        """Whether `|` comes next, as in `{p(i) | i in S}`."""
        is_bar = self.text[self.starts[self.at]] == "|" and self.closers[-1:] == ["]"]
        return is_bar and self._begins_generator(self.at + 1)

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
        if following == "[" and self.starts[self.at] == span.end:
            return Proposition(name, self._indices_in_brackets(name), self.span_from(span.start))
        if following == VARIABLE or (following in _SECOND_WORDS and self.kinds[self.at + 1] == VARIABLE):
            meant = self._meant_big(at)
            if meant is not None:
                self.at = at
                return self._big_operator(*meant)
        return Proposition(name, (), span)

    def _indices_in_brackets(self, name: str) -> tuple[Node, ...]:
        """`p[1]`, `p{1}`, as in other languages: `p(1)` is meant."""
        opening = self.token_span(self.at)
        node = self._set()
        self.lexer.diagnostics = [one for one in self.lexer.diagnostics if one.primary.span != opening]
        closing = Span(node.span.end - 1, node.span.end)
        is_closed = self.text[closing.start] in "]}"
        self.diagnostics.append(faults.indices_in_brackets(opening, closing if is_closed else None, name))
        return node.elements if isinstance(node, SetLiteral) else (node,)

    def _for_loop(self) -> Node:
        """`for $i in S: …`, as in other languages: `bigand` is meant."""
        meant = self._meant_big(self.at)
        return self._missing_operand() if meant is None else self._big_operator(*meant)

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
        if self.kinds[at + 1] not in _SECOND_WORDS or self.kinds[at + 2] != VARIABLE:
            return None
        phrase = f"{self.token_text(at)} {self.token_text(at + 1)}".lower()
        meant = BIG_PHRASES.get(phrase)
        follows = self.kinds[at + 3] == "," or self._means_in(at + 3)
        return (Big(meant), at + 1) if meant and follows else None

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
        return LineBreak(self.expression(COMPARISON_LEVEL), True, self.span_from(start))

    def _missing_operand(self) -> Node:
        """Nothing here can be an operand: complain once, pass over what nobody waits for, try again."""
        span = self.token_span(self.at)
        if self._operator_was_complained_of():
            self.complained_at = self.at
        self.report(self._complaint_of_missing_operand(span))
        if self.kind in _RESUME or self.kind in _INFIX or self.kind == '"':
            return Error((), self.gap)
        self.advance()
        self.complained_at = self.at
        if self.kind in _OPERAND_START:
            return self.operand()
        return Error((), span)

    def _operator_was_complained_of(self) -> bool:
        """Whether the operator before is foreign (`a &`) or lacks its left side too (`$x = and`)."""
        before = self.at - 1
        if before < 0 or (self.kinds[before] not in _INFIX and self.kinds[before] != "not"):
            return False
        return before == self.complained_at or self.token_text(before) != self.kinds[before]

    def _complaint_of_missing_operand(self, span: Span) -> Diagnostic:
        if self.kind == "=":
            return faults.unexpected(span, self.found())
        before = self.kinds[self.at - 1] if self.at else ""
        if self.kind in _INFIX and before not in _INFIX and before != "not":
            return faults.missing_operand_before(span, self.found())
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
        if self.close(")", opening):
            return tuple(values)
        return tuple([_broken([value], value.span) for value in values])  # who knows what belongs to them

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
        if self.kind in _OPERAND_START and self._continues(opening):
            self.report(self._side_by_side())
            self.skip_to(frozenset({bracket, ":", "then", "else"}))
            if not self.accept(bracket):
                self.complained_at = self.at
            return True
        if self.kind in _CLOSING and self.kind not in self.closers:
            self.report(faults.wrong_bracket(self.token_span(self.at), self.found(), opener, bracket))
            self.advance()
            return True
        if self.kind in ("..", ",", "=", "data") and self.at != self.complained_at:
            self.report(faults.unexpected(self.token_span(self.at), self.found()))
            self.skip_to(frozenset({bracket, ":"}))
            if self.accept(bracket):
                return True
        self.report(faults.unclosed_bracket(self.gap, opener, bracket), missing_closer=True)
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
            self.report(faults.list_in_parentheses(self.token_span(self.at)))
            while self.accept(","):
                self.expression(0)
            inner = Error((inner,), inner.span)
        elif self.kind == "..":
            return self._range_in_parentheses(inner, opening)
        self.close(")", opening)
        if isinstance(inner, Error):
            return inner
        return Parenthesised(inner, self.span_from(self.starts[opening]))

    def _range_in_parentheses(self, first: Node, opening: int) -> Node:
        dots, start = self.token_span(self.at), self.starts[opening]
        self.advance()
        last = self.expression(0)
        is_closed = self.kind == ")"
        brackets = [self.token_span(opening), self.token_span(self.at)] if is_closed else []
        text = self.text[first.span.start : last.span.end]
        self.diagnostics.append(faults.range_in_parentheses(dots, brackets, text))
        self.close(")", opening)
        return Range(first, last, self.span_from(start))

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
        is_list = self.kind == ","
        while self.accept(","):
            self.expression(0)
        self.close(")", opening)
        span = self.span_from(self.starts[opening])
        if is_list or (_is_value(inner) and self.kind not in _TERM_OPERATORS):
            self.diagnostics.append(faults.space_before_arguments(blank, name))
            return self.infix(Error((inner,), span), 0)
        if isinstance(inner, Proposition | Variable):
            self.diagnostics.append(faults.spaced_parenthesis(blank, name))
        return self.infix(Parenthesised(inner, span), 0)

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
                self.report(faults.semicolon_in_list(self.token_span(self.at)))
            self.advance()
            if self.kind == ".." and elements:  # [1,..,8]
                self.report(faults.range_with_commas(self.token_span(self.at)))
                self.advance()
                self.accept(",")
            elements.append(self.expression(0))
        is_closed = self.close("]", opening)
        span = self.span_from(start)
        if not is_closed or (len(elements) == 1 and self.text[start] == "{"):
            return _broken(elements, span)  # who knows what belongs to it, or whether a set is meant
        return SetLiteral(tuple(elements), span)

    def _for_of_set(self) -> bool:
        """Read the `for` of `[p($i) for $i in S]`, or what stands for it, or complain that it is missing."""
        if self.kind == "for" or (self.kind == NAME and meant_keyword(self.found()) == "for"):
            return self.accept_meant("for")
        if self.kind == "or":  # the bar of `[p($i) | $i in S]`, else it would have been read
            span = self.token_span(self.at)
            self.lexer.diagnostics = [one for one in self.lexer.diagnostics if one.primary.span != span]
            self.diagnostics.append(faults.bar_for_for(span, self.lexer.spaced("for", span)))
            self.advance()
            return True
        if self._begins_generator(self.at):
            self.report(faults.missing_for(self.gap))
            return True
        return False

    def _colon_for_range(self) -> bool:
        """Read the colon of `[1:8]`; where the bracket does not close, it is the colon of a head."""
        if self.kind != ":" or not self.comes_before(self.at + 1, "]", _BODY_MARKS):
            return False
        self.report(faults.colon_for_range(self.token_span(self.at)))
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
        self.diagnostics.append(faults.range_without_brackets(dots, span, text, half))
        if half:
            self.advance()
        return Range(first, last, span)

    def _quoted(self) -> Node:
        start, at = self.starts[self.at], self.at
        self.advance()
        if self.kind == '"' and self.same_line(self.at):
            self.report(faults.missing_operand(self.token_span(at), '"', '"'))
            self.advance()
            return Error((), self.span_from(start))
        self.closed += 1
        formula = self.expression(0)
        in_pieces = False
        while self.kind in _OPERAND_START and self.kind != '"' and self.same_line(self.at):
            in_pieces = True
            formula = self._join(formula)
        self.closed -= 1
        if not self.accept('"'):
            self.report(faults.unclosed_quote(self.gap, Span(start, start + 1)), missing_closer=True)
            in_pieces = True
        if in_pieces:
            return _broken([formula], self.span_from(start))
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
        while self._list_goes_on(len(sets) < len(variables)):
            if self._another_in():
                at = self.at
                self.diagnostics.append(faults.several_in(self.token_span(at).to(self.token_span(at + 1)), keyword))
                variables.append(self.variable())
                self.advance()
            sets.append(self._loop_set())
        return Generator(tuple(variables), tuple(sets), self._condition(keyword), self.span_from(start))

    def _list_goes_on(self, is_short: bool) -> bool:
        """Read the comma before another set, or what stands for it; `is_short` says that one is missing."""
        if self.accept(",") or self._another_in():
            return True
        if self.kind == ";":
            self.report(faults.semicolon_in_list(self.token_span(self.at)))
            self.advance()
            return True
        if is_short and self.kind in ("[", VARIABLE) and not self._condition_follows():
            self.report(faults.missing_comma(self.gap))
            return True
        return False

    def _condition_follows(self) -> bool:
        return self.kind == VARIABLE and self.kinds[self.at + 1] in _TERM_OPERATORS

    def _condition(self, keyword: str) -> Node | None:
        """`when c`, or a condition without its word."""
        if self.accept_meant("when"):
            return self.expression(0)
        if self.kind == "if":
            self.report(faults.if_for_when(self.token_span(self.at)))
            self.advance()
            return self.expression(0)
        if keyword != "[" and self.kind in _OPERAND_START and self.head_goes_on():
            self.report(faults.missing_when(self.gap, is_glued=self.starts[self.at] == self.last_end))
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
            if self.kind == ";":
                self.report(faults.semicolon_in_list(self.token_span(self.at)))
                self.advance()
            elif self.kind == VARIABLE:
                self.report(faults.missing_comma(self.gap))
            elif not self.accept(","):
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

    def _big_operator(self, meant: Big | None = None, last_word: int | None = None) -> Node:
        """A big operator, or the words up to `last_word` that mean one."""
        opener = self._open()
        big = meant or Big(self.kind)
        if last_word is not None:
            opener.is_foreign = True
            opener.keyword = big.value
            opener.span = opener.span.to(self.token_span(last_word))
            written = self.text[opener.span.start : opener.span.end]
            self.diagnostics.append(faults.foreign_word(opener.span, written, big.value))
            self.at = last_word
        self.advance()
        self.closed += 1
        return self._loop(opener, big, self.generator(big.value))

    def _loop(self, opener: _Opener, big: Big, generator: Generator) -> Node:
        """A big operator from the colon on."""
        self._colon(opener.keyword, opener.span)
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
        while True:
            if self._beside():
                node = self._join(node)
            elif self.kind in (",", ";") and self._stands_in_the_way(self.closed - 1):
                node = self._join_by_comma(node)
            else:
                return node

    def _join_by_comma(self, left: Node) -> Node:
        """Complain of a comma or semicolon between formulas and read on as if it were `and`."""
        opener = self.openers[-1]
        self.report(faults.unexpected_in_body(self.token_span(self.at), self.found(), opener.keyword, opener.span))
        self.advance()
        self.complained_at = self.at
        if self.kind not in _OPERAND_START:
            return self.infix(left, 0)
        right = self.expression(0)
        return Infix(Operator.AND, (left, right), left.span.to(right.span))

    def _beside(self) -> bool:
        """Whether another formula follows where only one may stand."""
        if self.kind not in _OPERAND_START or self.kind == '"':
            return False
        if self.kind == NAME and (
            meant_keyword(self.found()) in ("end", "then", "else") or self.found().lower() in ELSE_IF
        ):
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
        if self.at > self._prose_to:
            first, last = self._run_of_names()
            in_comment = last - first >= 2 and self.begins_line(first) and self._follows_comment(first)
            if last - first >= 2:
                self._prose_to = last + 1
            self.report(faults.prose(self.token_span(first)) if in_comment else self._side_by_side())
            if in_comment:
                self._skip_line(first)
                if self.kind not in _OPERAND_START or self._end_was_forgotten():
                    return self.infix(left, 0)
        right = self.expression(0)
        return Infix(Operator.AND, (left, right), left.span.to(right.span))

    def _run_of_names(self) -> tuple[int, int]:
        """The first and the last of the plain names that stand side by side on this line."""
        first = last = self.at - 1
        while first > 0 and self.kinds[first - 1] == NAME and self.same_line(first):
            first -= 1
        while self.kinds[last + 1] == NAME and self.same_line(last + 1):
            last += 1
            while last + 1 >= len(self.kinds):
                self.lexer.fill()
        return first, last

    def _follows_comment(self, at: int) -> bool:
        """Whether the line above the one that a token begins ends in a comment."""
        comments, start = self.lexer.comments, self.starts[at]
        index = bisect_right(comments, (start, start)) - 1
        return index >= 0 and bool(_ONE_LINE_END.fullmatch(self.text, comments[index].end, start))

    def _skip_line(self, first: int) -> None:
        """Pass over the rest of the line of a token; nothing more is said of that line."""
        end = _LINE_END.search(self.text, self.starts[first])
        line = Span(self.starts[first], end.start() if end else len(self.text))
        while self.kind != END_OF_FILE and self.starts[self.at] < line.end:
            self.advance()
        self.lexer.diagnostics = [
            one for one in self.lexer.diagnostics if not line.start <= one.primary.span.start < line.end
        ]
        self.complained_at = self.at

    def _side_by_side(self) -> Diagnostic:
        before = Span(self.starts[self.at - 1], self.ends[self.at - 1])
        if self.kind == "(" and self.kinds[self.at - 1] == NAME:
            return faults.space_before_arguments(
                Span(before.end, self.starts[self.at]), self.token_text(self.at - 1)
            )
        return faults.side_by_side(self.gap, self.token_span(self.at), self.found())

    def _end(self, opener: _Opener) -> None:
        """The `end` of an operator, or the news that it is missing."""
        if self._stands_in_the_way(self.closed):
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
        if opener.is_foreign:
            return
        culprit = opener.wrong_ends[0] if opener.wrong_ends else opener
        guessed = culprit is not opener
        self.report(
            faults.missing_end(self.gap, culprit.keyword, culprit.span, guessed),
            missing_closer=True,
        )

    def _stands_in_the_way(self, closed: int) -> bool:
        """Whether the next token is neither `end` nor something that a construct around us waits for.

        `closed` counts the constructs around the one whose body we are in.
        """
        kind = self.kind
        if kind in ("end", END_OF_FILE) or self._end_was_forgotten():
            return False
        if kind == NAME:
            return meant_keyword(self.found()) != "end"
        in_brackets = closed > len(self.openers) - 1
        if kind in (")", "]", ",", '"'):
            return not in_brackets
        return kind not in ("then", "else") or len(self.openers) < 2

    def _if(self) -> Node:
        opener = self._open()
        self.closed += 1
        condition, then, otherwise = self._branches(opener)
        self.closed -= 1
        self._end(opener)
        return If(condition, then, otherwise, self.span_from(opener.span.start))

    def _branches(self, opener: _Opener) -> tuple[Node, Node, Node]:
        """What follows the word `if`, up to the `end`."""
        self.advance()
        condition = self.expression(0)
        if self.kind == ":":
            colon = self.token_span(self.at)
            self.report(faults.colon_for_then(colon, opener.span, self.lexer.spaced("then", colon)))
            self.advance()
        elif not self.accept_meant("then"):
            self.report(faults.missing_then(self.gap, opener.span))
            if self.kind not in _OPERAND_START:
                self.skip_to(frozenset({"then", "else"}))
                self.accept("then")
        then = self._body()
        if self.accept_meant("else"):
            return condition, then, self._body()
        if self.kind == NAME and self.found().lower() in ELSE_IF:
            start = self.token_span(self.at)
            self.report(faults.else_if(start, self.found()))
            inner = self._branches(opener)
            return condition, then, If(*inner, self.span_from(start.start))
        self.report(faults.missing_else(self.gap, opener.span))
        return condition, then, Error((), self.gap)

    def _let(self) -> Node:
        start = self.token_span(self.at)
        self.advance()
        variables = self._loop_variables("let")
        if not self.accept("="):
            self.report(faults.missing_equals(self.gap))
        closed, self.closed = self.closed, 1
        values = [self.expression(0)]
        while self._list_goes_on(False):
            if self.kind == VARIABLE and self.kinds[self.at + 1] == "=":
                self.report(faults.several_equals(self.token_span(self.at + 1)))
                variables.append(self.variable())
                self.advance()
            values.append(self.expression(0))
        self.closed = closed
        last = values[-1]
        if self.kind != ":" and isinstance(last, Infix) and last.operator is Operator.IN:
            self.report(faults.let_in(last.span))
            return Let(tuple(variables), (last.operands[0],), last.operands[1], self.span_from(start.start))
        self._colon("let", start)
        body = self.expression(0)
        return Let(tuple(variables), tuple(values), body, self.span_from(start.start))

    def _quantified(self) -> Node:
        at, start = self.at, self.token_span(self.at)
        quantifier = Quantifier(self.kind)
        self.advance()
        propositions = self._quantified_propositions(quantifier)
        variables = [node for node in propositions if isinstance(node, Variable)]
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
            self.report(faults.bracketed_propositions(self.token_span(self.at), quantifier.value))
            self.advance()
        while True:
            if self.kind in _NAMES:
                propositions.append(self.operand())
            else:
                self.report(faults.missing_proposition(self.token_span(self.at), quantifier.value, self.found()))
                if self.kind not in _RESUME:
                    self.advance()
                    self.complained_at = self.at
                break
            if self.kind in _NAMES and self.head_goes_on():
                self.report(faults.missing_comma(self.gap))
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
        self.diagnostics.append(faults.quantifier_over_set(start, quantifier.value, big.value))
        opener = _Opener(quantifier.value, start, self.indent(at), is_foreign=True)
        self.openers.append(opener)
        self.closed += 1
        return self._loop(opener, big, self.generator(big.value, variables))


def _is_value(node: Node) -> bool:
    """Whether this is a number, a truth value or a set, which alone is no formula."""
    if isinstance(node, Signed):
        return node.sign is Sign.MINUS
    return isinstance(node, Integer | Float | Boolean | SetLiteral | Range | Comprehension)


def _broken(nodes: list[Node], span: Span) -> Error:
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
