"""One watchdog for the whole of a command: the time and the memory that were asked for hold at every stage of it.

The command runs in a forked child, while this process does nothing but wait. When the time is up the child gets a
moment to end by itself, then a `LimitError` wherever it is, so that it can tell what it has; at last it is killed.
Whoever sets no limit pays nothing. Where there is no `fork`, see `again`.
"""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, TypeAlias

from bigand.apps.cli.exits import Exit
from bigand.apps.cli.texts import Texts

PATIENCE = 0.4  # seconds after the time, for what ends by itself and tells the best so far
_HARD = 1.0  # seconds after the time, when it is killed
_LAST_WORDS = 2.0  # seconds to end after Ctrl-C
MAPPED = 1_000_000_000  # bytes that libraries map without using them


def watched(work: Callable[[], int], seconds: float | None, megabytes: int | None, texts: Texts) -> int:
    """The exit code of some work, which tells its own errors, within limits that hold whatever it does."""
    is_main = threading.current_thread() is threading.main_thread()
    if (seconds is None and megabytes is None) or not is_main or not hasattr(os, "fork"):
        return work()
    if not _are_shared():
        with alarm(None if seconds is None else seconds + PATIENCE):
            return work()
    sys.stdout.flush()
    sys.stderr.flush()
    parent = os.getpid()
    child = os.fork()
    if child == 0:  # pragma: no cover  # another process
        _live(work, seconds, megabytes, parent)
    return _Watch(child, seconds, megabytes, texts).wait()


def _are_shared() -> bool:
    """Whether what a child prints comes out where we print: not where somebody collects it in this process."""
    try:
        return sys.stdout.fileno() >= 0 and sys.stderr.fileno() >= 0
    except (OSError, ValueError, AttributeError):
        return False


_Handler: TypeAlias = Callable[[int, FrameType | None], None]


class _Watch:
    """The process that waits: why its child was ended, if it was, and what is said then."""

    def __init__(self, child: int, seconds: float | None, megabytes: int | None, texts: Texts) -> None:
        self.child = child
        self.seconds = seconds
        self.megabytes = megabytes
        self.texts = texts
        self.cause: signal.Signals | None = None

    def wait(self) -> int:
        handlers: dict[signal.Signals, _Handler] = {
            signal.SIGALRM: self._kill,
            signal.SIGTERM: self._kill,
            signal.SIGHUP: self._kill,
        }
        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
            handlers[signal.SIGINT] = self._interrupt
        before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
        if self.seconds is not None:
            signal.setitimer(signal.ITIMER_REAL, self.seconds + _HARD)
        try:
            _, status = os.waitpid(self.child, 0)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            for number, handler in before.items():
                signal.signal(number, handler)
        return self._told(status)

    def _kill(self, number: int, _frame: FrameType | None) -> None:
        self.cause = self.cause or signal.Signals(number)
        with suppress(ProcessLookupError):
            os.kill(self.child, signal.SIGKILL)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        """Ctrl-C: the child, which does not hear it, is told once; the second time it is killed."""
        if self.cause is signal.SIGINT:
            self._kill(number, frame)
            return
        self.cause = signal.SIGINT
        signal.setitimer(signal.ITIMER_REAL, _LAST_WORDS)
        with suppress(ProcessLookupError):
            os.kill(self.child, signal.SIGUSR1)

    def _told(self, status: int) -> int:
        """The exit code of the child; what it could not tell itself is told here."""
        if os.WIFEXITED(status):
            return os.WEXITSTATUS(status)
        if sys.stderr.isatty():
            sys.stderr.write("\r\033[K")  # what was shown of its progress
        if self.cause in (signal.SIGTERM, signal.SIGHUP):
            os.kill(os.getpid(), self.cause)
        if self.cause is signal.SIGINT:
            self.texts.complain("main.interrupted")
            return Exit.INTERRUPTED
        if self.cause is signal.SIGALRM:
            self.texts.complain("limit.time")
            return Exit.LIMIT
        self.texts.complain("limit.memory" if self.megabytes is not None else "solver.crashed")
        return Exit.ERRORS if self.megabytes is None else Exit.LIMIT


def _live(work: Callable[[], int], seconds: float | None, megabytes: int | None, parent: int) -> None:
    """The life of the child: it never returns."""
    from bigand.solve.worker import die_with_parent

    code: int = Exit.ERRORS
    try:
        signal.signal(signal.SIGUSR1, signal.default_int_handler)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        die_with_parent(parent)
        hold_memory(megabytes)
        with alarm(None if seconds is None else seconds + PATIENCE):
            code = work()
        sys.stdout.flush()
        sys.stderr.flush()
    except MemoryError:
        os.kill(os.getpid(), signal.SIGKILL)  # not even enough to say so: the one who waits does
    finally:
        os._exit(code)


@contextmanager
def alarm(seconds: float | None) -> Iterator[None]:
    """A `LimitError` in what is done here when the time is up, also where it waits for a pipe."""
    if seconds is None or not hasattr(signal, "setitimer"):
        yield
        return

    def ring(_number: int, _frame: FrameType | None) -> None:
        from bigand.solve.session import LimitError

        sys.unraisablehook = _nothing  # where an object is just being given back, nobody can be told
        raise LimitError("limit.time")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        sys.unraisablehook = sys.__unraisablehook__


def _nothing(_unraisable: Any) -> None:
    pass


def hold_memory(megabytes: int | None) -> None:
    """Let the system hold this process to a limit, as far as it knows such limits."""
    if megabytes is None:
        return
    try:
        import resource
    except ImportError:  # Windows
        return
    limit = megabytes * 1_000_000 + MAPPED
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    if hard == resource.RLIM_INFINITY or limit < hard:
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
