"""`bigand watersort solve LEVEL`: the least number of moves, and a plan with so many."""

import argparse
from typing import get_args

from bigand.command.exits import Exit
from bigand.command.objects import print_json, print_lines
from bigand.command.pictures import Filming, add_film_options, write_films
from bigand.command.stepping import step_through
from bigand.command.texts import Texts, natural_number
from bigand.puzzles.watersort.commands.levels import LevelAsker, RuleOptions, add_level_options, add_rule_options
from bigand.puzzles.watersort.questions import MOST_MOVES, Engine, Solve, Solved
from bigand.puzzles.watersort.terminal import captions, plan_blocks, plan_lines, verdict


class Options(RuleOptions, Filming):
    level: str
    engine: Engine
    max_moves: int
    draw: bool
    step: bool


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    add_level_options(parser, texts)
    add_rule_options(parser, texts)
    parser.add_argument(
        "--engine", choices=get_args(Engine), default="search", help=texts("watersort.solve.engine")
    )
    parser.add_argument(
        "--max-moves", type=natural_number(texts), default=MOST_MOVES, metavar="N",
        help=texts("watersort.solve.max_moves", default=MOST_MOVES),
    )  # fmt: skip
    parser.add_argument("--draw", action="store_true", help=texts("watersort.solve.draw"))
    parser.add_argument("--step", action="store_true", help=texts("watersort.solve.step"))
    parser.add_argument("--json", action="store_true", help=texts("watersort.solve.json"))
    add_film_options(parser, texts)


def run(options: Options, texts: Texts) -> int:
    asker = LevelAsker(options.level, options, texts)
    answer = asker.ask(Solve(**options.about(asker), engine=options.engine, most_moves=options.max_moves))
    if options.json:
        print_json(answer)
    else:
        _print(answer, options, texts)
    if answer.plan is None:
        return Exit.UNSAT
    if options.svg or options.gif or options.html:
        from bigand.puzzles.watersort.draw import frames

        told = captions(answer, texts)
        write_films(frames(answer.positions(), told), texts("watersort.solve.title"), options, texts)
    return Exit.DONE


def _print(answer: Solved, options: Options, texts: Texts) -> None:
    if answer.plan and options.step:
        step_through(plan_blocks(answer, options.color, texts), texts)
        print(verdict(answer, texts))
        return
    print_lines(plan_lines(answer, options.color, texts, drawn=options.draw))
