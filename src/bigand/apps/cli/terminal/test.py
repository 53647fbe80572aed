"""What came of testing files: a line each, failures in full, JSON for programs, JUnit's XML for graders."""

import io
import shutil
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from xml.etree import ElementTree

from msgspec import Struct
from msgspec.structs import replace

from bigand.answer.question import Failure
from bigand.answer.questions.test import Outcome, Status, Tested
from bigand.command.colour import wants_colour
from bigand.command.options import Showing
from bigand.command.reading import tell
from bigand.command.texts import Texts
from bigand.source.catalogue import format_message
from bigand.source.diagnostic import Diagnostic
from bigand.source.document import Document
from bigand.source.error import ErrorKind
from bigand.source.fault import make_diagnostic
from bigand.source.render import Painter, make_printable, to_json_object

_COLOURS = {Status.PASSED: "32", Status.FAILED: "1;31", Status.TIMEOUT: "1;31", Status.ERROR: "1;31", None: "33"}
_WORDS = {
    Status.PASSED: "test.passed",
    Status.FAILED: "test.failed",
    Status.TIMEOUT: "test.timeout_word",
    Status.ERROR: "test.error",
}
_WORST_FIRST = (Status.ERROR, Status.FAILED, Status.TIMEOUT, Status.PASSED)


class File(Struct, frozen=True):
    """A file, and what came of it; `expected_in` is where its expectations are written, perhaps elsewhere."""

    name: str
    document: Document
    expected_in: Document
    answer: Tested
    limit: float | None = None  # seconds that it had

    @property
    def trouble(self) -> Failure | None:
        return self.answer.trouble

    @property
    def outcomes(self) -> list[Outcome]:
        """What became of each expectation; what was not heard of in time says so."""
        return [self._timed(one) if one.status is Status.TIMEOUT else one for one in self.answer.outcomes]

    def _timed(self, outcome: Outcome) -> Outcome:
        limit = f"{self.limit or 0:g}"
        told = make_diagnostic("E102", outcome.expected.span, label="label", help="help", seconds=limit)
        return replace(outcome, diagnostic=told)

    @property
    def seconds(self) -> float:
        if any(outcome.status is Status.TIMEOUT for outcome in self.answer.outcomes):
            return self.limit or 0.0
        return sum([outcome.seconds for outcome in self.answer.outcomes])

    @property
    def status(self) -> Status | None:
        """The worst that there is; nothing for a file of which nothing is expected."""
        if self.trouble is not None:
            return Status.ERROR
        found = {outcome.status for outcome in self.answer.outcomes}
        return next((status for status in _WORST_FIRST if status in found), None)

    @property
    def is_failure(self) -> bool:
        return self.status not in (Status.PASSED, None)

    @property
    def is_chosen(self) -> bool:
        return not self.answer.left_out or bool(self.answer.outcomes) or self.trouble is not None

    def line(self, outcome: Outcome) -> int:
        return self.expected_in.position(outcome.expected.span.start).line


class Run(Struct, frozen=True):
    """All that was tested; how many expectations were not chosen, and how many files not reached."""

    files: tuple[File, ...]
    left_out: int
    not_run: int
    seconds: float

    @property
    def is_failure(self) -> bool:
        return any(one.is_failure for one in self.files)


def count_statuses(tested: Sequence[File]) -> Counter[Status]:
    """How many expectations there are of each status; a file in trouble counts as an error."""
    counts = Counter([outcome.status for one in tested for outcome in one.outcomes])
    counts[Status.ERROR] += sum([one.trouble is not None for one in tested])
    return counts


# ---------------------------------------------------------------------- for people


class Terminal:
    """Tells people: a line for each file or expectation as it comes, then what failed, then a summary."""

    def __init__(self, options: Showing, texts: Texts, names: Sequence[str]) -> None:
        self.options = options
        self.texts = texts
        self.paint = Painter(wants_colour(sys.stdout, options.color))
        self.columns = min(shutil.get_terminal_size((80, 24)).columns, 100) if sys.stdout.isatty() else 80
        self.width = min(max([len(name) for name in names], default=0), 50)

    def tell_file(self, tested: File, verbose: bool) -> None:
        for line in self._expectation_lines(tested) if verbose else ():
            print(line)
        if not verbose or not tested.outcomes or tested.trouble is not None:
            print(self._file_line(tested))

    def _file_line(self, tested: File) -> str:
        if tested.status is None:
            told, seconds = self.texts("test.nothing"), ""
        else:
            told, seconds = ", ".join(self._counted([tested])), f"  {self.texts.decimal(tested.seconds, 2)} s"
        return f"{make_printable(tested.name):<{self.width}}  {self.paint(_COLOURS[tested.status], told)}{seconds}"

    def _expectation_lines(self, tested: File) -> Iterator[str]:
        for outcome in tested.outcomes:
            place = f"{make_printable(tested.expected_in.name)}:{tested.line(outcome)}"
            owner = "" if tested.expected_in is tested.document else f"{make_printable(tested.name)}  "
            word = self.paint(_COLOURS[outcome.status], self.texts(_WORDS[outcome.status]))
            text = f"{owner}{place}  {outcome.expected.text}"
            yield f"{text:<{self.width + 22}}  {word}  {self.texts.decimal(outcome.seconds, 2)} s"

    def _counted(self, tested: Sequence[File]) -> list[str]:
        counts = count_statuses(tested)
        return [self.texts.counted(status.value, counts[status]) for status in _WORST_FIRST if counts[status]]

    def tell_failures(self, run: Run) -> None:
        failures = [one for one in run.files if one.is_failure]
        if failures:
            print(self._heading(self.texts("test.failures"), ""))
        for one in failures:
            self._tell_failure(one)

    def _tell_failure(self, tested: File) -> None:
        trouble = tested.trouble
        if trouble is not None and not trouble.diagnostics:
            print(f"{make_printable(tested.name)}: {make_printable(trouble_text(trouble, self.texts))}\n")
        elif trouble is not None:
            tell([(tested.document, trouble.diagnostics)], self.options, self.texts, sys.stdout)
        if tested.expected_in is not tested.document and any(one.diagnostic for one in tested.outcomes):
            print(f"{make_printable(tested.name)}:")
        failed = [outcome.diagnostic for outcome in tested.outcomes if outcome.diagnostic is not None]
        if failed:
            tell([(tested.expected_in, failed)], self.options, self.texts, sys.stdout)

    def tell_summary(self, run: Run) -> None:
        parts = self._counted(run.files)
        without = sum([one.status is None for one in run.files])
        further = {"without": without, "left_out": run.left_out, "not_run": run.not_run}
        parts += [self.texts.counted(noun, number) for noun, number in further.items() if number]
        told = self.texts("test.summary", counts=", ".join(parts), seconds=self.texts.decimal(run.seconds, 2))
        print(self._heading(told, _COLOURS[Status.FAILED if run.is_failure else Status.PASSED]))

    def _heading(self, text: str, style: str) -> str:
        return self.paint(style, f" {text} ".center(self.columns, "="))


