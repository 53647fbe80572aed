"""Format a file: only blanks and line ends change, never a token or a comment.

The tree decides where lines begin and how they are indented. Then the tokens are written in order, with the blanks
that belong between them. So the meaning cannot change, and `format_program` verifies it by comparing the tokens.

- One item per line. One empty line between items is kept, more are not.
- A big operator or an `if` on one line stays on one if it fits; otherwise its body is indented.
- A long formula is broken before its loosest operators; tighter ones are indented more.
- A comment at the end of a line stays there. A comment on its own line stays so, indented like what follows.
  Operands and elements with comments between them are broken there. Where no break is possible, the comment moves
  before the line.
- A directive in the middle of an item moves after it, so it stays between the same two items.
"""

import re
from bisect import bisect_left
from itertools import pairwise

from msgspec import Struct, field

from bigand.language import syntax
from bigand.language.directives import DIRECTIVE_MARK
from bigand.language.lexer import Lexer
from bigand.language.tokens import END_OF_FILE, FLOAT, INTEGER, NAME, VARIABLE
from bigand.source.document import Span

WIDTH = 80
INDENT = 2

_EMPTY_LINE = re.compile(r"(?:\r\n|\r(?!\n)|\n)[ \t]*(?:\r\n|\r(?!\n)|\n)")
_LINE_END = re.compile(r"\r\n|\r|\n")
_TIGHT_OPERATORS = frozenset({operator.value for operator in syntax.ARITHMETIC} - {"mod"})
_OPERAND_ENDS = frozenset({NAME, VARIABLE, INTEGER, FLOAT, ")", "]", "Top", "Bot", "true", "false", "end"})


class _LinePlan(Struct):
    """Where lines begin: the offset of a line's first token, and its indentation."""

    text: str
    tokens: "_Tokens"
    breaks: dict[int, int] = field(default_factory=dict)
    operators: set[int] = field(default_factory=set)  # breaks that are operators between two operands


def format_program(program: syntax.Program, text: str) -> str:
    """Return the formatted text. It must have no syntax errors."""
    tokens = _Tokens(text)
    plan = _LinePlan(text, tokens)
    tokens.item_starts = {item.span.start for item in program.items}
    for item in program.items:
        plan.breaks[item.span.start] = 0
        _plan_item(item, plan)
    result = _write_lines(plan)
    if _has_windows_line_ends(text):
        result = result.replace("\n", "\r\n")
    if not tokens.has_same_tokens_and_comments(_Tokens(result)):
        raise AssertionError("formatting has changed a token")
    return result


def _has_windows_line_ends(text: str) -> bool:
    """Whether the first line ends in CR LF; then all lines of the result do."""
    line_end = _LINE_END.search(text)
    return line_end is not None and line_end.group() == "\r\n"


class _Tokens:
    """All tokens of a text, its comments, and the offsets of its items."""

    def __init__(self, text: str) -> None:
        lexer = Lexer(text)
        lexer.read_all()
        count = lexer.kinds.index(END_OF_FILE)
        self.text = text
        self.kinds, self.starts, self.ends = lexer.kinds[:count], lexer.starts[:count], lexer.ends[:count]
        self.comments = lexer.comments
        self.comment_starts = [span.start for span in lexer.comments if not _is_directive(text, span)]
        self.item_starts: set[int] = set()

    def text_of(self, index: int) -> str:
        return self.text[self.starts[index] : self.ends[index]]

    def has_same_tokens_and_comments(self, other: "_Tokens") -> bool:
        return (
            self.kinds == other.kinds
            and [self.text_of(index) for index in range(len(self.kinds))]
            == [other.text_of(index) for index in range(len(other.kinds))]
            and sorted([_comment_text(self.text, span) for span in self.comments])
            == sorted([_comment_text(other.text, span) for span in other.comments])
        )

    def index_after(self, offset: int) -> int:
        """The index of the first token that begins at or after an offset."""
        return bisect_left(self.starts, offset)

    def index_before(self, offset: int) -> int:
        """The index of the last token that begins before an offset."""
        return self.index_after(offset) - 1

    def has_comment_between(self, start: int, end: int) -> bool:
        """Whether a comment other than a directive begins between two offsets."""
        index = bisect_left(self.comment_starts, start)
        return index < len(self.comment_starts) and self.comment_starts[index] < end


def _comment_text(text: str, span: Span) -> str:
    return text[span.start : span.end].rstrip()


