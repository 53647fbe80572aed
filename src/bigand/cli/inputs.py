"""Open the input of a question: a file, and its data from other files (`--data FILE`, `;;@ data` lines)."""

from collections.abc import Iterator
from contextlib import contextmanager

from bigand.api.needs import Needs
from bigand.api.question import Failure, Limits
from bigand.api.source import File, Source, may_need_data
from bigand.api.value import replace_fields
from bigand.cli.options import FileOptions, ModelOptions
from bigand.data import DataError, read_bytes, read_data_file
from bigand.language.syntax import Mode
from bigand.source.document import Document
from bigand.source.error import ErrorKind, LimitError
from bigand.source.files import STANDARD_INPUT, FileError, open_document

_MAX_INLINE_SIZE = 200_000  # characters and bytes that are quick to parse


def open_without_data(options: FileOptions) -> tuple[Document, Source]:
    """Open a file without its data, for commands that do not expand it."""
    document = open_document(options.file)
    mode = None if options.mode is None else Mode(options.mode)
    return document, Source(text=document.text, name=document.name, mode=mode)


def open_source(file_path: str, options: ModelOptions) -> tuple[Document, Source]:
    """Open a file with all its data."""
    document = open_document(file_path)
    return document, load_source(document, file_path, options)


def load_source(document: Document, file_path: str, options: ModelOptions) -> Source:
    """Load the data of an open document; `file_path` is its path."""
    with _data_errors_as_file_errors():
        source = Source(
            text=document.text,
            name=document.name,
            mode=None if options.mode is None else Mode(options.mode),
            logic=options.logic,
            assignments=options.set,
            files=tuple([File(name=path, content=read_bytes(path, path)) for path in options.data]),
        )
        if not may_need_data(source.text):
            return source
        from pathlib import Path

        folder = Path() if file_path == STANDARD_INPUT else Path(file_path).parent
        paths = _needed_paths(source, getattr(options, "limits", Limits()))
        return replace_fields(
            source, data={path: read_data_file(path, folder, options.allow_data) for path in paths}
        )


def _needed_paths(source: Source, limits: Limits) -> list[str]:
    """The data files that a text names; a long text, or one with much data, is parsed in a child with limits."""
    from bigand.api.problem import find_needed_data

    if len(source.text) + sum([len(file.content) for file in source.files]) <= _MAX_INLINE_SIZE:
        return [line.path for line in find_needed_data(source)]
    from bigand.api.run.child import ask_in_child

    answer = ask_in_child(Needs(source=source, limits=limits))
    if isinstance(answer, Failure):
        raise (LimitError if answer.kind is ErrorKind.LIMIT else FileError)(answer.key, **answer.gaps)
    return [need.path for need in answer.files]


@contextmanager
def _data_errors_as_file_errors() -> Iterator[None]:
    try:
        yield
    except DataError as error:
        raise FileError(error.key, **error.gaps) from error
