"""A command in a real terminal: what it shows is read, keys are pressed."""

import os
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

import pytest


class Terminal:
    """Runs `bigand` in a terminal of its own; its standard input may be a file."""

    def __init__(self, *words: str, stdin: Path | None = None) -> None:
        pty = pytest.importorskip("pty", reason="Windows has no pseudo-terminals")
        self.handle, inner = pty.openpty()
        environment = os.environ | {"TERM": "xterm", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8"}
        environment.pop("NO_COLOR", None)
        given = inner if stdin is None else os.open(stdin, os.O_RDONLY)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bigand", *words], stdin=given, stdout=inner, stderr=inner, env=environment,
            start_new_session=True, preexec_fn=lambda: _take_terminal(inner),
        )  # fmt: skip
        for handle in {inner, given}:
            os.close(handle)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.handle)

    def until(self, text: str) -> str:
        """What is shown until a text comes."""
        seen, end = "", time.monotonic() + 20
        while text not in seen:
            assert time.monotonic() < end, seen
            if select.select([self.handle], [], [], 0.2)[0]:
                seen += os.read(self.handle, 65536).decode("utf-8", "replace")
        return seen

    def within(self, seconds: float) -> str:
        """What is shown in some seconds."""
        seen, end = "", time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if select.select([self.handle], [], [], left)[0]:
                seen += os.read(self.handle, 65536).decode("utf-8", "replace")
        return seen

    def press(self, key: bytes) -> None:
        os.write(self.handle, key)


def _take_terminal(inner: int) -> None:
    import fcntl
    import termios

    fcntl.ioctl(inner, termios.TIOCSCTTY, 0)
