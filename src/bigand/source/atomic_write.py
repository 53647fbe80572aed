"""Write files atomically: to a temporary file in the same folder, which then replaces the target."""

import errno
import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

_DEFAULT_MODE = 0o666  # mode of a new file, before the umask
_NO_FSYNC_ERRORS = (errno.EINVAL, errno.ENOTSUP, errno.EROFS)  # some file systems and devices have no `fsync`


@contextmanager
def atomic_write(path: Path) -> Iterator[BinaryIO]:
    """Open a file for writing that appears complete or not at all. Pipes and devices are written in place.

    The data is on disk before the file is renamed, and the temporary file is never readable by anyone who may not
    read the file that it replaces.
    """
    if _is_special(path):
        with _open_in_place(path) as file:
            yield file
        return
    target = path.resolve()
    _check_writable(target)
    temporary = target.with_name(f".bigand-{os.getpid()}-{secrets.token_hex(4)}")
    try:
        temporary_file = _create_temporary(temporary, target)
        if temporary_file is not None:
            with temporary_file:
                _copy_permissions(target, temporary)
                yield temporary_file
                _sync(temporary_file)
            _copy_permissions(target, temporary)  # they may have changed meanwhile
            temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    if temporary_file is None:
        with _open_in_place(path) as file:
            yield file
    else:
        _sync_folder(target.parent)


@contextmanager
def _open_in_place(path: Path) -> Iterator[BinaryIO]:
    sys.stdout.flush()  # `path` may be the standard output
    with path.open("wb") as file:
        yield file
        _sync(file)


def _is_special(path: Path) -> bool:
    """Whether `path` is a pipe or device, or in `/dev` or `/proc`, where it may be another name of an open file."""
    return (path.exists() and not path.is_file()) or path.absolute().parts[1:2] in (("dev",), ("proc",))


def _check_writable(path: Path) -> None:
    if path.exists() and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def _create_temporary(temporary: Path, target: Path) -> BinaryIO | None:
    """Create a file beside `target`, or return None if the folder is read-only but the target is not.

    Until `_copy_permissions` sets its owner, only this user can access it.
    """
    mode = target.stat().st_mode & 0o700 if target.exists() else _DEFAULT_MODE

    def open_with_mode(name: str, flags: int) -> int:
        return os.open(name, flags, mode)

    try:
        return open(temporary, "xb", opener=open_with_mode)  # `Path.open` has no opener
    except PermissionError:
        if target.exists():
            return None
        raise


def _copy_permissions(old: Path, new: Path) -> None:
    """Give `new` the owner, group and mode of `old`, if that exists."""
    if not old.exists():
        return
    _check_writable(old)
    status = old.stat()
    mode = status.st_mode & 0o7777
    if hasattr(os, "chown"):
        try:
            os.chown(new, status.st_uid, status.st_gid)
        except PermissionError:  # we are not the owner, but may be in its group
            with suppress(PermissionError):
                os.chown(new, -1, status.st_gid)
        if new.stat().st_gid != status.st_gid:  # a different group gets no more rights than others
            mode &= ~0o070 | (mode & 0o007) << 3
    new.chmod(mode)


def _sync(file: BinaryIO) -> None:
    """Flush `file` to disk, if it is on one."""
    file.flush()
    try:
        os.fsync(file.fileno())
    except OSError as error:
        if error.errno not in _NO_FSYNC_ERRORS:
            raise


def _sync_folder(folder: Path) -> None:
    """Flush the new directory entry to disk, where the system supports it. The data is already there."""
    if sys.platform == "win32":
        return
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
