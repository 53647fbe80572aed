"""Every puzzle of the register: read, its data in its model, solved as any text is, judged, drawn."""

from importlib.resources import files
from typing import Any

import pytest
from tests.tables import table

from bigand.cli.parser import help_positions
from bigand.models import model
from bigand.puzzles import PUZZLES, load_puzzle
from bigand.source.document import Document
from bigand.source.error import BigandError
from bigand.view.paint import paint_scene, scene_inks
from bigand.view.svg import render_drawing_svg

BROKEN = [
    "",
    " ",
    "?",
    "\x00",
    "[",
    "[[",
    "{}",
    "a",
    "-1",
    "9" * 400,
    "😀\n😀",
    "https://puzz.link/p?",
    "x/" * 5000,
]


def board_of(name: str) -> Any:
    puzzle = load_puzzle(name)
    return puzzle.load_part(puzzle.read)(Document("board", puzzle.example))


def solved(name: str) -> tuple[Any, Any]:
    """The board of the example, and what a model of it means."""
    puzzle, board = load_puzzle(name), board_of(name)
    source = puzzle.load_part(puzzle.model)(board)
    taught = model(source.text, name=source.name, mode=source.mode, **source.values)
    found = taught.plan() if ";;@ horizon" in source.text else taught.solve()
    assert found is not None
    return board, puzzle.load_part(puzzle.solution)(board, found)


@pytest.mark.parametrize("name", PUZZLES)
def test_the_model_solves_the_example_by_the_rules_of_the_game(name: str) -> None:
    puzzle = load_puzzle(name)
    board, solution = solved(name)
    judge = puzzle.load_part(puzzle.judge)
    assert judge(board, solution)
    empty = solution[:-1] if isinstance(solution, tuple) else board
    assert not judge(board, empty)


@pytest.mark.parametrize("name", PUZZLES)
def test_the_example_is_drawn_with_and_without_its_solution(name: str) -> None:
    puzzle = load_puzzle(name)
    board, solution = solved(name)
    scenes = [puzzle.load_part(puzzle.scene)(board, one) for one in (None, solution)]
    pictures = [render_drawing_svg(paint_scene(scene, name, scene_inks([scene]))) for scene in scenes]
    assert all(picture.startswith("<svg") for picture in pictures)
    assert pictures[0] != pictures[1]


@table("name", PUZZLES)
@table("text", BROKEN, ids=range(len(BROKEN)))
def test_what_is_no_board_is_refused_or_read_but_no_crash(name: str, text: str) -> None:
    puzzle = load_puzzle(name)
    told = None
    try:
        assert puzzle.load_part(puzzle.scene)(puzzle.load_part(puzzle.read)(Document("board", text)), None)
    except BigandError as error:
        told = error
    assert told is None or str(told) != told.key, "there is a sentence"


@pytest.mark.parametrize("name", PUZZLES)
def test_all_parts_are_where_the_house_looks_for_them(name: str) -> None:
    puzzle = load_puzzle(name)
    assert puzzle.name == name
    for asked, kind in puzzle.questions.items():
        assert getattr(puzzle.load_part("questions"), kind).__struct_config__.tag == f"{name}.{asked}"
    commands = puzzle.load_part("commands")
    assert hasattr(commands, "run") or help_positions(commands.__name__)
    for language in ("english", "french"):
        assert all(key.startswith(f"{name}.") for key in puzzle.load_part(f"sentences.{language}").SENTENCES)
    assert files(f"bigand.puzzles.{name}").is_dir()
