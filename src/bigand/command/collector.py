"""Reads what a class has handed in: files, folders and archives, all of which may be hostile.

This runs in a child with limits (`handins.py` starts it), and reports each file as soon as it is read. One bad file
costs only itself: whatever is wrong with it is its own message. What all files take together is limited by one
budget, of which no student can take more than a part of what is left.
"""

import os
import re
import stat
import sys
import unicodedata
from pathlib import Path, PurePosixPath

from msgspec import Struct

from bigand.answer.question import Answer, Question
from bigand.answer.report import Part, Report
from bigand.answer.running.limits import held_growth
from bigand.command.archives import DEPTH, LARGEST, Archive, Budget, Member, Resource
from bigand.command.files import UnreadableError
from bigand.source.document import Document

MEGABYTES = 160  # memory that reading may take beyond what the process has
BUDGET: dict[Resource, int] = {
    "kept": 64 << 20,  # bytes of texts, as they are in memory
    "unpacked": 1 << 30,  # bytes that come out of archives, at all levels
    "files": 20_000,  # files that are told of
    "entries": 200_000,  # names that are looked at
}
ZIP = ".zip"
_NAME = 255  # characters of a name that a file system can hold
_SHOWN = 200  # characters of a name that are shown
_MOODLE = re.compile(r"(.+?)_\d+_assignsubmission_(?:file|onlinetext)_?(.*)")
_OPENING = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOCTTY", 0)


class Collected(Answer, tag="collected"):
    """That all was read, and how many files each argument named that were named before."""

    repeated: tuple[tuple[str, int], ...] = ()


class CollectFiles(Question[Collected], tag="collect_files", by="bigand.command.collector:collect"):
    """Which files do arguments name, and what is in them? The files are reported as parts."""

    arguments: tuple[str, ...]
    endings: tuple[str, ...]
    besides: tuple[str, ...] = ()  # files that are not handed in, by their real paths
    refused: tuple[tuple[str, ...], ...] = ()  # steps to what took a child with it


class Reading(Struct, frozen=True):
    """Reported before something is read, so that it can be blamed if that never ends.

    `steps` lead to it: the argument, the archives inside each other, and the path in the last of these.
    """

    steps: tuple[str, ...]


class CollectedFile(Struct, frozen=True):
    """A file that was read, or why it was not."""

    steps: tuple[str, ...]
    student: str
    content: Document | UnreadableError


def collect(question: CollectFiles, report: Report) -> Collected:
    """Answer the question: read everything, and report it file by file."""
    collector = Collector(question, report)
    with held_growth(MEGABYTES):
        for argument in question.arguments:
            collector.read_argument(argument)
    return Collected(repeated=tuple([(name, count) for name, count in collector.repeated.items() if count]))


