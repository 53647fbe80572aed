"""Indexed variables from outside: the same as assignments written by hand."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bigand.encode.compiler import compile_rules
from bigand.ground.columns import Table
from bigand.ground.evaluator import NotEvaluableError
from bigand.ground.grounder import Grounder
from bigand.language import Mode, read_document
from bigand.models import Model, model
from bigand.source.document import Document

RULES = """
bigand $i in [1..$n]: p($i) or q($t($i)) end
bigand $i in [1..$n] when $c($i) == red: atmost(1, [p($j) for $j in [$i..$n]]) end
bigand $i in [1..$n] when $t($i) > 1: exact($t($i) - 1, [q($j) for $j in [1..3] when $j != $i]) end
bigor $i in [1..$n]: not p($i) and not q($i) end
"""
COLOURS = ("red", "blue")


def by_hand(size: int, numbers: list[int], colours: list[int]) -> Model:
    """The same values as assignments of the file."""
    lines = [f"$n = {size}"]
    lines += [f"$t({at}) = {number}" for at, number in enumerate(numbers, 1)]
    lines += [f"$c({at}) = {COLOURS[colour]}" for at, colour in enumerate(colours, 1)]
    return model("\n".join(lines) + RULES)


SIZED = st.integers(1, 4).flatmap(
    lambda size: st.tuples(
        st.just(size),
        st.lists(st.integers(1, 3), min_size=size, max_size=size),
        st.lists(st.integers(0, 1), min_size=size, max_size=size),
    )
)


@given(SIZED)
@settings(deadline=None)
def test_tables_say_what_assignments_say(values: tuple[int, list[int], list[int]]) -> None:
    size, numbers, colours = values
    found = read_document(Document("model", RULES), Mode.SAT, frozenset({"$n", "$t(?0)", "$c(?0)"}))
    assert found.is_valid
    tables = {"$t": Table(np.array(numbers), (1,)), "$c": Table(np.array(colours), (1,), COLOURS)}
    compiled, expected = compile_rules(Grounder(found, {"$n": size, **tables})), by_hand(*values)._compiled
    assert compiled.names == expected.names
    assert [list(rows) for rows in compiled.clauses.rows()] == [list(rows) for rows in expected.clauses.rows()]


@pytest.mark.parametrize(("text", "binding"), [("p($t(3))", ""), ("bigand $i in [0..2]: p($t($i)) end", "$i = 0")])
def test_an_index_that_a_table_does_not_have_is_told(text: str, binding: str) -> None:
    found = read_document(Document("model", text), Mode.SAT, frozenset({"$t(?0)"}))
    grounder = Grounder(found, {"$t": Table(np.array([7, 8]), (1,))})
    (rule,) = grounder.rules()
    with pytest.raises(NotEvaluableError) as caught:
        list(grounder.blocks(rule))
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "N101"
    assert binding in str(diagnostic.notes)


def test_a_condition_may_keep_a_row_from_the_table() -> None:
    text = "bigand $i in [0..3] when $i > 0 and $t($i) > 7 and $i < 3: p($t($i)) end"
    found = read_document(Document("model", text), Mode.SAT, frozenset({"$t(?0)"}))
    grounder = Grounder(found, {"$t": Table(np.array([7, 8]), (1,))})
    (rule,) = grounder.rules()
    list(grounder.blocks(rule))
    assert grounder.atoms.names()[1:] == ["p(8)"]
