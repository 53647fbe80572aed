"""The mistakes of tests/cases/mistakes.md: what is said, where, and how it reads in both languages."""

import re

import pytest
from tests.cases import Case, read_cases
from tests.golden import check_golden
from tests.tables import table

from bigand.language import read_document
from bigand.messages import Language
from bigand.source.diagnostic import Edit, apply_fixes, select_fixes
from bigand.source.document import Document, Span
from bigand.source.render import render_full

CASES = read_cases("mistakes.md")
_WORD = re.compile(r"\$?\w+")


def test_there_are_enough() -> None:
    assert len(CASES) >= 60
    assert len({case.name for case in CASES}) == len(CASES)


@table("case", CASES, ids=lambda case: case.name)
def test_mistake_is_told_once_at_its_line(case: Case) -> None:
    document = Document(case.name, case.program)
    found = [
        f"{one.code} {document.position(one.primary.span.start).line}"
        for one in read_document(document).diagnostics
    ]
    assert ", ".join(found) == case.expected


@pytest.mark.parametrize("language", Language)
def test_golden_messages(language: Language) -> None:
    parts = []
    for case in CASES:
        document = Document(f"{case.name}.touist", case.program)
        shown = [render_full(one, document, language) for one in read_document(document).diagnostics]
        parts.append("\n".join([f"=== {case.name}\n", *shown]))
    text = "\n".join(parts)
    assert max(len(line) for line in text.splitlines()) <= 80
    check_golden(f"mistakes.{language.value}.txt", text)


@table("case", CASES, ids=lambda case: case.name)
def test_fixes_do_not_make_it_worse(case: Case) -> None:
    """Every fix that is offered removes a complaint, and applying them all ends."""
    text, seen = case.program, set()
    while text not in seen:
        seen.add(text)
        diagnostics = read_document(Document(case.name, text)).diagnostics
        before = text
        text, count = apply_fixes(text, diagnostics)
        assert_only_edits_change_words(before, text, select_fixes(diagnostics)[0])
        after = read_document(Document(case.name, text)).diagnostics
        assert len(after) <= len(diagnostics)
        assert count == 0 or text not in seen


def assert_only_edits_change_words(before: str, after: str, edits: list[Edit]) -> None:
    """The words outside the edited places are the same ones, at the places where they must be now."""
    edits = sorted(edits, key=lambda edit: edit.span)
    moved, written, shift = [], [], 0
    for edit in edits:
        written.append(Span(edit.span.start + shift, edit.span.start + shift + len(edit.text)))
        shift += len(edit.text) - (edit.span.end - edit.span.start)
    for start, word in words_outside(before, [edit.span for edit in edits]):
        shift = sum(len(edit.text) - (edit.span.end - edit.span.start) for edit in edits if edit.span.end <= start)
        moved.append((start + shift, word))
    assert words_outside(after, written) == moved


def words_outside(text: str, spans: list[Span]) -> list[tuple[int, str]]:
    """The words that have nothing in common with these spans, and where they begin."""
    return [
        (found.start(), found.group())
        for found in _WORD.finditer(text)
        if not any(found.start() < span.end and span.start < found.end() for span in spans)
    ]


@table(
    ("written", "fixed"),
    [
        ("; queens of size n\na", ";; queens of size n\na"),
        ("été or ete", "été or ete"),
        ("été or étê", "été or étê"),
        ("not¬d", "not not d"),
        ("∀x: x", "forall x: x"),
        ("a&&b", "a and b"),
        ("a&&!b", "a and not b"),
        ("a && !b", "a and not b"),
        ("adj(oc) = [b]\np", "$adj(oc) = [b]\np"),
        ("bigand $i in [1..2]: bigor $j in [1..2]: p", "bigand $i in [1..2]: bigor $j in [1..2]: p end end"),
        ("bigand $i in [1..2]: p(i,$i) end", "bigand $i in [1..2]: p(i,$i) end"),
        ("$cell = [1]\nbigand $i in $cel: p($i) end", "$cell = [1]\nbigand $i in $cel: p($i) end"),
    ],
)
def test_fixes_are_sure(written: str, fixed: str) -> None:
    assert apply_fixes(written, read_document(Document("given", written)).diagnostics)[0] == fixed
