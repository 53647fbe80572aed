"""`bigand why`, `witness`, `forced` and the suspicions of `check`, as a person uses them."""

import json
from pathlib import Path

import pytest
from bench.workloads import water_sort
from tests.apps.here import run_here
from tests.apps.test_cli import EXAMPLES
from tests.effort import with_more_time

QUEENS = str(EXAMPLES / "queens" / "queens.touist")
EVERYWHERE = """$N = 4
bigand $i in [1..$N]:
  bigand $j in [1..$N]: x($i,$j) end
end
bigand $i,$j,$k in [1..$N],[1..$N],[1..$N] when $j != $k:
  not x($i,$j) or not x($i,$k)
end
bigand $i,$j,$k in [1..$N],[1..$N],[1..$N] when $j != $k:
  not x($j,$i) or not x($k,$i)
end
"""


def test_the_reason_and_the_repair() -> None:
    done = run_here("why", "-", text=EVERYWHERE)
    assert done.code == 0
    assert "The rules on lines 2 and 5 cannot hold together" in done.out
    assert "$i = 1, $j = 1: x(1,1)" in done.out
    assert "Without the rule on line 2 there is a model" in done.out
    full = run_here("why", "--full", "-", text=EVERYWHERE).out
    assert "(3 instances, of which none can be left out.)" in full
    assert "Step by step:" in full


def test_json() -> None:
    answer = json.loads(run_here("why", "--json", "-", text=EVERYWHERE).out)
    assert (answer["status"], answer["minimal"], answer["horizon"]) == ("unsat", True, None)
    assert [one["line"] for one in answer["reasons"]] == [2, 2, 5]
    assert answer["reasons"][0]["binding"] == {"$i": 1, "$j": 1}
    assert answer["reasons"][0]["text"].startswith("bigand $i in [1..$N]: bigand $j")
    assert [one["line"] for one in answer["repair"]] == [2]
    assert len(answer["model"]) <= 4
    everything = json.loads(run_here("why", "--json", "--all", "-", text="a\nnot a\nb\nnot b").out)
    assert [[one["line"] for one in reason] for reason in everything["all"]] == [[1, 2], [3, 4]]


def test_what_the_rules_take_their_values_from() -> None:
    sets = "$N = 2\n$wide = [1..9]\n$odd = [1,3]\n$two = [2..$N]\n"
    text = f"{sets}bigand $i,$j in $odd,$two: p($i,$j) end\nnot p(3,2)\n"
    done = run_here("why", "-", text=text)
    assert "They take their values from:\n3 | $odd = [1,3]" in done.out
    assert "$N = 2" not in done.out
    assert "$wide" not in done.out
    answer = json.loads(run_here("why", "--json", "-", text=text).out)
    assert [one["line"] for one in answer["definitions"]] == [3, 4]


def test_the_longest_rule_is_suspected_first() -> None:
    text = (
        "bigand $i in [1..2]: p($i) end\n"
        "bigand $i,$j in [1..2],[1..2] when $i != $j: p($i) => not p($j) or q($j) end\n"
        "bigand $i in [1..2]: not q($i) end"
    )
    answer = json.loads(run_here("why", "--json", "-", text=text).out)
    assert answer["reasons"][0]["line"] == 2
    assert answer["changes"]
    assert (
        "With this change there is a model:\n  1. line 1: `bigor` for `bigand`"
        in run_here("why", "-", text=text).out
    )
    expecting = run_here("why", "-", text=";;@ expect unsat\n" + text).out
    assert "1. line" not in expecting


def test_a_file_with_a_model() -> None:
    assert "has a model" in run_here("why", "-", text="a or b").out
    assert json.loads(run_here("why", "--json", "-", text="a").out)["status"] == "sat"


@pytest.mark.slow
@pytest.mark.usefixtures("asked_once")
def test_too_few_steps(tmp_path: Path) -> None:
    path = tmp_path / "w.touist"
    path.write_text(water_sort(8))
    done = run_here("why", str(path), "--timeout", "100")
    assert "No plan of at most 9 steps; the first has 10: write `$k = 10`." in done.out
    assert "3 | $k = 8" in done.out
    done = run_here("why", str(path), "--timeout", "100", "--lang", "fr")
    assert "Pas de plan en 9 étapes au plus ; le premier en a 10" in done.out


def test_the_horizon_as_json() -> None:
    """A counter that must reach 5 in `$k` steps of at most 2."""
    text = """$k = 2
$S = [0..$k]
at(0,0)
bigand $i in $S: exact(1, [at($i,$n) for $n in [0..6]]) end
bigand $i,$n in [1..$k],[0..6]: at($i,$n) => bigor $m in [0..6] when $n-$m <= 2 and $n >= $m: at($i-1,$m) end end
at($k,5)
"""
    answer = json.loads(run_here("why", "--json", "-", text=text).out)
    assert answer["horizon"] == {"$k": 3}
    assert answer["none_up_to"] == 2
    assert answer["repair"][0]["line"] == 1
    assert answer["repair"][0]["instead"] == "$k = 3"
    said = json.loads(run_here("why", "--json", "-", text=f";;@ horizon $k in [2..9]\n{text}").out)
    assert said["horizon"] == {"$k": 3}


