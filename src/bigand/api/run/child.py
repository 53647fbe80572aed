"""A process that answers questions, one after the other, and that can be ended at any moment.

It is forked where this process is Linux's and has no threads (the command line: that costs nothing); else it is
spawned, and kept for the next question. Both are `multiprocessing`'s: pools of others (loky, pebble) end a job by
ending a pool, and run the user's script a second time where it has no `if __name__ == "__main__"`; ours do not.
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
_POLL_SECONDS = 0.1  # seconds between two looks at a child's memory and at who waits
_MOST_EXIT_SECONDS = 5.0  # seconds between the end of a child's pipe and its own, at most
_PROGRESS_SECONDS = 0.05  # seconds between two reports of how much is done
_MOST_IDLE = 4  # children that wait for a next question
_GROWN = 500_000_000  # bytes of a child that is not kept: the next question would begin near its limit
_KILL_SECONDS = 0.05  # seconds until a child that is stopped at its limit has ended, unless it has much memory
_MOST_MESSAGES = 100  # messages that are heard before others have their turn, and the limits are looked at

method: Method | None = None  # how children are made; None for what suits this process


def default_start_method() -> Method:
    """How a child is best made here: forked only where no thread could be lost in the middle of something."""
    if not hasattr(os, "fork"):
        return "spawn"
    if method is not None:
        return method
    if sys.platform == "linux":
        with suppress(OSError):
            return "fork" if len(os.listdir("/proc/self/task")) == 1 else "spawn"  # noqa: PTH208
    return "spawn"


def _environment() -> tuple[str | None, str | None]:
    """Where programs named by the user (`--solver NAME`) are looked for: this folder, and the search path."""
    folder = None
    with suppress(OSError):  # somebody removed it
        folder = os.getcwd()  # noqa: PTH109  # a module less to import
    return folder, os.environ.get("PATH")


class Child:
    """A process that waits for a question, is busy with one, or has ended."""

    def __init__(self, start_method: Method) -> None:
        self.start_method = start_method
        self.process, self.connection = start_process(start_method, _serve)
        self._report: Report = ignore_events
        self._limits = Limits()
        self._question_type: type[Question[Any]] = Question
        self._kill_time: float | None = None  # when it is ended
        self._peak_bytes = 0  # bytes that it was seen to have
        self.is_new = True  # it was asked nothing yet
        self.join_timeout: float | None = None  # seconds that are waited for its end when it is stopped at a limit
        self._kills_before, self._largest_before = memory_kills(), peak_child_bytes()

    @property
    def is_alive(self) -> bool:
        return self.process is not None and self.process.exitcode is None

    @property
    def is_reusable(self) -> bool:
        """Whether it can take another question as if it were new."""
        return self.is_alive and resident_bytes(self.process.pid) < _GROWN

    def ask(self, question: Question[Any], report: Report = ignore_events, began: float | None = None) -> None:
        """Ask a question; the time for it runs from `began` on."""
        now = time.monotonic()
        began = now if began is None else began
        self._limits, self._report, self._question_type, self._peak_bytes = (
            question.limits,
            report,
            type(question),
            0,
        )
        self.is_new = False
        self._kill_time = None if self._limits.seconds is None else began + self._limits.seconds + KILL_DELAY
        with suppress(OSError):  # it ended before it was asked: taking the answer tells so
            self.connection.send((question, began, _environment()))

    def poll_answer(self) -> Answer | None:
        """What there is to be heard, without waiting for it: the answer, if it is there."""
        has_ended = self.process.exitcode is not None  # looked at before its last words are
        for _ in range(_MOST_MESSAGES):
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
        if has_ended:  # what it started may hold its end of the pipe open
            return self._failure_at_exit()
        if self._kill_time is not None and time.monotonic() >= self._kill_time:
            return self._stop_at_limit("limit.time")
        most = self._limits.megabytes
        if most is not None:
            self._peak_bytes = max(self._peak_bytes, resident_bytes(self.process.pid))
            if self._peak_bytes > most * 1_000_000 + BASE_BYTES:
                return self._stop_at_limit("limit.memory")
        return None

    def _stop_at_limit(self, key: str) -> Failure:
        self.close(self.join_timeout)
        return Failure(kind=ErrorKind.LIMIT, key=key)

    def _failure_at_exit(self) -> Failure:
        """It ended without an answer: by its alarm in a library, at its memory limit, or by a crash."""
        if self._kill_time is not None and time.monotonic() >= self._kill_time - KILL_DELAY:
            return self._stop_at_limit("limit.time")
        end = time.monotonic() + _MOST_EXIT_SECONDS
        while self.process.exitcode is None and time.monotonic() < end:
            self.process.join(
                _POLL_SECONDS
            )  # its pipe may have ended before it, and another thread may have waited for it
        if self._was_at_memory_limit():
            return self._stop_at_limit("limit.memory")
        reason = crash_reason(self.process.exitcode, self._kills_before)
        self.close()
        return Failure(kind=ErrorKind.SOLVER, key="solver.crashed", gaps={"reason": reason})

    def _was_at_memory_limit(self) -> bool:
        """Whether it had a memory limit, ended by itself, and was seen to use much of that memory.

        Libraries in C end by a signal where the system gives them no more.
        """
        most = self._limits.megabytes
        if most is None or self.process.exitcode == -getattr(signal, "SIGKILL", signal.SIGTERM):
            return False
        largest = peak_child_bytes()
        if largest > self._largest_before:  # then it was this one's
            self._peak_bytes = max(self._peak_bytes, largest)
        return self._peak_bytes >= most * 1_000_000 // 2

    def poll_timeout(self) -> float:
        """How long to wait at most before the next look at it."""
        return (
            _POLL_SECONDS
            if self._kill_time is None
            else max(0.0, min(_POLL_SECONDS, self._kill_time - time.monotonic()))
        )

    def close(self, join_timeout: float | None = None) -> None:
        """End it at once, whatever it does, and wait so long until it has ended.

        To give back much memory takes a while: who has no time left does not wait for that.
        """
        process, self.process = self.process, None  # first of all: Ctrl-C may come in the middle of this
        if process is not None:
            process.kill()
            self.connection.close()
            process.join(join_timeout)
            if process.exitcode is not None:
                process.close()


_idle: list[Child] = []
_guard = threading.Lock()


def _forget_children() -> None:
    """In a process that somebody forked off this one: the children are not its own."""
    global _guard
    _guard = threading.Lock()
    for child in _idle:
        child.process = None
        child.connection.close()
    _idle.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_children)


def acquire(start_method: Method) -> Child:
    """A child that has nothing to do: one that waits, or a new one."""
    with _guard:
        while start_method == "spawn" and _idle:
            child = _idle.pop()
            if child.is_alive:
                return child
            child.close()
    return Child(start_method)


def release(child: Child) -> None:
    """A child that has answered: it waits for the next question, if it may."""
    is_kept = child.start_method == "spawn" and child.is_reusable
    with _guard:
        if is_kept and len(_idle) < _MOST_IDLE:
            _idle.append(child)
            return
    child.close()


def close_idle() -> None:
    """End the children that wait: nobody asks any more."""
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
    """The answer of a child within the limits of the question; `tick` is called ten times a second meanwhile.

    The child is made in the way that suits this process, unless one is given. A new one may be asked others first,
    to load what they need; `ready` is called when it gets the question itself.
    """
    is_of_command = began is not None  # which ends soon after the child does
    began = time.monotonic() if began is None and not warm_up else began
    try:
        child = acquire(start_method or default_start_method())
    except OSError as error:  # the system has no more processes, or no memory for one
        reason = error.strerror or str(error)
        return Failure(kind=ErrorKind.SOLVER, key="solver.no_process", gaps={"reason": reason})
    child.join_timeout = _KILL_SECONDS if is_of_command else None
    try:
        for warm_up_question in warm_up if child.is_new else ():
            child.ask(warm_up_question)
            answer = _wait_for_answer(child, tick)
            if not child.is_alive:
                return answer  # type: ignore[return-value]  # why it has ended
        ready()
        child.ask(question, report, began)
        answer = _wait_for_answer(child, tick)
        release(child)
    except BaseException:
        child.close()
        raise
    return answer  # type: ignore[return-value]  # that of the question


def _wait_for_answer(child: Child, tick: Callable[[], None]) -> Answer:
    while (answer := child.poll_answer()) is None:
        wait([child.connection, child.process.sentinel], child.poll_timeout())
        tick()
    return answer


def ask_in_parts(question: Question[AnswerT]) -> Generator[Any, None, AnswerT | Failure]:
    """The parts of an answer as a child finds them, and then the answer; it waits while nobody takes them."""
    child = acquire(default_start_method())
    parts: deque[Any] = deque()
    try:
        child.ask(question, lambda event: parts.append(event.found) if isinstance(event, Part) else None)
        while (answer := child.poll_answer()) is None:
            while parts:
                yield parts.popleft()
            wait([child.connection, child.process.sentinel], child.poll_timeout())
        yield from parts
        release(child)
    except BaseException:  # nobody wants more
        child.close()
        raise
    return answer  # type: ignore[return-value]  # that of the question


# ---------------------------------------------------------------------- in the child


def _serve(connection: "Connection[Any, Any]", parent: int) -> None:
    """The life of the child: questions until nobody asks any more."""
    _ignore_signals()
    known = parent_process()
    end_with_parent(parent, lambda: wait([known.sentinel]) if known is not None else None)
    send_event = _EventSender(connection)
    with suppress(EOFError, OSError, KeyboardInterrupt):  # python-sat hears Ctrl-C whatever was said above
        while True:
            question, began, (folder, path) = connection.recv()
            _adopt_environment(folder, path)
            connection.send_bytes(_encode_answer(answer_within_limits(question, send_event, began)))


def _adopt_environment(folder: str | None, path: str | None) -> None:
    """Take over what the asker has around him now: a kept child was started when that may have been different."""
    if folder is not None:
        with suppress(OSError):
            os.chdir(folder)
    if path is not None:
        os.environ["PATH"] = path


def _ignore_signals() -> None:
    """Ctrl-C is for the one who waits, who has held it back until now; what he does at other signals is his."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.set_wakeup_fd(-1)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


