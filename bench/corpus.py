"""The corpus of students' files: what `bigand solve` costs beside `touist --solve`, and how often `check` doubts.

All files are right (`bench/students.py`), so that each warning is a false alarm. Where TouIST itself is installed
(`touist-ocaml`) its CPU stands beside ours.
"""

import contextlib
import io
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from bench.students import File, corpus
from bigand.cli.dispatch import run_command_line

_TOUIST = "from bigand.cli import touist_main; import sys; sys.exit(touist_main())"
_TURNS = 5  # of which the quickest counts: what else the machine does makes none of them quicker
_LONG = 20  # seconds, after which there is no further turn


def _cpu(words: list[str]) -> tuple[float, int]:
    """What a process and its children take of the processor, and its exit code."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # what is installed is compiled
    code = subprocess.run(words, env=environment, capture_output=True, check=False).returncode
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, code


def _row(file: File, path: str, peer: str | None) -> list[float]:
    """CPU of `touist --solve`, of `bigand solve`, and of TouIST's own program if it is there; answers agree."""
    mode = [flag.partition("=")[0] for flag in file.flags]
    commands = [
        [sys.executable, "-c", _TOUIST, *file.flags, "--solve", path],
        [sys.executable, "-m", "bigand", "solve", *mode, path],
        *([[peer, *file.flags, "--solve", path]] if peer else []),
    ]
    turns: list[list[float]] = []
    while not turns or (len(turns) < _TURNS and sum(map(sum, turns)) < _LONG):
        found = [_cpu(command) for command in commands]
        assert {code for _, code in found} == {0 if file.is_sat else 8}, (file.name, found)
        turns.append([spent for spent, _ in found])
    return [min(spent) for spent in zip(*turns, strict=True)]


def solved() -> Iterator[str]:
    """Goal: `bigand solve` at most 1.3 times `touist --solve`."""
    peer = shutil.which("touist-ocaml")
    ratios: dict[str, float] = {}
    beside: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        for file in corpus():
            path = Path(folder, f"{file.name}.touist")
            path.write_text(file.text, encoding="utf-8")
            own, whole, *theirs = _row(file, str(path), peer)
            ratios[file.name] = whole / own
            beside += [own / one for one in theirs]
            shown = f"  TouIST {theirs[0]:7.2f} s" if theirs else ""
            yield f"{file.name:<22} touist {own:7.2f} s  bigand {whole:7.2f} s  {whole / own:5.2f} times{shown}"
    worst = max(ratios, key=lambda name: ratios[name])
    yield f"{len(ratios)} files: median {median(ratios.values()):.2f} times, worst {ratios[worst]:.2f} ({worst})"
    yield f"beside TouIST: median {median(beside):.2f} times" if beside else "TouIST is not installed"


def doubted() -> Iterator[str]:
    """Goal: of right files at most one in five with a warning."""
    warned: dict[str, list[str]] = {}
    total = 0
    with tempfile.TemporaryDirectory() as folder:
        for file in corpus():
            path = Path(folder, f"{file.name}.touist")
            path.write_text(file.text, encoding="utf-8")
            total += 1
            mode = [flag.partition("=")[0] for flag in file.flags]
            with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()):
                run_command_line(["check", "--format", "json", *mode, str(path)])
            found = [one["code"] for one in json.loads(out.getvalue()) if one["severity"] != "info"]
            if found:
                warned[file.name] = found
                yield f"{file.name:<22} {' '.join(found[:6])}"
    yield f"{len(warned)} of {total} right files have a warning"


TABLES = {"students' files: solving": solved, "students' files: false alarms": doubted}
