"""`bigand starbattle hint BOARD`: one cell of which follows whether it has a star, and why."""

from collections.abc import Iterator

from bigand.command.exits import Exit
from bigand.command.plain import simple_command
from bigand.command.texts import Texts
from bigand.puzzles.starbattle.commands.boards import BoardAsker, BoardOptions
from bigand.puzzles.starbattle.questions import Hint, HintAnswer
from bigand.puzzles.starbattle.terminal import board_lines, premise_lines

HintOptions = BoardOptions


def _hint_question(options: HintOptions, asker: BoardAsker) -> Hint:
    return Hint(board=asker.text, limits=options.limits)


def _hint_lines(answer: HintAnswer, options: HintOptions, texts: Texts) -> Iterator[str]:
    yield from board_lines(answer.board, options.color)
    if answer.cell is None:
        yield texts(f"starbattle.hint.{answer.status}")
    else:
        key = "starbattle.hint.star" if answer.is_star else "starbattle.hint.empty"
        yield texts(key, row=answer.cell.row, column=answer.cell.column)
    yield from premise_lines(answer, texts)


def _hint_exit_code(answer: HintAnswer) -> int:
    return Exit.DONE if answer.status in ("step", "solved") else Exit.UNSAT


run_hint = simple_command(BoardAsker, _hint_question, _hint_lines, _hint_exit_code)
