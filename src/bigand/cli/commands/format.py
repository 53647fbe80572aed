"""`bigand format FILE…`: lay out files."""

import difflib
import sys

from bigand.api.format import Format, FormatAnswer
from bigand.api.source import Source
from bigand.cli.asker import Asker, QuestionFailedError
from bigand.cli.exit_codes import Exit
from bigand.cli.options import DiagnosticOptions, LimitOptions, flag, option
from bigand.source.document import Document
from bigand.source.error import ErrorKind
from bigand.source.files import STANDARD_INPUT, FileError, open_document, print_text, write_file
from bigand.wording.texts import Texts


class FormatOptions(DiagnosticOptions, LimitOptions):
    files: tuple[str, ...] = option("files", help_text="option.files", nargs="+", metavar="FILE")
    write: bool = flag("--write", "-w", group="what")
    check: bool = flag(group="what")
    diff: bool = flag(group="what")


def run_format(options: FormatOptions, texts: Texts) -> int:
    return max([_format_file_or_report(name, options, texts) for name in options.files])


def _format_file_or_report(name: str, options: FormatOptions, texts: Texts) -> int:
    try:
        return _format_file(name, options, texts)
    except FileError as error:
        texts.print_error(error.key, **error.gaps)
        return Exit.ERRORS
    except QuestionFailedError as error:
        if error.failure.kind is ErrorKind.LIMIT:
            raise  # the limit is for all files together
        code = error.report()
        if error.failure.diagnostics:  # a text with syntax errors cannot be laid out
            texts.print_error("format.errors", name=error.asker.documents[0].name)
        return code


def _format_file(name: str, options: FormatOptions, texts: Texts) -> int:
    document = open_document(name)
    asker = Asker(texts, options, [document])
    source = Source(text=document.text, name=document.name)
    answer = asker.ask(Format(source=source, limits=options.limits))
    if options.check:
        if answer.is_changed:
            print(texts("format.would_change", name=document.name))
        return Exit.ERRORS if answer.is_changed else Exit.DONE
    if options.diff:
        print_text(_diff(document, answer))
    elif options.write and name != STANDARD_INPUT:
        if answer.is_changed:
            write_file(name, answer.text)
            print(texts("format.changed", name=name), file=sys.stderr)
    else:
        print_text(answer.text)
    return Exit.DONE


def _diff(document: Document, answer: FormatAnswer) -> str:
    before, after = document.text.splitlines(True), answer.text.splitlines(True)
    return "".join(difflib.unified_diff(before, after, document.name, document.name))
