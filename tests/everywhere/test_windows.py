"""The main commands on a simulated Windows: no `fork`, no signals but Ctrl-C, CR LF, code pages.

They must give what they give here. Each runs as a process of its own, as its users start it.
"""

import json
import os
import re
import signal
import subprocess
import sys
import time
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from tests.apps.test_limits import wait_until

ROOT = Path(__file__).parent.parent.parent
START = Path(__file__).parent / "windows"
pytestmark = pytest.mark.slow

QUEENS = "examples/queens/queens.touist"
BOARD = "7x7:Bc2c0BkBe1kBBc2c2"
COURSE = "examples/watersort/course.txt"
COMMANDS = {  # {out} is a folder for what is written, {given} one with files of ours
    "check": f"check {QUEENS}",
    "check wrong": "check tests/cases/students/exercise2.touist",
    "check French": "check --lang fr tests/cases/students/exercise2.touist",
    "check json": "check --format json --lang fr tests/cases/students/exercise2.touist",
    "solve": f"solve {QUEENS}",
    "solve French": f"solve --lang fr {QUEENS}",
    "all": f"solve --all --set $N=5 {QUEENS}",
    "count": f"solve --count {QUEENS}",
    "json": f"solve --json --true-only --set $N=4 {QUEENS}",
    "svg": f"solve --svg {{out}}/queens.svg {QUEENS}",
    "unsat": f"solve --set $N=3 {QUEENS}",
    "proof": f"solve --proof {{out}}/queens.drat --set $N=3 {QUEENS}",
    "time and memory": f"solve --timeout 60 --memory 4000 {QUEENS}",
    "quantified": "solve examples/games/nim.touist",
    "strategy": "solve --strategy examples/games/nim.touist",
    "numbers": "solve examples/numbers/workshop.touist",
    "numbers json": "solve --json examples/numbers/magic_square.touist",
    "numbers best": "solve examples/numbers/backpack.touist",
    "numbers best json": "solve --json examples/numbers/first_done.touist",
    "costs": "solve examples/costs/shifts.touist",
    "data": "solve --data {given}/edges.csv {given}/graph.touist",
    "plan": "plan examples/plans/river.touist",
    "why": f"why --set $N=3 {QUEENS}",
    "why not": f"why --expect x(1,1) {QUEENS}",
    "why json": f"why --json --set $N=3 {QUEENS}",
    "forced": "forced examples/graphs/colouring.touist",
    "forced json": "forced --json examples/graphs/colouring.touist",
    "witness": f"witness --set $N=5 {QUEENS}",
    "test": "test examples/queens examples/numbers",
    "test json": "test --json examples/queens",
    "size": f"size {QUEENS}",
    "export": f"export --set $N=4 {QUEENS}",
    "export numbers": "export --to smtlib examples/numbers/workshop.touist",
    "format": f"format {QUEENS}",
    "unicode": f"unicode {QUEENS}",
    "latex": f"latex {QUEENS}",
    "mathml": f"mathml {QUEENS}",
    "show": f"show {QUEENS}",
    "view": f"view {QUEENS}",
    "view html": f"view --html {{out}}/queens.html {QUEENS}",
    "explain": "explain S002",
    "explain French": "explain --lang fr N101",
    "ask": "ask {given}/question.json",
    "ask schema": "ask --schema solve",
    "verify": f"verify --set $N=3 {QUEENS} {{given}}/queens.drat",
    "equiv": "equiv examples/queens/rows.touist examples/queens/rows.touist",
    "truth": "truth {given}/small.touist",
    "nf": "nf {given}/small.touist",
    "queens": "queens 8",
    "queens count": "queens 8 --count",
    "queens json": "queens 6 --json",
    "lightup solve": f"lightup solve {BOARD}",
    "lightup json": f"lightup solve --json {BOARD}",
    "lightup batch": "lightup solve --batch {given}/boards.txt",
    "lightup explain": f"lightup explain {BOARD}",
    "lightup explain json": f"lightup explain --json --lang fr {BOARD}",
    "lightup hint": f"lightup hint {BOARD}",
    "lightup rate": f"lightup rate {BOARD}",
    "lightup check": f"lightup check {BOARD}",
    "lightup convert": f"lightup convert --to pzprv3 {BOARD}",
    "lightup rules": "lightup rules",
    "lightup generate": "lightup generate --size 7 --seed 1 --count 3 --jobs 2",
    "watersort": f"watersort solve {COURSE}",
    "watersort json": f"watersort solve --json {COURSE}",
    "watersort check": f"watersort check {COURSE}",
    "watersort hint": f"watersort hint {COURSE}",
    "watersort rate": f"watersort rate {COURSE}",
    "watersort generate": "watersort generate --colours 4 --seed 3",
    "touist": f"touist --solve {QUEENS}",
    "touist numbers": "touist --smt QF_LIA --solve {given}/numbers.touist",
}
IN_ASCII = ["lightup solve", "lightup explain", "lightup check"]  # boards, where a code page lacks their pieces
CODE_PAGES = ["cp1252", "cp437", "cp850"]
GIVEN = {
    "edges.csv": "from;to\ncafe;gare\ngare;port\n",
    "graph.touist": "bigand $p in $edges: road($p) or closed($p) end",
    "small.touist": "(a and b) <=> not (c or a)",
    "numbers.touist": "x > 3 and x < 5 ;; only one",
    "question.json": json.dumps({"question": "check", "source": {"text": "é -> ∀ 🙂\nb", "name": "déjà.touist"}}),
    "boards.txt": f"{BOARD}\n7x7:bBe2c1g0g2g1c3eBb\nnothing\n",
}
PROGRAMS = {
    "bigand": ["-m", "bigand"],
    "touist": ["-c", "import sys; from bigand.cli.touist import main; sys.exit(main())"],
}


