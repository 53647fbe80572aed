"""Rules and their instances as commands show them: on the lines of the file, with the binding."""

import argparse
import shutil
import sys
from textwrap import wrap

from bigand.answer import parts
from bigand.command.colour import colour_depth, wants_colour
from bigand.command.options import Showing
from bigand.source.document import Document
from bigand.source.render import make_printable, render_excerpt
from bigand.source.span import Span

_LONGEST = 160  # characters of an expanded formula


class Paper:
    """The width and colours of the output."""

    def __init__(self, options: Showing | argparse.Namespace) -> None:
        self.coloured = wants_colour(sys.stdout, options.color)
        self.depth = colour_depth(sys.stdout, options.color)
        self.width = min(shutil.get_terminal_size((80, 24)).columns, 100) if sys.stdout.isatty() else 80

    def excerpt(
        self, span: Span, document: Document, most: int = 8, underlined: bool = True, indent: int = 0
    ) -> list[str]:
        """The lines of a piece of the file, underlined or not."""
        width = self.width - indent
        lines = render_excerpt(document, span, width, coloured=self.coloured, max_lines=most, underlined=underlined)
        return [" " * indent + line for line in lines]


def hanging(prefix: str, text: str, width: int) -> list[str]:
    """A text after a prefix, its further lines under its first."""
    further = " " * (len(prefix) + 2)
    room = max(width, len(prefix) + 20)
    return wrap(
        text,
        room,
        initial_indent=prefix,
        subsequent_indent=further,
        break_long_words=False,
        break_on_hyphens=False,
    )


def told_instance(instance: parts.Instance) -> str:
    """`$i = 1, $j = 2: ¬x(1,1) ∨ ¬x(1,2)`."""
    says = instance.instance
    if len(says) > _LONGEST:
        says = says[:_LONGEST] + " …"
    bound = parts.show_binding(instance.binding)
    return make_printable(f"{bound}: {says}" if bound else says)
