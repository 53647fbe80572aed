"""`test`: check the expectations of a text."""

from enum import Enum

from msgspec import Struct

from bigand.api.question import Answer, Failure
from bigand.api.report import Report
from bigand.api.source import TextQuestion
from bigand.api.value import Value, replace_fields
from bigand.source.diagnostic import Diagnostic
from bigand.source.document import Span


class ExpectationStatus(Enum):
    """The result of an expectation, or of a text."""

    PASSED = "passed"
    FAILED = "failed"
    TIMEOUT = "timeout"
    ERROR = "error"


class Expectation(Value):
    """What is expected (`models 92`), and its span."""

    text: str
    span: Span


class Outcome(Struct, frozen=True, eq=False):
    """The actual result, as a directive would write it; if it was not expected, the diagnostic says so."""

    expected: Expectation
    status: ExpectationStatus
    found: str = ""
    diagnostic: Diagnostic | None = None
    seconds: float = 0.0  # not compared, as it is never the same twice

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Outcome) and _comparison_key(self) == _comparison_key(other)

    def __ne__(self, other: object) -> bool:  # Struct has one of its own
        return not self == other

    def __hash__(self) -> int:
        return hash(_comparison_key(self))


def _comparison_key(outcome: Outcome) -> tuple[object, ...]:
    return outcome.expected, outcome.status, outcome.found, outcome.diagnostic


class TestAnswer(Answer, tag="tested"):
    """The outcome of each expectation; `trouble` is why the text, or the rest of them, cannot be checked.

    It is reported as a part each time that more is known: `waiting` has the expectations without an outcome yet.
    """

    outcomes: tuple[Outcome, ...] = ()
    waiting: tuple[Expectation, ...] = ()
    left_out: int = 0  # expectations that were not chosen
    trouble: Failure | None = None


class Test(TextQuestion[TestAnswer], tag="test"):
    """Does this text meet its expectations? With `expect`, these expectations are used instead of its own.

    They are written as after `;;@ expect`. `pattern` selects the expectations where it occurs in the name of the
    text or in what is expected.
    """

    __test__ = False  # otherwise pytest would take it for a test

    expect: tuple[str, ...] = ()
    pattern: str | None = None
    as_written: bool = False

    def answer(self, report: Report) -> TestAnswer:
        from bigand.api.test_runner import run_test

        return run_test(self, report)


def expectation_lines(expect: tuple[str, ...]) -> str:
    """The expectations of a question as lines of a document: their spans refer to this document."""
    return "\n".join([f";;@ expect {' '.join(text.split())}" for text in expect])


def mark_timeouts(known: TestAnswer) -> TestAnswer:
    """Mark the waiting expectations as timed out."""
    late = [Outcome(expected, ExpectationStatus.TIMEOUT) for expected in known.waiting]
    return replace_fields(known, outcomes=(*known.outcomes, *late), waiting=())
