"""Values from outside: who wins, what nobody reads, and where a file may read data."""

from pathlib import Path
from typing import Any

import pytest
from tests.apps.here import Here

from bigand.models import ModelError, load, model

ASKS = ';;@ data $S from "{}"\nbigand $s in $S: p($s) end\n'


# ---------------------------------------------------------------------- names that nobody reads


@pytest.mark.parametrize(
    ("language", "told"), [("en", "the file does not read it; did you mean `$N`"), ("fr", "vouliez-vous dire `$N`")]
)
@pytest.mark.parametrize(
    "command", ["solve", "why", "forced", "witness", "size", "export", "truth", "test", "equiv"]
)
def test_values_that_nobody_reads_are_told(command: str, language: str, told: str, here: Here) -> None:
    name = here.write("m.touist", "$N = 2\nbigand $i in [1..$N]: p($i) end ;; $M\n;;@ expect sat")
    others = [name] if command == "equiv" else []
    plain = here(command, "--lang", language, name, *others)
    for words in (["--set", "$n=3"], ["--data", here.write("d.json", '{"n": 3}')]):
        done = here(command, "--lang", language, *words, name, *others)
        assert told in done.err
        assert "$n" in done.err
        if command != "test":  # which tells how long it took
            assert (done.code, done.out) == (plain.code, plain.out)
    assert told not in here(command, "--lang", language, "--set", "$N=1", name, *others).err
    assert "$M" in here(command, "--lang", language, "--set", "$M=1", name, *others).err  # a remark reads nothing


def test_what_directives_read_is_read(here: Here) -> None:
    text = ";;@ horizon $k in [1..$most]\n;;@ soft $w\nnot p\np or q($k)\n"
    done = here("plan", "--set", "$most=3", "--set", "$w=2", here.write("m.touist", text))
    assert "does not read" not in done.err


@pytest.mark.parametrize("given", [{"n": 3}, {"M": 3}, {"N": 3, "nn": [1]}])
def test_python_refuses_names_that_nobody_reads(given: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="does not read it"):
        model("bigand $i in [1..$N]: p($i) end", **given)
    with pytest.raises(ModelError):
        model("bigand $i in [1..$N]: p($i) end", **given)


# ---------------------------------------------------------------------- who wins


def test_the_command_line_wins_over_a_directive_and_that_over_the_file(here: Here) -> None:
    here.write("d.json", '{"S": ["d"]}')
    here.write("option.json", '{"S": ["o"]}')
    name = here.write("m.touist", "$S = [f]\n" + ASKS.format("d.json"))
    assert here("solve", name).out == "p(d)\n"
    assert here("solve", "--data", "option.json", name).out == "p(o)\n"
    assert here("solve", "--data", "option.json", "--set", "$S=[s]", name).out == "p(s)\n"
    asked = load(name).solve()
    assert asked is not None
    assert asked["p"] == [("d",)]
    found = load(name, S=["k"]).solve()
    assert found is not None
    assert found["p"] == [("k",)]


# ---------------------------------------------------------------------- data of strangers


ELSEWHERE = ["../secret.json", "ABSOLUTE", "link.json", "up/secret.json", "inner/../../secret.json"]


@pytest.fixture
def secret(here: Here) -> Path:
    """Data beside the folder with the model, and links to them within it."""
    here.write("secret.json", '{"S": ["hush"]}')
    here.write("model/inner/d.json", '["a"]')
    (here.folder / "model" / "link.json").symlink_to("../secret.json")
    (here.folder / "model" / "up").symlink_to("..")
    return here.folder / "secret.json"


@pytest.mark.parametrize(
    "path", ["../secret.json", "ABSOLUTE", "link.json", "up/secret.json", "inner/../../secret.json"]
)
@pytest.mark.parametrize("command", ["solve", "why", "test", "forced", "size", "export", "show --stage ground"])
def test_data_elsewhere_are_refused(command: str, path: str, here: Here, secret: Path) -> None:
    asked = path.replace("ABSOLUTE", str(secret))
    name = here.write("model/m.touist", ASKS.format(asked) + ";;@ expect sat\n")
    done = here(*command.split(), name)
    assert done.code == 1
    assert "--allow-data" in done.err + done.out
    assert "hush" not in done.err + done.out
    if not command.startswith("show"):
        assert here(*command.split(), "--allow-data", ".", name).code == 0
    with pytest.raises(ModelError, match="allow_data"):
        load(name)
    found = load(name, allow_data=["."]).solve()
    assert found is not None
    assert found["p"] == [("hush",)]


def test_data_below_are_read(here: Here, secret: Path) -> None:
    for path in ("inner/d.json", "inner/../inner/d.json", str(secret.parent / "model" / "inner" / "d.json")):
        name = here.write("model/m.touist", ASKS.format(path))
        assert here("solve", name).out == "p(a)\n"
        assert load(name).count() == 1


# ---------------------------------------------------------------------- one error for all that is wrong with a file


def used(name: str, use: str) -> object:
    found = getattr(load(name), use)()
    return list(found) if use == "models" else found


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("a\np(1", "S105", 2),
        ("a\nb and p($i)", "N101", 2),
        ("$N = 0\na\np(1/$N)", "T106", 3),
        ("a\nbigand $i in [0,1]: p(1/$i) end", "T106", 2),
        ("a\nbigand $i in [1..9999999999]: p($i) end", "G101", 2),
        ("$x = [1] union [a]\na", "T102", 1),
        ("x > 1\nbigand $i in [0,1]: x > 1/$i end", "T106", 2),
        ("exists a: a\nbigand $i in [0,1]: p(1/$i) end", "T106", 2),
        ("a\n;;@ soft 0\nb", "G201", 2),
        (";; data\n" + ASKS.format("none.json"), "G301", 2),
    ],
)
def test_python_tells_what_is_wrong_at_its_place(text: str, code: str, line: int, here: Here) -> None:
    name = here.write("m.touist", text)
    for use in ("solve", "count", "models", "best" if "soft" in text else "solve"):
        with pytest.raises(ModelError) as caught:
            used(name, use)
        assert [one.code for one in caught.value.diagnostics if one.severity.value == "error"] == [code]
        assert f"error[{code}]" in str(caught.value)
        assert f"m.touist:{line}:" in str(caught.value)
        assert "^" in str(caught.value)
