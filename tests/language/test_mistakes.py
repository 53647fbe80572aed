"""The mistakes of tests/cases/mistakes.md: what is said, where, and how it reads in both languages."""

import pytest
from tests.cases import Case, read_cases
from tests.golden import check_golden

from bigand.language import read
from bigand.source.catalogue import Language
from bigand.source.document import Document
from bigand.source.edits import apply_fixes
from bigand.source.render import for_people

CASES = read_cases("mistakes.md")


def test_there_are_enough() -> None:
    assert len(CASES) >= 60
    assert len({case.name for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_mistake_is_told_once_at_its_line(case: Case) -> None:
    document = Document(case.name, case.program)
    found = [f"{one.code} {document.position(one.primary.span.start).line}" for one in read(document).diagnostics]
    assert ", ".join(found) == case.expected


@pytest.mark.parametrize("language", Language)
def test_golden_messages(language: Language) -> None:
    parts = []
    for case in CASES:
        document = Document(f"{case.name}.touist", case.program)
        shown = [for_people(one, document, language) for one in read(document).diagnostics]
        parts.append("\n".join([f"=== {case.name}\n", *shown]))
    text = "\n".join(parts)
    assert max(len(line) for line in text.splitlines()) <= 80
    check_golden(f"mistakes.{language.value}.txt", text)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_fixes_do_not_make_it_worse(case: Case) -> None:
    """Every fix that is offered removes a complaint, and applying them all ends."""
    text, seen = case.program, set()
    while text not in seen:
        seen.add(text)
        diagnostics = read(Document(case.name, text)).diagnostics
        text, count = apply_fixes(text, diagnostics)
        after = read(Document(case.name, text)).diagnostics
        assert len(after) <= len(diagnostics)
        assert count == 0 or text not in seen
