"""Lines of a shell session, as documents show them, mostly without a process for each command.

A line that is one pipe, `FEEDER | bigand … | FILTER`, is run in three parts: a shell runs what stands before and
after, and the command runs in this process. Any other line (several commands, variables, files of the shell) is run
by a real shell with real processes.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any
from unittest.mock import patch

from bigand.api.question import Answer, Question, ask_here
from bigand.api.report import Report, ignore_events
from bigand.api.run import child
from bigand.cli import main
from bigand.cli.touist import main as touist

COMMANDS: dict[str, Callable[[list[str]], int]] = {"bigand": main, "touist": touist}
_STAGE = re.compile(r"""(?:'[^']*'|"[^"]*"|[^'"|])+""")
_QUOTED = re.compile(r"'[^']*'|\"[^\"$`]*\"")
_DISCARD = " 2>/dev/null"
_ENVIRONMENT = {"LC_ALL": "C.UTF-8", "COLUMNS": "80"}
_BIN = Path(sys.executable).parent


def run_line(line: str, folder: Path) -> str:
    """What a line of a session prints, both streams together."""
    stages = [stage.strip() for stage in _STAGE.findall(line)]
    ours = [number for number, stage in enumerate(stages) if stage.partition(" ")[0] in COMMANDS]
    is_quiet = len(ours) == 1 and stages[ours[0]].endswith(_DISCARD)
    if is_quiet:
        stages[ours[0]] = stages[ours[0]].removesuffix(_DISCARD)
    if len(ours) != 1 or re.search(r"[;&<>$`()]", _QUOTED.sub("", "|".join(stages))):
        return run_in_shell(line, folder, is_together=True).decode().rstrip()
    before, after = stages[: ours[0]], stages[ours[0] + 1 :]
    given = run_in_shell(" | ".join(before), folder) if before else b""
    out, err = run_in_process(shlex.split(stages[ours[0]]), given, folder, is_together=not (after or is_quiet))
    shown = run_in_shell(" | ".join(after), folder, out) if after else out
    return ((b"" if is_quiet else err) + shown).decode().rstrip()


def run_in_shell(line: str, folder: Path, given: bytes = b"", is_together: bool = False) -> bytes:
    """What a shell prints; `is_together`: also on its standard error."""
    path = f"{_BIN}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", line],
        cwd=folder,
        input=given,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if is_together else None,
        env={**os.environ, **_ENVIRONMENT, "PATH": path},
        timeout=60,
        check=False,
    )
    return done.stdout


def run_in_process(words: list[str], given: bytes, folder: Path, is_together: bool = False) -> tuple[bytes, bytes]:
    """What a command prints on its two streams; `is_together`: on the first, in the order in which it comes."""
    with TemporaryFile() as source, TemporaryFile() as out, TemporaryFile() as err:
        source.write(given)
        source.seek(0)
        with (
            patch.dict(os.environ, _ENVIRONMENT),
            patch.object(child, "ask_in_child", _ask_without_child),
            _inside(folder),
            _standard_streams(source.fileno(), out.fileno(), out.fileno() if is_together else err.fileno()),
        ):
            COMMANDS[words[0]](words[1:])
        out.seek(0)
        err.seek(0)
        return out.read(), err.read()


_in_child = child.ask_in_child


def _ask_without_child(
    question: Question[Any], report: Report = ignore_events, *others: Any, **named: Any
) -> Answer:
    """A question that has no limits needs no child that could be ended."""
    if question.limits.seconds is None and question.limits.megabytes is None:
        return ask_here(question, report)
    return _in_child(question, report, *others, **named)


@contextmanager
def _inside(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


@contextmanager
def _standard_streams(*descriptors: int) -> Iterator[None]:
    """The three standard streams from and to files, for Python and for the processes that it starts."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    saved = [os.dup(number) for number in range(3)]
    for number, descriptor in enumerate(descriptors):
        os.dup2(descriptor, number)
    try:
        with (
            open(0, encoding="utf-8", closefd=False) as stdin,
            open(1, "w", encoding="utf-8", closefd=False) as stdout,
            open(2, "w", encoding="utf-8", closefd=False, buffering=1) as stderr,
            patch.multiple(sys, stdin=stdin, stdout=stdout, stderr=stderr),
        ):
            yield
    finally:
        for number, descriptor in enumerate(saved):
            os.dup2(descriptor, number)
            os.close(descriptor)
