"""Whoever stops reading our output gets the right exit code all the same."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


def closed(*words: str, folder: Path) -> int:
    """The exit code of a command whose output nobody reads."""
    source, sink = os.pipe()
    os.close(source)
    try:
        command = [sys.executable, "-m", "bigand", *words]
        done = subprocess.run(command, stdout=sink, stderr=sink, cwd=folder, check=False, timeout=60)
    finally:
        os.close(sink)
    return done.returncode


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("check bad.touist", 1),
        ("check --format json bad.touist", 1),
        ("check good.touist", 0),
        ("test failing.touist", 1),
        ("test -v good.touist failing.touist", 1),
        ("test --json failing.touist", 1),
        ("test --timeout 50 failing.touist", 1),
        ("format --check ugly.touist", 1),
        ("equiv good.touist failing.touist", 8),
        ("solve none.touist", 8),
        ("solve --json none.touist", 8),
        ("solve --timeout 50 none.touist", 8),
        ("solve --all --timeout 50 many.touist", 0),
        ("nonsense", 2),
    ],
)
def test_a_closed_pipe_changes_no_exit_code(words: str, code: int, tmp_path: Path) -> None:
    texts = {
        "bad": "p($i) and\n" * 900,
        "good": "a",
        "failing": "b\n;;@ expect unsat\n" + ";;@ expect models 9\n" * 90,
        "none": "a not a",
        "ugly": "a    and b",
        "many": "bigor $i in [1..9]: p($i) end",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.touist").write_text(text)
    assert closed(*words.split(), folder=tmp_path) == code
