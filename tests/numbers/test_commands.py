"""`bigand solve`, `export`, `why` and `touist --smt` on files with numbers, as a person uses them."""

import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from tests.apps.test_cli import EXAMPLES, run_bigand
from tests.apps.test_solve import interrupt
from tests.numbers.inside import bigand, touist
from tests.numbers.second import by_cvc5, by_z3

from bigand.models import model as model_from
from bigand.solve.session import LimitError

MAGIC = str(EXAMPLES / "numbers" / "magic_square.touist")
WORKSHOP = str(EXAMPLES / "numbers" / "workshop.touist")
SMALL = "x + y == 3 and x > y and y > 0\na and not b\n3.0*r == 1.0\ns == 2.5"
# Pigeons that know their holes by number: far too many to be tried.
HARD = """
bigand $i in [1..14]: h($i) >= 1 and h($i) <= 13 end
bigand $i,$j in [1..14],[1..14] when $i < $j: h($i) != h($j) end
"""


def test_values_are_shown() -> None:
    done = run_bigand("solve", "-", text=SMALL)
    assert done.returncode == 0
    assert done.stdout == "x = 2\ny = 1\na\nr = 1/3\ns = 2.5\n"


def test_a_grid_of_numbers() -> None:
    lines = bigand("solve", "--only", "x(*)", MAGIC).stdout.splitlines()
    assert lines[:2] == ["x(row,column)", "   1 2 3"]
    rows = [[int(word) for word in line.split()[1:]] for line in lines[2:]]
    assert sorted([number for row in rows for number in row]) == list(range(1, 10))
    assert {sum(row) for row in rows} == {15}
    assert bigand("solve", "--count", MAGIC).stdout == "8\n"


def test_a_picture_of_numbers(tmp_path: Path) -> None:
    path = tmp_path / "m.svg"
    assert bigand("solve", "--svg", str(path), MAGIC).returncode == 0
    assert path.read_text().count(">5</text>") == 1


def test_json() -> None:
    answer = json.loads(bigand("solve", "--json", "-", text=SMALL).stdout)
    assert (answer["status"], answer["mode"], answer["count"]) == ("sat", "smt", 1)
    assert answer["models"] == [
        {"true": ["a"], "false": ["b"], "values": {"x": 2, "y": 1, "r": "1/3", "s": 2.5}}
    ]  # fmt: skip
    brief = json.loads(
        bigand("solve", "--json", "--true-only", "--only", "a", "--only", "s", "-", text=SMALL).stdout
    )
    assert brief["models"] == [{"true": ["a"], "values": {"s": 2.5}}]
    large = json.loads(bigand("solve", "--json", "-", text="x == 9223372036854775807*y and y == 4").stdout)
    assert large["models"][0]["values"] == {"x": 4 * (2**63 - 1), "y": 4}


def test_several_models() -> None:
    text = "x >= 1 and x <= 3 and (a or x > 1)"
    assert bigand("solve", "--all", "-", text=text).stdout.splitlines()[-1] == "5 models in all"
    assert bigand("solve", "--limit", "2", "-", text=text).stdout.count("model ") == 2
    assert bigand("solve", "--count", "-", text=text).stdout == "5\n"
    text = "x >= 1 and x <= 99 and (a or b)"
    random = {bigand("solve", "--random", "--seed", seed, "-", text=text).stdout for seed in "1234"}
    assert len(random) > 2
    assert bigand("solve", "--random", "--seed", "1", "-", text=text).stdout in random


def test_no_model() -> None:
    done = bigand("solve", "-", text="x > 3 and x < 4")
    assert (done.returncode, done.stdout) == (8, "unsat: there is no model\n")


