"""Print answers: JSON for programs; text with colours, excerpts and diagnostics for people."""

import argparse
import os
import re
import shutil
import sys
from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, TextIO, TypeAlias

from bigand.api.question import to_plain_data
from bigand.api.value import Value
from bigand.cli.options import DiagnosticOptions
from bigand.source import render
from bigand.source.diagnostic import Diagnostic, merge_duplicates
from bigand.source.document import Document, Span
from bigand.source.render import render_excerpt
from bigand.wording.texts import Texts

if TYPE_CHECKING:
    from bigand.view.palette import ColourDepth


def print_json(answer: object, **extra: object) -> None:
    """Print an answer, or any JSON value, as one line; `extra` adds fields to an answer, such as sentences."""
    print(json_line(answer, **extra), end="")


def print_answer(answer: object, lines: Iterable[str], is_json: bool) -> None:
    """Print an answer as JSON, or these lines for people."""
    if is_json:
        print_json(answer)
    else:
        print_lines(lines)


def print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)


def json_line(answer: object, **extra: object) -> str:
    """An answer, or any JSON value, as one line; `extra` adds fields to an answer."""
    return json_text({**to_plain_data(answer), **extra} if isinstance(answer, Value) else answer) + "\n"


def json_text(value: object, indent: int | None = None, stream: TextIO | None = None) -> str:
    """A JSON value as text for a stream (by default standard output); what UTF-8 cannot encode is replaced.

    A stream with another encoding gets ASCII only, which all encodings share: JSON is never in a code page.
    """
    import json

    text = json.dumps(value, ensure_ascii=False, indent=indent).encode("utf-8", "replace").decode("utf-8")
    if (getattr(stream or sys.stdout, "encoding", None) or "utf-8").lower().startswith("utf"):
        return text
    return re.sub(r"[^\x00-\x7f]", lambda match: json.dumps(match[0])[1:-1], text)


# ---------------------------------------------------------------------- colours


def wants_colour(stream: TextIO, choice: str) -> bool:
    """Whether to use colours; `auto` means on a terminal that is not dumb, unless `NO_COLOR` is set."""
    if choice != "auto":
        return choice == "always"
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def colour_depth(stream: TextIO, choice: str) -> "ColourDepth":
    """True colour if the terminal has it (by `COLORTERM` or its name), else the table of 256; or no colours."""
    from bigand.view.palette import ColourDepth

    if not wants_colour(stream, choice):
        return ColourDepth.NONE
    has_all = os.environ.get("COLORTERM", "").lower() in ("truecolor", "24bit")
    return ColourDepth.TRUE if has_all or os.environ.get("TERM", "").endswith("-direct") else ColourDepth.TABLE


# ---------------------------------------------------------------------- text


class TextOutput:
    """The width and colours of the output."""

    def __init__(self, options: DiagnosticOptions | argparse.Namespace) -> None:
        self.is_coloured = wants_colour(sys.stdout, options.color)
        self.colour_depth = colour_depth(sys.stdout, options.color)
        self.width = min(shutil.get_terminal_size((80, 24)).columns, 100) if sys.stdout.isatty() else 80

    def excerpt(
        self, span: Span, document: Document, max_lines: int = 8, is_underlined: bool = True, indent: int = 0
    ) -> list[str]:
        """The lines of the file that contain a span, underlined or not."""
        width = self.width - indent
        lines = render_excerpt(
            document, span, width, coloured=self.is_coloured, max_lines=max_lines, underlined=is_underlined
        )
        return [" " * indent + line for line in lines]


def wrap_hanging(prefix: str, text: str, width: int) -> list[str]:
    """Wrap a text after a prefix, with a hanging indent."""
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


# ---------------------------------------------------------------------- diagnostics


DocumentDiagnostics: TypeAlias = tuple[Document, Sequence[Diagnostic]]


def print_diagnostics(
    groups: Sequence[DocumentDiagnostics], options: DiagnosticOptions, texts: Texts, stream: TextIO
) -> None:
    """Print the diagnostics of documents in the requested format."""
    if options.format == "json":
        objects = [
            render.to_json_object(diagnostic, document, texts.language)
            for document, diagnostics in groups
            for diagnostic in diagnostics
        ]
        print(json_text(objects, 2, stream), file=stream)
    elif options.format == "short":
        for document, diagnostics in groups:
            for diagnostic in diagnostics:
                print(render.render_line(diagnostic, document, texts.language), file=stream)
    else:
        for document, diagnostics in groups:
            _print_full(document, diagnostics, options, texts, stream)


def _print_full(
    document: Document,
    diagnostics: Sequence[Diagnostic],
    options: DiagnosticOptions,
    texts: Texts,
    stream: TextIO,
) -> None:
    coloured = wants_colour(stream, options.color)
    width = min(shutil.get_terminal_size((80, 24)).columns, 100) if stream.isatty() else 80
    diagnostics = merge_duplicates(diagnostics)
    limit = options.max_errors or len(diagnostics)
    for diagnostic in diagnostics[:limit]:
        print(
            render.render_full(diagnostic, document, texts.language, coloured=coloured, width=width),
            file=stream,
        )
    if len(diagnostics) > limit:
        print(texts("check.more", count=len(diagnostics) - limit), file=stream)


def print_warnings_briefly(
    document: Document, warnings: Sequence[Diagnostic], options: DiagnosticOptions, texts: Texts
) -> None:
    """Print in one line how many warnings there are and which command shows them; other formats show all."""
    if warnings and options.format != "full":
        print_diagnostics([(document, warnings)], options, texts, sys.stderr)
    elif warnings:
        count = texts.count_with_noun("doubt", len(merge_duplicates(warnings)))
        texts.print_error("doubts.told", count=count, command=shell_command("check", document.name))


def shell_command(command: str, name: str, *words: str) -> str:
    """A command about a file, quoted for a shell."""
    import shlex

    return shlex.join(["bigand", command, "-" if name == "<stdin>" else name, *words])
