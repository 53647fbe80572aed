"""Read the submissions of a class: files, folders and archives, all of which may be hostile.

This runs in a child process with limits (`submissions.py` starts it), and reports each file as soon as it is read.
A bad file affects no other one: its error becomes its own message. One budget limits all files together, and no
student can take more than a part of what remains.
"""

import os
import re
import stat
import sys
import unicodedata
from pathlib import Path, PurePosixPath

from msgspec import Struct

from bigand.api.question import Answer, Question
from bigand.api.report import Part, Report
from bigand.api.run.limits import limit_memory_growth
from bigand.grading.archives import MAX_DEPTH, MAX_FILE_SIZE, Archive, Budget, Member, Resource
from bigand.source.document import Document
from bigand.source.files import FileError

MAX_MEGABYTES = 160  # memory for reading, beyond what the process has
BUDGET: dict[Resource, int] = {
    "kept": 64 << 20,  # bytes of texts in memory
    "unpacked": 1 << 30,  # bytes unpacked from archives, at all levels
    "files": 20_000,  # reported files
    "entries": 200_000,  # examined names
}
ZIP = ".zip"
_MAX_NAME = 255  # characters of a name in a file system
_MAX_SHOWN_NAME = 200  # characters of a name in messages
_MOODLE = re.compile(r"(.+?)_\d+_assignsubmission_(?:file|onlinetext)_?(.*)")
_OPEN_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOCTTY", 0)


class CollectFilesAnswer(Answer, tag="collected"):
    """All files were read; `repeated` is how many files of an argument had been named before."""

    repeated: tuple[tuple[str, int], ...] = ()


class CollectFiles(Question[CollectFilesAnswer], tag="collect_files"):
    """Which files do the arguments name, and what is their content? The files are reported as parts."""

    arguments: tuple[str, ...]
    endings: tuple[str, ...]
    besides: tuple[str, ...] = ()  # real paths of files that are not submissions
    refused: tuple[tuple[str, ...], ...] = ()  # steps to files that crashed or blocked an earlier child

    def answer(self, report: Report) -> CollectFilesAnswer:
        return collect_files(self, report)


class ReadingFile(Struct, frozen=True):
    """Reported before a file is read, so that it can be blamed if reading never ends.

    `steps` lead to it: the argument, the nested archives, and the path in the last of these.
    """

    steps: tuple[str, ...]


class CollectedFile(Struct, frozen=True):
    """A file that was read, or why it was not."""

    steps: tuple[str, ...]
    student: str
    content: Document | FileError


def collect_files(question: CollectFiles, report: Report) -> CollectFilesAnswer:
    """Read all files, and report each."""
    collector = Collector(question, report)
    with limit_memory_growth(MAX_MEGABYTES):
        for argument in question.arguments:
            collector.read_argument(argument)
    return CollectFilesAnswer(
        repeated=tuple([(name, count) for name, count in collector.repeated.items() if count])
    )


