"""Print tokens one per line, and the tree as an indented outline, with positions."""

from collections.abc import Iterator
from enum import Enum

from bigand.language.lexer import Lexer
from bigand.language.syntax import Program, Shape, SyntaxNode, non_position_fields
from bigand.source.document import Document


def token_lines(document: Document) -> Iterator[str]:
    """`line:column  kind  text` for each token."""
    lexer = Lexer(document.text)
    lexer.read_all()
    for kind, start, end in zip(lexer.kinds, lexer.starts, lexer.ends, strict=True):
        line, column = document.position(start)
        yield f"{line}:{column}".ljust(8) + f" {kind:<9} {document.text[start:end]}".rstrip()
        if start == len(document.text):
            return


def render_outline(program: Program, document: Document) -> str:
    """Render the tree, a node per line: its class, its own values and its position."""
    lines: list[str] = []
    for part in (*program.items, *program.directives):
        _append_outline(part, document, 0, lines, "")
    return "".join([line + "\n" for line in lines])


def _append_outline(node: SyntaxNode, document: Document, depth: int, lines: list[str], role: str) -> None:
    values: list[str] = []
    children: list[tuple[str, SyntaxNode]] = []
    for name in non_position_fields(type(node)):
        value = getattr(node, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, SyntaxNode):
                children.append((name, part))
            elif isinstance(part, Enum):
                values.append(str(part.value))
            elif part is not None:
                values.append(repr(part) if isinstance(part, str) else str(part))
    start, end = document.position(node.span.start), document.position(node.span.end)
    position = f"  {start.line}:{start.column}-{end.line}:{end.column}"
    label = f"{role}: " if role else ""
    text = " ".join([type(node).__name__, *values])
    lines.append("  " * depth + label + text + position)
    for name, child in children:
        if isinstance(child, Shape):
            lines.append("  " * (depth + 1) + f"{child.predicate}({','.join(child.roles)})")
        else:
            _append_outline(child, document, depth + 1, lines, name)
