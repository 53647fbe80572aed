"""How a file is written: beside its place, then put there, so that it is there whole or as it was before."""

import errno
import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

_DEFAULT_MODE = 0o666  # rights of a new file, of which the process's mask takes some away
_NO_FSYNC_ERRORS = (
    errno.EINVAL,
    errno.ENOTSUP,
    errno.EROFS,
)  # some file systems, pipes and devices have no `fsync`


@contextmanager
def atomic_write(path: Path) -> Iterator[BinaryIO]:
    """A file to be written; what is no file is written as it is.

    What is written is on the disk before it is put in its place, and at no moment may it be read by anybody who
    may not read the file that it replaces.
    """
    if _is_special(path):
        with _open_in_place(path) as file:
            yield file
        return
    target = path.resolve()
    _check_writable(target)
    temporary = target.with_name(f".bigand-{os.getpid()}-{secrets.token_hex(4)}")
    try:
        file_or_none = _create_temporary(temporary, target)
        if file_or_none is not None:
            with file_or_none:
                _copy_permissions(target, temporary)
                yield file_or_none
                _sync(file_or_none)
            _copy_permissions(target, temporary)  # which somebody may have changed meanwhile
            temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    if file_or_none is None:
        with _open_in_place(path) as file:
            yield file
    else:
        _sync_folder(target.parent)


@contextmanager
def _open_in_place(path: Path) -> Iterator[BinaryIO]:
    sys.stdout.flush()  # it may be the same
    with path.open("wb") as file:
        yield file
        _sync(file)


def _is_special(path: Path) -> bool:
    """Whether something is there that is no file, or may be open by another name: those of `/dev` and `/proc`."""
    return (path.exists() and not path.is_file()) or path.absolute().parts[1:2] in (("dev",), ("proc",))


def _check_writable(path: Path) -> None:
    if path.exists() and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def _create_temporary(temporary: Path, target: Path) -> BinaryIO | None:
    """A new file in the folder of its target; nothing where only the old one may be written.

    Until it has the owner of the file that it will replace, only this user has rights on it.
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
    """The new file may be read and written by those who may the old one, if there is one."""
    if not old.exists():
        return
    _check_writable(old)
    status = old.stat()
    mode = status.st_mode & 0o7777
    if hasattr(os, "chown"):
        try:
            os.chown(new, status.st_uid, status.st_gid)
        except PermissionError:  # not our file: its group may still be one of ours
            with suppress(PermissionError):
                os.chown(new, -1, status.st_gid)
        if new.stat().st_gid != status.st_gid:  # another group has the rights of everybody
            mode &= ~0o070 | (mode & 0o007) << 3
    new.chmod(mode)


def _sync(file: BinaryIO) -> None:
    """Have what was written on the disk, where there is one."""
    file.flush()
    try:
        os.fsync(file.fileno())
    except OSError as error:
        if error.errno not in _NO_FSYNC_ERRORS:
            raise


def _sync_folder(folder: Path) -> None:
    """Have the new name of a file on the disk, where the system can do so: the file itself already is."""
    if sys.platform == "win32":
        return
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
