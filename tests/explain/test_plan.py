"""The least number of steps, against trying every value by brute force; what the command says."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests import brute
from tests.apps.test_cli import EXAMPLES, bigand
from tests.effort import tries, with_more_time

from bigand.language import Mode, read_document
from bigand.models import ModelError, model
from bigand.source.document import Document

POURS = str(EXAMPLES / "watersort" / "pours.touist")
FROG = """;;@ horizon $k in [{first}..{last}]
at(0,1)
at($k,{goal})
bigand $i in [0..$k]: exact(1,[at($i,$s) for $s in [1..{goal}]]) end
bigand $i,$s,$t in [1..$k],[1..{goal}],[1..{goal}] when $t < $s or $t > $s + {jump}:
  not at($i-1,$s) or not at($i,$t)
end
"""


@settings(max_examples=tries(25), deadline=None)
@given(st.integers(0, 2), st.integers(0, 4), st.integers(2, 4), st.integers(1, 3))
def test_the_least_is_that_of_brute_force(first: int, last: int, goal: int, jump: int) -> None:
    text = FROG.format(first=first, last=last, goal=goal, jump=jump)
    expected = next((k for k in range(first, last + 1) if has_model(text, k)), None)
    if first > last:
        with pytest.raises(ModelError):
            model(text).plan()
        return
    found = model(text).plan()
    assert (None if found is None else found.horizon["$k"]) == expected


def has_model(text: str, steps: int) -> bool:
    """Whether a frog reaches the goal: counted on fingers, not by the file."""
    goal = int(text.split("at($k,")[1].split(")")[0])
    jump = int(text.split("$s + ")[1].split(":")[0])
    reached = {1}
    for _ in range(steps):
        reached = {stone + far for stone in reached for far in range(jump + 1) if stone + far <= goal}
    return goal in reached


def test_brute_force_agrees_with_fingers() -> None:
    text = FROG.format(first=1, last=2, goal=2, jump=1)
    for steps in (0, 1, 2):
        program = read_document(Document("frog", f"$k = {steps}\n{text}"), Mode.SAT).program
        assert bool(brute.models(program)) == has_model(text, steps)


def test_water_sort_takes_ten_steps() -> None:
    done = bigand("plan", POURS)
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "no plan up to 9; plan of 10 steps")
    assert "step 10\n" in done.stdout
    assert done.stdout.count("verser ") == 10  # each step says what is done


def test_json() -> None:
    answer = json.loads(bigand("plan", "--json", "-", text=FROG.format(first=1, last=5, goal=4, jump=2)).stdout)
    assert (answer["status"], answer["horizon"], answer["none_up_to"]) == ("sat", {"$k": 2}, 1)
    assert set(answer["model"]["true"]) >= {"at(0,1)", "at(2,4)"}


def test_no_plan() -> None:
    done = bigand("plan", "-", text=FROG.format(first=1, last=2, goal=4, jump=1))
    assert (done.stdout, done.returncode) == ("no plan up to 2\n", 8)


def test_the_first_value_may_do() -> None:
    done = bigand("plan", "-", text=FROG.format(first=3, last=5, goal=4, jump=1))
    assert done.stdout.startswith("plan of 3 steps\n")


def test_solve_looks_for_a_horizon_that_nobody_gives() -> None:
    text = FROG.format(first=1, last=5, goal=4, jump=1)
    assert bigand("solve", "-", text=text).stdout.startswith("no plan up to 2; plan of 3 steps\n")
    assert bigand("solve", "-", "--set", "$k=5", text=text).stdout.startswith("step 0    step 1 ")
    assert bigand("solve", "-", text=f"$k = 4\n{text}").stdout.startswith("step 0    step 1 ")


def test_when_the_time_is_up() -> None:
    # Pigeons: the more there are, the longer it takes to see that one is too many.
    text = (
        ";;@ horizon $k in [2..40]\nbigand $p in [1..$k+1]: bigor $h in [1..$k]: in($p,$h) end end\n"
        "bigand $h,$p,$q in [1..$k],[1..$k+1],[1..$k+1] when $p < $q: not x($p,$h) or not x($q,$h) end"
    ).replace("in($p,$h)", "x($p,$h)")
    done = with_more_time(
        lambda seconds: bigand("plan", "--timeout", str(seconds), "-", text=text), 1, lambda done: done.stdout
    )
    assert done.returncode == 3
    assert re.fullmatch(r"no plan up to \d+\n", done.stdout)
    told, advice = done.stderr.splitlines()
    assert re.search(r"no plan up to \$k = \d+, and not known beyond: the time is up \([1-9]\S* s\)", told)
    assert ";;@ horizon" in advice


def test_the_best_of_the_shortest_plans() -> None:
    text = (
        FROG.format(first=1, last=5, goal=5, jump=2) + "bigand $i in [1..$k]: at($i,2) => wet end\n;;@ minimize wet"
    )
    done = bigand("plan", "-", text=text)
    assert done.stdout.splitlines()[:2] == [
        "no plan up to 1; plan of 2 steps",
        "cost 0: no plan of this length is better",
    ]


@pytest.mark.slow
def test_what_is_missing_is_told(tmp_path: Path) -> None:
    assert "horizon" in bigand("plan", "-", text="a or b").stderr
    assert bigand("plan", "-", text="a or b").returncode == 1
    empty = bigand("plan", "-", text=";;@ horizon $k in [3..1]\np($k)")
    assert (empty.returncode, empty.stdout) == (1, "")
    wrong = bigand("plan", "-", text=";;@ horizon $k in [0..3]\nbigand $i in [1..5/$k]: p($i) end")
    assert wrong.returncode == 1
    assert "T106" in wrong.stderr
    picture = tmp_path / "plan.svg"
    assert bigand("plan", "--svg", str(picture), POURS).returncode == 0
    assert picture.read_text(encoding="utf-8").count("<g ") == 12  # eleven states and the key
