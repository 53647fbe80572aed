"""Objectives over numbers: the best models against brute force in small boxes, and against Z3 apart from us."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from typing import Any

import z3
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from tests import brute
from tests.numbers import apart
from tests.numbers.programs import INTEGERS, PROPOSITIONS, REALS, formulas
from tests.numbers.test_meaning import opened, values_of
from tests.solve import brute_costs

from bigand.ground.evaluate import NotEvaluableError
from bigand.language import syntax as s
from bigand.language.reading import parse
from bigand.source.document import Document

LOW, HIGH = -1, 1
_factors = st.integers(-4, 4).map(lambda n: str(n) if n >= 0 else f"({n})")


def _terms(names: list[str]) -> SearchStrategy[str]:
    known = st.sampled_from(names)
    return st.one_of(
        st.tuples(_factors, known).map("*".join),
        known,
        known.map(lambda name: f"{name}/2"),
        st.sampled_from(["card(p)", "2*card([p($i) for $i in [1..2]])", "7", "-a", "3*b"]),
    )


def _goals(names: list[str]) -> SearchStrategy[str]:
    sums = st.lists(_terms(names), min_size=1, max_size=3).map(" + ".join)
    return st.tuples(st.sampled_from(["minimize", "maximize"]), sums).map(lambda pair: f";;@ {pair[0]} {pair[1]}")


def _softs(reals: bool | None) -> SearchStrategy[str]:
    inner = formulas(("$i",), 1, reals)
    return st.one_of(
        st.tuples(st.integers(1, 4), formulas((), 2, reals)).map(lambda pair: f";;@ soft {pair[0]}\n{pair[1]}"),
        inner.map(lambda text: f";;@ soft $i\nbigand $i in [1..3]: {text} end"),
    )


def _programs(names: list[str], reals: bool | None, softs: bool) -> SearchStrategy[str]:
    parts = [formulas((), 2, reals), _goals(names), *([_softs(reals), _softs(reals)] if softs else [])]
    return st.lists(st.one_of(parts), min_size=1, max_size=4).map("\n".join)


def _all_known(names: list[str]) -> str:
    """A rule that any values fulfil, so that goals may speak of all unknowns."""
    numbers = " or ".join([f"{name} > {'0.0' if name in REALS else '0'}" for name in names])
    return f"{' or '.join(PROPOSITIONS)} or not a or {numbers}"


@settings(max_examples=40, deadline=None)
@given(st.one_of(_programs(INTEGERS, None, True), _programs(INTEGERS, False, True)))
def test_the_best_in_a_box_are_those_of_brute_force(text: str) -> None:
    """All of them, each once, with the values of all goals."""
    bounds = [f"{name} >= {LOW} and {name} <= {HIGH}" for name in INTEGERS]
    lines = [text if ";;@" in text else f";;@ minimize x + a\n{text}", _all_known(INTEGERS), *bounds]
    program = parse(Document("given", "\n".join(lines)))[0]
    whole, soft, scope = brute_costs.parts(program)
    assume(whole is not False)
    names = sorted(apart.unknowns_of(whole).union(*[apart.unknowns_of(one) for one, _ in soft]))
    assert names == sorted([*INTEGERS, *PROPOSITIONS])
    domains = [range(LOW, HIGH + 1) if name[0] in "xyz" else (False, True) for name in names]
    tables = [dict(zip(names, row, strict=True)) for row in product(*domains)]
    expected = brute_costs.best_of(program, [one for one in tables if brute.holds(whole, one)], soft, scope)
    assume(expected is None or len(expected[1]) <= 60)
    model = opened("\n".join(lines))
    found = list(model.models())
    if expected is None:
        assert found == []
        return
    assert {solution.costs for solution in found} == {expected[0]}
    assert all(solution.optimal and solution.bounds == solution.costs for solution in found)
    assert sorted([sorted(values_of(one).items()) for one in found]) == sorted(
        [sorted(table.items()) for table in expected[1]]
    )
    assert model.count() == len(found)


@settings(max_examples=40, deadline=None)
@given(
    st.one_of(_programs(["x", "y", "r", "s"], True, False), _programs(["r", "s"], True, False)), _goals(["r", "x"])
)
def test_best_values_against_z3_apart(text: str, goal: str) -> None:
    """The value of one goal; where it has none, that it falls for ever, or comes near to a limit."""
    text = "\n".join(
        [goal, *[line for line in text.splitlines() if ";;@" not in line], _all_known(["x", "y", "r", "s"])]
    )
    program = parse(Document("given", text))[0]
    (objective,) = brute_costs.goal_directives(program)
    formula = brute.ground(program)
    assume(apart.unknowns_of(formula) >= {"r", "x", *PROPOSITIONS} and "z(1)" not in goal)
    solver = z3.Solver()
    solver.add(apart.formula(formula))
    sign = -1 if "maximize" in goal else 1
    cost = sign * summed(objective.cost)  # type: ignore[union-attr]  # there is no soft formula
    try:
        found = opened(text).solve()
    except NotEvaluableError as error:
        (diagnostic,) = error.diagnostics
        if diagnostic.code == "G206":
            assert solver.check(cost < -(10**6)) == z3.sat
            assert solver.check(cost < -(10**30)) == z3.sat
            return
        assert diagnostic.code == "G207"
        limit = sign * Fraction(str(diagnostic.message.gaps["limit"]))
        assert solver.check(cost <= apart.number(limit)) == z3.unsat
        assert solver.check(cost < apart.number(limit + Fraction(1, 10**9))) == z3.sat
        return
    if found is None:
        assert solver.check() == z3.unsat
        return
    (value,) = found.costs
    values = values_of(found)
    assert brute.holds(formula, values)
    assert brute_costs.worth(objective.cost, values, {}) == value  # type: ignore[union-attr]  # as above
    assert solver.check(cost < apart.number(Fraction(sign * value))) == z3.unsat


def summed(n: s.Node) -> Any:
    """An objective in Z3's own interface."""
    match n:
        case s.Parenthesised(inner):
            return summed(inner)
        case s.Proposition():
            name = brute.value(n, {})
            return _counted([name]) if name in PROPOSITIONS else apart.term(name)
        case s.Call("card", (s.Proposition("p", ()),)):
            return _counted(["p(1)", "p(2)"])
        case s.Call("card", (members,)):
            return _counted(brute.value(members, {}))
        case s.Signed(_, operand):
            return -summed(operand)
        case s.Infix(operator, operands):
            left, *others = [summed(one) for one in operands]
            for other in others:
                left = {"+": left + other, "-": left - other, "*": left * other, "/": left / other}[operator.value]
            return left
        case _:
            return apart.number(Fraction(brute.value(n, {})))


def _counted(names: Iterable[str]) -> Any:
    return z3.Sum([z3.If(z3.Bool(name), apart.number(Fraction(1)), apart.number(Fraction(0))) for name in names])
