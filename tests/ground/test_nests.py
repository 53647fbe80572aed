"""“At most one” behind a guard and inside a nest: the same atoms, in the same order, and the same models."""

from random import Random

import numpy as np
import pytest
from tests.effort import seeds
from tests.ground.agreement import disagreement
from tests.reference.models import Answer, answer
from tests.tables import table

from bigand.api.size_check import check_size
from bigand.encode.at_most_one import find_at_most_one_pattern
from bigand.encode.compiler import CompiledFile, compile_rules
from bigand.models import model
from bigand.solve.engines.pysat import DEFAULT_ENGINE, PySatSession
from bigand.solve.models import models
from bigand.solve.verification import find_violation, nested_clause_of
from bigand.source.error import InvalidSourceError

PAIR = "not x($k,$a) or not x($k,$b)"
RECOGNISED = [
    f"bigand $k in [1..2]: g($k) => bigand $a,$b in [1..2],[1..2] when $a != $b: {PAIR} end end",
    f"bigand $k in [1..2]: not g($k) or bigand $a,$b in [1..2],[1..2] when $a < $b: {PAIR} end end",
    f"bigand $k in [1..2]: g($k) or h or bigand $a,$b in [1..2],[1..2] when $a < $b: {PAIR} end end",
    f"bigand $k in [1..2]: (g($k) and not h) => bigand $a,$b in [1..2],[1..2] when $a != $b: {PAIR} end end",
    "g => bigand $a,$b in [1..2],[1..2] when $a != $b: x($a) => not x($b) end",
    "g(1) => bigand $a,$b in [1..3],[1..3] when $a != $b: not (x($a) and x($b)) end",
    f"bigand $n in [1..3]: g($n) => bigand $k,$a,$b in [1..$n],[1..2],[1..2] when $a != $b: {PAIR} end end",
    "bigand $n in [1..2]: g($n) => bigand $k in [1..2]: h($k) => "
    f"bigand $a,$b in [1..2],[1..2] when $a != $b: {PAIR} end end end",
    f"bigand $k,$a,$b in [1..2],[1..3],[1..3] when $a != $b: g($k) => ({PAIR}) end",
    f"bigand $k,$a,$b in [1..2],[1..3],[1..3] when $a != $b: g($k-1) or {PAIR} end",
    f"bigand $k in [0..1]: g($k) => bigand $a,$b in [1..$k*2],[1..$k*2] when $a != $b: {PAIR} end end",
    f"bigand $k in [1..2]: x($k,1) => bigand $a,$b in [1..3],[1..3] when $a != $b: {PAIR} end end",
]  # fmt: skip
NOT_RECOGNISED = [
    # The guard is about a member; a name means something else inside; an index may have no value; constants.
    "bigand $a,$b in [1..2],[1..2] when $a != $b: g($a) => (not x($a) or not x($b)) end",
    "$a = 2\ng($a) => bigand $a,$b in [1..2],[1..2] when $a != $b: not x($a) or not x($b) end",
    "bigand $k in [1..2]: g(6/$k) => bigand $a,$b in [1..2],[1..2] when $a != $b: not x($a) or not x($b) end end",
    "g => bigand $a,$b in [1..2],[1..2] when $a != $b: if $a < 2 then Bot else not x($a) or not x($b) end end",
    "(g <=> h) => bigand $a,$b in [1..2],[1..2] when $a != $b: not x($a) or not x($b) end",
    "g => bigor $a,$b in [1..2],[1..2] when $a != $b: not x($a) or not x($b) end",
    "bigand $a,$b in [1..2],[1..2] when $a != $b: not x($a) or not x($b) end => g",
    "not (g => bigand $a,$b in [1..2],[1..2] when $a != $b: not x($a) or not x($b) end)",
]


def compiled(text: str, as_written: bool = False, pairwise: int = 256) -> CompiledFile:
    return compile_rules(model(text)._grounder, as_written, pairwise=pairwise)


