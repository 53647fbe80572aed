"""`bigand latex|mathml|unicode FILE`: a file as mathematics, unexpanded."""

import argparse
import shutil
import sys
from typing import Literal

from bigand.answer.questions.mathematics import Mathematics
from bigand.command.asking import Asker
from bigand.command.exits import Exit
from bigand.command.inputs import open_text
from bigand.command.options import Limited, Reading, add_limit_options, add_reading_options
from bigand.command.texts import Texts, natural_number


class Options(Reading, Limited):
    command: Literal["latex", "mathml", "unicode"]
    target: Literal["mathjax", "katex", "document"] = "mathjax"
    page: bool = False
    flat: bool = False
    width: int | None = None


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    command = parser.get_default("command")
    if command == "latex":
        targets = ["mathjax", "katex", "document"]
        parser.add_argument("--for", dest="target", choices=targets, default="mathjax", help=texts("latex.for"))
    elif command == "mathml":
        parser.add_argument("--page", action="store_true", help=texts("mathml.page"))
    else:
        parser.add_argument("--flat", action="store_true", help=texts("unicode.flat"))
        parser.add_argument("--width", type=natural_number(texts), metavar="N", help=texts("unicode.width"))
    add_reading_options(parser, texts)
    add_limit_options(parser, texts)


def run(options: Options, texts: Texts) -> int:
    document, source = open_text(options)
    target = options.target if options.command == "latex" else "page" if options.page else options.command
    question = Mathematics(
        source=source,
        target=target,
        language=texts.language,
        width=options.width or shutil.get_terminal_size((80, 24)).columns,
        flat=options.flat,
        limits=options.limits,
    )
    sys.stdout.write(Asker(texts, options, [document]).ask(question).text)
    return Exit.DONE
