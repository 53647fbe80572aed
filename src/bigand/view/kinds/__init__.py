"""The kinds of views: each is one object in a file of its own, found by its name and imported when it is needed.

The names are those of `language/roles.py`, the only other place that a new kind is written into.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from bigand.view.layers import Layer
from bigand.view.palette import ColourDepth, Ink, visible_width
from bigand.view.scene import Row, Scene

if TYPE_CHECKING:
    from bigand.language.syntax import Program
    from bigand.view.drawing import Drawing
    from bigand.view.exhibit import Guess
    from bigand.view.facts import PredicateFacts

ClueNumbers = Mapping[Row, tuple[int, ...]]
_MOST_LINES = 60  # lines of a picture in a terminal


class SceneInput(Struct, frozen=True):
    """What is to be seen at one step: layers, and the same with the rows of all steps: pictures are alike."""

    title: str
    here: Sequence[Layer]
    every: Sequence[Layer]
    clues: ClueNumbers = {}  # what the file gives for places beside its atoms


class Screen(Struct, frozen=True):
    """Where lines are drawn: a terminal, and the inks and states of all pictures, which are to look alike."""

    width: int
    depth: ColourDepth
    ink: dict[str, Ink]
    states: frozenset[str] = frozenset()

    def fit_lines(self, lines: Sequence[str]) -> list[str]:
        """The lines, or none where there are too many of them, or one is too long."""
        is_fitting = len(lines) <= _MOST_LINES and max(map(visible_width, lines), default=0) <= self.width
        return list(lines) if is_fitting else []


class Kind:
    """A kind of view; what is written here holds for each that does not say otherwise."""

    is_shared: ClassVar = False  # whether predicates of one view stand in one picture
    is_titled: ClassVar = True  # whether its title is shown above its lines
    has_key: ClassVar = False  # whether its marks are explained in a key
    is_plain: ClassVar = False  # whether what has no view is shown like this anyway
    is_hidden: ClassVar = False  # whether its predicates are shown nowhere

    def is_pictured(self, layer: Layer) -> bool:
        """Whether a predicate gets a picture, or one a step; else it is shown among the rest."""
        return not self.is_plain or layer.step is not None

    def fits(self, layer: Layer) -> bool:
        """Whether this can be drawn, the index of the step left out; what does not fit is a grid or a table."""
        raise NotImplementedError

    def clue_numbers(self, _program: "Program") -> ClueNumbers:
        """What a file gives for places of a picture beside its atoms."""
        return {}

    def scene(self, stage: SceneInput) -> Scene:
        """The scene of one step."""
        raise NotImplementedError

    def paint(self, scene: Scene, name: str, ink: dict[str, Ink]) -> "Drawing":
        """A scene as shapes, a row free above for its title; `name` makes ids different from those of others."""
        raise NotImplementedError

    def lines(self, scene: Scene, screen: Screen) -> list[str]:
        """A scene in a terminal; none if its atoms are to be listed instead."""
        raise NotImplementedError

    def guesses(self, _facts: "Sequence[PredicateFacts]") -> "Iterator[Guess]":
        """Views of this kind that fit some predicates, with the points that speak for them."""
        yield from ()


@cache
def kind_of(name: str) -> Kind:
    """A kind by its name."""
    match name:
        case "tubes":
            from bigand.view.kinds import tubes

            return tubes.KIND
        case "board":
            from bigand.view.kinds import board

            return board.KIND
        case "graph":
            from bigand.view.kinds import graph

            return graph.KIND
        case "timeline":
            from bigand.view.kinds import timeline

            return timeline.KIND
        case "grid":
            from bigand.view.kinds import grid

            return grid.KIND
        case "table":
            from bigand.view.kinds import table

            return table.KIND
        case "hidden":
            from bigand.view.kinds import hidden

            return hidden.KIND
        case _:
            raise KeyError(name)
