"""The files of the studio: the file it was started with, data below its folder, and the files of the page.

A version is a hash of the content. A request to save names the version that was edited: if the file has changed
meanwhile, it is not overwritten. Files are replaced atomically.
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
    """The content of the file."""

    name: str
    text: str
    version: str


def read_file_or_empty(path: Path) -> FileContent:
    """Read the file; one that does not exist yet is empty."""
    content = _read_bytes(path)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        raise RefusedRequest(422, "studio.not_text", name=path.name) from None
    return FileContent(path.name, text, _hash_version(content))


def _read_bytes(path: Path) -> bytes:
    try:
        place = path.resolve()  # named on the command line, so a link may lead anywhere
        return read_inside(place.parent, place.name, MAX_BODY_SIZE)[0] if place.exists() else b""
    except TooLargeError:
        raise RefusedRequest(413, "studio.large", most=MAX_BODY_SIZE // 1_000_000) from None
    except (FileNotFoundError, RuntimeError):  # not a regular file
        raise RefusedRequest(422, "studio.not_text", name=path.name) from None
    except OSError as error:
        raise RefusedRequest(422, "file.unreadable", name=path.name, reason=_error_reason(error)) from None


def save_if_unchanged(path: Path, text: str, edited_version: str) -> FileContent | None:
    """Write the file if it still has this version; return its new content, or None if it has changed."""
    if _hash_version(_read_bytes(path)) != edited_version:
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


def read_data_near_file(path: Path, name: str) -> bytes:
    """Read a data file that the file names; it must be below its folder, after following links."""
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
    """Read a file of the built page; None if it does not exist, or is a link to another place."""
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


# ---------------------------------------------------------------------- files inside a folder


_OPEN_FLAGS = ("O_BINARY", "O_CLOEXEC", "O_NOFOLLOW", "O_NONBLOCK")  # do not follow a new link, nor wait for a pipe


class OutsideError(OSError):
    """A file that is not below its folder, after following links."""


class TooLargeError(OSError):
    """A file that is larger than allowed."""


def resolve_inside(folder: Path, name: str | Path) -> Path:
    """Resolve the links in the path of a file or folder.

    Raises:
        OutsideError: it is not below the folder.
        OSError: it does not exist, or its name is invalid.
    """
    try:
        root = folder.resolve(strict=True)
        place = (folder / name).resolve(strict=True)
    except (ValueError, RuntimeError) as error:  # invalid characters, circular links
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)) from error
    if not place.is_relative_to(root):
        raise OutsideError(errno.EACCES, os.strerror(errno.EACCES))
    return place


def read_inside(folder: Path, name: str | Path, max_size: int) -> tuple[bytes, os.stat_result]:
    """Read a regular file below a folder; return its content and its status.

    Raises:
        OutsideError: it is not below the folder, after following links.
        TooLargeError: it has more than `max_size` bytes.
        OSError: it does not exist, is not a regular file, or may not be read.
    """
    place = resolve_inside(folder, name)
    _check_regular(place.lstat())  # before opening, as opening a device may have effects
    descriptor = os.open(place, os.O_RDONLY | sum([getattr(os, flag, 0) for flag in _OPEN_FLAGS]))
    with open(descriptor, "rb") as file:  # noqa: PTH123
        status = os.fstat(descriptor)
        _check_regular(status)
        content = b"" if status.st_size > max_size else file.read(max_size + 1)
    if status.st_size > max_size or len(content) > max_size:
        raise TooLargeError(errno.EFBIG, os.strerror(errno.EFBIG))
    return content, status


def _check_regular(status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
