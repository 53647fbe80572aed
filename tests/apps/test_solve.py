"""`bigand solve`, `size` and `export` as a person uses them, with right and with hostile input."""

import json
import os
import signal
import time
from pathlib import Path

import pytest
from tests.apps.here import Here
from tests.apps.test_cli import EXAMPLES, bigand, run_bigand
from tests.apps.test_limits import processes_with, started, wait_until
from tests.effort import with_more_time

from bigand.solve.count import has_counter

QUEENS = str(EXAMPLES / "queens" / "queens.touist")


def test_a_model_is_drawn() -> None:
    done = run_bigand("solve", QUEENS)
    assert done.returncode == 0
    assert done.stdout.startswith("x(row,column)\n1  · ")
    assert done.stdout.count("♛") == 8


def test_counts_of_queens() -> None:
    for size, count in [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40), (8, 92)]:
        done = bigand("solve", "--count", "--set", f"$N={size}", QUEENS)
        assert (done.stdout, done.returncode) == (f"{count}\n", 0 if count else 8)


def test_json() -> None:
    done = bigand("solve", "--json", "--all", "-", text="a or b\nnot c")
    answer = json.loads(done.stdout)
    assert answer["status"] == "sat"
    assert {tuple(one["true"]) for one in answer["models"]} == {("a",), ("b",), ("a", "b")}
    assert all(sorted(one["true"] + one["false"]) == ["a", "b", "c"] for one in answer["models"])
    assert (answer["count"], answer["atoms"], answer["clauses"]) == (3, 3, 2)
    assert {"parse", "ground", "encode", "solve"} == set(answer["seconds"])
    refuted = json.loads(bigand("solve", "--json", "-", text="a\nnot a").stdout)
    assert (refuted["status"], refuted["models"]) == ("unsat", [])


def test_all_limit_and_only() -> None:
    assert bigand("solve", "--all", "-", text="a or b").stdout.count("model ") == 3
    assert bigand("solve", "--limit", "2", "-", text="a or b").stdout.count("model ") == 2
    assert bigand("solve", "--limit", "0", "-", text="a or b").stdout.count("model ") == 3
    shown = bigand("solve", "--only", "p(1,*)", "-", text="p(1,a) p(2,a) q").stdout
    assert shown == "p(1,a)\n"


def test_values_from_outside(tmp_path: Path) -> None:
    data = tmp_path / "d.json"
    data.write_text('{"S": ["a", "b"], "N": 2}')
    text = "bigand $i,$x in [1..$N],$S: p($i,$x) end"
    done = bigand("solve", "--data", str(data), "-", text=text)
    assert done.stdout == "p(1,a)  p(1,b)  p(2,a)  p(2,b)\n"
    directive = tmp_path / "m.touist"
    directive.write_text(';;@ data $S from "d.json"\nbigand $x in $S: q($x) end\n')
    assert bigand("solve", str(directive)).stdout == "q(a)  q(b)\n"


def test_random_models_differ_by_seed() -> None:
    text = "\n".join(f"a{i} or b{i}" for i in range(20))
    shown = {bigand("solve", "--random", "--seed", str(seed), "-", text=text).stdout for seed in range(4)}
    assert len(shown) > 1
    assert bigand("solve", "--random", "--seed", "1", "-", text=text).stdout in shown


@pytest.mark.parametrize("solver", ["cadical195", "glucose4", "minisat22", "cryptominisat", "cpsat", "kissat"])
def test_solvers_agree(solver: str) -> None:
    if solver in (extras := {"cryptominisat": "pycryptosat", "cpsat": "ortools"}):
        pytest.importorskip(extras[solver])
    assert bigand("solve", "--count", "--set", "$N=6", "--solver", solver, QUEENS).stdout == "4\n"


def test_export_is_read_by_a_solver(tmp_path: Path) -> None:
    from pysat.formula import CNF
    from pysat.solvers import Solver

    path, table = tmp_path / "q.cnf", tmp_path / "q.table"
    assert bigand("export", QUEENS, "-o", str(path), "--table", str(table)).returncode == 0
    names = dict(line.rsplit(" ", 1) for line in table.read_text().splitlines())
    assert len(names) == 64
    written = bigand("export", "--as-written", QUEENS).stdout
    assert "c x(1,1) 1\n" in written
    assert "\np cnf 64 1464\n" in written
    for formula in (CNF(from_file=str(path)), CNF(from_string=written)):
        with Solver(bootstrap_with=formula) as solver:
            assert sum(1 for _ in zip(range(200), solver.enum_models(), strict=False)) == 92


