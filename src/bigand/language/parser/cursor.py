"""Where reading is: the next token, its place on the page, and what has been complained of.

Layout means nothing to the language, but where a line begins tells much of what was meant.
"""

from bisect import bisect_right

from msgspec import Struct, field

from bigand.language.lexer import Lexer
from bigand.language.parser.vocabulary import BODY_MARKS, CLOSING, LINE_END, LOOK_AHEAD, OPENING
from bigand.language.syntax import Generator, Node, Variable
from bigand.language.tokens import END_OF_FILE, NAME, meant_keyword
from bigand.source.diagnostic import Diagnostic, Edit
from bigand.source.fault import fault
from bigand.source.span import Span


class GiveUpError(Exception):
    """The text is nested too deeply to go on."""


class Opener(Struct):
    """A `bigand`, `bigor` or `if` that waits for its `end`."""

    keyword: str
    span: Span
    indent: int
    is_foreign: bool = False  # a word of another language, whose loops may have no `end`
    wrong_ends: list["Opener"] = field(default_factory=list)


class Cursor:
    """Reads the tokens of one text once; the classes that build on it read trees."""

    def __init__(self, lexer: Lexer) -> None:
        self.lexer = lexer
        self.text = lexer.text
        self.kinds, self.starts, self.ends = lexer.kinds, lexer.starts, lexer.ends
        self.diagnostics: list[Diagnostic] = []
        self.at = 0
        self.depth = 0
        self.closed = 0  # how many constructs are open inside which two formulas may not stand side by side
        self.signed_at = -1  # the token after the last minus that is a sign, not an operator between two terms
        self.is_value = False  # whether we are in the value of an assignment: formulas stand there in quotes only
        self.openers: list[Opener] = []
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

    # ------------------------------------------------------------------ layout

    def column(self, at: int) -> int:
        if not self._line_starts:
            self._line_starts = [0, *[end.end() for end in LINE_END.finditer(self.text)]]
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
            self.report(foreign_word(self.token_span(self.at), self.found(), kind))
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
            if kind in OPENING or kind in ("bigand", "bigor", "if"):
                depth += 1
            elif kind in CLOSING or kind == "end":
                depth -= 1
            self.advance()

    def comes_before(self, at: int, wanted: str, marks: frozenset[str]) -> bool:
        """Whether a token comes before any of these marks, brackets between passed over."""
        depth = 0
        for ahead in range(at, at + LOOK_AHEAD):
            while ahead >= len(self.kinds):
                self.lexer.fill()
            kind = self.kinds[ahead]
            if depth == 0 and kind == wanted:
                return True
            if kind in OPENING:
                depth += 1
            elif kind in CLOSING:
                depth -= 1
            if depth < 0 or kind in marks:
                return False
        return False

    def head_goes_on(self) -> bool:
        """Whether the `:` of the head that is being read is still to come."""
        return self.comes_before(self.at, ":", BODY_MARKS)

    # ------------------------------------------------------------------ what the classes that build on this read

    def expression(self, level: int) -> Node:
        """An operand and the operators after it that bind at `level` or tighter."""
        raise NotImplementedError

    def infix(self, left: Node, level: int) -> Node:
        """The operators that follow `left`, as far as they bind at `level` or tighter."""
        raise NotImplementedError

    def operand(self) -> Node:
        """What operators stand between."""
        raise NotImplementedError

    def arguments(self, opening: int, name: str) -> tuple[Node, ...]:
        """The arguments after `p(`, up to and with the closing parenthesis."""
        raise NotImplementedError

    def generator(self, keyword: str, read: list[Variable] | None = None) -> Generator:
        """`$i,$j in A,B when c`, after the word that introduces it and the variables `read` before."""
        raise NotImplementedError


def foreign_word(span: Span, written: str, meant: str) -> Diagnostic:
    return fault(
        "S118",
        span,
        label="label",
        help="help",
        fix=[Edit(span, meant)],
        written=written,
        meant=meant,
    )
