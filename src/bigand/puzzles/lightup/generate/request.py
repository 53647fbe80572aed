"""What is asked for when a board is made, and what can be wrong with that."""

from msgspec import Struct

from bigand.puzzles.lightup.generate.symmetry import Symmetry
from bigand.puzzles.lightup.reasoning.levels import Level
from bigand.source.error import BigandError, LimitError

MAX_GENERATED_CELLS = 10_000  # cells


class RequestError(BigandError, ValueError):
    """A request that no board can meet."""


class TooHardError(LimitError):
    """No board was found, after so many designs."""


class Request(Struct, frozen=True):
    """A board of this size, level and symmetry, about `black` percent of its cells walls.

    With `minimal` no clue can be left out: without it the board would not be unique, or harder than asked for.
    """

    height: int
    width: int
    level: Level = Level.EASY
    symmetry: Symmetry = Symmetry.ROT2
    black: int = 20
    minimal: bool = False

    def __post_init__(self) -> None:
        if self.height < 1 or self.width < 1:
            raise RequestError("lightup.generate.no_cells")
        if self.height * self.width > MAX_GENERATED_CELLS:
            raise RequestError("lightup.generate.too_large", limit=MAX_GENERATED_CELLS)
        if self.symmetry.needs_square and self.height != self.width:
            raise RequestError("lightup.generate.not_square", symmetry=self.symmetry.value)
        if not 0 <= self.black < 100:
            raise RequestError("lightup.generate.black_range")
