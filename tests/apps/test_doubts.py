"""Doubts as people read them: one for a cause, on one screen; `solve` only counts them."""

import json
from pathlib import Path

import pytest
from tests.apps.here import run_here

EXERCISES = Path(__file__).parents[1] / "cases" / "students"
SCREEN = 40  # lines


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("path", sorted(EXERCISES.glob("*.touist")), ids=lambda path: path.stem)
def test_what_check_tells_fits_on_a_screen(path: Path, language: str) -> None:
    assert len(run_here("--lang", language, "check", str(path)).out.splitlines()) <= SCREEN


def doubts(text: str) -> list[tuple[str, int, list[int]]]:
    found = json.loads(run_here("check", "--format", "json", "-", text=text).out)
    return [(one["code"], one["line"], [place["line"] for place in one["also"]]) for one in found]


def test_one_doubt_for_an_index_beyond_the_border_in_several_rules() -> None:
    found = doubts((EXERCISES / "exercise3_closed.touist").read_text(encoding="utf-8"))
    assert [code for code, _, _ in found] == ["W117", "W101", "W101", "N106"]
    assert [len(also) for _, _, also in found] == [0, 3, 2, 0]


def test_a_rule_that_asserts_too_much_is_told_once_though_it_breaks_many_others() -> None:
    text = """bigand $i,$j in [1..3],[1..3] when $i != $j: a($i) and b($j) end
    bigand $i,$j in [1..3],[1..3] when $i != $j: a($i) => not a($j) end
    bigand $i,$j in [1..3],[1..3] when $i != $j: b($i) => not b($j) end
    bigand $i in [1..3]: c($i) or not a($i) end
    bigand $i in [1..3]: not c($i) or not b($i) end"""
    assert [(code, line) for code, line, _ in doubts(text)] == [("W117", 1)]


def test_a_loop_that_says_nothing_is_doubted_whatever_stands_in_it() -> None:
    bodies = ["p($x)", "not p($x)", "$x", "not $x", "($x or q)", "exact(1,[p($x)])"]
    assert [doubts(f"bigand $x in [a,b] when 1 == 2: {body} end q") for body in bodies] == [[("W110", 1, [])]] * 6


def test_two_facts_that_each_break_a_rule_are_two_doubts() -> None:
    text = """a(1) a(2) b(1) b(3)
    bigand $i,$j in [1..3],[1..3] when $i != $j: not a($i) or not a($j) end
    bigand $i,$j in [1..3],[1..3] when $i != $j: not b($i) or not b($j) end
    bigand $i in [1..3]: a($i) or b($i) end"""
    assert [(code, line) for code, line, _ in doubts(text)] == [("W117", 1), ("W117", 1)]


RULES = """bigand $i in [1..4]: p($i) or q($i) end
bigand $i in [1..4]: not p($i) or not q($i) end
"""


def test_the_most_telling_doubt_of_a_predicate_wins() -> None:
    text = RULES + "bigand $i in [1..4]: p($i) => p($i+1) end\nbigand $i in [1..4]: q($i) => p($i+1) end\n"
    assert doubts(text) == [("W101", 3, [4])]


def test_different_causes_stay_apart() -> None:
    text = RULES + "bigand $i in [1..4]: p($i) => p($i+1) end\nbigand $i in [1..4]: q($i) => p($i-1) end\n"
    assert [code for code, _, _ in doubts(text)] == ["W101", "W101"]


def test_what_is_wrong_with_a_name_is_not_told_a_second_time_as_a_suspicion() -> None:
    text = "".join([f"bigand $c in [a,b], $d in [a,b] when $c != $d: p($c) => q($d,{n}) end\n" for n in (1, 2)])
    text += "bigand $c in [a,b]: q($c,1) and not q($c,2) => p(c) end\n"
    assert [
        code
        for code, _, _ in doubts(
            text.replace(", $d in [a,b]", ",$d in [a,b],[a,b]").replace("$c in [a,b],$d", "$c,$d")
        )
    ] == ["N106"]


