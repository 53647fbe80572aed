"""`bigand lightup explain`, `hint`, `rate` and `generate` as a person uses them."""

import json
import os
import re
import signal
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from tests.apps.here import Here
from tests.golden import check_golden
from tests.puzzles.lightup import naive
from tests.puzzles.lightup.boards import collection
from tests.puzzles.lightup.test_draw import cells_of

from bigand.puzzles.lightup import reasoning_handlers
from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.generate import generate_board

EASY = collection("7x7", "easy")[0]
EXPERT = "7x7:eBB0b2gBd1hBg1a1d2a"
SMALL = "3./.."


@pytest.mark.usefixtures("asked_once")
def test_golden_steps(here: Here) -> None:
    """What people see, command by command."""
    hard = collection("7x7", "hard")[2]
    commands = [
        ["explain", "...#/.1../..2./#..."],
        ["explain", hard, "--brief"],
        ["explain", EXPERT, "--brief"],
        ["explain", collection("7x7", "tricky")[1], "--brief"],
        ["explain", "../.."],
        ["explain", SMALL],
        ["explain", "L"],
        ["explain", "L", "--keep-marks"],
        ["explain", "L.L", "--keep-marks"],
        ["hint", EASY],
        ["hint", EASY, "--strength", "rule"],
        ["hint", EASY, "--strength", "step"],
        ["hint", hard],
        ["hint", "../.."],
        ["hint", SMALL],
        ["hint", "L"],
        ["hint", "L.L"],
        ["hint", "1L/x.", "--strength", "rule"],
        ["hint", "0L/..", "--strength", "rule"],
        ["hint", "0L/..", "--strength", "step"],
        ["hint", "0./.x", "--strength", "step"],
        ["hint", "0x/..", "--strength", "rule"],
        ["rate", EASY, hard, EXPERT, "../..", SMALL],
        ["rate"],
        ["generate", "--size", "1x1", "--level", "expert", "--seed", "1"],
        ["generate", "--black", "100"],
        ["generate", "--size", "3x4", "--symmetry", "rot4"],
        ["generate", "--size", "0"],
        ["generate", "--size", "seven"],
        ["generate", "--size", "9999x9999"],
        ["generate", "--count", "2", "--to", "svg"],
    ]
    for language in ("en", "fr"):
        parts = []
        for words in commands:
            done = here("lightup", *words, "--lang", language)
            err = done.err[done.err.rindex("bigand lightup generate: ") :] if "usage: " in done.err else done.err
            parts.append(f"$ bigand lightup {' '.join(words)}\n{done.out}{err}({done.code})\n")
        check_golden(f"lightup/steps.{language}.txt", "\n".join(parts))


def test_an_explanation_as_json(here: Here) -> None:
    done = here("lightup", "explain", EXPERT, "--json")
    answer = json.loads(done.out)
    assert (done.code, answer["status"], answer["level"]) == (0, "unique", "expert")
    assert answer["solution"] == answer["steps"][-1]["board"]
    assert [step["number"] for step in answer["steps"]] == list(range(1, len(answer["steps"]) + 1))
    nested = next(step for step in answer["steps"] if step["technique"] == "nested")
    assert nested["depth"] == 2
    assert nested["refutations"][0]["supposed"] == "bulb"
    assert nested["argument"]
    assert json.loads(here("lightup", "explain", SMALL, "--json").out)["status"] == "none"
    several = json.loads(here("lightup", "explain", "../..", "--json").out)
    assert (several["status"], several["level"], several["solution"]) == ("multiple", None, None)


