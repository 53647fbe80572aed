"""Report the results of tests: lines and failures for people, JSON for programs, JUnit XML for graders."""

import io
import shutil
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from xml.etree import ElementTree

from msgspec import Struct
from msgspec.structs import replace

from bigand.api.question import Failure
from bigand.api.test import ExpectationStatus, Outcome, TestAnswer
from bigand.cli.options import DiagnosticOptions
from bigand.cli.output import print_diagnostics, wants_colour
from bigand.messages import format_message
from bigand.source.diagnostic import Diagnostic
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Document
from bigand.source.error import ErrorKind
from bigand.source.render import Painter, make_printable, to_json_object
from bigand.wording.texts import Texts

_STATUS_COLOURS = {
    ExpectationStatus.PASSED: "32",
    ExpectationStatus.FAILED: "1;31",
    ExpectationStatus.TIMEOUT: "1;31",
    ExpectationStatus.ERROR: "1;31",
    None: "33",
}
_STATUS_KEYS = {
    ExpectationStatus.PASSED: "test.passed",
    ExpectationStatus.FAILED: "test.failed",
    ExpectationStatus.TIMEOUT: "test.timeout_word",
    ExpectationStatus.ERROR: "test.error",
}
_WORST_FIRST = (
    ExpectationStatus.ERROR,
    ExpectationStatus.FAILED,
    ExpectationStatus.TIMEOUT,
    ExpectationStatus.PASSED,
)


class TestedFile(Struct, frozen=True):
    """A file and its results; `expected_in` is the document with its expectations, which may be another one."""

    name: str
    document: Document
    expected_in: Document
    answer: TestAnswer
    limit: float | None = None  # the time limit in seconds

    @property
    def trouble(self) -> Failure | None:
        return self.answer.trouble

    @property
    def outcomes(self) -> list[Outcome]:
        """The outcome of each expectation; a timeout has a diagnostic."""
        return [
            self._with_timeout_diagnostic(outcome) if outcome.status is ExpectationStatus.TIMEOUT else outcome
            for outcome in self.answer.outcomes
        ]

    def _with_timeout_diagnostic(self, outcome: Outcome) -> Outcome:
        limit = f"{self.limit or 0:g}"
        diagnostic = make_diagnostic("E102", outcome.expected.span, label="label", help="help", seconds=limit)
        return replace(outcome, diagnostic=diagnostic)

    @property
    def seconds(self) -> float:
        if any(outcome.status is ExpectationStatus.TIMEOUT for outcome in self.answer.outcomes):
            return self.limit or 0.0
        return sum([outcome.seconds for outcome in self.answer.outcomes])

    @property
    def status(self) -> ExpectationStatus | None:
        """The worst status of the outcomes; None for a file without expectations."""
        if self.trouble is not None:
            return ExpectationStatus.ERROR
        statuses = {outcome.status for outcome in self.answer.outcomes}
        return next((status for status in _WORST_FIRST if status in statuses), None)

    @property
    def is_failure(self) -> bool:
        return self.status not in (ExpectationStatus.PASSED, None)

    @property
    def is_selected(self) -> bool:
        return not self.answer.left_out or bool(self.answer.outcomes) or self.trouble is not None

    def line(self, outcome: Outcome) -> int:
        return self.expected_in.position(outcome.expected.span.start).line


class TestRun(Struct, frozen=True):
    """The tested files, the number of expectations that were not selected, and the number of files not run."""

    files: tuple[TestedFile, ...]
    deselected: int
    not_run: int
    seconds: float

    @property
    def is_failure(self) -> bool:
        return any(file.is_failure for file in self.files)


def count_statuses(files: Sequence[TestedFile]) -> Counter[ExpectationStatus]:
    """Count the expectations by status; a file with trouble counts as an error."""
    counts = Counter([outcome.status for file in files for outcome in file.outcomes])
    counts[ExpectationStatus.ERROR] += sum([file.trouble is not None for file in files])
    return counts


# ---------------------------------------------------------------------- for people


