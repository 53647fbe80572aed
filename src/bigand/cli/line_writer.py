"""Write lines one after the other, so that each is complete on disk or pipe however the command ends."""

import sys
from collections.abc import Callable, Sequence
from io import FileIO
from types import TracebackType
from typing import Any, Self, TypeVar

from bigand.api.question import Answer, Failure, Question
from bigand.cli.asker import Asker, ask_many
from bigand.cli.exit_codes import Exit
from bigand.cli.options import ParallelOptions
from bigand.cli.progress import ProgressBar
from bigand.source.files import FileError
from bigand.wording.texts import Texts


class LineWriter:
    """Writes lines to a file, which is replaced when the first line is written, or to standard output."""

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
        """Write some lines in one system call."""
        if self.name is None:
            stdout: Any = sys.stdout
            stdout.flush()
            _write_all(getattr(stdout.buffer, "raw", stdout.buffer), text.encode(stdout.encoding, stdout.errors))
            return
        try:
            self._file = self._file or FileIO(self.name, "w")
            _write_all(self._file, text.encode("utf-8", "surrogateescape"))
        except (OSError, ValueError) as error:  # ValueError: a character that is not allowed in names
            reason = getattr(error, "strerror", None) or str(error)
            raise FileError("file.unwritable", name=self.name, reason=reason) from error


def _write_all(file: Any, data: bytes) -> None:
    """Write all data to an unbuffered file: a pipe may accept only a part at a time."""
    remaining = memoryview(data)
    while remaining:
        remaining = remaining[file.write(remaining) or 0 :]


AnswerT = TypeVar("AnswerT", bound=Answer)


def ask_and_write_answers(
    questions: Sequence[Question[AnswerT]],
    render: Callable[[AnswerT, int], str],
    progress_key: str,
    options: ParallelOptions,
    texts: Texts,
) -> int:
    """Ask questions, and write each answer as `render` formats it with its number, from 1; return the exit code.

    `progress_key` is the message of the progress bar.
    """
    progress = ProgressBar(texts)
    progress.start_stage(progress_key, len(questions))
    lines = LineWriter()
    for number, answer in enumerate(ask_many(questions, options.jobs, options.cluster, texts, progress), 1):
        progress.clear()
        if isinstance(answer, Failure):
            return Asker(texts, question=questions[number - 1]).report_failure(answer)
        lines.write(render(answer, number))
        progress.set_count_done(number)
    return Exit.DONE
