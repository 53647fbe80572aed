"""Puzzles: each is a board, a model in the language, and a view.

Takes what people hand in (a link, a file, an array). Gives boards, their solutions and their pictures. A puzzle
imports the packages before this one; none of them knows a puzzle.
"""

TYPE_CHECKING = False  # that of `typing`: `import bigand` imports this, and it takes nothing with it
if TYPE_CHECKING:
    from bigand.puzzles.puzzle import Puzzle

PUZZLES = ("lightup", "queens", "watersort", "starbattle")  # in the order of `--help`


def load_puzzle(name: str) -> "Puzzle":
    """The puzzle of this name, one of `PUZZLES`."""
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
