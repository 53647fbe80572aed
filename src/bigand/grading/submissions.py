"""What a class has handed in, as a list: each file with where it came from, who it is from, and what is in it.

Files are read by a child with limits of memory and time (`collector.py`). What takes the child with it is blamed,
and another child reads all the rest.
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
_MAX_ATTEMPTS = 5  # that read one after the other, each without what took the one before it along


class Submission(Struct, frozen=True):
    """A file of a student's: its name, who it is from if that is known, and its text or why it cannot be read.

    No two of a run have one name. `origin` is where it came from: the argument that led to it, the archives inside
    each other, and its path there.
    """

    name: str
    student: str
    content: Document | FileError
    origin: tuple[str, ...] = ()


class Submissions(Struct, frozen=True):
    """All of them, and how many files some arguments named that others had named before."""

    files: list[Submission]
    repeated: tuple[tuple[str, int], ...] = ()


def collect_submissions(
    arguments: Sequence[str], endings: Collection[str], excluded: Collection[str] = ()
) -> Submissions:
    """Read all files that arguments name: of folders and archives those with an ending, and none of `excluded`."""
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
    """What a child has read, and what it reads now."""

    def __init__(self) -> None:
        self.files: list[CollectedFile] = []
        self.steps: tuple[str, ...] = ()

    def run(self, question: CollectFiles, refused: Sequence[tuple[str, ...]]) -> CollectFilesAnswer | Failure:
        from bigand.api.run import child

        method = child.default_start_method()
        shared = (
            resident_bytes(getpid()) // 1_000_000 if method == "fork" else 0
        )  # what it has before it reads anything
        limits = Limits(seconds=_SECONDS, megabytes=MAX_MEGABYTES + shared)
        limited_question = replace_fields(question, refused=tuple(refused), limits=limits)
        return child.ask_in_child(limited_question, self._record_event, start_method=method)

    def _record_event(self, event: Event) -> None:
        if isinstance(event, Part):
            if isinstance(event.found, CollectedFile):
                self.files.append(event.found)
            self.steps = event.found.steps


def name_submissions(files: Sequence[CollectedFile], with_argument: bool) -> list[Submission]:
    """Give each file a name of its own: its path from the argument on, which a full name begins with."""
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
