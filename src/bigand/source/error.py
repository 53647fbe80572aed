"""The base of all exceptions of this package: a message key, and values for the gaps of the message.

The caller turns it into a value, an exit code or text in the user's language. There are subclasses only where a
caller catches that kind alone.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Any, ClassVar, TypeVar

from bigand.messages.message import Message
from bigand.source.diagnostic import Diagnostic


class ErrorKind(Enum):
    """Who has to act on an error."""

    INPUT = "input"  # the user: a file or value is invalid
    USAGE = "usage"  # the user: arguments contradict each other
    LIMIT = "limit"  # the user, who may raise a limit
    SOLVER = "solver"  # an engine is missing, crashed or gave a wrong answer
    BUG = "bug"  # the developers


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
        """Pickle with all attributes, so that errors can cross process boundaries."""
        return _restore_error, (type(self), self.args, self.__dict__)

    def __str__(self) -> str:
        """The message in English."""
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
    """Arguments or options that cannot be combined."""

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
    """A text with errors, listed in `diagnostics`; `source` is its index where there are several texts."""

    def __init__(self, diagnostics: Sequence[Diagnostic], source: int = 0) -> None:
        super().__init__("question.refused")
        self.diagnostics = list(diagnostics)
        self.source = source


class InvalidParameterError(InvalidSourceError):
    """Errors in a text that is an argument of a request, not in the file that the request is about."""

    kind = ErrorKind.USAGE


# ---------------------------------------------------------------------- auxiliary work
# Lints, forecasts, pictures and suggestions come with a main answer. Their failure never spoils it.


Result = TypeVar("Result")


def ignore_failure(_error: Exception) -> None:
    """Do nothing: for work that may fail silently."""


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
        deadline: End of the time for the main answer (by `time.monotonic`), if main work remains: a time limit that
            is reached later is raised, because it belongs to the main work.
        reraised: Exceptions that concern the main answer, and are raised.

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
    """The reason of a failure, for use inside a message."""
    if isinstance(error, BigandError):
        return Message(error.key, dict(error.gaps))
    if isinstance(error, MemoryError):
        return Message("limit.memory")
    return describe_bug(error)


def describe_bug(error: BaseException) -> str:
    """Describe an unexpected exception for a bug report: its type, text and the line that raised it."""
    from pathlib import Path

    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else "?"
    return f"{type(error).__name__} ({error}) at {place}"
