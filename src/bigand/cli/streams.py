"""The standard streams of a run: there even if the shell closed them, and of those who stop reading.

`bigand check FILE | head -1` tells by its exit code what it found, although nobody reads the rest: what can no
longer be written is dropped. Commands that list more and more stop instead.
"""

import io
import os
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any


def prepare_streams() -> None:
    """What a stream cannot show is spelt out; a stream that the shell closed is there all the same."""
    if getattr(sys, "stdout", None) is None:
        # Open for reading: whoever writes to it is refused, as with a full disk, and is told so.
        sys.stdout = open(os.devnull)  # noqa: PTH123, SIM115  # for the whole run
    if getattr(sys, "stderr", None) is None:
        sys.stderr = open(os.devnull, "w")  # noqa: PTH123, SIM115  # for the whole run
    for stream in (sys.stdout, sys.stderr):
        # What waits for a full disk is written before; who writes next meets that again, and tells it.
        with suppress(OSError):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="backslashreplace")


def discard_output() -> None:
    """What is still to be written goes nowhere, so that Python does not try again when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _PipeWait:
    """How long pipes have kept us waiting because nobody read them."""

    seconds = 0.0
    since: float | None = None  # since when one does


def seconds_waited() -> float:
    """The seconds that this process has waited for those who read its output."""
    return _PipeWait.seconds + (0.0 if _PipeWait.since is None else time.monotonic() - _PipeWait.since)


class _TimedPipe(io.RawIOBase):
    """A pipe that may drop what nobody reads any more."""

    def __init__(self, descriptor: int, drops_unread: bool) -> None:
        self._descriptor = descriptor
        self._drops_unread = drops_unread

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._descriptor

    def write(self, data: Any) -> int:
        _PipeWait.since = time.monotonic()
        try:
            return os.write(self._descriptor, data)
        except BrokenPipeError:
            if self._drops_unread:
                return len(data)
            raise
        finally:
            _PipeWait.seconds, _PipeWait.since = seconds_waited(), None


@contextmanager
def wrap_pipes(*names: str, drops_unread: bool = True) -> Iterator[None]:
    """Let `stdout`, `stderr`, where they are pipes, drop what nobody reads, and count how long they wait for it."""
    before = {name: getattr(sys, name) for name in names if _is_pipe(getattr(sys, name))}
    for name, stream in before.items():
        stream.flush()
        raw = io.BufferedWriter(_TimedPipe(stream.fileno(), drops_unread))
        is_error = name == "stderr"
        setattr(sys, name, io.TextIOWrapper(raw, stream.encoding, stream.errors, line_buffering=is_error))
    try:
        yield
    finally:
        for name, stream in before.items():
            getattr(sys, name).flush()
            setattr(sys, name, stream)


def _is_pipe(stream: Any) -> bool:
    try:
        mode = os.fstat(stream.fileno()).st_mode
    except (OSError, ValueError, AttributeError):
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)
