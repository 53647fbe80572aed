"""What a class has handed in: files, folders, and archives as Moodle exports them; all of it may be hostile.

Nothing is unpacked to the disk. A member of an archive that would be written elsewhere, or that is far larger than
it is packed, is a file that cannot be read, and so is a link that leads out of its folder; the others are read.
"""

import io
import re
import zipfile
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path, PurePosixPath

from msgspec import Struct

from bigand.command.files import UnreadableError, open_document, read_file
from bigand.source.document import Document

LARGEST = 1 << 20  # bytes of a file
_ALL = 64 << 20  # and of all files of an archive
_MEMBERS = 5_000
_MOODLE = re.compile(r"(.+?)_\d+_assignsubmission_(?:file|onlinetext)_?(.*)")


class HandIn(Struct, frozen=True):
    """A file of a student's: its name, who it is from if that is known, and its text or why it cannot be read."""

    name: str
    student: str
    content: Document | UnreadableError


def handed_in(words: Sequence[str], endings: Collection[str], besides: Collection[str] = ()) -> list[HandIn]:
    """All files that words name: of folders and archives those with an ending, and none of `besides`."""
    found: list[HandIn] = []
    left_out = {Path(name).resolve() for name in besides}
    for word in words:
        path = Path(word)
        if path.is_dir():
            found += _in_folder(path, endings, left_out)
        elif path.suffix.lower() == ".zip" and path.is_file():
            found += _in_archive(read_file(word), word, endings)
        elif path.resolve() not in left_out:
            found.append(_file(path, word, path.name))
    return list({one.name: one for one in found}.values())


def _in_folder(folder: Path, endings: Collection[str], left_out: Collection[Path]) -> Iterator[HandIn]:
    home = folder.resolve()
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if any(part.startswith(".") for part in inside.parts) or path.resolve() in left_out or not path.is_file():
            continue
        if path.suffix.lower() == ".zip":
            yield from _in_archive(_limited(path), inside.as_posix(), endings)
        elif path.suffix.lower() in endings:
            if not path.resolve().is_relative_to(home):
                yield _refused(inside.as_posix(), "handin.outside")
            else:
                yield _file(path, inside.as_posix(), inside.as_posix())


def _limited(path: Path) -> bytes:
    return read_file(str(path)) if path.stat().st_size <= _ALL else b""


def _file(path: Path, name: str, inside: str) -> HandIn:
    try:
        if path.stat().st_size > LARGEST:
            return _refused(name, "handin.large", megabytes=LARGEST >> 20)
        document = open_document(str(path))
        return HandIn(name, _student(inside), Document(name, document.text))
    except UnreadableError as error:
        return HandIn(name, _student(inside), error)
    except OSError as error:
        return _refused(name, "file.unreadable", reason=error.strerror or str(error))


def _refused(name: str, key: str, **gaps: object) -> HandIn:
    return HandIn(name, _student(name), UnreadableError(key, **{"name": name, **gaps}))


def _student(inside: str) -> str:
    """Who handed in a file: as Moodle names folders and files; else the folder, or the file without its ending."""
    parts = PurePosixPath(inside).parts
    for part in parts:
        if (match := _MOODLE.fullmatch(part)) is not None:
            return match.group(1)
    return parts[0] if len(parts) > 1 else PurePosixPath(inside).stem


def _in_archive(packed: bytes, name: str, endings: Collection[str], is_inner: bool = False) -> Iterator[HandIn]:
    """The files of an archive; an archive in it is one student's, and is looked into too."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(packed))
        members = sorted(archive.infolist(), key=lambda member: member.filename)
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError):
        yield _refused(name, "handin.no_archive")
        return
    with archive:
        left = _ALL
        for number, member in enumerate(members):
            inside = PurePosixPath(member.filename.replace("\\", "/"))
            ending = inside.suffix.lower()
            is_archive = ending == ".zip" and not is_inner
            shown = f"{name}/{inside}" if is_inner else str(inside)
            hidden = any(part.startswith((".", "__MACOSX")) and part != ".." for part in inside.parts)
            if member.is_dir() or hidden or (ending not in endings and not is_archive):
                continue
            if inside.is_absolute() or ".." in inside.parts or ":" in inside.parts[0]:
                yield _refused(shown, "handin.outside")
                continue
            most = _ALL if is_archive else LARGEST
            content = _unpacked(archive, member, min(most, left)) if number < _MEMBERS else None
            if content is None:
                yield _refused(shown, "handin.large", megabytes=most >> 20)
                continue
            left -= len(content)
            if is_archive:
                yield from _in_archive(content, shown, endings, is_inner=True)
            else:
                text = content.decode("utf-8", "surrogateescape")
                yield HandIn(shown, _student(shown), Document(shown, text))


def _unpacked(archive: zipfile.ZipFile, member: zipfile.ZipInfo, most: int) -> bytes | None:
    """The bytes of a member, never more than so many whatever it says of itself; nothing if they are more."""
    if member.file_size > most or member.flag_bits & 1:
        return None
    try:
        with archive.open(member) as file:
            content = file.read(most + 1)
    except (zipfile.BadZipFile, NotImplementedError, OSError, RuntimeError, EOFError, ValueError):
        return None
    except Exception:  # whatever a broken stream makes a decompressor raise
        return None
    return content if len(content) <= most else None
