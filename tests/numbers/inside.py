"""The commands run in this process, where Z3 is loaded already: a tenth of the time of a process each."""

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass
from unittest.mock import patch

from bigand.cli import main as bigand_main
from bigand.cli.touist import main as touist_main


@dataclass(frozen=True)
class Done:
    """What a command said and how it ended."""

    returncode: int
    stdout: str
    stderr: str


def bigand(*words: str, text: str = "") -> Done:
    return _run(bigand_main, words, text)


def touist(*words: str, text: str = "") -> Done:
    return _run(touist_main, words, text)


def _run(command: Callable[[list[str]], int], words: tuple[str, ...], text: str) -> Done:
    streams = [io.TextIOWrapper(io.BytesIO(data), encoding="utf-8") for data in (text.encode(), b"", b"")]
    given, out, err = streams
    with (
        patch.object(sys, "stdin", given),
        patch.object(sys, "stdout", out),
        patch.object(sys, "stderr", err),
        patch.dict("os.environ", {"LC_ALL": "C.UTF-8", "COLUMNS": "80"}),
    ):
        code = command(list(words))
    return Done(int(code), *[_written(stream) for stream in (out, err)])


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode()
