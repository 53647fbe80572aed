"""`bigand watersort solve LEVEL`: the least number of moves, and a plan with so many."""

from typing import get_args

from bigand.command.exits import Exit
from bigand.command.objects import print_json, print_lines
from bigand.command.options import flag, number_option, option
from bigand.command.pictures import FilmOptions, write_films
from bigand.command.stepping import step_through
from bigand.command.texts import Texts
from bigand.puzzles.watersort.commands.levels import LevelAsker, RuleOptions
from bigand.puzzles.watersort.questions import MOST_MOVES, Engine, Solve, Solved
from bigand.puzzles.watersort.terminal import captions, plan_blocks, plan_lines, verdict


class Options(RuleOptions, FilmOptions):
    engine: Engine = option(choices=get_args(Engine), default="search")
    max_moves: int = number_option(
        help_text=lambda texts: texts("watersort.solve.max_moves", default=MOST_MOVES), default=MOST_MOVES
    )
    draw: bool = flag()
    step: bool = flag()
    json: bool = flag()
    filming = FilmOptions


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
