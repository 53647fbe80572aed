"""Auxiliary work beside a main answer: lints, forecasts, pictures, suggestions. It never ends the answer."""

import time
from collections.abc import Callable
from typing import TypeVar

from bigand.messages.message import Message
from bigand.source.error import BigandError, LimitError

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
