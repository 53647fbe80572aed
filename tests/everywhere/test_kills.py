"""Whatever ends a command, at whatever stage, forked or spawned: the right exit code, the right message, no orphan,
and all of it within a second of the signal or the limit.

Each stage has an input that takes it many times as long, or as much memory, as it is given. Whoever waits waits
until something has happened; how late the end was is the best of three tries, so that it tells of the design and
not of what else the machine has to do.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.apps.test_limits import SLOW, processes_with, wait_until

from bigand.api.run.limits import BASE_BYTES, resident_bytes

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes as Linux shows them"),
]
PATIENCE = 240.0  # seconds for what takes two, on a machine with many other things to do
WORK = 1.0  # seconds of a processor after which a stage has been reached: those before it take less
LATE = 1.0  # seconds after a signal or a limit, at most
TRIES = 3
BUSY = 2.0  # processes for each core, above which times say nothing
WAYS = ["fork", "spawn"]

EASY = "7x7:Bc2c0BkBe1kBBc2c2"
EMPTY = "25x25:" + "z" * 24 + "a"  # has more solutions than anybody counts
LARGE = "/".join([("." * 19 + "#") * 10] * 200)  # takes minutes to rate
LAYERS = random.Random(1).sample([str(1 + at % 40) for at in range(400)], 400)
PASSES = "a or b\n;;@ expect sat"


def much_to_parse() -> str:
    return "\n".join([f"a{i} and b{i} or c{i}({i}) and d{i}" for i in range(400_000)])


# What the words of commands name: a file, or a folder with files. What is large is made when it is needed: this
# file is read with all others, and forks of a large process are slow.
INPUTS: dict[str, str | dict[str, str] | Callable[[], str | dict[str, str]]] = {
    "@parse": lambda: SLOW["parse"] * 2,
    "@parse much": much_to_parse,
    "@ground": SLOW["expand"],
    "@ground much": "$S = powerset([1..19])\nbigand $s in $S: p($s) or q end",
    "@ground refused": "bigand $i,$j,$k in [1..400],[1..400],[1..400] when ($i*$j + $k) mod 5 == 1: "
    "p($i,$j,$k) or q($k,$j,$i) end",
    "@encode": "bigand $a in [1..200]: exact(700, [p($a,$i) for $i in [1..3000]]) end",
    "@solve": SLOW["search"],
    "@solve much": "bigand $i in [1..200000]: p($i) or q($i) end",
    "@why much": "bigand $i,$j in [1..1360],[1..1360]: "
    "p($i) or q($j) or p($j+5) or q($i+7) or p($i+9) or q($j+2) or p($j+1) end\n"
    "bigand $i in [1..1370]: not p($i) and not q($i) end",
    "@boards": "\n".join([EASY, EMPTY, EASY]),
    "@large boards": "\n".join([EASY, LARGE, EASY]),
    "@huge boards": lambda: "\n".join([EASY, "/".join(["." * 1000] * 1000), EASY]),
    "@level": "\n".join([" ".join(LAYERS[at : at + 10]) for at in range(0, 400, 10)] + [" ".join("." * 10)] * 2),
    "@easy level": "1 2 1 2\n2 1 2 1\n. . . .\n. . . .",
    "@folder": {"a.touist": PASSES, "b.touist": f"{SLOW['search']}\n;;@ expect unsat", "c.touist": PASSES},
    "@folder much": lambda: {
        "a.touist": PASSES,
        "b.touist": f"{much_to_parse()}\n{PASSES}",
        "c.touist": PASSES,
    },
}

# The words of a command for each stage; those that end by `--memory` have another input, which needs much.
STAGES = {
    "parse": ["check", "@parse"],
    "ground": ["solve", "@ground"],
    "encode": ["solve", "@encode"],
    "solve": ["solve", "@solve"],
    "why": ["why", "@solve"],
    "generate levels": ["watersort", "generate", "--colours", "12", "--empty", "1", "--level", "expert",
                        "--seed", "1", "--count", "500", "--jobs", "2"],
    "generate boards": ["lightup", "generate", "--size", "100", "--level", "hard", "--count", "9", "--jobs", "2"],
}  # fmt: skip
MUCH = {
    "parse": ["check", "@parse much"],
    "ground": ["solve", "@ground much"],
    "encode": ["solve", "@encode"],
    "solve": ["solve", "--all", "--json", "@solve much"],
    "why": ["why", "--timeout", "200", "@why much"],
    "generate levels": ["watersort", "generate", "--colours", "60", "--empty", "2", "--height", "20", "--seed", "1",
                        "--timeout", "200"],
}  # fmt: skip
# Commands that do many things, the second of them too much: what it is answered with, and the others as ever.
BATCHES = {
    "batch solve": ["lightup", "solve", "--batch", "@boards", "--limit", "90000", "--jobs", "2"],
    "batch rate": ["lightup", "rate", "--batch", "@large boards", "--jobs", "2"],
    "batch levels": ["watersort", "rate", "@easy level", "@level", "@easy level", "--jobs", "2"],
    "batch test": ["test", "@folder", "--jobs", "2"],
}
MUCH_OF_MANY = {
    "batch solve": ["lightup", "solve", "--batch", "@huge boards", "--jobs", "2"],
    "batch rate": ["lightup", "rate", "--batch", "@huge boards", "--jobs", "2"],
    "batch levels": ["watersort", "rate", "@easy level", "@level", "@easy level", "--jobs", "2"],
    "batch test": ["test", "@folder much", "--jobs", "2"],
}
TIME, MEMORY = "the time is up", "the memory is used up"
TOO_LARGE = (
    "a board of 1000000 cells is too large for steps, levels and hints: boards of up to 100000 can be explained"
    " (`lightup solve`, also with `--decided`, takes larger ones)"
)
CRASHED = "the solver crashed: its process was ended by signal SIGKILL"


class Ended(NamedTuple):
    """How a command ended, and how many seconds later than it should have."""

    code: int
    out: bytes
    told: str
    late: float


# ---------------------------------------------------------------------- processes


class Running(NamedTuple):
    """A command that runs: its process, and what all that it starts have in their environment."""

    process: "subprocess.Popen[bytes]"
    mark: str
    folder: Path

    @property
    def has_ended(self) -> bool:
        return self.process.poll() is not None

    def workers(self) -> list[int]:
        """The processes that answer, the one that works most first."""
        numbers = [number for number in processes_with(self.mark) if number != self.process.pid]
        return sorted(numbers, key=worked, reverse=True)


@contextmanager
def started(words: list[str], way: str, folder: Path) -> Iterator[Running]:
    """A command as a terminal starts it: a group of its own, which hears Ctrl-C. It tells when Python begins."""
    script = "import runpy, signal, sys, time; signal.signal(signal.SIGINT, signal.default_int_handler)"
    script += "; began = open('began', 'w'); began.write(str(time.monotonic())); began.close()"
    script += f"; sys.argv = {['bigand', *words]!r}; runpy.run_module('bigand', run_name='__main__')"
    mark = f"mark-{folder.name}-{os.getpid()}"
    around = {**os.environ, "BIGAND_CHILDREN": way, "BIGAND_TEST_MARK": mark, "LC_ALL": "C.UTF-8"}
    with (folder / "out").open("wb") as out, (folder / "told").open("wb") as told:
        process = subprocess.Popen(
            [sys.executable, "-c", script], stdout=out, stderr=told, cwd=folder, env=around, start_new_session=True
        )
        try:
            yield Running(process, mark, folder)
        finally:
            process.kill()
            process.wait()


Moment = Callable[[Running], float]


def end_of(words: list[str], way: str, folder: Path, moment: Moment) -> Ended:
    """How a command ends, with all that it started; `moment` may do something to it, and tells when it should."""
    with started([named(word, folder) for word in words], way, folder) as running:
        should = moment(running)
        running.process.wait(PATIENCE)
        assert wait_until(lambda: not processes_with(running.mark), PATIENCE), processes_with(running.mark)
        late = time.monotonic() - should
    code, told = running.process.returncode, (folder / "told").read_text("utf-8")
    return Ended(code, (folder / "out").read_bytes(), told, late)


def named(word: str, folder: Path) -> str:
    """A word of a command; what names an input becomes the file."""
    if word not in INPUTS:
        return word
    content, path = INPUTS[word], folder / word[1:].replace(" ", "-")
    if callable(content):
        content = content()
    if isinstance(content, str):
        path.write_text(content, encoding="utf-8")
    else:
        path.mkdir(exist_ok=True)
        for name, text in content.items():
            (path / name).write_text(text, encoding="utf-8")
    return path.name


def worked(number: int) -> float:
    """The seconds that a process has worked; 0 if it has ended."""
    try:
        words = (
            Path(f"/proc/{number}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        )
    except OSError:
        return 0.0
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


# ---------------------------------------------------------------------- moments


def when_at_work(do: Callable[[Running], None]) -> Moment:
    """Something is done to a command when it is in the midst of its stage: it should end then."""

    def moment(running: Running) -> float:
        def is_at_work() -> bool:
            return running.has_ended or any(worked(one) > WORK for one in running.workers())

        assert wait_until(is_at_work, PATIENCE)
        assert not running.has_ended, running.process.returncode
        do(running)
        return time.monotonic()

    return moment


def interrupt(running: Running) -> None:
    os.killpg(running.process.pid, signal.SIGINT)


def terminate(running: Running) -> None:
    running.process.terminate()


def kill_workers(running: Running) -> None:
    for number in running.workers():
        os.kill(number, signal.SIGKILL)


def kill_busiest(running: Running) -> None:
    os.kill(running.workers()[0], signal.SIGKILL)


def seconds_up(seconds: float) -> Moment:
    """A command with a `--timeout` should end so many seconds after Python began with it."""

    def moment(running: Running) -> float:
        running.process.wait(PATIENCE)
        return float((running.folder / "began").read_text("ascii")) + seconds

    return moment


def memory_up(running: Running) -> float:
    """A command with `--memory 300` should end when the last of its processes that get there is above that."""
    above: dict[int, float] = {}
    end = time.monotonic() + PATIENCE
    while not running.has_ended and time.monotonic() < end:
        for number in running.workers():
            if number not in above and resident_bytes(number) > 300_000_000 + BASE_BYTES:
                above[number] = time.monotonic()
        time.sleep(0.02)
    return max(above.values(), default=time.monotonic())


def assert_in_time(attempt: Callable[[], Ended]) -> None:
    """At the best of some tries a command ends in time, with all that it started; `attempt` looks at the rest."""
    late: list[float] = []
    while len(late) < TRIES and min(late, default=LATE + 1) > LATE:
        late.append(attempt().late)
    if min(late) > LATE and os.getloadavg()[0] > BUSY * (os.cpu_count() or 1):
        pytest.skip(f"all but the time, on a machine that is too busy: {late}")
    assert min(late) <= LATE, late


# ---------------------------------------------------------------------- one question


ENDS = {
    "interrupt": (interrupt, 130, "bigand: interrupted\n"),
    "terminate": (terminate, -signal.SIGTERM, ""),
    "kill": (kill_workers, 1, f"bigand: {CRASHED}\n"),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("how", ENDS)
@pytest.mark.parametrize("stage", [*STAGES, *BATCHES])
def test_an_end_from_outside(stage: str, how: str, way: str, tmp_path: Path) -> None:
    if how == "kill" and (stage in BATCHES or stage == "generate boards"):
        pytest.skip("goes on: see below")
    do, code, message = ENDS[how]

    def attempt() -> Ended:
        words = STAGES[stage] if stage in STAGES else BATCHES[stage]
        ended = end_of(words, way, tmp_path, when_at_work(do))
        assert_told(ended, code, message)
        return ended

    assert_in_time(attempt)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("stage", STAGES)
def test_the_time(stage: str, way: str, tmp_path: Path) -> None:
    assert_in_time(lambda: limited([*STAGES[stage], "--timeout", "1"], way, tmp_path, seconds_up(1), TIME))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("stage", MUCH)
def test_the_memory(stage: str, way: str, tmp_path: Path) -> None:
    """Light Up's generator has no such input: of its largest board (10,000 cells) a process needs some 60 MB."""
    assert_in_time(lambda: limited([*MUCH[stage], "--memory", "300"], way, tmp_path, memory_up, MEMORY))


