"""A process that answers questions, one after the other, and that can be killed at any moment.

It is forked on Linux if this process has no other threads (as on the command line, where that costs nothing);
otherwise it is spawned, and kept for the next question. Both ways are those of `multiprocessing`. Other pools
(loky, pebble) end a job by ending the whole pool, and run the user's script again if it has no `if __name__ ==
"__main__"`.
"""

import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from bigand.api.question import Answer, Failure, Limits, Question, ask_here, failure_of
from bigand.api.report import Event, Part, ProgressEvent, Report, ignore_events
from bigand.api.run.limits import (
    BASE_BYTES,
    GRACE_SECONDS,
    KILL_DELAY,
    MIN_SECONDS,
    alarm,
    defer_alarm,
    end_with_parent,
    limit_memory,
    peak_child_bytes,
    resident_bytes,
)
from bigand.api.run.process import Method, start_process
from bigand.api.run.wire import decode_message, encode_message
from bigand.api.value import replace_fields
from bigand.solve.crash import crash_reason, memory_kills
from bigand.source.error import ErrorKind, LimitError, attempt

AnswerT = TypeVar("AnswerT", bound=Answer)
_POLL_SECONDS = 0.1  # between two checks of a child's memory, and between two calls of `tick`
_MAX_EXIT_SECONDS = 5.0  # between the end of a child's pipe and the end of the child
_PROGRESS_SECONDS = 0.05  # between two progress reports
_MAX_IDLE = 4  # children that are kept for a next question
_MAX_KEPT_BYTES = 500_000_000  # a larger child is not kept: the next question would begin near its limit
_KILL_SECONDS = 0.05  # until a killed child has ended, unless it has much memory
_MAX_MESSAGES = 100  # that are received before other children have their turn, and the limits are checked

method: Method | None = None  # how children are started; None for the default of this process


def default_start_method() -> Method:
    """How to start a child here: by forking only if there are no other threads, which a fork would lose."""
    if not hasattr(os, "fork"):
        return "spawn"
    if method is not None:
        return method
    if sys.platform == "linux":
        with suppress(OSError):
            return "fork" if len(os.listdir("/proc/self/task")) == 1 else "spawn"  # noqa: PTH208
    return "spawn"


def _environment() -> tuple[str | None, str | None]:
    """The working directory and `PATH`, where programs named by the user (`--solver NAME`) are searched."""
    folder = None
    with suppress(OSError):  # the directory was removed
        folder = os.getcwd()  # noqa: PTH109  # avoids an import
    return folder, os.environ.get("PATH")


