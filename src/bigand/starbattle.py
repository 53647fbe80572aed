"""Star Battle from Python.

from bigand import starbattle
board = starbattle.read("aaabbb/abbbcc/addeec/ffddec/feeeec/fccccc")   # or a link of puzz.link, a pzprv3 file
starbattle.solve(board).rows                                           # ('.*....', …), or None
starbattle.is_unique(starbattle.generate(8, stars=1, seed=7))          # True
"""

from collections.abc import Iterator
from itertools import islice

from bigand.puzzles.starbattle.board import Board, is_solution
from bigand.puzzles.starbattle.formats import BoardError, read_board
from bigand.puzzles.starbattle.formats import write_board as write
from bigand.puzzles.starbattle.generator import generate_board as _generate
from bigand.puzzles.starbattle.hints import HintStep, Premise, hint
from bigand.puzzles.starbattle.solver import iter_solutions as _solutions
from bigand.source.document import Document


def read(text: str) -> Board:
    """The board that a text is, in any format; a `BoardError` if it is none."""
    return read_board(Document("board", text))


def solutions(board: Board) -> Iterator[Board]:
    """All solutions that agree with the marks on a board, each with its stars as marks."""
    return _solutions(board)


def solve(board: Board) -> Board | None:
    """A solution, or None."""
    return next(solutions(board), None)


def is_unique(board: Board) -> bool:
    """Whether there is exactly one solution."""
    return len(list(islice(solutions(board), 2))) == 1


def generate(size: int = 8, stars: int = 1, seed: int = 0) -> Board:
    """A new board with exactly one solution; the same for the same arguments."""
    return _generate(size, stars, seed)


__all__ = [
    "Board",
    "BoardError",
    "HintStep",
    "Premise",
    "generate",
    "hint",
    "is_solution",
    "is_unique",
    "read",
    "solutions",
    "solve",
    "write",
]
