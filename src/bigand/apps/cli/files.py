"""The front door: files and the standard input become documents, and nothing else reads them."""

import errno
import os
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import BinaryIO

from bigand.source.document import Document

STANDARD_INPUT = "-"


class UnreadableError(Exception):
    """A file that cannot be read; `key` and `gaps` make the sentence."""

    def __init__(self, key: str, **gaps: str) -> None:
        super().__init__(key)
        self.key = key
        self.gaps = gaps


def open_document(name: str) -> Document:
    """The document of a file name, or of the standard input for `-`.

    Bytes that are no UTF-8 are carried along as lone surrogates: in a comment they may stand, elsewhere
    the lexer will tell their place, and writing the file back gives the same bytes.
    """
    with open_bytes(name) as file:
        try:
            data = file.read()
        except OSError as error:
            raise _unreadable(name, error) from error
    shown = "<stdin>" if name == STANDARD_INPUT else name
    return Document(shown, data.decode("utf-8", "surrogateescape"))


def open_word(word: str, name: str) -> tuple[Document, bool]:
    """What a word of the command line means, and whether it is the text itself (then of this name) and no file."""
    if word == STANDARD_INPUT or is_there(word):
        return open_document(word), False
    return Document(name, word), True


def is_there(word: str) -> bool:
    """Whether there is a file or a folder of this name."""
    try:
        return bool(word) and Path(word).exists()
    except (OSError, ValueError):  # too long for a name, or with characters that no name has
        return False


def open_bytes(name: str) -> AbstractContextManager[BinaryIO]:
    """A file to be read, or the standard input, which stays open."""
    try:
        return nullcontext(_standard_input()) if name == STANDARD_INPUT else Path(name).open("rb")
    except OSError as error:
        raise _unreadable(name, error) from error


def _unreadable(name: str, error: OSError) -> UnreadableError:
    key = {
        FileNotFoundError: "file.missing",
        IsADirectoryError: "file.directory",
        PermissionError: "file.permission",
    }.get(type(error), "file.unreadable")
    return UnreadableError(key, name=name, reason=error.strerror or str(error))


def _standard_input() -> BinaryIO:
    # Python has no `sys.stdin` when the shell closed it, whatever the type stubs say.
    if getattr(sys, "stdin", None) is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.buffer


def print_text(text: str) -> None:
    """Print text of a document: bytes of it that are no UTF-8 come out as they came in."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "surrogateescape"))


def write_document(name: str, text: str) -> None:
    """Write a file whole or not at all: first beside it, then in its place. A link stays a link."""
    path = Path(name).resolve()
    beside = path.with_name(path.name + ".bigand-new")
    try:
        beside.write_bytes(text.encode("utf-8", "surrogateescape"))
        beside.chmod(path.stat().st_mode & 0o7777)
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise UnreadableError("file.unwritable", name=name, reason=error.strerror or "") from error
