"""Diagnostics as text: the place underlined is the place meant, whatever the line is made of."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.effort import tries

from bigand.language import read_document
from bigand.messages import Language
from bigand.source import render
from bigand.source.diagnostic import Diagnostic
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Document, Span


def first(text: str) -> tuple[Diagnostic, Document]:
    document = Document("f.touist", text)
    return read_document(document).diagnostics[0], document


def lines(text: str, width: int = 80) -> list[str]:
    diagnostic, document = first(text)
    return render.render_full(diagnostic, document, Language.ENGLISH, width=width).splitlines()


def test_layout_of_a_message() -> None:
    assert lines("$cell = [1]\nbigand $i in $cel: p($i) end\nq($cell)") == [
        "error[N101]: unknown variable `$cel`",
        "  --> f.touist:2:14",
        "2 | bigand $i in $cel: p($i) end",
        "  |              ^^^^ not known here",
        "  = help: did you mean `$cell`?",
    ]


def test_tabs_are_as_wide_as_they_are_shown() -> None:
    shown = lines("\ta\t&& b")
    assert shown[2].index("&&") == shown[3].index("^^")


def test_wide_and_combining_characters() -> None:
    # In the comment-free language these stand in places that are wrong anyway.
    shown = lines("\u4f60\u597d a && b")
    column = sum(2 if ord(c) > 0x2E80 else 1 for c in shown[2][: shown[2].index("\u4f60")])
    assert shown[3].index("^") == column
    assert shown[3].count("^") == 4  # two characters of two columns each


def test_a_long_line_is_shown_around_its_place() -> None:
    shown = lines("p(1) and " * 50_000 + "q -> r")
    assert max(len(line) for line in shown) <= 80
    place = shown[3].index("^")
    assert shown[2][place : place + 2] == "->"


def test_control_characters_do_not_reach_the_terminal() -> None:
    text = "a \x1b[31m && \x07 b \udcff"
    document = Document("evil\x1b[2J.touist", text)
    for diagnostic in read_document(document).diagnostics:
        for shown in (
            render.render_full(diagnostic, document, Language.ENGLISH),
            render.render_line(diagnostic, document, Language.ENGLISH),
        ):
            assert "\x1b" not in shown
            assert "\x07" not in shown
            shown.encode("utf-8")


def test_colour_only_where_asked() -> None:
    diagnostic, document = first("a && b")
    plain = render.render_full(diagnostic, document, Language.ENGLISH)
    coloured = render.render_full(diagnostic, document, Language.ENGLISH, coloured=True)
    assert "\x1b" not in plain
    assert (
        coloured.replace("\x1b[0m", "").replace("\x1b[1;31m", "").replace("\x1b[1;34m", "").replace("\x1b[1m", "")
        == plain
    )


def test_short() -> None:
    diagnostic, document = first("a\nb -> c")
    shown = render.render_line(diagnostic, document, Language.FRENCH)
    assert shown == "f.touist:2:3: erreur[S002]: `->` n'est pas un opérateur du langage (écrivez `=>`)"


def test_json_has_the_documented_fields() -> None:
    diagnostic, document = first("é ;; c\nb -> c")
    found = json.loads(json.dumps(render.to_json_object(diagnostic, document, Language.ENGLISH)))
    assert {
        "code",
        "severity",
        "message",
        "file",
        "line",
        "column",
        "end_line",
        "end_column",
        "help",
        "fix",
    } <= set(found)
    assert (found["line"], found["column"], found["end_line"], found["end_column"]) == (1, 1, 1, 2)
    assert found["fix"]["edits"][0]["text"] == "e"


@pytest.mark.parametrize("language", Language)
@settings(max_examples=tries(200), deadline=None)
@given(text=st.text(max_size=80), start=st.integers(0, 80), length=st.integers(0, 10), width=st.integers(30, 120))
def test_any_place_in_any_text_can_be_shown(
    language: Language, text: str, start: int, length: int, width: int
) -> None:
    start = min(start, len(text))
    span = Span(start, min(len(text), start + length))
    diagnostic = make_diagnostic("S124", span, label="label", secondary=[(Span(0, 0), "label")], found="x")
    document = Document("d", text)
    shown = render.render_full(diagnostic, document, language, width=width)
    assert "^" in shown
    shown.encode("utf-8")
    json.dumps(render.to_json_object(diagnostic, document, language))
