"""`bigand watersort hint LEVEL`: one pour that leads on, and why."""

from collections.abc import Iterator

from bigand.command.exits import Exit
from bigand.command.plain import simple_command
from bigand.command.texts import Texts
from bigand.puzzles.watersort.commands.levels import LevelAsker, PositionOptions
from bigand.puzzles.watersort.questions import Hint, Hinted
from bigand.puzzles.watersort.terminal import hint_lines

Options = PositionOptions


def question(options: Options, asker: LevelAsker) -> Hint:
    return Hint(**options.about(asker))


def lines(answer: Hinted, options: Options, texts: Texts) -> Iterator[str]:
    return hint_lines(answer, options.color, texts)


def code(answer: Hinted) -> int:
    return Exit.DONE if answer.status == "solved" else Exit.UNSAT


run = simple_command(PositionOptions.asker, question, lines, code)
