"""Objectives over numbers: the best models against brute force in small boxes, and against Z3 apart from us."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import islice, product
from typing import Any

import z3
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from tests import brute
from tests.effort import tries
from tests.numbers import apart
from tests.numbers.programs import INTEGERS, PROPOSITIONS, REALS, formulas
from tests.numbers.test_meaning import opened, values_of
from tests.solve import brute_costs

from bigand.ground.evaluator import NotEvaluableError
from bigand.language import syntax as s
from bigand.language.frontend import parse_document
from bigand.source.document import Document

BOX: dict[str, Any] = {"x": (-1, 0, 1), "y": (-1, 0, 1), "z": (0, 1)}
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


@settings(max_examples=tries(60), deadline=None)
@given(st.one_of(_programs(INTEGERS, None, True), _programs(INTEGERS, False, True)))
def test_the_best_in_a_box_are_those_of_brute_force(text: str) -> None:
    """All of them, each once, with the values of all goals."""
    text = "\n".join([text if ";;@" in text else f";;@ minimize x + a\n{text}", _all_known(INTEGERS)])
    program = parse_document(Document("given", text))[0]
    whole, soft, scope = brute_costs.parts(program)
    assume(whole is not False)
    names = [*INTEGERS, *PROPOSITIONS]
    tables = [
        dict(zip(names, row, strict=True)) for row in product(*[BOX.get(name[0], (False, True)) for name in names])
    ]
    expected = brute_costs.best_of(program, [one for one in tables if brute.holds(whole, one)], soft, scope)
    bounds = [f"{name} >= {BOX[name[0]][0]} and {name} <= {BOX[name[0]][-1]}" for name in INTEGERS]
    found = list(islice(opened("\n".join([text, *bounds])).models(), 20))
    if expected is None:
        assert found == []
        return
    costs, best = expected
    assert {solution.costs for solution in found} == {costs}
    assert all(solution.optimal and solution.bounds == solution.costs for solution in found)
    models = [values_of(solution) for solution in found]
    assert all([model in best for model in models])
    assert all([model not in models[:at] for at, model in enumerate(models)])
    assert len(models) == min(20, len(best))


_edges = st.tuples(
    st.sampled_from(["r", "s", "r + s", "r - 2.0*s", "a => r", "b => -s"]),
    st.sampled_from(["<", "<=", ">", ">="]),
    st.sampled_from(["0.5", "2.0", "(-1.5)"]),
).map(" ".join)


_open = st.sampled_from(["", "NAME < 4.0 and NAME > -4.0", "NAME <= 4.0 and NAME >= -4.0", "NAME < 3.0"])


@settings(max_examples=tries(80), deadline=None)
@given(
    st.lists(st.one_of(_edges, _edges, formulas((), 1, True)), min_size=2, max_size=6),
    _goals(["r", "s", "x"]),
    _open,
    _open,
)
def test_best_values_against_z3_apart(rules: list[str], goal: str, r: str, s_: str) -> None:
    """The value of one goal; where it has none, that it falls for ever, or comes near to a limit."""
    used = ["x", "r", "s"]
    text = "\n".join(
        [goal, *rules, r.replace("NAME", "r"), s_.replace("NAME", "s"), "x >= -7", "x <= 9", _all_known(used)]
    )
    program = parse_document(Document("given", text))[0]
    (objective,) = [one for one in program.directives if isinstance(one, s.Objective)]
    formula = brute.ground(program)
    assume(formula is not False)
    solver = z3.Solver()
    solver.add(apart.formula(formula))
    sign = -1 if objective.maximize else 1
    cost = sign * summed(objective.cost)
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
    assert brute_costs.worth(objective.cost, values, {}) == value
    assert solver.check(cost < apart.number(Fraction(sign * value))) == z3.unsat
    assert by_optimize(formula, cost) in (None, sign * value)


def by_optimize(formula: Any, cost: Any) -> Fraction | None:
    """What Z3's own optimisation finds, if it is done soon."""
    engine = z3.Optimize()
    engine.set("timeout", 2000)
    engine.add(apart.formula(formula))
    goal = engine.minimize(cost)
    if engine.check() != z3.sat:
        return None
    return Fraction(goal.value().as_string())


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
