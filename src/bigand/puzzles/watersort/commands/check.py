"""`bigand watersort check LEVEL`: whether a level is one, and what comes of some moves."""

from collections.abc import Iterator

from bigand.command.exits import Exit
from bigand.command.options import flag
from bigand.command.plain import simple_command
from bigand.command.texts import Texts
from bigand.puzzles.watersort.commands.levels import LevelAsker, PositionOptions
from bigand.puzzles.watersort.questions import Check, CheckAnswer
from bigand.puzzles.watersort.terminal import check_lines


class CheckOptions(PositionOptions):
    can_finish: bool = flag()
    json: bool = flag()


def _check_question(options: CheckOptions, asker: LevelAsker) -> Check:
    return Check(**options.question_fields(asker), finish=options.can_finish)


def _check_lines(answer: CheckAnswer, options: CheckOptions, texts: Texts) -> Iterator[str]:
    return check_lines(answer, options.color, texts)


def _check_exit_code(answer: CheckAnswer) -> int:
    if answer.refused is not None:
        return Exit.ERRORS
    if answer.can_finish is False:
        return Exit.UNSAT
    return Exit.DONE if answer.status == "sorted" or not answer.moves else Exit.UNSAT


run_check = simple_command(CheckOptions.make_asker, _check_question, _check_lines, _check_exit_code)
