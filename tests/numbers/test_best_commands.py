"""Objectives and soft formulas in files with numbers, as a person meets them; what is wrong is told."""

import json
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
import z3
from tests.apps.test_cli import EXAMPLES
from tests.effort import with_more_time
from tests.numbers.inside import bigand
from tests.numbers.test_meaning import opened

from bigand.ground.evaluator import NotEvaluableError
from bigand.models import model as model_from
from bigand.solve.numbers import optimum
from bigand.solve.numbers.minimum import Infimum, Unbounded
from bigand.solve.numbers.optimum import GoalProgress, NoOptimum, OptimalModel, find_best_number_models
from bigand.solve.optimum import SearchOptions
from bigand.solve.session import LimitError, SolverError

FIRST_DONE = str(EXAMPLES / "numbers" / "first_done.touist")
TASKS = """;;@ minimize 2*fin + late
;;@ soft 3
bigand $i in [1..3]: t($i) >= $i end
bigand $i in [1..3]: t($i) >= 0 and t($i) + 2 <= fin end
bigand $i,$j in [1..3],[1..3] when $i < $j: t($i) + 2 <= t($j) or t($j) + 2 <= t($i) end
late <=> fin > 6
"""
# Pigeons that know their holes by number, and of which some stay outside: the proof takes long.
HARD = """;;@ soft 1
bigand $i in [1..15]: h($i) <= 12 end
bigand $i in [1..15]: h($i) >= 1 and h($i) <= 13 end
bigand $i,$j in [1..15],[1..15] when $i < $j: h($i) != h($j) or h($i) > 12 end
;;@ minimize far
bigand $i in [1..15]: far >= h($i) end
"""


def told(text: str) -> tuple[str, str, dict[str, Any]]:
    """The code of what is wrong, the place, and the gaps of the message."""
    with pytest.raises(NotEvaluableError) as error:
        opened(text).solve()
    (diagnostic,) = error.value.diagnostics
    span = diagnostic.primary.span
    return diagnostic.code, text[span.start : span.end], dict(diagnostic.message.gaps)


# ---------------------------------------------------------------------- answers


def test_goals_one_after_the_other() -> None:
    done = bigand("solve", "-", text=TASKS)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[-5:-1] == [
        "fin = 6",
        "line 1, minimize: cost 12, proved: no model costs less",
        "line 2, soft: cost 3, proved: no model costs less",
        "broken:",
    ]
    assert lines[-1].startswith("  line 3, cost 3: $i = ")


def test_json() -> None:
    answer = json.loads(bigand("solve", "--json", "-", text=TASKS).stdout)
    assert (answer["status"], answer["cost"], answer["bound"], answer["optimal"]) == ("sat", [12, 3], [12, 3], True)
    assert [goal["kind"] for goal in answer["goals"]] == ["minimize", "soft"]
    values = answer["models"][0]["values"]
    assert sorted([values["t(1)"], values["t(2)"], values["t(3)"], values["fin"]]) == [0, 2, 4, 6]
    assert [(one["line"], one["cost"]) for one in answer["broken"]] == [(3, 3)]
    third = json.loads(bigand("solve", "--json", "-", text=";;@ maximize r\n3.0*r <= 1.0").stdout)
    assert (third["cost"], third["bound"]) == ("1/3", "1/3")
    none = json.loads(bigand("solve", "--json", "-", text=";;@ maximize x\nx > 3 and x < 3").stdout)
    assert (none["status"], none["cost"], none["models"]) == ("unsat", None, [])


def test_all_and_count_are_about_the_best_models() -> None:
    text = ";;@ minimize x + y\nx >= 0 and y >= 0 and x + y >= 2 and (a or x > 1)"
    assert bigand("solve", "--count", "-", text=text).stdout == "4\n"
    every = bigand("solve", "--all", "-", text=text)
    assert every.stdout.splitlines()[-1] == "4 models as good as that, no other"
    assert every.stdout.count("\nx = ") == 4


