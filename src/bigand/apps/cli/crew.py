"""Pieces of work in processes of their own, several at a time, each with its time; what they report comes in order.

A process that crashes, hangs or fills the memory harms no other one. Whatever still runs when nobody asks for more
is killed.
"""

import select
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum

from bigand.solve.worker import Report, Task, can_fork


class End(Enum):
    """How a piece of work ended."""

    DONE = "done"
    TIME = "time"
    CRASH = "crash"


@dataclass
class Job:
    """What a piece of work reported, how it ended (if it has), and how long it took."""

    reports: list[object] = field(default_factory=list)
    end: End | None = None
    seconds: float = 0.0


_FINISHED = "finished"


def in_order(
    works: Sequence[Callable[[Report], None]],
    at_once: int,
    seconds: float | None,
    watch: Callable[[int], None] = lambda _index: None,
) -> Iterator[Job]:
    """Run pieces of work, so many at once; gives each when it and all before it have ended.

    `watch` is told the number of the one that is waited for. Without `fork` they run here, one after the other.
    """
    if not can_fork():
        for index, work in enumerate(works):
            watch(index)
            yield _here(work)
        return
    jobs = [Job() for _ in works]
    running: dict[int, tuple[Task, float]] = {}
    begun = 0
    try:
        for index, job in enumerate(jobs):
            watch(index)
            while job.end is None:
                while begun < len(works) and len(running) < at_once:
                    running[begun] = (Task(_finishing(works[begun])), time.monotonic())
                    begun += 1
                _wait(running, jobs, seconds)
            yield job
    finally:
        for child, _ in running.values():
            child.close()


def _here(work: Callable[[Report], None]) -> Job:
    """A piece of work done in this process."""
    job, began = Job(), time.monotonic()
    try:
        work(job.reports.append)
        job.end = End.DONE
    except (Exception, MemoryError):
        job.end = End.CRASH
    job.seconds = time.monotonic() - began
    return job


def _finishing(work: Callable[[Report], None]) -> Callable[[Report], None]:
    """The same work, which says at its end that it came to it."""

    def run(report: Report) -> None:
        work(report)
        report(_FINISHED)

    return run


def _wait(running: dict[int, tuple[Task, float]], jobs: list[Job], seconds: float | None) -> None:
    """Wait until something is reported, ends, or has had its time."""
    now = time.monotonic()
    left = None if seconds is None else max(0.0, min(began + seconds - now for _, began in running.values()))
    ready, _, _ = select.select([child.pipe for child, _ in running.values()], [], [], left)
    for index, (child, began) in list(running.items()):
        job = jobs[index]
        if child.pipe in ready:
            _take(child, job)
        elif seconds is not None and time.monotonic() >= began + seconds:
            job.end = End.TIME
        if job.end is not None:
            job.seconds = time.monotonic() - began
            child.close()
            del running[index]


def _take(child: Task, job: Job) -> None:
    try:
        report = child.receive()
    except EOFError:
        job.end = End.CRASH
        return
    if report == _FINISHED:
        job.end = End.DONE
    else:
        job.reports.append(report)
