"""`generate`: make new boards for a puzzle that is written as a text."""

from typing import Literal, TypeAlias

from bigand.api.question import Answer
from bigand.api.report import Report
from bigand.api.source import TextQuestion
from bigand.api.steps import Level, Rating
from bigand.api.value import Value
from bigand.view.exhibit import Exhibit

Symmetry: TypeAlias = Literal["none", "rotation", "quarter", "horizontal", "vertical", "diagonal"]


class GeneratedBoard(Value):
    """A board with one solution: its clues, and the values of the text's variables for it.

    If the text has its board as facts, there are no values, and `text` is the text with other facts.
    """

    clues: tuple[str, ...]
    values: dict[str, list[str]]
    text: str
    solution: tuple[str, ...]  # its true atoms
    rating: Rating | None = None  # None if there was no time for it
    is_minimal: bool = True  # without any one of the clues the board would not be as requested
    board: Exhibit | None = None
    solved: Exhibit | None = None


class GenerateAnswer(Answer, tag="generate"):
    """The boards that were found."""

    boards: tuple[GeneratedBoard, ...] = ()
    finished: bool = True  # False if the time was up, or no board of this level was found
    seen: tuple[tuple[Level, int], ...] = ()  # how many boards of each level were made, if a level was requested


class Generate(TextQuestion[GenerateAnswer], tag="generate"):
    """Make boards with one solution and as few clues as possible, of a given level if there is one.

    The same question has the same answer; other seeds give other boards. Each board is reported when it is found.
    """

    count: int = 1
    level: Level | None = None
    symmetry: Symmetry = "none"
    seed: int = 0
    fixed: tuple[str, ...] = ()  # clues that every board must have
    drawn: bool = False

    def answer(self, report: Report) -> GenerateAnswer:
        from bigand.api.generator import generate

        return generate(self, report)
