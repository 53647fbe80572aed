"""Techniques: what a step of an explanation can be, from the cheapest on."""

from enum import Enum

from bigand.puzzles.lightup.reasoning.levels import Level


class Technique(Enum):
    """What a step is."""

    SINGLE = "single"  # one direct rule
    CORNERS = "corners"  # Empty Corners: the set argument that LEGUP has a rule for
    SHARED_CELLS = "shared_cells"  # a set argument about the cells beside a clue
    SHARED_LIGHT = "shared_light"  # a set argument about the cells that can light a dark one
    CASE = "case"
    NESTED = "nested"

    @property
    def level(self) -> Level:
        """The level of boards that need it."""
        return _LEVELS[self]


_LEVELS = {
    Technique.SINGLE: Level.EASY,
    Technique.CORNERS: Level.TRICKY,
    Technique.SHARED_CELLS: Level.TRICKY,
    Technique.SHARED_LIGHT: Level.TRICKY,
    Technique.CASE: Level.HARD,
    Technique.NESTED: Level.EXPERT,
}