def test_no_end_of_the_best_models() -> None:
    text = ";;@ minimize r + s\nr + s >= 1.5 and r >= 0.0 and s >= 0.0"
    assert bigand("solve", "--count", "-", text=text).stdout == "infinitely many\n"
    assert json.loads(bigand("solve", "--count", "--json", "-", text=text).stdout)["count"] is None
    every = bigand("solve", "--all", "-", text=text)
    assert every.returncode == 3
    assert "infinitely many" in every.stderr
    with pytest.raises(LimitError):
        opened(text).count()
    assert bigand("solve", "--limit", "3", "-", text=text).returncode == 0
    only = ";;@ minimize r + s\nr + s >= 1.5 and r - s == 0.5"  # the goal itself makes an end
    assert bigand("solve", "--count", "-", text=only).stdout == "1\n"


def test_a_random_one_of_the_best() -> None:
    text = ";;@ minimize x\nx >= 5 and y >= 0 and y <= 1000"
    found = {
        bigand("solve", "--random", "--seed", str(seed), "--only", "y", "-", text=text).stdout for seed in range(5)
    }
    assert len(found) > 1
    assert all("cost 5, proved" in lines for lines in found)


def test_in_python() -> None:
    best = model_from(";;@ maximize 2*x - r/4\nx <= 7 and r >= 0.5").best()
    assert best is not None
    assert best.cost == Fraction(111, 8)
    assert best.numbers == {"x": 7, "r": Fraction(1, 2)}
    assert (best.optimal, best.bounds) == (True, (Fraction(111, 8),))
    assert model_from(";;@ maximize x\nx > 3 and x < 3").best() is None


def test_the_logic_makes_numbers_reals() -> None:
    text = ";;@ maximize x\nx < y and x < -y"
    assert "value -1, proved" in bigand("solve", "-", text=text).stdout
    assert "G207" in bigand("solve", "--logic", "QF_LRA", "-", text=text).stderr


def test_large_numbers() -> None:
    text = ";;@ maximize 3*x\n2*x <= 1000000000000000001 and x >= 0"
    assert (
        bigand("solve", "-", text=text).stdout
        == "x = 500000000000000000\nvalue 1500000000000000000, proved: no model reaches more\n"
    )
    huge = opened(
        ";;@ maximize 9000000000000000000*x + 9000000000000000000*a\nx <= 9000000000000000000 or a\nx <= 9"
    ).solve()
    assert huge is not None
    assert huge.cost == 90000000000000000000


def test_when_the_time_is_up_the_best_so_far_is_given_with_bounds() -> None:
    model = opened(HARD)
    (best,) = with_more_time(
        lambda seconds: list(
            find_best_number_models(model._costed, model._grounder, SearchOptions(time.monotonic() + seconds))
        ),
        2.5,
        lambda found: found[0].bounds[0] is not None,
    )
    assert not best.optimal
    assert best.bounds[0] is not None
    assert best.bounds[0] <= 3 <= best.costs[0]
    assert best.bounds[1] is None
    assert best.costs[1] >= 13


def test_nothing_in_time() -> None:
    done = bigand("solve", "--json", "--timeout", "0.01", "-", text=HARD)
    assert done.returncode == 3
    assert json.loads(done.stdout)["status"] == "unknown"


STEPS = """;;@ horizon $k in [1..5]
;;@ maximize r
bigand $i in [1..$k]: x >= $i end
x >= 3 and x <= $k
2.0*r <= 1.0
"""


