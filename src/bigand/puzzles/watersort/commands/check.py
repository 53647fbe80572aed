"""`bigand watersort check LEVEL`: whether a level is one, and what comes of some moves."""

import argparse

from bigand.command.exits import Exit
from bigand.command.objects import print_answer
from bigand.command.texts import Texts
from bigand.puzzles.watersort.commands.levels import LevelAsker, PositionOptions, add_position_options
from bigand.puzzles.watersort.questions import Check
from bigand.puzzles.watersort.terminal import check_lines


class Options(PositionOptions):
    can_finish: bool


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    add_position_options(parser, texts)
    parser.add_argument("--can-finish", action="store_true", help=texts("watersort.check.can_finish"))
    parser.add_argument("--json", action="store_true", help=texts("watersort.check.json"))


def run(options: Options, texts: Texts) -> int:
    asker = LevelAsker(options.level, options, texts)
    answer = asker.ask(Check(**options.about(asker), finish=options.can_finish))
    print_answer(answer, check_lines(answer, options.color, texts), options.json)
    if answer.refused is not None:
        return Exit.ERRORS
    if answer.can_finish is False:
        return Exit.UNSAT
    return Exit.DONE if answer.status == "sorted" or not answer.moves else Exit.UNSAT
