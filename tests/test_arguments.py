"""Wrong arguments of the Python API: the message says what is wrong, and what was probably meant."""

from typing import Any

import pytest

import bigand
from bigand.models import ModeName, UnknownVariableError

TEXT = "bigand $i in [1..$size]: p($i) end"
ANSWER = "1 a\n0 b"


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"sise": 3}, "no value of `$sise` is needed: the file does not read it; did you mean `$size`?"),
        (
            {"mod": "sat"},
            "no value of `$mod` is needed: the file does not read it; did you mean the option `mode`?",
        ),
        ({"towns": 3}, "no value of `$towns` is needed: the file does not read it"),
    ],
)
def test_unknown_variables_and_options(values: dict[str, Any], message: str) -> None:
    with pytest.raises(UnknownVariableError) as caught:
        bigand.model(TEXT, size=2, **values)
    assert str(caught.value) == message
    assert isinstance(caught.value, TypeError)
    assert isinstance(caught.value, bigand.ModelError)


def test_a_variable_may_be_called_text_or_path() -> None:
    assert bigand.model("p($text) and q($path)", text=1, path=2).solve()["q"] == [(2,)]  # type: ignore[index]


@pytest.mark.parametrize("mode", ["sat", "qbf", "smt"])
def test_modes_by_name(mode: ModeName) -> None:
    assert bigand.model("a", mode=mode).solve() is not None


def test_unknown_modes_are_refused() -> None:
    with pytest.raises(ValueError, match="satt"):
        bigand.model("a", mode="satt")  # type: ignore[arg-type]


def test_assumptions_are_a_list() -> None:
    with pytest.raises(TypeError, match=r"write assume=\['not a'\]"):
        bigand.model("a or b").solve(assume="not a")


def test_unknown_atoms_are_key_errors() -> None:
    solution = bigand.model("a").solve()
    assert solution is not None
    with pytest.raises(KeyError, match="no atom b"):
        solution.holds("b")


def test_answers_are_counted_from_one() -> None:
    assert bigand.load_answer(ANSWER, number=1).true == ["a"]
    for number in (0, 2):
        with pytest.raises(bigand.ModelError, match="no such answer"):
            bigand.load_answer(ANSWER, number=number)


def test_star_battle_formats() -> None:
    with pytest.raises(ValueError, match="no format 'svg' to write a board in: text, link, pzprv3"):
        bigand.starbattle.write(bigand.starbattle.read("a"), "svg")
