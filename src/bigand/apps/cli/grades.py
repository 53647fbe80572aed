"""What came of testing files, told: a line each, failures in full, JSON for programs, JUnit's XML for graders."""

import argparse
import io
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

from bigand.apps.cli.judging import Outcome, Status, Trouble, expected_text
from bigand.apps.cli.lines import Paper
from bigand.apps.cli.reading import tell
from bigand.apps.cli.texts import Texts
from bigand.source.catalogue import say
from bigand.source.diagnostic import Diagnostic
from bigand.source.document import Document
from bigand.source.render import Painter, as_object, visible

_COLOURS = {Status.PASSED: "32", Status.FAILED: "1;31", Status.TIMEOUT: "1;31", Status.ERROR: "1;31", None: "33"}
_WORDS = {
    Status.PASSED: "test.passed",
    Status.FAILED: "test.failed",
    Status.TIMEOUT: "test.timeout_word",
    Status.ERROR: "test.error",
}
_WORST_FIRST = (Status.ERROR, Status.FAILED, Status.TIMEOUT, Status.PASSED)


@dataclass(frozen=True, slots=True)
class Tested:
    """A file, and what came of each expectation; `expected_in` is where they are written, perhaps elsewhere."""

    name: str
    document: Document
    expected_in: Document
    outcomes: tuple[Outcome, ...] = ()
    trouble: Trouble | None = None
    left_out: int = 0  # expectations that were not chosen
    seconds: float = 0.0

    @property
    def status(self) -> Status | None:
        """The worst that there is; nothing for a file of which nothing is expected."""
        if self.trouble is not None:
            return Status.ERROR
        found = {outcome.status for outcome in self.outcomes}
        return next((status for status in _WORST_FIRST if status in found), None)

    @property
    def is_failure(self) -> bool:
        return self.status not in (Status.PASSED, None)

    @property
    def is_chosen(self) -> bool:
        return not self.left_out or bool(self.outcomes) or self.trouble is not None

    def line(self, outcome: Outcome) -> int:
        return self.expected_in.position(outcome.expect.span.start).line


@dataclass(frozen=True, slots=True)
class Run:
    """All that was tested; how many expectations were not chosen, and how many files not reached."""

    tested: tuple[Tested, ...]
    left_out: int
    not_run: int
    seconds: float

    @property
    def is_failure(self) -> bool:
        return any(one.is_failure for one in self.tested)


def count_statuses(tested: Sequence[Tested]) -> Counter[Status]:
    """How many expectations there are of each status; a file in trouble counts as an error."""
    counts = Counter([outcome.status for one in tested for outcome in one.outcomes])
    counts[Status.ERROR] += sum([one.trouble is not None for one in tested])
    return counts


# ---------------------------------------------------------------------- for people


class Terminal:
    """Tells people: a line for each file or expectation as it comes, then what failed, then a summary."""

    def __init__(self, options: argparse.Namespace, texts: Texts, names: Sequence[str]) -> None:
        self.options = options
        self.texts = texts
        self.paper = Paper(options)
        self.paint = Painter(self.paper.coloured)
        self.width = min(max([len(name) for name in names], default=0), 50)

    def tell_file(self, tested: Tested) -> None:
        for line in self._expectation_lines(tested) if self.options.verbose else ():
            print(line)
        if not self.options.verbose or not tested.outcomes or tested.trouble is not None:
            print(self._file_line(tested))

    def _file_line(self, tested: Tested) -> str:
        if tested.status is None:
            told, seconds = self.texts("test.nothing"), ""
        else:
            told, seconds = ", ".join(self._counted([tested])), f"  {self.texts.decimal(tested.seconds, 2)} s"
        return f"{visible(tested.name):<{self.width}}  {self.paint(_COLOURS[tested.status], told)}{seconds}"

    def _expectation_lines(self, tested: Tested) -> Iterator[str]:
        for outcome in tested.outcomes:
            place = f"{visible(tested.expected_in.name)}:{tested.line(outcome)}"
            owner = "" if tested.expected_in is tested.document else f"{visible(tested.name)}  "
            word = self.paint(_COLOURS[outcome.status], self.texts(_WORDS[outcome.status]))
            text = f"{owner}{place}  {expected_text(outcome.expect)}"
            yield f"{text:<{self.width + 22}}  {word}  {self.texts.decimal(outcome.seconds, 2)} s"

    def _counted(self, tested: Sequence[Tested]) -> list[str]:
        counts = count_statuses(tested)
        return [self.texts.counted(status.value, counts[status]) for status in _WORST_FIRST if counts[status]]

    def tell_failures(self, run: Run) -> None:
        failures = [one for one in run.tested if one.is_failure]
        if failures:
            print(self._heading(self.texts("test.failures"), ""))
        for one in failures:
            self._tell_failure(one)

    def _tell_failure(self, tested: Tested) -> None:
        trouble = tested.trouble
        if trouble is not None and trouble.key:
            print(f"{visible(tested.name)}: {visible(trouble_text(trouble, self.texts))}\n")
        elif trouble is not None:
            tell([(tested.document, trouble.diagnostics)], self.options, self.texts, sys.stdout)
        if tested.expected_in is not tested.document and any(one.diagnostic for one in tested.outcomes):
            print(f"{visible(tested.name)}:")
        failed = [outcome.diagnostic for outcome in tested.outcomes if outcome.diagnostic is not None]
        if failed:
            tell([(tested.expected_in, failed)], self.options, self.texts, sys.stdout)

    def tell_summary(self, run: Run) -> None:
        parts = self._counted(run.tested)
        without = sum([one.status is None for one in run.tested])
        further = {"without": without, "left_out": run.left_out, "not_run": run.not_run}
        parts += [self.texts.counted(noun, number) for noun, number in further.items() if number]
        told = self.texts("test.summary", counts=", ".join(parts), seconds=self.texts.decimal(run.seconds, 2))
        print(self._heading(told, _COLOURS[Status.FAILED if run.is_failure else Status.PASSED]))

    def _heading(self, text: str, style: str) -> str:
        return self.paint(style, f" {text} ".center(self.paper.width, "="))


