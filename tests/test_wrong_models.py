"""The catalogue of wrong models: it can be read, is as large as it should be, and every case is a mistake."""

from collections import Counter
from itertools import zip_longest

import pytest
from bench import mutations
from bench.mistakes import accepted, bare
from bench.wrong_models import WrongModel, catalogue, is_wrong, plant, right_model, right_models
from tests.tables import check_rows

from bigand.language import read_document
from bigand.source.document import Document

CASES = catalogue()


def test_there_are_enough_of_each_kind() -> None:
    kinds = Counter(case.kind for case in CASES)
    assert len(kinds) >= 18
    assert min(kinds.values()) >= 6
    assert len({case.name for case in CASES}) == len(CASES) >= 80


def test_they_are_spread_over_the_models() -> None:
    bases = Counter(case.base for case in CASES)
    assert {
        "queens/queens.touist",
        "lightup/no_walls.touist",
        "lightup/walls.touist",
        "lightup/numbers.touist",
    } <= set(bases)
    assert {f"watersort/{name}.touist" for name in ("states", "pours", "sources", "whole_pours")} <= set(bases)


def _check_mistake(case: WrongModel) -> None:
    assert is_wrong(case)


def test_one_case_of_each_kind_is_a_mistake() -> None:
    by_kind = {case.kind: case for case in CASES}
    check_rows([(case.name, case) for case in by_kind.values()], _check_mistake)


@pytest.mark.slow
def test_every_case_is_a_mistake() -> None:
    check_rows([(case.name, case) for case in CASES], _check_mistake)


_BASES = sorted({case.base for case in CASES})


@pytest.mark.parametrize(
    "bases", [_BASES[:3], pytest.param(_BASES[3:], marks=pytest.mark.slow)], ids=["three", "others"]
)
def test_right_models_are_not_wrong(bases: list[str]) -> None:
    def check(base: str) -> None:
        assert not is_wrong(WrongModel("right", "none", base, right_model(base) + ";; the same\n", frozenset()))

    check_rows([(base, base) for base in bases], check)


def test_the_line_of_a_mistake_is_the_first_that_differs() -> None:
    for case in CASES:
        right, wrong = right_model(case.base).splitlines(), case.text.splitlines()
        pairs = zip_longest(right, wrong)
        first = next(at for at, (one, other) in enumerate(pairs, 1) if one != other)
        assert min(case.lines) <= first
        assert case.missing or first in case.lines


def test_a_difference_must_stand_in_the_file_once() -> None:
    with pytest.raises(ValueError, match="0 times"):
        plant("nowhere", "any", "queens/queens.touist", "-no such line\n+another")
    with pytest.raises(ValueError, match="2 times"):
        plant(
            "twice", "any", "queens/queens.touist", "-bigand $i,$j,$k in [1..$N],[1..$N],[1..$N] when $k != $j:\n"
        )


def test_a_rule_counts_as_a_whole_and_a_line_alone() -> None:
    case = plant(
        "x", "any", "queens/queens.touist", "-  not x($i,$j) or not x($i,$k)\n+  not x($i,$j) or x($i,$k)\n"
    )
    assert accepted(case) == (frozenset({17}), frozenset({16, 17, 18}))


def test_a_missing_rule_is_where_it_leaves_something_loose() -> None:
    cases = {case.name: case for case in CASES}
    _, lines = accepted(cases["exact-numbers-forgotten"])
    assert "$numbers =" in cases["exact-numbers-forgotten"].text.splitlines()[min(lines) - 1]
    _, lines = accepted(cases["states-layer-forgotten"])
    assert {cases["states-layer-forgotten"].text.splitlines()[at - 1][:2] for at in lines} == {";;", "p(", "bi"}


def test_without_directives_lines_keep_their_numbers() -> None:
    for case in CASES:
        text = bare(case).text
        assert ";;@" not in text
        assert text.count("\n") == case.text.count("\n")


# ------------------------------------------------------------------ mutations


def test_mutants_are_files_that_differ_on_their_lines() -> None:
    def check(base: str) -> None:
        right = right_model(base).splitlines()
        for mutant in mutations.mutants_of(base):
            wrong = mutant.text.splitlines()
            changed = min(mutant.lines) - 1
            assert wrong[:changed] == right[:changed]
            assert wrong != right

    check_rows([(base, base) for base in right_models()], check)


@pytest.mark.slow
def test_most_mutants_can_be_read() -> None:
    """They are made from the tree, so that what is wrong with them is the meaning."""
    sample = mutations.mutants(seed=1)[:400]
    refused = [one for one in sample if not read_document(Document(one.name, one.text)).is_valid]
    assert len(refused) < 40
    assert all(code_of(one) != "S" for one in refused)


def code_of(mutant: WrongModel) -> str:
    """The family of the first error."""
    return next(
        one.code[0] for one in read_document(Document("", mutant.text)).diagnostics if one.severity.value == "error"
    )


def test_every_kind_of_the_catalogue_is_made_by_the_machine_too() -> None:
    kinds = {mutant.kind for mutant in mutations.mutants()}
    assert {case.kind for case in CASES} <= kinds
