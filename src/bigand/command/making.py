"""New boards: many questions, each answer written as soon as it and all before it are there."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from bigand.answer.question import Answer, Failure, Question
from bigand.command.asking import Asker, ask_many
from bigand.command.exits import Exit
from bigand.command.growing import Lines
from bigand.command.options import Many
from bigand.command.progress import Progress
from bigand.command.texts import Texts

Found = TypeVar("Found", bound=Answer)


def write_made(
    questions: Sequence[Question[Found]], shown: Callable[[Found, int], str], key: str, options: Many, texts: Texts
) -> int:
    """Write what `shown` makes of each answer and its number, from 1; `key` is the sentence for the progress."""
    progress = Progress(texts)
    progress.stage(key, len(questions))
    lines = Lines()
    for number, answer in enumerate(ask_many(questions, options.jobs, options.cluster, texts, progress), 1):
        progress.clear()
        if isinstance(answer, Failure):
            return Asker(texts).tell_failure(answer)
        lines.write(shown(answer, number))
        progress.done(number)
    return Exit.DONE
