"""Water Sort from Python: read levels in any format, solve, rate, draw and generate them.

>>> level = Level("RBRB/BRBR/....")  # or lines of words, JSON, lists, the text of a file
>>> result = level.solve()  # rule="layer" for one layer a move
>>> result.moves, len(result.plan)
(7, 7)
"""

from pathlib import Path

from bigand.puzzles.watersort.formats.assembly import LevelError
from bigand.puzzles.watersort.generator import LevelRequest
from bigand.puzzles.watersort.generator import generate as _generate
from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.pours import Pour, Refusal, is_plan, pours
from bigand.puzzles.watersort.pours import Variant as Rule
from bigand.puzzles.watersort.questions import Effect as Reason
from bigand.puzzles.watersort.questions import Grade, Traps
from bigand.puzzles.watersort.rating import Rating, rate
from bigand.puzzles.watersort.solver import Hint, Limits, SolveResult, hint, solve


def load(path: str | Path) -> Level:
    """Load the level of a file, in any format.

    Args:
        path: The file.

    Returns:
        The level.

    Raises:
        OSError: The file cannot be read.
        LevelError: The file is not a level.
    """
    return Level(Path(path).read_bytes().decode("utf-8", "replace"))


def generate(
    colours: int, empty: int = 2, height: int = 4, seed: int = 0, grade: Grade | str | None = None
) -> Level:
    """Make a new level that can be sorted; the same arguments give the same level.

    Args:
        colours: How many colours.
        empty: How many empty tubes.
        height: How many layers fit into a tube.
        seed: Other seeds give other levels.
        grade: How hard it is to be. By default any grade will do.

    Returns:
        The level.

    Raises:
        BigandError: The numbers are out of range.
        ValueError: There is no such grade.
        LimitError: No such level was found.

    >>> level = generate(3, seed=7)
    >>> len(level.tubes), level.solve().is_solvable
    (5, True)
    """
    return _generate(LevelRequest(colours, empty, height, None if grade is None else Grade(grade)), seed)


__all__ = [
    "Grade",
    "Hint",
    "Level",
    "LevelError",
    "Limits",
    "Pour",
    "Rating",
    "Reason",
    "Refusal",
    "Rule",
    "SolveResult",
    "Traps",
    "generate",
    "hint",
    "is_plan",
    "load",
    "pours",
    "rate",
    "solve",
]