def test_a_horizon_of_a_file_with_numbers() -> None:
    for command in ("solve", "plan"):
        done = bigand(command, "-", text=STEPS)
        assert done.returncode == 0
        assert done.stdout.splitlines() == [
            "no plan up to 2; plan of 3 steps",
            "cost 0.5: no plan of this length is better",
            "",
            "x = 3",
            "r = 0.5",
        ]
    answer = json.loads(bigand("plan", "--json", "-", text=STEPS).stdout)
    assert (answer["horizon"], answer["model"]["values"], answer["costs"]) == ({"$k": 3}, {"x": 3, "r": 0.5}, [0.5])
    found = model_from(STEPS).plan()
    assert found is not None
    assert (found.horizon, found.number_values["x"]) == ({"$k": 3}, 3)


@pytest.mark.parametrize("text", [";;@ minimize x\nBot and x > 3", ";;@ soft 2\nx > 3\nx > 4 and x < 5"])
def test_no_model_at_all(text: str) -> None:
    done = bigand("solve", "-", text=text)
    assert (done.returncode, done.stdout) == (8, "unsat: there is no model\n")


# ---------------------------------------------------------------------- no best value


@pytest.mark.parametrize(
    ("text", "moving", "rule"),
    [
        (";;@ maximize x\nx > 3", "x ↑", "x <= 100"),
        (";;@ minimize x\nx < 3", "x ↓", "x >= -100"),
        (";;@ maximize x - y\ny > 3 and x == 2*y", "x ↑", "x <= 100"),
        (";;@ minimize y\nx > 3 and y == 2 - x", "y ↓", "y >= -100"),
        (";;@ maximize r\nr > 1.5 or a", "r ↑", "r <= 100"),
        (";;@ minimize 2*s - r\ns >= 0.0 and 2.0*r <= 5.0*s", "r ↑", "r <= 100"),
        (";;@ maximize card(p) + 3*x\np(1) or p(2) or x < 3", "x ↑", "x <= 100"),
        (";;@ minimize x\nx <= 1000000000 and (x > 5 or (a and 3*x == 7*y))", "x ↓", "x >= -100"),
    ],
)
def test_no_bound(text: str, moving: str, rule: str) -> None:
    code, place, gaps = told(text)
    assert (code, place) == ("G206", text.splitlines()[0])
    assert (gaps["moving"], gaps["rule"]) == (moving, rule)


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        (";;@ maximize r\nr < 3.0", "3"),
        (";;@ minimize r\nr > -2.5", "-2.5"),
        (";;@ minimize r - s\nr > s and 3.0*s < 1.0 and s > -9.0", "0"),
        (";;@ maximize 2*r + 4*a\n3.0*r < 1.0 or not a\nr <= 0.25 or a", "14/3"),
        (";;@ maximize r + x\nr < 3.0 and x < 3", "5"),
    ],
)
def test_a_limit_that_is_not_reached(text: str, limit: str) -> None:
    code, place, gaps = told(text)
    assert (code, place, gaps["limit"]) == ("G207", text.splitlines()[0], limit)


@pytest.mark.parametrize(
    ("text", "costs"),
    [
        (";;@ maximize r\nr < 3.0 or (a and r == 3.0)", (3,)),  # reached after all, elsewhere
        (";;@ maximize r\nr < 3.0 or r == 4.0", (4,)),
        (";;@ minimize x\n2*x > 7", (4,)),  # integers have no such gaps
        (";;@ minimize x/2\n2*x > 7", (2,)),
        (";;@ minimize 3\nx > 7", (3,)),
        (";;@ minimize x - x\nx > 7", (0,)),
        (";;@ maximize x + y\nx - y <= 3 and y - x <= 3 and x + 2*y <= 20 and x <= 10", (14,)),
        (";;@ minimize a\n;;@ maximize x\n(a or x <= 4) and x <= 9", (0, 4)),
        (";;@ soft $i\nbigand $i in [1..3]: x - y != $i end\nx - y >= 2 and x <= 9 and y <= 9", (0,)),
        (";;@ soft $i\nbigand $i in [1..3]: x - y == $i end\nx - y >= 1", (3,)),
        (";;@ maximize 0.5*a + 0.25*b\nnot (a and b) or x > 3\nx < 3", (Fraction(1, 2),)),
    ],
)
def test_best_values(text: str, costs: tuple[Any, ...]) -> None:
    found = opened(text).solve()
    assert found is not None
    assert (found.costs, found.optimal) == (costs, True)


