"""`bigand lightup convert BOARD --to FORMAT`: a board in another format."""

import argparse
import sys
from typing import get_args

from bigand.command.exits import Exit
from bigand.command.files import write_file
from bigand.command.options import add_limit_options
from bigand.command.texts import Texts
from bigand.puzzles.lightup.commands.boards import OneBoard, add_board_options
from bigand.puzzles.lightup.questions import Convert, Written


class Options(OneBoard):
    to: Written
    output: str | None


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    parser.add_argument("board", metavar="BOARD", help=texts("lightup.board"))
    parser.add_argument("--to", choices=get_args(Written), required=True, help=texts("lightup.convert.to"))
    parser.add_argument("--output", "-o", metavar="FILE", help=texts("lightup.convert.output"))
    add_limit_options(parser, texts)
    add_board_options(parser, texts)


def run(options: Options, texts: Texts) -> int:
    asker, board = options.opened(texts)
    answer = asker.ask(Convert(board=board, to=options.to, limits=options.limits))
    if answer.loses_marks:
        texts.complain("lightup.convert.marks_lost", format=options.to)
    if options.output:
        write_file(options.output, answer.text)
    else:
        sys.stdout.write(answer.text)
    return Exit.DONE
