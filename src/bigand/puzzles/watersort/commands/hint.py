"""`bigand watersort hint LEVEL`: one pour that leads on, and why."""

import argparse

from bigand.command.exits import Exit
from bigand.command.objects import print_answer
from bigand.command.texts import Texts
from bigand.puzzles.watersort.commands.levels import LevelAsker, PositionOptions, add_position_options
from bigand.puzzles.watersort.questions import Hint
from bigand.puzzles.watersort.terminal import hint_lines

Options = PositionOptions


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    add_position_options(parser, texts)
    parser.add_argument("--json", action="store_true", help=texts("watersort.hint.json"))


def run(options: Options, texts: Texts) -> int:
    asker = LevelAsker(options.level, options, texts)
    answer = asker.ask(Hint(**options.about(asker)))
    print_answer(answer, hint_lines(answer, options.color, texts), options.json)
    return Exit.DONE if answer.status == "solved" else Exit.UNSAT