class Collector:
    """Knows what was read already, and what may still be read."""

    def __init__(self, question: CollectFiles, report: Report) -> None:
        self.endings = question.endings
        self.repeated: dict[str, int] = {}
        self._report = report
        self._besides = set(question.besides)
        self._refused = set(question.refused)
        self._budget = Budget(BUDGET)
        self._shares: dict[tuple[str, ...], Budget] = {}
        self._full: set[tuple[str, ...]] = set()  # whose share is gone
        self._is_over = False  # the whole budget is gone, and that was told
        self._seen: set[str] = set()  # files, by the real path of their folder and their own name
        self._targets: set[str] = set()  # and those that arguments name, by their real paths
        self._held = 0  # bytes of archives that are open inside others

    def read_argument(self, argument: str) -> None:
        """Read what an argument of the command line names; a file that was named before is counted only."""
        self.repeated.setdefault(argument, 0)
        steps = (argument,)
        try:
            kind = Path(argument).stat().st_mode
            target = os.path.realpath(argument)
        except (OSError, ValueError) as error:
            self._tell(steps, _failure(error))
            return
        if stat.S_ISDIR(kind):
            self._read_folder(argument, target)
            return
        if target in self._besides:
            return
        if target in self._seen or target in self._targets or not self._is_new(argument):
            self.repeated[argument] += 1
            return
        self._targets.add(target)
        self._read_path(argument, steps, kind)

    def _is_new(self, path: str) -> bool:
        """Whether a file was not met before, by this name or through another name of its folder."""
        folder, name = os.path.split(path)
        place = os.path.join(os.path.realpath(folder or "."), name)  # noqa: PTH118  # as it is, `..` too
        if place in self._seen:
            return False
        self._seen.add(place)
        return True

    # ------------------------------------------------------------------ folders

    def _read_folder(self, argument: str, home: str) -> None:
        """Read all files below a folder in the order of their paths; nothing leads out of it."""
        waiting = [(argument, "")]
        while waiting:
            path, inside = waiting.pop()
            steps = (argument, inside) if inside else (argument,)
            if inside:
                if not self._take_entry(steps):
                    continue
                try:
                    if not self._enter(path, steps, home):
                        continue
                except (OSError, ValueError) as error:
                    if self._is_wanted(inside):
                        self._tell(steps, _failure(error))
                    continue
            try:
                names = sorted(os.listdir(path), reverse=True)  # noqa: PTH208  # names that are no text too
            except OSError as error:
                self._tell(steps, _failure(error))
                continue
            prefix = f"{inside}/" if inside else ""
            visible = [name for name in names if not name.startswith(".")]
            waiting += [(os.path.join(path, name), f"{prefix}{name}") for name in visible]  # noqa: PTH118

    def _enter(self, path: str, steps: tuple[str, ...], home: str) -> bool:
        """Read an entry of a folder; whether it is a folder itself, to be read next."""
        inside = steps[-1]
        own = os.lstat(path).st_mode
        target = os.path.realpath(path)
        if stat.S_ISLNK(own):
            try:
                own = Path(path).stat().st_mode
            except OSError:  # it leads nowhere, or to itself
                if self._is_wanted(inside):
                    self._tell(steps, UnreadableError("handin.broken_link"))
                return False
            if stat.S_ISDIR(own):
                self._tell(steps, UnreadableError("handin.linked_folder"))
                return False
            if self._is_wanted(inside) and not Path(target).is_relative_to(home):
                self._tell(steps, UnreadableError("handin.outside"))
                return False
        if stat.S_ISDIR(own):
            return True
        if self._is_wanted(inside) and target not in self._besides:
            if self._is_new(path):
                self._read_path(path, steps, own)
            else:
                self.repeated[steps[0]] += 1
        return False

    def _is_wanted(self, name: str) -> bool:
        return PurePosixPath(name).suffix.lower() in (ZIP, *self.endings)

    def _read_path(self, path: str, steps: tuple[str, ...], kind: int) -> None:
        """Read a file of the disk, or the files in it if it is an archive."""
        if not self._begin(steps):
            return
        try:
            if not stat.S_ISREG(kind):
                raise UnreadableError("handin.special")
            descriptor = os.open(path, _OPENING)
            with open(descriptor, "rb") as file:  # noqa: PTH123
                status = os.fstat(descriptor)
                if not stat.S_ISREG(status.st_mode):  # it was another file a moment ago
                    raise UnreadableError("handin.special")
                if PurePosixPath(steps[-1]).suffix.lower() == ZIP:
                    self._read_archive(Archive(file), steps)
                    return
                content = b"" if status.st_size > LARGEST else file.read(LARGEST + 1)
                if max(status.st_size, len(content)) > LARGEST:
                    raise UnreadableError("handin.large", megabytes=LARGEST >> 20)
            self._keep(steps, content)
        except UnreadableError as error:
            self._tell(steps, error)
        except (OSError, ValueError) as error:
            self._tell(steps, _failure(error))

    # ------------------------------------------------------------------ archives

    def _read_archive(self, archive: Archive, steps: tuple[str, ...]) -> None:
        try:
            for member in archive.members():
                inside = (*steps, member.name)
                if not self._take_entry(inside):
                    return
                if member.has_ending((ZIP, *self.endings)) and not member.is_hidden and self._begin(inside):
                    self._read_member(member, inside)
        finally:
            archive.close()

    def _read_member(self, member: Member, steps: tuple[str, ...]) -> None:
        share = self._share(steps)
        try:
            member.check()
            if not member.has_ending((ZIP,)):
                self._keep(steps, member.unpack(LARGEST, share).getvalue())
                return
            if len(steps) > DEPTH:
                raise UnreadableError("handin.deep", count=DEPTH)
            archive, size = member.open_archive(self._held, share)
        except UnreadableError as error:
            self._tell(steps, error)
            return
        self._held += size
        try:
            self._read_archive(archive, steps)
        finally:
            self._held -= size

    # ------------------------------------------------------------------ what is told, within the budget

    def _begin(self, steps: tuple[str, ...]) -> bool:
        """Say that something is read now; not again what took a child with it."""
        if steps in self._refused:
            self._tell(steps, UnreadableError("handin.limit"))
            return False
        self._report(Part(found=Reading(steps)))
        return True

    def _keep(self, steps: tuple[str, ...], content: bytes) -> None:
        text = content.decode("utf-8", "surrogateescape")
        if not self._share(steps).take("kept", sys.getsizeof(text)):
            raise UnreadableError("handin.budget", megabytes=BUDGET["kept"] >> 20)
        self._tell(steps, Document(steps[-1], text))

    def _tell(self, steps: tuple[str, ...], content: Document | UnreadableError) -> None:
        """Report a file, if there may be one more."""
        if self._owner(steps) in self._full:
            return
        share = self._share(steps)
        if share.take("files"):
            self._report(Part(found=CollectedFile(steps, student_of(steps), content)))
        else:
            self._tell_end(steps, share.limits["files"])

    def _take_entry(self, steps: tuple[str, ...]) -> bool:
        """Look at one more name, if that may be."""
        share = self._share(steps)
        if share.take("entries"):
            return True
        if self._owner(steps) not in self._full:
            self._tell_end(steps, share.limits["entries"])
        return False

    def _tell_end(self, steps: tuple[str, ...], count: int) -> None:
        """Say, once for a share and once for the whole budget, that no more is read."""
        self._full.add(self._owner(steps))
        if count or not self._is_over:
            self._is_over = self._is_over or not count
            error = UnreadableError("handin.too_many", count=count or BUDGET["files"])
            self._report(Part(found=CollectedFile(steps, student_of(steps), error)))

    def _share(self, steps: tuple[str, ...]) -> Budget:
        """What may be taken by whoever handed something in."""
        owner = self._owner(steps)
        if owner not in self._shares:
            self._shares[owner] = self._budget.share()
        return self._shares[owner]

    def _owner(self, steps: tuple[str, ...]) -> tuple[str, ...]:
        """Whose share a file takes from: that of an archive in a folder or in another archive, else a student's."""
        return steps[:2] if len(steps) > 2 else (steps[0], student_of(steps))


