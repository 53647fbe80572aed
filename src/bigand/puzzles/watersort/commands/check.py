"""`bigand watersort check LEVEL`: whether a level is one, and what comes of some moves."""

import argparse

from bigand.command.exits import Exit
from bigand.command.inputs import limits_of
from bigand.command.objects import print_json
from bigand.command.texts import Texts
from bigand.puzzles.watersort.commands.levels import (
    LevelAsker,
    LevelOptions,
    RuleOptions,
    add_level_options,
    add_moves_option,
    add_rule_options,
    moves_text,
)
from bigand.puzzles.watersort.questions import Check, Rule
from bigand.puzzles.watersort.terminal import check_lines


class Options(LevelOptions, RuleOptions):
    level: str
    moves: str | None
    can_finish: bool
    json: bool


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    add_level_options(parser, texts)
    add_moves_option(parser, texts)
    add_rule_options(parser, texts)
    parser.add_argument("--can-finish", action="store_true", help=texts("watersort.check.can_finish"))
    parser.add_argument("--json", action="store_true", help=texts("watersort.check.json"))


def run(options: Options, texts: Texts) -> int:
    asker = LevelAsker(options.level, options, texts)
    answer = asker.ask(
        Check(
            level=asker.written,
            moves=moves_text(options.moves),
            rule=Rule(options.rule),
            finish=options.can_finish,
            most_states=options.max_states,
            limits=limits_of(options),
        )
    )
    if options.json:
        print_json(answer)
    else:
        for line in check_lines(answer, options.color, texts):
            print(line)
    if answer.refused is not None:
        return Exit.ERRORS
    if answer.can_finish is False:
        return Exit.UNSAT
    return Exit.DONE if answer.status == "sorted" or not answer.moves else Exit.UNSAT