@pytest.mark.parametrize("way", WAYS)
def test_the_memory_that_expanding_would_need(way: str, tmp_path: Path) -> None:
    """What cannot fit is known before: the rule is named, and nothing is expanded."""
    ended = end_of(["solve", "@ground refused", "--memory", "300"], way, tmp_path, memory_up)
    assert (ended.code, ended.told[:12]) == (1, "error[G102]:")


def limited(words: list[str], way: str, folder: Path, moment: Moment, message: str) -> Ended:
    ended = end_of(words, way, folder, moment)
    assert_stopped(ended, message, 3)
    return ended


def assert_stopped(ended: Ended, message: str, code: int) -> None:
    """What has become of it, and then what to try next; before them may stand what is said of the file."""
    *_, outcome, advice = ["", *ended.told.splitlines()]
    assert (ended.code, message in outcome, advice.startswith("bigand: try ")) == (code, True, True), ended.told
    assert "Traceback" not in ended.told


def assert_told(ended: Ended, code: int, message: str) -> None:
    """The right code, and the right words at the end: before them may stand what is said of the file."""
    told = ended.told
    assert (ended.code, told[len(told) - len(message) :]) == (code, message), told
    assert "Traceback" not in told
    assert told.count("bigand: ") - told.count("not everything was looked at") == (1 if message else 0), told


