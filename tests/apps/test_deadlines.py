"""The time of a command runs from the start of its process, and holds at every stage on a busy machine."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from tests.apps.here import Here
from tests.apps.test_limits import SLOW

from bigand.api.run import limits
from bigand.cli import asker, interrupts, streams
from bigand.source.error import LimitError

LONG = 60.0  # seconds: only what hangs takes as long
timers = pytest.mark.skipif(sys.platform == "win32", reason="has no timers")


def work_until(end: float) -> None:
    while time.monotonic() < end:
        pass


def test_the_clock_starts_with_the_process(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """What Python took to start and to load the command counts."""
    name = here.write("m.touist", "a or b\n")
    monkeypatch.setattr(interrupts._state, "began", time.monotonic() - 1000)
    done = here("solve", "--timeout", "900", name)
    assert (done.code, "the time is up" in done.err) == (3, True)  # the alarm may ring before or after the answer
    assert here("solve", "--timeout", "1900", name).code == 0


def test_time_that_is_up_before_the_answer_comes_is_told_with_advice(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The alarm of the command itself may ring first, where the machine is busy."""

    def ring(*_words: object) -> None:
        raise LimitError("limit.time")

    name = here.write("m.touist", "a or b\n")
    monkeypatch.setattr("bigand.api.run.child.ask_in_child", ring)
    done = here("size", "--timeout", "9", name)
    assert (done.code, "no answer: the time is up (" in done.err, "try a larger" in done.err) == (3, True, True)


def test_the_start_of_python_is_told_by_the_system() -> None:
    """A process that slept before it began has not lost the time; one that worked has, up to a bound."""
    script = "import sys, time\n{work}\nfrom bigand.cli import interrupts as i; print(i._seconds_to_start_python())"

    def time_before(work: str) -> float:
        command = [sys.executable, "-c", script.format(work=work)]
        return float(subprocess.run(command, capture_output=True, timeout=LONG, check=True).stdout)

    assert 0.0 <= time_before("time.sleep(0.3)") <= interrupts._MAX_STARTUP
    if Path("/proc/self/schedstat").exists():
        assert time_before("e = time.process_time() + 1.1\nwhile time.process_time() < e: pass") == 1.0


@timers
def test_printing_an_answer_is_limited_too() -> None:
    asker.reset_command_clock()
    with pytest.raises(LimitError), asker.limit_command_time(0.1, streams.seconds_waited_for_readers):  # noqa: PT012
        asker._note_asked_and_delay_alarm()  # its question is asked
        work_until(time.monotonic() + LONG)
    asker.reset_command_clock(time.monotonic() - 1000)
    with pytest.raises(LimitError), asker.limit_command_time(100, streams.seconds_waited_for_readers):
        work_until(time.monotonic() + LONG)


@timers
def test_time_that_readers_take_does_not_count() -> None:
    reader, writer = os.pipe()
    before = streams.seconds_waited_for_readers()
    process = os.fork()
    if process == 0:  # pragma: no cover  # another process, which reads late
        os.close(writer)
        time.sleep(1)
        while os.read(reader, 1 << 16):
            pass
        os._exit(0)
    try:
        pipe = streams._TimedPipe(writer, drops_unread=True)
        with limits.alarm(0.3, streams.seconds_waited_for_readers):
            sent = 0
            while sent < 1 << 20:
                sent += pipe.write(b"x" * (1 << 16))
        assert streams.seconds_waited_for_readers() - before > 0.2
    finally:
        os.close(writer)
        os.close(reader)
        os.waitpid(process, 0)


# ---------------------------------------------------------------------- at load


def game() -> str:
    """Pigeons and holes behind a quantifier: no player finds out soon that there are too few holes."""
    pigeons, holes = range(1, 15), range(1, 14)
    placed = [" or ".join([f"p({i},{j})" for j in holes]) for i in pigeons]
    alone = [
        f"not p({i},{j}) or not p({k},{j}) or (y and not y)" for j in holes for i in pigeons for k in range(1, i)
    ]
    atoms = ",".join([f"p({i},{j})" for i in pigeons for j in holes])
    return f"forall y: exists {atoms}: " + " and ".join([f"({one})" for one in placed + alone])


