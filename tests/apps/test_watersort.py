"""`bigand watersort` as a person uses it."""

import json
import re
import sys
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.apps.here import Here
from tests.apps.terminal import Terminal
from tests.apps.test_cli import bigand
from tests.golden import check_golden
from tests.puzzles.watersort import naive

from bigand.puzzles.watersort.commands import COMMANDS

SEED = "GOGO/OGOG/...."
LOST = "ABAB/BABA"
TUBES = (("G", "O", "G", "O"), ("O", "G", "O", "G"), ())


@pytest.mark.parametrize("language", ["en", "fr"])
def test_golden_help(language: str) -> None:
    parts = [bigand("watersort", action, "--help", "--lang", language).stdout for action in COMMANDS.names]
    check_golden(f"watersort/help.{language}.txt", "\n---\n\n".join(parts))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_golden_session(here: Here, language: str) -> None:
    """What people see, command by command."""
    here.write("level.txt", "# from the book\nred blue red\nblue red blue\n. . .\n")
    commands = [
        ["solve", SEED],
        ["solve", SEED, "--rule", "layer"],
        ["solve", SEED, "--engine", "model"],
        ["solve", "level.txt", "--draw"],
        ["solve", LOST],
        ["solve", "AA/BB/.."],
        ["solve", SEED, "--engine", "model", "--max-moves", "3"],
        ["check", SEED],
        ["check", SEED, "--moves", "1>3 2>1 2>3"],
        ["check", SEED, "--moves", "1>3 1>2"],
        ["check", SEED, "--moves", "1>3 1>3"],
        ["check", SEED, "--moves", "3>1"],
        ["check", SEED, "--moves", "1>9"],
        ["check", SEED, "--moves", "1>1"],
        ["check", LOST, "--can-finish"],
        ["check", SEED, "--moves", "pour it"],
        ["hint", SEED],
        ["hint", SEED, "--moves", "2>3 1>2 1>3 2>1 2>3 1>2"],
        ["hint", "AB/BA/..", "--moves", "1>3 2>1"],
        ["hint", LOST],
        ["hint", SEED, "--moves", "1>2"],
        ["rate", SEED],
        ["rate", LOST],
        ["generate", "--colours", "3", "--seed", "5"],
        ["generate", "--colours=2", "--height=3", "--empty=1", "--seed=5", "--count=2", "--to=upright"],
        ["generate", "--colours", "0"],
        ["generate", "--empty", "0"],
        ["convert", "level.txt", "--to", "json"],
        ["solve", "nothing.txt"],
        ["solve", ""],
        ["solve", "red blue/blue red red/. ."],
        ["solve", "red blue/blue ./. ."],
        ["solve", "red bleue/blue red/. ."],
        ["solve", "colours: jade ruby / jade ruby / ruby jade"],
    ]  # fmt: skip
    parts = []
    for words in commands:
        done = here("watersort", *words, "--lang", language)
        parts.append(f"$ bigand watersort {' '.join(words)}\n{done.out}{done.err}({done.code})\n")
    check_golden(f"watersort/session.{language}.txt", "\n".join(parts))


@pytest.mark.parametrize(("rule", "moves"), [("layer", 10), ("pour", 7)])
@pytest.mark.parametrize("engine", ["search", "model"])
def test_json(here: Here, engine: str, rule: str, moves: int) -> None:
    done = here("watersort", "solve", SEED, "--engine", engine, "--rule", rule, "--json")
    found = json.loads(done.out)
    assert (done.code, found["status"], found["moves"], found["engine"]) == (0, "solved", moves, engine)
    assert found["bound"] <= moves
    plan = [(one["from"] - 1, one["to"] - 1, one["colour"], one["layers"]) for one in found["plan"]]
    naive.check_plan(TUBES, 4, plan, rule == "pour")
    assert found["level"] == {"height": 4, "tubes": [list(tube) for tube in TUBES]}


