"""What may be asked of Star Battle: solutions of a board, what is wrong with marks, what follows next; a new board.

A board is handed in as a text in any of the formats. Rows and columns are counted from 1, regions are named by
letters, in the order in which they come.
"""

from typing import Literal

from bigand.answer.question import Answer, AnswerT, Question
from bigand.answer.value import Value
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


class Solve(BoardQuestion[SolveAnswer], tag="starbattle.solve", by="bigand.puzzles.starbattle.answering:solve"):
    """Where are the stars, and is that the only way? Marks on the board are not looked at, unless they are kept."""

    keep_marks: bool = False


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


class Check(
    BoardQuestion[CheckAnswer], tag="starbattle.check", by="bigand.puzzles.starbattle.answering:check_marks"
):
    """Are these marks right, as far as can be seen?"""


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


class Hint(BoardQuestion[HintAnswer], tag="starbattle.hint", by="bigand.puzzles.starbattle.answering:give_hint"):
    """What follows next from the marks, and why?"""


class GenerateAnswer(Answer, tag="starbattle.generated"):
    """A new board with one solution, as rows of regions."""

    seed: int
    board: Board


class Generate(
    Question[GenerateAnswer], tag="starbattle.generate", by="bigand.puzzles.starbattle.answering:generate"
):
    """A new board with exactly one solution: the same for the same question."""

    seed: int
    size: int = 8
    stars: int = 1


class StageBoardAnswer(Answer, tag="starbattle.staged"):
    """A board to be played on; with one star each, cells of a group cannot both have one."""

    board: Board
    stage: Stage


class StageBoard(
    Question[StageBoardAnswer], tag="starbattle.stage", by="bigand.puzzles.starbattle.playing:stage_board"
):
    """What does a page need to let people play on this board?"""

    board: str
