"""Lines that come one after the other: each is there once it is written, and whole, however the command ends."""

import sys
from collections.abc import Callable, Sequence
from io import FileIO
from types import TracebackType
from typing import Any, Self, TypeVar

from bigand.answer.question import Answer, Failure, Question
from bigand.command.asking import Asker, ask_many
from bigand.command.exits import Exit
from bigand.command.files import UnreadableError
from bigand.command.options import Many
from bigand.command.progress import Progress
from bigand.command.texts import Texts


class Lines:
    """Writes to a file, which replaces what was there when the first line comes; or prints."""

    def __init__(self, name: str | None = None) -> None:
        self.name = name
        self._file: FileIO | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()

    def write(self, text: str) -> None:
        """Write some lines, by one write of the system."""
        if self.name is None:
            printed: Any = sys.stdout
            printed.flush()
            _write(getattr(printed.buffer, "raw", printed.buffer), text.encode(printed.encoding, printed.errors))
            return
        try:
            self._file = self._file or FileIO(self.name, "w")
            _write(self._file, text.encode("utf-8", "surrogateescape"))
        except (OSError, ValueError) as error:  # a value: a character that no name has
            reason = getattr(error, "strerror", None) or str(error)
            raise UnreadableError("file.unwritable", name=self.name, reason=reason) from error


def _write(file: Any, data: bytes) -> None:
    """Write all to a file that has no buffer: only a pipe may take less than that at a time."""
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) or 0 :]


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
            return Asker(texts, question=questions[number - 1]).tell_failure(answer)
        lines.write(shown(answer, number))
        progress.done(number)
    return Exit.DONE
