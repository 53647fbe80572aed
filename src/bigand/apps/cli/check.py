"""`bigand check FILE…`: every mistake of every file, in one run."""

import argparse
import sys

from bigand.apps.cli.exits import Exit
from bigand.apps.cli.files import STANDARD_INPUT, open_document, write_document
from bigand.apps.cli.reading import add_reading_options, count_severities, read_file, tell
from bigand.apps.cli.texts import Texts
from bigand.language import Reading
from bigand.language.syntax import Assertion
from bigand.source.diagnostic import Severity
from bigand.source.edits import apply_fixes


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    add_reading_options(parser, texts, many=True)
    parser.add_argument("--fix", action="store_true", help=texts("check.fix"))


def run(options: argparse.Namespace, texts: Texts) -> int:
    if options.fix:
        _write_fixes(options, texts)
    readings = [read_file(name, options) for name in options.files]
    told = [(reading.document, reading.diagnostics) for reading in readings]
    tell(told, options, texts, sys.stdout)
    if options.format == "full":
        for reading in readings:
            print(_summary(reading, texts))
    return Exit.DONE if all(reading.ok for reading in readings) else Exit.ERRORS


def _write_fixes(options: argparse.Namespace, texts: Texts) -> None:
    for name in options.files:
        if name == STANDARD_INPUT:
            continue
        document = open_document(name)
        fixed, count = apply_fixes(document.text, read_file(name, options).diagnostics)
        if count:
            write_document(name, fixed)
            print(texts("check.fixed", name=name, count=texts.counted("fix", count)), file=sys.stderr)


def _summary(reading: Reading, texts: Texts) -> str:
    """One line a file, with what to do next."""
    counts = count_severities(reading)
    errors, warnings = counts[Severity.ERROR], counts[Severity.WARNING]
    name = reading.document.name
    told = texts.counted("warning", warnings)
    if errors:
        first = next(one for one in reading.diagnostics if one.severity is Severity.ERROR)
        wrong = texts("check.wrong", name=name, errors=texts.counted("error", errors), warnings=told)
        return f"{wrong}; {texts('check.explain', code=first.code)}"
    items = reading.program.items
    assertions = sum(isinstance(item, Assertion) for item in items)
    return texts(
        "check.ok_warnings" if warnings else "check.ok",
        name=name,
        assertions=texts.counted("formula", assertions),
        assignments=texts.counted("assignment", len(items) - assertions),
        mode=reading.mode.value.upper(),
        warnings=told,
    )
