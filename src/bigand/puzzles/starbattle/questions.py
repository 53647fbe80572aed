"""Questions about Star Battle: solve a board, check marks, give a hint, generate a board.

A board is a text in any of the formats. Rows and columns are counted from 1; regions are named by letters, in order
of appearance.
"""

from typing import Any, Literal

from bigand.api.question import Answer, AnswerT, Question
from bigand.api.report import Report
from bigand.api.value import Value
from bigand.puzzles.stage import Stage
from bigand.puzzles.starbattle.board import Board


class Spot(Value):
    """A cell: row and column, counted from 1."""

    row: int
    column: int


class BoardQuestion(Question[AnswerT]):
    """A question about a board, given as a text in any format."""

    board: str


class SolveAnswer(Answer, tag="starbattle.solved"):
    """Whether there is one solution, several or none, with up to two of them; `*` is a star."""

    status: Literal["unique", "multiple", "none"]
    board: Board
    solutions: tuple[tuple[str, ...], ...]


class Solve(BoardQuestion[SolveAnswer], tag="starbattle.solve"):
    """Where are the stars, and is the solution unique? Marks on the board count only with `keep_marks`."""

    keep_marks: bool = False

    def answer(self, report: Report) -> SolveAnswer:
        from bigand.puzzles.starbattle.handlers import solve

        return solve(self, report)


class Finding(Value):
    """Stars that touch, or too many stars in the row, column or region called `name`."""

    kind: Literal["touching", "row", "column", "region"]
    name: str
    cells: tuple[Spot, ...]


class CheckAnswer(Answer, tag="starbattle.checked"):
    """Mistakes among the marked stars, or else whether the board is solved."""

    status: Literal["solved", "open", "wrong"]
    board: Board
    findings: tuple[Finding, ...] = ()


class Check(BoardQuestion[CheckAnswer], tag="starbattle.check"):
    """Are these marks right, as far as can be seen without solving?"""

    def answer(self, report: Report) -> CheckAnswer:
        from bigand.puzzles.starbattle.handlers import check_marks

        return check_marks(self, report)


class PremiseRecord(Value):
    """A premise of a step: the number of stars in a row, column or region, two touching cells, or a mark.

    For a region, `cells` has its first cell.
    """

    kind: Literal["row", "column", "region", "touching", "mark"]
    name: str = ""
    cells: tuple[Spot, ...] = ()


class HintAnswer(Answer, tag="starbattle.hinted"):
    """A forced cell and the rules that force it, with the fewest premises of all steps considered.

    `cell` is None if the board is solved, if nothing is forced (there are several solutions), or if it cannot be
    solved; in the last case `premises` are what clashes.
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
    """Generate a board with exactly one solution, the same for the same question."""

    seed: int
    size: int = 8
    stars: int = 1

    def answer(self, report: Report) -> GenerateAnswer:
        from bigand.puzzles.starbattle.handlers import generate

        return generate(self, report)


class StageBoardAnswer(Answer, tag="starbattle.staged"):
    """A board to play on; at most one cell of each group has a star."""

    board: Board
    stage: Stage


class StageBoard(Question[StageBoardAnswer], tag="starbattle.stage"):
    """What does a page need so that users can play on this board?"""

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