class Child:
    """A process that waits for a question, is busy with one, or has ended."""

    def __init__(self, start_method: Method) -> None:
        self.start_method = start_method
        self.process, self.connection = start_process(start_method, _serve)
        self._report: Report = ignore_events
        self._limits = Limits()
        self._question_type: type[Question[Any]] = Question
        self._kill_time: float | None = None
        self._peak_bytes = 0  # the largest memory observed
        self.is_new = True  # it has had no question yet
        self.join_timeout: float | None = None  # seconds to wait for its end when it is killed at a limit
        self._kills_before, self._largest_before = memory_kills(), peak_child_bytes()

    @property
    def is_alive(self) -> bool:
        return self.process is not None and self.process.exitcode is None

    @property
    def is_reusable(self) -> bool:
        """Whether it can answer another question as well as a new child."""
        return self.is_alive and resident_bytes(self.process.pid) < _MAX_KEPT_BYTES

    def ask(self, question: Question[Any], report: Report = ignore_events, began: float | None = None) -> None:
        """Send a question; its time limit counts from `began`."""
        began = time.monotonic() if began is None else began
        self._limits, self._report, self._question_type = question.limits, report, type(question)
        self._peak_bytes = 0
        self.is_new = False
        self._kill_time = None if self._limits.seconds is None else began + self._limits.seconds + KILL_DELAY
        with suppress(OSError):  # it has already ended: `poll_answer` finds that
            self.connection.send((question, began, _environment()))

    def poll_answer(self) -> Answer | None:
        """Receive waiting messages without blocking, enforce the limits; return the answer if there is one."""
        has_ended = self.process.exitcode is not None  # checked before its last messages are received
        for _ in range(_MAX_MESSAGES):
            try:
                if not self.connection.poll():
                    break
                data = self.connection.recv_bytes()
            except (EOFError, OSError):
                return self._failure_at_exit()
            message = decode_message(data, self._question_type)
            if isinstance(message, Answer):
                return message
            self._report(message)
        else:
            has_ended = False
        if has_ended:  # processes that it started may hold its end of the pipe open
            return self._failure_at_exit()
        if self._kill_time is not None and time.monotonic() >= self._kill_time:
            return self._stop_at_limit("limit.time")
        megabytes = self._limits.megabytes
        if megabytes is not None:
            self._peak_bytes = max(self._peak_bytes, resident_bytes(self.process.pid))
            if self._peak_bytes > megabytes * 1_000_000 + BASE_BYTES:
                return self._stop_at_limit("limit.memory")
        return None

    def _stop_at_limit(self, key: str) -> Failure:
        self.close(self.join_timeout)
        return Failure(kind=ErrorKind.LIMIT, key=key)

    def _failure_at_exit(self) -> Failure:
        """Why the child ended without an answer: an alarm within a library, the memory limit, or a crash."""
        if self._kill_time is not None and time.monotonic() >= self._kill_time - KILL_DELAY:
            return self._stop_at_limit("limit.time")
        end = time.monotonic() + _MAX_EXIT_SECONDS
        while self.process.exitcode is None and time.monotonic() < end:
            # Its pipe may end before the process, and another thread may have waited for it.
            self.process.join(_POLL_SECONDS)
        if self._was_at_memory_limit():
            return self._stop_at_limit("limit.memory")
        reason = crash_reason(self.process.exitcode, self._kills_before)
        self.close()
        return Failure(kind=ErrorKind.SOLVER, key="solver.crashed", gaps={"reason": reason})

    def _was_at_memory_limit(self) -> bool:
        """Whether it had a memory limit, ended by itself, and used at least half of that memory.

        Libraries in C end by a signal when the system gives them no more memory.
        """
        megabytes = self._limits.megabytes
        if megabytes is None or self.process.exitcode == -getattr(signal, "SIGKILL", signal.SIGTERM):
            return False
        largest = peak_child_bytes()
        if largest > self._largest_before:  # then it is the peak of this child
            self._peak_bytes = max(self._peak_bytes, largest)
        return self._peak_bytes >= megabytes * 1_000_000 // 2

    def poll_timeout(self) -> float:
        """How long to wait at most before the next `poll_answer`."""
        return (
            _POLL_SECONDS
            if self._kill_time is None
            else max(0.0, min(_POLL_SECONDS, self._kill_time - time.monotonic()))
        )

    def close(self, join_timeout: float | None = None) -> None:
        """Kill the process, and wait at most `join_timeout` seconds for its end.

        Freeing much memory takes a while; a caller with no time left does not wait for that.
        """
        process, self.process = self.process, None  # first, as Ctrl-C may interrupt this method
        if process is not None:
            process.kill()
            self.connection.close()
            process.join(join_timeout)
            if process.exitcode is not None:
                process.close()


_idle: list[Child] = []
_guard = threading.Lock()


def _forget_children() -> None:
    """Forget the idle children in a process that was forked from this one: they are not its own."""
    global _guard
    _guard = threading.Lock()
    for child in _idle:
        child.process = None
        child.connection.close()
    _idle.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_children)


def acquire_child(start_method: Method) -> Child:
    """Return an idle child, or a new one."""
    with _guard:
        while start_method == "spawn" and _idle:
            child = _idle.pop()
            if child.is_alive:
                return child
            child.close()
    return Child(start_method)


def release_child(child: Child) -> None:
    """Keep a child that has answered for the next question, or close it."""
    is_kept = child.start_method == "spawn" and child.is_reusable
    with _guard:
        if is_kept and len(_idle) < _MAX_IDLE:
            _idle.append(child)
            return
    child.close()


def close_idle_children() -> None:
    """Close the idle children."""
    with _guard:
        waiting = _idle[:]
        _idle.clear()
    for child in waiting:
        child.close()


def ask_in_child(
    question: Question[AnswerT],
    report: Report = ignore_events,
    tick: Callable[[], None] = lambda: None,
    began: float | None = None,
    start_method: Method | None = None,
    warm_up: Sequence[Question[Any]] = (),
    ready: Callable[[], None] = lambda: None,
) -> AnswerT | Failure:
    """Answer a question in a child process, within its limits; `tick` is called ten times a second.

    `start_method` is how the child is started; the default depends on this process. A new child first answers the
    questions in `warm_up`, to load the modules they need; `ready` is called when it gets the question itself.
    """
    is_of_command = began is not None  # a command ends soon after its child
    began = time.monotonic() if began is None and not warm_up else began
    try:
        child = acquire_child(start_method or default_start_method())
    except OSError as error:  # the system allows no more processes, or has no memory for one
        reason = error.strerror or str(error)
        return Failure(kind=ErrorKind.SOLVER, key="solver.no_process", gaps={"reason": reason})
    child.join_timeout = _KILL_SECONDS if is_of_command else None
    try:
        for warm_up_question in warm_up if child.is_new else ():
            child.ask(warm_up_question)
            answer = _wait_for_answer(child, tick)
            if not child.is_alive:
                return answer  # type: ignore[return-value]  # a Failure that says why it ended
        ready()
        child.ask(question, report, began)
        answer = _wait_for_answer(child, tick)
        release_child(child)
    except BaseException:
        child.close()
        raise
    return answer  # type: ignore[return-value]  # its type is that of the question


