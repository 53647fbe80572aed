"""Levels: what it takes to solve a board, in Simon Tatham's meaning, and one more.

Easy boards give way to single deductions, tricky ones to set arguments too, hard ones need cases in which
single deductions lead to a contradiction, expert ones need cases within cases. What is known only grows, and
every technique finds more the more is known; so it does not matter in which order they are tried, and a board
has one level.
"""

from collections.abc import Iterable, Iterator
from enum import Enum, IntEnum
from itertools import product
from typing import get_args

from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Position, cells_in
from bigand.puzzles.lightup.questions import LevelName as Word
from bigand.puzzles.lightup.reasoning.argument import suppose
from bigand.puzzles.lightup.reasoning.deductions import dots_by_sets, settle


class Level(IntEnum):
    """How hard a board is. As a number it says which techniques `closure` may use.

    >>> Level.HARD.word, Level.EASY < Level.EXPERT
    ('hard', True)
    """

    EASY = 0
    TRICKY = 1
    HARD = 2
    EXPERT = 3

    @property
    def word(self) -> Word:
        """The name on the command line and in JSON."""
        return LEVEL_NAMES[self]


LEVEL_NAMES: tuple[Word, ...] = get_args(Word)


def closure(
    position: Position, reach: int, around: Cells = EVERYWHERE, among: Cells = EVERYWHERE
) -> Position | None:
    """All that follows by the techniques within reach; nothing if that ends in a contradiction.

    Reach 0 is single deductions, 1 set arguments too, and n + 2 cases too, in which the reach is n at most. The
    first two are looked for around some cells only; elsewhere nothing more follows by them. Cases are looked for
    among some cells.
    """
    settled = settle(position, around)
    while settled is not None and settled.dark:
        around |= settled.changes_since(position)
        position = settled
        settled = _advance(position, reach, around, among)
        if settled is position:
            return settled
        around = 0
    return settled


def _advance(position: Position, reach: int, around: Cells, among: Cells) -> Position | None:
    """The settled position after the cheapest technique that finds something; the same position if none does."""
    if reach >= Level.TRICKY:
        dots = dots_by_sets(position, around)
        if dots:
            return _mark_and_settle(position, 0, dots)
    for inner in range(reach - 1):
        for cell, is_bulb in refutable_marks(position, inner, marks_on(position, among)):
            return _mark_and_settle(position, *((0, 1 << cell) if is_bulb else (1 << cell, 0)))
    return position


def refutable_marks(
    position: Position, inner: int, marks: Iterable[tuple[int, bool]] | None = None, hops: int = -1
) -> Iterator[tuple[int, bool]]:
    """The marks that techniques within a reach lead to a contradiction: a cell, and whether it is a bulb.

    What has nothing to do with a mark cannot contradict it: so cases within it are looked for on its island, or
    only some hops away.
    """
    component: Cells = 0
    for cell, is_bulb in marks_on(position) if marks is None else marks:
        if inner >= Level.HARD and (hops > 0 or not component >> cell & 1):
            component = position.component(cell, hops)
        case = suppose(position, cell, is_bulb)
        if closure(case, inner, case.changes_since(position), component) is None:
            yield cell, is_bulb


def marks_on(position: Position, among: Cells = EVERYWHERE) -> Iterable[tuple[int, bool]]:
    """All marks on open cells, bulbs first."""
    return product(cells_in(position.open & among), (True, False))


def _mark_and_settle(position: Position, bulbs: Cells, dots: Cells) -> Position | None:
    after = position.with_marks(bulbs, dots)
    return settle(after, after.changes_since(position))


def level_of(position: Position, most: Level = Level.EXPERT) -> Level | None:
    """The level of a board that has exactly one solution; nothing if it is above a level.

    What is above hard is expert: that takes no search, since there is always a case within a case.
    """
    for level in (Level.EASY, Level.TRICKY, Level.HARD):
        after = closure(position, level) if level <= most else None
        if after is None:
            return None
        if not after.dark:
            return level
        position = after
    return Level.EXPERT if most >= Level.EXPERT else None


# ----------------------------------------------------------------------
# Techniques: what a step of an explanation can be, from the cheapest on.


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