def _encode_answer(answer: Answer) -> bytes:
    """An answer as bytes; a fault of ours in what it holds is an answer too."""
    try:
        return encode_message(answer)
    except Exception as error:
        return encode_message(failure_of(error))


def answer_within_limits(question: Question[AnswerT], report: Report, began: float) -> AnswerT | Failure:
    """The answer in a process that may be limited as a whole; `began` is a time of the system's clock, which runs
    for all processes alike: what it took to start this one counts.
    """
    limits = question.limits
    spent = max(0.0, time.monotonic() - began)
    left = None if limits.seconds is None else max(MIN_SECONDS, limits.seconds - spent)
    question = replace_fields(question, limits=replace_fields(limits, seconds=left))
    try:
        with limit_memory(limits.megabytes), alarm(None if left is None else left + GRACE_SECONDS):
            answer = ask_here(question, report)
    except (LimitError, MemoryError) as error:  # after the answer was there, before the limits were taken back
        return failure_of(error)
    if (
        isinstance(answer, Failure)
        and limits.megabytes is not None
        and "ImportError" in str(answer.gaps.get("told"))
    ):
        return failure_of(MemoryError())  # there was not even room for a library
    return answer


class _EventSender:
    """Reports what happens to the one who waits; how much is done only now and then."""

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
            return  # what cannot be told on the way does not end the answer
        with defer_alarm():  # half a message would spoil the next one
            self._connection.send_bytes(data)
