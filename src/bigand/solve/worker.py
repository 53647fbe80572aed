"""Run an engine in its own process, so that it can be stopped by a time limit or Ctrl-C and may crash safely.

The child is forked, so it already has the clauses; requests and answers use a pipe. When the parent ends, in
whatever way, the child is killed. Without `fork`, the work runs in this process: a time limit then applies between
steps, and stricter limits require running this process where it can be killed.
"""

import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from multiprocessing.connection import Connection, Pipe
from typing import Any, TypeAlias, TypeVar

from bigand.ground.columns import Array
from bigand.solve.crash import crash_reason, memory_kills
from bigand.solve.session import LimitError, Session, SolverError
from bigand.source.error import BigandError, describe_bug

_EXIT_SECONDS = 1.0  # seconds to wait for a process that has closed its pipe
Result = TypeVar("Result")
Report: TypeAlias = Callable[[object], None]


def can_fork() -> bool:
    """Return whether this system can fork."""
    return hasattr(os, "fork")


class _LocalSession:
    """A session in this process."""

    def __init__(self, make: Callable[[], Session], deadline: float | None) -> None:
        self._make = make
        self._session: Session | None = None
        self._deadline = deadline

    def ask(self, method: str, *arguments: Any) -> Any:
        """Call a method of the session; errors are raised."""
        try:
            check_deadline(self._deadline)
            if self._session is None:
                self._session = self._make()
            answer = getattr(self._session, method)(*arguments)
            check_deadline(self._deadline)
            return answer
        except MemoryError as error:
            raise SolverError("solver.memory") from error

    def close(self) -> None:
        self._session = None


def check_deadline(deadline: float | None) -> None:
    """Raise `LimitError` if the time is up."""
    if deadline is not None and time.monotonic() > deadline:
        raise LimitError("limit.time")


class ForkedTask:
    """Runs `work` in a forked process with a pipe; it is killed on `close` if still running."""

    def __init__(self, work: "Callable[[Connection[Any, Any]], None]") -> None:
        self.pipe, theirs = Pipe()
        self._kills_before = memory_kills()
        parent = os.getpid()
        self._process = os.fork()
        if self._process == 0:  # pragma: no cover  # runs in another process
            try:
                self.pipe.close()
                signal.signal(signal.SIGINT, signal.SIG_IGN)
                die_with_parent(parent)
                work(theirs)
            finally:
                os._exit(0)
        theirs.close()

    def receive(self, deadline: float | None = None) -> Any:
        """Return the next value; raises `LimitError` when the time is up and `SolverError` after a crash."""
        try:
            if self.pipe.poll(None if deadline is None else max(0.0, deadline - time.monotonic())):
                return self.pipe.recv()
        except (EOFError, OSError) as error:
            raise SolverError(
                "solver.crashed", reason=crash_reason(self._end_process(), self._kills_before)
            ) from error
        raise LimitError("limit.time")

    def _end_process(self) -> int | None:
        """End the process if it still runs; return its exit code if it ended by itself."""
        if not self._process:
            return None
        process, self._process = self._process, 0
        self.pipe.close()
        deadline = time.monotonic() + _EXIT_SECONDS  # the pipe closes a moment before the process ends
        while time.monotonic() < deadline:
            ended, status = os.waitpid(process, os.WNOHANG)
            if ended:
                return os.waitstatus_to_exitcode(status)
            time.sleep(_EXIT_SECONDS / 100)
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        return None

    def close(self) -> None:
        if self._process:
            with suppress(ProcessLookupError, ChildProcessError):  # somebody else has waited for it
                os.kill(self._process, signal.SIGKILL)
                os.waitpid(self._process, 0)
            self.pipe.close()
            self._process = 0


class _ChildSession:
    """A session in a forked child."""

    def __init__(self, make: Callable[[], Session], deadline: float | None) -> None:
        self.deadline = deadline
        self._task = ForkedTask(lambda pipe: _serve_session(make, pipe))

    def ask(self, method: str, *arguments: Any) -> Any:
        """Call a method of the session; errors in the child are raised here."""
        with suppress(OSError):  # it has crashed, as receiving its answer will show
            self._task.pipe.send((method, arguments))
        try:
            answer = self._task.receive(self.deadline)
        except LimitError:
            self.close()
            raise
        if isinstance(answer, Exception):
            raise answer
        return answer

    def close(self) -> None:
        self._task.close()