# ---------------------------------------------------------------------- many questions


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("stage", BATCHES)
def test_the_time_of_one_of_many(stage: str, way: str, tmp_path: Path) -> None:
    """Five seconds, in which the others are answered on any machine."""

    def attempt() -> Ended:
        ended = end_of([*BATCHES[stage], "--timeout", "5"], way, tmp_path, seconds_up(5))
        assert_second_is(stage, ended, TIME, 3)
        return ended

    assert_in_time(attempt)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("stage", MUCH_OF_MANY)
def test_the_memory_of_one_of_many(stage: str, way: str, tmp_path: Path) -> None:
    def attempt() -> Ended:
        ended = end_of([*MUCH_OF_MANY[stage], "--memory", "300"], way, tmp_path, memory_up)
        # Boards that could not be explained in any memory are refused before it is used up.
        assert_second_is(stage, ended, TOO_LARGE if stage == "batch rate" else MEMORY, 3)
        return ended

    assert_in_time(attempt)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("stage", BATCHES)
def test_a_killed_child_costs_one_answer_at_most(stage: str, way: str, tmp_path: Path) -> None:
    ended = end_of(BATCHES[stage], way, tmp_path, when_at_work(kill_busiest))
    if stage == "batch solve":  # whose boards are answered together, and then once more one by one
        assert [one["status"] for one in records(ended)] == ["unique", "multiple", "unique"]
        assert (ended.code, ended.told) == (0, "")
    else:
        assert_second_is(stage, ended, CRASHED, 1)


