"""`bigand lightup check BOARD`: what is wrong with the marks, or still to be done; never where the bulbs go."""

import argparse

from bigand.command.exits import Exit
from bigand.command.objects import print_answer
from bigand.command.options import add_limit_options
from bigand.command.texts import Texts
from bigand.puzzles.lightup.commands.boards import OneBoard, add_board_options
from bigand.puzzles.lightup.questions import Check
from bigand.puzzles.lightup.terminal import check_lines

_EXITS = {"solved": Exit.DONE, "wrong": Exit.ERRORS, "open": Exit.UNSAT}


class Options(OneBoard):
    can_finish: bool


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    parser.add_argument("board", metavar="BOARD", help=texts("lightup.board"))
    parser.add_argument("--can-finish", action="store_true", help=texts("lightup.check.can_finish"))
    add_limit_options(parser, texts)
    parser.add_argument("--json", action="store_true", help=texts("lightup.check.json"))
    add_board_options(parser, texts)


def run(options: Options, texts: Texts) -> int:
    asker, board = options.opened(texts)
    answer = asker.ask(Check(board=board, can_finish=options.can_finish, limits=options.limits))
    print_answer(answer, check_lines(answer, options.color, texts), options.json)
    return _EXITS[answer.status]
