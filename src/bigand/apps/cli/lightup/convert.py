"""`bigand lightup convert BOARD --to FORMAT`: a board in another format."""

import argparse
import sys

from bigand.apps.cli.exits import Exit
from bigand.apps.cli.files import write_file
from bigand.apps.cli.lightup.boards import add_board_options, open_board
from bigand.apps.cli.texts import Texts
from bigand.puzzles.lightup.formats import CARRY_MARKS, WRITTEN


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    parser.add_argument("board", metavar="BOARD", help=texts("lightup.board"))
    parser.add_argument("--to", choices=WRITTEN, required=True, help=texts("lightup.convert.to"))
    parser.add_argument("--output", "-o", metavar="FILE", help=texts("lightup.convert.output"))
    add_board_options(parser, texts)


def run(options: argparse.Namespace, texts: Texts) -> int:
    board = open_board(options.board, options, texts)
    if board is None:
        return Exit.ERRORS
    if board != board.puzzle and options.to not in CARRY_MARKS:
        texts.complain("lightup.convert.marks_lost", format=options.to)
    text = board.to(options.to)
    if options.output:
        write_file(options.output, text)
    else:
        sys.stdout.write(text)
    return Exit.DONE
