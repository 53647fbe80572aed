"""Variables, and indices in the wrong brackets."""

from collections.abc import Sequence

from bigand.language.parser.cursor import Cursor
from bigand.language.parser.lists import read_arguments
from bigand.language.syntax import Error, Node, SetLiteral, Variable
from bigand.language.tokens import VARIABLE
from bigand.source.diagnostic import Diagnostic, Edit
from bigand.source.fault import make_diagnostic
from bigand.source.span import Span


def read_indices_in_brackets(cursor: Cursor, name: str) -> tuple[Node, ...]:
    """`p[1]`, `p{1}`, as in other languages: `p(1)` is meant."""
    first, openings, closings = cursor.current_span, [], []
    indices: list[Node] = []
    while cursor.kind == "[" and cursor.starts[cursor.index] == cursor.ends[cursor.index - 1]:  # p[1][2]
        opening = cursor.current_span
        node = cursor.parse_operand()  # a set
        cursor.drop_lexer_reports(opening)
        openings.append(opening)
        if cursor.text[node.span.end - 1] in "]}":
            closings.append(Span(node.span.end - 1, node.span.end))
        parts = node.elements if isinstance(node, SetLiteral) else node.parts if isinstance(node, Error) else ()
        indices += parts or (node,)
    is_subscript = name.endswith("_") and len(name) > 1  # p_{1}
    begin = Span(first.start - is_subscript, first.end)
    fix = (
        [(begin, "("), *[(span, ",") for span in bracket_joints(openings, closings)], (closings[-1], ")")]
        if len(closings) == len(openings)
        else []
    )
    cursor.diagnostics.append(_brackets_for_parentheses(first, name.rstrip("_") if is_subscript else name, fix))
    return tuple(indices)


def read_variable(cursor: Cursor) -> Variable:
    """`$i` or `$i(…)`."""
    index, start = cursor.index, cursor.starts[cursor.index]
    cursor.advance()
    if cursor.kinds[index] == VARIABLE:
        if cursor.kinds[cursor.index] == "[" and cursor.starts[cursor.index] == cursor.ends[index]:
            name = cursor.token_text(index)
            return Variable(name, read_indices_in_brackets(cursor, name), span=cursor.span_from(start))
        return Variable(cursor.text[start : cursor.ends[index]], (), span=Span(start, cursor.ends[index]))
    name = cursor.text[start : cursor.ends[index] - 1]
    arguments = read_arguments(cursor, index, name)
    return Variable(name, arguments, span=cursor.span_from(start))


def bracket_joints(openings: list[Span], closings: list[Span]) -> list[Span]:
    """The places where one pair of brackets ends and the next begins."""
    return [end.to(begin) for end, begin in zip(closings[:-1], openings[1:], strict=True)]


def _brackets_for_parentheses(opening: Span, name: str, fix: Sequence[tuple[Span, str]]) -> Diagnostic:
    edits = [Edit(span, text) for span, text in fix]
    return make_diagnostic("S112", opening, variant="brackets", fix=edits, name=name)