class Collector:
    """Reads files within the budget, each only once."""

    def __init__(self, question: CollectFiles, report: Report) -> None:
        self.endings = question.endings
        self.repeated: dict[str, int] = {}
        self._report = report
        self._excluded = set(question.besides)
        self._refused = set(question.refused)
        self._budget = Budget(BUDGET)
        self._shares: dict[tuple[str, ...], Budget] = {}
        self._spent_owners: set[tuple[str, ...]] = set()  # whose share is spent
        self._is_budget_spent = False  # the whole budget is spent, and that was reported
        self._seen: set[str] = set()  # files, by the real path of their folder and their own name
        self._targets: set[str] = set()  # files that arguments name, by their real paths
        self._open_bytes = 0  # of nested archives that are open

    def read_argument(self, argument: str) -> None:
        """Read the file or folder that an argument names; a file that was named before is only counted."""
        self.repeated.setdefault(argument, 0)
        steps = (argument,)
        try:
            kind = Path(argument).stat().st_mode
            target = os.path.realpath(argument)
        except (OSError, ValueError) as error:
            self._report_within_budget(steps, _file_error(error))
            return
        if stat.S_ISDIR(kind):
            self._read_folder(argument, target)
            return
        if target in self._excluded:
            return
        if target in self._seen or target in self._targets or not self._note_if_new(argument):
            self.repeated[argument] += 1
            return
        self._targets.add(target)
        self._read_file_or_archive(argument, steps, kind)

    def _note_if_new(self, path: str) -> bool:
        """Whether a file was not read before, by this name or by another path of its folder."""
        folder, name = os.path.split(path)
        place = os.path.join(os.path.realpath(folder or "."), name)  # noqa: PTH118  # keeps the name, even `..`
        if place in self._seen:
            return False
        self._seen.add(place)
        return True

    # ------------------------------------------------------------------ folders

    def _read_folder(self, argument: str, root: str) -> None:
        """Read all files below a folder in the order of their paths; links that lead out of it are refused."""
        waiting = [(argument, "")]
        while waiting:
            path, inside = waiting.pop()
            steps = (argument, inside) if inside else (argument,)
            if inside:
                if not self._take_entry(steps):
                    continue
                try:
                    if not self._read_entry(path, steps, root):
                        continue
                except (OSError, ValueError) as error:
                    if self._has_wanted_ending(inside):
                        self._report_within_budget(steps, _file_error(error))
                    continue
            try:
                names = sorted(os.listdir(path), reverse=True)  # noqa: PTH208  # also names that are not text
            except OSError as error:
                self._report_within_budget(steps, _file_error(error))
                continue
            prefix = f"{inside}/" if inside else ""
            visible = [name for name in names if not name.startswith(".")]
            waiting += [(os.path.join(path, name), f"{prefix}{name}") for name in visible]  # noqa: PTH118

    def _read_entry(self, path: str, steps: tuple[str, ...], root: str) -> bool:
        """Read an entry of a folder; return whether it is a folder, which must be read next."""
        inside = steps[-1]
        mode = os.lstat(path).st_mode
        target = os.path.realpath(path)
        if stat.S_ISLNK(mode):
            try:
                mode = Path(path).stat().st_mode
            except OSError:  # a dangling or circular link
                if self._has_wanted_ending(inside):
                    self._report_within_budget(steps, FileError("handin.broken_link"))
                return False
            if stat.S_ISDIR(mode):
                self._report_within_budget(steps, FileError("handin.linked_folder"))
                return False
            if self._has_wanted_ending(inside) and not Path(target).is_relative_to(root):
                self._report_within_budget(steps, FileError("handin.outside"))
                return False
        if stat.S_ISDIR(mode):
            return True
        if self._has_wanted_ending(inside) and target not in self._excluded:
            if self._note_if_new(path):
                self._read_file_or_archive(path, steps, mode)
            else:
                self.repeated[steps[0]] += 1
        return False

    def _has_wanted_ending(self, name: str) -> bool:
        return PurePosixPath(name).suffix.lower() in (ZIP, *self.endings)

    def _read_file_or_archive(self, path: str, steps: tuple[str, ...], kind: int) -> None:
        """Read a file on disk, or the files in it if it is an archive."""
        if not self._report_start_unless_refused(steps):
            return
        try:
            if not stat.S_ISREG(kind):
                raise FileError("handin.special")
            descriptor = os.open(path, _OPEN_FLAGS)
            with open(descriptor, "rb") as file:  # noqa: PTH123
                status = os.fstat(descriptor)
                if not stat.S_ISREG(status.st_mode):  # the file was replaced after the first check
                    raise FileError("handin.special")
                if PurePosixPath(steps[-1]).suffix.lower() == ZIP:
                    self._read_archive(Archive(file), steps)
                    return
                content = b"" if status.st_size > MAX_FILE_SIZE else file.read(MAX_FILE_SIZE + 1)
                if max(status.st_size, len(content)) > MAX_FILE_SIZE:
                    raise FileError("handin.large", megabytes=MAX_FILE_SIZE >> 20)
            self._keep(steps, content)
        except FileError as error:
            self._report_within_budget(steps, error)
        except (OSError, ValueError) as error:
            self._report_within_budget(steps, _file_error(error))

    # ------------------------------------------------------------------ archives

    def _read_archive(self, archive: Archive, steps: tuple[str, ...]) -> None:
        try:
            for member in archive.members():
                inside = (*steps, member.name)
                if not self._take_entry(inside):
                    return
                if (
                    member.has_ending((ZIP, *self.endings))
                    and not member.is_hidden
                    and self._report_start_unless_refused(inside)
                ):
                    self._read_member(member, inside)
        finally:
            archive.close()

    def _read_member(self, member: Member, steps: tuple[str, ...]) -> None:
        share = self._share_of(steps)
        try:
            member.check_allowed()
            if not member.has_ending((ZIP,)):
                self._keep(steps, member.unpack(MAX_FILE_SIZE, share).getvalue())
                return
            if len(steps) > MAX_DEPTH:
                raise FileError("handin.deep", count=MAX_DEPTH)
            archive, size = member.open_archive(self._open_bytes, share)
        except FileError as error:
            self._report_within_budget(steps, error)
            return
        self._open_bytes += size
        try:
            self._read_archive(archive, steps)
        finally:
            self._open_bytes -= size

    # ------------------------------------------------------------------ reports within the budget

    def _report_start_unless_refused(self, steps: tuple[str, ...]) -> bool:
        """Report that a file is read now; return False for a file that crashed or blocked an earlier child."""
        if steps in self._refused:
            self._report_within_budget(steps, FileError("handin.limit"))
            return False
        self._report(Part(found=ReadingFile(steps)))
        return True

    def _keep(self, steps: tuple[str, ...], content: bytes) -> None:
        text = content.decode("utf-8", "surrogateescape")
        if not self._share_of(steps).take("kept", sys.getsizeof(text)):
            raise FileError("handin.budget", megabytes=BUDGET["kept"] >> 20)
        self._report_within_budget(steps, Document(steps[-1], text))

    def _report_within_budget(self, steps: tuple[str, ...], content: Document | FileError) -> None:
        """Report a file, if the budget allows one more."""
        if self._owner_of(steps) in self._spent_owners:
            return
        share = self._share_of(steps)
        if share.take("files"):
            self._report(Part(found=CollectedFile(steps, student_of(steps), content)))
        else:
            self._report_budget_spent(steps, share.limits["files"])

    def _take_entry(self, steps: tuple[str, ...]) -> bool:
        """Take one more name from the budget; return whether it allows that."""
        share = self._share_of(steps)
        if share.take("entries"):
            return True
        if self._owner_of(steps) not in self._spent_owners:
            self._report_budget_spent(steps, share.limits["entries"])
        return False

    def _report_budget_spent(self, steps: tuple[str, ...], share_limit: int) -> None:
        """Report, once for a share and once for the whole budget, that no more is read."""
        self._spent_owners.add(self._owner_of(steps))
        if share_limit or not self._is_budget_spent:
            self._is_budget_spent = self._is_budget_spent or not share_limit
            error = FileError("handin.too_many", count=share_limit or BUDGET["files"])
            self._report(Part(found=CollectedFile(steps, student_of(steps), error)))

    def _share_of(self, steps: tuple[str, ...]) -> Budget:
        """The share of the budget for the owner of a file."""
        owner = self._owner_of(steps)
        if owner not in self._shares:
            self._shares[owner] = self._budget.share()
        return self._shares[owner]

    def _owner_of(self, steps: tuple[str, ...]) -> tuple[str, ...]:
        """The owner of a file's share: an archive in a folder or in another archive, else a student."""
        return steps[:2] if len(steps) > 2 else (steps[0], student_of(steps))