def test_no_end_of_models() -> None:
    shown = bigand("solve", "--all", "-", text="x > 3")
    assert (shown.returncode, "infinitely many" in shown.stderr) == (3, True)
    assert shown.stdout.startswith("model 1\nx = ")
    assert bigand("solve", "--limit", "5", "-", text="x > 3").stdout.count("model ") == 5
    counted = bigand("solve", "--count", "-", text="x > 3.5 and x < 3.6")
    assert (counted.returncode, counted.stdout) == (0, "infinitely many\n")
    answer = json.loads(bigand("solve", "--count", "--json", "-", text="x > 3").stdout)
    assert (answer["status"], answer["count"]) == ("sat", None)

    def count_in_time(seconds: float) -> int:
        timed = bigand("solve", "--all", "--timeout", str(seconds), "-", text="x > 3")
        assert (timed.returncode, "time is up" in timed.stderr) == (3, True)
        count = timed.stdout.count("model ")
        return count_in_time(8 * seconds) if count <= 5 and seconds < 30 else count  # a busy machine finds fewer

    assert count_in_time(0.5) > 5


def test_a_time_limit() -> None:
    done = run_bigand("solve", "--timeout", "0.5", "-", text=HARD)
    assert (done.returncode, "time is up" in done.stderr) == (3, True)


def test_interrupt_ends_at_once(tmp_path: Path) -> None:
    path = tmp_path / "hard.touist"
    path.write_text(HARD)
    interrupt("solve", str(path))


def test_without_z3(tmp_path: Path) -> None:
    """Reading and exporting need no solver; solving says what to install."""
    (tmp_path / "z3.py").write_text("raise ImportError\n")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-m", "bigand"]
    done = subprocess.run(
        [*command, "solve", "-"], input="x > 3", capture_output=True, text=True, env=environment, check=False
    )
    assert (done.returncode, "pip install z3-solver" in done.stderr) == (1, True)
    written = subprocess.run(
        [*command, "export", "-"], input="x > 3", capture_output=True, text=True, env=environment, check=False
    )
    assert (written.returncode, "(assert (> x 3))" in written.stdout) == (0, True)


def test_other_commands() -> None:
    refused = bigand("solve", "--solver", "cadical195", "-", text="x > 3")
    assert (refused.returncode, "Z3" in refused.stderr) == (1, True)
    assert bigand("truth", "-", text="x > 3").returncode == 1
    text = "bigand $i in [1..2]: a => 2.0*x($i) - (y + 1.5) <= -y end"
    ground = bigand("show", "--stage", "ground", "-", text=text).stdout
    assert ground.splitlines() == [f"a ⇒ 2.0*x({at}) - (y + 1.5) <= -y" for at in (1, 2)]
    clauses = bigand("show", "--stage", "cnf", "-", text="a => x(1) + 2*y > 3").stdout
    assert clauses == "-a (x(1) + 2*y > 3)\n"
    assert bigand("size", MAGIC).stdout.splitlines()[-1].split()[0] == "64"


SOLVER = """
import sys
from tests.numbers.second import by_cvc5
print("\\n".join(by_cvc5(open(sys.argv[1]).read())))
"""


@pytest.mark.slow
def test_another_solver_by_its_command(tmp_path: Path) -> None:
    """cvc5 in the place of Z3: values are read, models excluded, and the end of them is known."""
    path = tmp_path / "solver.py"
    path.write_text(SOLVER)
    command = f"env PYTHONPATH={Path(__file__).parent.parent.parent} {sys.executable} {path} {{}}"
    text = "x >= 1 and x <= 3 and 2.0*r == 7.0 and (a or x > 2) and -y == 4"
    answer = json.loads(bigand("solve", "--json", "--all", "--solver", command, "-", text=text).stdout)
    found = {(one["values"]["x"], tuple(one["true"])) for one in answer["models"]}
    assert found == {(1, ("a",)), (2, ("a",)), (3, ("a",)), (3, ())}
    assert {(one["values"]["r"], one["values"]["y"]) for one in answer["models"]} == {(3.5, -4)}
    assert (
        bigand("solve", "--count", "--solver", command, "-", text="r > 0.5 and r < 1.5").stdout
        == "infinitely many\n"
    )
    assert bigand("solve", "--solver", command, "-", text="x > 3 and x < 4").returncode == 8


