"""`test`: what is expected of a text, and what came of it."""

from enum import Enum

from msgspec import Struct

from bigand.answer.question import Answer, Failure
from bigand.answer.source import AboutText
from bigand.answer.value import Value, changed
from bigand.source.diagnostic import Diagnostic
from bigand.source.span import Span


class Status(Enum):
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
    status: Status
    found: str = ""
    diagnostic: Diagnostic | None = None
    seconds: float = 0.0  # never the same twice: not compared

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Outcome) and _compared(self) == _compared(other)

    def __ne__(self, other: object) -> bool:  # Struct has one of its own
        return not self == other

    def __hash__(self) -> int:
        return hash(_compared(self))


def _compared(outcome: Outcome) -> tuple[object, ...]:
    return outcome.expected, outcome.status, outcome.found, outcome.diagnostic


class Tested(Answer, tag="tested"):
    """What became of each expectation; `trouble` is why the text, or the rest of them, cannot be judged.

    It is told as a part each time that more is known: `waiting` are the expectations that nothing is known of yet.
    """

    outcomes: tuple[Outcome, ...] = ()
    waiting: tuple[Expectation, ...] = ()
    left_out: int = 0  # expectations that were not chosen
    trouble: Failure | None = None


class Test(AboutText[Tested], tag="test", by="bigand.answer.testing:tested"):
    """Is what this text expects so? Or what is expected here, if that is said (as in `;;@ expect`).

    `pattern` chooses those expectations where it is found in the name of the text or in what is expected.
    """

    __test__ = False  # for pytest, which would take it for a test

    expect: tuple[str, ...] = ()
    pattern: str | None = None
    as_written: bool = False


def asked_text(expect: tuple[str, ...]) -> str:
    """Expectations that are said beside a text, as lines: places in them are places in this."""
    return "\n".join([f";;@ expect {' '.join(text.split())}" for text in expect])


def out_of_time(known: Tested) -> Tested:
    """What is known of a text when its time is up."""
    late = [Outcome(expected, Status.TIMEOUT) for expected in known.waiting]
    return changed(known, outcomes=(*known.outcomes, *late), waiting=())
