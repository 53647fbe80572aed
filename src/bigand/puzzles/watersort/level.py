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
    """A level of Water Sort: what is in each tube.

    A level is a value: methods return new levels. In a notebook it draws itself.

    Args:
        source: A text in any of the formats, or lists of colours: one list for each tube, from the bottom.
        height: How many layers fit into a tube. By default it is recognised.

    Attributes:
        height: How many layers fit into a tube.
        tubes: The tubes from the left, each with its colours from the bottom.

    Raises:
        LevelError: The source is not a level.

    >>> level = Level("GOGO OGOG ....")
    >>> level.tubes[0], level.height, level.colours
    (('G', 'O', 'G', 'O'), 4, ('G', 'O'))
    >>> Level([["red", "blue"], ["blue", "red"], []]).solve().moves
    3
    """

    height: int
    tubes: tuple[Tube, ...]

    def __init__(self, source: "str | Sequence[Any] | dict[str, Any]", height: int | None = None) -> None:
        from bigand.puzzles.watersort.formats import read_text_or_lists

        level = read_text_or_lists(source, height)
        object.__setattr__(self, "tubes", level.tubes)
        object.__setattr__(self, "height", level.height)

    @classmethod
    def from_tubes(cls, tubes: Sequence[Sequence[str]], height: int) -> "Level":
        """Make a level without checking it, which is faster than the constructor.

        Args:
            tubes: The tubes from the left, each with its colours from the bottom.
            height: How many layers fit into a tube.

        Returns:
            The level.
        """
        level = object.__new__(cls)
        object.__setattr__(level, "tubes", tuple([tuple(tube) for tube in tubes]))
        object.__setattr__(level, "height", height)
        return level

    # ------------------------------------------------------------------ Properties

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours, in order of first appearance."""
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
        """Write the level in a format.

        Args:
            format: "text", "upright", "json", "touist" (the model that is taught) or "svg".

        Returns:
            The text.

        Raises:
            ValueError: There is no such format.

        >>> print(Level("RB/BR/..").to("text"), end="")
        R B
        B R
        . .
        """
        from bigand.puzzles.watersort.formats import write_level

        return write_level(self, format)

    def pour(self, source: int, target: int, rule: "Variant | str" = "pour") -> "Level":
        """Pour from one tube into another.

        Args:
            source: The tube to pour from, counted from 0.
            target: The tube to pour into, counted from 0.
            rule: "pour" moves all layers of the colour on top that fit, "layer" one layer.

        Returns:
            The level after the pour.

        Raises:
            ValueError: The rules do not allow this pour.

        >>> Level("RB/BR/..").pour(0, 2).tubes
        (('R',), ('B', 'R'), ('B',))
        """
        from bigand.puzzles.watersort.pours import Variant, allowed_pour_between, apply_pour

        pour = allowed_pour_between(self, source, target, Variant(rule))
        if pour is None:
            raise ValueError(f"nothing can be poured from tube {source} to tube {target}")
        return apply_pour(self, pour)

    def solve(self, rule: "Variant | str" = "pour", engine: str = "search") -> "SolveResult":
        """Find a shortest plan.

        Args:
            rule: "pour" moves all layers of the colour on top that fit, "layer" one layer.
            engine: "search", or "model" for the model that is taught, solved by SAT.

        Returns:
            The `plan` and its number of `moves`; no plan if the level cannot be sorted.

        Raises:
            LimitError: The search met too many states.

        >>> result = Level("RB/BR/..").solve()
        >>> result.moves, [str(pour) for pour in result.plan]
        (3, ['2>3', '1>2', '1>3'])
        """
        from bigand.puzzles.watersort.pours import Variant
        from bigand.puzzles.watersort.solver import solve

        return solve(self, Variant(rule), engine)

    def hint(self, rule: "Variant | str" = "pour") -> "Pour | None":
        """Find the first pour of a shortest plan.

        Args:
            rule: "pour" moves all layers of the colour on top that fit, "layer" one layer.

        Returns:
            The pour, or None if the level is sorted or cannot be sorted.

        Raises:
            LimitError: The search met too many states.

        >>> str(Level("RB/BR/..").hint())
        '2>3'
        """
        plan = self.solve(rule).plan
        return plan[0] if plan else None

    def rate(self, rule: "Variant | str" = "pour") -> "Rating":
        """Rate how hard the level is.

        Args:
            rule: "pour" moves all layers of the colour on top that fit, "layer" one layer.

        Returns:
            The `grade`, and what it is based on.

        Raises:
            LimitError: The search met too many states.

        >>> Level("RB/BR/..").rate().grade
        <Grade.EASY: 'easy'>
        """
        from bigand.puzzles.watersort.pours import Variant
        from bigand.puzzles.watersort.rating import rate

        return rate(self, Variant(rule))

    def _repr_svg_(self) -> str:
        return self.to("svg")
