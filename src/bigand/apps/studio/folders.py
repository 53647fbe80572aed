"""Read files of a folder, and nothing that a link in it leads out to."""

import errno
import os
import stat
from pathlib import Path

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
