"""Right models of many kinds: they give what they expect, and nothing in them is suspected."""

import pytest
from tests.cases import Case, read_cases
from tests.test_examples import check_expectations

from bigand.explain.suspicions import suspicions_of
from bigand.front import model
from bigand.language import read
from bigand.source.document import Document

CASES = read_cases("right_models.md")


def test_all_cases_are_read() -> None:
    assert len(CASES) >= 16


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_it_gives_what_is_expected(case: Case) -> None:
    check_expectations(lambda **given: model(case.program, **given))


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_nothing_in_it_is_suspected(case: Case) -> None:
    reading = read(Document(case.name, case.program))
    assert [*reading.diagnostics, *suspicions_of(reading, {})] == []
