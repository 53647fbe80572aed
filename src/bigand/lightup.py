"""Light Up from Python: boards in any format, solved, checked, drawn.

import bigand
board = bigand.lightup.Board("7x7:bBe2c1g0g2g1c3eBb")   # or rows of text, an array, a link, a file's text
print(board.solve())
assert board.is_unique()
board.to("puzzlink")                                     # in a notebook a board shows itself
"""

from collections.abc import Iterable
from pathlib import Path

from bigand.puzzles.lightup.board import Board, Cell, Place
from bigand.puzzles.lightup.faults import BoardError
from bigand.puzzles.lightup.findings import Finding, Kind
from bigand.puzzles.lightup.solving import Answer, Status, answers


def load(path: str | Path) -> Board:
    """The board of a file, in any format."""
    return Board(Path(path).read_bytes().decode("utf-8", "replace"))


def solve_all(boards: Iterable[Board]) -> list[Answer]:
    """The answers for many boards, for which the model is expanded together."""
    return answers(list(boards))


__all__ = ["Answer", "Board", "BoardError", "Cell", "Finding", "Kind", "Place", "Status", "load", "solve_all"]
