"""Ctrl-C at any moment of a command: exit code 130 (or that of a command that was done), no traceback, no child."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.apps.test_limits import SLOW, processes_with, wait_until

from bigand.cli import interrupts

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sends signals")
PATIENCE = 120.0  # seconds for what takes one, on a machine with many other things to do

# Runs a command as its console script does, in a process that hears Ctrl-C even if we are in the background.
# It prints `ready` as soon as Ctrl-C is held back; with a number, it interrupts itself at that call of a function.
_RUN = """
import os, signal, sys
from bigand import cli
from bigand.cli import interrupts
signal.signal(signal.SIGINT, signal.default_int_handler)
program, moment, *sys.argv = sys.argv[1:]
left = int(moment)
def count(frame, event, argument):
    global left
    left -= 1
    if left == 0:
        sys.setprofile(None)
        signal.raise_signal(signal.SIGINT)
hold = interrupts.hold
def hold_and_tell():
    hold()
    os.write(1, b"ready\\n")
    if left:
        sys.setprofile(count)
interrupts.hold = hold_and_tell
sys.exit(getattr(cli, program)())
"""
COMMANDS = {
    "solve": ["main", "bigand", "solve", "model.touist"],
    "check": ["main", "bigand", "check", "model.touist"],
    "why": ["main", "bigand", "why", "slow.touist"],
    "lightup": ["main", "bigand", "lightup", "solve", "--json", "7x7:Bc2c0BkBe1kBBc2c2"],
    "help": ["main", "bigand", "--help"],
    "version": ["main", "bigand", "--version"],
    "touist": ["touist_main", "touist", "--solve", "--sat", "slow.touist"],
    "file": ["main", "bigand", "format", "--write", "model.touist"],
}


@contextmanager
def started(name: str, folder: Path, moment: int = 0, way: str = "fork") -> "Iterator[subprocess.Popen[bytes]]":
    """A command that is just being loaded, in a group of its own, as a terminal starts it."""
    (folder / "model.touist").write_text("a or b\n", encoding="utf-8")
    (folder / "slow.touist").write_text(SLOW["search"], encoding="utf-8")
    program, *words = COMMANDS[name]
    around = {**os.environ, "BIGAND_TEST_MARK": _mark(folder), "BIGAND_CHILDREN": way, "LC_ALL": "C.UTF-8"}
    command = [sys.executable, "-c", _RUN, program, str(moment), *words]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, bufsize=0, stdout=pipe, stderr=pipe, cwd=folder, env=around, start_new_session=True
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == b"ready\n"
            yield process
        finally:
            process.kill()


def _mark(folder: Path) -> str:
    return f"mark-{folder.name}-{os.getpid()}"


def fault_of(process: "subprocess.Popen[bytes]", folder: Path) -> str:
    """What is wrong with the end of a command that was interrupted; nothing, if nothing is."""
    out, complaints = process.communicate(timeout=PATIENCE)
    told = complaints.decode()
    expected = "" if "touist" in process.args else "bigand: interrupted\n"  # type: ignore[operator]
    if process.returncode not in (0, 130):
        return f"exit code {process.returncode}: {told[-500:]}"
    if told != (expected if process.returncode == 130 else "") and told:  # it may be too late for a message
        return f"prints {told[-500:]!r} with exit code {process.returncode}"
    if process.returncode == 0 and not out and "format" not in process.args:  # type: ignore[operator]
        return "ended well without having printed anything"
    left = [path.name for path in folder.iterdir() if path.name.startswith(".bigand")]
    if left:
        return f"left {left}"
    if Path("/proc").exists() and not wait_until(lambda: not processes_with(_mark(folder)), PATIENCE):
        return f"left processes {processes_with(_mark(folder))}"
    return ""


def faults_at_calls(name: str, moments: Iterator[int] | range, folder: Path, way: str = "fork") -> list[str]:
    found = []
    for moment in moments:
        with started(name, folder, moment, way) as process:
            if name in ("why", "touist"):  # which take long: if that call never came, they are interrupted here
                time.sleep(0.5)
                os.killpg(process.pid, signal.SIGINT)
            fault = fault_of(process, folder)
        found += [f"{name}, {way}, call {moment}: {fault}"] if fault else []
    return found


def test_interrupted_while_it_is_loaded_and_run(tmp_path: Path) -> None:
    faults = faults_at_calls("solve", range(1, 60_000, 16_000), tmp_path)
    faults += faults_at_calls("version", range(1, 2), tmp_path)
    faults += faults_at_calls("touist", range(9_000, 9_001), tmp_path)
    assert not faults, "\n".join(faults)


@pytest.mark.slow
@pytest.mark.parametrize("way", ["fork", "spawn"])
def test_interrupted_at_any_call(way: str, tmp_path: Path) -> None:
    faults = []
    for name in COMMANDS:
        calls = range(1, 20, 6) if name == "version" else range(1, 100_000, 9_999)
        faults += faults_at_calls(name, calls, tmp_path, way)
    assert not faults, "\n".join(faults)


@pytest.mark.slow
@pytest.mark.parametrize("way", ["fork", "spawn"])
def test_interrupted_at_any_time(way: str, tmp_path: Path) -> None:
    """All processes of the group hear it, as from a terminal."""
    faults = []
    for name in COMMANDS:
        for moment in range(0, 600, 40):
            with started(name, tmp_path, way=way) as process:
                time.sleep(moment / 1000)
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGINT)
                fault = fault_of(process, tmp_path)
            faults += [f"{name}, {way}, after {moment} ms: {fault}"] if fault else []
    assert not faults, "\n".join(faults)


@pytest.mark.slow
def test_a_second_interrupt_ends_what_does_not_end(tmp_path: Path) -> None:
    """The first one waits behind a full pipe that nobody reads."""
    (tmp_path / "large.touist").write_text("bigand $i in [1..20000]: p($i) end\n", encoding="utf-8")
    COMMANDS["export"] = ["main", "bigand", "export", "large.touist"]
    with started("export", tmp_path) as process:
        time.sleep(2)
        for _ in range(100):
            process.send_signal(signal.SIGINT)
            time.sleep(0.6)
            if process.poll() is not None:
                break
        assert process.wait(PATIENCE) == 130
        assert process.stderr is not None
        assert b"Traceback" not in process.stderr.read()


_LOST = """
import sys, time
from bigand.cli import interrupts
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
interrupts.hold()
class Given:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)
try:
    interrupts.release()
    Given()
    time.sleep(100)
except KeyboardInterrupt:
    print("interrupted")
"""


def test_an_interrupt_that_python_drops_comes_again() -> None:
    done = subprocess.run([sys.executable, "-c", _LOST], capture_output=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, b"interrupted", b"")


def test_what_ignores_interrupts_goes_on_ignoring_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command started in the background, or with `nohup`."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    monkeypatch.setattr(interrupts, "_state", interrupts._State())
    try:
        interrupts.hold()
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
        interrupts.release()
    finally:
        signal.signal(signal.SIGINT, before)
