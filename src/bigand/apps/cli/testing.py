"""`bigand test FILE…`: the `;;@ expect` lines of files as tests, so that a teacher can grade."""

import argparse
import fnmatch
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bigand.answer.model import Model, model_of
from bigand.apps.cli.crew import End, Job, in_order
from bigand.apps.cli.exits import Exit
from bigand.apps.cli.files import UnreadableError, open_document, write_file
from bigand.apps.cli.grades import Run, Terminal, Tested, answer_object, junit
from bigand.apps.cli.inputs import given_values, tell_unread
from bigand.apps.cli.judging import (
    Outcome,
    Status,
    Trouble,
    expectations_of,
    expected_text,
    judge,
    unreadable_expectations,
    without_trouble,
)
from bigand.apps.cli.objects import print_json
from bigand.apps.cli.progress import Progress
from bigand.apps.cli.reading import tell
from bigand.apps.cli.solving import add_solving_options, read_with_values
from bigand.apps.cli.texts import Texts, natural_number, seconds_of
from bigand.apps.cli.watchdog import alarm
from bigand.language.directives import MARK
from bigand.language.reading import parse
from bigand.language.syntax import Expect
from bigand.language.values import Value
from bigand.solve.session import LimitError
from bigand.solve.worker import Report, can_fork
from bigand.source.document import Document
from bigand.source.fault import fault

ENDING = ".touist"


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    add_solving_options(parser, texts, files="test.files")
    parser.add_argument("--expect", action="append", default=[], metavar="'models 92'", help=texts("test.expect"))
    parser.add_argument("-k", dest="pattern", metavar="PATTERN", help=texts("test.pattern"))
    parser.add_argument("-x", "--fail-fast", action="store_true", help=texts("test.fail_fast"))
    parser.add_argument("-v", "--verbose", action="store_true", help=texts("test.verbose"))
    parser.add_argument("--timeout", type=seconds_of, metavar="S", help=texts("test.timeout"))
    parser.set_defaults(timeout_for_each=True)
    parser.add_argument("-j", "--jobs", type=natural_number(texts), default=1, metavar="N", help=texts("test.jobs"))
    parser.add_argument("--junit", metavar="OUT.xml", help=texts("test.junit"))
    parser.add_argument("--json", action="store_true", help=texts("test.json"))


def run(options: argparse.Namespace, texts: Texts) -> int:
    names = _find_files(options.files, texts)
    asked = _asked(options, texts)
    if names is None or asked is None:
        return Exit.USAGE
    began = time.monotonic()
    terminal = Terminal(options, texts, names)
    tested: list[Tested] = []
    with Progress(texts) as progress:
        for one in _test_all(names, asked, progress, options, texts):
            tested.append(one)
            progress.clear()
            if one.is_chosen and not options.json:
                terminal.tell_file(one)
                sys.stdout.flush()
            if options.fail_fast and one.is_failure:
                break
    chosen = tuple([one for one in tested if one.is_chosen])
    left_out = sum([one.left_out for one in tested])
    run = Run(chosen, left_out, len(names) - len(tested), time.monotonic() - began)
    return _tell(run, terminal, options, texts)


def _tell(run: Run, terminal: Terminal, options: argparse.Namespace, texts: Texts) -> int:
    if not run.tested:
        texts.complain("test.none_chosen", pattern=options.pattern)
        return Exit.USAGE
    if options.json:
        print_json(answer_object(run, texts))
    else:
        terminal.tell_failures(run)
        terminal.tell_summary(run)
    if options.junit:
        write_file(options.junit, junit(run, options, texts))
    return Exit.ERRORS if run.is_failure else Exit.DONE


# ---------------------------------------------------------------------- what is to be tested


def _find_files(words: Sequence[str], texts: Texts) -> list[str] | None:
    """The files that words name, a folder all below it; nothing (which is told) if a folder has none."""
    found: list[str] = []
    for word in words:
        if not Path(word).is_dir():
            found.append(word)
            continue
        below = sorted(Path(word).rglob(f"*{ENDING}"))
        names = [str(path) for path in below if not _is_hidden(path.relative_to(word)) and path.is_file()]
        if not names:
            texts.complain("test.no_files", name=word, ending=ENDING)
            return None
        found += names
    return list(dict.fromkeys(found))


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def _asked(options: argparse.Namespace, texts: Texts) -> Document | None:
    """What the command line expects of every file, as directives; nothing (which is told) if it cannot be read."""
    document = Document(
        "--expect", "\n".join([f"{MARK} expect {' '.join(text.split())}" for text in options.expect])
    )
    program, diagnostics = parse(document)
    if diagnostics or len(program.directives) != len(options.expect):
        tell([(document, diagnostics)], options, texts, sys.stderr)
        return None
    return document


