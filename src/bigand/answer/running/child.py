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

from bigand.answer.question import Answer, Failure, Limits, Question, failure_of
from bigand.answer.report import Done, Event, Part, Report, unheard
from bigand.answer.running.crossing import packed, unpacked
from bigand.answer.running.here import ask_here
from bigand.answer.running.limits import (
    HARD,
    LEAST,
    LOADED,
    PATIENCE,
    alarm,
    end_with_parent,
    held_memory,
    largest_child,
    resident,
    undisturbed,
)
from bigand.answer.running.starting import Method, started
from bigand.answer.value import changed
from bigand.solve.crash import crash_reason, memory_kills
from bigand.source.auxiliary import attempt
from bigand.source.error import ErrorKind, LimitError

Found = TypeVar("Found", bound=Answer)
_LOOK = 0.1  # seconds between two looks at a child's memory and at who waits
_ENDING = 5.0  # seconds between the end of a child's pipe and its own, at most
_SELDOM = 0.05  # seconds between two reports of how much is done
_KEPT = 4  # children that wait for a next question
_GROWN = 500_000_000  # bytes of a child that is not kept: the next question would begin near its limit
_DYING = 0.05  # seconds until a child that is stopped at its limit has ended, unless it has much memory
_AT_ONCE = 100  # messages that are heard before others have their turn, and the limits are looked at

method: Method | None = None  # how children are made; None for what suits this process


def suitable_method() -> Method:
    """How a child is best made here: forked only where no thread could be lost in the middle of something."""
    if not hasattr(os, "fork"):
        return "spawn"
    if method is not None:
        return method
    if sys.platform == "linux":
        with suppress(OSError):
            return "fork" if len(os.listdir("/proc/self/task")) == 1 else "spawn"  # noqa: PTH208
    return "spawn"


def _surroundings() -> tuple[str | None, str | None]:
    """Where programs named by the user (`--solver NAME`) are looked for: this folder, and the search path."""
    folder = None
    with suppress(OSError):  # somebody removed it
        folder = os.getcwd()  # noqa: PTH109  # a module less to import
    return folder, os.environ.get("PATH")


class Child:
    """A process that waits for a question, is busy with one, or has ended."""

    def __init__(self, way: Method) -> None:
        self.way = way
        self.process, self.connection = started(way, _serve)
        self._report: Report = unheard
        self._limits = Limits()
        self._kind: type[Question[Any]] = Question
        self._end: float | None = None  # when it is ended
        self._largest = 0  # bytes that it was seen to have
        self.is_new = True  # it was asked nothing yet
        self.patience: float | None = None  # seconds that are waited for its end when it is stopped at a limit
        self._kills_before, self._largest_before = memory_kills(), largest_child()

    @property
    def is_alive(self) -> bool:
        return self.process is not None and self.process.exitcode is None

    @property
    def is_fit(self) -> bool:
        """Whether it can take another question as if it were new."""
        return self.is_alive and resident(self.process.pid) < _GROWN

    def begin(self, question: Question[Any], report: Report = unheard, began: float | None = None) -> None:
        """Ask a question; the time for it runs from `began` on."""
        now = time.monotonic()
        began = now if began is None else began
        self._limits, self._report, self._kind, self._largest = question.limits, report, type(question), 0
        self.is_new = False
        self._end = None if self._limits.seconds is None else began + self._limits.seconds + HARD
        with suppress(OSError):  # it ended before it was asked: taking the answer tells so
            self.connection.send((question, began, _surroundings()))

    def take(self) -> Answer | None:
        """What there is to be heard, without waiting for it: the answer, if it is there."""
        has_ended = self.process.exitcode is not None  # looked at before its last words are
        for _ in range(_AT_ONCE):
            try:
                if not self.connection.poll():
                    break
                data = self.connection.recv_bytes()
            except (EOFError, OSError):
                return self._ended()
            told = unpacked(data, self._kind)
            if isinstance(told, Answer):
                return told
            self._report(told)
        else:
            has_ended = False
        if has_ended:  # what it started may hold its end of the pipe open
            return self._ended()
        if self._end is not None and time.monotonic() >= self._end:
            return self._stopped("limit.time")
        most = self._limits.megabytes
        if most is not None:
            self._largest = max(self._largest, resident(self.process.pid))
            if self._largest > most * 1_000_000 + LOADED:
                return self._stopped("limit.memory")
        return None

    def _stopped(self, key: str) -> Failure:
        self.close(self.patience)
        return Failure(kind=ErrorKind.LIMIT, key=key)

    def _ended(self) -> Failure:
        """It ended without an answer: by its alarm in a library, at its memory limit, or by a crash."""
        if self._end is not None and time.monotonic() >= self._end - HARD:
            return self._stopped("limit.time")
        end = time.monotonic() + _ENDING
        while self.process.exitcode is None and time.monotonic() < end:
            self.process.join(_LOOK)  # its pipe may have ended before it, and another thread may have waited for it
        if self._was_at_memory_limit():
            return self._stopped("limit.memory")
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
        largest = largest_child()
        if largest > self._largest_before:  # then it was this one's
            self._largest = max(self._largest, largest)
        return self._largest >= most * 1_000_000 // 2

    def pause(self) -> float:
        """How long to wait at most before the next look at it."""
        return _LOOK if self._end is None else max(0.0, min(_LOOK, self._end - time.monotonic()))

    def close(self, patience: float | None = None) -> None:
        """End it at once, whatever it does, and wait so long until it has ended.

        To give back much memory takes a while: who has no time left does not wait for that.
        """
        process, self.process = self.process, None  # first of all: Ctrl-C may come in the middle of this
        if process is not None:
            process.kill()
            self.connection.close()
            process.join(patience)
            if process.exitcode is not None:
                process.close()


