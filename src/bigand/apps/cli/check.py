"""`bigand check FILE…`: every mistake of every file, in one run."""

import argparse
import sys
from dataclasses import replace

from bigand.apps.cli.exits import Exit
from bigand.apps.cli.files import STANDARD_INPUT, UnreadableError, write_file
from bigand.apps.cli.limits import add_memory_option, add_timeout_option
from bigand.apps.cli.reading import add_reading_options, count_severities, read_file, tell
from bigand.apps.cli.texts import Texts
from bigand.language import Mode, Reading
from bigand.language.syntax import Assertion, Data
from bigand.source.diagnostic import Severity
from bigand.source.edits import apply_fixes


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    add_reading_options(parser, texts, many=True)
    parser.add_argument("--fix", action="store_true", help=texts("check.fix"))
    parser.add_argument("--no-suspicions", action="store_true", help=texts("option.no_suspicions"))
    add_timeout_option(parser, texts)
    add_memory_option(parser, texts)


def run(options: argparse.Namespace, texts: Texts) -> int:
    if options.fix and STANDARD_INPUT in options.files:
        texts.complain("check.fix_stdin")
        return Exit.USAGE
    readings = [_suspected(reading, options) for reading in _read_all(options, texts)]
    told = [(reading.document, reading.diagnostics) for reading in readings]
    tell(told, options, texts, sys.stdout)
    if options.format == "full":
        for reading in readings:
            print(_summary(reading, texts))
    all_read = len(readings) == len(options.files)
    return Exit.DONE if all_read and all(reading.ok for reading in readings) else Exit.ERRORS


def _suspected(reading: Reading, options: argparse.Namespace) -> Reading:
    """The reading with what is suspicious in it, if it can be expanded as it stands."""
    if not reading.ok or reading.mode is not Mode.SAT or options.no_suspicions or _needs_data(reading):
        return reading
    from bigand.explain.suspicions import suspicions_of

    found = suspicions_of(reading, {})
    every = sorted([*reading.diagnostics, *found], key=lambda one: one.primary.span.start)
    return replace(reading, diagnostics=tuple(every))


def _needs_data(reading: Reading) -> bool:
    """Whether a file's values come from elsewhere."""
    return any(isinstance(directive, Data) for directive in reading.program.directives)


def _read_all(options: argparse.Namespace, texts: Texts) -> list[Reading]:
    """The files that can be read, with what is sure put right if that is asked for."""
    readings = []
    for name in options.files:
        try:
            if options.fix:
                _write_fixes(name, options, texts)
            readings.append(read_file(name, options))
        except UnreadableError as error:
            texts.complain(error.key, **error.gaps)
    return readings


def _write_fixes(name: str, options: argparse.Namespace, texts: Texts) -> None:
    reading = read_file(name, options)
    fixed, count = apply_fixes(reading.document.text, reading.diagnostics)
    if count:
        write_file(name, fixed)
        print(texts("check.fixed", name=name, count=texts.counted("fix", count)), file=sys.stderr)


def _summary(reading: Reading, texts: Texts) -> str:
    """One line a file, with what to do next."""
    severities = count_severities(reading)
    errors, warnings = severities[Severity.ERROR], severities[Severity.WARNING]
    name = reading.document.name
    told = texts.counted("warning", warnings)
    if errors:
        first = next(one for one in reading.diagnostics if one.severity is Severity.ERROR)
        counts = [texts.counted("error", errors), *([told] if warnings else [])]
        wrong = texts("check.wrong", name=name, counts=", ".join(counts))
        return texts("check.explain", wrong=wrong, code=first.code)
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
