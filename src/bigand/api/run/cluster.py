"""Use a Dask cluster as an executor, so that many machines answer questions.

Dask repeats the work of a lost worker. This has no visible effect, as the same question has the same answer.
"""

import logging
import platform
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, InvalidStateError
from contextlib import contextmanager, suppress
from typing import Any

from bigand import __version__
from bigand.source.error import BigandError

_CONNECT_SECONDS = 10.0  # within which a scheduler must answer
NO_WORKER_SECONDS = 300.0  # for which a cluster may have no worker, at the start or later
_POLL_SECONDS = 0.1  # between two checks for a worker
_QUERY_SECONDS = 1.0  # between two queries for workers to the scheduler
_CLOSE_SECONDS = 5.0
_SCHEDULER_LOST = "scheduler-connection-lost"  # Dask's reason for cancelling tasks
_NOISY = ("distributed", "tornado", "asyncio", "concurrent")  # loggers that print tracebacks of lost connections


def required_versions() -> tuple[str, str]:
    """The versions that must be the same everywhere: bigand's, and Python's without the micro version."""
    return __version__, ".".join(platform.python_version_tuple()[:2])


@contextmanager
def cluster_executor(
    address: str,
    seconds: float = _CONNECT_SECONDS,
    patience: float = NO_WORKER_SECONDS,
    wait: Callable[[], None] = lambda: None,
) -> Iterator[tuple["ClusterExecutor", int]]:
    """Connect to a cluster; yield an executor and how many questions it answers at a time.

    The scheduler at `address` must answer within `seconds`. If it has no worker, this waits up to `patience`
    seconds for one and calls `wait` ten times a second.
    """
    client = _connect(address, seconds)
    try:
        executor = ClusterExecutor(client, address, patience)
        while executor.count_workers_or_raise() == 0:
            wait()
            time.sleep(_POLL_SECONDS)
        yield executor, _check_versions_and_count_threads(client, address)
    finally:
        _close(client)


class ClusterExecutor(Executor):
    """An executor that runs work on a cluster, with Python's futures.

    Dask's own executor reads a task's status after its result: if the worker was lost in between, the status is no
    longer “finished”, and the result is taken for an error.
    """

    def __init__(self, client: Any, address: str, patience: float = NO_WORKER_SECONDS) -> None:
        self._client = client
        self._address = address
        self._patience = patience
        self._had_workers = time.monotonic()
        self._next_query = 0.0
        self._workers = 0

    def submit(self, work: Callable[..., Any], /, *given: Any, **named: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        try:
            task = self._client.submit(work, *given, pure=False, **named)
            future.add_done_callback(lambda done: task.cancel() if done.cancelled() else None)
            self._client.loop.add_callback(_transfer_result, task, future, self._address)
        except Exception:  # the client has lost its scheduler
            future.set_exception(_lost_error(self._address))
        return future

    def count_workers_or_raise(self) -> int:
        """The last known number of workers: 0, 1, or 2 for more than one.

        Raises `BigandError` if the scheduler is lost, or if there has been no worker for too long.
        """
        if self._client.status not in ("running", "newly-created"):
            raise _lost_error(self._address)
        now = time.monotonic()
        if now >= self._next_query:
            self._workers = self._query_workers()
            self._next_query = now + _QUERY_SECONDS
        if self._workers:
            self._had_workers = now
        elif now - self._had_workers > self._patience:
            raise BigandError("cluster.empty", address=self._address, seconds=f"{self._patience:g}")
        return self._workers

    def _query_workers(self) -> int:
        """Ask the scheduler for its number of workers; 0 if it does not answer."""
        client = self._client
        try:
            identity = client.sync(client.scheduler.identity, n_workers=2, callback_timeout=_CLOSE_SECONDS)
        except Exception:  # it is lost, as the status will show, or too busy
            return 0
        return len(identity["workers"])


def _lost_error(address: str) -> BigandError:
    return BigandError("cluster.gone", address=address)


async def _transfer_result(task: Any, future: "Future[Any]", address: str = "") -> None:
    """Copy the result or the exception of a Dask task to a future."""
    with suppress(InvalidStateError):  # the future was cancelled
        try:
            result = await task._result()
        except Exception as error:
            future.set_exception(_lost_error(address) if _is_lost_scheduler(error) else error)
        except BaseException:  # Dask may cancel tasks in this way when the scheduler is lost
            future.set_exception(_lost_error(address))
        else:
            future.set_result(result)


def _is_lost_scheduler(error: Exception) -> bool:
    """Whether Dask cancelled a task because the scheduler is lost, or could not fetch its result from there."""
    return getattr(error, "reason", "") == _SCHEDULER_LOST or type(error).__name__ == "CommClosedError"


def silence_dask() -> None:
    """Keep Dask's logs off the terminal of a command, which reports lost connections itself."""
    with suppress(ImportError):
        import distributed  # noqa: F401  # creates its loggers
    for name in _NOISY:
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [logging.NullHandler()], False
    for name, known in logging.root.manager.loggerDict.items():
        if name.partition(".")[0] in _NOISY and isinstance(known, logging.Logger):
            known.disabled = True


def _connect(address: str, seconds: float) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise BigandError("cluster.missing") from None
    client = Client.__new__(Client)  # in two steps, as a client that never connected must be closed, too
    try:
        client.__init__(address, timeout=seconds, set_as_default=False)  # type: ignore[misc]
    except Exception as error:  # also if something other than a scheduler answers
        _close(client)
        raise BigandError("cluster.unreachable", address=address, reason=_first_line(error)) from None
    except BaseException:
        _close(client)
        raise
    return client


def _check_versions_and_count_threads(client: Any, address: str) -> int:
    """Return the number of threads of all workers; raise unless they have the same versions as this process."""
    try:
        versions: dict[str, tuple[str, str]] = client.run(required_versions)
    except Exception as error:  # a worker has no bigand, or an incompatible one
        raise BigandError("cluster.foreign", worker=address, reason=_first_line(error)) from None
    for worker, theirs in versions.items():
        if tuple(theirs) != required_versions():
            raise BigandError(
                "cluster.version",
                worker=worker,
                theirs=_version_text(*theirs),
                ours=_version_text(*required_versions()),
            )
    return sum(client.ncores().values())


def _version_text(ours: str, python: str) -> str:
    return f"bigand {ours}, Python {python}"


def _first_line(error: BaseException) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]


def _close(client: Any) -> None:
    """Close a client, even one that never connected; give up after some seconds."""
    with suppress(Exception):
        client.close(timeout=_CLOSE_SECONDS)
    with suppress(Exception):
        client.status = "closed"  # otherwise it would retry without end when it is garbage-collected
