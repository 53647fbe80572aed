"""Costs: the best models of random programs are those of brute force; what is wrong is told at its place."""

import time
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.effort import tries, with_more_time
from tests.solve.brute_costs import best

from bigand.encode.costs import combine_goals, compile_costs, wdimacs_text
from bigand.ground.evaluator import NotEvaluableError
from bigand.language import Mode, read_document
from bigand.models import ModelError, model
from bigand.solve.models import to_grounder_numbering
from bigand.solve.optimum import find_best_models, soft_violations
from bigand.source.document import Document

ATOMS = ["p(1)", "p(2)", "p(3)", "q(1)", "q(2)", "r"]
_literals = st.tuples(st.booleans(), st.sampled_from(ATOMS)).map(lambda pair: ("" if pair[0] else "not ") + pair[1])
_plain = st.lists(_literals, min_size=1, max_size=3).flatmap(
    lambda parts: st.sampled_from([" or ", " and ", " xor ", " => "]).map(lambda word: word.join(parts))
)
_looped = st.sampled_from(
    [
        "bigand $i in [1..3]: p($i) => q(1) end",
        "bigand $i in [1..2]: p($i) and not q($i) end",
        "bigand $i,$j in [1..3],[1..3] when $i < $j: not p($i) or not p($j) end",
        "bigand $i in [1..2]: bigand $j in [$i..2]: q($j) xor p($i) end end",
        "(bigand $i in [1..3]: exact(1,[p($i),r]) end)",
        "bigor $i in [1..2]: q($i) end",
        "atmost(1,[p($i) for $i in [1..3]])",
        "Bot or r",
        "bigand $i in [1..2]: if $i == 1 then Bot else p(1) end end",
    ]
)
_hard = st.one_of(_plain, _looped)
_soft = st.tuples(st.integers(1, 5), st.one_of(_plain, _looped)).map(lambda pair: f";;@ soft {pair[0]}\n{pair[1]}")
_weighted = st.sampled_from(
    [
        ";;@ soft $i\nbigand $i in [1..3]: not p($i) end",
        ";;@ soft 2*$i + $j\nbigand $i,$j in [1..2],[1..2]: p($i) => not q($j) end",
    ]
)
_terms = st.one_of(
    st.tuples(st.integers(-4, 4), st.sampled_from(ATOMS)).map(lambda pair: f"({pair[0]})*{pair[1]}"),
    st.sampled_from(["card(p)", "2*card(q)", "card([p($i) for $i in [1..2]])", "card(p([1..3]))", "7", "-r", "r"]),
)
_goals = st.tuples(st.sampled_from(["minimize", "maximize"]), st.lists(_terms, min_size=1, max_size=4)).map(
    lambda pair: f";;@ {pair[0]} {' + '.join(pair[1])}"
)
_everything = " or ".join(ATOMS) + " or not r"  # so that an objective may speak of all atoms
_programs = st.lists(st.one_of(_hard, _soft, _soft, _weighted, _goals), min_size=1, max_size=6).map(
    lambda parts: "\n".join([*parts, _everything])
)


@settings(max_examples=tries(120), deadline=None)
@given(_programs)
def test_best_models_are_those_of_brute_force(text: str) -> None:
    if ";;@" not in text:
        text = f";;@ minimize card(p)\n{text}"
    made = model(text)
    expected = best(read_document(Document("random", text), Mode.SAT).program)
    costed = compile_costs(made._grounder)
    found = list(find_best_models(costed, made._grounder))
    assert all(one.optimal and one.bounds == one.costs for one in found)
    if expected is None:
        assert found == []
        return
    assert {one.costs for one in found} == {expected[0]}
    models = [
        frozenset(name for name, true in zip(costed.compiled.names, one.valuation.values, strict=True) if true)
        for one in found
    ]
    assert len(models) == len(set(models))
    assert set(models) == expected[1]


def test_a_conjunction_is_one_soft_constraint() -> None:
    found = model("not a\nnot b\n;;@ soft 3\na and b").solve()
    assert found is not None
    assert (found.cost, found.optimal) == (3, True)
    as_loop = model("not p(1)\nnot p(2)\n;;@ soft 3\nbigand $i in [1..2]: p($i) end").solve()
    assert as_loop is not None
    assert as_loop.cost == 6


def test_a_soft_rule_is_no_rule_that_must_hold() -> None:
    made = model("a\n;;@ soft 2\nnot a\nb")
    assert [rule.number for rule in made._grounder.rules()] == [0, 1]
    assert [rule.number for rule in made._grounder.soft_rules()] == [2]
    assert made.count() == 1
    assert made._compiled.clauses.count == 2


def test_of_two_weights_the_last_counts_and_the_first_is_doubted() -> None:
    text = "not a\n;;@ soft 2\n;;@ soft 5\na"
    found = model(text).solve()
    assert found is not None
    assert found.cost == 5
    assert [one.code for one in read_document(Document("two", text)).diagnostics] == ["S303"]


def test_goals_come_in_the_order_of_the_file() -> None:
    first = model(";;@ minimize a\n;;@ maximize a + b\na or b").solve()
    second = model(";;@ maximize a + b\n;;@ minimize a\na or b").solve()
    assert first is not None
    assert second is not None
    assert (first.costs, second.costs) == ((0, 1), (2, 1))


