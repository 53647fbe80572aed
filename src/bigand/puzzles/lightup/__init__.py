"""Light Up (Akari): put bulbs on white cells so that every white cell is lit and no bulb lights another.

`board` is the value, `formats` reads and writes it, `model.touist` says what a solution is, `solver` finds it,
`check` judges marks, `draw` makes pictures.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from bigand.puzzles.puzzle import GradeResult, Puzzle

if TYPE_CHECKING:
    from bigand.api.question import Answer, Question
    from bigand.api.solution import Solution
    from bigand.api.source import Source
    from bigand.cli.parser import Commands
    from bigand.source.document import Document
    from bigand.view.scene import Scene
    from bigand.wording.texts import Texts


class LightUp(Puzzle):
    name = "lightup"
    example = "7x7:eBB0b2gBd1hBg1a1d2a"

    def questions(self) -> "Mapping[str, type[Question[Any]]]":
        from bigand.puzzles.lightup.questions import QUESTIONS

        return QUESTIONS

    def commands(self) -> "Commands":
        from bigand.puzzles.lightup.commands import COMMANDS

        return COMMANDS

    def read(self, document: "Document") -> Any:
        from bigand.puzzles.lightup.formats import read_board

        return read_board(document)

    def model(self, board: Any) -> "Source":
        from bigand.puzzles.lightup.model import model

        return model(board)

    def translate_solution(self, board: Any, solution: "Solution") -> Any:
        from bigand.puzzles.lightup.model import apply_solution

        return apply_solution(board, solution)

    def judge(self, board: Any, solution: Any) -> bool:
        from bigand.puzzles.lightup.model import is_solution_of

        return is_solution_of(board, solution)

    def scene(self, board: Any, solution: Any = None) -> "Scene":
        from bigand.puzzles.lightup.model import scene

        return scene(board, solution)

    def describe_answer(self, answer: "Answer", texts: "Texts") -> dict[str, Any]:
        from bigand.puzzles.lightup.page_text import describe_answer

        return describe_answer(answer, texts)

    def question_maker(self, reference: "Document") -> "Callable[[str], Question[Any]] | None":
        from bigand.puzzles.lightup.grading import question_maker

        return question_maker(reference)

    def grade_answer(self, answer: Any, texts: "Texts") -> GradeResult:
        from bigand.puzzles.lightup.grading import grade_answer

        return grade_answer(answer, texts)

    def write_task(self, reference: "Document", title: str, statement: str) -> str:
        from bigand.puzzles.lightup.grading import write_task

        return write_task(reference, title, statement)


PUZZLE = LightUp()
