"""Bodies: from the colon to the `end`, and what is forgotten on the way.

A line that begins at or left of the operator that is still open tells that an `end` was forgotten, so that the next
rule is read as a rule of its own.
"""

from bisect import bisect_right
from collections.abc import Sequence

from bigand.language.parser.cursor import Cursor, Opener
from bigand.language.parser.vocabulary import LINE_END, ONE_LINE_END, OPERAND_START
from bigand.language.syntax import Infix, Node, Operator
from bigand.language.tokens import ELSE_IF, END_OF_FILE, INTEGER, NAME, VARIABLE, VARIABLE_OPEN, meant_keyword
from bigand.source.diagnostic import Diagnostic, Edit
from bigand.source.fault import fault
from bigand.source.span import Span

_UNEXPECTED_HELP = {
    "=": "equals",
    "\\\\": "line_break",
    ":": "colon",
    ",": "comma",
    ";": "semicolon",
    "..": "range",
    "when": "when",
    "then": "if",
    "else": "if",
    "for": "for",
    "data": "data",
}


class Bodies(Cursor):
    """Reads what `bigand`, `bigor` and `if` hold together."""

    _prose_to = -1  # the last token of words side by side of which we have complained

    def _colon(self, keyword: str, opener: Span) -> None:
        """The colon before a body."""
        if self.accept(":"):
            return
        if self.kind == "]" or self.kind == ")":
            self.report(unmatched_bracket(self.token_span(self.at), self.found()))
            self.advance()
            if self.accept(":"):
                return
        if self.kind in (",", ";") and self.kinds[self.at + 1] in OPERAND_START:
            self.report(_wrong_colon(self.token_span(self.at), opener, keyword))
            self.advance()
            return
        self.report(_missing_colon(self.gap, opener, keyword))
        if self.kind not in OPERAND_START and self.kind not in ("end", END_OF_FILE):
            self.skip_to(frozenset({":"}))
            self.accept(":")

    def _open(self) -> Opener:
        opener = Opener(self.found(), self.token_span(self.at), self.indent(self.at))
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
        self.report(_unexpected_in_body(self.token_span(self.at), self.found(), opener.keyword, opener.span))
        self.advance()
        self.complained_at = self.at
        if self.kind not in OPERAND_START:
            return self.infix(left, 0)
        right = self.expression(0)
        return Infix(Operator.AND, (left, right), left.span.to(right.span))

    def _beside(self) -> bool:
        """Whether another formula follows where only one may stand."""
        if self.kind not in OPERAND_START or self.kind == '"':
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
            self.report(space_before_arguments(blank, self.token_text(opening - 1)))
            self.advance()
            self.arguments(opening, self.token_text(opening - 1))
            return self.infix(left, 0)
        if self.at > self._prose_to:
            first, last = self._run_of_names()
            in_comment = last - first >= 2 and self.begins_line(first) and self._follows_comment(first)
            if last - first >= 2:
                self._prose_to = last + 1
            self.report(_prose(self.token_span(first)) if in_comment else self._side_by_side())
            if in_comment:
                self._skip_line(first)
                if self.kind not in OPERAND_START or self._end_was_forgotten():
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
        return index >= 0 and bool(ONE_LINE_END.fullmatch(self.text, comments[index].end, start))

    def _skip_line(self, first: int) -> None:
        """Pass over the rest of the line of a token; nothing more is said of that line."""
        end = LINE_END.search(self.text, self.starts[first])
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
            return space_before_arguments(Span(before.end, self.starts[self.at]), self.token_text(self.at - 1))
        is_product = self.kinds[self.at - 1] == INTEGER and self.kind in (VARIABLE, VARIABLE_OPEN)
        if is_product and before.end == self.starts[self.at]:
            return _missing_times(before, self.token_text(self.at - 1), self.found())
        return _side_by_side(self.gap, self.token_span(self.at), self.found())

    def _end(self, opener: Opener) -> None:
        """The `end` of an operator, or the news that it is missing."""
        if self._stands_in_the_way(self.closed):
            span, text = self.token_span(self.at), self.found()
            if text in (")", "]"):
                self.report(unmatched_bracket(span, text))
                self.advance()
            else:
                self.report(_unexpected_in_body(span, text, opener.keyword, opener.span))
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
            _missing_end(self.gap, culprit.keyword, culprit.span, guessed),
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


def _side_by_side(gap: Span, following: Span, found: str) -> Diagnostic:
    return fault("S102", gap, label="label", secondary=[(following, "next")], help="help", found=found)


def _missing_times(gap: Span, number: str, following: str) -> Diagnostic:
    """`2$i`, as on a blackboard."""
    fix = [Edit(gap.after(), "*")]
    return fault("S102", gap, variant="times", help="times", fix=fix, right=f"{number}*{following}")


def _prose(span: Span) -> Diagnostic:
    return fault("S102", span, variant="prose", label="prose_label", help="prose")


def _missing_end(gap: Span, keyword: str, opener: Span, guessed: bool) -> Diagnostic:
    return fault(
        "S103",
        gap,
        label="guessed_label" if guessed else "label",
        secondary=[(opener, "opener")],
        notes=["layout"] if guessed else [],
        help="help",
        fix=[] if guessed else [Edit(gap.after(), " end")],
        keyword=keyword,
    )


def unmatched_bracket(span: Span, found: str) -> Diagnostic:
    return fault("S106", span, label="label", help="help", found=found)


def _missing_colon(gap: Span, opener: Span, keyword: str) -> Diagnostic:
    return fault(
        "S109", gap, label="label", secondary=[(opener, "opener")], help="help",
        fix=[Edit(gap.after(), ":")], keyword=keyword,
    )  # fmt: skip


def _wrong_colon(span: Span, opener: Span, keyword: str) -> Diagnostic:
    """A comma or a semicolon where the colon should be."""
    return fault("S109", span, secondary=[(opener, "opener")], help="help", fix=[Edit(span, ":")], keyword=keyword)


def space_before_arguments(blank: Span, name: str) -> Diagnostic:
    return fault("S112", blank, label="label", help="help", fix=[Edit(blank, "")], name=name)


def unexpected(span: Span, found: str, fix: Sequence[Edit] = ()) -> Diagnostic:
    hint = _UNEXPECTED_HELP.get(found)
    return fault("S124", span, label="label", help=hint, fix=fix, found=found)


def _unexpected_in_body(span: Span, found: str, keyword: str, opener: Span) -> Diagnostic:
    return fault(
        "S124", span, variant="body", secondary=[(opener, "opener")],
        help=_UNEXPECTED_HELP.get(found, "body"), found=found, keyword=keyword,
    )  # fmt: skip