class TestPrinter:
    """Prints a line for each file or expectation as it is tested, then the failures, then a summary."""

    def __init__(self, options: DiagnosticOptions, texts: Texts, names: Sequence[str]) -> None:
        self.options = options
        self.texts = texts
        self.paint = Painter(wants_colour(sys.stdout, options.color))
        self.columns = min(shutil.get_terminal_size((80, 24)).columns, 100) if sys.stdout.isatty() else 80
        self.width = min(max([len(name) for name in names], default=0), 50)

    def print_file(self, file: TestedFile, verbose: bool) -> None:
        for line in self._expectation_lines(file) if verbose else ():
            print(line)
        if not verbose or not file.outcomes or file.trouble is not None:
            print(self._file_line(file))

    def _file_line(self, file: TestedFile) -> str:
        if file.status is None:
            text, seconds = self.texts("test.nothing"), ""
        else:
            text = ", ".join(self._count_phrases([file]))
            seconds = f"  {self.texts.format_decimal(file.seconds, 2)} s"
        return (
            f"{make_printable(file.name):<{self.width}}  {self.paint(_STATUS_COLOURS[file.status], text)}{seconds}"
        )

    def _expectation_lines(self, file: TestedFile) -> Iterator[str]:
        for outcome in file.outcomes:
            place = f"{make_printable(file.expected_in.name)}:{file.line(outcome)}"
            owner = "" if file.expected_in is file.document else f"{make_printable(file.name)}  "
            word = self.paint(_STATUS_COLOURS[outcome.status], self.texts(_STATUS_KEYS[outcome.status]))
            text = f"{owner}{place}  {outcome.expected.text}"
            yield f"{text:<{self.width + 22}}  {word}  {self.texts.format_decimal(outcome.seconds, 2)} s"

    def _count_phrases(self, files: Sequence[TestedFile]) -> list[str]:
        counts = count_statuses(files)
        return [
            self.texts.count_with_noun(status.value, counts[status]) for status in _WORST_FIRST if counts[status]
        ]

    def print_failures(self, run: TestRun) -> None:
        failures = [file for file in run.files if file.is_failure]
        if failures:
            print(self._heading(self.texts("test.failures"), ""))
        for file in failures:
            self._print_failure(file)

    def _print_failure(self, file: TestedFile) -> None:
        trouble = file.trouble
        if trouble is not None and not trouble.diagnostics:
            print(f"{make_printable(file.name)}: {make_printable(trouble_text(trouble, self.texts))}\n")
        elif trouble is not None:
            print_diagnostics([(file.document, trouble.diagnostics)], self.options, self.texts, sys.stdout)
        diagnostics = [outcome.diagnostic for outcome in file.outcomes if outcome.diagnostic is not None]
        if diagnostics and file.expected_in is not file.document:
            print(f"{make_printable(file.name)}:")
        if diagnostics:
            print_diagnostics([(file.expected_in, diagnostics)], self.options, self.texts, sys.stdout)

    def print_summary(self, run: TestRun) -> None:
        parts = self._count_phrases(run.files)
        without = sum([file.status is None for file in run.files])
        other_counts = {"without": without, "left_out": run.deselected, "not_run": run.not_run}
        parts += [self.texts.count_with_noun(noun, number) for noun, number in other_counts.items() if number]
        summary = self.texts(
            "test.summary", counts=", ".join(parts), seconds=self.texts.format_decimal(run.seconds, 2)
        )
        print(
            self._heading(
                summary, _STATUS_COLOURS[ExpectationStatus.FAILED if run.is_failure else ExpectationStatus.PASSED]
            )
        )

    def _heading(self, text: str, style: str) -> str:
        return self.paint(style, f" {text} ".center(self.columns, "="))


def trouble_text(trouble: Failure, texts: Texts) -> str:
    """One sentence that says why a file cannot be tested."""
    if trouble.diagnostics:
        return format_message(trouble.diagnostics[0].message, texts.language)
    if trouble.kind is ErrorKind.BUG:
        return texts("test.bug", error=trouble.gaps["told"])
    return texts(trouble.key, **trouble.gaps)


# ---------------------------------------------------------------------- for programs


def results_object(run: TestRun, texts: Texts) -> dict[str, object]:
    """The results for `--json`."""
    counts = count_statuses(run.files)
    return {
        "status": "failed" if run.is_failure else "passed",
        **{status.value: counts[status] for status in ExpectationStatus},
        "without": sum([file.status is None for file in run.files]),
        "left_out": run.deselected,
        "not_run": run.not_run,
        "seconds": round(run.seconds, 3),
        "files": [_file_object(file, texts) for file in run.files],
    }


