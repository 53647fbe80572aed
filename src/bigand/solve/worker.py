"""An engine in a process of its own, so that it can be stopped: by a time limit, by Ctrl-C, by a crash.

The child is forked and so has the clauses already; requests and answers go over a pipe. When the
parent goes, however it goes, the child is killed. Where there is no `fork`, the work is done in this process: a
time limit then holds between its steps, and whoever needs more runs this process where it can be ended.
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

_ENDING = 1.0  # seconds for a process that has closed its pipe to end
Result = TypeVar("Result")
Report: TypeAlias = Callable[[object], None]


def can_fork() -> bool:
    """Whether this system has children that know what their parent knows."""
    return hasattr(os, "fork")


class _LocalSession:
    """A session in this process."""

    def __init__(self, make: Callable[[], Session], deadline: float | None) -> None:
        self._make = make
        self._session: Session | None = None
        self._deadline = deadline

    def ask(self, method: str, *arguments: Any) -> Any:
        """What a method of the session gives; what went wrong is raised."""
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
    """LimitError when the time is up."""
    if deadline is not None and time.monotonic() > deadline:
        raise LimitError("limit.time")


class ForkedTask:
    """Some work in a forked process, at the other end of a pipe; what still runs when it is closed is killed."""

    def __init__(self, work: "Callable[[Connection[Any, Any]], None]") -> None:
        self.pipe, theirs = Pipe()
        self._kills_before = memory_kills()
        parent = os.getpid()
        self._process = os.fork()
        if self._process == 0:  # pragma: no cover  # another process
            try:
                self.pipe.close()
                signal.signal(signal.SIGINT, signal.SIG_IGN)
                die_with_parent(parent)
                work(theirs)
            finally:
                os._exit(0)
        theirs.close()

    def receive(self, deadline: float | None = None) -> Any:
        """The next value; it is a limit that the time is up, and an engine that crashed says nothing more."""
        try:
            if self.pipe.poll(None if deadline is None else max(0.0, deadline - time.monotonic())):
                return self.pipe.recv()
        except (EOFError, OSError) as error:
            raise SolverError(
                "solver.crashed", reason=crash_reason(self._end_process(), self._kills_before)
            ) from error
        raise LimitError("limit.time")

    def _end_process(self) -> int | None:
        """End the process if it still runs; its exit code, if it ended by itself."""
        if not self._process:
            return None
        process, self._process = self._process, 0
        self.pipe.close()
        deadline = time.monotonic() + _ENDING  # its pipe is closed a moment before it has ended
        while time.monotonic() < deadline:
            ended, status = os.waitpid(process, os.WNOHANG)
            if ended:
                return os.waitstatus_to_exitcode(status)
            time.sleep(_ENDING / 100)
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        return None

    def close(self) -> None:
        if self._process:
            os.kill(self._process, signal.SIGKILL)
            os.waitpid(self._process, 0)
            self.pipe.close()
            self._process = 0


class _ChildSession:
    """The same in a forked child."""

    def __init__(self, make: Callable[[], Session], deadline: float | None) -> None:
        self.deadline = deadline
        self._task = ForkedTask(lambda pipe: _serve_session(make, pipe))

    def ask(self, method: str, *arguments: Any) -> Any:
        """What a method of the session gives; what went wrong in the child is raised here."""
        with suppress(OSError):  # it has crashed: taking its answer tells so
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
    """A session in a child, or here where there is no `fork`; it is made when it is first asked something.

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
    """What some work reports, as it reports it, from a child that is killed when nobody listens any more."""
    return (_stream_from_fork if can_fork() else _stream_from_thread)(work, deadline)


class _StoppedError(Exception):
    """Nobody listens any more."""


def _stream_from_thread(work: Callable[[Report], None], deadline: float | None) -> Generator[Any, None, None]:
    """The same from a thread, which ends at its next report when nobody listens any more."""
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
    """The result of some work, done in a child that is killed when the time is up."""
    result = _outcome_in_child(work, deadline) if can_fork() else _outcome_of(work)
    if isinstance(result, Exception):
        raise result
    return result


def _outcome_in_child(work: Callable[[], Result], deadline: float | None) -> Result | Exception:
    with closing(ForkedTask(lambda pipe: pipe.send(_outcome_of(work)))) as task:
        result: Result | Exception = task.receive(deadline)
        return result


def _outcome_of(work: Callable[[], Result]) -> Result | Exception:
    """The result of some work, or the error that is to be reported."""
    try:
        return work()
    except MemoryError:
        return SolverError("solver.memory")
    except Exception as error:
        return error


def _serve_session(make: Callable[[], Session], pipe: "Connection[Any, Any]") -> None:
    """The life of the child: what is asked of its session, until nobody asks any more."""
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
        except Exception as error:  # a bug of ours or of the engine: what it is must not be lost
            pipe.send(SolverError("solver.crashed", reason=describe_bug(error)))


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
def process_group() -> Iterator[int | None]:
    """A group for processes that are killed when this is left or when we end, however we end; none without `fork`.

    It is there before they are: what is started into it is on the leash from its first instruction.
    """
    if not can_fork():
        yield None
        return
    read_end, write_end = os.pipe()
    guard = os.fork()
    if guard == 0:  # pragma: no cover  # another process
        try:
            os.close(write_end)
            os.setpgid(0, 0)  # Ctrl-C is not for us
            os.read(read_end, 1)
            os.killpg(0, signal.SIGKILL)
        finally:
            os._exit(0)
    os.close(read_end)
    try:
        with suppress(ProcessLookupError, PermissionError):
            os.setpgid(guard, guard)  # it may not have come to that yet
        yield guard
    finally:
        os.close(write_end)
        os.waitpid(guard, 0)
