"""`bigand lightup convert BOARD --to FORMAT`: a board in another format."""

import sys
from typing import get_args

from bigand.command.exits import Exit
from bigand.command.files import write_file
from bigand.command.options import LimitOptions, option
from bigand.command.texts import Texts
from bigand.puzzles.lightup.commands.boards import BoardOptions, OneBoard
from bigand.puzzles.lightup.questions import Convert, Written


class Options(OneBoard):
    to: Written = option(choices=get_args(Written), required=True)
    output: str | None = option("--output", "-o", metavar="FILE")
    limited = LimitOptions
    read = BoardOptions


def run(options: Options, texts: Texts) -> int:
    asker, board = options.opened(texts)
    answer = asker.ask(Convert(board=board, to=options.to, limits=options.limits))
    if answer.loses_marks:
        texts.print_error("lightup.convert.marks_lost", format=options.to)
    if options.output:
        write_file(options.output, answer.text)
    else:
        sys.stdout.write(answer.text)
    return Exit.DONE