def test_a_horizon_that_is_not_the_reason() -> None:
    text = """$k = 2
on(0)
bigand $i in [1..$k]: on($i-1) => on($i) end
not on($k)
"""
    done = run_here("why", "-", text=text)
    assert "The number of steps is not the reason" in done.out
    assert "2 | on(0)" in done.out


def test_why_not_this() -> None:
    done = run_here("why", QUEENS, "--expect", "x(1,1)", "--expect", "x(2,2)")
    assert "There is no model with what you expect." in done.out
    assert "expected: x(1,1)" in done.out
    assert "abs($i-$k) == abs($j-$l)" in done.out
    answer = json.loads(run_here("why", QUEENS, "--json", "--expect", "x(1,1) and x(2,2)").out)
    assert [one["binding"] for one in answer["reasons"]] == [{"$i": 1, "$j": 1, "$k": 2, "$l": 2}]
    assert answer["reasons"][0]["line"] == answer["repair"][0]["line"] == 26
    assert "has a model" in run_here("why", QUEENS, "--expect", "x(1,1)").out
    assert json.loads(run_here("why", QUEENS, "--json", "--expect", "not x(1,1)").out)["status"] == "sat"


def test_expectations_that_cannot_be_read() -> None:
    for wrong in ("x(1,", "$M = 3", "x($unknown)", ""):
        done = run_here("why", QUEENS, "--expect", wrong)
        assert (done.code, done.out) == (1, "")
        assert done.err
    stranger = run_here("why", QUEENS, "--expect", "x(1,9)")
    assert "no rule speaks of `x(1,9)`" in stranger.err


@pytest.mark.parametrize(
    "saved",
    [
        "1 x(1,1)\n1 x(2,1)\n",
        "x(1,1)\nx(2,1)\nnot x(2,2)",
        '{"models": [{"true": ["x(1,1)", "x(2,1)"]}]}',
        '["x(1,1)", "x(2,1)"]',
    ],
)
def test_why_not_this_whole_model(tmp_path: Path, saved: str) -> None:
    path = tmp_path / "expected.txt"
    path.write_text(saved)
    answer = json.loads(run_here("why", QUEENS, "--json", "--model", str(path)).out)
    assert answer["status"] == "unsat"
    rows = [one["binding"] for one in answer["reasons"] if set(one["binding"]) == {"$i"}]
    assert rows == [{"$i": row} for row in range(3, 9)]
    assert {"$i": 1, "$j": 1, "$k": 2} in [one["binding"] for one in answer["reasons"]]
    assert "it breaks the rules on lines 11 and 21" in run_here("why", QUEENS, "--model", str(path)).out


def test_a_model_that_is_one(tmp_path: Path) -> None:
    path = tmp_path / "answer.json"
    path.write_text(run_here("solve", QUEENS, "--json").out)
    assert "This is a model" in run_here("why", QUEENS, "--model", str(path)).out
    path.write_text("???")
    assert run_here("why", QUEENS, "--model", str(path)).code == 1
    assert run_here("why", QUEENS, "--model", str(tmp_path / "none")).code == 1


def test_when_the_time_is_up() -> None:
    """A chain of which every link is needed: there is no time to see that of each."""
    text = "p(1)\nnot p(60001)\nbigand $i in [1..60000]: p($i) => p($i+1) end"
    done = with_more_time(
        lambda seconds: run_here("why", "--timeout", str(seconds), "-", text=text), 2, lambda done: done.code == 0
    )
    assert done.code == 0
    assert "The time is up" in done.out
    assert "The rules on lines 1, 2 and 3 cannot hold together" in done.out
    assert len(done.out.splitlines()) <= 40


def test_witness() -> None:
    done = run_here("witness", "-", text="a or b\nb => c\na => c\nc or d")
    assert "3 needed, 1 that change nothing" in done.out
    answer = json.loads(run_here("witness", "--json", "-", text="a or b\nb => c\na => c\nc or d").out)
    assert [one["verdict"] for one in answer["rules"]] == ["needed", "needed", "needed", "implied"]
    broken = answer["rules"][1]
    assert (broken["line"], broken["breaks"]["instance"]) == (2, "b ⇒ c")
    assert "b" in broken["model"]
    assert "c" not in broken["model"]
    assert json.loads(run_here("witness", "--json", "-", text="a\nnot a\nb").out)["rules"][2]["verdict"] == "clash"


