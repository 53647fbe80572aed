"""`bigand queens`: what is printed, and what is refused."""

import json
from xml.etree import ElementTree

import pytest
from tests.apps.here import Here


def test_a_placement_is_drawn(here: Here) -> None:
    done = here("queens", "6", "--place", "b1", "--forbid", "a6", "--svg", "board.svg")
    lines = done.out.splitlines()
    assert done.code == 0
    assert lines[5].split() == ["1", "·", "♛", "·", "·", "·", "·"]
    assert lines[0].split()[1] == "×"
    assert lines[6].split() == ["a", "b", "c", "d", "e", "f"]
    assert done.out.count("♛") == 6
    root = ElementTree.fromstring(here.read("board.svg"))
    assert "6 queens" in ElementTree.tostring(root, "unicode")


@pytest.mark.parametrize("engine", [[], ["--engine", "sat"], ["--engine", "search"]])
def test_counts(here: Here, engine: list[str]) -> None:
    assert here("queens", "8", "--count", *engine).out == "92\n"
    assert here("queens", "8", "--count", "--distinct", *engine).out == "12\n"
    assert here("queens", "8", "--count", "--place", "a1", *engine).out == "4\n"
    none = here("queens", "3", "--count", *engine)
    assert (none.code, none.out) == (8, "0\n")


def test_all_and_distinct_are_shown(here: Here) -> None:
    every = here("queens", "6", "--all")
    assert every.out.count("placement ") == 4
    assert every.out.endswith("4 placements in all\n")
    assert here("queens", "6", "--distinct").out.endswith("1 distinct placement in all\n")
    assert here("queens", "6", "--limit", "2").out.endswith("2 placements shown, there are more\n")
    assert here("queens", "6", "--limit", "9", "--lang", "fr").out.endswith("4 placements en tout\n")


def test_json(here: Here) -> None:
    answer = json.loads(here("queens", "4", "--all", "--json").out)
    assert answer["solutions"] == [["b1", "d2", "a3", "c4"], ["c1", "a2", "d3", "b4"]]
    assert answer["columns"] == [[2, 4, 1, 3], [3, 1, 4, 2]]
    assert (answer["status"], answer["count"], answer["complete"]) == ("sat", 2, True)
    assert json.loads(here("queens", "3", "--json").out)["status"] == "unsat"
    assert json.loads(here("queens", "5", "--count", "--json").out)["count"] == 10


def test_large_boards_are_listed(here: Here) -> None:
    words = here("queens", "45").out.split()
    assert len(words) == 45
    assert words[0].endswith("1")
    assert words[-1].endswith("45")


def test_why_nothing_fits(here: Here) -> None:
    done = here("queens", "5", "--forbid", "a1,a2,a3", "--forbid", "a4 a5")
    assert done.code == 8
    assert done.out == "There is no such placement.\nIn column a every square is forbidden or attacked.\n"
    assert here("queens", "2", "--lang", "fr").out == "Un tel placement n'existe pas.\n"


def test_the_remark(here: Here) -> None:
    done = here("queens", "8", "--explain")
    assert "no two on a diagonal                 560             280  2n(n−1)(2n−1)/3" in done.out
    rules = json.loads(here("queens", "100", "--explain", "--json").out)
    assert rules["clauses"] == 100 + 2 * 990_000 + 1_313_400


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["8", "--place", "z9"], 1, "z9 is not on a board of 8 by 8: its squares are a1 to h8"),
        (["8", "--place", "a4", "--place", "d7"], 1, "a4 and d7 attack each other: they are on the same diagonal"),
        (["8", "--place", "a4,a4", "--forbid", "a4"], 1, "on a4 a queen is to stand, and none may"),
        (["8", "--place", "here"], 1, "`here` is no square"),
        (["0"], 1, "between 1 and 1000"),
        (["x"], 2, "x"),
        (["-1"], 2, ""),
        (["31", "--count"], 3, "more than 30 rows"),
        (["16", "--count", "--timeout", "0"], 3, "time"),
        (["8", "--count", "--all"], 2, ""),
        (["8", "--svg", "no/such.svg"], 1, "such.svg"),
    ],
)
def test_what_is_wrong_is_told(here: Here, words: list[str], code: int, said: str) -> None:
    done = here("queens", *words)
    assert done.code == code
    assert said in done.err
