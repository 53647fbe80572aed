"""What may be asked of Star Battle: solutions of a board, what is wrong with marks, what follows next; a new board.

A board is handed in as a text in any of the formats. Rows and columns are counted from 1, regions are named by
letters, in the order in which they come.
"""

from typing import Any, Literal

from bigand.api.question import Answer, AnswerT, Question
from bigand.api.report import Report
from bigand.api.value import Value
from bigand.puzzles.stage import Stage
from bigand.puzzles.starbattle.board import Board


class Spot(Value):
    """A cell."""

    row: int
    column: int


class BoardQuestion(Question[AnswerT]):
    """A question about a board, as a text in any format."""

    board: str


class SolveAnswer(Answer, tag="starbattle.solved"):
    """How many solutions there are, and one of them, or two if there are several: `*` is a star."""

    status: Literal["unique", "multiple", "none"]
    board: Board
    solutions: tuple[tuple[str, ...], ...]


class Solve(BoardQuestion[SolveAnswer], tag="starbattle.solve"):
    """Where are the stars, and is that the only way? Marks on the board are not looked at, unless they are kept."""

    keep_marks: bool = False

    def answer(self, report: Report) -> SolveAnswer:
        from bigand.puzzles.starbattle.handlers import solve

        return solve(self, report)


class Finding(Value):
    """Stars that touch, or are too many in a row, a column or a region, by its name."""

    kind: Literal["touching", "row", "column", "region"]
    name: str
    cells: tuple[Spot, ...]


class CheckAnswer(Answer, tag="starbattle.checked"):
    """What is wrong with the stars that are marked; else whether they are all."""

    status: Literal["solved", "open", "wrong"]
    board: Board
    findings: tuple[Finding, ...] = ()


class Check(BoardQuestion[CheckAnswer], tag="starbattle.check"):
    """Are these marks right, as far as can be seen?"""

    def answer(self, report: Report) -> CheckAnswer:
        from bigand.puzzles.starbattle.handlers import check_marks

        return check_marks(self, report)


class PremiseRecord(Value):
    """What a step follows from: the number of stars in a row, column or region, two cells that touch, a mark.

    Of a region there is its first cell.
    """

    kind: Literal["row", "column", "region", "touching", "mark"]
    name: str = ""
    cells: tuple[Spot, ...] = ()


class HintAnswer(Answer, tag="starbattle.hinted"):
    """A cell of which follows whether it has a star, and the rules that say so: no other step needs fewer.

    None if the board is solved, if nothing follows (there are several solutions), or if it cannot be solved: then
    the premises are what clashes.
    """

    status: Literal["step", "solved", "open", "none"]
    board: Board
    cell: Spot | None = None
    is_star: bool | None = None
    premises: tuple[PremiseRecord, ...] = ()


class Hint(BoardQuestion[HintAnswer], tag="starbattle.hint"):
    """What follows next from the marks, and why?"""

    def answer(self, report: Report) -> HintAnswer:
        from bigand.puzzles.starbattle.handlers import give_hint

        return give_hint(self, report)


class GenerateAnswer(Answer, tag="starbattle.generated"):
    """A new board with one solution, as rows of regions."""

    seed: int
    board: Board


class Generate(Question[GenerateAnswer], tag="starbattle.generate"):
    """A new board with exactly one solution: the same for the same question."""

    seed: int
    size: int = 8
    stars: int = 1

    def answer(self, report: Report) -> GenerateAnswer:
        from bigand.puzzles.starbattle.handlers import generate

        return generate(self, report)


class StageBoardAnswer(Answer, tag="starbattle.staged"):
    """A board to be played on; with one star each, cells of a group cannot both have one."""

    board: Board
    stage: Stage


class StageBoard(Question[StageBoardAnswer], tag="starbattle.stage"):
    """What does a page need to let people play on this board?"""

    board: str

    def answer(self, report: Report) -> StageBoardAnswer:
        from bigand.puzzles.starbattle.handlers import stage_board

        return stage_board(self, report)


QUESTIONS: dict[str, type[Question[Any]]] = {
    "solve": Solve,
    "check": Check,
    "hint": Hint,
    "generate": Generate,
    "stage": StageBoard,
}
