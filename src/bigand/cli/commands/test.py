"""`bigand test FILE…`: run the `;;@ expect` lines of files as tests."""

import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from bigand.api.question import Failure, failure_of
from bigand.api.report import Event, Part, Remark
from bigand.api.run.limits import alarm
from bigand.api.source import Source
from bigand.api.test import Test, TestAnswer, expectation_lines, mark_timeouts
from bigand.api.value import replace_fields
from bigand.cli.asker import Asker, QuestionFailedError, ask_many
from bigand.cli.exit_codes import Exit
from bigand.cli.inputs import load_source
from bigand.cli.options import (
    ModelOptions,
    ParallelOptions,
    flag,
    number_option,
    option,
    repeatable,
    timeout_option,
)
from bigand.cli.output import print_json
from bigand.cli.progress import ProgressBar
from bigand.cli.test_report import TestedFile, TestPrinter, TestRun, render_junit, results_object
from bigand.source.document import Document
from bigand.source.error import ErrorKind, LimitError
from bigand.source.files import FileError, open_document, write_file
from bigand.wording.texts import Texts

ENDING = ".touist"
_MATCH_NOTHING = "\0"  # a pattern that matches no expectation


class TestOptions(ModelOptions, ParallelOptions):
    file: str = "-"
    files: tuple[str, ...] = option("files", nargs="+", metavar="FILE")
    expect: tuple[str, ...] = repeatable("'models 92'")
    pattern: str | None = option("-k", metavar="PATTERN")
    fail_fast: bool = flag("-x", "--fail-fast")
    verbose: bool = flag("-v", "--verbose")
    timeout: float | None = timeout_option("test.timeout")
    timeout_for_each = True
    jobs: int = number_option("N", "-j", "--jobs", default=1)
    many = ParallelOptions
    junit: str | None = option(metavar="OUT.xml")
    json: bool = flag()


def run_test(options: TestOptions, texts: Texts) -> int:
    names = _expand_folders(options.files, texts)
    expectations = Document("--expect", expectation_lines(options.expect))
    if names is None or not _check_expectations(expectations, options, texts):
        return Exit.USAGE
    start = time.monotonic()
    printer = TestPrinter(options, texts, names)
    tested: list[TestedFile] = []
    for file in _FileTester(names, expectations, options, texts).test_files():
        tested.append(file)
        if file.is_selected and not options.json:
            printer.print_file(file, verbose=options.verbose)
            sys.stdout.flush()
        if options.fail_fast and file.is_failure:
            break
    selected = tuple([file for file in tested if file.is_selected])
    left_out = sum([file.answer.left_out for file in tested])
    return _report_run(
        TestRun(selected, left_out, len(names) - len(tested), time.monotonic() - start), printer, options, texts
    )


def _report_run(run: TestRun, printer: TestPrinter, options: TestOptions, texts: Texts) -> int:
    if not run.files:
        texts.print_error("test.none_chosen", pattern=options.pattern)
        return Exit.USAGE
    if options.json:
        print_json(results_object(run, texts))
    else:
        printer.print_failures(run)
        printer.print_summary(run)
    if options.junit:
        write_file(options.junit, render_junit(run, options, texts))
    return Exit.ERRORS if run.is_failure else Exit.DONE


# ---------------------------------------------------------------------- files


def _expand_folders(files_and_folders: Sequence[str], texts: Texts) -> list[str] | None:
    """Find the named files, and all files below named folders; if a folder has none, report it and return None."""
    paths: list[str] = []
    for word in files_and_folders:
        if not Path(word).is_dir():
            paths.append(word)
            continue
        names = _test_files_below(word)
        if not names:
            texts.print_error("test.no_files", name=word, ending=ENDING)
            return None
        paths += names
    return list(dict.fromkeys(paths))