def test_size() -> None:
    done = bigand("size", QUEENS)
    rows = [line.split()[:4] for line in done.stdout.splitlines()[1:5]]
    expected = [("11", 8, 8), ("16", 448, 224), ("21", 448, 224), ("26", 560, 280)]
    assert rows == [[line, str(n), str(n), str(m)] for line, n, m in expected]


HOSTILE = {
    "an empty set": ("bigand $i in []: p($i) end a", 0, "a"),
    "a huge range": ("bigand $i in [1..10000000000]: p($i) end", 1, "G101"),
    "a huge power set": ("bigand $s in powerset([1..64]): p($s) end", 1, "G101"),
    "a large cardinality": ("exact(40,[p($i) for $i in [1..80]])", 0, "p: ("),
    "a deep formula": ("(" * 9000 + "a" + ")" * 9000, 0, "a"),
    "deep implications": ("a" + " => (b" * 500 + ")" * 500, 0, ""),
    "deeper implications": ("a" + " => (b" * 4000 + ")" * 4000, 0, ""),
    "division by zero": ("bigand $i in [1..3]: p(10/($i-2)) end", 1, "for $i = 2"),
    "a condition that another one saves": ("bigand $i in [0..2] when $i != 0 and 4/$i > 3: p($i) end", 0, "p(1)"),
    "too many instances": (
        "bigand $i,$j,$k in [1..9999],[1..9999],[1..9999]: p($i) or q($j) or r($k) end",
        1,
        "G102",
    ),
    "pairs of a million": ("$S = [1..1000000] bigand $i,$j in $S,$S: r($i,$j) end", 1, "G102"),
    "a million of a million": ("bigand $i in [1..1000000]: bigor $j in [1..1000000]: r($i,$j) end end", 1, "G102"),
    "a million counted": ("$S = [1..1000000] exact(1,[r($i,$j) for $i,$j in $S,$S])", 1, "G10"),
    "nothing but Bot": ("a and Bot", 8, "unsat"),
    "Top": ("Top", 0, ""),
}


NAMES = [pytest.param(name, marks=[pytest.mark.slow] * (name == "deeper implications")) for name in HOSTILE]


@pytest.mark.parametrize("name", NAMES)
def test_hostile_models(name: str) -> None:
    text, code, part = HOSTILE[name]
    done = bigand("solve", "-", text=text)
    assert done.returncode == code
    assert part in done.stdout + done.stderr


def test_as_written_cardinality_is_refused_when_it_cannot_be() -> None:
    done = bigand("solve", "--as-written", "-", text="exact(40,[p($i) for $i in [1..80]])")
    assert done.returncode == 1
    assert "G102" in done.stderr


def script(path: Path, text: str) -> str:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


def test_commands_that_crash_hang_or_lie(tmp_path: Path) -> None:
    crash = bigand("solve", "--solver", script(tmp_path / "crash", "kill -9 $$"), QUEENS)
    assert (crash.returncode, "no answer" in crash.stderr) == (1, True)
    marker = f"3{time.time_ns()}"
    hang = run_bigand("solve", "--timeout", "0.5", "--solver", script(tmp_path / "hang", f"sleep {marker}"), QUEENS)
    assert (hang.returncode, "time is up" in hang.stderr) == (3, True)
    assert wait_until(lambda: not processes_with(marker), 60), processes_with(marker)
    lie = bigand("solve", "--solver", script(tmp_path / "lie", "echo v 1 2 3 0; exit 10"), QUEENS)
    assert (lie.returncode, "breaks the rule on line" in lie.stderr) == (1, True)
    false_unsat = bigand("solve", "--solver", "no-such-command", QUEENS)
    assert (false_unsat.returncode, "cannot be run" in false_unsat.stderr) == (1, True)


