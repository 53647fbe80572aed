"""The kinds of views: each is an object in a module of its own, imported when it is needed.

Their names are those in `language/view_kinds.py`, the only other place to register a new kind.
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
_MAX_LINES = 60  # of a picture in a terminal


class SceneInput(Struct, frozen=True):
    """The input for one scene: the layers at a step, and the layers of all steps, so that pictures look alike."""

    title: str
    layers: Sequence[Layer]
    all_steps: Sequence[Layer]  # the same with the rows of all steps
    clues: ClueNumbers = {}  # numbers that the file gives for places, apart from its atoms


class Screen(Struct, frozen=True):
    """A terminal to draw on, with the inks and states of all pictures, so that they look alike."""

    width: int
    depth: ColourDepth
    ink: dict[str, Ink]
    states: frozenset[str] = frozenset()

    def lines_if_fitting(self, lines: Sequence[str]) -> list[str]:
        """Return the lines, or none if they are too many or one is too long."""
        is_fitting = len(lines) <= _MAX_LINES and max(map(visible_width, lines), default=0) <= self.width
        return list(lines) if is_fitting else []


class Kind:
    """A kind of view; the methods here are the defaults."""

    is_shared: ClassVar = False  # all predicates of a view are in one picture
    is_titled: ClassVar = True  # the title is shown above the lines
    has_key: ClassVar = False  # the marks are explained in a key
    is_plain: ClassVar = False  # predicates without a view are shown like this anyway
    is_hidden: ClassVar = False  # the predicates are never shown

    def has_picture(self, layer: Layer) -> bool:
        """Whether a predicate gets a picture, or one per step; otherwise it is shown with the rest."""
        return not self.is_plain or layer.step is not None

    def fits(self, layer: Layer) -> bool:
        """Whether a layer without its step index can be drawn; one that does not fit becomes a grid or table."""
        raise NotImplementedError

    def clue_numbers(self, _program: "Program") -> ClueNumbers:
        """Return the numbers that a file gives for places of a picture, apart from its atoms."""
        return {}

    def scene(self, scene_input: SceneInput) -> Scene:
        """Return the scene of one step."""
        raise NotImplementedError

    def paint(self, scene: Scene, name: str, ink: dict[str, Ink]) -> "Drawing":
        """Return a scene as shapes, with a row free above for its title; `name` makes its ids unique."""
        raise NotImplementedError

    def lines(self, scene: Scene, screen: Screen) -> list[str]:
        """Return a scene as lines for a terminal; none if its atoms should be listed instead."""
        raise NotImplementedError

    def guesses(self, _facts: "Sequence[PredicateFacts]") -> "Iterator[Guess]":
        """Yield views of this kind that fit some predicates, with their points."""
        yield from ()


@cache
def kind_of(name: str) -> Kind:
    """Return a kind by its name."""
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