def _file_object(file: TestedFile, texts: Texts) -> dict[str, object]:
    trouble = file.trouble
    return {
        "file": file.name,
        "status": file.status.value if file.status else "none",
        "seconds": round(file.seconds, 3),
        "expectations": [_outcome_object(outcome, file, texts) for outcome in file.outcomes],
        "message": trouble_text(trouble, texts) if trouble else None,
        "diagnostics": [
            to_json_object(diagnostic, file.document, texts.language) for diagnostic in trouble.diagnostics
        ]
        if trouble
        else [],
    }


def _outcome_object(outcome: Outcome, file: TestedFile, texts: Texts) -> dict[str, object]:
    is_own = file.expected_in is file.document
    return {
        "line": file.line(outcome) if is_own else None,
        "expect": outcome.expected.text,
        "found": outcome.found or None,
        "status": outcome.status.value,
        "seconds": round(outcome.seconds, 3),
        "message": format_message(outcome.diagnostic.message, texts.language) if outcome.diagnostic else None,
    }


# ---------------------------------------------------------------------- for graders


def render_junit(run: TestRun, options: DiagnosticOptions, texts: Texts) -> bytes:
    """The results as JUnit XML: a suite for each file, a case for each expectation."""
    suites = [_suite_element(file, options, texts) for file in run.files]
    names = ("tests", "failures", "errors", "skipped")
    totals = {name: str(sum([int(suite.get(name, "0")) for suite in suites])) for name in names}
    root = ElementTree.Element("testsuites", {"name": "bigand test", "time": f"{run.seconds:.3f}", **totals})
    root.extend(suites)
    ElementTree.indent(root)
    out = io.BytesIO()
    ElementTree.ElementTree(root).write(out, encoding="utf-8", xml_declaration=True)
    return out.getvalue() + b"\n"


def _suite_element(file: TestedFile, options: DiagnosticOptions, texts: Texts) -> ElementTree.Element:
    name = make_printable(file.name)
    suite = ElementTree.Element("testsuite", name=name, time=f"{file.seconds:.3f}")
    for outcome in file.outcomes:
        suite.append(_case_element(outcome, file, options, texts))
    if file.trouble is not None:
        case = ElementTree.SubElement(suite, "testcase", classname=name, name=texts("test.whole_file"), time="0")
        error = ElementTree.SubElement(case, "error", message=make_printable(trouble_text(file.trouble, texts)))
        error.text = _render_diagnostics(file.trouble.diagnostics, file.document, options, texts)
    elif not file.outcomes:
        case = ElementTree.SubElement(suite, "testcase", classname=name, name=texts("test.nothing"), time="0")
        ElementTree.SubElement(case, "skipped")
    for attribute, path in (
        ("tests", "*"),
        ("failures", "*/failure"),
        ("errors", "*/error"),
        ("skipped", "*/skipped"),
    ):
        suite.set(attribute, str(len(suite.findall(path))))
    return suite


def _case_element(
    outcome: Outcome, file: TestedFile, options: DiagnosticOptions, texts: Texts
) -> ElementTree.Element:
    case = ElementTree.Element(
        "testcase",
        classname=make_printable(file.name),
        name=f"expect {outcome.expected.text}",
        file=make_printable(file.expected_in.name),
        line=str(file.line(outcome)),
        time=f"{outcome.seconds:.3f}",
    )
    if outcome.diagnostic is not None:
        kind = "failure" if outcome.status is ExpectationStatus.FAILED else "error"
        message = make_printable(format_message(outcome.diagnostic.message, texts.language))
        problem = ElementTree.SubElement(case, kind, message=message, type=outcome.diagnostic.code)
        problem.text = _render_diagnostics([outcome.diagnostic], file.expected_in, options, texts)
    return case


def _render_diagnostics(
    diagnostics: Sequence[Diagnostic], document: Document, options: DiagnosticOptions, texts: Texts
) -> str:
    """Diagnostics in full, without colours."""
    plain_options = DiagnosticOptions(format="full", color="never", max_errors=options.max_errors)
    out = io.StringIO()
    print_diagnostics([(document, diagnostics)], plain_options, texts, out)
    return out.getvalue()
