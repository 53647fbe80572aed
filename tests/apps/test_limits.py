"""Limits hold at every stage of every command, and nothing is left running."""

import json
import mmap
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.apps.here import Here

from bigand.api.format import FormatAnswer
from bigand.api.question import Limits, Question
from bigand.api.report import Report
from bigand.api.run.child import ask_in_child

SLACK = 60.0  # seconds: whoever takes so long does not hold to its time, however busy the machine is

# Each takes many times as long as it is given, in another stage.
SLOW = {
    "parse": "\n".join([f"p{i} and (q{i} or (r => not {'(' * 40}s{i}{')' * 40}))" for i in range(40_000)]),
    "expand": "$S = [1..90]\nbigand $i,$j,$k,$l in $S,$S,$S,$S when ($i*$j+$k*7) mod 11 == $l mod 3: "
    "p($i,$j,$k) or q($l,$i) end",
    "search": "bigand $i in [1..13]: bigor $j in [1..12]: p($i,$j) end end "
    "bigand $j,$i,$k in [1..12],[1..13],[1..13] when $i < $k: not p($i,$j) or not p($k,$j) end",
}


@contextmanager
def started(*words: str, folder: Path | None = None) -> Iterator[subprocess.Popen[bytes]]:
    """A command in a process of its own, which hears all signals even if we were started in the background."""
    listening = "import signal, runpy, sys; signal.signal(signal.SIGINT, signal.default_int_handler)"
    listening += "; signal.signal(signal.SIGHUP, signal.SIG_DFL)"
    script = f"{listening}; sys.argv = {['bigand', *words]!r}; runpy.run_module('bigand', run_name='__main__')"
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", script], stdout=pipe, stderr=pipe, cwd=folder) as process:
        try:
            yield process
        finally:
            process.kill()


def processes_with(mark: str) -> list[int]:
    """The processes that have a word in their command line or environment, but for ourselves."""
    found = []
    for path in Path("/proc").iterdir():
        try:
            texts = (path / "environ").read_bytes() + (path / "cmdline").read_bytes()
            state = (path / "stat").read_text().rsplit(")", 1)[1].split()[0]
        except OSError:
            continue
        if path.name.isdigit() and mark.encode() in texts and int(path.name) != os.getpid() and state != "Z":
            found.append(int(path.name))
    return found


def wait_until(holds: Callable[[], object], seconds: float) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.05)
    return bool(holds())


# ---------------------------------------------------------------------- time


COMMANDS = [
    "solve",
    "solve --json",
    "solve --count",
    "why",
    "witness",
    "forced",
    "check",
    "size",
    "export",
    "equiv",
]


QUICKLY = [("parse", "solve"), ("parse", "check"), ("expand", "solve"), ("expand", "why"), ("expand", "witness")]


@pytest.mark.usefixtures("real_children")
@pytest.mark.parametrize(
    ("stage", "words"),
    [
        pytest.param(stage, words, marks=[pytest.mark.slow] * ((stage, words) not in QUICKLY))
        for stage in ("parse", "expand")
        for words in COMMANDS
    ],
)
def test_time_holds_at_every_stage(stage: str, words: str, here: Here) -> None:
    name = here.write("slow.touist", SLOW[stage])
    others = [name] if words == "equiv" else []
    began = time.monotonic()
    done = here(*words.split(), "--timeout", "0.2", name, *others)
    assert time.monotonic() - began < SLACK
    if words not in ("witness", "check", "size") or stage == "parse":  # which may leave out what is too large
        assert (done.code, "the time is up" in done.err) == (3, True)


