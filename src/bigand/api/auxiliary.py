"""Auxiliary work of a question: if it fails, that is reported, and the answer is given all the same."""

import time
from collections.abc import Callable
from typing import TypeVar

from bigand.api.report import Remark, Report
from bigand.api.run.limits import alarm
from bigand.messages.message import Message
from bigand.source.error import attempt, reason_of

Result = TypeVar("Result")
_SHARE = 0.25  # of the time that is left, for work that comes before the main answer


def attempt_first(
    task: str, work: Callable[[], Result], fallback: Result, report: Report, deadline: float | None
) -> Result:
    """Auxiliary work before the main work: it takes at most a share of the time until the `deadline`.

    `extra.WHAT` in the catalogue says what the work is for.
    """

    def within_share() -> Result:
        with alarm(None if deadline is None else _SHARE * max(0.0, deadline - time.monotonic())):
            return work()

    return attempt(within_share, fallback, failure_reporter(task, report), deadline)


def attempt_last(task: str, work: Callable[[], Result], fallback: Result, report: Report) -> Result:
    """Auxiliary work when the main answer is known: even if the time is up in it, that answer is given."""
    return attempt(work, fallback, failure_reporter(task, report))


def failure_reporter(task: str, report: Report) -> Callable[[Exception], None]:
    """What tells a report that auxiliary work failed."""

    def report_failure(error: Exception) -> None:
        report(Remark(key="extra.failed", gaps={"what": Message(f"extra.{task}"), "reason": reason_of(error)}))

    return report_failure
