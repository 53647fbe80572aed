"""`bigand lightup hint BOARD`: the next step only, and as little of it as is wanted."""

import argparse
from typing import get_args

from bigand.command.exits import Exit
from bigand.command.objects import print_json, print_lines
from bigand.command.options import add_limit_options
from bigand.command.texts import Texts
from bigand.puzzles.lightup.commands.boards import OneBoard, add_board_options
from bigand.puzzles.lightup.questions import Hint, Strength
from bigand.puzzles.lightup.reasoning.telling import hint_sentences, technique_of
from bigand.puzzles.lightup.terminal_steps import hint_record, step_lines

_EXITS = {"wrong": Exit.ERRORS, "step": Exit.DONE, "solved": Exit.DONE}


class Options(OneBoard):
    strength: Strength


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    parser.add_argument("board", metavar="BOARD", help=texts("lightup.board"))
    parser.add_argument(
        "--strength", choices=get_args(Strength), default="where", help=texts("lightup.hint.strength")
    )
    parser.add_argument("--json", action="store_true", help=texts("lightup.hint.json"))
    add_limit_options(parser, texts)
    add_board_options(parser, texts)


def run(options: Options, texts: Texts) -> int:
    asker, board = options.opened(texts)
    hint = asker.ask(Hint(board=board, strength=options.strength, limits=options.limits))
    if options.json:
        print_json(hint_record(hint, texts))
    elif hint.step is not None:
        print(technique_of(hint.step, texts))
        print_lines(step_lines(hint.step, False, options.color, texts))
    else:
        print_lines([line for sentence in hint_sentences(hint, texts) for line in texts.wrapped(sentence)])
    return _EXITS.get(hint.status, Exit.UNSAT)
