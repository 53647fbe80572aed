"""The one file that the studio was started with: read, written beside and renamed; data below its folder; the page.

A version is a hash of what was read. Whoever saves says which version was changed: if somebody else has written the
file meanwhile, nothing is overwritten.
"""

import errno
import os
import stat
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from bigand.source.atomic_write import atomic_write
from bigand.studio.errors import RefusedRequest
from bigand.studio.settings import MAX_BODY_SIZE

MAX_ASSET_SIZE = 50_000_000  # bytes of a file of the page
_MEDIA_TYPES = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "map": "application/json",
    "png": "image/png",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
    "woff2": "font/woff2",
}


class FileContent(NamedTuple):
    """What the file holds."""

    name: str
    text: str
    version: str


def read_content(path: Path) -> FileContent:
    """The file as it is now; a file that is not there yet is an empty one."""
    content = _read_bytes(path)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        raise RefusedRequest(422, "studio.not_text", name=path.name) from None
    return FileContent(path.name, text, _hash_version(content))


def _read_bytes(path: Path) -> bytes:
    try:
        place = path.resolve()  # it was named by whoever started the server: a link may lead anywhere
        return read_inside(place.parent, place.name, MAX_BODY_SIZE)[0] if place.exists() else b""
    except TooLargeError:
        raise RefusedRequest(413, "studio.large", most=MAX_BODY_SIZE // 1_000_000) from None
    except (FileNotFoundError, RuntimeError):  # no regular file
        raise RefusedRequest(422, "studio.not_text", name=path.name) from None
    except OSError as error:
        raise RefusedRequest(422, "file.unreadable", name=path.name, reason=_error_reason(error)) from None


def save_content(path: Path, text: str, version: str) -> FileContent | None:
    """Write the file if it is still of this version, and tell its new one; nothing if it is not."""
    if _hash_version(_read_bytes(path)) != version:
        return None
    try:
        content = text.encode("utf-8")
        with atomic_write(path) as file:
            file.write(content)
    except UnicodeEncodeError:
        raise RefusedRequest(422, "studio.not_text", name=path.name) from None
    except OSError as error:
        raise RefusedRequest(422, "file.unwritable", name=path.name, reason=_error_reason(error)) from None
    return FileContent(path.name, text, _hash_version(content))


def read_data(path: Path, name: str) -> bytes:
    """A file that a `;;@ data` line of the file names: below its folder, links followed."""
    try:
        return read_inside(path.parent, name, MAX_BODY_SIZE)[0]
    except OutsideError:
        raise RefusedRequest(403, "data.outside", name=name) from None
    except TooLargeError:
        raise RefusedRequest(413, "studio.large", most=MAX_BODY_SIZE // 1_000_000) from None
    except PermissionError as error:
        raise RefusedRequest(422, "file.unreadable", name=name, reason=_error_reason(error)) from None
    except OSError:
        raise RefusedRequest(404, "file.missing", name=name) from None


class Asset(NamedTuple):
    """A file of the page: its content, its media type, and a tag that changes when it does."""

    content: bytes
    media_type: str
    tag: str


def read_asset(folder: Path, name: str) -> Asset | None:
    """A file of the built page; None if there is none of this name, or a link leads elsewhere."""
    try:
        content, status = read_inside(folder, name, MAX_ASSET_SIZE)
    except OSError:
        return None
    ending = name.rpartition(".")[2].lower()
    tag = sha256(f"{status.st_mtime_ns}-{status.st_size}".encode()).hexdigest()[:16]
    return Asset(content, _MEDIA_TYPES.get(ending, "application/octet-stream"), f'"{tag}"')


def _hash_version(content: bytes) -> str:
    return sha256(content).hexdigest()[:16]


def _error_reason(error: OSError) -> str:
    return error.strerror or str(error)


# ----------------------------------------------------------------------
# Read files of a folder, and nothing that a link in it leads out to.


_OPEN_FLAGS = ("O_BINARY", "O_CLOEXEC", "O_NOFOLLOW", "O_NONBLOCK")  # no link in its place, no waiting for a pipe


class OutsideError(OSError):
    """A file that is not below its folder, links followed."""


class TooLargeError(OSError):
    """A file that is larger than allowed."""


def resolve_inside(folder: Path, name: str | Path) -> Path:
    """The place of a file or folder without links.

    Raises:
        OutsideError: it is not below the folder.
        OSError: it does not exist, or its name is none.
    """
    try:
        root = folder.resolve(strict=True)
        place = (folder / name).resolve(strict=True)
    except (ValueError, RuntimeError) as error:  # characters that no name has, links in a circle
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)) from error
    if not place.is_relative_to(root):
        raise OutsideError(errno.EACCES, os.strerror(errno.EACCES))
    return place


def read_inside(folder: Path, name: str | Path, max_size: int) -> tuple[bytes, os.stat_result]:
    """The content of a regular file below a folder, and its status.

    Raises:
        OutsideError: it is not below the folder, links followed.
        TooLargeError: it has more than `max_size` bytes.
        OSError: it does not exist, is no regular file, or may not be read.
    """
    place = resolve_inside(folder, name)
    _check_regular(place.lstat())  # opening a device may do something
    opened = os.open(place, os.O_RDONLY | sum([getattr(os, flag, 0) for flag in _OPEN_FLAGS]))
    with open(opened, "rb") as file:  # noqa: PTH123
        status = os.fstat(opened)
        _check_regular(status)
        content = b"" if status.st_size > max_size else file.read(max_size + 1)
    if status.st_size > max_size or len(content) > max_size:
        raise TooLargeError(errno.EFBIG, os.strerror(errno.EFBIG))
    return content, status


def _check_regular(status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
