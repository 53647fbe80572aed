"""The main commands on a simulated Windows: no `fork`, no signals but Ctrl-C, CR LF at the end of lines, cp1252.

They must give what they give here. Each runs as a process of its own, as its users start it.
"""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.apps.test_limits import wait_until

ROOT = Path(__file__).parent.parent.parent
START = Path(__file__).parent / "windows"
pytestmark = pytest.mark.slow

COMMANDS = {
    "check": "check examples/queens/queens.touist",
    "check wrong": "check tests/cases/students/exercise2.touist",
    "solve": "solve examples/queens/queens.touist",
    "all": "solve --all --set $N=5 examples/queens/queens.touist",
    "count": "solve --count examples/queens/queens.touist",
    "json": "solve --json --true-only --set $N=4 examples/queens/queens.touist",
    "unsat": "solve --set $N=3 examples/queens/queens.touist",
    "time and memory": "solve --timeout 60 --memory 4000 examples/queens/queens.touist",
    "quantified": "solve examples/games/nim.touist",
    "strategy": "solve --strategy examples/games/nim.touist",
    "costs": "solve examples/costs/shifts.touist",
    "plan": "plan examples/plans/river.touist",
    "why": "why --set $N=3 examples/queens/queens.touist",
    "forced": "forced examples/graphs/colouring.touist",
    "witness": "witness --set $N=5 examples/queens/queens.touist",
    "test": "test examples/queens examples/numbers",
    "size": "size examples/queens/queens.touist",
    "export": "export --set $N=4 examples/queens/queens.touist",
    "format": "format examples/queens/queens.touist",
    "unicode": "unicode examples/queens/queens.touist",
    "equiv": "equiv examples/queens/rows.touist examples/queens/rows.touist",
    "queens": "queens 8",
    "queens count": "queens 8 --count",
    "lightup solve": "lightup solve 7x7:Bc2c0BkBe1kBBc2c2",
    "lightup explain": "lightup explain 7x7:Bc2c0BkBe1kBBc2c2",
    "lightup generate": "lightup generate --size 7 --seed 1 --count 3 --jobs 2",
    "watersort": "watersort solve examples/watersort/course.txt",
}


def run(command: str, *, windows: bool, encoding: str = "utf-8") -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "COLUMNS": "80"}
    if windows:
        environment["PYTHONPATH"] = str(START)
    words = [sys.executable, "-m", "bigand", *command.split()]
    return subprocess.run(words, capture_output=True, timeout=180, cwd=ROOT, env=environment, check=False)


def without_seconds(output: bytes) -> bytes:
    """The output without the times that it tells, never the same, and what is as long as they leave room for.

    >>> without_seconds(b"== in 9.9s ==") == without_seconds(b"== in 10.1s =")
    True
    """
    return re.sub(rb"[0-9]+[.,][0-9]+( ?s\b|(?=[,}]))|=+", b"_", output)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_same_answer(name: str) -> None:
    here, there = run(COMMANDS[name], windows=False), run(COMMANDS[name], windows=True)
    assert there.returncode == here.returncode
    assert without_seconds(there.stdout) == without_seconds(here.stdout)
    assert b"bug in bigand" not in there.stderr
    assert without_seconds(there.stderr) == without_seconds(here.stderr)


@pytest.mark.parametrize("name", ["solve", "check wrong", "unicode", "lightup explain", "why"])
def test_a_narrow_code_page(name: str) -> None:
    found = run(COMMANDS[name], windows=True, encoding="cp1252")
    assert found.returncode == run(COMMANDS[name], windows=False).returncode
    assert b"bug in bigand" not in found.stderr
    assert found.stdout


def test_lines_that_end_in_cr_lf(tmp_path: Path) -> None:
    text = (ROOT / "examples/queens/queens.touist").read_bytes()
    path = tmp_path / "queens.touist"
    path.write_bytes(b"\xef\xbb\xbf" + text.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))
    assert run(f"check {path}", windows=True).returncode == 0
    counted = run(f"solve --count {path}", windows=True)
    assert (counted.returncode, counted.stdout.strip()) == (0, b"92")


def start(command: str) -> "subprocess.Popen[bytes]":
    """A command that hears Ctrl-C even if we were started in the background."""
    environment = {**os.environ, "PYTHONPATH": str(START)}
    listening = "import signal, runpy, sys; signal.signal(signal.SIGINT, signal.default_int_handler)"
    script = (
        f"{listening}; sys.argv = {['bigand', *command.split()]!r}; runpy.run_module('bigand', run_name='__main__')"
    )
    words = [sys.executable, "-c", script]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, env=environment)


LONG = "solve --count --set $N=24 examples/queens/queens.touist"


def children(number: int) -> list[int]:
    """The processes that a process started."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            after_name = path.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue  # it has ended
        if int(after_name[1]) == number:
            found.append(int(path.parent.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes as Linux shows them")
@pytest.mark.parametrize("how", ["time", "memory", "interrupt"])
def test_what_takes_long_is_ended(how: str) -> None:
    limit = {"time": "--timeout 2 ", "memory": "--memory 60 ", "interrupt": ""}[how]
    began = time.monotonic()
    process = start(LONG.replace("--count", f"--count {limit}"))
    try:
        while not children(process.pid) and process.poll() is None and time.monotonic() < began + 30:
            time.sleep(0.05)
        time.sleep(1.5)
        started = children(process.pid)  # what answers, and what tidies up after it
        if how == "interrupt":
            process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == (130 if how == "interrupt" else 3)
    assert {"time": b"time is up", "memory": b"memory", "interrupt": b"interrupted"}[how] in told
    assert started
    assert wait_until(lambda: not [one for one in started if Path(f"/proc/{one}/statm").exists()], 20)
