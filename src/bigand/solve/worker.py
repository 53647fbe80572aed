"""An engine in a process of its own, so that it can be stopped: by a time limit, by Ctrl-C, by a crash.

The child is forked and so has the clauses already; requests and answers go over a pair of pipes. When the
parent goes, however it goes, the child is killed. Where there is no `fork`, the work is done in this process: a
time limit then holds between its steps, and whoever needs more runs this process where it can be ended.
"""

import os
import pickle
import select
import signal
import struct
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any, TypeAlias, TypeVar

from bigand.ground.columns import Array
from bigand.solve.session import LimitError, Session, SolverError

Result = TypeVar("Result")
Report: TypeAlias = Callable[[object], None]


def can_fork() -> bool:
    """Whether this system has children that know what their parent knows."""
    return hasattr(os, "fork")


class _Inside:
    """A session in this process."""

    def __init__(self, make: Callable[[], Session], deadline: float | None) -> None:
        self._make = make
        self._session: Session | None = None
        self._deadline = deadline

    def ask(self, method: str, *given: Any) -> Any:
        """What a method of the session gives; what went wrong is raised."""
        try:
            check_time(self._deadline)
            if self._session is None:
                self._session = self._make()
            answer = getattr(self._session, method)(*given)
            check_time(self._deadline)
            return answer
        except MemoryError as error:
            raise SolverError("solver.memory") from error

    def close(self) -> None:
        self._session = None


def check_time(deadline: float | None) -> None:
    """LimitError when the time is up."""
    if deadline is not None and time.monotonic() > deadline:
        raise LimitError("limit.time")


class _Child:
    """The same in a forked child."""

    def __init__(self, make: Callable[[], Session], deadline: float | None) -> None:
        self.deadline = deadline
        to_child, from_parent = os.pipe()
        to_parent, from_child = os.pipe()
        self._read, self._write = to_parent, from_parent
        parent = os.getpid()
        self._child = os.fork()
        if self._child == 0:  # pragma: no cover  # another process
            os.close(from_parent)
            os.close(to_parent)
            _serve(make, to_child, from_child, parent)
        os.close(to_child)
        os.close(from_child)

    def ask(self, method: str, *given: Any) -> Any:
        """What a method of the session gives; what went wrong in the child is raised here."""
        try:
            _send(self._write, (method, given))
            answer = _receive(self._read, self.deadline)
        except TimeoutError as error:
            self.close()
            raise LimitError("limit.time") from error
        except (EOFError, BrokenPipeError) as error:
            raise SolverError("solver.crashed") from error
        if isinstance(answer, Exception):
            raise answer
        return answer

    def close(self) -> None:
        if self._child:
            os.kill(self._child, signal.SIGKILL)
            os.waitpid(self._child, 0)
            os.close(self._read)
            os.close(self._write)
            self._child = 0


class WorkerSession:
    """A session in a child, or here where there is no `fork`; it is made when it is first asked something.

    `deadline` is a time of `time.monotonic`.
    """

    def __init__(self, make: Callable[[], Session], deadline: float | None = None) -> None:
        self._child = (_Child if can_fork() else _Inside)(make, deadline)

    def solve(self, assumptions: Sequence[int] = ()) -> bool | None:
        has_model: bool | None = self._child.ask("solve", list(assumptions))
        return has_model

    def values(self) -> Array:
        values: Array = self._child.ask("values")
        return values

    def core(self) -> list[int]:
        literals: list[int] = self._child.ask("core")
        return literals

    def add(self, clause: Sequence[int]) -> None:
        self._child.ask("add", list(clause))

    def prefer(self, literals: Sequence[int]) -> None:
        self._child.ask("prefer", list(literals))

    def close(self) -> None:
        self._child.close()


class Task:
    """Some work in a forked process that reports as it goes; whatever is still running when it is closed is killed.

    `pipe` becomes readable when there is something to receive, or when the work has ended.
    """

    def __init__(self, work: Callable[[Report], None]) -> None:
        self.pipe, sink = os.pipe()
        parent = os.getpid()
        self._process = os.fork()
        if self._process == 0:  # pragma: no cover  # another process
            try:
                os.close(self.pipe)
                signal.signal(signal.SIGINT, signal.SIG_IGN)
                die_with_parent(parent)
                work(lambda value: _send(sink, value))
            finally:
                os._exit(0)
        os.close(sink)

    def receive(self, deadline: float | None = None) -> Any:
        """The next value; it is a limit that the time is up, and an engine that crashed says nothing more."""
        try:
            return _receive(self.pipe, deadline)
        except TimeoutError as error:
            raise LimitError("limit.time") from error
        except EOFError as error:
            raise SolverError("solver.crashed") from error

    def close(self) -> None:
        if self._process:
            os.kill(self._process, signal.SIGKILL)
            os.waitpid(self._process, 0)
            os.close(self.pipe)
            self._process = 0


