"""Pairs that have a key in common, as “at most one”: the same models as the rule as it is written."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.effort import tries

from bigand.encode.at_most_one import find_at_most_one_pattern
from bigand.encode.compiler import CompiledFile, compile_rules
from bigand.models import model
from bigand.solve.engines.pysat import COUNTING_ENGINE, DEFAULT_ENGINE, PySatSession
from bigand.solve.models import models

ATOMS = "bigand $i in [1..3]: bigor $j in [1..3]: x($i,$j) end end\n"


def rule(conditions: str, sides: str = "[1..3],[1..3],[1..3],[1..3]") -> str:
    return f"{ATOMS}bigand $i,$j,$k,$l in {sides} when {conditions}: not x($i,$j) or not x($k,$l) end"


def all_models(text: str, as_written: bool = False, counting: bool = False) -> set[tuple[str, ...]]:
    file = model(text)
    compiled: CompiledFile = compile_rules(file._grounder, as_written, counting_threshold=-1 if counting else None)
    assert bool(compiled.clauses.limits) == counting
    session = PySatSession(compiled.clauses, COUNTING_ENGINE if counting else DEFAULT_ENGINE)
    try:
        found = models(session, compiled, file._grounder)
        return {tuple(file_names(compiled, one.values)) for one in found}
    finally:
        session.close()


def file_names(compiled: CompiledFile, values: object) -> list[str]:
    return [name for name, value in zip(compiled.names, values, strict=False) if value]  # type: ignore[call-overload]


def keys(text: str) -> int | None:
    """With how many keys the last rule is recognised."""
    pattern = find_at_most_one_pattern(model(text)._grounder.rules()[-1])
    return None if pattern is None else len([key for key in pattern.keys if key])


RECOGNISED = [
    ("$i != $k and abs($i-$k) == abs($j-$l)", 2),
    ("$j != $l and abs($j-$l) == abs($k-$i)", 2),
    ("$i < $k and $i-$j == $k-$l", 1),
    ("$k > $i and $j-$l == $i-$k", 1),
    ("($i != $k or $j != $l) and ($i+$j == $k+$l or $i-$j == $k-$l)", 2),
    ("$j > $l and 2*$i+$j == 2*$k+$l", 1),
    ("$i != $k and $j == $l", 1),
    ("$i != $k and 1 - $j == 1 - $l", 1),
    ("$i != $k or $j != $l", 0),
]
NOT_RECOGNISED = [
    "$i != $k and $i-$k == $j-$l+1",
    "$i != $k and abs($i-$k) == $j-$l",
    "$i != $k and $i == $l",
    "$i != $k and $i*$j == $k*$l",
    "$i != $k and $i == $k + $j - $l and $j != $l",
    "$i != $k and abs($i-$k) != abs($j-$l)",
    "$i != $k and $i mod 2 == $k mod 2",
    "abs($i-$k) == abs($j-$l) and $i+$j < $k+$l",
    "$i != $k",
    "$i < $k or $j < $l",
]


@pytest.mark.parametrize(("conditions", "count"), RECOGNISED)
def test_rules_with_keys_are_recognised(conditions: str, count: int) -> None:
    text = rule(conditions)
    assert keys(text) == count
    expected = all_models(text, as_written=True)
    assert all_models(text) == expected
    assert all_models(text, counting=True) == expected


@pytest.mark.parametrize("conditions", NOT_RECOGNISED)
def test_what_says_more_is_not(conditions: str) -> None:
    text = rule(conditions)
    assert keys(text) is None
    assert all_models(text) == all_models(text, as_written=True)


@settings(max_examples=tries(40), deadline=None)
@given(
    st.tuples(*[st.integers(-2, 2)] * 4),
    st.sampled_from(["$i != $k", "$j < $l", "($i != $k or $j != $l)", "$k < $i"]),
    st.booleans(),
)
def test_any_equality_means_the_same(factors: tuple[int, ...], different: str, absolute: bool) -> None:
    a, b, c, d = factors
    left, right = f"{a}*$i+{b}*$j".replace("+-", "-"), f"{c}*$k+{d}*$l".replace("+-", "-")
    if absolute:
        left, right = f"abs({a}*$i-({c})*$k)", f"abs({b}*$j-({d})*$l)"
    text = rule(f"{different} and {left} == {right}", "[1..2],[0..2],[1..2],[0..2]").replace("[1..3]", "[1..2]")
    assert all_models(text) == all_models(text, as_written=True)


def test_atoms_that_the_rule_itself_names_first_keep_their_order() -> None:
    text = "bigand $i,$j,$k,$l in [1..2],[1..3],[1..2],[1..3] when $i != $k and abs($i-$k) == abs($j-$l):\n"
    file = model(text + "not x($i,$j) or not x($k,$l) end")
    assert (
        compile_rules(file._grounder).names
        == compile_rules(model(file._reading.document.text)._grounder, True).names
    )


def test_an_atom_twice_in_a_group_is_left_as_it_is() -> None:
    text = ATOMS + (
        "bigand $i,$j,$k,$l in [1..3],[1..3],[1..3],[1..3] when $i != $k and $i+$j == $k+$l:\n"
        "  not x(1,$i+$j) or not x(1,$k+$l)\nend"
    )
    assert all_models(text) == all_models(text, as_written=True)


def test_names_in_a_difference_are_told_as_before() -> None:
    from bigand.ground.evaluator import NotEvaluableError

    file = model(rule("$i != $k and $i-$j == $k-$l", "$S,$S,$S,$S") + "\n", S=[1, 2])
    assert compile_rules(file._grounder).names
    with pytest.raises(NotEvaluableError):
        compile_rules(model(rule("$i != $k and $i-$j == $k-$l", "$S,$S,$S,$S"), S=["a", "b"])._grounder)
