"""The standard streams of a command: they work even if the shell closed them, or if their reader stops reading.

`bigand check FILE | head -1` has the right exit code although the rest is not read: output that can no longer be
written is dropped. Commands that list items without end stop instead.
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
    """Let streams escape what they cannot encode, and replace streams that the shell closed."""
    if getattr(sys, "stdout", None) is None:
        # Opened for reading: writing fails, as with a full disk, and the error is reported.
        sys.stdout = open(os.devnull)  # noqa: PTH123, SIM115  # for the whole run
    if getattr(sys, "stderr", None) is None:
        sys.stderr = open(os.devnull, "w")  # noqa: PTH123, SIM115  # for the whole run
    for stream in (sys.stdout, sys.stderr):
        # This flushes pending output; if the disk is full, the next write fails too, and its error is reported.
        with suppress(OSError):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="backslashreplace")


def redirect_stdout_to_null() -> None:
    """Discard pending output, so that Python does not try to write it again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _PipeWait:
    """How long this process has waited for the readers of its pipes."""

    seconds = 0.0
    since: float | None = None  # the start of the current wait


def seconds_waited_for_readers() -> float:
    """The seconds that this process has waited for the readers of its output."""
    return _PipeWait.seconds + (0.0 if _PipeWait.since is None else time.monotonic() - _PipeWait.since)


class _TimedPipe(io.RawIOBase):
    """A pipe that measures how long it waits for its reader, and may drop output once the reader has gone."""

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
            _PipeWait.seconds, _PipeWait.since = seconds_waited_for_readers(), None


@contextmanager
def wrap_pipes(*names: str, drops_unread: bool = True) -> Iterator[None]:
    """Wrap those of `stdout` and `stderr` that are pipes in a `_TimedPipe`, until the end of the block."""
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
