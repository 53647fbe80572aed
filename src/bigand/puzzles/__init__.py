"""Puzzles: each has a board, a model in the language, and a view.

A puzzle reads boards (a link, a file, an array) and produces their solutions and pictures. It imports the packages
before this one; none of those imports a puzzle.
"""

# `typing.TYPE_CHECKING` without the import: `import bigand` loads this module, so it must stay cheap
TYPE_CHECKING = False
if TYPE_CHECKING:
    from bigand.puzzles.puzzle import Puzzle

PUZZLES = ("lightup", "queens", "watersort", "starbattle")  # in the order of `--help`


def load_puzzle(name: str) -> "Puzzle":
    """Return the puzzle called `name`, one of `PUZZLES`."""
    match name:
        case "lightup":
            from bigand.puzzles import lightup

            return lightup.PUZZLE
        case "queens":
            from bigand.puzzles import queens

            return queens.PUZZLE
        case "watersort":
            from bigand.puzzles import watersort

            return watersort.PUZZLE
        case "starbattle":
            from bigand.puzzles import starbattle

            return starbattle.PUZZLE
        case _:
            raise KeyError(name)
