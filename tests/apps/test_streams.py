"""Whoever stops reading our output gets the right exit code all the same."""

import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.apps.here import redirect
from tests.tables import check_rows

from bigand.cli import main

TEXTS = {
    "bad": "p($i) and\n" * 900,
    "good": "a",
    "failing": "b\n;;@ expect unsat\n" + ";;@ expect models 9\n" * 90,
    "none": "a not a",
    "ugly": "a    and b",
    "many": "bigor $i in [1..9]: p($i) end",
}
CODES = [
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
]
APART = ("check bad.touist", "test failing.touist", "solve --all --timeout 50 many.touist")


def run_with_closed_pipe(words: list[str], folder: Path, *, apart: bool) -> int:
    """The exit code of a command whose output nobody reads, in this process or in one of its own."""
    source, sink = os.pipe()
    os.close(source)
    with ExitStack() as stack, os.fdopen(sink, "wb", buffering=0) as pipe:
        if apart:
            command = [sys.executable, "-m", "bigand", *words]
            return subprocess.run(command, stdout=pipe, stderr=pipe, cwd=folder, check=False, timeout=60).returncode
        for name, descriptor in (("stdout", 1), ("stderr", 2)):
            stack.enter_context(redirect(name, descriptor, pipe))
        return main(words)


def test_a_closed_pipe_changes_no_exit_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in TEXTS.items():
        (tmp_path / f"{name}.touist").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    def check(case: tuple[str, int, bool]) -> None:
        words, code, apart = case
        assert run_with_closed_pipe(words.split(), tmp_path, apart=apart) == code

    cases = [(words, code, apart) for words, code in CODES for apart in {False, words in APART}]
    check_rows([(f"{words} apart={apart}", (words, code, apart)) for words, code, apart in cases], check)
