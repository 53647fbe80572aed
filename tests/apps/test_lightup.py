"""`bigand lightup` as a person uses it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.apps.here import run_here
from tests.golden import check_golden
from tests.puzzles.lightup.boards import CASES, collection

from bigand.puzzles.lightup.commands import COMMANDS

UNIQUE = "7x7:bBe2c1g0g2g1c3eBb"


def lightup(*words: str, text: str | bytes = b"") -> tuple[int, str, str]:
    return run_here("lightup", *words, text=text)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_golden_help(language: str) -> None:
    parts = [lightup(action, "--help", "--lang", language)[1] for action in COMMANDS.names]
    check_golden(f"lightup/help.{language}.txt", "\n---\n\n".join(parts))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_golden_session(language: str) -> None:
    """What people see, command by command."""
    commands = [
        ["solve", UNIQUE],
        ["solve", "../..", "--second"],
        ["solve", "../..", "--all"],
        ["solve", "../..", "--all", "--limit", "2"],
        ["solve", "..."],
        ["solve", "3./.."],
        ["solve", ".1./.../2.2"],
        ["solve", ".x./x.x/.x.", "--keep-marks"],
        ["solve", "L.L", "--keep-marks"],
        ["check", "L.L/1#./x.."],
        ["check", "2x/.."],
        ["check", ".L/L.", "--can-finish"],
        ["check", "1./..", "--can-finish"],
        ["solve", "nothing.txt"],
        ["solve", "..5/..."],
        ["solve"],
        ["convert", "L./..", "--to", "id"],
    ]
    parts = []
    for words in commands if language == "en" else commands[1::2]:
        code, out, err = lightup(*words, "--lang", language)
        parts.append(f"$ bigand lightup {' '.join(words)}\n{out}{err}({code})\n")
    check_golden(f"lightup/session.{language}.txt", "\n".join(parts))


def test_a_board_is_a_file_or_a_text_or_the_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text(UNIQUE)
    expected = lightup("solve", UNIQUE)
    assert expected[0] == 0
    assert lightup("solve", str(file)) == lightup("solve", "-", text=UNIQUE) == expected
    link = lightup("convert", UNIQUE, "--to", "puzzlink")[1].strip()
    assert lightup("solve", link) == expected
    assert lightup("solve", "x" * 5000)[0] == 0  # a row of dots, which are not looked at
    assert lightup("solve", "?" * 5000)[0] == 1


def test_json() -> None:
    code, out, _ = lightup("solve", UNIQUE, "--json")
    solution = [".L#...L", ".2..L1.", ".L....0", "L......", "2....L.", "L1.L.3L", "..L.#L."]
    expected = {"answer": "lightup.solved", "status": "unique", "solution": solution, "count": 1}
    assert (code, json.loads(out)) == (0, expected)
    found = json.loads(lightup("solve", ".../.../...", "--json", "--all")[1])
    assert (found["status"], found["count"], len(found["solutions"])) == ("multiple", 6, 6)
    found = json.loads(lightup("solve", "/".join(["." * 7] * 7), "--json")[1])
    assert (found["count"], found["complete"]) == (1000, False)
    code, out, _ = lightup("solve", "3./..", "--json")
    found = json.loads(out)
    assert (code, found["status"], found["solution"], found["count"]) == (8, "none", None, 0)
    assert found["why"] == [{"demand": "clue", "row": 1, "column": 1, "cells": []}]
    assert json.loads(lightup("solve", "../..", "--json", "--second")[1])["second"] is not None


@pytest.mark.slow
def test_counting() -> None:
    assert lightup("solve", "/".join(["." * 8] * 8), "--count")[1] == "40320\n"
    # Rooms that do not see each other: the numbers are multiplied.
    rooms = "#".join(["..."] * 12)
    assert lightup("solve", "/".join([rooms] * 3), "--count")[1] == f"{6**12}\n"
    assert lightup("solve", "3./..", "--count")[:2] == (8, "0\n")
    assert lightup("solve", "../..", "--count")[1] == "2\n"


def test_a_board_is_solved_without_the_rest_of_the_house() -> None:
    """Neither the language nor reasons, proofs and steps are imported, and nobody needs arrays."""
    words = [sys.executable, "-X", "importtime", "-m", "bigand", "lightup", "solve", UNIQUE]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    imported = [line.rpartition("|")[2].strip() for line in done.stderr.splitlines()]
    assert "pysat.solvers" in imported, "by the process that answers"
    assert "numpy" not in imported
    unwanted = "bigand.explain", "bigand.language.parser", "bigand.ground.grounder", "bigand.view"
    own = [f"bigand.puzzles.lightup.{name}" for name in ("reasoning", "proof", "rules", "road", "why")]
    assert [name for name in imported if name.startswith((*unwanted, *own))] == []


def test_time_limit() -> None:
    code, _, err = lightup("solve", "/".join(["." * 30] * 30), "--count", "--timeout", "0.2")
    assert code == 3
    assert "time" in err


# ---------------------------------------------------------------------- batches


def batch(lines: list[str], *words: str) -> list[dict[str, object]]:
    code, out, err = lightup("solve", "--batch", "-", *words, text="\n".join(lines) + "\n")
    assert (code, err) == (0, "")
    return [json.loads(line) for line in out.splitlines()]


def test_a_batch_answers_every_line_in_order() -> None:
    lines = [UNIQUE, "nonsense", "", "../..", "2x2:4c", "7x7:z", "[[-1, 0]]", f"  {UNIQUE}  ", "10000x10000:a"]
    found = batch(lines)
    statuses = [one["status"] for one in found]
    assert statuses == ["unique", "error", "error", "multiple", "none", "error", "none", "unique", "error"]
    assert [one.get("code") for one in found if one["status"] == "error"] == ["P101", "P102", "P106", "P109"]
    assert found[0] == json.loads(lightup("solve", UNIQUE, "--json")[1])
    assert batch(lines, "--jobs", "2") == found
    assert batch(lines, "--timeout", "60") == found


def test_the_whole_collection_in_one_batch() -> None:
    lines = collection()
    found = batch(lines, "--jobs", "2")
    assert len(found) == len(lines) == 354
    assert {one["status"] for one in found} == {"unique"}


def test_a_batch_of_nothing(tmp_path: Path) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_text("")
    assert lightup("solve", "--batch", str(empty))[0] == 1
    assert lightup("solve", "--batch", str(tmp_path / "missing.txt"))[0] == 1
    assert lightup("solve", UNIQUE, "--batch", "-")[0] == 2
    assert lightup("solve", "--batch", "-", text="")[:2] == (0, "")


# ---------------------------------------------------------------------- files


def test_pictures_and_sheets(tmp_path: Path) -> None:
    svg, sheet = tmp_path / "a.svg", tmp_path / "a.pdf"
    assert lightup("solve", UNIQUE, "--svg", str(svg), "--pdf", str(sheet), "--with-solutions")[0] == 0
    assert len(re.findall('id="board-cell-[0-9-]*" data-state="bulb"', svg.read_text())) == 11
    assert sheet.read_bytes().startswith(b"%PDF-1.4")
    boards = CASES / "boards" / "7x7_easy.txt"
    words = ["--batch", str(boards), "--pdf", str(sheet), "--per-page", "6", "--with-solutions"]
    assert lightup("solve", *words)[0] == 0
    assert b"/Count 8 " in sheet.read_bytes()  # twenty boards on four pages, twice
    code, _, err = lightup("solve", UNIQUE, "--svg", str(tmp_path / "no" / "a.svg"))
    assert code == 1
    assert "cannot be written" in err


def test_convert_to_a_file_and_back(tmp_path: Path) -> None:
    for name in ("puzzlink", "legup", "janko"):
        file = tmp_path / name
        assert lightup("convert", UNIQUE, "--to", name, "-o", str(file))[:2] == (0, "")
        assert lightup("convert", str(file), "--to", "id")[1] == f"{UNIQUE}\n"
    assert lightup("convert", "[[-2, -1]]", "--to", "text", "--array", "cspuz")[1] == ".#\n"
    assert lightup("convert", "[[-2, -1]]", "--to", "text")[1] == "#.\n"


@pytest.mark.parametrize(
    "board",
    [
        "10000x10000:a",
        "https://puzz.link/p?akari/10000/10000/g",
        "<!DOCTYPE a [<!ENTITY b 'c'>]><Legup/>",
        '<Legup><puzzle name="LightUp"><board size="10000"/></puzzle></Legup>',
        "https://puzz.link/p?akari/7/7/h.kcg",
    ],
)
def test_hostile_boards_are_refused_at_once(board: str) -> None:
    before = os.times()
    code, out, err = lightup("solve", board)
    after = os.times()
    assert (code, out) == (1, "")
    assert "error[P1" in err
    assert after.children_user - before.children_user < 3


def test_letters_where_there_are_no_drawings() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    command = [sys.executable, "-m", "bigand", "lightup", "solve", "1./##"]
    done = subprocess.run(command, capture_output=True, env=environment, check=False, text=True)
    assert "|#1L.|" in done.stdout
