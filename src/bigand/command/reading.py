"""How diagnostics of a file are told."""

import shutil
import sys
from collections.abc import Sequence
from typing import TextIO, TypeAlias

from bigand.command.colour import wants_colour
from bigand.command.objects import json_text
from bigand.command.options import DiagnosticOptions
from bigand.command.texts import Texts
from bigand.source import render
from bigand.source.diagnostic import Diagnostic, merge_duplicates
from bigand.source.document import Document

DocumentDiagnostics: TypeAlias = tuple[Document, Sequence[Diagnostic]]


def print_diagnostics(
    groups: Sequence[DocumentDiagnostics], options: DiagnosticOptions, texts: Texts, stream: TextIO
) -> None:
    """Print the diagnostics of documents in the format asked for."""
    if options.format == "json":
        objects = [
            render.to_json_object(diagnostic, document, texts.language)
            for document, diagnostics_of in groups
            for diagnostic in diagnostics_of
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


def print_warning_count(
    document: Document, warnings: Sequence[Diagnostic], options: DiagnosticOptions, texts: Texts
) -> None:
    """Say in one line how many doubts there are and which command shows them; programs are told all."""
    if warnings and options.format != "full":
        print_diagnostics([(document, warnings)], options, texts, sys.stderr)
    elif warnings:
        count = texts.plural("doubt", len(merge_duplicates(warnings)))
        texts.print_error("doubts.told", count=count, command=shell_command("check", document.name))


def shell_command(command: str, name: str, *words: str) -> str:
    """A command about a file as it is typed into a shell."""
    import shlex

    return shlex.join(["bigand", command, "-" if name == "<stdin>" else name, *words])
