"""Rules and their instances as commands show them: on the lines of the file, with the binding."""

import argparse
import shutil
import sys
from textwrap import wrap

from bigand.answer import parts
from bigand.command.colour import colour_depth, wants_colour
from bigand.command.options import DiagnosticOptions
from bigand.source.document import Document
from bigand.source.render import make_printable, render_excerpt
from bigand.source.span import Span

_MAX_FORMULA = 160  # characters of an expanded formula


class TextOutput:
    """The width and colours of the output."""

    def __init__(self, options: DiagnosticOptions | argparse.Namespace) -> None:
        self.is_coloured = wants_colour(sys.stdout, options.color)
        self.colour_depth = colour_depth(sys.stdout, options.color)
        self.width = min(shutil.get_terminal_size((80, 24)).columns, 100) if sys.stdout.isatty() else 80

    def excerpt(
        self, span: Span, document: Document, max_lines: int = 8, is_underlined: bool = True, indent: int = 0
    ) -> list[str]:
        """The lines of a piece of the file, underlined or not."""
        width = self.width - indent
        lines = render_excerpt(
            document, span, width, coloured=self.is_coloured, max_lines=max_lines, underlined=is_underlined
        )
        return [" " * indent + line for line in lines]


def wrap_hanging(prefix: str, text: str, width: int) -> list[str]:
    """A text after a prefix, its further lines under its first."""
    indent = " " * (len(prefix) + 2)
    line_width = max(width, len(prefix) + 20)
    return wrap(
        text,
        line_width,
        initial_indent=prefix,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def instance_text(instance: parts.Instance) -> str:
    """`$i = 1, $j = 2: ¬x(1,1) ∨ ¬x(1,2)`."""
    formula = instance.instance
    if len(formula) > _MAX_FORMULA:
        formula = formula[:_MAX_FORMULA] + " …"
    binding = parts.format_binding(instance.binding)
    return make_printable(f"{binding}: {formula}" if binding else formula)
