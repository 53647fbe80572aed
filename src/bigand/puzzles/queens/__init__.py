"""N queens: a board with some queens placed and some squares forbidden, the taught model, and a search.

A `Task` goes in; placements (each checked by `board.first_attack`) or their number come out.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from bigand.puzzles.puzzle import Puzzle

if TYPE_CHECKING:
    from bigand.api.question import Answer, Question
    from bigand.api.solution import Solution
    from bigand.api.source import Source
    from bigand.cli.parser import Command
    from bigand.source.document import Document
    from bigand.view.scene import Scene
    from bigand.wording.texts import Texts


class Queens(Puzzle):
    name = "queens"
    example = "8 a4"

    def questions(self) -> "Mapping[str, type[Question[Any]]]":
        from bigand.puzzles.queens.questions import QUESTIONS

        return QUESTIONS

    def commands(self) -> "Command":
        from bigand.puzzles.queens.commands import COMMANDS

        return COMMANDS

    def read(self, document: "Document") -> Any:
        from bigand.puzzles.queens.board import read_task

        return read_task(document)

    def model(self, board: Any) -> "Source":
        from bigand.puzzles.queens.solver import model

        return model(board)

    def translate_solution(self, board: Any, solution: "Solution") -> Any:
        from bigand.puzzles.queens.solver import placement_of

        return placement_of(board, solution)

    def judge(self, board: Any, solution: Any) -> bool:
        from bigand.puzzles.queens.board import is_solution

        return is_solution(board, solution)

    def scene(self, board: Any, solution: Any = None) -> "Scene":
        from bigand.puzzles.queens.draw import scene

        return scene(board, solution)

    def describe_answer(self, answer: "Answer", texts: "Texts") -> dict[str, Any]:
        from bigand.puzzles.queens.wording import describe_answer

        return describe_answer(answer, texts)


PUZZLE = Queens()
