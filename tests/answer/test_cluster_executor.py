"""What came of a task of a cluster is what came of its future, whatever becomes of the task afterwards."""

import asyncio
from concurrent.futures import CancelledError, Future
from typing import Any

import pytest

from bigand.answer.running.cluster import _hand_on


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
    asyncio.run(_hand_on(Task(outcome), future))
    return future


def test_a_result_is_kept_though_its_worker_is_lost() -> None:
    assert handed_on("answer").result(0) == "answer"


def test_errors_and_what_was_given_up() -> None:
    with pytest.raises(ZeroDivisionError):
        handed_on(ZeroDivisionError()).result(0)
    with pytest.raises(CancelledError):
        handed_on(asyncio.CancelledError()).result(0)


def test_nobody_wants_it_any_more() -> None:
    future: Future[Any] = Future()
    assert future.cancel()
    assert handed_on("answer", future).cancelled()