def _file_error(error: OSError | ValueError) -> FileError:
    """An error of the system as a `FileError`."""
    if isinstance(error, FileNotFoundError):
        return FileError("file.missing")
    if isinstance(error, PermissionError):
        return FileError("file.permission", reason=error.strerror)
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return FileError("file.unreadable", reason=reason)


# ---------------------------------------------------------------------- names


def student_of(steps: tuple[str, ...]) -> str:
    """The student who submitted a file, by Moodle's names of folders and files.

    Otherwise, the first name below the argument.

    >>> student_of(("class", "Ann Lee_12_assignsubmission_file_/a.touist")), student_of(("A", "ex1.touist"))
    ('Ann Lee', 'ex1')
    >>> student_of(("class", "zoe.zip", "ada.touist")), student_of(("class", "../bob/b.touist"))
    ('zoe', 'bob')
    """
    above = [part for part in reversed(_path_parts(steps[0])) if part not in ("/", "..")]
    below = [part for step in steps[1:] for part in _path_parts(step) if part not in ("/", "..")]
    for part in (*below, *above):
        if len(part) <= _MAX_NAME and (match := _MOODLE.fullmatch(part)) is not None:
            return printable_name(match.group(1))
    if not below:
        return printable_name(PurePosixPath(above[0]).stem if above else steps[0])
    is_file = len(below) == 1 or (len(steps) > 2 and len(_path_parts(steps[1])) == 1)
    return printable_name(PurePosixPath(below[0]).stem if is_file else below[0])


def _path_parts(step: str) -> tuple[str, ...]:
    return PurePosixPath(step.replace(os.sep, "/")).parts


def printable_name(text: str) -> str:
    r"""A name on one line, cut if it is long, with unprintable characters escaped.

    >>> printable_name("a\nb\u202ec"), printable_name("caf\udce9"), len(printable_name("x" * 9999))
    ('a\\nb\\u202ec', 'caf\\xe9', 200)
    """
    half = _MAX_SHOWN_NAME // 2
    if len(text) > _MAX_SHOWN_NAME:
        text = f"{text[: half - 1]}…{text[-half:]}"
    if text.isprintable():
        return text
    return "".join([character if character.isprintable() else _escape(character) for character in text])


def _escape(character: str) -> str:
    if unicodedata.category(character) == "Zs":
        return " "
    if 0xDC80 <= ord(character) <= 0xDCFF:  # a byte that is not UTF-8
        return f"\\x{ord(character) - 0xDC00:02x}"
    return character.encode("unicode_escape").decode("ascii")
