"""`bigand watersort convert LEVEL --to FORMAT`: a level in another form, or as a model in bigand's language."""

import argparse
import time

from bigand.apps.cli.exits import Exit
from bigand.apps.cli.files import write_file
from bigand.apps.cli.texts import Texts
from bigand.apps.cli.watersort.levels import add_level_options, open_level
from bigand.puzzles.watersort.formats import WRITTEN
from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.pours import Rule
from bigand.puzzles.watersort.solving import Limits, solve
from bigand.solve.session import LimitError

_PATIENCE = 5.0  # seconds to find out the least number of steps, which the model then says


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    add_level_options(parser, texts)
    parser.add_argument("--to", choices=WRITTEN, required=True, help=texts("watersort.convert.to"))
    rules = [rule.value for rule in Rule]
    parser.add_argument("--rule", choices=rules, default=Rule.POUR.value, help=texts("watersort.convert.rule"))
    parser.add_argument("-o", "--output", metavar="OUT", help=texts("watersort.convert.output"))


def run(options: argparse.Namespace, texts: Texts) -> int:
    level = open_level(options, texts)
    if level is None:
        return Exit.ERRORS
    written = _written(level, options)
    if options.output is None:
        print(written, end="")
    else:
        write_file(options.output, written)
    return Exit.DONE


def _written(level: Level, options: argparse.Namespace) -> str:
    if options.to != "touist":
        return level.to(options.to)
    from bigand.puzzles.watersort.engines.model import taught

    rule = Rule(options.rule)
    try:
        least = solve(level, rule, limits=Limits(time.monotonic() + _PATIENCE)).moves
    except LimitError:
        least = None
    return taught(level, rule, least)