def _wait_for_answer(child: Child, tick: Callable[[], None]) -> Answer:
    while (answer := child.poll_answer()) is None:
        wait([child.connection, child.process.sentinel], child.poll_timeout())
        tick()
    return answer


def ask_in_parts(question: Question[AnswerT]) -> Generator[Any, None, AnswerT | Failure]:
    """Yield the parts of an answer as a child finds them, and return the answer.

    The child waits while the parts are not consumed.
    """
    child = acquire_child(default_start_method())
    parts: deque[Any] = deque()
    try:
        child.ask(question, lambda event: parts.append(event.found) if isinstance(event, Part) else None)
        while (answer := child.poll_answer()) is None:
            while parts:
                yield parts.popleft()
            wait([child.connection, child.process.sentinel], child.poll_timeout())
        yield from parts
        release_child(child)
    except BaseException:  # also when the generator is closed
        child.close()
        raise
    return answer  # type: ignore[return-value]  # its type is that of the question


# ---------------------------------------------------------------------- in the child


def _serve(connection: "Connection[Any, Any]", parent: int) -> None:
    """The main function of the child: answer questions until the pipe is closed."""
    _ignore_signals()
    known = parent_process()
    end_with_parent(parent, lambda: wait([known.sentinel]) if known is not None else None)
    send_event = _EventSender(connection)
    with suppress(EOFError, OSError, KeyboardInterrupt):  # python-sat handles Ctrl-C although it is ignored
        while True:
            question, began, (folder, path) = connection.recv()
            _adopt_environment(folder, path)
            connection.send_bytes(_encode_answer(answer_within_limits(question, send_event, began)))


def _adopt_environment(folder: str | None, path: str | None) -> None:
    """Adopt the caller's working directory and `PATH`: these may have changed since a kept child was started."""
    if folder is not None:
        with suppress(OSError):
            os.chdir(folder)
    if path is not None:
        os.environ["PATH"] = path


def _ignore_signals() -> None:
    """Ignore Ctrl-C, which the parent handles and has blocked until now, and drop the parent's other handlers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.set_wakeup_fd(-1)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


def _encode_answer(answer: Answer) -> bytes:
    """Return an answer as bytes; if it cannot be encoded, a `Failure` instead."""
    try:
        return encode_message(answer)
    except Exception as error:
        return encode_message(failure_of(error))


def answer_within_limits(question: Question[AnswerT], report: Report, began: float) -> AnswerT | Failure:
    """Answer a question with limits on this whole process.

    `began` is a time of the monotonic clock, which all processes share: the time to start this process counts.
    """
    limits = question.limits
    spent = max(0.0, time.monotonic() - began)
    left = None if limits.seconds is None else max(MIN_SECONDS, limits.seconds - spent)
    question = replace_fields(question, limits=replace_fields(limits, seconds=left))
    try:
        with limit_memory(limits.megabytes), alarm(None if left is None else left + GRACE_SECONDS):
            answer = ask_here(question, report)
    except (LimitError, MemoryError) as error:  # raised after the answer was found, before the limits were lifted
        return failure_of(error)
    if (
        isinstance(answer, Failure)
        and limits.megabytes is not None
        and "ImportError" in str(answer.gaps.get("told"))
    ):
        return failure_of(MemoryError())  # there was not even memory to load a library
    return answer


class _EventSender:
    """Sends events to the parent; progress events are throttled."""

    def __init__(self, connection: "Connection[Any, Any]") -> None:
        self._connection = connection
        self._last = 0.0

    def __call__(self, event: Event) -> None:
        if isinstance(event, ProgressEvent):
            now = time.monotonic()
            if now - self._last < _PROGRESS_SECONDS:
                return
            self._last = now
        data = attempt(lambda: encode_message(event), None)
        if data is None:
            return  # an event that cannot be encoded must not end the answer
        with defer_alarm():  # half a message would corrupt the next one
            self._connection.send_bytes(data)
