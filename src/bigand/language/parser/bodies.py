"""Bodies: from the colon to the `end`, and recovery if one of them is missing.

A line that begins at or left of the indentation of the open operator shows that an `end` was forgotten. So the next
rule is parsed as a separate rule.
"""

from bisect import bisect_right

from bigand.language.parser import lists
from bigand.language.parser.cursor import Cursor, Opener
from bigand.language.syntax import Infix, Node, Operator
from bigand.language.tokens import ELSE_IF, END_OF_FILE, LINE_END, NAME, ONE_LINE_END, OPERAND_START, guess_keyword
from bigand.source.diagnostic import Diagnostic, Edit
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Span


def read_colon(cursor: Cursor, keyword: str, opener: Span) -> None:
    """Read the colon before a body."""
    if cursor.accept(":"):
        return
    if cursor.kind == "]" or cursor.kind == ")":
        cursor.report_and_skip(lists.unmatched_bracket(cursor.current_span, cursor.current_text()))
        if cursor.accept(":"):
            return
    if cursor.kind in (",", ";") and cursor.kinds[cursor.index + 1] in OPERAND_START:
        cursor.report_and_skip(_wrong_colon(cursor.current_span, opener, keyword))
        return
    cursor.report_once(_missing_colon(cursor.gap, opener, keyword))
    if cursor.kind not in OPERAND_START and cursor.kind not in ("end", END_OF_FILE):
        cursor.skip_to(frozenset({":"}))
        cursor.accept(":")


def open_body(cursor: Cursor) -> Opener:
    """Note the keyword at the cursor as waiting for its `end`."""
    opener = Opener(cursor.current_text(), cursor.current_span, cursor.indent(cursor.index))
    cursor.openers.append(opener)
    return opener


def read_body(cursor: Cursor) -> Node:
    """Read a formula, and further formulas that stand beside it by mistake."""
    node = cursor.parse_expression(0)
    while True:
        if _has_adjacent_formula(cursor):
            node = join_adjacent(cursor, node)
        elif cursor.kind in (",", ";") and _blocks_end(cursor, cursor.enclosing_count - 1):
            node = _join_by_comma(cursor, node)
        else:
            return node


def _join_by_comma(cursor: Cursor, left: Node) -> Node:
    """Report a comma or semicolon between formulas, and read it as `and`."""
    opener = cursor.openers[-1]
    cursor.report_and_skip(
        _unexpected_in_body(cursor.current_span, cursor.current_text(), opener.keyword, opener.span)
    )
    cursor.reported_at = cursor.index
    if cursor.kind not in OPERAND_START:
        return cursor.parse_infix(left, 0)
    right = cursor.parse_expression(0)
    return Infix(Operator.AND, (left, right), span=left.span.to(right.span))


def _has_adjacent_formula(cursor: Cursor) -> bool:
    """Whether another formula follows where only one is allowed."""
    if cursor.kind not in OPERAND_START or cursor.kind == '"':
        return False
    if cursor.kind == NAME and (
        guess_keyword(cursor.current_text()) in ("end", "then", "else") or cursor.current_text().lower() in ELSE_IF
    ):
        return False
    return not _is_end_missing(cursor)


def _is_end_missing(cursor: Cursor) -> bool:
    """Whether the next token begins a line at or left of the indentation of the open operator."""
    return cursor.begins_line(cursor.index) and cursor.column(cursor.index) <= cursor.openers[-1].indent


def join_adjacent(cursor: Cursor, left: Node) -> Node:
    """Report two formulas side by side, and read them as if joined by `and`."""
    if (
        cursor.kind == "("
        and cursor.index
        and cursor.kinds[cursor.index - 1] == NAME
        and cursor.is_on_line_of_previous(cursor.index)
    ):
        opening = cursor.index
        blank = Span(cursor.ends[opening - 1], cursor.starts[opening])
        cursor.report_and_skip(lists.space_before_arguments(blank, cursor.token_text(opening - 1)))
        lists.read_arguments(cursor, opening, cursor.token_text(opening - 1))
        return cursor.parse_infix(left, 0)
    if cursor.index > cursor.prose_end:
        first, last = _find_name_run(cursor)
        in_comment = last - first >= 2 and cursor.begins_line(first) and _follows_comment(cursor, first)
        if last - first >= 2:
            cursor.prose_end = last + 1
        if not in_comment:
            cursor.report_once(lists.adjacent_formulas(cursor))
        else:
            cursor.report_once(make_diagnostic("S102", cursor.token_span(first), variant="prose"))
            _skip_line(cursor, first)
            if cursor.kind not in OPERAND_START or _is_end_missing(cursor):
                return cursor.parse_infix(left, 0)
    right = cursor.parse_expression(0)
    return Infix(Operator.AND, (left, right), span=left.span.to(right.span))


