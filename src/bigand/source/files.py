"""The front door: files and the standard input become documents, and nothing else reads them."""

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
    """The document of a file name, or of the standard input for `-`.

    Bytes that are no UTF-8 are carried along as lone surrogates: in a comment they may stand, elsewhere
    the lexer will tell their place, and writing the file back gives the same bytes.
    """
    shown_name = "<stdin>" if name == STANDARD_INPUT else name
    return Document(shown_name, read_file(name).decode("utf-8", "surrogateescape"))


def read_file(name: str) -> bytes:
    """The bytes of a file, or of the standard input."""
    with open_bytes(name) as file:
        try:
            return read_input(file, name)
        except OSError as error:
            raise _read_error(name, error) from error


def open_argument(argument: str, name: str) -> tuple[Document, bool]:
    """What a word of the command line means, and whether it is the text itself (then of this name) and no file."""
    if argument == STANDARD_INPUT or path_exists(argument):
        return open_document(argument), False
    return Document(name, argument), True


def path_exists(path: str) -> bool:
    """Whether there is a file or a folder of this name."""
    try:
        return bool(path) and os.path.exists(path)  # noqa: PTH110
    except (OSError, ValueError):  # too long for a name, or with characters that no name has
        return False


def open_bytes(name: str) -> AbstractContextManager[BinaryIO]:
    """A file to be read, or the standard input, which stays open."""
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
    # Python has no `sys.stdin` when the shell closed it, whatever the type stubs say.
    if getattr(sys, "stdin", None) is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.buffer


def print_text(text: str) -> None:
    """Print text of a document: bytes of it that are no UTF-8 come out as they came in, but not on a terminal."""
    if sys.stdout.isatty():
        sys.stdout.write(escape_controls(text))
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "surrogateescape"))


def write_file(name: str, content: str | bytes | Iterable[bytes]) -> None:
    """Write a file whole or not at all."""
    pieces = [content.encode("utf-8", "surrogateescape")] if isinstance(content, str) else content
    with open_for_writing(name) as file:
        file.writelines([pieces] if isinstance(pieces, bytes) else pieces)


@contextmanager
def open_for_writing(name: str) -> Iterator[BinaryIO]:
    """A file to be written, whole or not at all: beside it, then in its place, with its rights. A link stays one.

    What is no file (a pipe, a device such as `/dev/stdout`) is written as it is.
    """
    from pathlib import Path  # what only reads does without these two

    from bigand.source.atomic_write import atomic_write

    try:
        with atomic_write(Path(name)) as file:
            yield file
    except OSError as error:
        raise FileError("file.unwritable", name=name, reason=error.strerror or str(error)) from error
    except ValueError as error:  # a character that no name has
        raise FileError("file.unwritable", name=name, reason=str(error)) from error
