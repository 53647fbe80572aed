"""Run the auxiliary work of a question: a failure is reported, and the main answer is still given."""

import time
from collections.abc import Callable
from typing import TypeVar

from bigand.api.report import Remark, Report
from bigand.api.run.limits import alarm
from bigand.messages.message import Message
from bigand.source.error import attempt, reason_of

Result = TypeVar("Result")
_SHARE = 0.25  # of the remaining time, for work that comes before the main answer


def attempt_before_main_work(
    task: str, work: Callable[[], Result], fallback: Result, report: Report, deadline: float | None
) -> Result:
    """Run auxiliary work before the main work, in at most a share of the time until `deadline`.

    Return `fallback` if it fails. The message `extra.TASK` says what the work is for.
    """

    def within_share() -> Result:
        with alarm(None if deadline is None else _SHARE * max(0.0, deadline - time.monotonic())):
            return work()

    return attempt(within_share, fallback, failure_reporter(task, report), deadline)


def attempt_after_main_work(task: str, work: Callable[[], Result], fallback: Result, report: Report) -> Result:
    """Run auxiliary work once the main answer is known: even after a timeout that answer is kept."""
    return attempt(work, fallback, failure_reporter(task, report))


def failure_reporter(task: str, report: Report) -> Callable[[Exception], None]:
    """Return a handler that reports a failure of auxiliary work."""

    def report_failure(error: Exception) -> None:
        report(Remark(key="extra.failed", gaps={"what": Message(f"extra.{task}"), "reason": reason_of(error)}))

    return report_failure
