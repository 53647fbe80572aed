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
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from types import ModuleType
from typing import Any, Literal, TypeAlias, TypeVar

from bigand.answer.question import Answer, Failure, Limits, Question
from bigand.answer.report import Done, Event, Report, unheard
from bigand.answer.running.crossing import packed, unpacked
from bigand.answer.running.here import ask_here
from bigand.answer.running.limits import (
    HARD,
    PATIENCE,
    alarm,
    end_with_parent,
    held_memory,
    is_memory_held,
    resident,
)
from bigand.answer.value import changed
from bigand.source.error import Kind

Found = TypeVar("Found", bound=Answer)
Method: TypeAlias = Literal["fork", "spawn"]
_LOOK = 0.1  # seconds between two looks at a child's memory and at who waits
_SELDOM = 0.05  # seconds between two reports of how much is done
_KEPT = 4  # children that wait for a next question

method: Method | None = None  # how children are made; None for what suits this process


def suitable_method() -> Method:
    """How a child is best made here: forked only where no thread could be lost in the middle of something."""
    if method is not None:
        return method
    is_alone = sys.platform == "linux" and hasattr(os, "fork") and len(os.listdir("/proc/self/task")) == 1  # noqa: PTH208
    return "fork" if is_alone else "spawn"


class Child:
    """A process that waits for a question, is busy with one, or has ended."""

    def __init__(self, way: Method) -> None:
        context: Any = get_context(way)
        self.connection, theirs = context.Pipe()
        self.process: Any = context.Process(target=_serve, args=(theirs, os.getpid()), daemon=True)
        with _without_main():
            self.process.start()
        theirs.close()
        self._report: Report = unheard
        self._limits = Limits()
        self._kind: type[Question[Any]] = Question
        self._end: float | None = None  # when it is ended

    @property
    def is_alive(self) -> bool:
        return self.process is not None

    def begin(self, question: Question[Any], report: Report = unheard, began: float | None = None) -> None:
        """Ask a question; the time for it runs from `began` on."""
        now = time.monotonic()
        spent = 0.0 if began is None else now - began
        self._limits, self._report, self._kind = question.limits, report, type(question)
        self._end = None if self._limits.seconds is None else now - spent + self._limits.seconds + HARD
        left = None if self._limits.seconds is None else max(0.01, self._limits.seconds - spent)
        limits = changed(self._limits, seconds=left)
        with suppress(OSError):  # it ended before it was asked: taking the answer tells so
            self.connection.send(changed(question, limits=limits))

    def take(self) -> Answer | None:
        """What there is to be heard, without waiting for it: the answer, if it is there."""
        try:
            while self.connection.poll():
                told = unpacked(self.connection.recv_bytes(), self._kind)
                if isinstance(told, Answer):
                    return told
                self._report(told)
        except (EOFError, OSError):
            return self._ended()
        if self._end is not None and time.monotonic() >= self._end:
            return self._stopped("limit.time")
        most = self._limits.megabytes
        if most is not None and not is_memory_held() and resident(self.process.pid) > most * 1_000_000:
            return self._stopped("limit.memory")
        return None

    def _stopped(self, key: str) -> Failure:
        self.close()
        return Failure(kind=Kind.LIMIT, key=key)

    def _ended(self) -> Failure:
        """It ended without an answer: most likely for want of memory, if that is limited."""
        is_limited = self._limits.megabytes is not None
        self.close()
        if is_limited:
            return Failure(kind=Kind.LIMIT, key="limit.memory")
        return Failure(kind=Kind.SOLVER, key="solver.crashed")

    def pause(self) -> float:
        """How long to wait at most before the next look at it."""
        return _LOOK if self._end is None else max(0.0, min(_LOOK, self._end - time.monotonic()))

    def close(self) -> None:
        """End it at once, whatever it does."""
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.process.close()
            self.connection.close()
            self.process = None


@contextmanager
def _without_main() -> Iterator[None]:
    """A spawned process imports the main script of its parent again, unless there is none to be found."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


_idle: list[Child] = []
_guard = threading.Lock()


def ask_in_child(
    question: Question[Found],
    report: Report = unheard,
    tick: Callable[[], None] = lambda: None,
    began: float | None = None,
) -> Found | Failure:
    """The answer of a child within the limits of the question; `tick` is called ten times a second meanwhile."""
    way = suitable_method()
    began = time.monotonic() if began is None else began
    child = _lent(way)
    try:
        child.begin(question, report, began)
        while True:
            answer = child.take()
            if answer is not None:
                break
            wait([child.connection], child.pause())
            tick()
    except BaseException:
        child.close()
        raise
    _give_back(child, way)
    return answer  # type: ignore[return-value]  # that of the question


def _lent(way: Method) -> Child:
    if way == "spawn":
        with _guard:
            while _idle:
                child = _idle.pop()
                if child.process.is_alive():
                    return child
                child.close()
    return Child(way)


def _give_back(child: Child, way: Method) -> None:
    with _guard:
        if way == "spawn" and child.is_alive and len(_idle) < _KEPT:
            _idle.append(child)
            return
    child.close()


# ---------------------------------------------------------------------- in the child


def _serve(connection: "Connection[Any, Any]", parent: int) -> None:
    """The life of the child: questions until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who waits
    known = parent_process()
    end_with_parent(parent, lambda: wait([known.sentinel]) if known is not None else None)
    told = _Told(connection)
    with suppress(EOFError, OSError):
        while True:
            question: Question[Any] = connection.recv()
            connection.send_bytes(packed(limited(question, told)))


def limited(question: Question[Found], report: Report) -> Found | Failure:
    """The answer in a process that may be limited as a whole."""
    seconds = question.limits.seconds
    with (
        held_memory(question.limits.megabytes),
        alarm(None if seconds is None else seconds + PATIENCE),
    ):
        return ask_here(question, report)


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
        self._connection.send_bytes(packed(event))
