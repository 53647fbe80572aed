"""Lists between brackets: what opens and closes them, and what is said where one is missing or wrong."""

from collections.abc import Sequence

from bigand.language.parser.cursor import Cursor
from bigand.language.parser.vocabulary import CLOSING, OPERAND_START
from bigand.language.syntax import Error, Infix, Node, Parenthesised, Signed
from bigand.language.tokens import INTEGER, NAME, VARIABLE, VARIABLE_OPEN
from bigand.source.diagnostic import Diagnostic, Edit
from bigand.source.fault import fault
from bigand.source.span import Span

UNEXPECTED_HELP = {
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


def side_by_side(cursor: Cursor) -> Diagnostic:
    before = Span(cursor.starts[cursor.index - 1], cursor.ends[cursor.index - 1])
    if cursor.kind == "(" and cursor.kinds[cursor.index - 1] == NAME:
        return space_before_arguments(
            Span(before.end, cursor.starts[cursor.index]), cursor.token_text(cursor.index - 1)
        )
    is_product = cursor.kinds[cursor.index - 1] == INTEGER and cursor.kind in (VARIABLE, VARIABLE_OPEN)
    if is_product and before.end == cursor.starts[cursor.index]:
        return _missing_times(before, cursor.token_text(cursor.index - 1), cursor.written())
    return fault("S102", cursor.gap, secondary=[(cursor.here, "next")], found=cursor.written())


def _missing_times(gap: Span, number: str, following: str) -> Diagnostic:
    """`2$i`, as on a blackboard."""
    fix = [Edit(gap.after(), "*")]
    return fault("S102", gap, variant="times", fix=fix, right=f"{number}*{following}")


def unmatched_bracket(span: Span, found: str) -> Diagnostic:
    return fault("S106", span, found=found)


def space_before_arguments(blank: Span, name: str) -> Diagnostic:
    return fault("S112", blank, fix=[Edit(blank, "")], name=name)


def unexpected(span: Span, found: str, fix: Sequence[Edit] = ()) -> Diagnostic:
    hint = UNEXPECTED_HELP.get(found)
    return fault("S124", span, help=hint, fix=fix, found=found)


def read_arguments(cursor: Cursor, opening: int, name: str) -> tuple[Node, ...]:
    """The arguments after `p(`, up to and with the closing parenthesis."""
    if cursor.kinds[cursor.index] == ")":
        span = Span(cursor.starts[opening], cursor.ends[cursor.index])
        cursor.pass_over(fault("S113", span, fix=[Edit(span, name)], name=name))
        return ()
    open_bracket(cursor, ")")
    values = _read_list(cursor)
    if close_bracket(cursor, ")", opening):
        return tuple(values)
    return tuple([broken([value], value.span) for value in values])  # who knows what belongs to them


def _read_list(cursor: Cursor) -> list[Node]:
    """One or more expressions with commas between."""
    values = [cursor.expression(0)]
    while True:
        kind = cursor.kinds[cursor.index]
        if kind == ",":
            cursor.advance()
        elif kind == ";":
            cursor.pass_over(semicolon_in_list(cursor.here))
        else:
            return values
        values.append(cursor.expression(0))


def open_bracket(cursor: Cursor, closer: str) -> None:
    """Inside a bracket that `closer` closes, formulas may not stand side by side."""
    cursor.closed += 1
    cursor.closers.append(closer)


def close_bracket(cursor: Cursor, bracket: str, opening: int) -> bool:
    """Read a closing bracket, or say that it is missing or that something stands in its way.

    False when there was none, and nobody knows where it should have been.
    """
    cursor.closed -= 1
    cursor.closers.pop()
    if cursor.kinds[cursor.index] == bracket:
        cursor.advance()
        return True
    opener = Span(cursor.starts[opening], cursor.ends[opening])
    if cursor.kind in OPERAND_START and _continues(cursor, opening):
        cursor.report(side_by_side(cursor))
        cursor.skip_to(frozenset({bracket, ":", "then", "else"}))
        if not cursor.accept(bracket):
            cursor.complained_at = cursor.index
        return True
    if cursor.kind in CLOSING and cursor.kind not in cursor.closers:
        cursor.pass_over(_wrong_bracket(cursor.here, cursor.written(), opener, bracket))
        return True
    if cursor.kind in ("..", ",", "=", "data") and cursor.index != cursor.complained_at:
        cursor.report(unexpected(cursor.here, cursor.written()))
        cursor.skip_to(frozenset({bracket, ":"}))
        if cursor.accept(bracket):
            return True
    cursor.report(fault("S105", cursor.gap, secondary=[(opener, "opener")], bracket=bracket), missing_closer=True)
    return False


def _continues(cursor: Cursor, opening: int) -> bool:
    """Whether the next token is still inside the bracket, judged by where its line begins."""
    return cursor.same_line(cursor.index) or cursor.column(cursor.index) > cursor.indent(opening)


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
    return Error(tuple(parts), span=span)


def missing_operand(previous: Span, before: str, found: str) -> Diagnostic:
    """After `previous` something must come, and what comes (`found`, or nothing at all) is not it."""
    help = "body" if before == ":" else "list" if before == "," else "help"
    return fault("S101", previous, help=help, before=before, found=found)


def _wrong_bracket(span: Span, found: str, opener: Span, wanted: str) -> Diagnostic:
    return fault(
        "S105", span, variant="wrong", secondary=[(opener, "opener")],
        fix=[Edit(span, wanted)], found=found, bracket=wanted)  # fmt: skip


def semicolon_in_list(span: Span) -> Diagnostic:
    return fault("S125", span, variant="list", fix=[Edit(span, ",")])


def missing_operand_before(span: Span, operator: str) -> Diagnostic:
    return fault("S101", span, variant="before", operator=operator)
