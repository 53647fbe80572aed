"""What a puzzle is to the rest of the house: a folder, and one value in it that tells what is there.

`puzzles/NAME/` holds all that is its own. `PUZZLE` in its `__init__` names its parts; a line in
`puzzles/__init__.py` makes the house know it. Some parts are found by their place: `questions.py` (types, light to
import), `commands.py` (or a package with a module and a sheet for each action), `sentences/` (a module a language;
keys begin with the name), `door.py` (the puzzle from Python, if it has one).

The others are five functions, which take every puzzle along the one road that texts go: a board is read, its data
goes into its model as a `Source`, whatever solves that finds a `Solution`, which means something on the board, is
judged by the rules of the game, and drawn.
"""

from importlib import import_module
from typing import Any

from msgspec import Struct


class GradeResult(Struct, frozen=True, kw_only=True):
    """What a student's text is, in the words of `bigand grade`; `line` is where it is wrong."""

    verdict: str
    line: int | None = None
    sentences: tuple[str, ...] = ()


class Puzzle(Struct, frozen=True, kw_only=True):
    """A puzzle by its name; parts of it are imported when they are wanted.

    `questions` are names of classes in its module `questions`, by what one asks for. The functions are written
    `module:function`; what a board and a solution are is the puzzle's own affair.
    """

    name: str
    example: str  # a board that has a solution, as people write it
    questions: dict[str, str]
    read: str  # (document) -> board; a `BigandError` for what is none
    model: str  # (board) -> source: the model in the language, with the data of the board
    solution: str  # (board, solution of the model) -> solution
    judge: str  # (board, solution) -> whether it is one, by the rules of the game and not by the model
    scene: str  # (board, solution or None) -> scene, for `view/`
    question_maker: str = ""  # (document of a reference) -> what asks about a student's text, a question; or None
    grade_answer: str = ""  # (answer, texts) -> a `GradeResult`
    write_task: str = ""  # (document of a reference, title, statement) -> what a student's page opens, as a text
    describe_answer: str = (
        ""  # (answer, texts) -> what a page tells people of it, by names; nothing if it has no page
    )

    def load_part(self, reference: str) -> Any:
        """A module of its folder, or a function in one."""
        module, _, function = reference.partition(":")
        part = import_module(f"bigand.puzzles.{self.name}.{module}")
        return getattr(part, function) if function else part
