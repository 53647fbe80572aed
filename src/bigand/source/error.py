"""The one exception of the house: the key of a sentence, and what fills its gaps.

Whoever catches it turns it into a value, an exit code or a sentence in the user's language. There are subclasses
only where somebody catches just that kind.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Any, ClassVar, TypeVar

from bigand.messages.message import Message
from bigand.source.diagnostic import Diagnostic


class ErrorKind(Enum):
    """Who is to do something about it."""

    INPUT = "input"  # the user: a file or a value that makes no sense
    USAGE = "usage"  # the user: something that does not go together with something else
    LIMIT = "limit"  # the user, who may raise a limit
    SOLVER = "solver"  # an engine that is missing, crashed or lied
    BUG = "bug"  # us


class BigandError(Exception):
    """The base class of all errors of bigand; printed, it is a sentence in English.

    Args:
        key: The key of the sentence in the message catalogue.
        **gaps: What fills the gaps of the sentence.

    Attributes:
        key: The key, which stays the same when the sentence is reworded.
        gaps: What fills the gaps, by name.
        kind: Who can do something about it: `INPUT`, `USAGE`, `LIMIT`, `SOLVER` or `BUG`.

    >>> print(BigandError("limit.time"))
    the time is up
    """

    kind: ClassVar[ErrorKind] = ErrorKind.INPUT

    def __init__(self, key: str, **gaps: object) -> None:
        super().__init__(key)
        self.key = key
        self.gaps: Mapping[str, str | Message] = {
            name: gap if isinstance(gap, Message) else str(gap) for name, gap in gaps.items()
        }

    def __reduce__(self) -> tuple[Any, ...]:
        """Errors cross the border between processes with their gaps and all else that they know."""
        return _restore_error, (type(self), self.args, self.__dict__)

    def __str__(self) -> str:
        """The sentence in English, for whoever meets it in Python."""
        from bigand.messages import Language, message_text

        try:
            return message_text(self.key, Language.ENGLISH, **self.gaps)
        except KeyError:
            return self.key


def _restore_error(
    error_type: type[BigandError], arguments: tuple[Any, ...], attributes: dict[str, Any]
) -> BigandError:
    error = error_type.__new__(error_type, *arguments)
    error.args = arguments
    error.__dict__.update(attributes)
    return error


class UsageError(BigandError):
    """What was asked for does not go together."""

    kind = ErrorKind.USAGE


class LimitError(BigandError):
    """A limit of time, memory or size was reached.

    It has the `key` and `gaps` of every `BigandError`: the key is "limit.time", "limit.memory" or more special.

    >>> LimitError("limit.time").kind.value
    'limit'
    """

    kind = ErrorKind.LIMIT


class SolverError(BigandError):
    """An engine is missing, crashed, or gave a wrong answer.

    It has the `key` and `gaps` of every `BigandError`.

    >>> SolverError("solver.missing").kind.value
    'solver'
    """

    kind = ErrorKind.SOLVER


class InvalidSourceError(BigandError):
    """A text that has errors, told by `diagnostics`; `source` is which one, where there are several texts."""

    def __init__(self, diagnostics: Sequence[Diagnostic], source: int = 0) -> None:
        super().__init__("question.refused")
        self.diagnostics = list(diagnostics)
        self.source = source


class InvalidParameterError(InvalidSourceError):
    """The same of a text that somebody asked with, not of the one that is asked about."""

    kind = ErrorKind.USAGE


# ----------------------------------------------------------------------
# Auxiliary work beside a main answer: lints, forecasts, pictures, suggestions. It never ends the answer.


Result = TypeVar("Result")


def ignore_failure(_error: Exception) -> None:
    """For work whose failure nobody needs to know of."""


def attempt(
    work: Callable[[], Result],
    otherwise: Result,
    on_failure: Callable[[Exception], None] = ignore_failure,
    deadline: float | None = None,
    reraised: tuple[type[Exception], ...] = (),
) -> Result:
    """Do auxiliary work, or return `otherwise` if it fails in any way.

    Args:
        work: What to do.
        otherwise: The result if `work` raises an exception.
        on_failure: Receives that exception.
        deadline: When the time for the main answer is up (by `time.monotonic`), if main work is still to be done:
            a time limit that is reached after it is raised, since it is that of the main work.
        passing: Exceptions that concern the main answer, and are raised.

    >>> attempt(lambda: 1 // 0, otherwise=-1)
    -1
    """
    try:
        return work()
    except Exception as error:
        is_late = deadline is not None and time.monotonic() >= deadline
        if isinstance(error, reraised) or (isinstance(error, LimitError) and is_late):
            raise
        failure = error
    on_failure(failure)
    return otherwise


def reason_of(error: Exception) -> str | Message:
    """Why something failed, to stand in a sentence."""
    if isinstance(error, BigandError):
        return Message(error.key, dict(error.gaps))
    if isinstance(error, MemoryError):
        return Message("limit.memory")
    return describe_bug(error)


def describe_bug(error: BaseException) -> str:
    """What is needed to find a bug of ours: the exception and the line that raised it."""
    from pathlib import Path

    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else "?"
    return f"{type(error).__name__} ({error}) at {place}"
