"""`bigand starbattle check BOARD`: what is wrong with the stars that are marked; never where the others go."""

from collections.abc import Iterator

from bigand.command.exits import Exit
from bigand.command.plain import simple_command
from bigand.command.texts import Texts
from bigand.puzzles.starbattle.commands.boards import BoardAsker, BoardOptions
from bigand.puzzles.starbattle.questions import Check, Checked
from bigand.puzzles.starbattle.terminal import board_lines, spots

Options = BoardOptions
_EXITS = {"solved": Exit.DONE, "wrong": Exit.ERRORS, "open": Exit.UNSAT}


def question(options: Options, asker: BoardAsker) -> Check:
    return Check(board=asker.text, limits=options.limits)


def lines(answer: Checked, options: Options, texts: Texts) -> Iterator[str]:
    yield from board_lines(answer.board, options.color)
    for finding in answer.findings:
        yield texts(f"starbattle.check.{finding.kind}", name=finding.name, cells=spots(finding.cells, texts))
    if not answer.findings:
        yield texts(f"starbattle.check.{answer.status}")


def code(answer: Checked) -> int:
    return _EXITS[answer.status]


run = simple_command(BoardAsker, question, lines, code)
