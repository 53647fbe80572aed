"""Why a process ended without an answer, based only on what the system reports."""

import signal
import sys
from contextlib import suppress

from bigand.messages.message import Message


def crash_reason(exit_code: int | None, kills_before: int | None = None) -> Message:
    """Return why a process ended.

    Args:
        exit_code: As in `multiprocessing`: negative for a signal, None if unknown.
        kills_before: What `memory_kills` returned when the process began.
    """
    if exit_code is None or exit_code == 0:
        return Message("crash.silent")
    if exit_code > 0:
        return Message("crash.code", {"code": str(exit_code)})
    name = signal_name(-exit_code)
    if name == "SIGKILL":
        kills = memory_kills()
        if kills_before is not None and kills is not None and kills > kills_before:
            return Message("crash.memory")
    return Message("crash.signal", {"name": name})


def signal_name(signal_number: int) -> str:
    """Return `SIGSEGV` for 11; the number itself if it has no name on this system."""
    try:
        return signal.Signals(signal_number).name
    except ValueError:
        return str(signal_number)


def memory_kills() -> int | None:
    """Return how many processes Linux has killed because memory ran out; None where that is unknown."""
    if sys.platform != "linux":
        return None
    with suppress(OSError, ValueError), open("/proc/vmstat", "rb") as file:  # noqa: PTH123
        for line in file:
            if line.startswith(b"oom_kill "):
                return int(line.split()[1])
    return None
