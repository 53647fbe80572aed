"""`bigand lightup hint BOARD`: the next step only, and as little of it as is wanted."""

from typing import get_args

from bigand.command.exits import Exit
from bigand.command.objects import print_json, print_lines
from bigand.command.options import LimitOptions, flag, option
from bigand.command.texts import Texts
from bigand.puzzles.lightup.commands.boards import BoardOptions, PlaceOptions, SingleBoardOptions
from bigand.puzzles.lightup.questions import Hint, Strength
from bigand.puzzles.lightup.reasoning.telling import hint_sentences, technique_name
from bigand.puzzles.lightup.terminal_steps import hint_dict, step_lines

_EXITS = {"wrong": Exit.ERRORS, "step": Exit.DONE, "solved": Exit.DONE}


class HintOptions(SingleBoardOptions, PlaceOptions):
    strength: Strength = option(choices=get_args(Strength), default="where")
    json: bool = flag()
    limited = LimitOptions
    places = PlaceOptions
    read = BoardOptions


def run_hint(options: HintOptions, texts: Texts) -> int:
    texts = options.adapt_texts(texts)
    asker, board = options.open_board(texts)
    hint = asker.ask(Hint(board=board, strength=options.strength, limits=options.limits))
    if options.json:
        print_json(hint_dict(hint, texts))
    elif hint.step is not None:
        print(technique_name(hint.step, texts))
        print_lines(step_lines(hint.step, False, options.color, texts))
    else:
        print_lines([line for sentence in hint_sentences(hint, texts) for line in texts.wrap(sentence)])
    return _EXITS.get(hint.status, Exit.UNSAT)
