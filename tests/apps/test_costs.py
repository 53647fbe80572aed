"""`bigand solve` and `export` on files with costs, and the other commands, to which a soft formula is no rule."""

import json
from pathlib import Path
from typing import Any

import pytest
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF
from tests.apps.test_cli import bigand

from bigand.cli.touist import main as touist

SHIFTS = """;;@ soft 3
bigand $d in [1..3]: not works(ann,$d) end
;;@ soft $d
bigand $d in [1..3]: works(bob,$d) => not tired($d) end
bigand $d in [1..3]: works(ann,$d) or works(bob,$d) end
bigand $d in [1..3]: works(bob,$d) => tired($d) end
"""
PIGEONS = """;;@ soft 1
bigand $i in [1..16]: bigor $j in [1..13]: x($i,$j) end end
bigand $j,$a,$b in [1..13],[1..16],[1..16] when $a < $b: not x($a,$j) or not x($b,$j) end
"""


def test_the_best_model_its_cost_and_what_is_broken() -> None:
    done = bigand("solve", "-", "--limit", "1", text=SHIFTS)
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    assert "cost 6, proved: no model costs less" in lines
    assert lines[lines.index("broken:") + 1 :][0].startswith("  line ")


def test_several_goals_are_told_each() -> None:
    done = bigand("solve", "-", "--lang", "fr", text=f"{SHIFTS};;@ maximize card(tired)\n")
    assert "ligne 1, soft : coût 6, prouvé : aucun modèle ne coûte moins" in done.stdout
    assert "ligne 7, maximize : valeur 3, prouvé : aucun modèle n'atteint plus" in done.stdout


def test_json() -> None:
    answer = json.loads(bigand("solve", "--json", "-", text=SHIFTS).stdout)
    assert (answer["status"], answer["cost"], answer["bound"], answer["optimal"]) == ("sat", 6, 6, True)
    assert sum(one["cost"] for one in answer["broken"]) == 6
    assert {"line", "binding", "instance", "cost"} <= set(answer["broken"][0])
    both = json.loads(bigand("solve", "--json", "-", text=f";;@ minimize tired(1)\n{SHIFTS}").stdout)
    assert (both["cost"], both["bound"]) == ([0, 8], [0, 8])
    none = json.loads(bigand("solve", "--json", "-", text=";;@ soft 2\na\nb and not b").stdout)
    assert (none["status"], none["cost"], none["models"]) == ("unsat", None, [])


def test_all_and_count_are_about_the_best_models_only() -> None:
    text = ";;@ minimize card(p)\nbigor $i in [1..3]: p($i) end"
    assert bigand("solve", "--count", "-", text=text).stdout == "3\n"
    every = bigand("solve", "--all", "-", text=text)
    assert every.stdout.splitlines()[-1] == "3 models as good as that, no other"
    some = json.loads(bigand("solve", "--json", "--limit", "2", "-", text=text).stdout)
    assert [len(one["true"]) for one in some["models"]] == [1, 1]


def test_the_best_so_far_and_a_bound() -> None:
    def asked(seconds: int) -> tuple[int, dict[str, Any]]:
        done = bigand("solve", "--json", "--timeout", str(seconds), "-", text=PIGEONS)
        answer = json.loads(done.stdout or "{}")
        is_early = answer.get("bound") is None and seconds < 60  # a busy machine takes longer to find a first bound
        return asked(8 * seconds) if is_early else (done.returncode, answer)

    code, answer = asked(1)
    assert code == 3
    assert answer["optimal"] is False
    assert answer["bound"] <= 3 <= answer["cost"]


def test_wdimacs(tmp_path: Path) -> None:
    text = bigand("export", "--to", "wcnf", "-", text=SHIFTS).stdout
    lines = [line for line in text.splitlines() if not line.startswith("c ")]
    assert all(line.startswith("h ") or line.split()[0].isdigit() for line in lines)
    assert all(line.endswith(" 0") for line in lines)
    path = tmp_path / "shifts.wcnf"
    path.write_text(text, encoding="utf-8")
    with RC2(WCNF(from_file=str(path))) as engine:
        engine.compute()
        assert engine.cost == 6


@pytest.mark.parametrize("command", ["size", "check", "why", "witness", "forced"])
def test_to_other_commands_a_soft_formula_is_no_rule(command: str) -> None:
    done = bigand(command, "-", text="a or b\n;;@ soft 2\nnot a\n;;@ soft 3\na\n;;@ minimize b\n")
    assert "error" not in done.stderr
    if command == "why":
        assert done.returncode == 0  # there is a model
    if command == "witness":
        assert "1 rule" in done.stdout


def test_touist_knows_no_soft_formulas(tmp_path: Path) -> None:
    path = tmp_path / "soft.touist"
    path.write_text("a\n;;@ soft 2\nnot a\n", encoding="utf-8")
    assert touist(["--solve", str(path)]) == 8


def test_costs_outside_propositional_logic_are_refused_at_their_place() -> None:
    done = bigand("solve", "-", text=";;@ minimize y\nexists x: x or y")
    assert (done.returncode, done.stdout) == (1, "")
    assert "G205" in done.stderr
