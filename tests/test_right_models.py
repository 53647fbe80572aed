"""Right models of many kinds: they give what they expect, and nothing in them is suspected."""

from tests.cases import Case, read_cases
from tests.tables import check_rows
from tests.test_examples import check_expectations

from bigand.explain.lint.linter import lint_reading
from bigand.language import read_document
from bigand.models import model
from bigand.source.document import Document

CASES = read_cases("right_models.md")


def test_all_cases_are_read() -> None:
    assert len(CASES) >= 16


def test_they_give_what_is_expected() -> None:
    def check(case: Case) -> None:
        check_expectations(lambda **given: model(case.program, **given))

    check_rows([(case.name, case) for case in CASES], check)


def test_nothing_in_them_is_suspected() -> None:
    def check(case: Case) -> None:
        reading = read_document(Document(case.name, case.program))
        assert [*reading.diagnostics, *lint_reading(reading, {})] == []

    check_rows([(case.name, case) for case in CASES], check)
