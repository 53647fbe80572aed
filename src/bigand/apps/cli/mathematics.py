"""`bigand latex|mathml|unicode FILE`: a file as mathematics, unexpanded."""

import argparse
import shutil
import sys

from bigand.apps.cli.exits import Exit
from bigand.apps.cli.reading import add_reading_options, read_file, refuse
from bigand.apps.cli.texts import Texts, natural_number
from bigand.language import Reading
from bigand.language.mathematics import Target, latex, mathml, mathml_page, unicode
from bigand.source.recursion import deep_recursion


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    command = parser.get_default("command")
    if command == "latex":
        targets = [target.value for target in Target]
        parser.add_argument("--for", dest="target", choices=targets, default="mathjax", help=texts("latex.for"))
    elif command == "mathml":
        parser.add_argument("--page", action="store_true", help=texts("mathml.page"))
    else:
        parser.add_argument("--flat", action="store_true", help=texts("unicode.flat"))
        parser.add_argument("--width", type=natural_number(texts), metavar="N", help=texts("unicode.width"))
    add_reading_options(parser, texts)


def run(options: argparse.Namespace, texts: Texts) -> int:
    reading = read_file(options.file, options)
    if refuse(reading, options, texts):
        return Exit.ERRORS
    with deep_recursion():
        sys.stdout.write(_print(reading, options, texts).rstrip("\n") + "\n")
    return Exit.DONE


def _print(reading: Reading, options: argparse.Namespace, texts: Texts) -> str:
    program = reading.program
    if options.command == "latex":
        return latex(program, Target(options.target), texts.language)
    if options.command == "mathml":
        if options.page:
            return mathml_page(program, reading.document.name, texts.language)
        return mathml(program, texts.language)
    width = options.width or shutil.get_terminal_size((80, 24)).columns
    return unicode(program, width, options.flat, texts.language)
