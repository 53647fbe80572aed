"""Read zip archives that may be hostile, member by member, within one budget for the whole run.

Nothing is unpacked to disk. Only stored and deflated members are read: other methods can expand a few bytes to
gigabytes in one step. A refused member affects no other one, and its error says why.
"""

import io
import re
import stat
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import PurePosixPath
from typing import BinaryIO, Literal

from msgspec import Struct

from bigand.source.error import LimitError
from bigand.source.files import FileError

MAX_FILE_SIZE = 1 << 20  # bytes
MAX_DEPTH = 10  # of nested archives
MAX_RATIO = 100  # unpacked bytes per byte on disk, through all archives around a member
_SMALL_SIZE = 1 << 16  # bytes that a member may have at any ratio
_MAX_OPEN_BYTES = 32 << 20  # of nested archives that are open at a time
_MAX_DIRECTORY = 4 << 20  # bytes of the directory of an archive
_CHUNK = 1 << 16
_SHARE_DIVISOR = 4  # a share is what remains, divided by this
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_DRIVE = re.compile(r"[A-Za-z]:")
_ENTRY, _ENTRY_SIZE = b"PK\x01\x02", 46  # in the directory
_HEADER, _HEADER_SIZE = b"PK\x03\x04", 30  # before the content of a member
_IS_UTF8 = 0x08  # flag of a name, in the second byte of the flags
_IS_ENCRYPTED = 0x1
_VERSION = b"\x14\x00"  # 2.0, which has folders and deflated members
_ZIP64 = 0x0001

Resource = Literal["kept", "unpacked", "files", "entries"]