def run(command: str, *, windows: bool, encoding: str = "utf-8") -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "COLUMNS": "80"}
    if windows:
        environment["PYTHONPATH"] = str(START)
    words = command.split()
    program = words.pop(0) if words[0] in PROGRAMS else "bigand"
    words = [sys.executable, *PROGRAMS[program], *words]
    return subprocess.run(words, capture_output=True, timeout=180, cwd=ROOT, env=environment, check=False)


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with small files."""
    folder = tmp_path_factory.mktemp("given")
    for name, text in GIVEN.items():
        (folder / name).write_text(text, encoding="utf-8")
    run(f"solve --proof {folder}/queens.drat --set $N=3 {QUEENS}", windows=False)
    assert (folder / "queens.drat").exists()
    return folder


def without_seconds(output: bytes) -> bytes:
    """The output without the times that it tells, never the same, and what is as long as they leave room for.

    >>> without_seconds(b"== in 9.9s ==") == without_seconds(b"== in 10.1s =")
    True
    """
    return re.sub(rb"[0-9]+[.,][0-9]+( ?s\b|(?=[,}]))|=+", b"_", output)


def without_times(thing: Any) -> Any:
    """What JSON says, but for how long it took."""
    if isinstance(thing, dict):
        return {key: without_times(value) for key, value in thing.items() if key != "seconds"}
    return [without_times(part) for part in thing] if isinstance(thing, list) else thing


def objects(output: bytes) -> list[Any] | None:
    """What a program is told: one object, or one on each line; nothing if it is for people."""
    try:
        return [without_times(json.loads(output.decode("utf-8")))]
    except ValueError:
        pass
    try:
        return [without_times(json.loads(line)) for line in output.decode("utf-8").splitlines()] or None
    except ValueError:
        return None


@pytest.mark.parametrize(("name", "page"), list(zip(COMMANDS, cycle(CODE_PAGES), strict=False)))
def test_the_same_answer(name: str, page: str, given: Path, tmp_path: Path) -> None:
    """On both systems; and in a code page, where what it lacks is spelt out and JSON is what it was."""
    sides = [("linux", False, "utf-8"), ("windows", True, "utf-8"), (page, True, page)]
    done, written = {}, {}
    for side, windows, encoding in sides:
        folder = tmp_path / side
        folder.mkdir()
        command = COMMANDS[name].format(out=folder, given=given)
        done[side] = run(command, windows=windows, encoding=encoding)
        written[side] = {path.name: without_seconds(path.read_bytes()) for path in folder.iterdir()}
        assert b"bug in bigand" not in done[side].stderr
        assert b"Traceback" not in done[side].stderr
    here, there, narrow = done.values()
    assert here.returncode == there.returncode == narrow.returncode
    assert written["linux"] == written["windows"] == written[page]
    assert bool(written["linux"]) == ("{out}" in COMMANDS[name])
    outputs = [(here.stdout, there.stdout, narrow.stdout), (here.stderr, there.stderr, narrow.stderr)]
    for ours, theirs, spelt in outputs:
        ours, theirs, spelt = [
            re.sub(rb"(linux|windows|cp\d+)(?=/)", b"_", output) for output in (ours, theirs, spelt)
        ]
        assert without_seconds(theirs) == without_seconds(ours)
        if objects(ours) is not None:
            assert objects(spelt) == objects(ours)
        elif spelt and name in IN_ASCII:
            assert spelt.decode(page)
        else:
            expected = ours.decode("utf-8").encode(page, "backslashreplace")
            assert without_seconds(spelt) in (without_seconds(expected), without_seconds(ours))


@pytest.mark.parametrize("page", CODE_PAGES)
@pytest.mark.parametrize("name", ["check json", "ask", "solve French", "test json"])
def test_every_code_page(name: str, page: str, given: Path) -> None:
    command = COMMANDS[name].format(given=given)
    here, there = run(command, windows=False), run(command, windows=True, encoding=page)
    if objects(here.stdout) is not None:
        assert there.stdout.isascii()
        assert objects(there.stdout) == objects(here.stdout)
    else:
        assert there.stdout.decode(page)
    assert there.returncode == here.returncode


IN_FILES = ["check", "solve", "count", "why", "why not", "forced", "unicode", "size", "data", "truth", "watersort"]


@pytest.mark.parametrize("name", IN_FILES)
def test_lines_that_end_in_cr_lf(name: str, given: Path, tmp_path: Path) -> None:
    """Files of Windows' Notepad, a mark at their beginning, mean what they mean without."""
    command = COMMANDS[name].format(given=given)
    for word in command.split():
        if "/" in word:
            text = (ROOT / word).read_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
            path = tmp_path / Path(word).name
            path.write_bytes(b"\xef\xbb\xbf" + text)
            command = command.replace(word, str(path))
    here, there = run(COMMANDS[name].format(given=given), windows=False), run(command, windows=True)
    assert there.returncode == here.returncode
    assert as_words(there.stdout) == as_words(here.stdout)


def as_words(output: bytes) -> list[bytes]:
    """What is printed without the folders of files, whose length decides where lines are broken."""
    return without_seconds(re.sub(rb"\S*/(?=\S)", b"", output)).split()


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
        _, told = process.communicate(timeout=240)  # the memory takes ten seconds of a processor of its own
    finally:
        process.kill()
    assert process.returncode == (130 if how == "interrupt" else 3)
    assert {"time": b"time is up", "memory": b"memory", "interrupt": b"interrupted"}[how] in told
    assert started
    assert wait_until(lambda: not [one for one in started if Path(f"/proc/{one}/statm").exists()], 20)
