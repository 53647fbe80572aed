"""`bigand lightup check BOARD`: what is wrong with the marks, or still to be done; never where the bulbs go."""

import argparse

from bigand.command.exits import Exit
from bigand.command.objects import print_json
from bigand.command.options import Limited, add_limit_options
from bigand.command.texts import Texts
from bigand.puzzles.lightup.commands.boards import BoardAsker, BoardOptions, add_board_options
from bigand.puzzles.lightup.questions import Check
from bigand.puzzles.lightup.terminal import check_lines

_EXITS = {"solved": Exit.DONE, "wrong": Exit.ERRORS, "open": Exit.UNSAT}


class Options(BoardOptions, Limited):
    board: str
    can_finish: bool
    json: bool


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    parser.add_argument("board", metavar="BOARD", help=texts("lightup.board"))
    parser.add_argument("--can-finish", action="store_true", help=texts("lightup.check.can_finish"))
    add_limit_options(parser, texts)
    parser.add_argument("--json", action="store_true", help=texts("lightup.check.json"))
    add_board_options(parser, texts)


def run(options: Options, texts: Texts) -> int:
    asker = BoardAsker(texts, options.color)
    board = options.given(asker.open_board(options.board))
    answer = asker.ask(Check(board=board, can_finish=options.can_finish, limits=options.limits))
    if options.json:
        print_json(answer)
    else:
        for line in check_lines(answer, options.color, texts):
            print(line)
    return _EXITS[answer.status]
