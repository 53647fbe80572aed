"""Type checkers see the types of the public API: they accept right code, and report each mistake in wrong code."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
WRONG = "# wrong"

USER_CODE = """
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import assert_type

import bigand
from bigand.api.format import Format, FormatAnswer
from bigand.api.source import Source
from bigand.api.why import WhyAnswer

m = bigand.load(Path("queens.touist"), N=8, towns=["a", "b"])
assert_type(m, bigand.Model)
assert_type(bigand.model("x > 3", mode="smt"), bigand.Model)
assert_type(m.solve(timeout=3, assume=["x(1,1)"]), bigand.Solution | None)
assert_type(m.models(memory=500), Iterator[bigand.Solution])
assert_type(m.count(), int)
assert_type(m.why(), WhyAnswer)
for solution in m.models():
    assert_type(solution.true, list[str])
    assert_type(solution.cost, int | Fraction | None)
    assert_type(solution.to_svg(), str)
assert_type(bigand.equivalent("a", m, timeout=1), bool)
assert_type(bigand.load_answer("1 a"), bigand.Solution)
assert_type(bigand.ask(Format(source=Source(text="a"))), FormatAnswer)
board = bigand.lightup.Board(["..", ".1"])
assert_type(board, bigand.lightup.Board)
assert_type(board.solve(), bigand.lightup.Board | None)
assert_type(board.answer().status, bigand.lightup.Status)
assert_type(bigand.queens.solve(8, place=["a4"]), tuple[int, ...] | None)
assert_type(bigand.watersort.Level([["a"], []]).solve().moves, int | None)
assert_type(bigand.starbattle.solve(bigand.starbattle.read("a")), bigand.starbattle.Board | None)
try:
    bigand.model("a(")
except bigand.ModelError as error:
    assert_type(str(error.diagnostics[0].code), str)
except bigand.LimitError as error:
    assert_type(error.key, str)

bigand.lod("queens.touist")  # wrong
bigand.load(3)  # wrong
bigand.model("a", mode="satt")  # wrong
m.solve(timeuot=3)  # wrong
m.solve(timeout="3")  # wrong
m.modles()  # wrong
m.proof(format="dart")  # wrong
m.solve().true  # wrong
bigand.ask("a")  # wrong
bigand.equivalent("a", 3)  # wrong
bigand.lightup.Board(3)  # wrong
board.slove()  # wrong
bigand.watersort.Level("a").solve(rul="pour")  # wrong
"""


def _wrong_lines(text: str) -> list[int]:
    return [number for number, line in enumerate(text.splitlines(), 1) if line.endswith(WRONG)]


@pytest.mark.slow
def test_mypy_reports_exactly_the_mistakes() -> None:
    command = [sys.executable, "-m", "mypy", "--no-pretty", "--hide-error-context", "-c", USER_CODE]
    output = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    errors = [line.split(":", 3) for line in output.splitlines() if ": error:" in line]
    assert {file for file, *_ in errors} == {"<string>"}, output
    assert sorted({int(number) for _, number, *_ in errors}) == _wrong_lines(USER_CODE), output


@pytest.mark.slow
def test_pyright_reports_exactly_the_mistakes(tmp_path: Path) -> None:
    pyright = shutil.which("basedpyright") or shutil.which("pyright")
    if pyright is None:
        pytest.skip("pyright is not installed")
    config = {"extraPaths": [str(ROOT / "src")], "typeCheckingMode": "strict", "reportUnusedExpression": False}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(config), encoding="utf-8")
    (tmp_path / "user_code.py").write_text(USER_CODE, encoding="utf-8")
    command = [pyright, "--outputjson", "--pythonpath", sys.executable, "-p", str(tmp_path)]
    output = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    reported = [one for one in json.loads(output)["generalDiagnostics"] if one["severity"] == "error"]
    lines = {one["range"]["start"]["line"] + 1 for one in reported}
    assert sorted(lines) == _wrong_lines(USER_CODE), output