class Page(HTMLParser):
    """What a page refers to, and its buttons."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("src", "href", "action") or (name == "style" and "url(" in (value or "")):
                self.links.append(f"{tag} {name}={value}")
            if name == "id":
                self.ids.append(value or "")


def glowing(step: dict[str, Any]) -> set[tuple[int, int]]:
    """What the bulbs of a case would light that was dark, but for the cells that are marked in it."""
    if step["level"] not in ("hard", "expert"):
        return set()
    rows = tuple(step["before"])
    lit = {seen for bulb in naive.bulbs_of(rows) for seen in (bulb, *naive.sight(rows, *bulb))}
    bulbs, marked = [], []
    reasons = [(reason, 0) for reason in step["refutations"]]
    while reasons:
        reason, depth = reasons.pop()
        if reason["reason"] == "refutation":
            # Of what an argument within refutes nothing is left but the opposite.
            bulbs += [reason["cell"]] if depth < 2 and (reason["supposed"] == "dot") == bool(depth) else []
            marked.append(reason["cell"])
            reasons += [(inner, depth + 1) for inner in reason["steps"]]
        else:
            bulbs += reason["bulbs"] if depth == 1 else []
            marked += [*reason["bulbs"], *reason["dots"]]
    seen = {spot for row, column in bulbs for spot in naive.sight(rows, row - 1, column - 1)}
    return seen - lit - {(row - 1, column - 1) for row, column in marked}


@pytest.mark.usefixtures("asked_once")
@pytest.mark.parametrize("language", ["en", "fr"])
def test_pictures_a_page_and_a_proof(here: Here, language: str) -> None:
    words = ["--svg", "out/pictures", "--html", "page.html", "--proof", "proof.xml", "--brief", "--lang", language]
    done = here("lightup", "explain", EXPERT, *words)
    assert done.code == 0
    steps = json.loads(here("lightup", "explain", EXPERT, "--json", "--lang", language).out)["steps"]
    pictures = sorted((here.folder / "out/pictures").iterdir())
    assert [one.name for one in pictures] == [f"step-{number:03}.svg" for number in range(1, len(steps) + 1)]
    for step, picture in zip(steps, pictures, strict=True):
        root = ElementTree.fromstring(picture.read_text(encoding="utf-8"))
        assert root.findtext("{http://www.w3.org/2000/svg}title") == step["sentence"]
        roles = [one.get("data-state") for one in root.iter() if one.get("data-state")]
        is_case = step["level"] in ("hard", "expert")
        assert roles.count("opposite" if is_case else "new") == len(step["bulbs"]) + len(step["dots"])
        assert ("end" in roles) == is_case
        assert cells_of(root, len(step["board"][0])) == step["before" if is_case else "board"]
        told = {number for _, text in step["argument"] for number in re.findall(r"^\((\d+)\)", text)}
        assert told == {one.text for one in root.iter() if (one.text or "").isdecimal() and not one.get("id")}
        assert roles.count("glow") == len(glowing(step))
    text = here.read("page.html")
    page = Page(text)
    assert page.links == []
    assert "http" not in re.sub(r"http-equiv|http://www\.w3\.org/2000/svg", "", text)
    assert f'<html lang="{language}">' in text
    assert len(page.ids) == len(set(page.ids))
    data = json.loads(re.search(r"^const steps = (.*);$", text, re.MULTILINE)[1].replace("<\\/", "</"))  # type: ignore[index]  # it is there
    assert [one["says"] for one in data] == [step["sentence"] for step in steps]
    assert not re.findall(r"%[a-z]+%", text)
    verdict = json.loads(here("lightup", "check-proof", "proof.xml", "--json").out)
    assert (verdict["accepted"], verdict["solutions"]) == (True, 1)


def test_files_that_cannot_be_written(here: Here) -> None:
    here.write("file", "")
    for option in ("--svg", "--html", "--proof"):
        done = here("lightup", "explain", EASY, "--brief", option, "file/x/y")
        assert (done.code, "file" in done.err) == (1, True)
    done = here("lightup", "explain", "../..", "--proof", "proof.xml")
    assert done.code == 8
    assert here("lightup", "check-proof", "proof.xml").code == 0


def test_hints_tell_no_more_than_asked(here: Here) -> None:
    where = json.loads(here("lightup", "hint", EASY, "--json").out)
    rule = json.loads(here("lightup", "hint", EASY, "--json", "--strength", "rule").out)
    step = json.loads(here("lightup", "hint", EASY, "--json", "--strength", "step").out)
    told = {"answer", "status", "strength", "says", "where", "look", "site", "clue"}
    assert set(where) == told
    assert set(rule) == told | {"technique", "name", "rule", "rule_name"}
    assert "step" in step
    marked = step["step"]["bulbs"] + step["step"]["dots"]
    for row, column in marked:
        assert f"row {row}, column {column}" not in json.dumps(where) + json.dumps(rule)
        assert f"[{row}, {column}]" not in json.dumps(where) + json.dumps(rule)


def test_a_board_is_solved_by_hints(here: Here) -> None:
    board = Board(collection("7x7", "hard")[5])
    statuses: list[str] = []
    while statuses[-1:] in ([], ["step"]):
        answer = json.loads(here("lightup", "hint", "/".join(board.rows), "--json", "--strength", "step").out)
        statuses.append(answer["status"])
        assert len(statuses) < 60
        if answer["status"] == "step":
            board = Board(answer["step"]["board"])
    assert statuses[-1] == "solved"
    assert board.check() == []


def test_limits_of_time(here: Here) -> None:
    large = collection("30x30", "hard")[0]
    for words in (["explain", large, "--brief"], ["hint", large], ["rate", large]):
        done = here("lightup", *words, "--timeout", "0")
        assert (done.code, done.out) == (3, "")
        assert here("lightup", *words, "--timeout", "50").code == 0
    with_limit, without = (
        here("lightup", "explain", EXPERT, "--lang", "fr", *more) for more in (["--timeout", "9"], [])
    )
    assert with_limit == without


def test_rating_many(here: Here) -> None:
    here.write("boards.txt", f"{EASY}\nnonsense\n{EXPERT}\n../..\n")
    done = here("lightup", "rate", "--batch", "boards.txt")
    records = [json.loads(line) for line in done.out.splitlines()]
    assert [record.get("level") for record in records] == ["easy", None, "expert", None]
    assert [record["status"] for record in records] == ["unique", "error", "unique", "multiple"]
    assert done.code == 0
    assert json.loads(here("lightup", "rate", EASY, "--json").out)["level"] == "easy"
    assert here("lightup", "rate", EASY, "no.such.file").code == 1


def test_each_board_has_its_line(here: Here) -> None:
    """A board that is none has one too: without it, the next line would seem to be about this board."""
    words = ("lightup", "rate", "nonsense", EASY)
    lines = here(*words).out.splitlines()
    assert (lines[0], len(lines)) == ("no level: this is not a board", 2)
    records = [json.loads(line) for line in here(*words, "--json").out.splitlines()]
    assert [record["status"] for record in records] == ["error", "unique"]
    assert here(*words, "--lang", "fr").out.startswith("pas de niveau : ce n'est pas une grille\n")


# ---------------------------------------------------------------------- generate

GENERATE = ["generate", "--size", "6x5", "--level", "tricky", "--black", "25", "--seed", "7"]


def test_generated_boards_depend_on_the_seed_alone(here: Here) -> None:
    one = here("lightup", *GENERATE, "--count", "6")
    several = here("lightup", *GENERATE, "--count", "6", "--jobs", "3")
    assert one == several
    assert one.code == 0
    lines = one.out.split()
    assert len(set(lines)) == 6
    assert here("lightup", *GENERATE, "--count", "2").out.split() == lines[:2]
    rated = here("lightup", "rate", *lines, "--json")
    assert [json.loads(line)["level"] for line in rated.out.splitlines()] == ["tricky"] * 6
    assert here("lightup", *GENERATE[:-1], "8").out.split() != lines[:1]
    assert here("lightup", *GENERATE[:-2]).code == 0


@pytest.mark.usefixtures("forked_only", "real_children")
def test_what_a_killed_process_was_making_is_made_again(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = here("lightup", *GENERATE, "--count", "5").out
    parent = os.getpid()

    def fragile(request: object, seed: str, *_watch: object) -> object:
        killed = Path(f"killed-{seed.replace(':', '-')}")
        if os.getpid() != parent and not killed.exists():
            killed.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return generate_board(request, seed)  # type: ignore[arg-type]  # what it was called with

    monkeypatch.setattr(reasoning_handlers, "generate_board", fragile)
    assert here("lightup", *GENERATE, "--count", "5", "--jobs", "2").out == expected
    assert list(here.folder.glob("killed-*"))


@pytest.mark.usefixtures("forked_only", "real_children")
def test_a_process_that_always_dies_is_told(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    parent = os.getpid()

    def deadly(*_: object) -> None:
        assert os.getpid() != parent
        os.kill(os.getpid(), signal.SIGKILL)

    monkeypatch.setattr(reasoning_handlers, "generate_board", deadly)
    done = here("lightup", *GENERATE, "--count", "2", "--jobs", "2")
    assert (done.code, done.out) == (1, "")
    assert "board 1" in done.err


@pytest.mark.parametrize("form", ["id", "puzzlink", "pzprv3", "json", "text", "janko", "legup", "svg"])
def test_every_format_is_written(here: Here, form: str) -> None:
    boards = here("lightup", *GENERATE, "--count", "2").out.split()
    if form in ("svg", "legup", "janko"):
        assert here("lightup", *GENERATE, "--count", "2", "--to", form, "--output", "made").code == 0
        files = sorted((here.folder / "made").iterdir())
        texts = [file.read_text(encoding="utf-8") for file in files]
    else:
        out = here("lightup", *GENERATE, "--count", "2", "--to", form).out
        texts = out.split("\n\n") if form == "text" else out.splitlines()
        here("lightup", *GENERATE, "--count", "2", "--to", form, "--output", "made.txt")
        assert here.read("made.txt") == out
    assert len(texts) == 2
    if form != "svg":
        assert [Board(text) for text in texts] == [Board(board) for board in boards]


def test_generated_boards_as_json_and_on_paper(here: Here) -> None:
    done = here(
        "lightup", *GENERATE, "--count", "2", "--json", "--pdf", "sheet.pdf", "--with-solutions", "--minimal"
    )
    records = [json.loads(line) for line in done.out.splitlines()]
    assert [(one["level"], one["seed"], one["board"]) for one in records] == [
        ("tricky", "7", 1),
        ("tricky", "7", 2),
    ]
    for record in records:
        board = Board(record["id"])
        assert (len(board.clues), sum([cell.is_wall for _, cell in board])) == (record["clues"], record["walls"])
    assert (here.folder / "sheet.pdf").read_bytes().startswith(b"%PDF")


def test_boards_that_have_no_others(here: Here) -> None:
    """There is one board of a single cell; it comes as often as asked for."""
    done = here("lightup", "generate", "--size", "1", "--black", "0", "--count", "3", "--seed", "1")
    assert (done.code, done.out) == (0, "1x1:a\n" * 3)


@pytest.mark.parametrize("action", ["explain", "rate", "hint"])
def test_a_board_that_is_too_large_to_explain_is_told_so(here: Here, action: str) -> None:
    """What a cell sees is kept for each cell: a million of them would take all memory."""
    done = here("lightup", action, "./" * 100_000 + ".")
    assert done.code == 1
    assert "100001 cells" in done.err
    assert "lightup solve" in done.err