def test_a_later_goal_without_a_bound_is_told_at_its_place() -> None:
    text = ";;@ minimize x\n;;@ maximize y\nx >= 0 and (x > 5 or y > x)"
    assert told(text)[:2] == ("G206", ";;@ maximize y")
    in_french = bigand("solve", "--lang", "fr", "-", text=text)
    assert (in_french.returncode, in_french.stdout) == (1, "")
    assert "pas de borne supérieure" in in_french.stderr


# ---------------------------------------------------------------------- what is wrong


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        (";;@ minimize x*y\nx > y", "G202", "x*y"),
        (";;@ minimize 1/x\nx > 3", "G202", "1/x"),
        (";;@ minimize 1 + abs(x)\nx > 3", "G202", "abs(x)"),
        (";;@ minimize x mod 2\nx > 3", "G202", "x mod 2"),
        (";;@ minimize x/0\nx > 3", "T106", "x/0"),
        (";;@ minimize y\nx > 3", "G203", "y"),
        (";;@ minimize x(4)\nbigand $i in [1..3]: x($i) > 3 end", "G203", "x(4)"),
        (";;@ minimize card(x)\nbigand $i in [1..3]: x($i) > 3 end", "G203", "x"),
        (";;@ minimize card([a,x])\nx > 3 or a", "G203", "card([a,x])"),
        (";;@ minimize [1,2]\nx > 3", "G203", "[1,2]"),
        (";;@ soft 0\nx > 3\nx < 9", "G201", "0"),
        (";;@ soft 1.5\nx > 3\nx < 9", "G201", "1.5"),
    ],
)
def test_wrong_objectives_are_told_at_their_place(text: str, code: str, place: str) -> None:
    assert told(text)[:2] == (code, place)


def test_soft_formulas_tell_kinds() -> None:
    text = "x > y and y > 0\n;;@ soft 2\nx < y + 0.5\n"
    assert bigand("solve", "-", text=text).returncode == 1  # an integer beside a real
    assert "T112" in bigand("solve", "-", text=text).stderr
    reals = "x > y\n;;@ soft 2\nx < y + 0.5\n;;@ minimize x\nx >= 0.25"
    assert "x = 0.25" in bigand("solve", "-", text=reals).stdout
    assert "real" not in bigand("why", "-", text=reals).stderr


def test_costs_with_quantifiers_stay_refused() -> None:
    done = bigand("solve", "-", text=";;@ minimize y\nexists x: x or y")
    assert (done.returncode, done.stdout) == (1, "")
    assert "G205" in done.stderr


@pytest.mark.parametrize("command", ["why", "witness", "forced", "size", "check", "export"])
def test_to_other_commands_a_soft_formula_is_no_rule(command: str) -> None:
    done = bigand(command, "-", text="x > 3\n;;@ soft 2\nx < 3\n;;@ minimize x\n")
    assert done.returncode == 0
    assert "error" not in done.stderr


# ---------------------------------------------------------------------- nothing is believed

Work = Callable[[Any, Any, Callable[[Any], None]], None]