@pytest.mark.usefixtures("real_children")
@pytest.mark.parametrize(
    "words",
    [
        "solve --json",
        "solve --count",
        *[pytest.param(words, marks=pytest.mark.slow) for words in ("solve", "solve --all", "why", "forced")],
    ],
)
def test_time_holds_in_the_search(words: str, here: Here) -> None:
    began = time.monotonic()
    done = here(*words.split(), "--timeout", "0.5", here.write("slow.touist", SLOW["search"]))
    assert time.monotonic() - began < SLACK
    assert done.code == 3
    if "--json" in words:
        assert json.loads(done.out)["status"] == "unknown"


@pytest.mark.usefixtures("real_children")
def test_time_holds_for_a_pipe_that_never_ends(here: Here) -> None:
    os.mkfifo(here.folder / "pipe")
    plain = here.write("plain.touist", "p($S)")
    directive = here.write("directive.touist", ';;@ data $S from "pipe"\np($S)')
    began = time.monotonic()
    for words in ("solve", "solve --json", "size"):
        done = here(*words.split(), "--timeout", "0.1", "pipe")
        assert (done.code, "no answer: the time is up (" in done.err, "try a larger" in done.err) == (3, True, True)
        assert "--json" not in words or json.loads(done.out)["status"] == "unknown"
    assert here("solve", "--timeout", "0.1", "--data", "pipe", plain).code == 3
    done = here("solve", "--timeout", "0.1", directive)
    assert (done.code, "a pipe or a device" in done.err) == (1, True)
    assert here("test", "--timeout", "0.1", "--expect", "sat", directive).code in (1, 3)
    assert time.monotonic() - began < SLACK


def test_what_ends_in_time_is_told_whole(here: Here) -> None:
    """The best so far, when the time is up: a sum whose least value takes for ever to prove."""
    text = SLOW["search"].replace("[1..13]", "[1..14]").replace("not p($i,$j) or not p($k,$j)", "a or Top")
    done = here("solve", "--timeout", "20", "--count", here.write("m.touist", "a or b"))
    assert (done.code, done.out) == (0, "3\n")
    assert here("solve", "--timeout", "20", here.write("n.touist", text)).code == 0


def test_without_fork_a_timer_does_it(tmp_path: Path) -> None:
    (tmp_path / "slow.touist").write_text(SLOW["parse"])
    script = "import os, sys; del os.fork; from bigand.cli import main; sys.exit(main(sys.argv[1:]))"
    words = [sys.executable, "-c", script, "solve", "--lang", "en", "--timeout", "0.3", "slow.touist"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, check=False, timeout=SLACK)
    assert (done.returncode, b"time is up" in done.stderr, b"Traceback" in done.stderr) == (3, True, False)


# ---------------------------------------------------------------------- memory