def costs() -> str:
    """The cheapest points that touch all lines of a random graph."""
    chance = Random(3)
    lines = [f"a({chance.randrange(150)}) or a({chance.randrange(150)})" for _ in range(900)]
    return "\n".join(lines + [f";;@ soft {chance.randrange(1, 50)}\nnot a({number})" for number in range(150)])


DISTINCT = """bigand $i in [1..14]: h($i) >= 1 and h($i) <= 13 end
bigand $i,$j in [1..14],[1..14] when $i < $j: h($i) != h($j) end
"""
LEAST = """bigand $i in [1..15]: h($i) >= 1 and h($i) <= 13 and far >= h($i) end
bigand $i,$j in [1..15],[1..15] when $i < $j: h($i) != h($j) or h($i) > 12 end
;;@ minimize far
"""
BOARD = "/".join([("." * 19 + "#") * 10] * 200)
AT_LOAD = {
    "solve, reading": ["solve", SLOW["parse"]],
    "solve, expanding": ["solve", SLOW["expand"]],
    "solve, encoding": ["solve", "bigand $a in [1..200]: exact(700, [p($a,$i) for $i in [1..3000]]) end"],
    "solve, searching": ["solve", SLOW["search"]],
    "solve, much to print": ["solve", "bigand $i in [1..400000]: p($i) end"],
    "check": ["check", SLOW["expand"]],
    "check, much to print": ["check", "\n".join([f"a{i} and and b{i} )" for i in range(60_000)])],
    "why": ["why", SLOW["search"]],
    "steps": ["steps", SLOW["search"]],
    "count": ["solve", "--count", "bigand $i in [1..60000]: p($i) or q($i) end"],
    "costs": ["solve", costs()],
    "numbers": ["solve", DISTINCT],
    "best numbers": ["solve", LEAST],
    "game": ["solve", game()],
    "lightup solve": ["lightup", "solve", "--limit", "90000", "25x25:" + "z" * 24 + "a"],
    "lightup explain": ["lightup", "explain", BOARD],
}
# What ends in time on a machine with many cores.
MAY_END = ("solve, reading", "solve, expanding", "solve, much to print", "check", "check, much to print")
LIMIT = 4.0
LATE = 6.0  # seconds; one is promised, and others may load this machine besides


@pytest.fixture
def busy() -> Iterator[None]:
    """Eight processes that take all they can get."""
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(8)]
    try:
        yield
    finally:
        for one in others:
            one.kill()
            one.wait()


@pytest.mark.slow
@pytest.mark.usefixtures("busy")
def test_the_time_holds_on_a_busy_machine(tmp_path: Path) -> None:
    """Most of these take far longer than they are given, even on a machine with nothing else to do."""
    late = {}
    around = {**os.environ, "LC_ALL": "C.UTF-8"}
    for name, (*words, text) in AT_LOAD.items():
        given = text
        if words[0] != "lightup":
            given = str(tmp_path / "model.touist")
            Path(given).write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "bigand", *words, "--timeout", str(LIMIT), given]
        began = time.monotonic()
        done = subprocess.run(command, capture_output=True, timeout=LONG * 5, check=False, env=around)
        over = time.monotonic() - began - LIMIT
        print(f"{name}: {over:+.2f} s")  # shown by `pytest -rP`
        is_stopped = done.returncode == 3 and b"the time is up" in done.stderr
        has_ended = name in MAY_END and done.returncode in (0, 1) and b"Traceback" not in done.stderr
        if over > LATE or not (is_stopped or has_ended):
            late[name] = (over, done.returncode, done.stderr[-200:])
    assert not late
