"""`bigand equiv`: which file accepts the difference, drawn as its views ask for it."""

from pathlib import Path

import pytest
from tests.apps.here import run_here

RULES = "bigor $i,$j in [1..2],[1..2]: x($i,$j) end\n"
VIEW = ";;@ view board x(row,column) as queen\n"


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    loose, strict = tmp_path / "loose.touist", tmp_path / "strict.touist"
    loose.write_text(VIEW + RULES)
    strict.write_text(RULES + "not x(1,1)\n")
    return str(loose), str(strict)


def test_the_file_that_accepts_the_difference_is_named_whatever_their_order(files: tuple[str, str]) -> None:
    loose, strict = files
    for pair in (files, files[::-1]):
        done = run_here("equiv", *pair)
        assert done.code == 8
        assert done.out.startswith(f"not equivalent: {loose} accepts this, {strict} does not:\n")


def test_the_difference_is_drawn(files: tuple[str, str]) -> None:
    loose, strict = files
    drawn = run_here("equiv", strict, loose).out.splitlines()[1:]
    assert drawn[0] == "x(row,column)"
    assert "♛" in drawn[1]


def test_without_a_view_the_true_atoms_are_listed(tmp_path: Path) -> None:
    one, other = tmp_path / "one.touist", tmp_path / "other.touist"
    one.write_text("a and b")
    other.write_text("a and b and c")
    done = run_here("equiv", str(one), str(other))
    assert done.out.split("\n", 1)[1].split() == ["a", "b"]
    one.write_text("not a")
    other.write_text("not a and (a or b)")
    assert run_here("--lang", "fr", "equiv", str(one), str(other)).out == (
        f"pas équivalents : {one} admet ceci, {other} non :\n∅\n"
    )
