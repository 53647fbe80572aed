"""The values of a text that somebody may change: those that are plain, where they stand, and which are horizons."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as how
from hypothesis import strategies as some
from tests.effort import tries

from bigand.api.check import Check
from bigand.api.question import Failure, ask_here
from bigand.api.settings import Setting, Settings
from bigand.api.source import Source

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").rglob("*.touist"))


def settings(text: str) -> list[Setting]:
    answer = ask_here(Settings(source=Source(text=text)))
    assert not isinstance(answer, Failure), answer
    return list(answer.settings)


def shown(text: str) -> list[tuple[str, str, str]]:
    return [(one.name, one.kind, one.text) for one in settings(text)]


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("8", "integer"),
        ("-3", "integer"),
        ("((4))", "integer"),
        ("1.5", "value"),
        ("-0.5", "value"),
        ("true", "value"),
        ("rouge", "value"),
        ("[1..8]", "set"),
        ("[-1..1]", "set"),
        ("[]", "set"),
        ("[a,b,-2,1.5]", "set"),
        ("[1,2,3,4,5,6,7,8,9,10,11,12]", "set"),
    ],
)
def test_plain_values_are_settings(value: str, kind: str) -> None:
    text = f"p($x)\n$x = {value}\nq"
    (setting,) = settings(text)
    assert (setting.name, setting.kind, setting.text) == ("$x", kind, value)
    assert text[slice(*setting.span)] == value


@pytest.mark.parametrize(
    "value",
    [
        *[
            "$N+1",
            "[1..$N]",
            "[$i for $i in [1..2]]",
            "card([1])",
            '"a or b"',
            "[a(1)]",
            "f(1)",
            "[1..2] union [5]",
        ],
        *["[1,2,3,4,5,6,7,8,9,10,11,12,13]", "[[1]]", "if true then 1 else 2 end"],
    ],
)
def test_what_is_computed_or_long_is_none(value: str) -> None:
    assert shown(f"$N = 2\n$x = {value}") == [("$N", "integer", "2")]


def test_horizons() -> None:
    open_one, closed = settings(";;@ horizon $k in [1..12]\n;;@ horizon $n in [0..$N]\n$n = 3\nat($k,$n)")
    assert (open_one.name, open_one.text, open_one.is_horizon) == ("$k", "", True)
    assert (open_one.least, open_one.most, open_one.span) == (1, 12, (12, 14))
    assert (closed.name, closed.text, closed.is_horizon, closed.least, closed.most) == ("$n", "3", True, 0, None)


def test_texts_with_errors_have_settings_too() -> None:
    assert shown("$N = 8\n$M = [1,2..4,x]\nbigand $i in [1..$N: p($i)\n") == [("$N", "integer", "8")]
    assert shown("$N = ") == []
    assert shown("$v(1) = 2\n$N = 2\n$N = 3") == [("$N", "integer", "2")]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_what_is_offered_can_be_given(path: Path) -> None:
    """The same values from outside are taken as they are."""
    text = path.read_text(encoding="utf-8")
    given_again = tuple([f"{one.name}={one.text or one.least}" for one in settings(text)])
    answer = ask_here(Check(source=Source(text=text, assignments=given_again), suspicions=False))
    if "data" not in text:
        assert not isinstance(answer, Failure), answer


@how(max_examples=tries(50), deadline=None)
@given(some.text('$N=8[].., \n;@horizonk12ae"()', max_size=40))
def test_any_text_has_an_answer(text: str) -> None:
    for one in settings(text):
        assert not one.text or text[slice(*one.span)] == one.text