def test_json_without_a_solution(here: Here) -> None:
    done = here("watersort", "solve", LOST, "--json")
    found = json.loads(done.out)
    assert (done.code, found["status"], found["moves"], found["plan"]) == (8, "unsolvable", None, None)
    assert found["states"] == 1
    assert json.loads(here("watersort", "hint", LOST, "--json").out)["status"] == "unsolvable"
    assert json.loads(here("watersort", "rate", LOST, "--json").out)["grade"] is None


def test_what_one_command_prints_the_others_read(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """A level that was generated is solved; its plan is checked, hinted along, and rated."""
    here.write("level.txt", here("watersort", "generate", "--colours", "6", "--seed", "4").out)
    answer = here("watersort", "solve", "level.txt", "--json").out
    here.write("plan.json", answer)
    here.write("plan.txt", here("watersort", "solve", "level.txt").out.split("\n\n", 1)[1].rsplit("\n\n", 1)[0])
    moves = json.loads(answer)["moves"]
    for name in ("plan.json", "plan.txt"):
        checked = json.loads(here("watersort", "check", "level.txt", "--moves", name, "--json").out)
        assert (checked["status"], checked["moves"]) == ("sorted", moves)
    assert json.loads(here("watersort", "hint", "level.txt", "--json").out)["moves"] == moves
    assert json.loads(here("watersort", "rate", "level.txt", "--json").out)["moves"] == moves
    for format in ("text", "upright", "json"):
        here.write("again.txt", here("watersort", "convert", "level.txt", "--to", format).out)
        assert json.loads(here("watersort", "solve", "again.txt", "--json").out)["moves"] == moves
    with (here.folder / "level.txt").open() as file:
        monkeypatch.setattr(sys, "stdin", file)
        assert json.loads(here("watersort", "solve", "-", "--json").out)["moves"] == moves


def test_the_model_of_a_level_is_solved_by_plan(here: Here) -> None:
    here("watersort", "convert", "or bleu/bleu or/vide vide", "--to", "touist", "--output", "model.touist")
    found = json.loads(here("plan", "model.touist", "--json").out)
    assert found["horizon"] == {"$k": 3}
    assert here("test", "model.touist").code == 0
    assert here("check", "model.touist").code == 0


def test_limits(here: Here) -> None:
    level = here("watersort", "generate", "--colours", "14", "--seed", "1").out
    here.write("level.txt", level)
    for words, said in (
        (["--max-states", "5"], "--max-states"),
        (["--engine", "model", "--timeout", "0.3"], "time"),
        (["--engine", "model", "--max-moves", "2"], "--max-moves"),
    ):
        done = here("watersort", "solve", "level.txt", *words)
        assert (done.code, done.out) == (3, "")
        assert said in done.err
    assert here("watersort", "solve", "level.txt", "--max-layers", "10").code == 1


def test_generate(here: Here) -> None:
    words = ["watersort", "generate", "--colours", "5", "--height", "3", "--empty", "1"]
    found = [json.loads(line) for line in here(*words, "--seed", "9", "--count", "3", "--json").out.splitlines()]
    assert [one["seed"] for one in found] == [9, 10, 11]
    assert json.loads(here(*words, "--seed", "10", "--json").out) == found[1]
    assert all(len(one["tubes"]) == 6 and one["height"] == 3 for one in found)
    free = [here(*words, "--json").out for _ in range(2)]
    assert json.loads(free[0])["seed"] != json.loads(free[1])["seed"]
    graded = here("watersort", "generate", "--colours", "6", "--seed", "1", "--level", "medium").out
    here.write("level.txt", graded)
    assert json.loads(here("watersort", "rate", "level.txt", "--json").out)["grade"] == "medium"
    assert "--level medium" in graded
    none = here("watersort", "generate", "--colours", "1", "--level", "expert", "--timeout", "0.2")
    assert none.code == 3


# ---------------------------------------------------------------------- pictures


def test_films(here: Here) -> None:
    done = here("watersort", "solve", SEED, "--svg", "a.svg", "--gif", "a.gif", "--html", "a.html")
    assert done.code == 0
    tree = ElementTree.fromstring(here.read("a.svg"))  # our own
    frames = [one for one in tree.iter() if one.get("class") == "frame"]
    assert len(frames) == 8
    captions = [re.sub(r"\s+", " ", "".join(one.itertext())) for one in frames]
    assert "the beginning, 7 moves to go" in captions[0]
    assert "7/7: tube 1 to tube 3, 1 layer of G" in captions[7]
    assert all(one != other for one, other in pairwise(captions))
    assert (here.folder / "a.gif").read_bytes()[:6] == b"GIF89a"
    assert "7/7: tube 1 to tube 3" in here.read("a.html")
    here("watersort", "convert", SEED, "--to", "svg", "-o", "one.svg")
    assert len(list(ElementTree.fromstring(here.read("one.svg")).iter())) > 10


def test_no_film_where_there_is_no_plan(here: Here) -> None:
    assert here("watersort", "solve", LOST, "--svg", "a.svg").code == 8
    assert not (here.folder / "a.svg").exists()
    done = here("watersort", "solve", SEED, "--gif", "no/such/folder.gif")
    assert done.code == 1
    assert "folder.gif" in done.err


def test_colours_in_the_terminal(here: Here) -> None:
    plain = here("watersort", "solve", "red blue/blue red/. .")
    painted = here("watersort", "solve", "red blue/blue red/. .", "--color", "always")
    assert "\033" not in plain.out
    assert "|b| |r| | |" in plain.out
    assert painted.out.count("\033[0m") == 4


def test_wide_levels_stand_in_rows(here: Here) -> None:
    level = here("watersort", "generate", "--colours", "20", "--seed", "2", "--level", "expert").out
    here.write("level.txt", level)
    lines = here("watersort", "check", "level.txt").out.splitlines()
    assert max(map(len, lines)) <= 80
    assert sum(line.startswith("|") for line in lines) == 8


# ---------------------------------------------------------------------- key by key


def test_key_by_key_in_a_real_terminal(tmp_path: Path) -> None:
    level = tmp_path / "level.txt"
    level.write_text("green orange green orange\norange green orange green\n.")
    with Terminal("watersort", "solve", str(level), "--step") as terminal:
        seen = terminal.until("1 of 8")
        assert "the beginning, 7 moves to go" in seen
        assert "\033[30;48;2;232;138;46m" in seen  # orange, in true colour
        terminal.press(b" ")
        assert "1/7: tube 2 to tube 3, 1 layer of green" in terminal.until("2 of 8")
        terminal.press(b"\x1b[D")
        assert "the beginning" in terminal.until("1 of 8")
        terminal.press(b"G")
        assert "7/7" in terminal.until("8 of 8")
        terminal.press(b"q")
        assert "7 moves; no plan is shorter" in terminal.until("met)")
        assert terminal.process.wait(10) == 0


def test_without_a_terminal_steps_come_one_after_the_other(here: Here) -> None:
    done = here("watersort", "solve", SEED, "--step")
    assert [line[:3] for line in done.out.splitlines() if "/7:" in line] == [f"{at}/7" for at in range(1, 8)]


# ---------------------------------------------------------------------- many levels


def test_many_levels_by_several_processes(here: Here) -> None:
    words = ["watersort", "generate", "--colours", "5", "--seed", "3", "--count", "6", "--json"]
    made = here(*words).out
    assert made == here(*words, "--jobs", "3").out
    levels = made.splitlines()
    one_by_one = [here("watersort", "rate", level, "--json").out for level in levels]
    together = here("watersort", "rate", *levels, "--jobs", "2", "--json")
    assert (together.code, together.out) == (0, "".join(one_by_one))


def test_what_is_wrong_with_one_level_is_told_and_the_others_are_rated(here: Here) -> None:
    here.write("lost.txt", LOST)
    here.write("bad.txt", "red grean")
    done = here("watersort", "rate", SEED, "bad.txt", "lost.txt")
    assert done.code == 8
    assert [line for line in done.out.splitlines() if line.endswith(".txt")] == ["bad.txt", "lost.txt"]
    assert "level: easy" in done.out
    assert "`grean` is not a colour" in done.err
