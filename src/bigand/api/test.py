"""`test`: what is expected of a text, and what came of it."""

from enum import Enum

from msgspec import Struct

from bigand.api.question import Answer, Failure
from bigand.api.report import Report
from bigand.api.source import TextQuestion
from bigand.api.value import Value, replace_fields
from bigand.source.diagnostic import Diagnostic
from bigand.source.document import Span


class ExpectationStatus(Enum):
    """What became of an expectation, or of a text."""

    PASSED = "passed"
    FAILED = "failed"
    TIMEOUT = "timeout"
    ERROR = "error"


class Expectation(Value):
    """What is expected (`models 92`), and where that is written."""

    text: str
    span: Span


class Outcome(Struct, frozen=True, eq=False):
    """What was found, as a directive would say it; if that was not expected, the diagnostic tells it."""

    expected: Expectation
    status: ExpectationStatus
    found: str = ""
    diagnostic: Diagnostic | None = None
    seconds: float = 0.0  # never the same twice: not compared

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Outcome) and _comparison_key(self) == _comparison_key(other)

    def __ne__(self, other: object) -> bool:  # Struct has one of its own
        return not self == other

    def __hash__(self) -> int:
        return hash(_comparison_key(self))


def _comparison_key(outcome: Outcome) -> tuple[object, ...]:
    return outcome.expected, outcome.status, outcome.found, outcome.diagnostic


class TestAnswer(Answer, tag="tested"):
    """What became of each expectation; `trouble` is why the text, or the rest of them, cannot be judged.

    It is told as a part each time that more is known: `waiting` are the expectations that nothing is known of yet.
    """

    outcomes: tuple[Outcome, ...] = ()
    waiting: tuple[Expectation, ...] = ()
    left_out: int = 0  # expectations that were not chosen
    trouble: Failure | None = None


class Test(TextQuestion[TestAnswer], tag="test"):
    """Is what this text expects so? Or what is expected here, if that is said (as in `;;@ expect`).

    `pattern` chooses those expectations where it is found in the name of the text or in what is expected.
    """

    __test__ = False  # for pytest, which would take it for a test

    expect: tuple[str, ...] = ()
    pattern: str | None = None
    as_written: bool = False

    def answer(self, report: Report) -> TestAnswer:
        from bigand.api.test_runner import run_test

        return run_test(self, report)


def expectation_lines(expect: tuple[str, ...]) -> str:
    """Expectations that are said beside a text, as lines: places in them are places in this."""
    return "\n".join([f";;@ expect {' '.join(text.split())}" for text in expect])


def mark_timeouts(known: TestAnswer) -> TestAnswer:
    """What is known of a text when its time is up."""
    late = [Outcome(expected, ExpectationStatus.TIMEOUT) for expected in known.waiting]
    return replace_fields(known, outcomes=(*known.outcomes, *late), waiting=())
