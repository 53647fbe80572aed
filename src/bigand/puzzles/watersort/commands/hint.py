"""`bigand watersort hint LEVEL`: one pour that leads on, and why."""

from collections.abc import Iterator

from bigand.command.exits import Exit
from bigand.command.plain import simple_command
from bigand.command.texts import Texts
from bigand.puzzles.watersort.commands.levels import LevelAsker, PositionOptions
from bigand.puzzles.watersort.questions import Hint, HintAnswer
from bigand.puzzles.watersort.terminal import hint_lines

HintOptions = PositionOptions


def _hint_question(options: HintOptions, asker: LevelAsker) -> Hint:
    return Hint(**options.question_fields(asker))


def _hint_lines(answer: HintAnswer, options: HintOptions, texts: Texts) -> Iterator[str]:
    return hint_lines(answer, options.color, texts)


def _hint_exit_code(answer: HintAnswer) -> int:
    return Exit.DONE if answer.status == "solved" else Exit.UNSAT


run_hint = simple_command(PositionOptions.make_asker, _hint_question, _hint_lines, _hint_exit_code)
