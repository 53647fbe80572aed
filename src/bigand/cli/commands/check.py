"""`bigand check FILE…`: report every mistake in every file, in one run."""

import sys

from bigand.api.check import Check, CheckAnswer
from bigand.api.source import Source
from bigand.cli.asker import Asker
from bigand.cli.exit_codes import Exit
from bigand.cli.options import NO_SUSPICIONS, FileOptions, LimitOptions, flag, option
from bigand.cli.output import print_diagnostics
from bigand.language.syntax import Mode
from bigand.messages.message import Severity
from bigand.source.diagnostic import apply_fixes
from bigand.source.document import Document
from bigand.source.files import STANDARD_INPUT, FileError, open_document, write_file
from bigand.wording.texts import Texts


class CheckOptions(FileOptions, LimitOptions):
    file: str = "-"
    files: tuple[str, ...] = option("files", help_text="option.files", nargs="+", metavar="FILE")
    fix: bool = flag()
    no_suspicions: bool = NO_SUSPICIONS
    limited = LimitOptions


def run_check(options: CheckOptions, texts: Texts) -> int:
    if options.fix and STANDARD_INPUT in options.files:
        texts.print_error("check.fix_stdin")
        return Exit.USAGE
    checked: list[tuple[Document, CheckAnswer]] = []
    for name in options.files:
        try:
            checked.append(_fix_and_check_file(name, options, texts))
        except FileError as error:
            texts.print_error(error.key, **error.gaps)
    print_diagnostics([(document, answer.diagnostics) for document, answer in checked], options, texts, sys.stdout)
    if options.format == "full":
        for document, answer in checked:
            print(_summary(document.name, answer, texts))
    if len(checked) < len(options.files) or not all(answer.is_valid for _, answer in checked):
        return Exit.ERRORS
    stopped = dict.fromkeys([answer.stopped for _, answer in checked if answer.stopped is not None])
    for limit in stopped:
        texts.print_error(limit)
    return Exit.LIMIT if stopped else Exit.DONE


def _fix_and_check_file(name: str, options: CheckOptions, texts: Texts) -> tuple[Document, CheckAnswer]:
    """Check a file; with `--fix`, apply the certain fixes first."""
    document = open_document(name)
    if options.fix:
        answer = _ask_check(document, options, texts, suspicions=False)
        fixed, count = apply_fixes(document.text, answer.diagnostics)
        if count:
            write_file(name, fixed)
            print(texts("check.fixed", name=name, count=texts.count_with_noun("fix", count)), file=sys.stderr)
            document = Document(document.name, fixed)
    return document, _ask_check(document, options, texts, suspicions=not options.no_suspicions)


def _ask_check(document: Document, options: CheckOptions, texts: Texts, suspicions: bool) -> CheckAnswer:
    mode = None if options.mode is None else Mode(options.mode)
    source = Source(text=document.text, name=document.name, mode=mode)
    return Asker(texts, options, [document]).ask(Check(source=source, suspicions=suspicions, limits=options.limits))


def _summary(name: str, answer: CheckAnswer, texts: Texts) -> str:
    """One line per file, with what to do next."""
    severities = [diagnostic.severity for diagnostic in answer.diagnostics]
    errors, warnings = severities.count(Severity.ERROR), severities.count(Severity.WARNING)
    warning_count = texts.count_with_noun("warning", warnings)
    if errors:
        first = next(diagnostic for diagnostic in answer.diagnostics if diagnostic.severity is Severity.ERROR)
        counts = [texts.count_with_noun("error", errors), *([warning_count] if warnings else [])]
        summary = texts("check.wrong", name=name, counts=", ".join(counts))
        return texts("check.explain", wrong=summary, code=first.code)
    return texts(
        "check.ok_warnings" if warnings else "check.ok",
        name=name,
        assertions=texts.count_with_noun("formula", answer.formulas),
        assignments=texts.count_with_noun("assignment", answer.assignments),
        mode=answer.mode.value.upper(),
        warnings=warning_count,
    )