def all_models(text: str, pairwise: int) -> set[frozenset[str]]:
    file = model(text)
    made = compile_rules(file._grounder, pairwise=pairwise)
    session = PySatSession(made.clauses, DEFAULT_ENGINE)
    try:
        found = models(session, made, file._grounder)
        return {
            frozenset(name for name, value in zip(made.names, one.values, strict=True) if value) for one in found
        }
    finally:
        session.close()


@table("text", RECOGNISED)
@table("before", ["", "x(2,2) or x(1,1) or g(2)\n"])
def test_pairs_behind_a_guard(text: str, before: str) -> None:
    assert find_at_most_one_pattern(model(text)._grounder.rules()[-1]) is not None
    text = before + text
    assert disagreement(text) is None
    assert compiled(text).names == compiled(text, as_written=True).names
    expected = answer(text)
    assert isinstance(expected, Answer)
    assert all_models(text, pairwise=2) == expected.models  # the compact encoding, behind a guard


@pytest.mark.parametrize("text", NOT_RECOGNISED)
def test_what_is_no_guard(text: str) -> None:
    assert find_at_most_one_pattern(model(text)._grounder.rules()[-1]) is None
    assert disagreement(text) is None


@pytest.mark.parametrize("seed", seeds(6))
def test_random_nests(seed: int) -> None:
    random = Random(seed)
    for _ in range(7):
        guard = random.choice(["g($k)", "not g($k)", "g($k) and h", "x($k,1)", "h", "g($k+1)", "x(1,$k)"])
        outer = random.choice(["[1..2]", "[1,3]", "[2..1]", "[0..2]"])
        inner = random.choice(["[1..2]", "[1..$k]", "[$k..3]", "[a,b]", "[1,$k+1]"])
        member = random.choice(["x($k,{})", "x({},$k)", "x({},{})", "y({})"])
        order = random.choice(["!=", "<", ">"]) if inner != "[a,b]" else "!="
        link = random.choice(["=>", "or"])
        first, second = (member.format(*[name] * member.count("{}")) for name in ("$a", "$b"))
        text = (
            f"bigand $k in {outer}: ({guard}) {link} "
            f"bigand $a,$b in {inner},{inner} when $a {order} $b: not {first} or not {second} end end\n"
            "x(1,1) or y(1) or h"
        )
        assert disagreement(text) is None, text
        assert compiled(text).names == compiled(text, as_written=True).names, text


def test_a_model_that_breaks_a_nest_is_found() -> None:
    """By a query of its own, which knows nothing of how pairs are encoded."""
    text = RECOGNISED[6]
    file = model(text)
    made = compile_rules(file._grounder)
    assert nested_clause_of(file._grounder.rules()[0]) is not None
    names = file._grounder.atoms.names()
    broken = [number for number, name in enumerate(names) if name in ("g(2)", "x(1,1)", "x(1,2)")]
    found = find_violation(file._grounder, np.array(broken))
    assert found is not None
    assert found.binding == {"$n": 2}
    assert find_violation(file._grounder, np.array(broken[:2])) is None
    assert made.clauses.count > 0


def test_a_nest_that_cannot_fit_is_refused_before_it_is_made() -> None:
    """And one that can, once it is recognised, is not."""
    nest = "bigand $k in [1..20]: g($k) => bigand $e,$a,$b in [1..$k],[1..860],[1..860] when $a != $b: {} end end"
    check_size(model(nest.format("not x($e,$a) or not x($e,$b)"))._grounder, 2_000)
    for body in ("not x($e,$a) or y($e,$b)", "x($e,$a) <=> x($e,$b)"):
        with pytest.raises(InvalidSourceError):
            check_size(model(nest.format(body))._grounder, 2_000)
    with pytest.raises(InvalidSourceError):
        check_size(model("exact(2, [x($a,$b) for $a,$b in [1..5000],[1..5000]])")._grounder, 2_000)