def trouble_text(trouble: Failure, texts: Texts) -> str:
    """In one sentence why a file cannot be judged."""
    if trouble.diagnostics:
        return format_message(trouble.diagnostics[0].message, texts.language)
    if trouble.kind is ErrorKind.BUG:
        return texts("test.bug", error=trouble.gaps["told"])
    return texts(trouble.key, **trouble.gaps)


# ---------------------------------------------------------------------- for programs


def run_object(run: Run, texts: Texts) -> dict[str, object]:
    """All that came, for `--json`."""
    counts = count_statuses(run.files)
    return {
        "status": "failed" if run.is_failure else "passed",
        **{status.value: counts[status] for status in Status},
        "without": sum([one.status is None for one in run.files]),
        "left_out": run.left_out,
        "not_run": run.not_run,
        "seconds": round(run.seconds, 3),
        "files": [_file_object(one, texts) for one in run.files],
    }


def _file_object(tested: File, texts: Texts) -> dict[str, object]:
    trouble = tested.trouble
    return {
        "file": tested.name,
        "status": tested.status.value if tested.status else "none",
        "seconds": round(tested.seconds, 3),
        "expectations": [_outcome_object(outcome, tested, texts) for outcome in tested.outcomes],
        "message": trouble_text(trouble, texts) if trouble else None,
        "diagnostics": [to_json_object(one, tested.document, texts.language) for one in trouble.diagnostics]
        if trouble
        else [],
    }


def _outcome_object(outcome: Outcome, tested: File, texts: Texts) -> dict[str, object]:
    is_own = tested.expected_in is tested.document
    return {
        "line": tested.line(outcome) if is_own else None,
        "expect": outcome.expected.text,
        "found": outcome.found or None,
        "status": outcome.status.value,
        "seconds": round(outcome.seconds, 3),
        "message": format_message(outcome.diagnostic.message, texts.language) if outcome.diagnostic else None,
    }


# ---------------------------------------------------------------------- for graders


def junit(run: Run, options: Showing, texts: Texts) -> bytes:
    """The results as JUnit writes them: a suite for each file, a case for each expectation."""
    suites = [_suite(one, options, texts) for one in run.files]
    names = ("tests", "failures", "errors", "skipped")
    totals = {name: str(sum([int(suite.get(name, "0")) for suite in suites])) for name in names}
    root = ElementTree.Element("testsuites", {"name": "bigand test", "time": f"{run.seconds:.3f}", **totals})
    root.extend(suites)
    ElementTree.indent(root)
    out = io.BytesIO()
    ElementTree.ElementTree(root).write(out, encoding="utf-8", xml_declaration=True)
    return out.getvalue() + b"\n"


def _suite(tested: File, options: Showing, texts: Texts) -> ElementTree.Element:
    name = make_printable(tested.name)
    suite = ElementTree.Element("testsuite", name=name, time=f"{tested.seconds:.3f}")
    for outcome in tested.outcomes:
        suite.append(_case(outcome, tested, options, texts))
    if tested.trouble is not None:
        case = ElementTree.SubElement(suite, "testcase", classname=name, name=texts("test.whole_file"), time="0")
        error = ElementTree.SubElement(case, "error", message=make_printable(trouble_text(tested.trouble, texts)))
        error.text = _rendered(tested.trouble.diagnostics, tested.document, options, texts)
    elif not tested.outcomes:
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


def _case(outcome: Outcome, tested: File, options: Showing, texts: Texts) -> ElementTree.Element:
    case = ElementTree.Element(
        "testcase",
        classname=make_printable(tested.name),
        name=f"expect {outcome.expected.text}",
        file=make_printable(tested.expected_in.name),
        line=str(tested.line(outcome)),
        time=f"{outcome.seconds:.3f}",
    )
    if outcome.diagnostic is not None:
        kind = "failure" if outcome.status is Status.FAILED else "error"
        message = make_printable(format_message(outcome.diagnostic.message, texts.language))
        found = ElementTree.SubElement(case, kind, message=message, type=outcome.diagnostic.code)
        found.text = _rendered([outcome.diagnostic], tested.expected_in, options, texts)
    return case


def _rendered(diagnostics: Sequence[Diagnostic], document: Document, options: Showing, texts: Texts) -> str:
    """Diagnostics as people see them, without colours."""
    plain = Showing(format="full", color="never", max_errors=options.max_errors)
    out = io.StringIO()
    tell([(document, diagnostics)], plain, texts, out)
    return out.getvalue()
