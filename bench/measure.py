"""Timing: CPU seconds of this process or of a child, the median of several runs."""

import resource
import statistics
import subprocess
import time
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")


def median_seconds(work: Callable[[], Result], runs: int = 5) -> tuple[float, Result]:
    """The median CPU time of a piece of work, and its last result."""
    times: list[float] = []
    result: Result | None = None
    for _ in range(runs):
        began = time.process_time()
        result = work()
        times.append(time.process_time() - began)
    assert result is not None
    return statistics.median(times), result


def child_seconds(command: list[str], runs: int = 9) -> float:
    """The median CPU time of a command, its start included."""
    times: list[float] = []
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return statistics.median(times)


def calibration() -> str:
    """What a fixed piece of work takes here and now: so that seconds of another machine can be compared."""
    seconds, _ = median_seconds(lambda: {frozenset((at, -at, at // 3)) for at in range(200_000)})
    return f"calibration: 200,000 small sets made and kept {seconds:.2f} s"