@pytest.mark.parametrize(
    ("script", "part"),
    [
        ("exit 3", "no answer"),
        ("echo sat", "gives none"),
        ("echo sat; echo '((x hello))'", "gives none"),
        ("echo sat; echo '((x (/ 1 0)))'", "gives none"),
        ("echo sat; echo '((y 3))'", "gives none"),
        ("echo sat; echo '((x 3))'", "breaks the rule on line 1"),
        ("echo unknown", "could not decide"),
        ("kill -9 $$", "no answer"),
    ],
)
def test_commands_that_crash_or_lie(script: str, part: str, tmp_path: Path) -> None:
    path = tmp_path / "solver"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    done = bigand("solve", "--solver", str(path), "-", text="x > 3")
    assert (done.returncode, part in done.stderr) == (1, True)


# ---------------------------------------------------------------------- export


@pytest.mark.parametrize("name", [MAGIC, WORKSHOP, str(EXAMPLES / "numbers" / "backpack.touist")])
def test_examples_are_exported(name: str) -> None:
    written = bigand("export", "--to", "smtlib", name).stdout
    assert by_cvc5(written)[0] == by_z3(written) == "sat"
    assert "; line " in written


def test_export(tmp_path: Path) -> None:
    path = tmp_path / "x.smt2"
    done = bigand("export", "-o", str(path), "-", text="bigand $i in [1..2]: x($i) > $i end")
    assert (done.returncode, done.stdout) == (0, "")
    assert path.read_text().splitlines() == [
        "(set-option :produce-models true)",
        "(set-logic QF_LIA)",
        "(declare-fun |x(1)| () Int)",
        "(declare-fun |x(2)| () Int)",
        "; line 1",
        "(assert (> |x(1)| 1))",
        "(assert (> |x(2)| 2))",
        "(check-sat)",
        "(get-value (|x(1)| |x(2)|))",
    ]
    doubted = bigand("export", "--logic", "QF_IDL", "-", text="x - y > 1\nx + y > 3")
    assert doubted.returncode == 0
    assert "warning[G104]" in doubted.stderr
    assert "-->" in doubted.stderr.splitlines()[1]
    assert "(set-logic QF_LIA)" in doubted.stdout
    assert bigand("export", "--to", "dimacs", "-", text="x > 3").returncode == 2
    assert bigand("export", "--table", "t", "-", text="x > 3").returncode == 2
    assert bigand("export", "--logic", "QF_NONE", "-", text="x > 3").returncode == 2
    assert "(set-logic QF_UF)" in bigand("export", "--to", "smtlib", "-", text="a or b").stdout
    assert "Real" in bigand("export", "--logic", "QF_RDL", "-", text="x > y").stdout


# ---------------------------------------------------------------------- reasons


def test_why_there_is_none() -> None:
    text = "x > 3\na => x < 3\nbigand $i in [1..3]: x != 10 + $i end\na or b\nnot b"
    answer = json.loads(bigand("why", "--json", "-", text=text).stdout)
    assert sorted(one["line"] for one in answer["reasons"]) == [1, 2, 4, 5]
    assert len(answer["repair"]) == 1
    bound = "bigand $i in [1..9]: x > $i end\nbigand $i in [1..9]: x < 14 - $i end"
    core = json.loads(bigand("why", "--json", "-", text=bound).stdout)["reasons"]
    largest, smallest = sorted([(one["line"], one["binding"]["$i"]) for one in core])
    assert largest[0] == 1
    assert smallest[0] == 2
    assert largest[1] + 2 > 14 - smallest[1]


def test_what_is_forced_and_what_rules_are_good_for() -> None:
    answer = json.loads(bigand("forced", "--json", "-", text="x > 3 and x < 5 and y > x and a").stdout)
    forced = {"status": "sat", "true": ["a"], "false": [], "values": {"x": 4}}
    assert answer == {"answer": "common", **forced, "atoms": 3}
    verdicts = json.loads(bigand("witness", "--json", "-", text="x > 3\nx > 2\nx < 9").stdout)["rules"]
    assert [one["verdict"] for one in verdicts] == ["needed", "implied", "needed"]


def test_a_model_that_is_none(tmp_path: Path) -> None:
    path = tmp_path / "m"
    path.write_text("5 x\n1 a\n")
    broken = json.loads(bigand("why", "--json", "--model", str(path), "-", text="x > 3\nx < 5 or not a").stdout)
    assert [one["line"] for one in broken["reasons"]] == [2]
    path.write_text("1 a\n")
    assert "no value for `x`" in bigand("why", "--model", str(path), "-", text="x > 3\na").stderr


