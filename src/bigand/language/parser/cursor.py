"""The position of the parser: the next token, its layout, and the errors reported so far.

The language ignores layout, but indentation is good evidence of what was meant, so error recovery uses it.
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
    """The text is nested too deeply to continue."""


class Opener(Struct):
    """A `bigand`, `bigor` or `if` that waits for its `end`."""

    keyword: str
    span: Span
    indent: int
    is_foreign: bool = False  # a foreign word; its loop may have no `end`
    wrong_ends: list["Opener"] = field(default_factory=list)


class Cursor:
    """Reads the tokens of one text once. Parsing functions take it, and call it for nested expressions."""

    def __init__(self, lexer: Lexer) -> None:
        self.lexer = lexer
        self.text = lexer.text
        self.kinds, self.starts, self.ends = lexer.kinds, lexer.starts, lexer.ends
        self.diagnostics: list[Diagnostic] = []
        self.index = 0
        self.depth = 0
        self.enclosing_count = 0  # open constructs in which two formulas may not stand side by side
        self.minus_operand_index = -1  # the token after the last minus sign (not a subtraction)
        self.in_assignment_value = False  # where formulas occur only in quotes
        self.openers: list[Opener] = []
        self.closers: list[str] = []  # the expected closing brackets, innermost last
        self.open_bars = 0  # number of open `|…|`
        self.reported_at = -1  # the token at which the last error was reported
        self.prose_end = -1  # the last token of a reported sequence of words
        self._line_starts: list[int] = []
        self._filled_to = -1  # the last token with three known tokens after it
        self._fill()

    # ------------------------------------------------------------------ tokens

    def advance(self) -> None:
        self.index += 1
        if self.index > self._filled_to:
            self._fill()

    def _fill(self) -> None:
        self.lexer.read_batch()
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
        """The end of the last token that was read."""
        return self.ends[self.index - 1] if self.index else self.starts[0]

    def span_from(self, start: int) -> Span:
        return Span(start, max(start, self.last_end))

    @property
    def gap(self) -> Span:
        """The span at the end of the last token that was read, for reports of something missing."""
        return Span(max(self.last_end - 1, 0), self.last_end) if self.index else self.token_span(0)

    def current_text(self) -> str:
        """The source text of the next token; empty at the end of the file."""
        return self.token_text(self.index)

    @property
    def current_span(self) -> Span:
        """The span of the next token."""
        return self.token_span(self.index)

    @cached_property
    def old_ends(self) -> dict[str, int]:
        """The last offset of each `end sets`, `end formula`, … as in TouIST before 2016."""
        return {match.group(1): match.start() for match in OLD_END.finditer(self.text)}

    # ------------------------------------------------------------------ layout

    def column(self, index: int) -> int:
        if not self._line_starts:
            self._line_starts = [0, *[end.end() for end in LINE_END.finditer(self.text)]]
        start = self.starts[index]
        return start - self._line_starts[bisect_right(self._line_starts, start) - 1]

    def indent(self, index: int) -> int:
        """The number of blanks at the beginning of the line of a token."""
        start = self.starts[index]
        line = self.text[start - self.column(index) : start]
        return len(line) - len(line.lstrip(" \t"))

    def begins_line(self, index: int) -> bool:
        """Whether there are only blanks before a token on its line."""
        start = self.starts[index]
        return not self.text[start - self.column(index) : start].strip(" \t")

    def is_on_line_of_previous(self, index: int) -> bool:
        """Whether a token is on the line of the one before it."""
        between = self.text[self.ends[index - 1] : self.starts[index]]
        return "\n" not in between and "\r" not in between

    # ------------------------------------------------------------------ errors and recovery

    def report_once(self, diagnostic: Diagnostic, missing_closer: bool = False) -> None:
        """Report a diagnostic, unless there is already one at this token."""
        if self.index != self.reported_at:
            self.diagnostics.append(diagnostic)
        if not missing_closer:
            self.reported_at = self.index

    def report_and_skip(self, diagnostic: Diagnostic) -> None:
        """Report a diagnostic about the next token, and skip the token."""
        self.report_once(diagnostic)
        self.advance()

    def drop_lexer_reports(self, *spans: Span) -> None:
        """Drop the diagnostics of the lexer at these spans, where the parser knows better."""
        remaining = [diagnostic for diagnostic in self.lexer.diagnostics if diagnostic.primary.span not in spans]
        self.lexer.diagnostics = remaining

    def accept(self, kind: str) -> bool:
        """Read the next token if it is of this kind."""
        if self.kinds[self.index] != kind:
            return False
        self.advance()
        return True

    def accept_variant(self, kind: str) -> bool:
        """Like `accept`, but also take other spellings (`fin` for `end`), and report them."""
        if self.accept(kind):
            return True
        if self.kind == NAME and guess_keyword(self.current_text()) == kind:
            self.report_once(foreign_word(self.token_span(self.index), self.current_text(), kind))
            self.advance()
            return True
        return False

    def skip_to(self, targets: frozenset[str]) -> None:
        """Skip to a token of `targets`, or to the end of the enclosing construct."""
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

    def is_token_ahead(self, index: int, target: str, stop_kinds: frozenset[str]) -> bool:
        """Whether a token `target` comes before all `stop_kinds`, outside nested brackets."""
        depth = 0
        for ahead in range(index, index + MAX_LOOKAHEAD):
            while ahead >= len(self.kinds):
                self.lexer.read_batch()
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
        """Whether the `:` of the current head is still ahead."""
        return self.is_token_ahead(self.index, ":", BODY_BOUNDARIES)

    # ------------------------------------------------------------------ bound by `Parser`

    def parse_expression(self, level: int) -> Node:
        """Parse an operand and the operators after it that bind at `level` or tighter."""
        raise NotImplementedError

    def parse_infix(self, left: Node, level: int) -> Node:
        """Parse the operators after `left` that bind at `level` or tighter."""
        raise NotImplementedError

    def parse_operand(self) -> Node:
        """Parse a single operand, without infix operators."""
        raise NotImplementedError


def foreign_word(span: Span, written: str, meant: str) -> Diagnostic:
    return make_diagnostic("S118", span, fix=[Edit(span, meant)], written=written, meant=meant)