def _find_name_run(cursor: Cursor) -> tuple[int, int]:
    """The first and the last of the plain names side by side on this line."""
    first = last = cursor.index - 1
    while first > 0 and cursor.kinds[first - 1] == NAME and cursor.is_on_line_of_previous(first):
        first -= 1
    while cursor.kinds[last + 1] == NAME and cursor.is_on_line_of_previous(last + 1):
        last += 1
        while last + 1 >= len(cursor.kinds):
            cursor.lexer.read_batch()
    return first, last


def _follows_comment(cursor: Cursor, index: int) -> bool:
    """Whether a token begins a line and the line above ends in a comment."""
    comments, start = cursor.lexer.comments, cursor.starts[index]
    comment_index = bisect_right(comments, (start, start)) - 1
    return comment_index >= 0 and bool(ONE_LINE_END.fullmatch(cursor.text, comments[comment_index].end, start))


def _skip_line(cursor: Cursor, first: int) -> None:
    """Skip the rest of the line of a token, and report nothing more on that line."""
    end = LINE_END.search(cursor.text, cursor.starts[first])
    line = Span(cursor.starts[first], end.start() if end else len(cursor.text))
    while cursor.kind != END_OF_FILE and cursor.starts[cursor.index] < line.end:
        cursor.advance()
    cursor.lexer.diagnostics = [
        diagnostic
        for diagnostic in cursor.lexer.diagnostics
        if not line.start <= diagnostic.primary.span.start < line.end
    ]
    cursor.reported_at = cursor.index


def close_body(cursor: Cursor, opener: Opener) -> None:
    """Read the `end` of an operator, or report that it is missing."""
    if _blocks_end(cursor, cursor.enclosing_count):
        span, text = cursor.current_span, cursor.current_text()
        if text in (")", "]"):
            cursor.report_and_skip(lists.unmatched_bracket(span, text))
        else:
            cursor.report_once(_unexpected_in_body(span, text, opener.keyword, opener.span))
        cursor.skip_to(frozenset({"end"}))
        cursor.reported_at = cursor.index
    index = cursor.index
    cursor.openers.pop()
    outer_wrong_ends = cursor.openers[-1].wrong_ends if cursor.openers else []
    if cursor.accept_variant("end"):
        if cursor.begins_line(index) and cursor.column(index) < opener.indent:
            opener.wrong_ends.append(opener)
        outer_wrong_ends.extend(opener.wrong_ends)
        return
    if opener.is_foreign:
        return
    culprit = opener.wrong_ends[0] if opener.wrong_ends else opener
    is_guess = culprit is not opener
    cursor.report_once(
        make_diagnostic(
            "S103",
            cursor.gap,
            label="guessed_label" if is_guess else "label",
            secondary=[(culprit.span, "opener")],
            notes=["layout"] if is_guess else [],
            fix=[] if is_guess else [Edit(cursor.gap.after(), " end")],
            keyword=culprit.keyword,
        ),
        missing_closer=True,
    )


def _blocks_end(cursor: Cursor, enclosing_count: int) -> bool:
    """Whether the next token is neither `end` nor a token that an enclosing construct expects.

    `enclosing_count` is the number of constructs around the one with this body.
    """
    kind = cursor.kind
    if kind in ("end", END_OF_FILE) or _is_end_missing(cursor):
        return False
    if kind == NAME:
        return guess_keyword(cursor.current_text()) != "end"
    in_brackets = enclosing_count > len(cursor.openers) - 1
    if kind in (")", "]", ",", '"'):
        return not in_brackets
    return kind not in ("then", "else") or len(cursor.openers) < 2


def _missing_colon(gap: Span, opener: Span, keyword: str) -> Diagnostic:
    return make_diagnostic(
        "S109", gap, secondary=[(opener, "opener")], fix=[Edit(gap.after(), ":")], keyword=keyword
    )


def _wrong_colon(span: Span, opener: Span, keyword: str) -> Diagnostic:
    """A comma or semicolon instead of the colon."""
    return make_diagnostic(
        "S109", span, secondary=[(opener, "opener")], fix=[Edit(span, ":")], keyword=keyword, label=""
    )


def _unexpected_in_body(span: Span, token_text: str, keyword: str, opener: Span) -> Diagnostic:
    return make_diagnostic(
        "S124", span, variant="body", secondary=[(opener, "opener")],
        help=lists.UNEXPECTED_HELP.get(token_text, "body"), found=token_text, keyword=keyword,
    )  # fmt: skip
