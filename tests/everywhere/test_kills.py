"""Whatever ends a command, at whatever stage, forked or spawned: the right exit code, the right message, no orphan.

Each stage has an input that takes it many times as long as it is given. Nothing is timed here: whoever waits waits
until something has happened, and fails only when it never does.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.apps.test_limits import SLOW, processes_with, wait_until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes as Linux shows them"),
]
PATIENCE = 120.0  # seconds for what takes two, on a machine with many other things to do
WORK = 1.0  # seconds of a processor after which a stage has been reached: those before it take less

TEXTS = {
    "@parse": SLOW["parse"] * 2,
    "@parse much": "\n".join([f"a{i} and b{i} or c{i}({i}) and d{i}" for i in range(400_000)]),
    "@ground": SLOW["expand"],
    "@ground much": "bigand $i,$j,$k in [1..400],[1..400],[1..400] when ($i*$j + $k) mod 5 == 1: "
    "p($i,$j,$k) or q($k,$j,$i) end",
    "@encode": "bigand $a in [1..200]: exact(700, [p($a,$i) for $i in [1..3000]]) end",
    "@solve": SLOW["search"],
}
# The words of a command for each stage; those that end by `--memory` have another input, which needs much.
STAGES = {
    "parse": ["check", "@parse"],
    "ground": ["solve", "@ground"],
    "encode": ["solve", "@encode"],
    "solve": ["solve", "@solve"],
    "why": ["why", "@solve"],
    "generate": ["watersort", "generate", "--colours", "12", "--empty", "1", "--level", "expert", "--seed", "1",
                 "--count", "500", "--jobs", "2"],
}  # fmt: skip
MUCH = {"parse": ["check", "@parse much"], "encode": ["solve", "@encode"]}


@contextmanager
def started(words: list[str], way: str, mark: str, folder: Path) -> "Iterator[subprocess.Popen[bytes]]":
    """A command as a terminal starts it: a group of its own, which hears Ctrl-C."""
    script = "import signal, runpy, sys; signal.signal(signal.SIGINT, signal.default_int_handler)"
    script += f"; sys.argv = {['bigand', *words]!r}; runpy.run_module('bigand', run_name='__main__')"
    around = {**os.environ, "BIGAND_CHILDREN": way, "BIGAND_TEST_MARK": mark, "LC_ALL": "C.UTF-8"}
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdout=pipe, stderr=pipe, cwd=folder, env=around, start_new_session=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def worked(number: int) -> float:
    """The seconds that a process has worked; 0 if it has ended."""
    try:
        words = (
            Path(f"/proc/{number}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        )
    except OSError:
        return 0.0
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def workers(process: "subprocess.Popen[bytes]", mark: str) -> list[int]:
    """The processes that answer, the one that works most first."""
    numbers = [number for number in processes_with(mark) if number != process.pid]
    return sorted(numbers, key=worked, reverse=True)


def files(words: list[str], folder: Path) -> list[str]:
    """The same words, with a file for each that names a text."""
    found = []
    for word in words:
        if word in TEXTS:
            (folder / "m.touist").write_text(TEXTS[word], encoding="utf-8")
        found.append("m.touist" if word in TEXTS else word)
    return found


@pytest.mark.parametrize("way", ["fork", "spawn"])
@pytest.mark.parametrize("how", ["interrupt", "terminate", "kill"])
@pytest.mark.parametrize("stage", STAGES)
def test_an_end_from_outside(stage: str, how: str, way: str, tmp_path: Path) -> None:
    mark = f"mark-{tmp_path.name}-{os.getpid()}"
    with started(files(STAGES[stage], tmp_path), way, mark, tmp_path) as process:
        assert wait_until(
            lambda: process.poll() is not None or [one for one in workers(process, mark) if worked(one) > WORK],
            PATIENCE,
        )
        assert process.poll() is None, process.communicate()
        if how == "interrupt":
            os.killpg(process.pid, signal.SIGINT)
        elif how == "terminate":
            process.terminate()
        else:
            for number in workers(process, mark):
                os.kill(number, signal.SIGKILL)
        _, told = process.communicate(timeout=PATIENCE)
        expected = {
            "interrupt": (130, b"bigand: interrupted\n"),
            "terminate": (-signal.SIGTERM, b""),
            "kill": (1, b"bigand: the solver crashed, perhaps for want of memory\n"),
        }
        assert_told((process.returncode, told), *expected[how])
        assert wait_until(lambda: not processes_with(mark), PATIENCE), processes_with(mark)


@pytest.mark.parametrize("way", ["fork", "spawn"])
@pytest.mark.parametrize("stage", STAGES)
def test_the_time(stage: str, way: str, tmp_path: Path) -> None:
    ended(files(STAGES[stage], tmp_path), ["--timeout", "1"], way, tmp_path, b"bigand: the time is up\n")


@pytest.mark.parametrize("way", ["fork", "spawn"])
@pytest.mark.parametrize("stage", MUCH)
def test_the_memory(stage: str, way: str, tmp_path: Path) -> None:
    ended(files(MUCH[stage], tmp_path), ["--memory", "300"], way, tmp_path, b"bigand: the memory is used up\n")


@pytest.mark.parametrize("way", ["fork", "spawn"])
def test_the_memory_that_expanding_would_need(way: str, tmp_path: Path) -> None:
    """What cannot fit is known before: the rule is named, and nothing is expanded."""
    mark = f"mark-{tmp_path.name}-{os.getpid()}"
    with started([*files(["solve", "@ground much"], tmp_path), "--memory", "300"], way, mark, tmp_path) as process:
        _, told = process.communicate(timeout=PATIENCE)
        assert (process.returncode, told[:12]) == (1, b"error[G102]:")
        assert wait_until(lambda: not processes_with(mark), PATIENCE), processes_with(mark)


def ended(words: list[str], limit: list[str], way: str, folder: Path, message: bytes) -> None:
    mark = f"mark-{folder.name}-{os.getpid()}"
    with started([*words, *limit], way, mark, folder) as process:
        _, told = process.communicate(timeout=2 * PATIENCE)
        assert_told((process.returncode, told), 3, message)
        assert wait_until(lambda: not processes_with(mark), PATIENCE), processes_with(mark)


def assert_told(found: tuple[int, bytes], code: int, message: bytes) -> None:
    """The right code, and the right words at the end: before them may stand what is said of the file."""
    returned, told = found
    assert (returned, told[len(told) - len(message) :]) == (code, message), told
    assert b"Traceback" not in told
    assert told.count(b"bigand: ") - told.count(b"not everything was looked at") == (1 if message else 0), told
