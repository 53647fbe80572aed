"""Puzzles: each is a board, a model in the language, and a view.

Takes what people hand in (a link, a file, an array). Gives boards, their solutions and their pictures. A puzzle
knows the rooms before this one; none of them knows a puzzle.
"""

TYPE_CHECKING = False  # whoever imports bigand imports this: it takes nothing with it
if TYPE_CHECKING:
    from bigand.puzzles.puzzle import Puzzle

PUZZLES = ("lightup", "queens", "watersort", "starbattle")  # in the order of `--help`


def load_puzzle(name: str) -> "Puzzle":
    """What a puzzle tells of itself."""
    from importlib import import_module

    puzzle: Puzzle = import_module(f"bigand.puzzles.{name}").PUZZLE
    return puzzle