def _is_directive(text: str, span: Span) -> bool:
    return text.startswith(DIRECTIVE_MARK, span.start)


# ---------------------------------------------------------------------- line breaks


def _plan_item(item: syntax.Item, plan: _LinePlan) -> None:
    if isinstance(item, syntax.Assignment):
        width = WIDTH - _flat_width(plan, Span(item.span.start, item.value.span.start)) - 1
        _plan_node(item.value, plan, 0, width)
    else:
        _plan_node(item.formula, plan, 0, WIDTH)


def _plan_node(node: syntax.Node, plan: _LinePlan, indent: int, width: int) -> None:
    """Break a node unless it fits; `width` is what remains of the line where it begins."""
    if _fits(node, plan, width):
        return
    match node:
        case syntax.BigOperator(_, generator, body):
            _break_before_when(generator, plan, indent)
            _plan_on_new_line(plan, body, indent + INDENT)
            _break_before_last(plan, node.span, indent)
        case syntax.If(condition, then, otherwise):
            _plan_node(condition, plan, indent + INDENT, WIDTH - indent - 3)
            _plan_on_new_line(plan, then, indent + INDENT)
            _plan_on_new_line(plan, otherwise, indent + INDENT)
            else_index = plan.tokens.index_before(otherwise.span.start)
            plan.breaks[plan.tokens.starts[else_index]] = indent
            _break_before_last(plan, node.span, indent)
        case syntax.Infix(_, operands):
            _plan_infix(operands, plan, indent, INDENT, width)
        case syntax.Parenthesised(inner) | syntax.Signed(_, inner) | syntax.LineBreak(inner) | syntax.Quoted(inner):
            _plan_node(inner, plan, indent, width - 1)
        case syntax.Let(_, _, body):
            _plan_on_new_line(plan, body, indent + INDENT)
        case syntax.Quantified(body=body):
            # A prefix of many quantifiers is a list, not a staircase.
            _plan_on_new_line(plan, body, indent if isinstance(body, syntax.Quantified) else indent + INDENT)
        case syntax.Comprehension(element, generator):
            _plan_node(element, plan, indent + INDENT, width - len("["))
            start = plan.tokens.starts[plan.tokens.index_before(generator.span.start)]
            plan.breaks[start] = indent + INDENT
            plan.operators.add(start)
            _break_before_when(generator, plan, indent)
        case _:
            _fill_lines(node, _parts_in_brackets(node), plan, indent, width)


def _fits(node: syntax.Node, plan: _LinePlan, width: int) -> bool:
    return _flat_width(plan, node.span) <= width and not _must_stay_broken(node, plan)


def _plan_on_new_line(plan: _LinePlan, node: syntax.Node, indent: int) -> None:
    """Put a node on a line of its own."""
    plan.breaks[plan.tokens.starts[plan.tokens.index_after(node.span.start)]] = indent
    _plan_node(node, plan, indent, WIDTH - indent)


def _break_before_last(plan: _LinePlan, span: Span, indent: int) -> None:
    """Put the last token of a span, an `end` or a bracket, on a line of its own."""
    plan.breaks[plan.tokens.starts[plan.tokens.index_before(span.end)]] = indent


def _break_before_when(generator: syntax.Generator, plan: _LinePlan, indent: int) -> None:
    """Break a head that is too long before its `when`."""
    width = _flat_width(plan, generator.span) + len("bigand :")
    if generator.condition is not None and width + indent > WIDTH:
        when = plan.tokens.index_before(generator.condition.span.start)
        plan.breaks[plan.tokens.starts[when]] = indent + 2 * INDENT
        _plan_node(generator.condition, plan, indent + 2 * INDENT, WIDTH - indent - 2 * INDENT - len("when :"))


def _plan_infix(operands: tuple[syntax.Node, ...], plan: _LinePlan, indent: int, step: int, width: int) -> None:
    """Put each operand but the first, after its operator, on its own line, `step` further right."""
    first = operands[0]
    if isinstance(first, syntax.Infix) and not _fits(first, plan, width):
        _plan_infix(first.operands, plan, indent, step + INDENT, width)
    else:
        _plan_node(first, plan, indent, width)
    for left, right in pairwise(operands):
        operator = plan.tokens.index_after(left.span.end)
        start = plan.tokens.starts[operator]
        plan.breaks[start] = indent + step
        plan.operators.add(start)
        operator_width = plan.tokens.ends[operator] - start + 1
        _plan_node(right, plan, indent + step, WIDTH - indent - step - operator_width)