def _test_files_below(folder: str) -> list[str]:
    """All files below a folder, and folders and links that cannot be read: testing these reports the error."""
    paths: list[Path] = []
    errors: list[OSError] = []
    for above, folders, names in os.walk(folder, onerror=errors.append):
        folders[:] = [name for name in folders if not name.startswith(".")]
        wanted = [name for name in names if os.path.normcase(name).endswith(ENDING) and not name.startswith(".")]
        below = [Path(above, name) for name in wanted]
        paths += [path for path in below if path.is_file() or path.is_symlink()]
    return [str(path) for path in sorted([*paths, *[Path(error.filename) for error in errors]])]


def _check_expectations(expectations: Document, options: TestOptions, texts: Texts) -> bool:
    """Whether the expectations of the command line are valid; errors are reported."""
    if not options.expect:
        return True
    asker = Asker(texts, options, [Document("", ""), expectations])
    answer = asker.try_to_ask(Test(source=Source(text="Top"), expect=options.expect, pattern=_MATCH_NOTHING))
    if isinstance(answer, Failure):
        asker.report_failure(answer)
    return isinstance(answer, TestAnswer)


# ---------------------------------------------------------------------- tests


class _FileTester:
    """Tests many files, each with its own time limit; keeps the partial answer of each until its answer arrives."""

    def __init__(self, names: Sequence[str], expectations: Document, options: TestOptions, texts: Texts) -> None:
        self.names = names
        self.expectations = expectations
        self.options = options
        self.texts = texts
        self._partial_answers: dict[int, TestAnswer] = {}  # by the index of the question
        self._unread_remarks: dict[str, list[Remark]] = {}  # by the variable that a file does not read

    def test_files(self) -> Iterator[TestedFile]:
        """Yield the result of each file, in order."""
        with alarm(self.options.timeout):  # errors in the values, which concern all files, are raised first
            load_source(Document("", ""), "-", self.options)
        prepared = [self._make_question(name) for name in self.names]
        questions = [question for _, question in prepared if isinstance(question, Test)]
        progress = ProgressBar(self.texts)
        answers = ask_many(
            questions, self.options.jobs, self.options.cluster, self.texts, progress, report=self._record_event
        )
        number = 0  # of the question
        for position, (name, (document, question)) in enumerate(zip(self.names, prepared, strict=True), 1):
            progress.start_stage("progress.test", number=position, count=len(self.names), name=name)
            if isinstance(question, Failure):
                answer = TestAnswer(trouble=question)
            else:
                answer = self._final_answer(number, next(answers), document)
                number += 1
            progress.clear()
            yield TestedFile(
                name, document, self.expectations if self.options.expect else document, answer, self.options.timeout
            )
        self._report_unread_values(len(questions))

    def _make_question(self, name: str) -> tuple[Document, Test | Failure]:
        """Return a file and the question about it, or why the file cannot be read."""
        document = Document(name, "")
        try:
            with alarm(self.options.timeout):
                document = open_document(name)
                source = load_source(document, name, self.options)
        except (FileError, LimitError) as error:
            return document, failure_of(error)
        return document, Test(
            source=source,
            expect=self.options.expect,
            pattern=self.options.pattern,
            as_written=self.options.as_written,
            limits=self.options.limits,
        )

    def _record_event(self, index: int, event: Event) -> None:
        if isinstance(event, Part):
            self._partial_answers[index] = event.found
        elif isinstance(event, Remark):
            self._unread_remarks.setdefault(str(event.gaps["name"]), []).append(event)

    def _final_answer(self, index: int, answer: TestAnswer | Failure, document: Document) -> TestAnswer:
        """The answer for a file; if its question failed, the partial answer with the failure."""
        partial = self._partial_answers.pop(index, TestAnswer())
        if isinstance(answer, TestAnswer):
            return answer
        if answer.kind is ErrorKind.INPUT:  # values of the command line
            raise QuestionFailedError(answer, Asker(self.texts, self.options, [document, self.expectations]))
        if answer.key == "limit.time" and partial.waiting:
            return mark_timeouts(partial)
        return replace_fields(partial, waiting=(), trouble=answer)

    def _report_unread_values(self, count: int) -> None:
        """Report the values of the command line that no file reads: most likely a name is misspelt."""
        for remarks in self._unread_remarks.values():
            if len(remarks) == count:
                self.texts.print_error(remarks[0].key, **remarks[0].gaps)
