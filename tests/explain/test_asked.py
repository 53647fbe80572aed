"""Refutations are no mistakes: what is there to have no model is not doubted, and what is not is still told."""

import pytest

from bigand.explain.lint.linter import lint_reading
from bigand.language import read_document
from bigand.source.document import Document

_FREE = "free(1) or not free(2)"
_PAIRS = "bigand $i,$j in [1..3],[1..3] when $i < $j: not on($i) or not on($j) end"


def codes(text: str) -> list[str]:
    """What is told of a text."""
    reading = read_document(Document("text", text))
    return [one.code for one in (*reading.diagnostics, *lint_reading(reading, {}))]


@pytest.mark.parametrize(
    "text",
    [
        "rain => wet\nrain\nnot wet",
        "bigand $x in [socrates,plato]: man($x) => mortal($x) end\nman(socrates)\nnot mortal(socrates)",
        "not ((p => q) => ((q => r) => (p => r)))",
        f"not ((p => q) => (not q => not p))\n{_FREE}",
        "p and (p => q) and not q",
        "(p => q) => ((q => r) => (p => r))",
        "(not (a and b)) xor (not a or not b)",
        f";;@ expect unsat\nbigand $i in [1..3]: full($i) and not full(2) end\n{_FREE}",
        # Friends and strangers among six: a theorem in one rule.
        "bigand $i,$j,$k in [1..6],[1..6],[1..6] when $i < $j and $j < $k:\n"
        "  (f($i,$j) or f($j,$k) or f($i,$k)) and not (f($i,$j) and f($j,$k) and f($i,$k))\nend",
    ],
)
def test_what_is_asked_is_not_doubted(text: str) -> None:
    assert codes(text) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"bigand $i in [1..3]: full($i) and not full(2) end\n{_FREE}", "W108"),
        (f"({_PAIRS})\nand (bigand $i in [1..3]: full($i) and not full(2) end)\nand on(1)", "W108"),
        (f"p and (q or r) and not p\n{_FREE}", "W117"),
        ("bigand $i in [1..3]: on($i) => on($i) or off($i) end", "W107"),
        (f"{_PAIRS}\non(1)\non(2)\n{_FREE}", "W117"),
        (f"{_PAIRS}\non(1)\non(2)\nnot on(3)", "W117"),  # what is denied at the end has no part in the clash
    ],
)
def test_what_is_not_asked_is_told(text: str, told: str) -> None:
    assert told in codes(text)


def test_a_pair_that_is_the_whole_range_is_one() -> None:
    ranges = (
        "bigand $i in [1..{last}]: on($i) or off($i) end\nbigand $i in [1,{last}]: not on($i) or not off($i) end"
    )
    assert "W115" not in codes(ranges.format(last=2))
    assert "W115" in codes(ranges.format(last=3))


def test_names_of_a_set_that_no_other_rule_has_are_meant_where_all_are_there() -> None:
    others = (
        "bigand $m in [1..3]: at(fox,$m) <=> at(cat,$m) end\nbigand $m in [1..3]: at(dog,$m) or at(cat,$m) end\n"
    )
    rule = "bigand $m in [1..3]: exact(1, [at($x,$m) for $x in [{names}]]) end"
    assert "W102" not in codes(others + rule.format(names="fox,cat,dog,zebra"))
    assert "W102" in codes(others + rule.format(names="fox,cat,zebra"))
