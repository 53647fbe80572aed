"""What a question is about: a file, and all that it needs from others (`--data FILE`, `;;@ data` lines)."""

from collections.abc import Iterator
from contextlib import contextmanager

from bigand.answer.source import File, Source, asks_for_data
from bigand.answer.value import changed
from bigand.command.files import STANDARD_INPUT, UnreadableError, open_document
from bigand.command.options import Expanding, Reading
from bigand.data import DataError, read_below, read_bytes
from bigand.language.syntax import Mode
from bigand.source.document import Document


def open_text(options: Reading) -> tuple[Document, Source]:
    """A file that is only read, and needs nothing from others."""
    document = open_document(options.file)
    mode = None if options.mode is None else Mode(options.mode)
    return document, Source(text=document.text, name=document.name, mode=mode)


def open_source(name: str, options: Expanding) -> tuple[Document, Source]:
    """A file with all that it needs from others, all read: what a question is about."""
    document = open_document(name)
    return document, source_of(document, name, options)


def source_of(document: Document, name: str, options: Expanding) -> Source:
    """The same of a document that is open already."""
    with _as_file_trouble():
        source = Source(
            text=document.text,
            name=document.name,
            mode=None if options.mode is None else Mode(options.mode),
            logic=options.logic,
            assignments=options.set,
            files=tuple([File(name=path, content=read_bytes(path, path)) for path in options.data]),
        )
        if not asks_for_data(source.text):
            return source
        from pathlib import Path

        from bigand.answer.opening import needed_data

        folder = Path() if name == STANDARD_INPUT else Path(name).parent
        paths = [line.path for line in needed_data(source)]
        return changed(source, data={path: read_below(path, folder, options.allow_data) for path in paths})


@contextmanager
def _as_file_trouble() -> Iterator[None]:
    try:
        yield
    except DataError as error:
        raise UnreadableError(error.key, **error.gaps) from error
