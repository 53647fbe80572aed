"""Star Battle from Python: read boards in any format, solve and generate them, and give hints.

>>> board = read("aaabbb/abbbcc/addeec/ffddec/feeeec/fccccc")  # or a link of puzz.link, a file of pzpr
>>> solve(board).rows[0]
'.*....'
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
    """Read a board.

    Args:
        text: The board in any of the formats: rows of letters, a link of puzz.link, a file of pzpr.

    Returns:
        The board.

    Raises:
        BoardError: The text is not a board.

    >>> read("aabb/aacb/ddcb/dccc").size
    4
    """
    return read_board(Document("board", text))


def solutions(board: Board) -> Iterator[Board]:
    """Iterate over all solutions that agree with the marks on the board.

    Args:
        board: The board.

    Returns:
        An iterator over boards with the stars of a solution as marks.

    >>> [solution.rows for solution in solutions(read("aabb/aacb/ddcb/dccc"))]
    [('.*..', '...*', '*...', '..*.')]
    """
    return _solutions(board)


def solve(board: Board) -> Board | None:
    """Find a solution that agrees with the marks on the board.

    Args:
        board: The board.

    Returns:
        The board with the stars of a solution as marks, or None if there is none.
    """
    return next(solutions(board), None)


def is_unique(board: Board) -> bool:
    """Check whether there is exactly one solution.

    Args:
        board: The board.

    Returns:
        Whether it is so.
    """
    return len(list(islice(solutions(board), 2))) == 1


def generate(size: int = 8, stars: int = 1, seed: int = 0) -> Board:
    """Make a new board with exactly one solution; the same arguments give the same board.

    Args:
        size: The number of rows, at least 4 for each star.
        stars: How many stars each row, column and region has.
        seed: Other seeds give other boards.

    Returns:
        The board.

    Raises:
        BigandError: The numbers are out of range.

    >>> is_unique(generate(4, seed=7))
    True
    """
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
