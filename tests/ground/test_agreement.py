"""The second road: it agrees with the columns, and notices where they are wrong."""

from collections.abc import Sequence

import numpy as np
import pytest

from bigand import models
from bigand.encode import at_most_one
from bigand.ground import columns, cross_check, join
from bigand.ground.columns import Array
from bigand.ground.evaluator import Evaluator
from bigand.ground.frames import Frame, variables_of
from bigand.ground.join import Condition, JoinPlan, conjuncts
from bigand.language.syntax import Generator, Node
from bigand.language.values import SetValue, Value, kind_of

QUEENS = """
$N = 6
bigand $i in [1..$N]: bigor $j in [1..$N]: x($i,$j) end end
bigand $i,$j,$k in [1..$N],[1..$N],[1..$N] when $j != $k: not x($i,$j) or not x($i,$k) end
bigand $i,$j,$k in [1..$N],[1..$N],[1..$N] when $i != $k: not x($i,$j) or not x($k,$j) end
bigand $i,$j,$k,$l in [1..$N],[1..$N],[1..$N],[1..$N] when $i < $k and abs($i-$k) == abs($j-$l):
  not x($i,$j) or not x($k,$l)
end
"""


def _unscoped(generators: list[Generator], tests: Sequence[Condition] = ()) -> JoinPlan:
    """The plan of a time when inner variables were seen by conditions around them."""
    moved = Generator(
        tuple([variable for one in generators for variable in one.variables]),
        tuple([members for one in generators for members in one.sets]),
        None,
    )
    proper = PLAN([moved], tests)
    late = [Condition(frozenset(variables_of(part)), part) for one in generators for part in conjuncts_of(one)]
    last = proper.steps[-1]
    step = join._JoinStep(last.variable, last.set, last.set_variables, (*last.conditions, *late))
    return JoinPlan(proper.initial_conditions, (*proper.steps[:-1], step))


def conjuncts_of(generator: Generator) -> list[Node]:
    return [] if generator.condition is None else list(conjuncts(generator.condition))


PLAN = join.make_plan


def test_conditions_that_see_inner_variables_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "$x = 1 bigand $i in [1,2] when $i == $x: bigand $x in [2]: p($i) end end"
    assert models.model(text).count() == 1
    monkeypatch.setattr("bigand.ground.grounder.make_plan", _unscoped)
    monkeypatch.setattr("bigand.solve.verification.make_plan", _unscoped)
    with pytest.raises(AssertionError, match="line 1 is not expanded as it is written"):
        models.model(text).solve()


def test_values_that_share_a_code_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "bigand $s in [[1]]: p($s) end bigand $s in [[1.0]]: not p($s) end"
    assert models.model(text).solve() is not None

    def without_kinds(value: Value) -> object:
        return kind_of(value), value.elements if isinstance(value, SetValue) else value

    monkeypatch.setattr(columns, "identity", without_kinds)
    with pytest.raises(AssertionError, match="line 1"):
        models.model(text).solve()


def test_rows_that_are_lost_are_noticed_in_a_model(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "bigand $i in [1..6]: p($i) and q($i) end"
    assert models.model(text).solve() is not None

    def half(evaluator: Evaluator, step: join._JoinStep, frame: Frame) -> Frame:
        joined = product(evaluator, step, frame)
        return joined.take(np.arange(0, joined.count, 2))

    product = join._product
    monkeypatch.setattr(join, "_product", half)
    with pytest.raises(AssertionError, match="line 1"):
        models.model(text).solve()


def test_pairs_that_are_none_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert models.model(QUEENS).count() == 4

    def all_together(frame: Frame, _pattern: object, _key: object) -> Array:
        return np.zeros(frame.count, dtype=np.int64)

    monkeypatch.setattr(at_most_one, "_groups", all_together)
    with pytest.raises(AssertionError):
        models.model(QUEENS).solve()


def test_samples_are_few_and_of_many_rules() -> None:
    text = "\n".join([f"bigand $i in [1..3]: p($i,{number}) end" for number in range(500)])
    grounder = models.model(text)
    assert grounder.solve() is not None
    kept = grounder.grounder.samples.kept
    assert 10 < len(kept) <= cross_check._MAX_SAMPLES
    assert max([one.rule.number for one in kept]) > 400


def test_what_takes_too_long_is_left_alone() -> None:
    """A set of a million elements and a rule of thousands of atoms: an answer, in no more time."""
    text = "bigor $i in [1..20000]: p($i) end bigand $i in [$j for $j in [1..50000]] when $i > 49998: p($i) end"
    assert models.model(text).solve() is not None
