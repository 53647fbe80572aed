"""Puzzles: each is a board, a model in the language, and a view.

Takes what people hand in (a link, a file, an array). Gives boards, their solutions and their pictures. A puzzle
knows the rooms before this one; none of them knows a puzzle.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bigand.puzzles.puzzle import Puzzle

PUZZLES = ("lightup", "queens", "watersort", "starbattle")  # in the order of `--help`


def puzzle_named(name: str) -> "Puzzle":
    """What a puzzle tells of itself."""
    puzzle: Puzzle = import_module(f"bigand.puzzles.{name}").PUZZLE
    return puzzle
