"""Encodings keep exactly the models: templates by truth table, recognition and cliques by all models."""

from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.effort import tries
from tests.tables import table

from bigand.encode import cliques
from bigand.encode.at_most_one import find_at_most_one_pattern
from bigand.encode.cardinality import ClauseTemplate, at_least_template, at_most_template
from bigand.ground.grounder import Grounder
from bigand.language import read_document
from bigand.models import model
from bigand.source.document import Document


def satisfiable(template: ClauseTemplate, members: tuple[bool, ...]) -> bool:
    """Whether the auxiliary atoms can be chosen so that all clauses hold, by unit propagation and search."""
    clauses = [*template.definitions, *template.constraints]
    truth: dict[int, bool] = {at + 1: value for at, value in enumerate(members)}
    return _search(clauses, truth)


def _search(clauses: list[tuple[int, ...]], truth: dict[int, bool]) -> bool:
    truth = dict(truth)
    changed = True
    while changed:
        changed = False
        for clause in clauses:
            if any(truth.get(abs(p)) == (p > 0) for p in clause if abs(p) in truth):
                continue
            rest = [p for p in clause if abs(p) not in truth]
            if not rest:
                return False
            if len(rest) == 1:
                truth[abs(rest[0])] = rest[0] > 0
                changed = True
    free = sorted({abs(p) for clause in clauses for p in clause} - set(truth))
    if not free:
        return True
    return any(_search(clauses, {**truth, free[0]: value}) for value in (False, True))


@pytest.mark.parametrize("size", range(1, 9))
def test_cardinality_templates(size: int) -> None:
    for number in range(size + 1):
        for members in product([False, True], repeat=size):
            if number < size:
                assert satisfiable(at_most_template(number, size), members) == (sum(members) <= number)
            if number > 0:
                assert satisfiable(at_least_template(number, size), members) == (sum(members) >= number)


@pytest.mark.parametrize("size", [257, 300, pytest.param(1000, marks=pytest.mark.slow)])
def test_at_most_one_of_many(size: int) -> None:
    template = at_most_template(1, size)
    assert len(template.definitions) + len(template.constraints) < size * (size - 1) // 8
    none = (False,) * size
    assert satisfiable(template, none)
    for first in (0, 1, size // 2, size - 1):
        one = tuple(at == first for at in range(size))
        assert satisfiable(template, one)
        for second in (first + 1, first + 4, first + 255, size - 1):
            if first < second < size:
                two = tuple(at in (first, second) for at in range(size))
                assert not satisfiable(template, two)


def test_a_wide_totalizer() -> None:
    template = at_most_template(3, 40)
    for true in range(7):
        members = tuple(at % 6 == 0 and at // 6 < true for at in range(40))
        assert satisfiable(template, members) == (sum(members) <= 3)


RECOGNISED = {
    "bigand $i,$j,$k in [1..3],[1..4],[1..4] when $j != $k: not x($i,$j) or not x($i,$k) end": True,
    "bigand $i,$j,$k in [1..3],[1..4],[1..4] when $j < $k: x($j,$i) => not x($k,$i) end": True,
    "bigand $i in [1..3]: bigand $j in [a,b]: bigand $k in [a,b] when $k != $j:"
    " not (x($i,$j) and x($i,$k)) end end end": True,
    "bigand $a,$b,$c,$d in [1..3],[1..2],[1..3],[1..2] when $a != $c or $b != $d:"
    " not x($a,$b) or not x($c,$d) end": True,
    "bigand $i,$j,$k in [1..3],[1..4],[1..4] when $j != $k and $j > 1 and $k > 1:"
    " not x($i,$j) or not x($i,$k) end": True,
    "bigand $i,$j,$k in [1..3],[1..4],[1..5] when $j != $k: not x($i,$j) or not x($i,$k) end": False,
    "bigand $i,$j,$k in [1..3],[1..4],[1..4] when $j <= $k: not x($i,$j) or not x($i,$k) end": False,
    "bigand $i,$j,$k in [1..3],[1..4],[1..4] when $j != $k and $j > 1: not x($i,$j) or not x($i,$k) end": False,
    "bigand $i,$j,$k in [1..3],[1..4],[1..4] when $j != $k: not x($i,$j) or not x($k,$i) end": False,
    "bigand $i,$j,$k in [1..3],[1..4],[1..4] when $j != $k: not x($i,$j) or x($i,$k) end": False,
    "bigand $i,$j,$k in [1..3],[1..4],[$j..4] when $j != $k: not x($i,$j) or not x($i,$k) end": False,
    "bigand $a,$b,$c,$d in [1..3],[1..2],[1..3],[1..2] when $a != $c: not x($a,$b) or not x($c,$d) end": False,
    "bigand $i,$j,$k in [1..3],[1..4],[1..4] when $j+1 != $k: not x($i,$j) or not x($i,$k) end": False,
}


@table("text", RECOGNISED)
def test_what_is_recognised(text: str) -> None:
    (rule,) = Grounder(read_document(Document("given", text))).rules()
    assert (find_at_most_one_pattern(rule) is not None) is RECOGNISED[text]


def test_the_order_of_a_disjunction_makes_no_longer_clauses() -> None:
    """Which part gets no name of its own is chosen by what it is, not by where it stands."""
    parts = ["(a <=> b)", "(bigand $i in [1..3]: p($i) end)", "(bigand $i in [1..3]: q($i) end)"]
    lengths = [sorted(np.diff(model(" or ".join(order)).clauses()[1])) for order in permutations(parts)]
    assert lengths == [[2, 2, 2, 2, 2, 2, 4, 4]] * 6


@settings(max_examples=tries(100), deadline=None)
@given(st.lists(st.sets(st.integers(1, 12), min_size=2, max_size=8), min_size=1, max_size=5))
def test_cliques_cover_exactly_the_pairs(groups: list[set[int]]) -> None:
    """Whatever is gathered into cliques and whatever is left are together the pairs, no more and no fewer."""
    large, patience = cliques._MIN_CLIQUE_SIZE, cliques._MAX_SMALL_CLIQUES
    cliques._MIN_CLIQUE_SIZE, cliques._MAX_SMALL_CLIQUES = 3, 100
    try:
        pairs = sorted({(a, b) for group in groups for a in group for b in group if a < b})
        found, uncovered = cliques.find_cliques(np.array(pairs, dtype=np.int64))
    finally:
        cliques._MIN_CLIQUE_SIZE, cliques._MAX_SMALL_CLIQUES = large, patience
    covered = {(a, b) for clique in found for a in clique.tolist() for b in clique.tolist() if a < b}
    left = {pair for pair, is_left in zip(pairs, uncovered.tolist(), strict=True) if is_left}
    assert covered | left == set(pairs)
    assert not covered & left