@pytest.mark.parametrize(
    ("reports", "key"),
    [
        ([GoalProgress(0, [5], None), GoalProgress(0, None, 4), OptimalModel([5])], "solver.lied_cost"),
        ([GoalProgress(0, [3], 3), OptimalModel([3])], "solver.lied"),
        ([GoalProgress(0, [5], None)], "solver.lied_best"),
        ([NoOptimum(0, Unbounded([5], {1: Fraction(-1)}))], "solver.lied"),
        ([NoOptimum(0, Unbounded([5], {1: Fraction(1)}))], "solver.lied_best"),
        ([NoOptimum(0, Infimum([5], 2))], "solver.lied_best"),
    ],
)
def test_a_search_that_lies_is_found_out(reports: list[Any], key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def lies(_costed: Any, _wanted: Any, tell: Callable[[Any], None]) -> None:
        for report in reports:
            tell(report)

    monkeypatch.setattr(optimum, "search", lies)
    with pytest.raises(SolverError) as error:
        opened(";;@ minimize x\nx > 3").solve()
    assert error.value.key == key


def test_a_second_solver_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that stops too early is found out: its first model is not the least and the greatest one."""

    def hasty(_session: Any, _theory: Any, goal: Any, numbers: Any, report: Any) -> Any:
        report(numbers, goal.cost_of(numbers))
        return numbers, goal.cost_of(numbers)

    monkeypatch.setattr(optimum, "_find_best", hasty)
    keys = []
    for wish in ("minimize", "maximize"):
        try:
            opened(f";;@ {wish} x\nx > 3 and x < 90 and (x > 9 or a) or x == 5").solve()
        except SolverError as error:
            keys.append(error.key)
    assert set(keys) == {"solver.lied_best"}


# ---------------------------------------------------------------------- export


@pytest.mark.parametrize(
    "text",
    [
        TASKS,
        ";;@ maximize 2*r - x/2 + 3*a\nr <= 1.5 and x >= 3 and (not a or r < 1.0)\nr <= 0.5 or not a",
        ";;@ minimize card(p)\n;;@ soft 2\nbigand $i in [1..3]: not p($i) end\np(1) or p(2)",  # no numbers
        ";;@ soft 2\nBot\n;;@ soft 3\nx > 5\nx < 4",
    ],
)
def test_export_for_z3(text: str) -> None:
    script = bigand("export", "--to", "z3", "-", text=text).stdout
    engine = z3.Optimize()
    engine.from_string(script.replace("(get-objectives)", ""))
    assert engine.check() == z3.sat
    best = model_from(text).best()
    assert best is not None
    sign = -1 if "(maximize" in script else 1  # Z3 gives all of them as what is minimised
    values = [sign * Fraction(str(engine.model().eval(goal, True))) for goal in engine.objectives()]
    never = 2 if "Bot" in text else 0
    assert values == [best.costs[0] - never, *best.costs[1:]]


def test_smtlib_has_no_costs_and_says_so() -> None:
    done = bigand("export", "--to", "smtlib", "-", text=TASKS)
    assert done.returncode == 0
    assert "minimize" not in done.stdout
    assert "assert-soft" not in done.stdout
    assert "--to z3" in done.stderr


# ---------------------------------------------------------------------- examples and tests


def test_the_example() -> None:
    found = bigand("solve", "--only", "done", FIRST_DONE).stdout
    assert found.startswith("done = 11\nline 33, minimize: cost 11, proved")


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        (";;@ expect best 4\n;;@ minimize x\nx > 3", "1 passed"),
        (";;@ expect best 5\n;;@ minimize x\nx > 3", "5 is expected to be the best, but the best is 4"),
        (";;@ expect best -2.5, 1/3\n;;@ minimize r\n;;@ maximize s\nr >= -2.5 and 3.0*s <= 1.0", "1 passed"),
        (";;@ expect best 1, 1\n;;@ minimize a\na", "1, 1 is expected to be the best, but the best is 1"),
        (";;@ expect best 1\na", "a best value is expected"),
        (";;@ expect best 1\n;;@ minimize a\na and not a", "a model is expected, but there is none"),
        (";;@ expect best 1\n;;@ maximize x\nx > 3", "G206"),
    ],
)
def test_a_best_value_is_expected(text: str, outcome: str, tmp_path: Any) -> None:
    path = tmp_path / "expects.touist"
    path.write_text(text, encoding="utf-8")
    done = bigand("test", str(path))
    assert outcome in done.stdout + done.stderr
    assert done.returncode == (0 if outcome == "1 passed" else 1)
