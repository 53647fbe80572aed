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


class AboutBoard(Question[AnswerT]):
    """A question about a board, as a text in any format."""

    board: str


class Solved(Answer, tag="starbattle.solved"):
    """How many solutions there are, and one of them, or two if there are several: `*` is a star."""

    status: Literal["unique", "multiple", "none"]
    board: Board
    solutions: tuple[tuple[str, ...], ...]


class Solve(AboutBoard[Solved], tag="starbattle.solve", by="bigand.puzzles.starbattle.answering:solved"):
    """Where are the stars, and is that the only way? Marks on the board are not looked at, unless they are kept."""

    keep_marks: bool = False


class Finding(Value):
    """Stars that touch, or are too many in a row, a column or a region, by its name."""

    kind: Literal["touching", "row", "column", "region"]
    name: str
    cells: tuple[Spot, ...]


class Checked(Answer, tag="starbattle.checked"):
    """What is wrong with the stars that are marked; else whether they are all."""

    status: Literal["solved", "open", "wrong"]
    board: Board
    findings: tuple[Finding, ...] = ()


class Check(AboutBoard[Checked], tag="starbattle.check", by="bigand.puzzles.starbattle.answering:checked"):
    """Are these marks right, as far as can be seen?"""


class Premise(Value):
    """What a step follows from: the number of stars in a row, column or region, two cells that touch, a mark.

    Of a region there is its first cell.
    """

    kind: Literal["row", "column", "region", "touching", "mark"]
    name: str = ""
    cells: tuple[Spot, ...] = ()


class Hinted(Answer, tag="starbattle.hinted"):
    """A cell of which follows whether it has a star, and the rules that say so: no other step needs fewer.

    None if the board is solved, if nothing follows (there are several solutions), or if it cannot be solved: then
    the premises are what clashes.
    """

    status: Literal["step", "solved", "open", "none"]
    board: Board
    cell: Spot | None = None
    is_star: bool | None = None
    premises: tuple[Premise, ...] = ()


class Hint(AboutBoard[Hinted], tag="starbattle.hint", by="bigand.puzzles.starbattle.answering:hinted"):
    """What follows next from the marks, and why?"""


class Generated(Answer, tag="starbattle.generated"):
    """A new board with one solution, as rows of regions."""

    seed: int
    board: Board


class Generate(Question[Generated], tag="starbattle.generate", by="bigand.puzzles.starbattle.answering:generated"):
    """A new board with exactly one solution: the same for the same question."""

    seed: int
    size: int = 8
    stars: int = 1


class Staged(Answer, tag="starbattle.staged"):
    """A board to be played on; with one star each, cells of a group cannot both have one."""

    board: Board
    stage: Stage


class StageBoard(Question[Staged], tag="starbattle.stage", by="bigand.puzzles.starbattle.playing:staged_board"):
    """What does a page need to let people play on this board?"""

    board: str