def _fill_lines(
    node: syntax.Node, elements: tuple[syntax.Node, ...], plan: _LinePlan, indent: int, available: int
) -> None:
    """Put as many elements on a line as fit, breaking also at comments."""
    if not elements:
        return
    remaining = available - _flat_width(plan, Span(node.span.start, elements[0].span.start))
    inner = indent + INDENT
    end = node.span.start
    for element in elements:
        start = plan.tokens.starts[plan.tokens.index_after(element.span.start)]
        width = _flat_width(plan, element.span) + 1
        commented = plan.tokens.has_comment_between(end, start)
        if commented or (width > remaining and element is not elements[0]):
            plan.breaks[start] = inner
            remaining = WIDTH - inner
        if not _fits(element, plan, remaining - 1):
            _plan_node(element, plan, inner, remaining)
        remaining -= width
        end = element.span.end
    if plan.tokens.has_comment_between(end, node.span.end):
        _break_before_last(plan, node.span, indent)


def _must_stay_broken(node: syntax.Node, plan: _LinePlan) -> bool:
    """Whether a part was written on several lines and is of a kind that keeps its lines."""
    if not _spans_lines(node.span, plan):
        return False
    match node:
        case syntax.BigOperator() | syntax.If():
            return True
        case syntax.Infix(_, operands):
            return _has_comment_before(operands[0].span.end, operands[1:], None, plan) or _any_must_stay_broken(
                operands, plan
            )
        case syntax.Parenthesised(inner) | syntax.Signed(_, inner) | syntax.LineBreak(inner) | syntax.Quoted(inner):
            return _must_stay_broken(inner, plan)
        case syntax.Let(body=body) | syntax.Quantified(body=body):
            return _must_stay_broken(body, plan)
        case syntax.Comprehension(element, generator):
            commented = plan.tokens.has_comment_between(element.span.end, generator.span.start)
            return commented or _must_stay_broken(element, plan)
        case _:
            parts = _parts_in_brackets(node)
            return _has_comment_before(node.span.start, parts, node.span.end, plan) or _any_must_stay_broken(
                parts, plan
            )


def _parts_in_brackets(node: syntax.Node) -> tuple[syntax.Node, ...]:
    """The nodes in the brackets of a node, which commas separate."""
    match node:
        case (
            syntax.SetLiteral(parts)
            | syntax.Proposition(_, parts)
            | syntax.Variable(_, parts)
            | syntax.Call(_, parts)
        ):
            return parts
        case syntax.Cardinality(_, number, members):
            return number, members
        case _:
            return ()


def _any_must_stay_broken(nodes: tuple[syntax.Node, ...], plan: _LinePlan) -> bool:
    return any([_must_stay_broken(node, plan) for node in nodes])


def _has_comment_before(start: int, parts: tuple[syntax.Node, ...], end: int | None, plan: _LinePlan) -> bool:
    """Whether a comment comes before one of the parts (the first one after `start`) or before `end`."""
    for part in parts:
        if plan.tokens.has_comment_between(start, part.span.start):
            return True
        start = part.span.end
    return end is not None and bool(parts) and plan.tokens.has_comment_between(start, end)


def _spans_lines(span: Span, plan: _LinePlan) -> bool:
    text = plan.text
    return text.find("\n", span.start, span.end) >= 0 or text.find("\r", span.start, span.end) >= 0


def _flat_width(plan: _LinePlan, span: Span) -> int:
    """The width of a part of the text on one line."""
    tokens = plan.tokens
    index, last = tokens.index_after(span.start), tokens.index_before(span.end)
    width = 0
    while index <= last:
        width += tokens.ends[index] - tokens.starts[index] + (index < last and _needs_blank(tokens, index))
        index += 1
        if width > WIDTH:  # too wide anyway
            break
    return width


# ---------------------------------------------------------------------- blanks


def _needs_blank(tokens: _Tokens, index: int) -> bool:
    """Whether a blank belongs between a token and the next one."""
    left, right = tokens.kinds[index], tokens.kinds[index + 1]
    if left.endswith("(") or left in ("[", ",", "..") or right in (")", "]", ",", ":", ".."):
        return False
    if right == '"':
        return not _closes_quote(tokens, index + 1)
    if left == '"':
        return _closes_quote(tokens, index)
    if right in _TIGHT_OPERATORS:
        return not _ends_operand(tokens, index)
    return left not in _TIGHT_OPERATORS


