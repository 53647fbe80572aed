"""Water Sort: tubes with layers of colours; pour until every tube is empty or full of one colour."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from bigand.puzzles.puzzle import Puzzle

if TYPE_CHECKING:
    from bigand.api.question import Answer, Question
    from bigand.api.solution import Solution
    from bigand.api.source import Source
    from bigand.cli.parser import Commands
    from bigand.source.document import Document
    from bigand.view.scene import Scene
    from bigand.wording.texts import Texts


class WaterSort(Puzzle):
    name = "watersort"
    example = "red red blue blue/blue blue red red/- - - -"

    def questions(self) -> "Mapping[str, type[Question[Any]]]":
        from bigand.puzzles.watersort.questions import QUESTIONS

        return QUESTIONS

    def commands(self) -> "Commands":
        from bigand.puzzles.watersort.commands import COMMANDS

        return COMMANDS

    def read(self, document: "Document") -> Any:
        from bigand.puzzles.watersort.formats import read_level

        return read_level(document)

    def model(self, board: Any) -> "Source":
        from bigand.puzzles.watersort.engines.model import model

        return model(board)

    def translate_solution(self, board: Any, solution: "Solution") -> Any:
        from bigand.puzzles.watersort.engines.model import plan_of

        return plan_of(board, solution)

    def judge(self, board: Any, solution: Any) -> bool:
        from bigand.puzzles.watersort.pours import is_plan

        return is_plan(board, solution)

    def scene(self, board: Any, solution: Any = None) -> "Scene":
        from bigand.puzzles.watersort.draw import scene_after_plan

        return scene_after_plan(board, solution)

    def describe_answer(self, answer: "Answer", texts: "Texts") -> dict[str, Any]:
        from bigand.puzzles.watersort.wording import describe_answer

        return describe_answer(answer, texts)


PUZZLE = WaterSort()
