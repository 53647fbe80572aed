"""How work is run: what a question costs beside its own work, and what a second worker brings.

Seconds of the clock: the work is done by other processes.
"""

import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.everywhere.dask import dask_cluster

from bigand.api.check import Check
from bigand.api.question import Answer, Failure, Question, ask_here
from bigand.api.run import child
from bigand.api.run.batch import answer_many, answer_many_on
from bigand.api.run.child import ask_in_child
from bigand.api.run.cluster import cluster_executor
from bigand.api.source import Source
from bigand.puzzles.queens.questions import Count

_SMALL = Check(source=Source(text="a and b", name="small"), suspicions=False)
_JOBS = 200
_BULK = [Count(size=14, engine="search") for _ in range(12)]  # 0.7 s each: what is shared out is the work
_PATIENCE = 60.0


def overhead() -> Iterator[str]:
    """A question whose own work is next to nothing: at most 10 ms beside it."""
    yield f"{'one question':<34} {'median':>9}"
    alone = _median(lambda: ask_here(_SMALL))
    yield f"{'here':<34} {alone * 1000:>6.2f} ms"
    before = child.method
    for way in ("fork", "spawn"):
        child.method = way
        first = _seconds(lambda: ask_in_child(_SMALL))
        each = _median(lambda: ask_in_child(_SMALL))
        yield f"{f'in a child ({way}ed)':<34} {each * 1000:>6.2f} ms   the first {first * 1000:.0f} ms"
        many = _seconds(lambda: _all(answer_many([_SMALL] * _JOBS, 2))) / _JOBS
        yield f"{f'one of {_JOBS} in two children ({way}ed)':<34} {many * 1000:>6.2f} ms"
    child.method = before
    with _cluster(1) as answers:
        answers([_SMALL] * 5)
        each = _seconds(lambda: answers([_SMALL] * _JOBS)) / _JOBS
        yield f"{f'one of {_JOBS} on a cluster, 1 worker':<34} {each * 1000:>6.2f} ms"


def speed_up() -> Iterator[str]:
    """Bulk work with one worker and with two."""
    yield f"{'workers':<12} {'one':>9} {'two':>9} {'times as fast':>14}"
    one, two = [_seconds(lambda jobs=jobs: _all(answer_many(_BULK, jobs))) for jobs in (1, 2)]  # type: ignore[misc]
    yield f"{'children':<12} {one:>7.2f} s {two:>7.2f} s {one / two:>14.2f}"
    times = []
    for workers in (1, 2):
        with _cluster(workers) as answers:
            answers(_BULK[:4])  # their children are warm then
            times.append(_seconds(lambda answers=answers: answers(_BULK)))  # type: ignore[misc]
    yield f"{'a cluster':<12} {times[0]:>7.2f} s {times[1]:>7.2f} s {times[0] / times[1]:>14.2f}"


@contextmanager
def _cluster(workers: int) -> Iterator[Callable[[Iterable[Question[Answer]]], None]]:
    """A cluster of this machine: what answers many questions, once all workers are there."""
    with (
        tempfile.TemporaryDirectory() as folder,
        dask_cluster(Path(folder), workers) as cluster,
    ):
        end = time.monotonic() + _PATIENCE
        there = 0
        while there < workers and time.monotonic() < end:
            with cluster_executor(cluster.address, _PATIENCE) as (executor, there):
                if there == workers:
                    yield lambda questions: _all(answer_many_on(executor, questions, 2 * workers))


def _all(answers: Iterable[Answer]) -> None:
    for answer in answers:
        assert not isinstance(answer, Failure), answer


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _median(work: Callable[[], object]) -> float:
    return statistics.median([_seconds(work) for _ in range(21)])


TABLES = {
    "running: what a question costs beside its work": overhead,
    "running: what a second worker brings": speed_up,
}
