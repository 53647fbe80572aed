"""How diagnostics of a file are told."""

import shutil
import sys
from collections.abc import Sequence
from typing import TextIO, TypeAlias

from bigand.command.colour import wants_colour
from bigand.command.objects import json_text
from bigand.command.options import Showing
from bigand.command.texts import Texts
from bigand.source import render
from bigand.source.diagnostic import Diagnostic, merge_duplicates
from bigand.source.document import Document

Told: TypeAlias = tuple[Document, Sequence[Diagnostic]]


def tell(told: Sequence[Told], options: Showing, texts: Texts, stream: TextIO) -> None:
    """Print the diagnostics of documents in the format asked for."""
    if options.format == "json":
        objects = [
            render.to_json_object(one, document, texts.language) for document, several in told for one in several
        ]
        print(json_text(objects, 2, stream), file=stream)
    elif options.format == "short":
        for document, diagnostics in told:
            for one in diagnostics:
                print(render.render_line(one, document, texts.language), file=stream)
    else:
        for document, diagnostics in told:
            _tell_people(document, diagnostics, options, texts, stream)


def _tell_people(
    document: Document,
    diagnostics: Sequence[Diagnostic],
    options: Showing,
    texts: Texts,
    stream: TextIO,
) -> None:
    coloured = wants_colour(stream, options.color)
    width = min(shutil.get_terminal_size((80, 24)).columns, 100) if stream.isatty() else 80
    diagnostics = merge_duplicates(diagnostics)
    limit = options.max_errors or len(diagnostics)
    for one in diagnostics[:limit]:
        print(
            render.render_full(one, document, texts.language, coloured=coloured, width=width),
            file=stream,
        )
    if len(diagnostics) > limit:
        print(texts("check.more", count=len(diagnostics) - limit), file=stream)


def tell_doubts(document: Document, doubts: Sequence[Diagnostic], options: Showing, texts: Texts) -> None:
    """Say in one line how many doubts there are and which command shows them; programs are told all."""
    if doubts and options.format != "full":
        tell([(document, doubts)], options, texts, sys.stderr)
    elif doubts:
        count = texts.counted("doubt", len(merge_duplicates(doubts)))
        texts.complain("doubts.told", count=count, command=command_line("check", document.name))


def command_line(command: str, name: str, *words: str) -> str:
    """A command about a file as it is typed into a shell."""
    import shlex

    return shlex.join(["bigand", command, "-" if name == "<stdin>" else name, *words])