class WorkerSession:
    """A session in a child, or in this process without `fork`; it is created on first use.

    `deadline` is a time of `time.monotonic`.
    """

    def __init__(self, make: Callable[[], Session], deadline: float | None = None) -> None:
        self._child = (_ChildSession if can_fork() else _LocalSession)(make, deadline)

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


def stream_from_child(work: Callable[[Report], None], deadline: float | None) -> Generator[Any, None, None]:
    """Yield what some work reports, as it is reported, from a child that is killed when the generator is closed."""
    return (_stream_from_fork if can_fork() else _stream_from_thread)(work, deadline)


class _StoppedError(Exception):
    """The consumer of the stream has stopped listening."""


def _stream_from_thread(work: Callable[[Report], None], deadline: float | None) -> Generator[Any, None, None]:
    """Yield the reports from a thread, which ends at its next report once the generator is closed."""
    import queue

    reports: queue.SimpleQueue[tuple[bool, Any]] = queue.SimpleQueue()
    is_over = threading.Event()

    def report(value: object) -> None:
        if is_over.is_set():
            raise _StoppedError
        reports.put((True, value))

    def run() -> None:
        reports.put((False, _outcome_of(lambda: work(report))))

    threading.Thread(target=run, daemon=True).start()
    try:
        while True:
            timeout = None if deadline is None else max(0.0, deadline - time.monotonic())
            is_report, value = reports.get(timeout=timeout)
            if isinstance(value, Exception):
                raise value
            if not is_report:
                return
            yield value
    except queue.Empty as error:
        raise LimitError("limit.time") from error
    finally:
        is_over.set()


def _stream_from_fork(work: Callable[[Report], None], deadline: float | None) -> Generator[Any, None, None]:
    def send_reports(pipe: "Connection[Any, Any]") -> None:
        pipe.send((False, _outcome_of(lambda: work(lambda value: pipe.send((True, value))))))

    with closing(ForkedTask(send_reports)) as task:
        while True:
            is_report, value = task.receive(deadline)
            if isinstance(value, Exception):
                raise value
            if not is_report:
                return
            yield value


def run_in_child(work: Callable[[], Result], deadline: float | None) -> Result:
    """Return the result of some work done in a child, which is killed when the time is up."""
    result = _outcome_in_child(work, deadline) if can_fork() else _outcome_of(work)
    if isinstance(result, Exception):
        raise result
    return result


def _outcome_in_child(work: Callable[[], Result], deadline: float | None) -> Result | Exception:
    with closing(ForkedTask(lambda pipe: pipe.send(_outcome_of(work)))) as task:
        result: Result | Exception = task.receive(deadline)
        return result


def _outcome_of(work: Callable[[], Result]) -> Result | Exception:
    """Return the result of some work, or the error to report."""
    try:
        return work()
    except MemoryError:
        return SolverError("solver.memory")
    except Exception as error:
        return error


def _serve_session(make: Callable[[], Session], pipe: "Connection[Any, Any]") -> None:
    """Serve method calls on a session in the child until the pipe is closed."""
    session: Session | None = None
    while True:
        method, arguments = pipe.recv()
        try:
            if session is None:
                session = make()
            pipe.send(getattr(session, method)(*arguments))
        except MemoryError:
            pipe.send(SolverError("solver.memory"))
        except BigandError as error:
            pipe.send(error)
        except Exception as error:  # a bug of ours or of the engine: keep its description
            pipe.send(SolverError("solver.crashed", reason=describe_bug(error)))


def die_with_parent(parent: int) -> None:
    """Ask Linux to kill this process when the parent ends; on other systems, the closed pipe ends it."""
    try:
        import ctypes

        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    except (OSError, AttributeError):
        pass
    if os.getppid() != parent:
        os._exit(0)


@contextmanager
def process_group() -> Iterator[int | None]:
    """Create a process group that is killed on exit or when this process ends in any way; None without `fork`.

    The group exists before its members, so processes started in it are covered from their first instruction.
    """
    if not can_fork():
        yield None
        return
    read_end, write_end = os.pipe()
    guard = os.fork()
    if guard == 0:  # pragma: no cover  # runs in another process
        try:
            os.close(write_end)
            os.setpgid(0, 0)  # Ctrl-C is not for this process
            os.read(read_end, 1)
            os.killpg(0, signal.SIGKILL)
        finally:
            os._exit(0)
    os.close(read_end)
    try:
        with suppress(ProcessLookupError, PermissionError):
            os.setpgid(guard, guard)  # the child may not have done so yet
        yield guard
    finally:
        os.close(write_end)
        os.waitpid(guard, 0)
