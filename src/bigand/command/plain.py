"""A command that only asks and tells: options → question, answer → lines, answer → exit code, as plain functions.

Whoever asks has opened what the options name, so that what is wrong with it is told at its place.
"""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from bigand.answer.question import Answer, Question
from bigand.command.asking import Asker
from bigand.command.objects import print_answer
from bigand.command.texts import Texts

Options = TypeVar("Options", bound=Any)
Asking = TypeVar("Asking", bound=Asker)
Found = TypeVar("Found", bound=Answer)


def told_plainly(
    asker: Callable[[Options, Texts], Asking],
    question: Callable[[Options, Asking], Question[Found]],
    lines: Callable[[Found, Options, Texts], Iterable[str]],
    code: Callable[[Found], int],
) -> Callable[[Options, Texts], int]:
    """What runs such a command; for programs the answer is JSON instead of lines."""

    def run(options: Options, texts: Texts) -> int:
        asking = asker(options, texts)
        answer = asking.ask(question(options, asking))
        print_answer(answer, lines(answer, options, texts), options.json)
        return code(answer)

    return run