class Budget:
    """What remains of each resource; taking from a share also takes from its parent."""

    def __init__(self, limits: Mapping[Resource, int], parent: "Budget | None" = None) -> None:
        self.limits = dict(limits)
        self._remaining = dict(limits)
        self._parent = parent

    def remaining(self, resource: Resource) -> int:
        remaining_here = self._remaining[resource]
        return remaining_here if self._parent is None else min(remaining_here, self._parent.remaining(resource))

    def take(self, resource: Resource, amount: int = 1) -> bool:
        """Take an amount; return False, and take nothing, if not enough remains."""
        if amount > self.remaining(resource):
            return False
        budget: Budget | None = self
        while budget is not None:
            budget._remaining[resource] -= amount
            budget = budget._parent
        return True

    def share(self) -> "Budget":
        """Return a part of what remains: even if all of it is taken, something remains for others."""
        return Budget({resource: self.remaining(resource) // _SHARE_DIVISOR for resource in self._remaining}, self)


class Archive:
    """An open archive; `ratio` is the number of its bytes per byte on disk."""

    def __init__(self, file: BinaryIO, ratio: float = 1.0) -> None:
        """Open an archive, or raise a `FileError`."""
        self.size = file.seek(0, io.SEEK_END)
        self.ratio = ratio
        try:
            guarded = _GuardedFile(file)
            self._zip = zipfile.ZipFile(guarded)
            guarded.is_open = True
        except LimitError:
            raise
        except Exception:  # a broken directory makes zipfile raise errors of many types
            raise FileError("handin.no_archive") from None

    def members(self) -> Iterator["Member"]:
        """Yield all members except folders, sorted by name; members with the same name are all included."""
        named = [(_member_name(info), number, info) for number, info in enumerate(self._zip.infolist())]
        for name, _, info in sorted(named, key=lambda entry: entry[:2]):
            if not name.endswith("/"):
                yield Member(self, name, info)

    def open(self, info: zipfile.ZipInfo) -> BinaryIO:
        return self._zip.open(info)  # type: ignore[return-value]  # it reads bytes

    def close(self) -> None:
        self._zip.close()


class Member(Struct, frozen=True):
    """A file in an archive; its name has `/` between folders."""

    archive: Archive
    name: str
    info: zipfile.ZipInfo

    @property
    def path(self) -> PurePosixPath:
        return PurePosixPath(self.name)

    @property
    def is_hidden(self) -> bool:
        return any(part.startswith((".", "__MACOSX")) and part != ".." for part in self.path.parts)

    @property
    def packed_size(self) -> int:
        """The packed size in bytes: what the archive claims, but at most the size of the archive."""
        return min(self.info.compress_size, self.archive.size)

    def has_ending(self, endings: tuple[str, ...]) -> bool:
        """Whether its name has one of the endings, also if the name is cut at a zero byte."""
        return any(PurePosixPath(name).suffix.lower() in endings for name in {self.name, self.name.split("\0")[0]})

    def check_allowed(self) -> None:
        """Raise a `FileError` if the member must not be read, whatever its content."""
        info, path = self.info, self.path
        kind = stat.S_IFMT(info.external_attr >> 16)
        if "\0" in self.name:
            raise FileError("handin.bad_name")
        if path.is_absolute() or ".." in path.parts or _DRIVE.match(self.name):
            raise FileError("handin.outside")
        if kind not in (0, stat.S_IFREG):
            raise FileError("handin.special")
        if info.flag_bits & _IS_ENCRYPTED:
            raise FileError("handin.encrypted")
        if info.compress_type not in _METHODS:
            raise FileError("handin.method")

    def unpack(self, max_size: int, budget: Budget) -> io.BytesIO:
        """Unpack a member of at most `max_size` bytes, or raise a `FileError`; its claimed size is not trusted."""
        max_unpacked = _SMALL_SIZE + int(MAX_RATIO * self.packed_size / self.archive.ratio)
        content = io.BytesIO()
        self._check_size(self.info.file_size, max_size, max_unpacked)
        try:
            with self.archive.open(self.info) as file:
                while chunk := file.read(_CHUNK):
                    content.write(chunk)
                    self._check_size(content.tell(), max_size, max_unpacked)
                    if not budget.take("unpacked", len(chunk)):
                        raise FileError("handin.budget", megabytes=budget.limits["unpacked"] >> 20)
        except (FileError, LimitError):
            raise
        except Exception:  # a wrong checksum, a broken stream, a header that lies
            raise FileError("handin.damaged") from None
        content.seek(0)
        return content

    def _check_size(self, size: int, max_size: int, max_unpacked: int) -> None:
        if size > max_size:
            raise FileError("handin.large", megabytes=max(1, max_size >> 20))
        if size > max_unpacked:
            raise FileError("handin.bomb", ratio=MAX_RATIO)

    def open_archive(self, open_bytes: int, budget: Budget) -> tuple[Archive, int]:
        """Open a member that is an archive; return it and its size.

        `open_bytes` is the size of the archives around it that are open.
        """
        content = self.unpack(_MAX_OPEN_BYTES - open_bytes, budget)
        size = content.getbuffer().nbytes
        return Archive(content, self.archive.ratio * max(1.0, size / max(1, self.packed_size))), size


class _GuardedFile:
    """A file for `zipfile` with a bounded directory, in which one bad entry does not affect the others.

    A name that is flagged as UTF-8 and is not, an unknown version or a broken extra field would each make the whole
    archive unreadable. So the flag is removed (`zipfile` then decodes names as code page 437, which has a character
    for each byte), versions are set to a low one, and extra fields are made unknown, except those of large
    archives.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.is_open = False

    def read(self, size: int = -1) -> bytes:
        if size > _MAX_DIRECTORY:
            raise zipfile.BadZipFile
        data = self._file.read(_MAX_DIRECTORY + 1 if size < 0 else size)
        if size < 0 and len(data) > _MAX_DIRECTORY:
            raise zipfile.BadZipFile
        if not self.is_open and data.startswith(_ENTRY):
            return _clean_directory(bytearray(data))
        if self.is_open and size == _HEADER_SIZE and data.startswith(_HEADER):
            return data[:7] + bytes([data[7] & ~_IS_UTF8]) + data[8:]
        return data

    def seek(self, offset: int, whence: int = 0) -> int:
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()

    def seekable(self) -> bool:
        return True

    def close(self) -> None:
        self._file.close()


def _clean_directory(data: bytearray) -> bytes:
    """Clean the entries of a directory so that `zipfile` can read all of them."""
    start = 0
    while data[start : start + 4] == _ENTRY and start + _ENTRY_SIZE <= len(data):
        data[start + 6 : start + 8] = _VERSION
        data[start + 9] &= ~_IS_UTF8
        name, extra, comment = [_read_uint16(data, start + offset) for offset in (28, 30, 32)]
        _clean_extra(data, start + _ENTRY_SIZE + name, extra)
        start += _ENTRY_SIZE + name + extra + comment
    return bytes(data)


def _clean_extra(data: bytearray, start: int, size: int) -> None:
    """Make all extra fields unknown, except those of large archives; if the fields are broken, zero all of them."""
    end = start + size
    offset = start
    while offset + 4 <= end:
        following = offset + 4 + _read_uint16(data, offset + 2)
        if following > end:
            data[start:end] = bytes(size)
            return
        if _read_uint16(data, offset) != _ZIP64:
            data[offset : offset + 2] = b"\xff\xff"
        offset = following


def _read_uint16(data: bytearray, start: int) -> int:
    return int.from_bytes(data[start : start + 2], "little")


def _member_name(info: zipfile.ZipInfo) -> str:
    """The name of a member: decoded as UTF-8 if it is valid, whatever its flag, else as code page 437."""
    name = info.orig_filename
    with suppress(ValueError):
        name = name.encode("cp437").decode("utf-8")
    return name.replace("\\", "/")
