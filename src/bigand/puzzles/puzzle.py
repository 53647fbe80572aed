"""What every puzzle offers to the rest of bigand.

`puzzles/NAME/` holds all that is a puzzle's own, `PUZZLE` in its `__init__` is an object of a subclass of `Puzzle`,
and `puzzles/__init__.py` lists it. Methods import what they need when they are called: whoever only asks which
puzzles there are loads none of them.

Every puzzle goes the way of a text: a board is read, its data goes into its model as a `Source`, a `Solution` of the
model is translated back to the board, judged by the rules of the game, and drawn.
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
    """What a student's text is, in the words of `bigand grade`; `line` is where it is wrong."""

    verdict: str
    line: int | None = None
    sentences: tuple[str, ...] = ()


class Puzzle:
    """A puzzle; what a board and a solution are is its own affair."""

    name: str
    example: str  # a board that has a solution, as people write it

    def questions(self) -> "Mapping[str, type[Question[Any]]]":
        """The types of its questions, by what follows its name in their tags."""
        raise NotImplementedError

    def commands(self) -> "Commands | Command":
        """`bigand NAME …`."""
        raise NotImplementedError

    def read(self, document: "Document") -> Any:
        """The board of a text; raises a `BigandError` if it is not one."""
        raise NotImplementedError

    def model(self, board: Any) -> "Source":
        """The model in the language, with the data of a board."""
        raise NotImplementedError

    def solution(self, board: Any, solution: "Solution") -> Any:
        """What a solution of the model means on the board."""
        raise NotImplementedError

    def judge(self, board: Any, solution: Any) -> bool:
        """Whether something solves a board, by the rules of the game and not by the model."""
        raise NotImplementedError

    def scene(self, board: Any, solution: Any = None) -> "Scene":
        """A board as a scene, with its solution if there is one."""
        raise NotImplementedError

    def describe_answer(self, answer: "Answer", texts: "Texts") -> dict[str, Any]:
        """What a page says of an answer, by names."""
        raise NotImplementedError

    def question_maker(self, reference: "Document") -> "Callable[[str], Question[Any]] | None":
        """Makes questions about the texts of students, if this is a reference that can be graded."""
        return None

    def grade_answer(self, answer: Any, texts: "Texts") -> GradeResult:
        """The grade that the answer to such a question gives."""
        raise NotImplementedError

    def write_task(self, reference: "Document", title: str, statement: str) -> str:
        """The text of an exercise that a student's page opens."""
        raise NotImplementedError
