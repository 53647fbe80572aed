"""`bigand format FILE…`: lay out files."""

import argparse
import difflib
import sys

from bigand.apps.cli.exits import Exit
from bigand.apps.cli.files import (
    STANDARD_INPUT,
    UnreadableError,
    open_document,
    print_text,
    write_file,
)
from bigand.apps.cli.reading import add_format_option, tell
from bigand.apps.cli.texts import Texts
from bigand.language.format import layout
from bigand.language.reading import deep_recursion, parse
from bigand.source.diagnostic import Diagnostic, has_errors
from bigand.source.document import Document


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help=texts("option.files"))
    add_format_option(parser, texts)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--write", "-w", action="store_true", help=texts("format.write"))
    what.add_argument("--check", action="store_true", help=texts("format.check"))
    what.add_argument("--diff", action="store_true", help=texts("format.diff"))


def run(options: argparse.Namespace, texts: Texts) -> int:
    return max([_try_format(name, options, texts) for name in options.files])


def _try_format(name: str, options: argparse.Namespace, texts: Texts) -> int:
    try:
        return _format(name, options, texts)
    except UnreadableError as error:
        texts.complain(error.key, **error.gaps)
        return Exit.ERRORS


def _format(name: str, options: argparse.Namespace, texts: Texts) -> int:
    document = open_document(name)
    with deep_recursion():
        program, diagnostics = parse(document)
        if has_errors(diagnostics):
            return _refuse(document, diagnostics, options, texts)
        result = layout(program, document.text)
    changed = result != document.text
    if options.check:
        if changed:
            print(texts("format.would_change", name=document.name))
        return Exit.ERRORS if changed else Exit.DONE
    if options.diff:
        print_text(_difference(document, result))
    elif options.write and name != STANDARD_INPUT:
        if changed:
            write_file(name, result)
            print(texts("format.changed", name=name), file=sys.stderr)
    else:
        print_text(result)
    return Exit.DONE


def _refuse(document: Document, diagnostics: list[Diagnostic], options: argparse.Namespace, texts: Texts) -> int:
    """What cannot be read cannot be laid out."""
    tell([(document, diagnostics)], options, texts, sys.stderr)
    texts.complain("format.errors", name=document.name)
    return Exit.ERRORS


def _difference(document: Document, result: str) -> str:
    before, after = document.text.splitlines(True), result.splitlines(True)
    name = document.name
    return "".join(difflib.unified_diff(before, after, name, name))
