"""`bigand check FILE…`: every mistake of every file, in one run."""

import sys

from bigand.answer.questions.check import Check, Checked
from bigand.answer.source import Source
from bigand.command.asking import Asker
from bigand.command.exits import Exit
from bigand.command.files import STANDARD_INPUT, UnreadableError, open_document, write_file
from bigand.command.options import NO_SUSPICIONS, Limited, Reading, flag, option
from bigand.command.reading import tell
from bigand.command.texts import Texts
from bigand.language.syntax import Mode
from bigand.source.diagnostic import Severity
from bigand.source.document import Document
from bigand.source.edits import apply_fixes


class Options(Reading, Limited):
    file: str = "-"
    files: tuple[str, ...] = option("files", told="option.files", nargs="+", metavar="FILE")
    fix: bool = flag()
    no_suspicions: bool = NO_SUSPICIONS
    limited = Limited


def run(options: Options, texts: Texts) -> int:
    if options.fix and STANDARD_INPUT in options.files:
        texts.complain("check.fix_stdin")
        return Exit.USAGE
    checked: list[tuple[Document, Checked]] = []
    for name in options.files:
        try:
            checked.append(_checked(name, options, texts))
        except UnreadableError as error:
            texts.complain(error.key, **error.gaps)
    tell([(document, answer.diagnostics) for document, answer in checked], options, texts, sys.stdout)
    if options.format == "full":
        for document, answer in checked:
            print(_summary(document.name, answer, texts))
    if len(checked) < len(options.files) or not all(answer.is_valid for _, answer in checked):
        return Exit.ERRORS
    stopped = dict.fromkeys([answer.stopped for _, answer in checked if answer.stopped is not None])
    for limit in stopped:
        texts.complain(limit)
    return Exit.LIMIT if stopped else Exit.DONE


def _checked(name: str, options: Options, texts: Texts) -> tuple[Document, Checked]:
    """A file with what is to be said of it, what is sure put right before if that is asked for."""
    document = open_document(name)
    if options.fix:
        answer = _ask(document, options, texts, suspicions=False)
        fixed, count = apply_fixes(document.text, answer.diagnostics)
        if count:
            write_file(name, fixed)
            print(texts("check.fixed", name=name, count=texts.counted("fix", count)), file=sys.stderr)
            document = Document(document.name, fixed)
    return document, _ask(document, options, texts, suspicions=not options.no_suspicions)


def _ask(document: Document, options: Options, texts: Texts, suspicions: bool) -> Checked:
    mode = None if options.mode is None else Mode(options.mode)
    source = Source(text=document.text, name=document.name, mode=mode)
    return Asker(texts, options, [document]).ask(Check(source=source, suspicions=suspicions, limits=options.limits))


def _summary(name: str, answer: Checked, texts: Texts) -> str:
    """One line a file, with what to do next."""
    severities = [one.severity for one in answer.diagnostics]
    errors, warnings = severities.count(Severity.ERROR), severities.count(Severity.WARNING)
    told = texts.counted("warning", warnings)
    if errors:
        first = next(one for one in answer.diagnostics if one.severity is Severity.ERROR)
        counts = [texts.counted("error", errors), *([told] if warnings else [])]
        wrong = texts("check.wrong", name=name, counts=", ".join(counts))
        return texts("check.explain", wrong=wrong, code=first.code)
    return texts(
        "check.ok_warnings" if warnings else "check.ok",
        name=name,
        assertions=texts.counted("formula", answer.formulas),
        assignments=texts.counted("assignment", answer.assignments),
        mode=answer.mode.value.upper(),
        warnings=told,
    )
