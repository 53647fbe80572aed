"""N queens from Python.

import bigand
bigand.queens.solve(8)                              # the columns of the queens, row by row, from 1
bigand.queens.count(8)                              # 92
list(bigand.queens.solutions(8, place=["a4"]))      # completion
"""

from collections.abc import Iterable, Iterator

from bigand.puzzles.queens.board import Placement, make_task
from bigand.puzzles.queens.search import count_placements
from bigand.puzzles.queens.solver import iter_solutions


def solve(
    size: int, place: Iterable[str] = (), forbid: Iterable[str] = (), engine: str = "sat"
) -> Placement | None:
    """A placement, as the columns of the queens from row 1 on, or None."""
    return next(solutions(size, place, forbid, engine), None)


def solutions(
    size: int, place: Iterable[str] = (), forbid: Iterable[str] = (), engine: str = "search", distinct: bool = False
) -> Iterator[Placement]:
    """All placements; with `distinct` one of each that are the same turned or mirrored."""
    for placement in iter_solutions(make_task(size, place, forbid), engine, distinct=distinct):
        yield tuple([column + 1 for column in placement])


def count(size: int, place: Iterable[str] = (), forbid: Iterable[str] = ()) -> int:
    """How many placements there are."""
    return count_placements(make_task(size, place, forbid))
