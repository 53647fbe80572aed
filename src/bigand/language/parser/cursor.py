"""Where reading is: the next token, its place on the page, and what has been complained of.

Layout means nothing to the language, but where a line begins tells much of what was meant.
"""

from bisect import bisect_right
from functools import cached_property

from msgspec import Struct, field

from bigand.language.lexer import Lexer
from bigand.language.syntax import Node
from bigand.language.tokens import (
    BODY_BOUNDARIES,
    CLOSING_BRACKETS,
    END_OF_FILE,
    LINE_END,
    MAX_LOOKAHEAD,
    NAME,
    OLD_END,
    OPENING_BRACKETS,
    guess_keyword,
)
from bigand.source.diagnostic import Diagnostic, Edit
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Span


class TooDeepError(Exception):
    """The text is nested too deeply to go on."""


class Opener(Struct):
    """A `bigand`, `bigor` or `if` that waits for its `end`."""

    keyword: str
    span: Span
    indent: int
    is_foreign: bool = False  # a word of another language, whose loops may have no `end`
    wrong_ends: list["Opener"] = field(default_factory=list)


class Cursor:
    """Reads the tokens of one text once; functions of it read trees, and ask it for the parts of these."""

    def __init__(self, lexer: Lexer) -> None:
        self.lexer = lexer
        self.text = lexer.text
        self.kinds, self.starts, self.ends = lexer.kinds, lexer.starts, lexer.ends
        self.diagnostics: list[Diagnostic] = []
        self.index = 0
        self.depth = 0
        self.enclosing_count = (
            0  # how many constructs are open inside which two formulas may not stand side by side
        )
        self.minus_operand_index = (
            -1
        )  # the token after the last minus that is a sign, not an operator between two terms
        self.in_assignment_value = (
            False  # whether we are in the value of an assignment: formulas stand there in quotes only
        )
        self.openers: list[Opener] = []
        self.closers: list[str] = []  # the brackets that are still to be closed, innermost last
        self.open_bars = 0  # how many `|…|` are open
        self.reported_at = -1
        self.prose_end = -1  # the last token of words side by side of which we have complained
        self._line_starts: list[int] = []
        self._filled_to = -1  # the last token from which three more are known to be there
        self._fill()

    # ------------------------------------------------------------------ tokens

    def advance(self) -> None:
        self.index += 1
        if self.index > self._filled_to:
            self._fill()

    def _fill(self) -> None:
        self.lexer.fill()
        self._filled_to = len(self.kinds) - 4

    @property
    def kind(self) -> str:
        return self.kinds[self.index]

    def token_span(self, index: int) -> Span:
        return Span(self.starts[index], self.ends[index])

    def token_text(self, index: int) -> str:
        return self.text[self.starts[index] : self.ends[index]]

    @property
    def last_end(self) -> int:
        """Where the last token that was read ends."""
        return self.ends[self.index - 1] if self.index else self.starts[0]

    def span_from(self, start: int) -> Span:
        return Span(start, max(start, self.last_end))

    @property
    def gap(self) -> Span:
        """The place just after the last token that was read, where something is missing."""
        return Span(max(self.last_end - 1, 0), self.last_end) if self.index else self.token_span(0)

    def current_text(self) -> str:
        """The next token as the writer wrote it; empty at the end of the file."""
        return self.token_text(self.index)

    @property
    def current_span(self) -> Span:
        """The place of the next token."""
        return self.token_span(self.index)

    @cached_property
    def old_ends(self) -> dict[str, int]:
        """Where `end sets`, … of a TouIST before 2016 stand last."""
        return {match.group(1): match.start() for match in OLD_END.finditer(self.text)}

    # ------------------------------------------------------------------ layout

    def column(self, index: int) -> int:
        if not self._line_starts:
            self._line_starts = [0, *[end.end() for end in LINE_END.finditer(self.text)]]
        start = self.starts[index]
        return start - self._line_starts[bisect_right(self._line_starts, start) - 1]

    def indent(self, index: int) -> int:
        """How many blanks begin the line of a token."""
        start = self.starts[index]
        line = self.text[start - self.column(index) : start]
        return len(line) - len(line.lstrip(" \t"))

    def begins_line(self, index: int) -> bool:
        """Whether only blanks stand before a token on its line."""
        start = self.starts[index]
        return not self.text[start - self.column(index) : start].strip(" \t")

    def is_on_same_line(self, index: int) -> bool:
        """Whether a token stands on the line of the one before it."""
        between = self.text[self.ends[index - 1] : self.starts[index]]
        return "\n" not in between and "\r" not in between

    # ------------------------------------------------------------------ complaints

    def report(self, diagnostic: Diagnostic, missing_closer: bool = False) -> None:
        """Say it, unless something has been said at this very place."""
        if self.index != self.reported_at:
            self.diagnostics.append(diagnostic)
        if not missing_closer:
            self.reported_at = self.index

    def report_and_skip(self, diagnostic: Diagnostic) -> None:
        """Complain of the next token and go on behind it."""
        self.report(diagnostic)
        self.advance()

    def drop_lexer_reports(self, *spans: Span) -> None:
        """Drop what the lexer said at these places, where we know better."""
        remaining = [diagnostic for diagnostic in self.lexer.diagnostics if diagnostic.primary.span not in spans]
        self.lexer.diagnostics = remaining

    def accept(self, kind: str) -> bool:
        """Read a token of this kind if it comes next."""
        if self.kinds[self.index] != kind:
            return False
        self.advance()
        return True

    def accept_variant(self, kind: str) -> bool:
        """The same, also in another language or other letters (`fin` for `end`), with a complaint."""
        if self.accept(kind):
            return True
        if self.kind == NAME and guess_keyword(self.current_text()) == kind:
            self.report(foreign_word(self.token_span(self.index), self.current_text(), kind))
            self.advance()
            return True
        return False

    def skip_to(self, targets: frozenset[str]) -> None:
        """Pass over what cannot be understood, up to a wanted token or the end of what surrounds it."""
        depth = 0
        indent = self.openers[-1].indent if self.openers else 0
        while True:
            kind = self.kind
            if kind == END_OF_FILE:
                return
            if depth == 0 and (kind in targets or kind in ("end", "]", ")")):
                return
            if self.index and self.begins_line(self.index) and self.column(self.index) <= indent:
                return
            if kind in OPENING_BRACKETS or kind in ("bigand", "bigor", "if"):
                depth += 1
            elif kind in CLOSING_BRACKETS or kind == "end":
                depth -= 1
            self.advance()

    def comes_before(self, index: int, target: str, stop_kinds: frozenset[str]) -> bool:
        """Whether a token comes before any of these marks, brackets between passed over."""
        depth = 0
        for ahead in range(index, index + MAX_LOOKAHEAD):
            while ahead >= len(self.kinds):
                self.lexer.fill()
            kind = self.kinds[ahead]
            if depth == 0 and kind == target:
                return True
            if kind in OPENING_BRACKETS:
                depth += 1
            elif kind in CLOSING_BRACKETS:
                depth -= 1
            if depth < 0 or kind in stop_kinds:
                return False
        return False

    def has_colon_ahead(self) -> bool:
        """Whether the `:` of the head that is being read is still to come."""
        return self.comes_before(self.index, ":", BODY_BOUNDARIES)

    # ------------------------------------------------------------------ what parts of a grammar ask of one another

    def parse_expression(self, level: int) -> Node:
        """An operand and the operators after it that bind at `level` or tighter."""
        raise NotImplementedError

    def parse_infix(self, left: Node, level: int) -> Node:
        """The operators that follow `left`, as far as they bind at `level` or tighter."""
        raise NotImplementedError

    def parse_operand(self) -> Node:
        """What operators stand between."""
        raise NotImplementedError


def foreign_word(span: Span, written: str, meant: str) -> Diagnostic:
    return make_diagnostic("S118", span, fix=[Edit(span, meant)], written=written, meant=meant)
