"""`bigand watersort convert LEVEL --to FORMAT`: a level in another form, or as a model in bigand's language."""

import argparse
from typing import Literal

from bigand.command.exits import Exit
from bigand.command.files import write_file
from bigand.command.options import Limited, add_limit_options
from bigand.command.texts import Texts
from bigand.puzzles.watersort.commands.levels import LevelAsker, LevelOptions, add_level_options, add_rule_option
from bigand.puzzles.watersort.pours import Variant
from bigand.puzzles.watersort.questions import Convert, Read


class Options(LevelOptions, Limited):
    level: str
    to: Literal["text", "upright", "json", "touist", "svg"]
    rule: str
    output: str | None


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    add_level_options(parser, texts)
    forms = ["text", "upright", "json", "touist", "svg"]
    parser.add_argument("--to", choices=forms, required=True, help=texts("watersort.convert.to"))
    add_rule_option(parser, texts, "watersort.convert.rule")
    parser.add_argument("-o", "--output", metavar="OUT", help=texts("watersort.convert.output"))
    add_limit_options(parser, texts)


def run(options: Options, texts: Texts) -> int:
    asker = LevelAsker(options.level, options, texts)
    if options.to == "svg":
        written = asker.ask(Read(level=asker.written, limits=options.limits)).level.to("svg")
    else:
        question = Convert(level=asker.written, to=options.to, rule=Variant(options.rule), limits=options.limits)
        written = asker.ask(question).text
    if options.output is None:
        print(written, end="")
    else:
        write_file(options.output, written)
    return Exit.DONE
