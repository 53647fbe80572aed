"""`bigand show --stage tokens|tree FILE`: what a stage makes of a file."""

import argparse
import sys

from bigand.apps.cli.exits import Exit
from bigand.apps.cli.files import open_document
from bigand.apps.cli.reading import add_reading_options, read_file, refuse
from bigand.apps.cli.texts import Texts


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    parser.add_argument("--stage", choices=["tokens", "tree"], default="tree", help=texts("show.stage"))
    add_reading_options(parser, texts)


def run(options: argparse.Namespace, texts: Texts) -> int:
    if options.stage == "tokens":
        return _tokens(options)
    from bigand.language.outline import outline

    reading = read_file(options.file, options)
    refused = refuse(reading, options, texts)
    sys.stdout.write(outline(reading.program, reading.document))
    return Exit.ERRORS if refused else Exit.DONE


def _tokens(options: argparse.Namespace) -> int:
    from bigand.language.outline import token_lines

    for line in token_lines(open_document(options.file)):
        print(line)
    return Exit.DONE