def trouble_text(trouble: Trouble, texts: Texts) -> str:
    """In one sentence why a file cannot be judged."""
    if trouble.key:
        return texts(trouble.key, **dict(trouble.gaps))
    return say(trouble.diagnostics[0].message, texts.language)


# ---------------------------------------------------------------------- for programs


def answer_object(run: Run, texts: Texts) -> dict[str, object]:
    """All that came, for `--json`."""
    counts = count_statuses(run.tested)
    return {
        "status": "failed" if run.is_failure else "passed",
        **{status.value: counts[status] for status in Status},
        "without": sum([one.status is None for one in run.tested]),
        "left_out": run.left_out,
        "not_run": run.not_run,
        "seconds": round(run.seconds, 3),
        "files": [_file_object(one, texts) for one in run.tested],
    }


def _file_object(tested: Tested, texts: Texts) -> dict[str, object]:
    trouble = tested.trouble
    return {
        "file": tested.name,
        "status": tested.status.value if tested.status else "none",
        "seconds": round(tested.seconds, 3),
        "expectations": [_outcome_object(outcome, tested, texts) for outcome in tested.outcomes],
        "message": trouble_text(trouble, texts) if trouble else None,
        "diagnostics": [as_object(one, tested.document, texts.language) for one in trouble.diagnostics]
        if trouble
        else [],
    }


def _outcome_object(outcome: Outcome, tested: Tested, texts: Texts) -> dict[str, object]:
    is_own = tested.expected_in is tested.document
    return {
        "line": tested.line(outcome) if is_own else None,
        "expect": expected_text(outcome.expect),
        "found": outcome.found or None,
        "status": outcome.status.value,
        "seconds": round(outcome.seconds, 3),
        "message": say(outcome.diagnostic.message, texts.language) if outcome.diagnostic else None,
    }


# ---------------------------------------------------------------------- for graders


def junit(run: Run, options: argparse.Namespace, texts: Texts) -> bytes:
    """The results as JUnit writes them: a suite for each file, a case for each expectation."""
    suites = [_suite(one, options, texts) for one in run.tested]
    names = ("tests", "failures", "errors", "skipped")
    totals = {name: str(sum([int(suite.get(name, "0")) for suite in suites])) for name in names}
    root = ElementTree.Element("testsuites", {"name": "bigand test", "time": f"{run.seconds:.3f}", **totals})
    root.extend(suites)
    ElementTree.indent(root)
    out = io.BytesIO()
    ElementTree.ElementTree(root).write(out, encoding="utf-8", xml_declaration=True)
    return out.getvalue() + b"\n"


def _suite(tested: Tested, options: argparse.Namespace, texts: Texts) -> ElementTree.Element:
    name = visible(tested.name)
    suite = ElementTree.Element("testsuite", name=name, time=f"{tested.seconds:.3f}")
    for outcome in tested.outcomes:
        suite.append(_case(outcome, tested, options, texts))
    if tested.trouble is not None:
        case = ElementTree.SubElement(suite, "testcase", classname=name, name=texts("test.whole_file"), time="0")
        error = ElementTree.SubElement(case, "error", message=visible(trouble_text(tested.trouble, texts)))
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


def _case(outcome: Outcome, tested: Tested, options: argparse.Namespace, texts: Texts) -> ElementTree.Element:
    case = ElementTree.Element(
        "testcase",
        classname=visible(tested.name),
        name=f"expect {expected_text(outcome.expect)}",
        file=visible(tested.expected_in.name),
        line=str(tested.line(outcome)),
        time=f"{outcome.seconds:.3f}",
    )
    if outcome.diagnostic is not None:
        kind = "failure" if outcome.status is Status.FAILED else "error"
        message = visible(say(outcome.diagnostic.message, texts.language))
        found = ElementTree.SubElement(case, kind, message=message, type=outcome.diagnostic.code)
        found.text = _rendered([outcome.diagnostic], tested.expected_in, options, texts)
    return case


def _rendered(
    diagnostics: Sequence[Diagnostic], document: Document, options: argparse.Namespace, texts: Texts
) -> str:
    """Diagnostics as people see them, without colours."""
    plain = argparse.Namespace(format="full", color="never", max_errors=options.max_errors)
    out = io.StringIO()
    tell([(document, diagnostics)], plain, texts, out)
    return out.getvalue()
