"""Differences are solved by whichever of Z3's solvers is first: the same answers, models and cores by each."""

from itertools import product
from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.effort import tries

from bigand.api.numbers import NumberExpansion
from bigand.models import model
from bigand.solve.engines import z3
from bigand.solve.engines.z3 import Z3Session

UNKNOWNS, MOST = 3, 2
# The first one never has time enough.
HURRIED = patch.multiple(z3, _STEPS_PER_LITERAL=0, _STEPS_PER_ROUND={1: 1, 3: 10_000, 6: 10_000}, _ROUND_GROWTH=1.0)


@st.composite
def comparisons(draw: st.DrawFn) -> str:
    first, second = draw(st.permutations(range(1, UNKNOWNS + 1)))[:2]
    sign, bound = draw(st.sampled_from(["<=", "<", ">=", ">", "==", "!="])), draw(st.integers(-2, 3))
    return draw(st.sampled_from([f"x({first}) - x({second}) {sign} {bound}", f"x({first}) {sign} {bound}"]))


RULES = st.lists(st.lists(comparisons(), min_size=1, max_size=3).map(" or ".join), min_size=1, max_size=8)


def session_of(rules: list[str]) -> Z3Session:
    bounds = f"bigand $i in [1..{UNKNOWNS}]: x($i) >= 0 and x($i) <= {MOST} end"
    expanded = model("\n".join([bounds, *[f"({rule})" for rule in rules]]))._expanded
    assert isinstance(expanded, NumberExpansion)
    assert expanded.theory.has_only_differences
    return Z3Session(expanded.compiled.clauses, expanded.theory)


@settings(max_examples=tries(25), deadline=None)
@given(RULES, st.sampled_from([3, 6]))
def test_all_models_by_each_solver(rules: list[str], setting: int) -> None:
    """Against all values: the rules are Python, too."""
    text = " and ".join([f"({rule})" for rule in rules]).replace("x(", "x.get(")
    rows = product(range(MOST + 1), repeat=UNKNOWNS)
    wanted = {row for row in rows if eval(text, {"x": dict(enumerate(row, 1))})}
    with HURRIED:
        session = session_of(rules)
        session._rivals = (session._rivals[0], setting)
        found = set()
        while session.solve():
            numbers = tuple(session.numbers())
            assert numbers not in found
            found.add(numbers)
            session.exclude(list(numbers))
    assert found == wanted


def test_assumptions_and_cores_are_those_of_the_session() -> None:
    with HURRIED:
        session = session_of(["p or x(1) - x(2) <= 0", "q or x(2) - x(1) <= -1", "r or x(3) == 2"])
        names = {name: number for number, name in enumerate(session.theory.names, 1)}
        assumed = [-names["p"], -names["q"], -names["r"]]
        assert not session.solve(assumed)
        assert set(session.core()) == set(assumed[:2])
        assert session.solve(assumed[1:])
        session.set_seed(3)
        assert session.solve(assumed[:1])


def test_the_same_model_each_time() -> None:
    rules = [f"x({i % 3 + 1}) - x({(i + 1) % 3 + 1}) <= {i % 2}" for i in range(5)]
    with HURRIED:
        models = []
        for _ in range(3):
            session = session_of(rules)
            assert session.solve()
            models.append(session.numbers())
    assert models[0] == models[1] == models[2]
