"""A Dask cluster as an executor: whoever reaches it can have questions answered by many machines.

Dask does the work of a lost worker again; the same question has the same answer, so that nobody notices.
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

_CONNECT_SECONDS = 10.0  # seconds until a scheduler must have answered
NO_WORKER_SECONDS = 300.0  # seconds for which a cluster may have no worker, at the start or later
_POLL_SECONDS = 0.1  # seconds between two looks at whether there is a worker
_QUERY_SECONDS = 1.0  # seconds between two questions about that to the scheduler
_CLOSE_SECONDS = 5.0
_SCHEDULER_LOST = "scheduler-connection-lost"  # why Dask cancels what is under way
_NOISY = ("distributed", "tornado", "asyncio", "concurrent")  # loggers that tell of lost connections by tracebacks


def required_versions() -> tuple[str, str]:
    """What must be the same everywhere: our version, and Python's without what is only mended in it."""
    return __version__, ".".join(platform.python_version_tuple()[:2])


@contextmanager
def cluster_executor(
    address: str,
    seconds: float = _CONNECT_SECONDS,
    patience: float = NO_WORKER_SECONDS,
    wait: Callable[[], None] = lambda: None,
) -> Iterator[tuple["ClusterExecutor", int]]:
    """An executor of the cluster whose scheduler has this address, and how many questions it answers at a time.

    The scheduler must answer within some seconds. Where it has no worker, one is waited for with patience; `wait`
    is called ten times a second meanwhile.
    """
    client = _connect(address, seconds)
    try:
        executor = ClusterExecutor(client, address, patience)
        while executor.check_workers() == 0:
            wait()
            time.sleep(_POLL_SECONDS)
        yield executor, _check_versions(client, address)
    finally:
        _close(client)


class ClusterExecutor(Executor):
    """Work on a cluster as futures of Python's.

    Dask's own executor looks at a task's status after it has its result: if the worker was lost in between, that is
    no longer “finished”, and the result is taken for an error.
    """

    def __init__(self, client: Any, address: str, patience: float = NO_WORKER_SECONDS) -> None:
        self._client = client
        self._address = address
        self._patience = patience
        self._had_workers = time.monotonic()
        self._next = 0.0  # when the scheduler is asked next how many workers there are
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

    def check_workers(self) -> int:
        """How many workers there are, as far as is known: none, one, or more than that.

        Raises a `BigandError` if nobody will answer: the scheduler is lost, or there is no worker for too long.
        """
        if self._client.status not in ("running", "newly-created"):
            raise _lost_error(self._address)
        now = time.monotonic()
        if now >= self._next:
            self._workers = self._query_workers()
            self._next = now + _QUERY_SECONDS
        if self._workers:
            self._had_workers = now
        elif now - self._had_workers > self._patience:
            raise BigandError("cluster.empty", address=self._address, seconds=f"{self._patience:g}")
        return self._workers

    def _query_workers(self) -> int:
        """How many workers the scheduler has; none where it does not answer."""
        client = self._client
        try:
            identity = client.sync(client.scheduler.identity, n_workers=2, callback_timeout=_CLOSE_SECONDS)
        except Exception:  # it is lost, as the status will tell, or too busy
            return 0
        return len(identity["workers"])


def _lost_error(address: str) -> BigandError:
    return BigandError("cluster.gone", address=address)


async def _transfer_result(task: Any, future: "Future[Any]", address: str = "") -> None:
    """What came of a task is what came of its future."""
    with suppress(InvalidStateError):  # nobody wants it any more
        try:
            result = await task._result()
        except Exception as error:
            future.set_exception(_lost_error(address) if _is_lost_scheduler(error) else error)
        except BaseException:  # so Dask may cancel what is under way when the scheduler is lost
            future.set_exception(_lost_error(address))
        else:
            future.set_result(result)


def _is_lost_scheduler(error: Exception) -> bool:
    """Whether Dask cancelled a task because the scheduler is lost, or could not fetch its result from there."""
    return getattr(error, "reason", "") == _SCHEDULER_LOST or type(error).__name__ == "CommClosedError"


def silence_dask() -> None:
    """Let nothing that Dask logs reach the terminal of a command, which says in its own words what is lost."""
    with suppress(ImportError):
        import distributed  # noqa: F401  # which makes its loggers
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
    client = Client.__new__(Client)  # in two steps: one that never connected has to be closed too
    try:
        client.__init__(address, timeout=seconds, set_as_default=False)  # type: ignore[misc]
    except Exception as error:  # what answers may be something else
        _close(client)
        raise BigandError("cluster.unreachable", address=address, reason=_first_line(error)) from None
    except BaseException:
        _close(client)
        raise
    return client


def _check_versions(client: Any, address: str) -> int:
    """How many threads its workers have; they must have the same versions as we."""
    try:
        versions: dict[str, tuple[str, str]] = client.run(required_versions)
    except Exception as error:  # whatever a worker says that has no bigand, or another one
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
    """Close a client, however far it came; what is not heard of in some seconds is left alone."""
    with suppress(Exception):
        client.close(timeout=_CLOSE_SECONDS)
    with suppress(Exception):
        client.status = "closed"  # else it would try again, without end, when it is collected
