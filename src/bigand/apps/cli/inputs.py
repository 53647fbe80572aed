"""Values for variables from outside: `--set '$N=8'`, `--data FILE.json`, and `;;@ data` lines."""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from bigand.answer.question import Limits
from bigand.answer.source import File, Source, asks_for_data
from bigand.answer.value import changed
from bigand.apps.cli.files import STANDARD_INPUT, UnreadableError, open_document
from bigand.apps.cli.options import Expanding, Limited, Reading
from bigand.apps.cli.texts import Texts
from bigand.data import DataError, needed, read_below, read_bytes, unread, values_of_bytes, values_of_directives
from bigand.ground.evaluate import NotEvaluableError
from bigand.ground.expand import Grounder
from bigand.language.reading import read
from bigand.language.syntax import Assignment, Mode, Program
from bigand.language.values import Value
from bigand.source.document import Document
from bigand.source.recursion import deep_recursion


def add_value_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    parser.add_argument("--set", action="append", default=[], metavar="'$N=8'", help=texts("option.set"))
    parser.add_argument("--data", action="append", default=[], metavar="FILE.json", help=texts("option.data"))
    parser.add_argument("--allow-data", action="append", default=[], metavar="DIR", help=texts("option.allow_data"))


def given_values(options: argparse.Namespace) -> dict[str, Value]:
    """The values that the command line gives, the last one of a name."""
    found: dict[str, Value] = {}
    for path in options.data:
        with _as_file_trouble():
            found.update(values_of_bytes(read_bytes(path, path), path))
    for text in options.set:
        found.update(_from_text(text))
    return found


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
        from bigand.answer.opening import needed_data

        folder = Path() if name == STANDARD_INPUT else Path(name).parent
        paths = [line.path for line in needed_data(source)]
        return changed(source, data={path: read_below(path, folder, options.allow_data) for path in paths})


def limits_of(options: Limited) -> Limits:
    """What a question may take."""
    return options.limits


def directive_values(
    program: Program, folder: Path, known: Iterable[str], allowed: Sequence[str]
) -> dict[str, Value]:
    """The values that `;;@ data` lines ask for; a file's name is relative to the model's."""
    with _as_file_trouble():
        data = {one.path: read_below(one.path, folder, allowed) for one in needed(program, known)}
        return values_of_directives(program, data, known)


@contextmanager
def _as_file_trouble() -> Iterator[None]:
    try:
        yield
    except DataError as error:
        raise UnreadableError(error.key, **error.gaps) from error


def tell_unread(given: Iterable[str], programs: Sequence[Program], texts: Texts) -> None:
    """Say which values of the command line no file reads: most likely a name is misspelt."""
    for name, near in unread(given, programs).items():
        texts.complain("data.unread" if near is None else "data.unread_near", name=name, near=near)


def _from_text(text: str) -> dict[str, Value]:
    """`$N=8`, read and evaluated as an assignment of the language."""
    written = text if text.startswith("$") else f"${text}"
    reading = read(Document("--set", f"{written}\nTop"))
    items = reading.program.items
    target = items[0].target if len(items) == 2 and isinstance(items[0], Assignment) else None
    if not reading.ok or target is None or target.arguments:
        raise UnreadableError("data.bad_set", value=text)
    try:
        with deep_recursion():
            return {target.name: Grounder(reading).evaluator.globals.values[target.name]}
    except NotEvaluableError as error:
        raise UnreadableError("data.bad_set", value=text) from error