_idle: list[Child] = []
_guard = threading.Lock()


def _forget() -> None:
    """In a process that somebody forked off this one: the children are not its own."""
    global _guard
    _guard = threading.Lock()
    for child in _idle:
        child.process = None
        child.connection.close()
    _idle.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def lend(way: Method) -> Child:
    """A child that has nothing to do: one that waits, or a new one."""
    with _guard:
        while way == "spawn" and _idle:
            child = _idle.pop()
            if child.is_alive:
                return child
            child.close()
    return Child(way)


def give_back(child: Child) -> None:
    """A child that has answered: it waits for the next question, if it may."""
    is_kept = child.way == "spawn" and child.is_fit
    with _guard:
        if is_kept and len(_idle) < _KEPT:
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
    question: Question[Found],
    report: Report = unheard,
    tick: Callable[[], None] = lambda: None,
    began: float | None = None,
    way: Method | None = None,
    warm_up: Sequence[Question[Any]] = (),
    ready: Callable[[], None] = lambda: None,
) -> Found | Failure:
    """The answer of a child within the limits of the question; `tick` is called ten times a second meanwhile.

    The child is made in the way that suits this process, unless one is given. A new one may be asked others first,
    to load what they need; `ready` is called when it gets the question itself.
    """
    is_of_command = began is not None  # which ends soon after the child does
    began = time.monotonic() if began is None and not warm_up else began
    try:
        child = lend(way or suitable_method())
    except OSError as error:  # the system has no more processes, or no memory for one
        reason = error.strerror or str(error)
        return Failure(kind=ErrorKind.SOLVER, key="solver.no_process", gaps={"reason": reason})
    child.patience = _DYING if is_of_command else None
    try:
        for other in warm_up if child.is_new else ():
            child.begin(other)
            answer = _wait_for_answer(child, tick)
            if not child.is_alive:
                return answer  # type: ignore[return-value]  # why it has ended
        ready()
        child.begin(question, report, began)
        answer = _wait_for_answer(child, tick)
        give_back(child)
    except BaseException:
        child.close()
        raise
    return answer  # type: ignore[return-value]  # that of the question


def _wait_for_answer(child: Child, tick: Callable[[], None]) -> Answer:
    while (answer := child.take()) is None:
        wait([child.connection, child.process.sentinel], child.pause())
        tick()
    return answer


def ask_in_parts(question: Question[Found]) -> Generator[Any, None, Found | Failure]:
    """The parts of an answer as a child finds them, and then the answer; it waits while nobody takes them."""
    child = lend(suitable_method())
    parts: deque[Any] = deque()
    try:
        child.begin(question, lambda event: parts.append(event.found) if isinstance(event, Part) else None)
        while (answer := child.take()) is None:
            while parts:
                yield parts.popleft()
            wait([child.connection, child.process.sentinel], child.pause())
        yield from parts
        give_back(child)
    except BaseException:  # nobody wants more
        child.close()
        raise
    return answer  # type: ignore[return-value]  # that of the question


# ---------------------------------------------------------------------- in the child


def _serve(connection: "Connection[Any, Any]", parent: int) -> None:
    """The life of the child: questions until nobody asks any more."""
    _hear_nothing()
    known = parent_process()
    end_with_parent(parent, lambda: wait([known.sentinel]) if known is not None else None)
    told = _Told(connection)
    with suppress(EOFError, OSError, KeyboardInterrupt):  # python-sat hears Ctrl-C whatever was said above
        while True:
            question, began, (folder, path) = connection.recv()
            _stand_in(folder, path)
            connection.send_bytes(_last_words(limited(question, told, began)))


def _stand_in(folder: str | None, path: str | None) -> None:
    """Take over what the asker has around him now: a kept child was started when that may have been different."""
    if folder is not None:
        with suppress(OSError):
            os.chdir(folder)
    if path is not None:
        os.environ["PATH"] = path


def _hear_nothing() -> None:
    """Ctrl-C is for the one who waits, who has held it back until now; what he does at other signals is his."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.set_wakeup_fd(-1)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


def _last_words(answer: Answer) -> bytes:
    """An answer as bytes; a fault of ours in what it holds is an answer too."""
    try:
        return packed(answer)
    except Exception as error:
        return packed(failure_of(error))


def limited(question: Question[Found], report: Report, began: float) -> Found | Failure:
    """The answer in a process that may be limited as a whole; `began` is a time of the system's clock, which runs
    for all processes alike: what it took to start this one counts.
    """
    asked = question.limits
    spent = max(0.0, time.monotonic() - began)
    left = None if asked.seconds is None else max(LEAST, asked.seconds - spent)
    question = changed(question, limits=changed(asked, seconds=left))
    try:
        with held_memory(asked.megabytes), alarm(None if left is None else left + PATIENCE):
            answer = ask_here(question, report)
    except (LimitError, MemoryError) as error:  # after the answer was there, before the limits were taken back
        return failure_of(error)
    if (
        isinstance(answer, Failure)
        and asked.megabytes is not None
        and "ImportError" in str(answer.gaps.get("told"))
    ):
        return failure_of(MemoryError())  # there was not even room for a library
    return answer


class _Told:
    """Reports what happens to the one who waits; how much is done only now and then."""

    def __init__(self, connection: "Connection[Any, Any]") -> None:
        self._connection = connection
        self._last = 0.0

    def __call__(self, event: Event) -> None:
        if isinstance(event, Done):
            now = time.monotonic()
            if now - self._last < _SELDOM:
                return
            self._last = now
        data = attempt(lambda: packed(event), None)
        if data is None:
            return  # what cannot be told on the way does not end the answer
        with undisturbed():  # half a message would spoil the next one
            self._connection.send_bytes(data)
