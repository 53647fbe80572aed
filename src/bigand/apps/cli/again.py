"""Where there is no `fork`: the same command line once more, in a process of its own that this one watches.

An engine holds Python while it works, so that neither Ctrl-C nor a timer is heard by the process it runs in. The
one that waits hears them, and ends the other.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

from bigand.apps.cli.exits import Exit
from bigand.apps.cli.texts import Texts

_MARK = "BIGAND_WATCHED"  # set for the process that is watched
_HARD = 1.0  # seconds after the time, when it is killed
_LOOK = 0.05  # seconds between two looks at its memory
_PAGE = 4096


def should_run_again(can_be_long: bool) -> bool:
    """Whether a command is to run in another process: it may take long, and nobody could stop it in this one."""
    return can_be_long and not hasattr(os, "fork") and _MARK not in os.environ and _has_own_streams()


def _has_own_streams() -> bool:
    """Whether what is printed goes where another process would print: nobody in this one collects it."""
    try:
        return (sys.stdout.fileno(), sys.stderr.fileno()) == (1, 2)
    except (OSError, ValueError, AttributeError):
        return False


def run_again(words: list[str], seconds: float | None, megabytes: int | None, texts: Texts) -> int:
    """The exit code of a command line, run by another process within limits."""
    sys.stdout.flush()
    sys.stderr.flush()
    deadline = None if seconds is None else time.monotonic() + seconds + _HARD
    process = subprocess.Popen([sys.executable, "-m", "bigand", *words], env={**os.environ, _MARK: "1"})
    try:
        key = _wait(process, deadline, megabytes)
    except KeyboardInterrupt:
        texts.complain("main.interrupted")
        return Exit.INTERRUPTED
    finally:
        process.kill()
        process.wait()
    if key is not None:
        texts.complain(key)
        return Exit.LIMIT
    return process.returncode


def _wait(process: "subprocess.Popen[bytes]", deadline: float | None, megabytes: int | None) -> str | None:
    """Wait until a process has ended; the key of the limit that it went beyond, if it did."""
    while True:
        left = None if deadline is None else deadline - time.monotonic()
        if left is not None and left <= 0:
            return "limit.time"
        pause = left if megabytes is None else _LOOK if left is None else min(left, _LOOK)
        try:
            process.wait(pause)
            return None
        except subprocess.TimeoutExpired:
            if megabytes is not None and resident(process.pid) > megabytes * 1_000_000:
                return "limit.memory"


def resident(number: int) -> int:
    """The bytes of memory that a process uses; 0 where the system does not tell."""
    if sys.platform == "win32":
        return _resident_windows(number)
    try:
        return int(Path(f"/proc/{number}/statm").read_text(encoding="ascii").split()[1]) * _PAGE
    except (OSError, ValueError, IndexError):
        return 0


def _resident_windows(number: int) -> int:
    import ctypes

    class Counters(ctypes.Structure):
        _fields_ = (("size", ctypes.c_uint32), ("faults", ctypes.c_uint32), ("bytes", ctypes.c_size_t * 8))

    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined]  # on Windows only
    handle = kernel.OpenProcess(0x1000, False, number)  # the right to ask for little
    counters = Counters(size=ctypes.sizeof(Counters))
    known = kernel.K32GetProcessMemoryInfo(handle, ctypes.byref(counters), counters.size)
    kernel.CloseHandle(handle)
    return int(counters.bytes[1]) if known else 0  # the working set; before it stands the largest it has been
