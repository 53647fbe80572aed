"""`bigand lightup check BOARD`: what is wrong with the marks, or still to be done; never where the bulbs go."""

from bigand.command.exits import Exit
from bigand.command.objects import print_answer
from bigand.command.options import LimitOptions, flag
from bigand.command.texts import Texts
from bigand.puzzles.lightup.commands.boards import BoardOptions, PlaceOptions, SingleBoardOptions
from bigand.puzzles.lightup.questions import Check
from bigand.puzzles.lightup.terminal import check_lines

_EXITS = {"solved": Exit.DONE, "wrong": Exit.ERRORS, "open": Exit.UNSAT}


class CheckOptions(SingleBoardOptions, PlaceOptions):
    can_finish: bool = flag()
    limited = LimitOptions
    json: bool = flag()
    places = PlaceOptions
    read = BoardOptions


def run_check(options: CheckOptions, texts: Texts) -> int:
    texts = options.adapt_texts(texts)
    asker, board = options.open_board(texts)
    answer = asker.ask(Check(board=board, can_finish=options.can_finish, limits=options.limits))
    print_answer(answer, check_lines(answer, options.color, texts), options.json)
    return _EXITS[answer.status]