def test_forced() -> None:
    text = "a\na => b\nc or d\nnot (c and e)\ne => c"
    answer = json.loads(run_here("forced", "--json", "-", text=text).out)
    assert (answer["true"], answer["false"]) == (["a", "b"], ["e"])
    done = run_here("forced", "--set", "$N=6", QUEENS)
    assert "12 of 36 atoms forced" in done.out
    done = run_here("forced", "--set", "$N=6", "--reason", "x(1,1)", QUEENS)
    assert done.out.startswith("`x(1,1)` is false in every model.\nThe opposite and the rules on lines ")
    assert "the opposite: x(1,1)" in done.out
    assert "did you mean" in run_here("forced", "--reason", "x(1,99)", QUEENS).err
    assert run_here("forced", "-", text="a\nnot a").code == 8
    assert "not forced" in run_here("forced", "--reason", "c", "-", text=text).out


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("bigand $e in [1..4]: p($e) or q($e) end\nbigand $e in [1..4]: q($e) => not p($e) end\n"
         "bigand $e in [1..4]: p($e) => p($e+1) end", [("W101", 3)]),
        ("$T = 3\nbigand $t in [1..$T]: p($t) xor q(T) end", [("N106", 2)]),
        ("$N = 4\nbigand $i in [1,$N]: p($i) xor q($i) end", [("W115", 2)]),
        ("$S = [1..4]\n$free(a) = [1,2,3]\n$free(b) = [1,4]\n"
         "bigand $i,$k in $S,[a,b] when $i in $free($k): p($i) xor q($i) end", []),
        ("bigand $i,$j in [1..3],[1..3]: not p($i) or not p($j) end\np(1)", [("W111", 1)]),
        ("bigand $i in [1..3] when $i > 5: p($i) end\np(1) xor p(2)", [("W110", 1)]),
        ("$C = [red,green]\np(1,red)\np(2,gren)\nnot p(3,green)\nbigand $i,$c in [1..3],$C: p($i,$c) xor q($i) end",
         [("W114", 3)]),
        ("p(1,red)\np(2,Red)\nbigand $c in [red,blue]: bigor $i in [1..2]: not p($i,$c) end end", [("W114", 2)]),
        ("p(1,row1)\np(2,row2)\nnot p(1,row2) or p(2,row1)", []),
        ("p(0,1,red)\np(0,2,blue)\nps(0,3,red)\nbigand $i,$c in [1..3],[red,blue]: p(0,$i,$c) => p(1,$i,$c) end\n"
         "bigand $i in [1..3]: not p(1,$i,red) or not p(1,$i,blue) end", [("W114", 3), ("W105", 4)]),
        ("$k = 0\n$states = [1..$k]\nbigand $i in $states: p($i) end\nbigand $i in $states: not q($i) end\na xor b",
         [("W109", 2)]),
        (";;@ domain p([1..2])\np(3)\np(4)\nnot p(3) or p(1)\np(3) or not p(4)", [("W104", 2), ("W104", 3)]),
        (";;@ domain p([1..2])\nbigand $i in [1..3]: p($i) xor q($i) end", [("W104", 2)]),
    ],
)  # fmt: skip
def test_suspicions(text: str, expected: list[tuple[str, int]]) -> None:
    done = run_here("check", "--format", "json", "-", text=text)
    assert done.code == 0
    assert [(one["code"], one["line"]) for one in json.loads(done.out)] == expected
    assert json.loads(run_here("check", "--no-suspicions", "--format", "json", "-", text="a xor Top").out) == []


def test_the_same_suspicion_is_told_once() -> None:
    facts = "".join([f"p(0,{number})\n" for number in range(1, 7)])
    done = run_here("check", "-", text=f";;@ domain p([1..2],[1..6])\n{facts}bigand $i in [1..6]: not p(1,$i) end")
    assert done.out.count("warning[") == 1
    assert "also: lines 3, 4, 5, 6, 7\n" in done.out


def test_of_many_odd_rules_the_other_is_told() -> None:
    text = "bigand $i,$j in [1..4],[1..4] when $i < $j: east($j,$i) <=> bulb($i,$j) end\n"
    text += "".join([f"bigand $j in [1..4] when $j > {row}: east({row},$j) or n{row} end\n" for row in (1, 2, 3)])
    found = json.loads(run_here("check", "--format", "json", "-", text=text).out)
    assert [(one["code"], one["line"]) for one in found if one["code"].startswith("W10")][:1] == [("W102", 1)]


def test_suspicions_before_solving() -> None:
    done = run_here("solve", "-", text="$N = 4\nbigor $i in [1,$N]: p($i) end")
    assert done.err == "bigand: 1 doubt: bigand check -\n"
    assert "p(" in done.out
    assert "W115" in run_here("solve", "--format", "short", "-", text="$N = 4\nbigor $i in [1,$N]: p($i) end").err
    assert run_here("solve", "--no-suspicions", "-", text="$N = 4\nbigor $i in [1,$N]: p($i) end").err == ""


@pytest.mark.parametrize("path", sorted(EXAMPLES.rglob("*.touist")), ids=lambda path: path.stem)
def test_right_models_raise_no_suspicion(path: Path) -> None:
    done = run_here("check", "--format", "json", str(path))
    assert (done.code, json.loads(done.out)) == (0, [])
