"""`bigand lightup convert BOARD --to FORMAT`: a board in another format."""

import sys
from typing import get_args

from bigand.command.exits import Exit
from bigand.command.files import write_file
from bigand.command.options import LimitOptions, option
from bigand.command.texts import Texts
from bigand.puzzles.lightup.commands.boards import BoardOptions, SingleBoardOptions
from bigand.puzzles.lightup.questions import Convert, FormatName


class ConvertOptions(SingleBoardOptions):
    to: FormatName = option(choices=get_args(FormatName), required=True)
    output: str | None = option("--output", "-o", metavar="FILE")
    limited = LimitOptions
    read = BoardOptions


def run_convert(options: ConvertOptions, texts: Texts) -> int:
    asker, board = options.open_board(texts)
    answer = asker.ask(Convert(board=board, to=options.to, limits=options.limits))
    if answer.loses_marks:
        texts.print_error("lightup.convert.marks_lost", format=options.to)
    if options.output:
        write_file(options.output, answer.text)
    else:
        sys.stdout.write(answer.text)
    return Exit.DONE
