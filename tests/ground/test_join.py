"""Rows of generators: the same as those of nested loops, in the same order, whatever is joined, filtered or cut."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.effort import tries

from bigand.ground import join
from bigand.ground.grounder import Grounder
from bigand.ground.projection import has_many_intermediate_rows
from bigand.language import Mode, read_document
from bigand.source.document import Document

TERMS = ["$a", "$b", "$c", "$d", "abs($a-$b)", "abs($c-$d)", "$a+$c", "$b*2", "$d mod 3", "($a+$b) mod 4", "3"]
CONDITIONS = st.tuples(st.sampled_from(TERMS), st.sampled_from(["==", "==", "!=", "<"]), st.sampled_from(TERMS))


def rows_of(text: str) -> list[tuple[int, ...]]:
    reading = read_document(Document("given", text), Mode.SAT)
    assert reading.is_valid
    grounder = Grounder(reading)
    (rule,) = grounder.rules()
    found: list[tuple[int, ...]] = []
    for frame in grounder.frames(rule):
        columns = [frame.columns[name].full_data(frame.count).tolist() for name in ("$a", "$b", "$c", "$d")]
        found += zip(*columns, strict=True)
    return found


def evaluate(term: str, row: tuple[int, ...]) -> int:
    names = dict(zip("abcd", row, strict=True))
    result: int = eval(term.replace("$", "").replace("mod", "%"), {"abs": abs}, names)
    return result


@pytest.mark.parametrize("block", [1, 100, join.BLOCK])
@settings(max_examples=tries(60), deadline=None)
@given(st.lists(CONDITIONS, min_size=1, max_size=3))
def test_rows_of_nested_loops(block: int, conditions: list[tuple[str, str, str]]) -> None:
    shown = " and ".join([" ".join(condition) for condition in conditions])
    text = f"bigand $a,$b,$c,$d in [1..7],[0..6],[1..7],[$a..5] when {shown}: p($a,$b,$c,$d) end"
    compare = {"==": np.equal, "!=": np.not_equal, "<": np.less}
    expected = [
        row
        for row in product(range(1, 8), range(7), range(1, 8), range(1, 6))
        if row[3] >= row[0]
        and all(compare[sign](evaluate(left, row), evaluate(right, row)) for left, sign, right in conditions)
    ]
    before = join.BLOCK
    try:
        join.BLOCK = block
        assert rows_of(text) == expected
    finally:
        join.BLOCK = before


def test_whether_there_are_many_rows_where_a_set_depends_on_another() -> None:
    (rule,) = Grounder(read_document(Document("given", "bigand $a,$b in [1..3],[1..$a]: p($a,$b) end"))).rules()
    evaluator = Grounder(read_document(Document("given", "p"))).evaluator
    how = join.make_plan(list(rule.generators))
    assert [has_many_intermediate_rows(evaluator, how, most) for most in (5, 6, 7)] == [True, False, False]
