"""Limits of what is asked from Python hold for the whole, and change nothing of the answer."""

import time
from collections import deque
from collections.abc import Callable

import pytest
from tests.apps.test_limits import SLOW
from tests.effort import some_quickly

from bigand.models import Model, ModelError, Solution, model
from bigand.source.error import LimitError

ALL = 60.0  # seconds, more than any of these take
SOME = model("bigand $i in [1..4]: p($i) or q end")
COSTS = model("a or b\nb or c\n;;@ soft 2\nnot b\n;;@ soft\nnot a")
STEPS = ";;@ horizon $k in [1..4]\nbigand $t in [0..$k]: at($t) end\natleast(3,[at($t) for $t in [0..$k]])"
GAME = model("exists a: forall b: exists c: ((a or b) and (b <=> c))")
NONE = model("a and (b or c)\nnot a or not b\nnot c or not a")


def told(solution: "Solution | None") -> frozenset[str]:
    assert solution is not None
    return frozenset(solution.true)


def costing(one: Solution) -> tuple[object, ...]:
    return told(one), one.costs, one.optimal


def test_models_are_the_same_with_limits() -> None:
    assert {told(one) for one in SOME.models(timeout=ALL, memory=2000)} == {told(one) for one in SOME.models()}
    assert len(list(SOME.models(timeout=ALL))) == SOME.count() == 17


def test_models_come_as_they_are_found() -> None:
    endless = model("bigand $i in [1..60]: p($i) or q($i) end").models(timeout=ALL)
    assert {len(told(next(endless))) > 0 for _ in range(5)} == {True}
    endless.close()  # type: ignore[attr-defined]  # it is a generator


def test_the_best_are_the_same_with_limits() -> None:
    here, there = list(COSTS.models()), list(COSTS.models(timeout=ALL))
    assert [costing(one) for one in there] == [costing(one) for one in here]
    assert told(COSTS.best(timeout=ALL)) == told(COSTS.best())


def test_other_answers_are_the_same_with_limits() -> None:
    assert told(SOME.random(seed=7, timeout=ALL)) == told(SOME.random(seed=7))
    assert model(STEPS).plan(timeout=ALL).horizon == model(STEPS).plan().horizon  # type: ignore[union-attr]
    assert str(GAME.strategy(timeout=ALL)) == str(GAME.strategy())
    assert NONE.proof(timeout=ALL) == NONE.proof()
    assert SOME.proof(timeout=ALL) is None
    with pytest.raises(ModelError):
        SOME.best(timeout=ALL)
    with pytest.raises(ModelError):
        SOME.plan(timeout=ALL)


ASKED: dict[str, Callable[[Model], object]] = {
    "models": lambda one: next(one.models(timeout=0.2)),
    "random": lambda one: one.random(timeout=0.2),
    "proof": lambda one: one.proof(timeout=0.2),
    "best": lambda one: model(one._source.text + "\n;;@ soft\nnot p(1,1,1)").best(timeout=0.2),
    "plan": lambda one: model(one._source.text + "\n;;@ horizon $h in [1..3]\nr($h)").plan(timeout=0.2),
}


# Models come in parts, all else as one answer.
@pytest.mark.parametrize("what", some_quickly(list(ASKED), 2))
def test_the_time_holds_while_a_text_is_expanded(what: str) -> None:
    slow = model(SLOW["expand"])
    began = time.monotonic()
    with pytest.raises(LimitError) as found:
        ASKED[what](slow)
    assert found.value.key == "limit.time"
    assert time.monotonic() - began < ALL


def slowly(_found: object) -> None:
    time.sleep(0.002)


def test_the_time_holds_between_two_models() -> None:
    """Whoever takes a model and comes back after the time finds that it is up, and nothing is left running."""
    models = model("bigand $i in [1..60]: p($i) or q($i) end").models(timeout=0.3)
    with pytest.raises(LimitError):
        deque(map(slowly, models), maxlen=0)