def test_time_limit_leaves_nothing_running() -> None:
    done = with_more_time(
        lambda seconds: bigand("solve", "--count", "--timeout", str(seconds), "--set", "$N=16", QUEENS),
        1,
        lambda done: done.stdout,
    )
    assert done.returncode == 3
    assert done.stdout.startswith("at least ")


def test_bad_values() -> None:
    assert "is not JSON" in bigand("solve", "--data", "README.md", "-", text="a").stderr
    assert "--set" in bigand("solve", "--set", "N=", "-", text="a").stderr
    assert bigand("solve", "--set", "$N=1/0", "-", text="p($N)").returncode == 1


@pytest.mark.usefixtures("forked_only")
def test_many_models_without_the_counter(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bigand.solve.count.has_counter", lambda: False)
    monkeypatch.setattr("bigand.solve.count.MAX_ENUMERATED", 20)
    done = here("solve", "--count", here.write("many.touist", "bigand $i in [1..6]: p($i) or not p($i) end"))
    assert (done.code, done.out) == (0, "64\n")
    assert done.err.count("bigand[count]") == 1
    assert "bigand[count]" not in here("solve", "--count", here.write("few.touist", "a or b or c")).err


@pytest.mark.slow
@pytest.mark.skipif(not has_counter(), reason="the model counter is not installed")
def test_many_models_are_counted() -> None:
    text = "bigand $i in [1..60]: a($i) or b($i) end\nexact(2,[a(1),b(1),a(2),b(2)])"
    # For $i = 1, 2: exactly two of four with each pair hit, that is 2 * 2; each of the other 58 has 3.
    assert bigand("solve", "--count", "-", text=text).stdout == f"{4 * 3**58}\n"


def test_count_of_ten_queens() -> None:
    assert bigand("solve", "--count", "--set", "$N=10", QUEENS).stdout == "724\n"


def test_stages_after_the_tree() -> None:
    text = "bigand $i in [1..2]: p($i) => (q and r) or s end"
    assert bigand("show", "--stage", "ground", "-", text=text).stdout.splitlines() == [
        "p(1) ⇒ ((q ∧ r) ∨ s)",
        "p(2) ⇒ ((q ∧ r) ∨ s)",
    ]
    clauses = bigand("show", "--stage", "cnf", "-", text=text).stdout.splitlines()
    assert sorted(" ".join(sorted(line.split())) for line in clauses) == [
        "-p(1) q s", "-p(1) r s", "-p(2) q s", "-p(2) r s",
    ]  # fmt: skip


def test_memory_limit() -> None:
    refused = run_bigand("solve", "--memory", "10", "--set", "$N=60", QUEENS)
    assert (refused.returncode, "G102" in refused.stderr) == (1, True)


@pytest.mark.parametrize("words", [("--limit", "-1"), ("--timeout", "inf"), ("--timeout", "-1"), ("--memory", "0")])
def test_odd_option_values(words: tuple[str, str]) -> None:
    assert bigand("solve", *words, "-", text="a").returncode == 2


@pytest.mark.parametrize(
    "content",
    ['{"N": 123456789012345678901}', '{"N": [1, 2.5]}', '{"N": [true]}', '{"N": "a b"}', '{"N": null}', "[1]"],
)
def test_data_that_is_no_value(content: str, tmp_path: Path) -> None:
    data = tmp_path / "d.json"
    data.write_text(content)
    done = bigand("solve", "--data", str(data), "-", text="p($N)")
    assert done.returncode == 1
    assert str(data) in done.stderr


def interrupt(*words: str) -> None:
    """Ctrl-C during a search that would take for ever: it ends at once, and says nothing of Python."""
    with started(*words) as process:
        assert wait_until(lambda: seconds_of_children(process.pid) > 0.5, 60)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        assert process.returncode == 130
        assert b"Traceback" not in err


def seconds_of_children(number: int) -> float:
    """How long the processes that this one has started have been computing."""
    children = Path(f"/proc/{number}/task/{number}/children").read_text().split()
    ticks = [int(word) for child in children for word in Path(f"/proc/{child}/stat").read_text().split()[13:15]]
    return sum(ticks) / os.sysconf("SC_CLK_TCK")


def test_interrupt_ends_at_once() -> None:
    interrupt("solve", "--count", "--set", "$N=60", QUEENS)
