"""N queens from Python: complete a placement, iterate over all placements, or count them.

>>> solve(4, place=["b1"])
(2, 4, 1, 3)
>>> count(8)
92
"""

from collections.abc import Iterable, Iterator

from bigand.puzzles.queens.board import Placement, make_task
from bigand.puzzles.queens.search import count_placements
from bigand.puzzles.queens.solver import iter_solutions

__all__ = ["count", "solutions", "solve"]


def solve(
    size: int, place: Iterable[str] = (), forbid: Iterable[str] = (), engine: str = "sat"
) -> Placement | None:
    """Find a placement of queens that do not attack each other.

    Args:
        size: The number of rows, columns and queens.
        place: Squares with a queen, named as in chess: "a4" is in the first column and the fourth row.
        forbid: Squares where no queen may be.
        engine: "sat" for the model that is taught, or "search".

    Returns:
        The columns of the queens, row by row and counted from 1, or None if there is no placement.

    Raises:
        BigandError: The squares are not on the board or contradict each other.

    >>> solve(4, place=["b1"])
    (2, 4, 1, 3)
    >>> solve(3) is None
    True
    """
    return next(solutions(size, place, forbid, engine), None)


def solutions(
    size: int, place: Iterable[str] = (), forbid: Iterable[str] = (), engine: str = "search", distinct: bool = False
) -> Iterator[Placement]:
    """Iterate over all placements.

    Args:
        size: The number of rows, columns and queens.
        place: Squares with a queen, named as in chess: "a4" is in the first column and the fourth row.
        forbid: Squares where no queen may be.
        engine: "search", or "sat" for the model that is taught.
        distinct: Leave out placements that are another one rotated or mirrored.

    Returns:
        An iterator over placements, as `solve` returns them.

    Raises:
        BigandError: The squares are not on the board or contradict each other.

    >>> list(solutions(4))
    [(2, 4, 1, 3), (3, 1, 4, 2)]
    >>> len(list(solutions(5))), len(list(solutions(5, distinct=True)))
    (10, 2)
    """
    for placement in iter_solutions(make_task(size, place, forbid), engine, distinct=distinct):
        yield tuple([column + 1 for column in placement])


def count(size: int, place: Iterable[str] = (), forbid: Iterable[str] = ()) -> int:
    """Count the placements.

    Args:
        size: The number of rows, columns and queens.
        place: Squares with a queen, named as in chess: "a4" is in the first column and the fourth row.
        forbid: Squares where no queen may be.

    Returns:
        The number of placements.

    Raises:
        BigandError: The squares are not on the board or contradict each other.
        LimitError: The board is too large to count its placements.

    >>> count(8)
    92
    """
    return count_placements(make_task(size, place, forbid))
