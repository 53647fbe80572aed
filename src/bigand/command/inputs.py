"""What a question is about: a file, and all that it needs from others (`--data FILE`, `;;@ data` lines)."""

from collections.abc import Iterator
from contextlib import contextmanager

from bigand.answer.question import Failure, Limits
from bigand.answer.questions.needs import Needs
from bigand.answer.source import File, Source, asks_for_data
from bigand.answer.value import changed
from bigand.command.files import STANDARD_INPUT, UnreadableError, open_document
from bigand.command.options import Expanding, Reading
from bigand.data import DataError, read_below, read_bytes
from bigand.language.syntax import Mode
from bigand.source.document import Document
from bigand.source.error import ErrorKind, LimitError

_BRIEF = 200_000  # characters and bytes that are looked at in no time


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

        folder = Path() if name == STANDARD_INPUT else Path(name).parent
        paths = _needed_paths(source, getattr(options, "limits", Limits()))
        return changed(source, data={path: read_below(path, folder, options.allow_data) for path in paths})


def _needed_paths(source: Source, limits: Limits) -> list[str]:
    """The files that a text asks for; a long text, or one with much data, is looked at within the limits."""
    from bigand.answer.opening import needed_data

    if len(source.text) + sum([len(file.content) for file in source.files]) <= _BRIEF:
        return [line.path for line in needed_data(source)]
    from bigand.answer.running.child import ask_in_child

    answer = ask_in_child(Needs(source=source, limits=limits))
    if isinstance(answer, Failure):
        raise (LimitError if answer.kind is ErrorKind.LIMIT else UnreadableError)(answer.key, **answer.gaps)
    return [need.path for need in answer.files]


@contextmanager
def _as_file_trouble() -> Iterator[None]:
    try:
        yield
    except DataError as error:
        raise UnreadableError(error.key, **error.gaps) from error
