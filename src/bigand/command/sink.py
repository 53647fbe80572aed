"""How a file is written: beside its place, then put there, so that it is there whole or as it was before."""

import errno
import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


@contextmanager
def sink(path: Path) -> Iterator[BinaryIO]:
    """A file to be written; what is no file is written as it is."""
    written = None if _is_special(path) else _open_beside(path.resolve())
    if written is None:
        sys.stdout.flush()  # it may be the same
        with path.open("wb") as file:
            yield file
        return
    target, beside = path.resolve(), Path(written.name)
    try:
        with written:
            yield written
        _take_rights(target, beside)
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _is_special(path: Path) -> bool:
    """Whether something is there that is no file, or may be open by another name: those of `/dev` and `/proc`."""
    return (path.exists() and not path.is_file()) or path.absolute().parts[1:2] in (("dev",), ("proc",))


def _open_beside(path: Path) -> BinaryIO | None:
    """A new file in the same folder; nothing where only the old one may be written."""
    try:
        return path.with_name(f".bigand-{os.getpid()}-{secrets.token_hex(4)}").open("xb")
    except PermissionError:
        if path.exists():
            return None
        raise


def _take_rights(old: Path, new: Path) -> None:
    """The new file may be read and written by those who may the old one, if there is one."""
    if not old.exists():
        return
    if not os.access(old, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    was = old.stat()
    if hasattr(os, "chown"):
        with suppress(PermissionError):
            os.chown(new, was.st_uid, was.st_gid)
    new.chmod(was.st_mode & 0o7777)
