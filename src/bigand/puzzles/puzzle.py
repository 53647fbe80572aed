"""The interface that every puzzle offers to the rest of bigand.

The package `puzzles/NAME/` holds everything specific to a puzzle. `PUZZLE` in its `__init__` is an instance of a
subclass of `Puzzle`, and `puzzles/__init__.py` lists it. Methods import what they need when they are called, so
listing the puzzles loads none of them.

Every puzzle uses the same pipeline as a text: read a board, pass its data to the model as a `Source`, translate a
`Solution` of the model back to the board, judge it by the rules of the game, and draw it.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from bigand.api.question import Answer, Question
    from bigand.api.solution import Solution
    from bigand.api.source import Source
    from bigand.cli.parser import Command, Commands
    from bigand.source.document import Document
    from bigand.view.scene import Scene
    from bigand.wording.texts import Texts


class GradeResult(Struct, frozen=True, kw_only=True):
    """The grade of a student's text, with the verdicts of `bigand grade`; `line` is where the mistake is."""

    verdict: str
    line: int | None = None
    sentences: tuple[str, ...] = ()


class Puzzle:
    """A puzzle; each subclass chooses its own types for boards and solutions."""

    name: str
    example: str  # a board that has a solution, as a user would write it

    def questions(self) -> "Mapping[str, type[Question[Any]]]":
        """Question types by the part of their tag after the puzzle's name."""
        raise NotImplementedError

    def commands(self) -> "Commands | Command":
        """The commands of `bigand NAME …`."""
        raise NotImplementedError

    def read(self, document: "Document") -> Any:
        """Read a board from a text; raise a `BigandError` if it is not one."""
        raise NotImplementedError

    def model(self, board: Any) -> "Source":
        """Return the model in the language, with the data of `board`."""
        raise NotImplementedError

    def translate_solution(self, board: Any, solution: "Solution") -> Any:
        """Translate a solution of the model to the board."""
        raise NotImplementedError

    def judge(self, board: Any, solution: Any) -> bool:
        """Whether `solution` solves `board`, by the rules of the game and independently of the model."""
        raise NotImplementedError

    def scene(self, board: Any, solution: Any = None) -> "Scene":
        """Return the board as a scene, with its solution if there is one."""
        raise NotImplementedError

    def describe_answer(self, answer: "Answer", texts: "Texts") -> dict[str, Any]:
        """Return the texts that a page shows for an answer, by field name."""
        raise NotImplementedError

    def question_maker(self, reference: "Document") -> "Callable[[str], Question[Any]] | None":  # noqa: ARG002
        """Return a maker of questions about students' texts, or None if `reference` cannot be graded."""
        return None

    def grade_answer(self, answer: Any, texts: "Texts") -> GradeResult:
        """Return the grade for the answer to a question of `question_maker`."""
        raise NotImplementedError

    def write_task(self, reference: "Document", title: str, statement: str) -> str:
        """Write the text of an exercise that a student opens in the studio."""
        raise NotImplementedError
