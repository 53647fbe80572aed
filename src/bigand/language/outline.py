"""Stages shown as text: tokens one a line, the tree indented, each with its place."""

from collections.abc import Iterator
from enum import Enum
from typing import Any

from bigand.language.lexer import Lexer
from bigand.language.syntax import Program, Shape
from bigand.source.document import Document
from bigand.source.span import Span


def token_lines(document: Document) -> Iterator[str]:
    """`line:column  kind  text` for each token."""
    lexer = Lexer(document.text)
    lexer.all()
    for kind, start, end in zip(lexer.kinds, lexer.starts, lexer.ends, strict=True):
        line, column = document.position(start)
        yield f"{line}:{column}".ljust(8) + f" {kind:<9} {document.text[start:end]}".rstrip()
        if start == len(document.text):
            return


def outline(program: Program, document: Document) -> str:
    """The tree, a node a line: its class, its own values, its place."""
    lines: list[str] = []
    for part in (*program.items, *program.directives):
        _outline(part, document, 0, lines, "")
    return "".join([line + "\n" for line in lines])


def _outline(node: Any, document: Document, depth: int, lines: list[str], role: str) -> None:
    values: list[str] = []
    children: list[tuple[str, object]] = []
    for name in node.__struct_fields__:
        value = getattr(node, name)
        if isinstance(value, Span):
            continue
        if isinstance(value, Enum):
            values.append(str(value.value))
        elif isinstance(value, tuple):
            children += [(name, child) for child in value]
        elif hasattr(value, "span"):
            children.append((name, value))
        elif value is not None:
            values.append(repr(value) if isinstance(value, str) else str(value))
    span = getattr(node, "span", None)
    place = ""
    if span is not None:
        start, end = document.position(span.start), document.position(span.end)
        place = f"  {start.line}:{start.column}-{end.line}:{end.column}"
    label = f"{role}: " if role else ""
    text = " ".join([type(node).__name__, *values])
    lines.append("  " * depth + label + text + place)
    for name, child in children:
        if isinstance(child, Shape):
            lines.append("  " * (depth + 1) + f"{child.predicate}({','.join(child.roles)})")
        else:
            _outline(child, document, depth + 1, lines, name)
