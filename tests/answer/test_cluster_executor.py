"""What came of a task of a cluster is what came of its future, whatever becomes of the task afterwards."""

import asyncio
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future
from typing import Any

import pytest
from tests.apps.test_limits import wait_until
from tests.loops import run_async

from bigand.api.run.batch import answer_many_on
from bigand.api.run.cluster import ClusterExecutor, _transfer_result
from bigand.puzzles.queens.questions import Count
from bigand.source.error import BigandError


class Task:
    """A task of Dask's: its result is there, and then its worker is lost."""

    status = "pending"

    def __init__(self, result: object) -> None:
        self._outcome = result

    async def _result(self) -> object:
        if isinstance(self._outcome, BaseException):
            raise self._outcome
        return self._outcome


def handed_on(outcome: object, future: "Future[Any] | None" = None) -> "Future[Any]":
    future = Future() if future is None else future
    run_async(_transfer_result(Task(outcome), future))
    return future


def test_a_result_is_kept_though_its_worker_is_lost() -> None:
    assert handed_on("answer").result(0) == "answer"


def test_errors_and_what_was_given_up() -> None:
    with pytest.raises(ZeroDivisionError):
        handed_on(ZeroDivisionError()).result(0)
    with pytest.raises(BigandError) as caught:  # Dask cancels what is under way when its scheduler is lost
        handed_on(asyncio.CancelledError()).result(0)
    assert caught.value.key == "cluster.gone"
    for reason, kind in {"scheduler-connection-lost": BigandError, "unknown": CancelledError}.items():
        cancelled = CancelledError()
        cancelled.reason = reason  # type: ignore[attr-defined]  # as Dask has it
        with pytest.raises(kind):
            handed_on(cancelled).result(0)
    with pytest.raises(BigandError):
        handed_on(type("CommClosedError", (OSError,), {})()).result(0)


def test_nobody_wants_it_any_more() -> None:
    future: Future[Any] = Future()
    assert future.cancel()
    assert handed_on("answer", future).cancelled()


class Client:
    """A client of Dask's whose cluster goes away: what it has, and what becomes of what is submitted."""

    status = "running"
    workers = 1

    @property
    def scheduler(self) -> "Client":
        return self

    def identity(self) -> dict[str, dict[str, int]]:
        return {"workers": dict.fromkeys(map(str, range(self.workers)), 1)}

    def sync(self, work: Callable[[], Any], **_given: Any) -> Any:
        return work()

    def submit(self, *_given: Any, **_named: Any) -> object:
        raise RuntimeError("closed")


def key_of(executor: ClusterExecutor) -> str | None:
    try:
        executor.count_workers_or_raise()
    except BigandError as error:
        return error.key
    return None


def test_who_looks_is_told_that_nobody_will_answer() -> None:
    client = Client()
    executor, patient = ClusterExecutor(client, "here", 0.0), ClusterExecutor(client, "here", 1000.0)
    assert key_of(executor) is None
    client.workers = 0
    assert wait_until(lambda: key_of(executor) == "cluster.empty", 60)
    assert key_of(patient) is None  # another one may come
    client.workers = 1
    assert wait_until(lambda: key_of(executor) is None, 60)
    client.status = "connecting"
    assert key_of(executor) == key_of(patient) == "cluster.gone"


def test_questions_for_a_scheduler_that_is_gone() -> None:
    answers = answer_many_on(ClusterExecutor(Client(), "here"), [Count(size=5)] * 3, 2)
    with pytest.raises(BigandError) as caught:
        next(answers)
    assert caught.value.key == "cluster.gone"


class Never(Executor):
    """One that never answers."""

    def submit(self, *_given: Any, **_named: Any) -> "Future[Any]":
        return Future()


def test_whoever_waits_for_an_answer_can_stop() -> None:
    def stop() -> None:
        raise BigandError("cluster.gone", address="here")

    with pytest.raises(BigandError):
        next(answer_many_on(Never(), [Count(size=5)], 1, stop))
