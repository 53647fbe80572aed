"""Star Battle: the same number of stars in each row, column and region, and no two stars touch.

`board` is the value and judges stars, `formats` reads and writes it, `model.touist` says what a solution is,
`solver` finds solutions, `hints` explains what follows from the rules, `generator` makes boards with one solution.
"""

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


class StarBattle(Puzzle):
    name = "starbattle"
    example = "aaabbb/abbbcc/addeec/ffddec/feeeec/fccccc"

    def questions(self) -> "Mapping[str, type[Question[Any]]]":
        from bigand.puzzles.starbattle.questions import QUESTIONS

        return QUESTIONS

    def commands(self) -> "Commands":
        from bigand.puzzles.starbattle.commands import COMMANDS

        return COMMANDS

    def read(self, document: "Document") -> Any:
        from bigand.puzzles.starbattle.formats import read_board

        return read_board(document)

    def model(self, board: Any) -> "Source":
        from bigand.puzzles.starbattle.solver import model

        return model(board)

    def translate_solution(self, board: Any, solution: "Solution") -> Any:
        from bigand.puzzles.starbattle.solver import apply_solution

        return apply_solution(board, solution)

    def judge(self, board: Any, solution: Any) -> bool:
        from bigand.puzzles.starbattle.board import is_solution

        return is_solution(board, solution)

    def scene(self, board: Any, solution: Any = None) -> "Scene":
        from bigand.puzzles.starbattle.draw import scene

        return scene(board, solution)

    def describe_answer(self, answer: "Answer", texts: "Texts") -> dict[str, Any]:
        from bigand.puzzles.starbattle.wording import describe_answer

        return describe_answer(answer, texts)


PUZZLE = StarBattle()
