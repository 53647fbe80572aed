"""Water Sort from Python: levels in any format, solved, judged, made, drawn.

import bigand
level = bigand.watersort.Level("RBRB/BRBR/....")         # or lines of words, JSON, lists, a file's text
answer = level.solve()                                   # rule="layer" for one layer a move
print(answer.moves, *answer.plan)                        # the least number of moves, and a plan
bigand.watersort.generate(12, seed=7).rate().grade       # in a notebook a level shows itself
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
    """The level of a file, in any format."""
    return Level(Path(path).read_bytes().decode("utf-8", "replace"))


def generate(
    colours: int, empty: int = 2, height: int = 4, seed: int = 0, grade: Grade | str | None = None
) -> Level:
    """A level that can be sorted; the same for the same arguments."""
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
