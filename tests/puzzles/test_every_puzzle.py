"""Every puzzle of the register: read, its data in its model, solved as any text is, judged, drawn."""

from importlib.resources import files
from typing import Any

import pytest
from tests.tables import table

from bigand.cli.options import OptionGroup
from bigand.cli.parser import Command
from bigand.messages.lookup import Area, Language, messages_of
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
    return puzzle.read(Document("board", puzzle.example))


def solved(name: str) -> tuple[Any, Any]:
    """The board of the example, and what a model of it means."""
    puzzle, board = load_puzzle(name), board_of(name)
    source = puzzle.model(board)
    taught = model(source.text, name=source.name, mode=source.mode, **source.values)
    found = taught.plan() if ";;@ horizon" in source.text else taught.solve()
    assert found is not None
    return board, puzzle.translate_solution(board, found)


@pytest.mark.parametrize("name", PUZZLES)
def test_the_model_solves_the_example_by_the_rules_of_the_game(name: str) -> None:
    puzzle = load_puzzle(name)
    board, solution = solved(name)
    judge = puzzle.judge
    assert judge(board, solution)
    empty = solution[:-1] if isinstance(solution, tuple) else board
    assert not judge(board, empty)


@pytest.mark.parametrize("name", PUZZLES)
def test_the_example_is_drawn_with_and_without_its_solution(name: str) -> None:
    puzzle = load_puzzle(name)
    board, solution = solved(name)
    scenes = [puzzle.scene(board, one) for one in (None, solution)]
    pictures = [render_drawing_svg(paint_scene(scene, name, scene_inks([scene]))) for scene in scenes]
    assert all(picture.startswith("<svg") for picture in pictures)
    assert pictures[0] != pictures[1]


@table("name", PUZZLES)
@table("text", BROKEN, ids=range(len(BROKEN)))
def test_what_is_no_board_is_refused_or_read_but_no_crash(name: str, text: str) -> None:
    puzzle = load_puzzle(name)
    told = None
    try:
        assert puzzle.scene(puzzle.read(Document("board", text))) is not None
    except BigandError as error:
        told = error
    assert told is None or str(told) != told.key, "there is a sentence"


@pytest.mark.parametrize("name", PUZZLES)
def test_its_questions_commands_and_messages_have_its_name(name: str) -> None:
    puzzle = load_puzzle(name)
    assert puzzle.name == name
    for asked, kind in puzzle.questions().items():
        assert kind.__struct_config__.tag == f"{name}.{asked}"  # type: ignore[attr-defined]  # of any Struct
    commands = puzzle.commands()
    loaded = [commands] if isinstance(commands, Command) else [commands.load(action) for action in commands.names]
    assert all(isinstance(command.options(), OptionGroup) for command in loaded)
    for language in Language:
        messages = messages_of(Area(name), language)
        assert messages
        assert all(key.startswith(f"{name}.") for key in messages)
    assert files(f"bigand.puzzles.{name}").is_dir()
