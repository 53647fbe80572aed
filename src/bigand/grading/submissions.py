"""Collect the submissions of a class: each file with its origin, its student and its content.

Files are read by a child process with limits of memory and time (`collector.py`). A file that crashes or blocks the
child is marked as unreadable, and another child reads all the others.
"""

from collections.abc import Collection, Sequence
from os import getpid
from os.path import realpath

from msgspec import Struct

from bigand.api.question import Failure, Limits
from bigand.api.report import Event, Part
from bigand.api.run.limits import resident_bytes
from bigand.api.value import replace_fields
from bigand.grading.collector import (
    MAX_MEGABYTES,
    CollectedFile,
    CollectFiles,
    CollectFilesAnswer,
    printable_name,
    student_of,
)
from bigand.source.document import Document
from bigand.source.files import FileError

_SECONDS = 120.0  # for all files together
_MAX_ATTEMPTS = 5  # each without the files that ended the attempts before it


class Submission(Struct, frozen=True):
    """A file of a student: its name, its student if known, and its text or why it cannot be read.

    Names are unique within a run. `origin` is where the file came from: the argument, the nested archives, and the
    path in the last of these.
    """

    name: str
    student: str
    content: Document | FileError
    origin: tuple[str, ...] = ()


class Submissions(Struct, frozen=True):
    """All submissions; `repeated` is how many files of an argument had been named before."""

    files: list[Submission]
    repeated: tuple[tuple[str, int], ...] = ()


def collect_submissions(
    arguments: Sequence[str], endings: Collection[str], excluded: Collection[str] = ()
) -> Submissions:
    """Read all files that the arguments name; in folders and archives only those with one of `endings`.

    Files in `excluded` are skipped.
    """
    question = CollectFiles(
        arguments=tuple(arguments),
        endings=tuple(endings),
        besides=tuple([realpath(name) for name in excluded]),
    )
    refused: list[tuple[str, ...]] = []
    attempt = _Attempt()
    for _ in range(_MAX_ATTEMPTS):
        attempt = _Attempt()
        answer = attempt.run(question, refused)
        if not isinstance(answer, Failure):
            return Submissions(name_submissions(attempt.files, len(arguments) > 1), answer.repeated)
        refused.append(attempt.steps or (arguments[0],))
    unread = CollectedFile(refused[-1][:1], student_of(refused[-1][:1]), FileError("handin.limit"))
    return Submissions(name_submissions([*attempt.files, unread], len(arguments) > 1))


class _Attempt:
    """One attempt of a child process: the files it has read, and the steps to the one it reads now."""

    def __init__(self) -> None:
        self.files: list[CollectedFile] = []
        self.steps: tuple[str, ...] = ()

    def run(self, question: CollectFiles, refused: Sequence[tuple[str, ...]]) -> CollectFilesAnswer | Failure:
        from bigand.api.run import child

        method = child.default_start_method()
        # A forked child starts with the memory of this process.
        shared = resident_bytes(getpid()) // 1_000_000 if method == "fork" else 0
        limits = Limits(seconds=_SECONDS, megabytes=MAX_MEGABYTES + shared)
        limited_question = replace_fields(question, refused=tuple(refused), limits=limits)
        return child.ask_in_child(limited_question, self._record_event, start_method=method)

    def _record_event(self, event: Event) -> None:
        if isinstance(event, Part):
            if isinstance(event.found, CollectedFile):
                self.files.append(event.found)
            self.steps = event.found.steps


def name_submissions(files: Sequence[CollectedFile], with_argument: bool) -> list[Submission]:
    """Give each file a unique name: its path below the argument, preceded by the argument if `with_argument`."""
    counts: dict[str, int] = {}
    used: set[str] = set()
    submissions = []
    for file in files:
        origin = tuple([printable_name(step) for step in file.steps])
        argument = "" if origin[0] in (".", "./") else origin[0].rstrip("/").removeprefix("./")
        has_argument = len(origin) == 1 or (with_argument and argument)
        path = name = "/".join((argument or origin[0], *origin[1:]) if has_argument else origin[1:])
        while name in used:
            counts[path] = counts.get(path, 1) + 1
            name = f"{path} ({counts[path]})"
        used.add(name)
        content = file.content
        if isinstance(content, Document):
            content = Document(name, content.text)
        else:
            content = FileError(content.key, **{**content.gaps, "name": name})
        submissions.append(Submission(name, file.student, content, origin))
    return submissions
