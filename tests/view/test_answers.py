"""Saved answers are read back, whatever wrote them."""

import contextlib
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bigand.api.saved_model import SavedModelError, is_saved_answer, parse_saved_models
from bigand.models import model
from bigand.view.arrangement import arrange_exhibit
from bigand.view.palette import ColourDepth
from bigand.view.terminal import show_exhibit

NAMES = st.from_regex(
    r"[a-z][a-z_0-9]{0,3}(\((-?[0-9]{1,2}|[a-z]{1,3})(,(-?[0-9]{1,2}|[a-z]{1,3})){0,2}\))?", fullmatch=True
)


@settings(deadline=None)
@given(st.dictionaries(NAMES, st.booleans(), min_size=1, max_size=8))
def test_lines_and_json_are_read_back(values: dict[str, bool]) -> None:
    lines = "\n".join([f"{int(value)} {name}" for name, value in values.items()])
    parts = {"true": [n for n, v in values.items() if v], "false": [n for n, v in values.items() if not v]}
    for text in (
        lines,
        json.dumps(values),
        json.dumps(parts),
        json.dumps({"status": "sat", "models": [parts]}),
        json.dumps({"status": "sat", "model": parts}),
    ):
        assert is_saved_answer(text)
        (answer,) = parse_saved_models(text)
        assert answer.values == values


def test_several_models() -> None:
    text = "==== model 1\n1 p(1, 2)\n0 q\n==== model 2\n0 p(1,2)\n? q\n== found 2 models, limit is 2\n"
    assert [answer.values for answer in parse_saved_models(text)] == [
        {"p(1,2)": True, "q": False},
        {"p(1,2)": False, "q": False},
    ]
    assert len(parse_saved_models(json.dumps({"models": [{"true": ["a"]}, {"true": ["b"]}]}))) == 2


@pytest.mark.parametrize("view", ["", ";;@ view board p(row,column)\n", ";;@ view board p(row,column) as queen\n"])
def test_what_is_printed_is_read_back(view: str) -> None:
    text = (
        view + "bigand $i,$j in [8..11],[-1..10]: if ($i + $j) mod 3 == 0 then p($i,$j) else not p($i,$j) end end"
    )
    solution = model(text + " q(a) q(b) r(x,1)").solve()
    assert solution is not None
    printed = "\n".join(show_exhibit(arrange_exhibit(solution, solution.program), 100, ColourDepth.NONE))
    assert is_saved_answer(printed)
    (answer,) = parse_saved_models(printed)
    assert {name for name, value in answer.values.items() if value} == set(solution.true)
    assert {name for name, value in answer.values.items() if not value} == set(solution.false)


def test_files_of_the_language_are_no_answers() -> None:
    for text in ("p(1,2) q(3)", ";; 1 p\n$N = 1\np($N)", "not p", "bigand $i in [1..2]: p($i) end", ";; 1  ■ ·\np"):
        assert not is_saved_answer(text)


@pytest.mark.parametrize(
    ("text", "key", "line"),
    [
        ("", "answer.none", None),
        ("no model here", "answer.none", None),
        ("step 0\n|o| |g| | |\n 1   2   3\n", "answer.drawing", 2),
        ("1 p(1)\nwhat is this\n", "answer.line", 2),
        ("1 p(1)\n1 p(1", "answer.atom", 2),
        ('{"a": tru}', "answer.json", 1),
        ("[" * 100_000, "answer.json", None),
        ("{}", "answer.none", None),
        ("[1, 2]", "answer.none", None),
        ('{"models": [3]}', "answer.none", None),
        ('{"status": "unsat", "model": null}', "answer.none", None),
    ],
)
def test_what_is_no_answer_is_told(text: str, key: str, line: int | None) -> None:
    with pytest.raises(SavedModelError) as told:
        parse_saved_models(text)
    assert (told.value.key, told.value.line) == (key, line)


@settings(deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(SavedModelError):
        parse_saved_models(text)
