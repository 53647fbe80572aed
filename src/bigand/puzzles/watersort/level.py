"""A level as a value: the content of each tube from the bottom up, and the height of the tubes."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bigand.puzzles.watersort.pours import Pour, Variant
    from bigand.puzzles.watersort.rating import Rating
    from bigand.puzzles.watersort.solver import SolveResult

Tube = tuple[str, ...]


@dataclass(frozen=True, slots=True, init=False)
class Level:
    """`tubes` from the left, each with its colours from the bottom; made from any format there is.

    >>> level = Level("GOGO OGOG ....")
    >>> level.tubes[0], level.height, level.colours
    (('G', 'O', 'G', 'O'), 4, ('G', 'O'))
    """

    height: int
    tubes: tuple[Tube, ...]

    def __init__(self, source: "str | Sequence[Any] | dict[str, Any]", height: int | None = None) -> None:
        from bigand.puzzles.watersort.formats import read_source

        level = read_source(source, height)
        object.__setattr__(self, "tubes", level.tubes)
        object.__setattr__(self, "height", level.height)

    @classmethod
    def from_tubes(cls, tubes: Sequence[Sequence[str]], height: int) -> "Level":
        """The level with these tubes, which nobody looks at."""
        level = object.__new__(cls)
        object.__setattr__(level, "tubes", tuple([tuple(tube) for tube in tubes]))
        object.__setattr__(level, "height", height)
        return level

    # ------------------------------------------------------------------ Properties

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours, in the order in which they come."""
        return tuple(dict.fromkeys([colour for tube in self.tubes for colour in tube]))

    @property
    def amounts(self) -> dict[str, int]:
        """How many layers there are of each colour."""
        return dict(Counter([colour for tube in self.tubes for colour in tube]))

    @property
    def is_sorted(self) -> bool:
        """Whether each tube is empty or full of one colour."""
        return all([not tube or (len(tube) == self.height and len(set(tube)) == 1) for tube in self.tubes])

    def __str__(self) -> str:
        return self.to("text").rstrip("\n")

    def __repr__(self) -> str:
        return f"Level({[list(tube) for tube in self.tubes]!r}, height={self.height})"

    def __reduce__(self) -> Any:
        return (Level.from_tubes, (self.tubes, self.height))

    # ------------------------------------------------------------------ Operations

    def to(self, format: str) -> str:
        """The level in a format by its name, one of `formats.WRITTEN`."""
        from bigand.puzzles.watersort.formats import write_level

        return write_level(self, format)

    def pour(self, source: int, target: int, rule: "Variant | str" = "pour") -> "Level":
        """The level after a pour from one tube to another, both counted from 0; ValueError if there is none."""
        from bigand.puzzles.watersort.pours import Variant, apply_pour, pour_between

        pour = pour_between(self, source, target, Variant(rule))
        if pour is None:
            raise ValueError(f"nothing can be poured from tube {source} to tube {target}")
        return apply_pour(self, pour)

    def solve(self, rule: "Variant | str" = "pour", engine: str = "search") -> "SolveResult":
        """A plan with the least number of moves, or that there is none."""
        from bigand.puzzles.watersort.pours import Variant
        from bigand.puzzles.watersort.solver import solve

        return solve(self, Variant(rule), engine)

    def hint(self, rule: "Variant | str" = "pour") -> "Pour | None":
        """A pour that begins a shortest plan; None if the tubes are sorted already, or never will be."""
        plan = self.solve(rule).plan
        return plan[0] if plan else None

    def rate(self, rule: "Variant | str" = "pour") -> "Rating":
        """How hard the level is."""
        from bigand.puzzles.watersort.pours import Variant
        from bigand.puzzles.watersort.rating import rate

        return rate(self, Variant(rule))

    def _repr_svg_(self) -> str:
        return self.to("svg")
