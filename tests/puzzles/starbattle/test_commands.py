"""`bigand starbattle`: what people and programs see, and that nothing escapes as a traceback."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.apps.here import Here, here
from tests.golden import check_golden

from bigand import starbattle

__all__ = ["here"]  # a fixture
BOARD = "aaabbb/abbbcc/addeec/ffddec/feeeec/fccccc"
OPEN = "aaaa/bbbb/cccc/dddd"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_golden_session(here: Here, language: str) -> None:
    """What people see, command by command."""
    here.write("board.txt", "stars: 1\n" + BOARD.replace("/", "\n"))
    commands = [
        ["solve", "board.txt"],
        ["solve", OPEN],
        ["solve", "aab/abb/ccc"],
        ["solve", f"{OPEN} .*../..../..../....", "--keep-marks"],
        ["check", f"{BOARD} .*.*../*...../....../....../....../......"],
        ["check", BOARD],
        ["check", f"{BOARD} .*..../...*../.....*/..*.../....*./*....."],
        ["hint", BOARD],
        ["hint", f"{BOARD} .*..../...*../.....*/....../....../......"],
        ["hint", f"{BOARD} ....../..*.../..x.../....../....../......"],
        ["hint", OPEN],
        ["generate", "--size", "5", "--seed", "3"],
        ["generate", "--size", "5", "--seed", "3", "--count", "2", "--to", "link"],
        ["generate", "--size", "3"],
        ["solve", "nothing.txt"],
        ["solve", "ab/abc"],
        ["solve", "starbattle/6/6/1/4ilbhg"],
    ]
    parts = []
    for words in commands:
        done = here("starbattle", *words, "--lang", language)
        parts.append(f"$ bigand starbattle {' '.join(words)}\n{done.out}{done.err}({done.code})\n")
    check_golden(f"starbattle/session.{language}.txt", "\n".join(parts))


def test_json(here: Here) -> None:
    found = json.loads(here("starbattle", "solve", BOARD, "--json").out)
    assert (found["status"], found["solutions"]) == (
        "unique", [[".*....", "...*..", ".....*", "..*...", "....*.", "*....."]]
    )  # fmt: skip
    step = json.loads(here("starbattle", "hint", BOARD, "--json").out)
    assert (step["status"], step["is_star"], step["premises"] != []) == ("step", False, True)
    made = json.loads(here("starbattle", "generate", "--size", "5", "--seed", "3", "--json").out)
    assert made["seed"] == 3
    assert json.loads(here("starbattle", "check", BOARD, "--json").out)["status"] == "open"


def test_pictures_are_svg_with_a_star_for_each_star(here: Here) -> None:
    here("starbattle", "solve", BOARD, "--svg", "board.svg")
    text = (Path(here.folder) / "board.svg").read_text(encoding="utf-8")
    ElementTree.fromstring(text)
    assert text.count('id="board-1-star-') == 6


def test_what_is_made_is_solved(here: Here) -> None:
    for form in ("text", "link", "pzprv3"):
        here.write("board.txt", here("starbattle", "generate", "--size", "6", "--seed", "5", "--to", form).out)
        assert json.loads(here("starbattle", "solve", "board.txt", "--json").out)["status"] == "unique"


@pytest.mark.parametrize("action", ["solve", "check", "hint"])
def test_broken_boards_are_told_without_a_traceback(action: str, here: Here) -> None:
    (here.folder / "folder").mkdir()
    here.write("junk", bytes(range(256)) * 3)
    for word in (
        "",
        "folder",
        "junk",
        "?",
        "a/b/c/d",
        "starbattle/",
        "pzprv3/starbattle/",
        "z" * 3000,
        "\x1b/",
    ):
        done = here("starbattle", action, word)
        assert (done.code, done.out) == (1, ""), word
        assert done.err.startswith("bigand: "), word
        assert "\x1b" not in done.err


def test_time_is_heard(here: Here) -> None:
    made = here("starbattle", "generate", "--size", "16", "--stars", "3", "--seed", "1", "--timeout", "0.2")
    assert (made.code, made.out) == (3, "")


def test_the_door_is_found_by_the_register() -> None:
    assert starbattle.__name__ == "bigand.starbattle"
