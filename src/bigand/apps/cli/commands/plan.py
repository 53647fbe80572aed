"""`bigand plan FILE`: the least number of steps, and the plan drawn step by step."""

import argparse

from bigand.apps.cli.commands import solve
from bigand.command.options import add_drawing_options, add_expanding_options, add_timeout_option
from bigand.command.texts import Texts


class Options(solve.Options):
    plan: bool = True


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    add_expanding_options(parser, texts)
    add_timeout_option(parser, texts)
    add_drawing_options(parser, texts)
    parser.add_argument("--svg", metavar="OUT", help=texts("solve.svg"))
    parser.add_argument("--json", action="store_true", help=texts("solve.json"))


def run(options: Options, texts: Texts) -> int:
    return solve.run(options, texts)
