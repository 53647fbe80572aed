"""What a command has written of many things when somebody ends it: a line is there whole, or not at all."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.apps.test_limits import wait_until

pytestmark = pytest.mark.slow
PATIENCE = 120.0  # seconds for what takes two
SEEN = 4  # lines, after which it is ended
COUNT = 3000  # of things to do, more than there is time for

MAKE = ["lightup", "generate", "--size", "7", "--seed", "5", "--count", str(COUNT)]
COMMANDS = {
    "boards": MAKE,
    "boards to a file": [*MAKE, "--output", "out"],
    "boards for programs": [*MAKE, "--json", "--jobs", "2"],
    "levels": ["watersort", "generate", "--colours", "5", "--seed", "5", "--json", "--count", str(COUNT)],
    "solve": ["lightup", "solve", "--batch", "boards", "--jobs", "2"],
    "solve one by one": ["lightup", "solve", "--batch", "boards", "--keep-marks"],
    "rate": ["lightup", "rate", "--batch", "boards"],
}
ENDS = {"kill": signal.SIGKILL, "terminate": signal.SIGTERM, "interrupt": signal.SIGINT}


@contextmanager
def started(words: list[str], folder: Path) -> "Iterator[subprocess.Popen[bytes]]":
    """A command that prints into a file, if it is not asked to write one itself."""
    script = "import runpy, signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)"
    script += f"; sys.argv = {['bigand', *words]!r}; runpy.run_module('bigand', run_name='__main__')"
    around = {**os.environ, "PYTHONUNBUFFERED": ""}
    with (folder / ("printed" if "--output" in words else "out")).open("wb") as out:
        process = subprocess.Popen([sys.executable, "-c", script], stdout=out, stderr=out, cwd=folder, env=around)
        try:
            yield process
        finally:
            process.kill()
            process.wait()


@pytest.mark.parametrize("how", ENDS)
@pytest.mark.parametrize("name", COMMANDS)
def test_lines_are_whole_however_a_command_ends(name: str, how: str, tmp_path: Path) -> None:
    if "boards" in COMMANDS[name]:
        (tmp_path / "boards").write_text("7x7:Bc2c0BkBe1kBBc2c2\n" * COUNT, encoding="utf-8")
    out = tmp_path / "out"
    with started(COMMANDS[name], tmp_path) as process:
        assert wait_until(
            lambda: process.poll() is not None or (out.exists() and out.read_bytes().count(b"\n") >= SEEN), PATIENCE
        )
        assert process.poll() is None, out.read_bytes()
        process.send_signal(ENDS[how])
        process.wait(PATIENCE)
    written = out.read_text("utf-8").removesuffix("bigand: interrupted\n")
    assert written.endswith("\n")
    lines = written.splitlines()
    assert SEEN <= len(lines) < COUNT
    if "json" in " ".join(COMMANDS[name]) or "--batch" in COMMANDS[name]:
        assert len({frozenset(json.loads(line)) for line in lines}) == 1
    else:
        assert {(line[:4], len(line) > 10) for line in lines} == {("7x7:", True)}
