"""Read files and the standard input into documents, and write files."""

import errno
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import BinaryIO

from bigand.source.document import Document
from bigand.source.error import BigandError
from bigand.source.limits import read_input
from bigand.source.render import escape_controls

STANDARD_INPUT = "-"


class FileError(BigandError):
    """A file that cannot be read or written."""


def open_document(name: str) -> Document:
    """Read the document of this file name, or the standard input for `-`.

    Bytes that are not UTF-8 become lone surrogates. They are allowed in comments; elsewhere the lexer reports their
    position. Writing the document back gives the same bytes.
    """
    shown_name = "<stdin>" if name == STANDARD_INPUT else name
    return Document(shown_name, read_file(name).decode("utf-8", "surrogateescape"))


def read_file(name: str) -> bytes:
    """Return the bytes of a file, or of the standard input for `-`."""
    with open_for_reading(name) as file:
        try:
            return read_input(file, name)
        except OSError as error:
            raise _read_error(name, error) from error


def document_of_argument(argument: str, name_of_text: str) -> tuple[Document, bool]:
    """Read the document that a command line argument names.

    Returns:
        The document, and whether the argument is itself the text (`name_of_text` is then its name).
    """
    if argument == STANDARD_INPUT or path_exists(argument):
        return open_document(argument), False
    return Document(name_of_text, argument), True


def path_exists(path: str) -> bool:
    """Whether there is a file or folder of this name."""
    try:
        return bool(path) and os.path.exists(path)  # noqa: PTH110
    except (OSError, ValueError):  # too long, or with characters that names cannot have
        return False


def open_for_reading(name: str) -> AbstractContextManager[BinaryIO]:
    """Open a file for reading, or the standard input, which stays open."""
    try:
        return nullcontext(_standard_input()) if name == STANDARD_INPUT else open(name, "rb")  # noqa: PTH123
    except OSError as error:
        raise _read_error(name, error) from error


def _read_error(name: str, error: OSError) -> FileError:
    key = {
        FileNotFoundError: "file.missing",
        IsADirectoryError: "file.directory",
        PermissionError: "file.permission",
    }.get(type(error), "file.unreadable")
    return FileError(key, name=name, reason=error.strerror or str(error))


def _standard_input() -> BinaryIO:
    # `sys.stdin` is None if the shell closed it, despite the type stubs.
    if getattr(sys, "stdin", None) is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.buffer


def print_text(text: str) -> None:
    """Print text of a document. Bytes that are not UTF-8 are printed unchanged, except on a terminal."""
    if sys.stdout.isatty():
        sys.stdout.write(escape_controls(text))
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "surrogateescape"))


def write_file(name: str, content: str | bytes | Iterable[bytes]) -> None:
    """Write a file atomically."""
    pieces = [content.encode("utf-8", "surrogateescape")] if isinstance(content, str) else content
    with open_for_writing(name) as file:
        file.writelines([pieces] if isinstance(pieces, bytes) else pieces)


@contextmanager
def open_for_writing(name: str) -> Iterator[BinaryIO]:
    """Open a file that is written atomically and keeps its permissions. Symbolic links stay links.

    Pipes and devices (such as `/dev/stdout`) are written in place.
    """
    from pathlib import Path  # reading needs neither of these two

    from bigand.source.atomic_write import atomic_write

    try:
        with atomic_write(Path(name)) as file:
            yield file
    except OSError as error:
        raise FileError("file.unwritable", name=name, reason=error.strerror or str(error)) from error
    except ValueError as error:  # a character that names cannot have
        raise FileError("file.unwritable", name=name, reason=str(error)) from error
