"""`bigand format FILE…`: lay out files."""

import difflib
import sys

from bigand.answer.questions.format import Format, Formatted
from bigand.answer.source import Source
from bigand.command.asking import Asker, FailedError
from bigand.command.exits import Exit
from bigand.command.files import STANDARD_INPUT, UnreadableError, open_document, print_text, write_file
from bigand.command.options import Limited, Showing, flag, option
from bigand.command.texts import Texts
from bigand.source.document import Document
from bigand.source.error import ErrorKind


class Options(Showing, Limited):
    files: tuple[str, ...] = option("files", told="option.files", nargs="+", metavar="FILE")
    write: bool = flag("--write", "-w", group="what")
    check: bool = flag(group="what")
    diff: bool = flag(group="what")


def run(options: Options, texts: Texts) -> int:
    return max([_try_format(name, options, texts) for name in options.files])


def _try_format(name: str, options: Options, texts: Texts) -> int:
    try:
        return _format(name, options, texts)
    except UnreadableError as error:
        texts.complain(error.key, **error.gaps)
        return Exit.ERRORS
    except FailedError as error:
        if error.failure.kind is ErrorKind.LIMIT:
            raise  # it is that of all files
        code = error.tell()
        if error.failure.diagnostics:  # what cannot be read cannot be laid out
            texts.complain("format.errors", name=error.asker.documents[0].name)
        return code


def _format(name: str, options: Options, texts: Texts) -> int:
    document = open_document(name)
    asker = Asker(texts, options, [document])
    source = Source(text=document.text, name=document.name)
    answer = asker.ask(Format(source=source, limits=options.limits))
    if options.check:
        if answer.is_changed:
            print(texts("format.would_change", name=document.name))
        return Exit.ERRORS if answer.is_changed else Exit.DONE
    if options.diff:
        print_text(_difference(document, answer))
    elif options.write and name != STANDARD_INPUT:
        if answer.is_changed:
            write_file(name, answer.text)
            print(texts("format.changed", name=name), file=sys.stderr)
    else:
        print_text(answer.text)
    return Exit.DONE


def _difference(document: Document, answer: Formatted) -> str:
    before, after = document.text.splitlines(True), answer.text.splitlines(True)
    return "".join(difflib.unified_diff(before, after, document.name, document.name))