TUBES = """$C = [green, blue, empty]
{facts}
bigand $s,$t,$e in [0..1],[1..3],[1..3]: bigor $c in $C: p($s,$t,$e,$c) end end
bigand $s,$t,$e,$c,$d in [0..1],[1..3],[1..3],$C,$C when $c != $d: not p($s,$t,$e,$c) or not p($s,$t,$e,$d) end
bigand $s,$t,$e in [0..1],[1..3],[1..2] when {condition}: p($s,$t,$e,empty) => p($s,$t,$e+1,empty) end
bigand $t,$e,$c in [1..3],[1..3],$C when $c != empty: p(0,$t,$e,$c) => p(1,$t,$e,empty) or p(1,$t,$e,$c) end
"""
FACTS = [
    f"p(0,{tube},{layer},{colour})"
    for tube in (1, 2, 3)
    for layer, colour in enumerate(("green", "blue", "empty"), 1)
]


def tubes(*changed: tuple[str, str], condition: str = "$t > 0") -> list[tuple[str, int, list[int]]]:
    facts = "\n".join(FACTS)
    for old, new in changed:
        assert old in facts
        facts = facts.replace(old, new)
    return doubts(TUBES.format(facts=facts, condition=condition))


def test_facts_that_are_right_are_not_doubted() -> None:
    assert tubes() == []


def test_facts_that_clash_by_what_follows_from_them() -> None:
    """An empty layer below a full one breaks no rule by itself: only what follows from it does."""
    assert [(code, line) for code, line, _ in tubes(("p(0,2,1,green)", "p(0,2,1,empty)"))] == [("W117", 6)]
    unsat = TUBES.format(facts="\n".join(FACTS).replace("p(0,2,1,green)", "p(0,2,1,empty)"), condition="$t > 0")
    assert doubts(unsat + ";;@ expect unsat\n") == []


def test_the_one_fact_with_another_index_is_told_where_it_would_fill_a_gap() -> None:
    assert [(code, line) for code, line, _ in tubes(("p(0,2,2,blue)", "p(1,2,2,blue)"))] == [("W119", 6)]


def test_a_value_that_a_set_does_not_have_but_one_like_it() -> None:
    found = tubes(condition="$t > 0 and $e < 3")
    assert found == []
    for wrong in ("Empty", "empt", "emtpy"):
        text = TUBES.format(facts="\n".join(FACTS), condition="$t > 0").replace("$c != empty", f"$c != {wrong}")
        assert [(code, line) for code, line, _ in doubts(text)] == [("W114", 14)]


def test_at_most_one_over_values_that_are_nowhere_else_is_no_mistake() -> None:
    text = """$C = [red, green, blue, none]
    bigand $i,$c in [1..9],$C when $c != none: x($i,$c) => y($i) end
    bigand $i,$c in [1..9],$C when $c != none: y($i) and a($c) => x($i,$c) end
    bigand $i in [1..9]: y($i) => bigor $c in $C when $c != none: x($i,$c) end end
    bigand $c in $C when $c != none: a($c) or b end b => not a(red)
    bigand $i,$c,$d in [1..9],$C,$C when $c != $d: not x($i,$c) or not x($i,$d) end"""
    assert doubts(text) == []


def test_solve_counts_doubts_and_names_the_commands_that_tell_more() -> None:
    path = str(EXERCISES / "exercise3_closed.touist")
    done = run_here("solve", path)
    assert done.out == "unsat: there is no model\n"
    assert done.err == f"bigand: 4 doubts: bigand check {path}\nbigand: why there is none: bigand why {path}\n"


def test_the_command_is_named_with_the_values_that_were_given(tmp_path: Path) -> None:
    path = tmp_path / "two words.touist"
    path.write_text("bigand $i in [1..$N]: p($i) end not p(2)")
    assert f"bigand why '{path}' --set '$N=3'\n" in run_here("solve", str(path), "--set", "$N=3").err
    assert "why" not in run_here("solve", str(path), "--set", "$N=1").err


def test_warnings_of_reading_are_counted_too() -> None:
    assert run_here("solve", "-", text="$x = 3 p(1)").err == "bigand: 1 doubt: bigand check -\n"
    assert run_here("size", "-", text="$x = 3 p(1)").err == "bigand: 1 doubt: bigand check -\n"


def test_many_names_without_a_value_are_one_complaint() -> None:
    text = "bigand $i in $ROWS: bigand $j in $COLS: p($i,$j,$k) end end"
    assert [code for code, _, _ in doubts(text)] == ["N101"]
