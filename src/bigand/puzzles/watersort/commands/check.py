"""`bigand watersort check LEVEL`: whether a level is one, and what comes of some moves."""

from collections.abc import Iterator

from bigand.command.exits import Exit
from bigand.command.options import flag
from bigand.command.plain import simple_command
from bigand.command.texts import Texts
from bigand.puzzles.watersort.commands.levels import LevelAsker, PositionOptions
from bigand.puzzles.watersort.questions import Check, Checked
from bigand.puzzles.watersort.terminal import check_lines


class Options(PositionOptions):
    can_finish: bool = flag()
    json: bool = flag()


def question(options: Options, asker: LevelAsker) -> Check:
    return Check(**options.about(asker), finish=options.can_finish)


def lines(answer: Checked, options: Options, texts: Texts) -> Iterator[str]:
    return check_lines(answer, options.color, texts)


def code(answer: Checked) -> int:
    if answer.refused is not None:
        return Exit.ERRORS
    if answer.can_finish is False:
        return Exit.UNSAT
    return Exit.DONE if answer.status == "sorted" or not answer.moves else Exit.UNSAT


run = simple_command(Options.asker, question, lines, code)