# ---------------------------------------------------------------------- testing


@dataclass(frozen=True, slots=True)
class _Chosen:
    """The first report on a file: what is expected of it, and how much of that was not chosen."""

    expectations: tuple[Expect, ...]
    left_out: int


def _test_all(
    names: Sequence[str], asked: Document, progress: Progress, options: argparse.Namespace, texts: Texts
) -> Iterator[Tested]:
    """Test files, each in a process of its own, in their order."""
    with alarm(options.timeout):
        given = given_values(options)
    opened = [_open(name, options.timeout) for name in names]
    if given:
        tell_unread(given, [parse(one)[0] for one in opened if isinstance(one, Document)], texts)
    works = [_work(name, one, asked, given, options, texts) for name, one in zip(names, opened, strict=True)]

    def watch(index: int) -> None:
        progress.stage("progress.test", number=index + 1, count=len(names), name=names[index])

    at_once = options.jobs or os.cpu_count() or 1
    jobs = in_order(works, at_once, options.timeout, watch)
    for name, one, job in zip(names, opened, jobs, strict=False):
        document = one if isinstance(one, Document) else Document(name, "")
        expected_in = asked if options.expect else document
        yield _tested(name, document, expected_in, job, options)


def _open(name: str, seconds: float | None) -> Document | Trouble:
    try:
        with alarm(seconds):
            return open_document(name)
    except (UnreadableError, LimitError) as error:
        return Trouble(key=error.key, gaps=tuple(error.gaps.items()))


def _work(
    name: str,
    opened: Document | Trouble,
    asked: Document,
    given: dict[str, Value],
    options: argparse.Namespace,
    texts: Texts,
) -> Callable[[Report], None]:
    """What the process of a file does: report what is expected, then what came of it, or what is in the way."""

    def work(report: Report) -> None:
        if can_fork():  # else this is the process of all files
            _be_silent()
        try:
            for found in _reports(name, opened, asked, given, options, texts):
                report(found)
        except Exception as error:
            report(Trouble(key="test.bug", gaps=(("error", f"{type(error).__name__} ({error})"),)))

    return work


def _be_silent() -> None:
    """What libraries print into the process of a file is not for anybody."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def _reports(
    name: str,
    opened: Document | Trouble,
    asked: Document,
    given: dict[str, Value],
    options: argparse.Namespace,
    texts: Texts,
) -> Iterator[_Chosen | Outcome | Trouble]:
    model = opened if isinstance(opened, Trouble) else without_trouble(lambda: _model(name, opened, given, options))
    if isinstance(model, Trouble):
        yield model
        return
    every = expectations_of(parse(asked)[0] if options.expect else model.reading.program)
    chosen = tuple([expect for expect in every if _is_chosen(name, expect, options.pattern)])
    yield _Chosen(chosen, len(every) - len(chosen))
    yield from judge(model, chosen, options, texts)


def _model(name: str, document: Document, given: dict[str, Value], options: argparse.Namespace) -> Model | Trouble:
    reading, values = read_with_values(document, name, given, options)
    if not reading.ok:
        return Trouble(reading.diagnostics)
    if not options.expect and (unreadable := unreadable_expectations(reading)):
        return Trouble(unreadable)
    return model_of(reading, values)


def _is_chosen(name: str, expect: Expect, pattern: str | None) -> bool:
    """Whether a pattern is found in the name of a file or in what is expected of it."""
    if pattern is None:
        return True
    glob = f"*{pattern.lower().replace('[', '[[]')}*"
    return fnmatch.fnmatchcase(f"{name}: {expected_text(expect)}".lower(), glob)


def _tested(name: str, document: Document, expected_in: Document, job: Job, options: argparse.Namespace) -> Tested:
    """What came of a file, by the reports of its process and how that ended."""
    outcomes = [report for report in job.reports if isinstance(report, Outcome)]
    trouble = next((report for report in job.reports if isinstance(report, Trouble)), None)
    chosen = next((report for report in job.reports if isinstance(report, _Chosen)), _Chosen((), 0))
    if job.end is End.CRASH and trouble is None:
        trouble = Trouble(key="solver.crashed")
    if job.end is End.TIME:
        waiting = chosen.expectations[len(outcomes) :]
        outcomes += [_out_of_time(expect, options.timeout) for expect in waiting]
        if not waiting:
            trouble = Trouble(key="limit.time")
    return Tested(name, document, expected_in, tuple(outcomes), trouble, chosen.left_out, job.seconds)


def _out_of_time(expect: Expect, seconds: float) -> Outcome:
    diagnostic = fault("E102", expect.span, label="label", help="help", seconds=f"{seconds:g}")
    return Outcome(expect, Status.TIMEOUT, "", diagnostic)