@pytest.mark.parametrize("way", WAYS)
def test_a_killed_child_costs_no_board(way: str, tmp_path: Path) -> None:
    words = ["lightup", "generate", "--size", "50", "--level", "hard", "--seed", "4", "--count", "12"]
    ended = end_of(words, way, tmp_path, when_at_work(kill_busiest))
    assert (ended.code, ended.told) == (0, "")
    assert ended.out == end_of(words, way, tmp_path, seconds_up(60)).out
    assert ended.out.count(b"\n") == 12


def assert_second_is(stage: str, ended: Ended, message: str, code: int) -> None:
    """Of three things the second is answered with a message, the others as ever."""
    if stage in ("batch solve", "batch rate"):
        assert (ended.code, ended.told) == (0, "")
        first, second, third = records(ended)
        assert (first["status"], third["status"]) == ("unique", "unique")
        assert second == {"status": "unknown", "error": message}
    elif stage == "batch levels":
        if message in (TIME, MEMORY):
            assert_stopped(ended, message, code)
        else:
            assert (ended.code, ended.told) == (code, f"bigand: {message}\n")
        assert ended.out.count(b"level: easy\n") == 2
    else:
        counted = "1 out of time, 2 passed" if message == TIME else "1 error, 2 passed"
        assert (ended.code, ended.told) == (1, "")
        assert counted.encode() in ended.out
        assert message == TIME or message.encode() in ended.out


def records(ended: Ended) -> list[dict[str, object]]:
    return [json.loads(line) for line in ended.out.splitlines()]
