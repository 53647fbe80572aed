"""Limits of a process: an alarm when the time is up, a memory limit of the system, an end with its parent.

The parent also watches the memory of the process from outside: some systems have no such limit, and that of Linux
counts mapped memory, much of which libraries never use.
"""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from types import FrameType
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from bigand.source.error import LimitError

if TYPE_CHECKING:
    from bigand.api.question import Question

GRACE_SECONDS = 0.5  # after the time limit, for work that ends by itself and reports the best so far
MIN_SECONDS = 0.01  # that are left to a question, even if its time is up
KILL_DELAY = 0.65  # seconds after the time limit, when the process is killed
OUTPUT_DELAY = 0.8  # seconds after the time limit, when the caller stops printing the answer, too
MAPPED_BYTES = 1_000_000_000  # that libraries map without using them
BASE_BYTES = 100_000_000  # that Python and libraries use before any data is loaded
_PAGE_BYTES = 4096
_RETRY_SECONDS = 0.02  # until a lost alarm rings again


@contextmanager
def alarm(seconds: float | None, waiting_seconds: Callable[[], float] = lambda: 0.0) -> Iterator[None]:
    """Raise a `LimitError` in the block when the time is up, even while it waits; only in the main thread.

    An alarm around this one is not delayed by it. `waiting_seconds` returns the time that does not count: the alarm
    rings that much later.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if seconds is None or not hasattr(signal, "setitimer") or not is_main:
        yield
        return

    counted = waiting_seconds()

    def ring(_number: int, _frame: FrameType | None) -> None:
        nonlocal counted
        before, counted = counted, waiting_seconds()
        if counted > before:
            signal.setitimer(signal.ITIMER_REAL, max(counted - before, _RETRY_SECONDS))
            return
        if _shield.is_up:
            _shield.has_rung = True
            return
        raise LimitError("limit.time")

    def ring_again(lost: "sys.UnraisableHookArgs") -> None:
        """Retry an alarm that rang in a finalizer, where its error cannot be caught."""
        if issubclass(lost.exc_type, LimitError):
            signal.setitimer(signal.ITIMER_REAL, _RETRY_SECONDS)
        else:
            report_lost(lost)

    _shield.has_rung = False
    report_lost = sys.unraisablehook
    sys.unraisablehook = ring_again
    now, around = time.monotonic(), signal.getitimer(signal.ITIMER_REAL)[0]
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(min(seconds, around or seconds), 0.001))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if around:
            signal.setitimer(signal.ITIMER_REAL, max(around - (time.monotonic() - now), 0.001))
        sys.unraisablehook = report_lost


class _Shield:
    """Whether alarms are deferred, and whether one has rung meanwhile."""

    is_up = False
    has_rung = False


_shield = _Shield()


@contextmanager
def defer_alarm() -> Iterator[None]:
    """Defer an alarm until the end of the block."""
    _shield.is_up = True
    try:
        yield
    finally:
        _shield.is_up = False
    if _shield.has_rung:
        _shield.has_rung = False
        raise LimitError("limit.time")


QuestionT = TypeVar("QuestionT", bound="Question[Any]")
Params = ParamSpec("Params")
ResultT = TypeVar("ResultT")


def limit_time(
    work: Callable[Concatenate[QuestionT, Params], ResultT],
) -> Callable[Concatenate[QuestionT, Params], ResultT]:
    """Decorate work that has no partial result: raise a `LimitError` when the time of its question is up."""

    @wraps(work)
    def run(question: QuestionT, /, *given: Params.args, **named: Params.kwargs) -> ResultT:
        if question.limits.seconds is not None and question.limits.seconds <= MIN_SECONDS:
            raise LimitError("limit.time")
        with alarm(question.limits.seconds):
            return work(question, *given, **named)

    return run


@contextmanager
def limit_memory(megabytes: int | None) -> Iterator[None]:
    """Limit the memory of this process, if the system supports that."""
    if megabytes is None or not has_memory_limits():
        yield
        return
    with _limit_address_space(megabytes * 1_000_000 + MAPPED_BYTES):
        yield


@contextmanager
def limit_memory_growth(megabytes: int) -> Iterator[None]:
    """Limit the memory of this process to `megabytes` beyond what it has mapped now, if the system allows."""
    mapped = _read_words("/proc/self/statm")
    if not mapped or not has_memory_limits():
        yield
        return
    with _limit_address_space(int(mapped[0]) * _PAGE_BYTES + megabytes * 1_000_000):
        yield


@contextmanager
def _limit_address_space(limit: int) -> Iterator[None]:
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard == resource.RLIM_INFINITY or limit < hard:
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def has_memory_limits() -> bool:
    """Whether the system enforces memory limits: macOS does not."""
    from importlib.util import find_spec

    return sys.platform == "linux" and find_spec("resource") is not None


def resident_bytes(pid: int) -> int:
    """The memory that a process uses or, on Linux, the largest among it and its descendants; 0 if unknown."""
    if sys.platform == "win32":
        return _resident_windows(pid)
    if sys.platform == "linux":
        return _resident_linux(pid)
    import subprocess  # this takes two milliseconds, and Linux does not need it

    with suppress(OSError, ValueError, subprocess.SubprocessError):
        result = subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, timeout=5, check=False)
        return int(result.stdout) * 1024
    return 0


def _resident_linux(pid: int) -> int:
    own, child_pids = _read_words(f"/proc/{pid}/statm"), _read_words(f"/proc/{pid}/task/{pid}/children")
    own_bytes = int(own[1]) * _PAGE_BYTES if own else 0
    return max([own_bytes, *[_resident_linux(int(child_pid)) for child_pid in child_pids]])


def peak_child_bytes() -> int:
    """The peak memory of the largest ended child of this process; 0 if unknown."""
    try:
        import resource
    except ImportError:  # Windows
        return 0
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def _read_words(name: str) -> list[bytes]:
    with suppress(OSError), open(name, "rb") as file:  # noqa: PTH123
        return file.read().split()
    return []  # the process has ended, or the kernel has no such file


def _resident_windows(pid: int) -> int:
    import ctypes

    class Counters(ctypes.Structure):
        _fields_ = (("size", ctypes.c_uint32), ("faults", ctypes.c_uint32), ("bytes", ctypes.c_size_t * 8))

    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined]  # on Windows only
    handle = kernel.OpenProcess(0x1000, False, pid)  # PROCESS_QUERY_LIMITED_INFORMATION
    counters = Counters(size=ctypes.sizeof(Counters))
    known = kernel.K32GetProcessMemoryInfo(handle, ctypes.byref(counters), counters.size)
    kernel.CloseHandle(handle)
    return int(counters.bytes[1]) if known else 0  # the working set; the peak working set is before it


def end_with_parent(parent: int, wait: Callable[[], object]) -> None:
    """End this process when its parent ends in any way: Linux does that.

    Elsewhere a thread waits for the parent.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            import ctypes

            ctypes.CDLL(None).prctl(1, signal.SIGKILL)
            if os.getppid() != parent:
                os._exit(0)
            return

    def watch() -> None:
        wait()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()
