"""`bigand starbattle check BOARD`: what is wrong with the stars that are marked; never where the others go."""

from collections.abc import Iterator

from bigand.command.exits import Exit
from bigand.command.plain import simple_command
from bigand.command.texts import Texts
from bigand.puzzles.starbattle.commands.boards import BoardAsker, BoardOptions
from bigand.puzzles.starbattle.questions import Check, CheckAnswer
from bigand.puzzles.starbattle.terminal import board_lines, spots_text

CheckOptions = BoardOptions
_CHECK_EXITS = {"solved": Exit.DONE, "wrong": Exit.ERRORS, "open": Exit.UNSAT}


def _check_question(options: CheckOptions, asker: BoardAsker) -> Check:
    return Check(board=asker.text, limits=options.limits)


def _check_lines(answer: CheckAnswer, options: CheckOptions, texts: Texts) -> Iterator[str]:
    yield from board_lines(answer.board, options.color)
    for finding in answer.findings:
        yield texts(f"starbattle.check.{finding.kind}", name=finding.name, cells=spots_text(finding.cells, texts))
    if not answer.findings:
        yield texts(f"starbattle.check.{answer.status}")


def _check_exit_code(answer: CheckAnswer) -> int:
    return _CHECK_EXITS[answer.status]


run_check = simple_command(BoardAsker, _check_question, _check_lines, _check_exit_code)