def test_what_is_broken_is_told_with_its_binding_and_weight() -> None:
    made = model("p(2)\n;;@ soft 10*$i\nbigand $i in [1..3]: not p($i) end")
    (found,) = list(find_best_models(made._costed, made._grounder))
    true, _ = to_grounder_numbering(found.valuation.values, made._costed.compiled, made._grounder)
    assert [(one.binding, cost) for one, cost in soft_violations(made._grounder, true)] == [({"$i": 2}, 20)]


def test_a_file_without_a_model_has_no_best_one() -> None:
    assert model(";;@ minimize a\na and not a").solve() is None
    assert model(";;@ soft 3\na\nBot").solve() is None


def test_optimise_needs_something_to_optimise() -> None:
    with pytest.raises(ModelError):
        model("a").best()


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        (";;@ soft 0\na\nb", "G201", "0"),
        (";;@ soft -2\na\nb", "G201", "-2"),
        (";;@ soft 1.5\na\nb", "G201", "1.5"),
        (";;@ soft 2-$i\nbigand $i in [1..2]: p($i) end\nb", "G201", "2-$i"),
        (";;@ minimize a*b\na or b", "G202", "a*b"),
        (";;@ minimize a/2\na or b", "G202", "a/2"),
        (";;@ minimize 1 + abs(a)\na or b", "G202", "abs(a)"),
        (";;@ minimize c\na or b", "G203", "c"),
        (";;@ maximize card(c)\na or b", "G203", "c"),
        (";;@ maximize card([c,d])\na or b", "G203", "card([c,d])"),
        (";;@ minimize 1.5*a\na or b", "G203", "1.5"),
        (";;@ minimize p(4)\nbigor $i in [1..3]: p($i) end", "G203", "p(4)"),
        (";;@ minimize 9000000000000000000*a + 9000000000000000000*b\na or b", "G204", None),
        (";;@ soft 9000000000000000000\nbigand $i in [1..2]: p($i) end\nb", "G204", "9000000000000000000"),
    ],
)
def test_wrong_costs_are_told_at_their_place(text: str, code: str, place: str | None) -> None:
    with pytest.raises(NotEvaluableError) as told:
        model(text).solve()
    (diagnostic,) = told.value.diagnostics
    span = diagnostic.primary.span
    assert diagnostic.code == code
    assert place is None or text[span.start : span.end] == place


def test_weights_of_goals_outweigh_later_ones() -> None:
    made = model(";;@ minimize a + b\n;;@ minimize 5*c + 7*d\na or b or c or d")
    total, units = combine_goals(made._costed.goals)
    assert units == [13, 1]
    assert sorted(total.values()) == [5, 7, 13, 13]


def hard_to_prove(size: int) -> str:
    """Pigeons into one hole too few, at any cost: easy models, a bound that takes long."""
    return (
        f";;@ soft 1\nbigand $i in [1..{size}]: bigor $j in [1..{size - 3}]: in($i,$j) end end\n"
        f"bigand $j,$a,$b in [1..{size - 3}],[1..{size}],[1..{size}] when $a < $b: not x($a,$j) or not x($b,$j) end"
    ).replace("in($i", "x($i")


def test_when_the_time_is_up_the_best_so_far_is_given_with_a_bound() -> None:
    made = model(hard_to_prove(16))
    found = with_more_time(
        lambda seconds: list(find_best_models(made._costed, made._grounder, time.monotonic() + seconds)),
        1.5,
        lambda found: found[0].bounds[0] is not None,
    )
    assert len(found) == 1
    assert not found[0].optimal
    assert found[0].bounds[0] is not None
    assert found[0].bounds[0] <= 3 <= found[0].costs[0]


def holds(clause: list[int], row: tuple[bool, ...]) -> bool:
    return any(row[abs(one) - 1] == (one > 0) for one in clause)


def test_wdimacs_says_the_same() -> None:
    text = (
        ";;@ soft 3\nbigand $i in [1..3]: p($i) end\natmost(1,[p($i) for $i in [1..3]])\n;;@ maximize 2*p(2) + p(3)"
    )
    made = model(text)
    lines = b"".join(wdimacs_text(made._costed)).decode().splitlines()
    clauses = [line.split() for line in lines if not line.startswith("c")]
    hard = [[int(word) for word in words[1:-1]] for words in clauses if words[0] == "h"]
    soft = [(int(words[0]), [int(word) for word in words[1:-1]]) for words in clauses if words[0] != "h"]
    variables = max(abs(literal) for clause in [*hard, *[one for _, one in soft]] for literal in clause)
    costs = [
        sum(weight for weight, clause in soft if not holds(clause, row))
        for row in product([False, True], repeat=variables)
        if all(holds(clause, row) for clause in hard)
    ]
    expected = best(read_document(Document("wdimacs", text), Mode.SAT).program)
    assert expected is not None
    assert expected[0] == (6, 2)
    _, units = combine_goals(made._costed.goals)
    bases = [price.base for price in made._costed.goals]
    assert min(costs) == units[0] * (6 - bases[0]) + units[1] * (-2 - bases[1])
