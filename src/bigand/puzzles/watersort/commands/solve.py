"""`bigand watersort solve LEVEL`: the least number of moves, and a plan with so many."""

from typing import get_args

from bigand.command.exits import Exit
from bigand.command.objects import print_json, print_lines
from bigand.command.options import flag, number_option, option
from bigand.command.pictures import FilmOptions, write_films
from bigand.command.stepping import step_through
from bigand.command.texts import Texts
from bigand.puzzles.watersort.commands.levels import LevelAsker, RuleOptions
from bigand.puzzles.watersort.questions import MAX_MOVES, Engine, Solve, SolveAnswer
from bigand.puzzles.watersort.terminal import plan_blocks, plan_captions, plan_lines, plan_summary


class SolveOptions(RuleOptions, FilmOptions):
    engine: Engine = option(choices=get_args(Engine), default="search")
    max_moves: int = number_option(
        help_text=lambda texts: texts("watersort.solve.max_moves", default=MAX_MOVES), default=MAX_MOVES
    )
    draw: bool = flag()
    step: bool = flag()
    json: bool = flag()
    filming = FilmOptions


def run_solve(options: SolveOptions, texts: Texts) -> int:
    asker = LevelAsker(options.level, options, texts)
    answer = asker.ask(Solve(**options.question_fields(asker), engine=options.engine, most_moves=options.max_moves))
    if options.json:
        print_json(answer)
    else:
        _print_plan(answer, options, texts)
    if answer.plan is None:
        return Exit.UNSAT
    if options.svg or options.gif or options.html:
        from bigand.puzzles.watersort.draw import film_frames

        frame_captions = plan_captions(answer, texts)
        write_films(film_frames(answer.positions(), frame_captions), texts("watersort.solve.title"), options, texts)
    return Exit.DONE


def _print_plan(answer: SolveAnswer, options: SolveOptions, texts: Texts) -> None:
    if answer.plan and options.step:
        step_through(plan_blocks(answer, options.color, texts), texts)
        print(plan_summary(answer, texts))
        return
    print_lines(plan_lines(answer, options.color, texts, draw_states=options.draw))
