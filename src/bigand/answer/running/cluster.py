"""A Dask cluster as an executor: whoever reaches it can have questions answered by many machines.

Dask does the work of a lost worker again; the same question has the same answer, so that nobody notices.
"""

import logging
import platform
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, InvalidStateError
from contextlib import contextmanager, suppress
from typing import Any

from bigand import __version__
from bigand.source.error import BigandError

_CONNECTING = 10.0  # seconds until a scheduler must have answered
_CLOSING = 5.0


def version() -> tuple[str, str]:
    """What must be the same everywhere: our version, and Python's without what is only mended in it."""
    return __version__, ".".join(platform.python_version_tuple()[:2])


@contextmanager
def cluster_executor(address: str, seconds: float = _CONNECTING) -> Iterator[tuple[Executor, int]]:
    """An executor of the cluster whose scheduler has this address, and how many questions it answers at a time."""
    client = _connected(address, seconds)
    try:
        threads = _checked(client, address, seconds)
        yield _ClusterExecutor(client), threads
    finally:
        _close(client)


class _ClusterExecutor(Executor):
    """Work on a cluster as futures of Python's.

    Dask's own executor looks at a task's status after it has its result: if the worker was lost in between, that is
    no longer “finished”, and the result is taken for an error.
    """

    def __init__(self, client: Any) -> None:
        self._client = client

    def submit(self, work: Callable[..., Any], /, *given: Any, **named: Any) -> "Future[Any]":
        task = self._client.submit(work, *given, pure=False, **named)
        future: Future[Any] = Future()
        future.add_done_callback(lambda done: task.cancel() if done.cancelled() else None)
        self._client.loop.add_callback(_hand_on, task, future)
        return future


async def _hand_on(task: Any, future: "Future[Any]") -> None:
    """What came of a task is what came of its future."""
    with suppress(InvalidStateError):  # nobody wants it any more
        try:
            result = await task._result()
        except Exception as error:
            future.set_exception(error)
        except BaseException:  # the cluster has given it up
            future.cancel()
            future.set_running_or_notify_cancel()
        else:
            future.set_result(result)


def _is_news(record: logging.LogRecord) -> bool:
    """Not that a lost worker's questions are asked again: that is how it should be, and no complaint."""
    return "rescheduling" not in record.getMessage()


def _connected(address: str, seconds: float) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise BigandError("cluster.missing") from None
    logging.getLogger("distributed.client").addFilter(_is_news)
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


def _checked(client: Any, address: str, seconds: float) -> int:
    """How many threads its workers have; they must have the same versions as we."""
    try:
        client.wait_for_workers(1, timeout=seconds)
    except TimeoutError:
        raise BigandError("cluster.empty", address=address) from None
    try:
        versions: dict[str, tuple[str, str]] = client.run(version)
    except Exception as error:  # whatever a worker says that has no bigand, or another one
        raise BigandError("cluster.foreign", worker=address, reason=_first_line(error)) from None
    for worker, theirs in versions.items():
        if tuple(theirs) != version():
            raise BigandError("cluster.version", worker=worker, theirs=_told(*theirs), ours=_told(*version()))
    return sum(client.ncores().values())


def _told(ours: str, python: str) -> str:
    return f"bigand {ours}, Python {python}"


def _first_line(error: BaseException) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]


def _close(client: Any) -> None:
    """Close a client, however far it came; what is not heard of in some seconds is left alone."""
    with suppress(Exception):
        client.close(timeout=_CLOSING)
    with suppress(Exception):
        client.status = "closed"  # else it would try again, without end, when it is collected