# A process that has all its libraries, and is allowed nothing for them besides what is asked for.
_HELD = """
import sys
from importlib import import_module
from pathlib import Path
for library in ("bigand.api.pipeline", "bigand.api.sat", "bigand.api.reasons", "bigand.api.export",
                "bigand.explain.lint.linter", "pysat.solvers"):
    import_module(library)
from bigand.api.run import child, limits
from bigand.cli import main
import os
limits.MAPPED_BYTES = int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.usefixtures("forked_only")
@pytest.mark.parametrize(
    "command", ["solve", *[pytest.param(name, marks=pytest.mark.slow) for name in ("why", "check", "export")]]
)
def test_memory_is_held_to(command: str, tmp_path: Path) -> None:
    """Many sets, which no forecast counts, fit in the machine and not in what is allowed."""
    (tmp_path / "m.touist").write_text("$S = powerset([1..18])\nbigand $s in $S: p($s) or q end")
    words = [sys.executable, "-c", _HELD, command, "--lang", "en", "--memory", "50", "m.touist"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    if command == "check":  # it has the answer: only what is looked at besides was stopped
        assert (done.returncode, done.stderr) == (3, "bigand: the memory is used up\n")
        assert "nothing wrong" in done.stdout
        return
    told, advice = done.stderr.splitlines()
    assert (done.returncode, told) == (3, "bigand: no answer: the memory is used up")
    assert "--memory" in advice


class Greedy(Question[FormatAnswer], tag="greedy"):
    """Whether a process may have two gigabytes more."""

    def answer(self, report: Report) -> FormatAnswer:  # noqa: ARG002
        try:
            mmap.mmap(-1, 2_000_000_000).close()
        except OSError:
            return FormatAnswer(text="refused", is_changed=False)
        return FormatAnswer(text="granted", is_changed=False)


def test_the_system_holds_us_to_the_memory() -> None:
    """A child may not have more than the limit and what libraries map."""
    for megabytes, told in ((500, "refused"), (50_000, "granted")):
        answer = ask_in_child(Greedy(limits=Limits(megabytes=megabytes)))
        assert isinstance(answer, FormatAnswer)
        assert answer.text == told


# ---------------------------------------------------------------------- signals


SIGNALS = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL]
QUICK = [
    ("watched", signal.SIGINT),
    ("watched", signal.SIGKILL),
    ("command", signal.SIGTERM),
    ("command", signal.SIGKILL),
    ("batch", signal.SIGKILL),
]
LEFT = [
    *QUICK,
    *[
        pytest.param(kind, number, marks=pytest.mark.slow)
        for kind in ("watched", "command", "solve", "test", "batch", "generate")
        for number in (SIGNALS if kind in ("watched", "command") else SIGNALS[::3])
        if (kind, number) not in QUICK
    ],
]
# How many processes there are when all is under way: ours, the one that answers, and what that one starts.
UNDER_WAY = {"command": 4, "batch": 3, "generate": 3}


_KILLED_WHILE_STARTING = """
import os, signal, subprocess
from bigand.solve.engines.external import Command
start = subprocess.Popen.__init__
def start_and_die(*given, **named):
    start(*given, **named)
    os.kill(os.getpid(), signal.SIGKILL)
subprocess.Popen.__init__ = start_and_die
Command("sh -c 'sleep 98; true'", None).run([], ".cnf")
"""


def test_a_command_is_ended_if_we_are_killed_the_moment_it_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = f"mark-{tmp_path.name}"
    monkeypatch.setenv("BIGAND_TEST_MARK", mark)
    done = subprocess.run([sys.executable, "-c", _KILLED_WHILE_STARTING], timeout=60, check=False)
    assert done.returncode == -signal.SIGKILL
    assert wait_until(lambda: not processes_with(mark), 60), processes_with(mark)


@pytest.mark.parametrize(("kind", "number"), LEFT)
def test_nothing_is_left_running(
    kind: str, number: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = f"mark-{tmp_path.name}-{number}"
    monkeypatch.setenv("BIGAND_TEST_MARK", mark)
    (tmp_path / "slow.touist").write_text(SLOW["search"] + "\n;;@ expect sat")
    hard = "\n".join(["25x25:" + "z" * 24 + "a"] * 600)
    (tmp_path / "boards.txt").write_text(hard)
    words = {
        "solve": ["solve", "slow.touist"],
        "watched": ["solve", "--timeout", "100", "slow.touist"],
        "test": ["test", "--timeout", "100", "slow.touist"],
        "batch": ["lightup", "solve", "--jobs", "2", "--limit", "99999", "--batch", "boards.txt"],
        "command": ["solve", "--solver", "sh -c 'sleep 98; true'", "slow.touist"],
        "generate": ["lightup", "generate", "--size", "40", "--level", "hard", "--count", "9", "--jobs", "2"],
    }[kind]
    with started(*words, folder=tmp_path) as process:
        wanted = UNDER_WAY.get(kind, 2)
        assert wait_until(lambda: len(processes_with(mark)) >= wanted, 60), process.stderr and process.stderr.read()
        process.send_signal(number)
        process.wait(60)
        assert wait_until(lambda: not processes_with(mark), 60), processes_with(mark)
        if number is signal.SIGINT:
            assert process.returncode == 130
