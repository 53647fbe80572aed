"""The clauses of the model, given to a SAT solver that counts."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.direct import case
from bigand.solve.cases import models


def bulbs(board: Board, fixed: Sequence[int], deadline: float | None) -> Iterator[list[int]]:
    """No solution has all bulbs of another and one more: that one would stand in light."""
    clauses = case(board)
    if fixed:
        clauses = replace(clauses, clauses=[*clauses.clauses, *[[literal] for literal in fixed]])
    return models(clauses, deadline, incomparable=True)
