"""A command that only asks and tells: options → question, answer → lines, answer → exit code, as plain functions.

Whoever asks has opened what the options name, so that what is wrong with it is told at its place.
"""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from bigand.answer.question import Answer, Question
from bigand.command.asking import Asker
from bigand.command.objects import print_answer
from bigand.command.texts import Texts

OptionsT = TypeVar("OptionsT", bound=Any)
AskerT = TypeVar("AskerT", bound=Asker)
AnswerT = TypeVar("AnswerT", bound=Answer)


def simple_command(
    make_asker: Callable[[OptionsT, Texts], AskerT],
    make_question: Callable[[OptionsT, AskerT], Question[AnswerT]],
    render_lines: Callable[[AnswerT, OptionsT, Texts], Iterable[str]],
    exit_code: Callable[[AnswerT], int],
) -> Callable[[OptionsT, Texts], int]:
    """What runs such a command; for programs the answer is JSON instead of lines."""

    def run(options: OptionsT, texts: Texts) -> int:
        asker = make_asker(options, texts)
        answer = asker.ask(make_question(options, asker))
        print_answer(answer, render_lines(answer, options, texts), options.json)
        return exit_code(answer)

    return run
