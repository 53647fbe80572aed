"""`generate`: new boards of a puzzle that is a model."""

from typing import Literal, TypeAlias

from bigand.api.question import Answer
from bigand.api.report import Report
from bigand.api.source import TextQuestion
from bigand.api.steps import Level, Rating
from bigand.api.value import Value
from bigand.view.exhibit import Exhibit

Symmetry: TypeAlias = Literal["none", "rotation", "quarter", "horizontal", "vertical", "diagonal"]


class GeneratedBoard(Value):
    """A board with one solution: the clues, and all values that the text gets for it.

    Where the text has its board as facts, there are no values, and `text` is the text with other facts.
    """

    clues: tuple[str, ...]
    values: dict[str, list[str]]
    text: str
    solution: tuple[str, ...]  # its true atoms
    rating: Rating | None = None  # None if there was no time for it
    is_minimal: bool = True  # no clue can be left out without losing what was asked for
    board: Exhibit | None = None
    solved: Exhibit | None = None


class GenerateAnswer(Answer, tag="generate"):
    """As many boards as were found."""

    boards: tuple[GeneratedBoard, ...] = ()
    finished: bool = True  # else the time was up, or no board of this level was found
    seen: tuple[tuple[Level, int], ...] = ()  # how many boards of each level were made, where one is asked for


class Generate(TextQuestion[GenerateAnswer], tag="generate"):
    """New boards with one solution and as few clues as can be, of a level if one is asked for.

    The same question has the same answer; other seeds give other boards. Each board is reported when it is found.
    """

    count: int = 1
    level: Level | None = None
    symmetry: Symmetry = "none"
    seed: int = 0
    fixed: tuple[str, ...] = ()  # clues that every board has
    drawn: bool = False

    def answer(self, report: Report) -> GenerateAnswer:
        from bigand.api.generator import generate

        return generate(self, report)
