"""The clauses of the model, given to a SAT solver that counts."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from bigand.encode.cases import Case
from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.direct import case
from bigand.solve.cases import models


def bulbs(board: Board, fixed: Sequence[int], deadline: float | None) -> Iterator[list[int]]:
    """No solution has all bulbs of another and one more: that one would stand in light."""
    return models(case_of(board, fixed), deadline, incomparable=True)


def case_of(board: Board, fixed: Sequence[int]) -> Case:
    """What the model says of a board, and literals that must hold."""
    clauses = case(board)
    if not fixed:
        return clauses
    return replace(clauses, clauses=[*clauses.clauses, *[[literal] for literal in fixed]])