# ---------------------------------------------------------------------- touist


def test_touist_solves() -> None:
    done = touist("--smt", "--solve", "-", text="x > 3.5 and x < 3.6 and a")
    assert (done.returncode, done.stdout.split()[1::2]) == (0, ["x", "a"])
    assert 3.5 < float(done.stdout.split()[0]) < 3.6
    assert touist("--smt=QF_LIA", "--solve", "-", text="x + y == 3 and x > y and y > 0").stdout == "2 x\n1 y\n"
    assert touist("--smt", "--solve", "-", text="r == 4.0 and not a").stdout == "4. r\n0 a\n"
    refuted = touist("--smt=QF_LIA", "--solve", "-", text="x > 3 and x < 2")
    assert (refuted.returncode, refuted.stdout, refuted.stderr) == (8, "", "unsat\n")
    assert touist("--smt=QF_LIA", "--solve", "-", text="Top").stdout == "\n"
    several = touist("--smt=QF_LIA", "--solve", "--limit=0", "-", text="x > 3 and x < 7")
    assert several.stdout.count("==== model ") == 3
    assert touist("--smt=QF_LIA", "--solve", "--count", "-", text="x > 3 and x < 7").stdout == "3\n"
    endless = touist("--smt=QF_LIA", "--solve", "--limit=0", "-", text="x > 3")
    assert (endless.returncode, "infinitely many" in endless.stderr) == (100, True)


def test_touist_translates_and_refuses() -> None:
    written = touist("--smt=QF_LIA", "-", text="not (x(1) > 3) and y").stdout
    assert by_cvc5(written)[0] == by_z3(written) == "sat"
    assert "(set-logic QF_LRA)" in touist("--smt", "-", text="r + s > 3.5").stdout
    default = touist("--smt", "-", text="x > 3")
    assert ("(set-logic QF_LIA)" in default.stdout, default.stderr) == (True, "")
    assert touist("--smt=LIA", "-", text="x > 3").returncode == 124
    for flag in ("--show", "--table=t", "--solver=minisat"):
        assert touist("--smt", flag, "-", text="x > 3").returncode == 124
    wrong = touist("--smt=QF_LIA", "--solve", "-", text="a\nx mod 2 == 0")
    assert (wrong.returncode, wrong.stderr.startswith("/dev/stdin: line 2, col 1-")) == (50, True)
    clash = touist(
        "--smt=QF_LIA", "--wrap-width=0", "--solve", "-", text="bigand $i in [1..2]: x($i) > 2 or x(2) end"
    )
    assert (clash.returncode, "used as a number and as a proposition" in clash.stderr) == (50, True)
    assert touist("--smt", "--linter", "-", text="x*y > 2").returncode == 50
    assert touist("--smt", "--latex", "-", text="x + y > 2").stdout.splitlines()[1] == "& x + y > 2"


# ---------------------------------------------------------------------- Python


def test_python() -> None:
    model = model_from("bigand $i in [1..2]: x($i) == $i*y end y == 3 3.0*r == 1.0 (p(1) and not p(2))")
    solution = model.solve()
    assert solution is not None
    assert solution["y"] == solution["x(1)"] == 3
    assert solution["x"] == {(1,): 3, (2,): 6}
    assert solution["r"] == Fraction(1, 3)
    assert solution["p"] == [(1,)]
    assert (solution.true, solution.false) == (["p(1)"], ["p(2)"])
    assert list(solution) == ["x", "y", "r", "p"]
    assert repr(solution) == "Solution(x(1) = 3, y = 3, x(2) = 6, r = 1/3, p(1))"
    with pytest.raises(KeyError):
        solution.holds("y")
    with pytest.raises(KeyError):
        solution["q"]
    assert model.count() == 1
    assert model_from("x > 3 and x < 3").solve() is None
    with pytest.raises(LimitError):
        model_from("x > 3").count()
    assert model_from("x > 3").random(seed=3) is not None
