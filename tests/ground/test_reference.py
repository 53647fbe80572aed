"""bigand against an evaluator written apart: see tests/reference."""

import ast
from pathlib import Path

import pytest
from tests import reference
from tests.conformance import Program, read_programs
from tests.effort import seeds
from tests.ground.agreement import disagreement, shrink
from tests.reference.models import Answer, Refusal, answer
from tests.reference.programs import programs
from tests.tables import table

from bigand.language import Mode

PROPOSITIONAL = [program for program in read_programs() if program.mode is Mode.SAT]


def test_the_reference_shares_nothing_with_src() -> None:
    for path in Path(str(reference.__file__)).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert not str(node.module).startswith("bigand"), path
            if isinstance(node, ast.Import):
                assert not [alias for alias in node.names if alias.name.startswith("bigand")], path


@table("program", PROPOSITIONAL, ids=lambda program: program.id)
def test_conformance(program: Program) -> None:
    """The reference itself gives what each program of the conformance file must give."""
    expect, found = program.expect, answer(program.source)
    if expect["kind"] == "error":
        assert isinstance(found, Refusal)
        return
    assert isinstance(found, Answer)
    if "result" in expect:
        assert bool(found.models) == (expect["result"] == "sat")
    if "models" in expect:
        assert found.models == {frozenset(name for name, value in one.items() if value) for one in expect["models"]}
        assert all(set(one) == set(found.atoms) for one in expect["models"])
    if (
        "formula" in expect and "." not in expect["formula"] and "e+" not in expect["formula"]
    ):  # floats as printed are no floats
        same = answer(expect["formula"])
        assert isinstance(same, Answer)
        assert (set(same.atoms), same.models) == (set(found.atoms), found.models)


@pytest.mark.parametrize("seed", seeds(15))
def test_random_programs(seed: int) -> None:
    """Atoms, all models, and what is refused: with rules recognised and as written."""
    for text in programs(seed, 100):
        assert disagreement(text) is None, disagreement(shrink(text))


def test_random_programs_are_of_all_sorts() -> None:
    answers = [answer(text) for text in programs(0, 300)]
    refused = [one for one in answers if isinstance(one, Refusal)]
    models = [one.models for one in answers if isinstance(one, Answer)]
    assert 0.05 < len(refused) / len(answers) < 0.25
    assert len([one for one in models if not one]) > 20
    assert len([one for one in models if len(one) > 1]) > 60


PAIRS = "not p($i) or not p($j) end"
SMALL = [
    # Pairs that are "at most one" only if each of the values goes with each.
    f'bigand $i,$j in ["a"] diff ["b"],["a"] diff ["b"] when $i != $j: {PAIRS}',
    f"bigand $s in [[1,2],[a,b]]: bigand $i,$j in $s,$s when $i < $j: {PAIRS} end",
    f"bigand $s in [[1,2],[a,b]]: bigand $i,$j in $s,$s when $i != $j: {PAIRS} end",
    f"bigand $s in powerset([[1],[a]]): bigand $i,$j in $s,$s when $i != $j: {PAIRS} end",
    f"bigand $i,$j in powerset([1,2]),powerset([1,2]) when $i != $j: {PAIRS}",
    f"bigand $i,$j in [0.0/0.0,1.0],[0.0/0.0,1.0] when $i != $j: {PAIRS}",
    f"bigand $i,$j in [0.0/0.0,1.0],[0.0/0.0,1.0] when $i < $j: {PAIRS}",
    f"bigand $i,$j in [0.0,1.0],[0.0,1.0] when $i > $j: {PAIRS}",
    f"bigand $i,$j in [1.0,1.0000000000001],[1.0,1.0000000000001] when $i != $j: {PAIRS}",
]


SMALL += [
    # Quoted formulas: chains are read from the left, what `bigand` makes goes to the right.
    'p("a and b and c") p("a or b or c") p("a and (b and c)") p("bigand $i in [1..3]: q($i) end and a and b")',
    'exact(1,["a and b and c","a and (b and c)"]) a b or not c',
    # What is wrong in one is wrong only where there is a row.
    'q bigand $i,$j in [0,1],[1..$i] when "p(1/$i)" in ["p(1)"]: a end',
    'q bigand $i,$j in [0,1],[$i..1] when "p(1/$i)" in ["p(1)"]: a end',
    'exact(1,["q(1/$i)" for $i in [0,1] when $i > 0])',
    'exact(1,["q(1/$i)" for $i in [0,1]])',
    # The same in a set made with `for`, in its element, its set and its condition.
    "bigand $i in [0,1] when card([1/$k for $k in [0..$i]]) > 0: p end",
    "bigand $i,$j in [0,1],[1..$i] when card([1/$k for $k in [$i..2]]) > 0: p end",
    "bigand $i,$j in [0,1,2],[1..$i] when card([$k for $k in [1..6/$i]]) > 0: p end",
    "bigand $i,$j in [0,1,2],[1..$i] when card([$k for $k in [1..2] when 6/$i > $k]) > 0: p end",
    "bigand $i,$j in [0,1,2],[1..$i] when card([$k for $k in [1] when card([1 for $l in [6/$i]]) > 0]) > 0: p end",
    # A condition is asked before what is inside.
    "bigand $i in [0,1] when 1/$i == 1: bigand $j in [1..$i]: p end end",
    "bigand $i in [0,1] when 1/$i == 1: bigand $j in [1] when $i > 0: p end end",
    "bigand $i in [0,1] when $i > 0: bigand $j in [1] when 1/$i == 1: p end end",
    "bigand $i in [0,1]: bigand $j in [1..$i] when 1/$i == 1: p end end",
    # What is wrong beside a formula that is false.
    "bigor $x in []: q end bigor $x,$y in [a for $i in [1]],[1/0]: p($y) end",
    "bigor $x,$y in [a for $i in [1]],[1/0]: p($y) end bigor $x in []: q end",
]


@table("text", SMALL)
def test_small_programs(text: str) -> None:
    assert disagreement(text) is None