def stream_isolated(work: Callable[[Report], None], deadline: float | None) -> Generator[Any, None, None]:
    """What some work reports, as it reports it, from a child that is killed when nobody listens any more."""
    return (_stream_forked if can_fork() else _stream_inside)(work, deadline)


class _StoppedError(Exception):
    """Nobody listens any more."""


def _stream_inside(work: Callable[[Report], None], deadline: float | None) -> Generator[Any, None, None]:
    """The same from a thread, which ends at its next report when nobody listens any more."""
    import queue

    reports: queue.SimpleQueue[tuple[bool, Any]] = queue.SimpleQueue()
    is_over = threading.Event()

    def report(value: object) -> None:
        if is_over.is_set():
            raise _StoppedError
        reports.put((True, value))

    def run() -> None:
        reports.put((False, _outcome(lambda: work(report))))

    threading.Thread(target=run, daemon=True).start()
    try:
        while True:
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            goes_on, value = reports.get(timeout=left)
            if isinstance(value, Exception):
                raise value
            if not goes_on:
                return
            yield value
    except queue.Empty as error:
        raise LimitError("limit.time") from error
    finally:
        is_over.set()


def _stream_forked(work: Callable[[Report], None], deadline: float | None) -> Generator[Any, None, None]:
    def reported(report: Report) -> None:
        failure = _outcome(lambda: work(lambda value: report((True, value))))
        report((False, failure))

    with closing(Task(reported)) as task:
        while True:
            goes_on, value = task.receive(deadline)
            if isinstance(value, Exception):
                raise value
            if not goes_on:
                return
            yield value


def run_isolated(work: Callable[[], Result], deadline: float | None) -> Result:
    """The result of some work, done in a child that is killed when the time is up."""
    result = _forked_outcome(work, deadline) if can_fork() else _outcome(work)
    if isinstance(result, Exception):
        raise result
    return result


def _forked_outcome(work: Callable[[], Result], deadline: float | None) -> Result | Exception:
    with closing(Task(lambda report: report(_outcome(work)))) as task:
        result: Result | Exception = task.receive(deadline)
        return result


def _outcome(work: Callable[[], Result]) -> Result | Exception:
    """The result of some work, or the error that is to be reported."""
    try:
        return work()
    except MemoryError:
        return SolverError("solver.memory")
    except Exception as error:
        return error


def _serve(make: Callable[[], Session], source: int, sink: int, parent: int) -> None:
    """The life of the child: it never returns."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        die_with_parent(parent)
        session: Session | None = None
        while True:
            method, given = _receive(source, None)
            try:
                if session is None:
                    session = make()
                _send(sink, getattr(session, method)(*given))
            except (SolverError, LimitError, MemoryError) as error:
                _send(sink, SolverError("solver.memory") if isinstance(error, MemoryError) else error)
    finally:
        os._exit(0)


def die_with_parent(parent: int) -> None:
    """Ask Linux to kill us when the parent ends; elsewhere the closed pipe will tell."""
    try:
        import ctypes

        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    except (OSError, AttributeError):
        pass
    if os.getppid() != parent:
        os._exit(0)


@contextmanager
def leashed(group: int) -> Iterator[None]:
    """A group of processes that is killed when this is left or when we end, however we end; not without `fork`."""
    if not can_fork():
        yield
        return
    end, held = os.pipe()
    guard = os.fork()
    if guard == 0:  # pragma: no cover  # another process
        try:
            os.close(held)
            os.setsid()  # Ctrl-C is not for us
            os.read(end, 1)
            os.killpg(group, signal.SIGKILL)
        finally:
            os._exit(0)
    os.close(end)
    try:
        yield
    finally:
        os.close(held)
        os.waitpid(guard, 0)


def _send(pipe: int, value: Any) -> None:
    data = pickle.dumps(value)
    data = struct.pack("<Q", len(data)) + data
    while data:
        data = data[os.write(pipe, data) :]


def _receive(pipe: int, deadline: float | None) -> Any:
    (size,) = struct.unpack("<Q", _read_all(pipe, 8, deadline))
    return pickle.loads(_read_all(pipe, size, deadline))


def _read_all(pipe: int, size: int, deadline: float | None) -> bytes:
    parts = bytearray()
    while len(parts) < size:
        if deadline is not None:
            left = deadline - time.monotonic()
            ready, _, _ = select.select([pipe], [], [], max(0.0, left))
            if not ready:
                raise TimeoutError
        piece = os.read(pipe, min(size - len(parts), 1 << 20))
        if not piece:
            raise EOFError
        parts += piece
    return bytes(parts)