def _ends_operand(tokens: _Tokens, index: int) -> bool:
    kind = tokens.kinds[index]
    return kind in _OPERAND_ENDS or (kind == '"' and _closes_quote(tokens, index))


def _closes_quote(tokens: _Tokens, index: int) -> bool:
    """Whether a quote closes: it does after an operand of its item."""
    begins_item = tokens.starts[index] in tokens.item_starts
    return index > 0 and not begins_item and tokens.kinds[index - 1] in _OPERAND_ENDS


# ---------------------------------------------------------------------- writing


class _Line(Struct):
    """A line of the result: its indentation, text and trailing comment."""

    indent: int
    parts: list[str]
    trailing: str = ""

    def render(self) -> str:
        text = " " * self.indent + "".join(self.parts)
        return f"{text} {self.trailing}".rstrip() if self.trailing else text.rstrip()


def _write_lines(plan: _LinePlan) -> str:
    tokens, text = plan.tokens, plan.text
    lines: list[str] = []
    comments = list(tokens.comments)
    line: _Line | None = None
    next_comment = 0
    pending: list[Span] = []  # comments not written yet
    delayed: list[Span] = []  # directives to be written after their item
    for index, start in enumerate(tokens.starts):
        # A comment after an operator that begins a line belongs to the operand before it or after it.
        comment_end = tokens.starts[index + 1] if start in plan.operators else start
        while next_comment < len(comments) and comments[next_comment].start < comment_end:
            pending.append(comments[next_comment])
            next_comment += 1
        at_item = index == 0 or start in tokens.item_starts
        if not at_item:
            pending = _delay_directives(pending, delayed, text)
        if line is None or start in plan.breaks:
            indent = plan.breaks.get(start, 0)
            own_line_comments = _end_line(line, pending, delayed, text, lines)
            previous = tokens.ends[index - 1] if index else 0
            if at_item:
                own_line_comments, delayed = [*delayed, *own_line_comments], []
            _write_comment_lines(own_line_comments, indent, text, lines, previous, start, at_item)
            line, pending = _Line(indent, []), []
        else:
            if pending and tokens.kinds[index] != ",":
                # The comment is in the middle of what is now one line, so it moves before it.
                lines += [" " * line.indent + _comment_text(text, span) for span in pending]
                pending = []
            if _needs_blank(tokens, index - 1):
                line.parts.append(" ")
        line.parts.append(tokens.text_of(index))
    remaining_comments = comments[next_comment:]
    own_line_comments = [*delayed, *_end_line(line, remaining_comments, delayed, text, lines)]
    _write_comment_lines(own_line_comments, 0, text, lines, tokens.ends[-1] if tokens.ends else 0, len(text), True)
    while lines and not lines[-1]:
        lines.pop()
    return "".join([line + "\n" for line in lines])


def _delay_directives(waiting: list[Span], delayed: list[Span], text: str) -> list[Span]:
    """Move directives to `delayed` until the item ends; return the other comments."""
    delayed += [span for span in waiting if _is_directive(text, span)]
    return [span for span in waiting if not _is_directive(text, span)]


def _end_line(
    line: _Line | None, waiting: list[Span], delayed: list[Span], text: str, lines: list[str]
) -> list[Span]:
    """Finish a line with its trailing comment; return the comments after it."""
    if line is None:
        return waiting
    overtakes = bool(delayed and waiting) and _is_directive(text, waiting[0])
    if waiting and not overtakes and not _begins_line(text, waiting[0].start):
        line.trailing = _comment_text(text, waiting[0])
        waiting = waiting[1:]
    lines.append(line.render())
    return waiting


def _write_comment_lines(
    comments: list[Span],
    indent: int,
    text: str,
    lines: list[str],
    start: int,
    end: int,
    at_item: bool,
) -> None:
    """Write comments on their own lines, keeping empty lines between items."""
    index = start
    for span in comments:
        if lines and at_item and _has_empty_line(text, index, span.start):
            lines.append("")
        lines.append(" " * indent + _comment_text(text, span))
        index = max(index, span.end)
    if lines and lines[-1] and at_item and _has_empty_line(text, index, end):
        lines.append("")


def _begins_line(text: str, offset: int) -> bool:
    start = max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1
    return not text[start:offset].strip(" \t\ufeff")


def _has_empty_line(text: str, start: int, end: int) -> bool:
    return _EMPTY_LINE.search(text, start, end) is not None