def _failure(error: OSError | ValueError) -> UnreadableError:
    """Why the system does not give a file."""
    if isinstance(error, FileNotFoundError):
        return UnreadableError("file.missing")
    if isinstance(error, PermissionError):
        return UnreadableError("file.permission", reason=error.strerror)
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return UnreadableError("file.unreadable", reason=reason)


# ---------------------------------------------------------------------- names


def student_of(steps: tuple[str, ...]) -> str:
    """Who handed in a file: as Moodle names folders and files; else by the first name below the argument.

    >>> student_of(("class", "Ann Lee_12_assignsubmission_file_/a.touist")), student_of(("A", "ex1.touist"))
    ('Ann Lee', 'ex1')
    >>> student_of(("class", "zoe.zip", "ada.touist")), student_of(("class", "../bob/b.touist"))
    ('zoe', 'bob')
    """
    above = [part for part in reversed(_parts(steps[0])) if part not in ("/", "..")]
    below = [part for step in steps[1:] for part in _parts(step) if part not in ("/", "..")]
    for part in (*below, *above):
        if len(part) <= _NAME and (match := _MOODLE.fullmatch(part)) is not None:
            return show_name(match.group(1))
    if not below:
        return show_name(PurePosixPath(above[0]).stem if above else steps[0])
    is_file = len(below) == 1 or (len(steps) > 2 and len(_parts(steps[1])) == 1)
    return show_name(PurePosixPath(below[0]).stem if is_file else below[0])


def _parts(step: str) -> tuple[str, ...]:
    return PurePosixPath(step.replace(os.sep, "/")).parts


def show_name(text: str) -> str:
    r"""A name on one line, short enough to read, in which every character is seen.

    >>> show_name("a\nb\u202ec"), show_name("caf\udce9"), len(show_name("x" * 9999))
    ('a\\nb\\u202ec', 'caf\\xe9', 200)
    """
    half = _SHOWN // 2
    if len(text) > _SHOWN:
        text = f"{text[: half - 1]}…{text[-half:]}"
    if text.isprintable():
        return text
    return "".join([character if character.isprintable() else _escape(character) for character in text])


def _escape(character: str) -> str:
    if unicodedata.category(character) == "Zs":
        return " "
    if 0xDC80 <= ord(character) <= 0xDCFF:  # a byte that is no UTF-8
        return f"\\x{ord(character) - 0xDC00:02x}"
    return character.encode("unicode_escape").decode("ascii")
