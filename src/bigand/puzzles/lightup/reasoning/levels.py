"""Levels: the techniques needed to solve a board, as defined by Simon Tatham, and one more.

Easy boards need single deductions, tricky ones set arguments too, hard ones cases in which single deductions lead
to a contradiction, expert ones cases within cases. Knowledge only grows, and every technique finds more the more is
known. So the order in which they are tried does not matter, and a board has one level.
"""

from collections.abc import Iterable, Iterator
from enum import Enum, IntEnum
from itertools import product
from typing import get_args

from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Position, cells_in
from bigand.puzzles.lightup.questions import LevelName
from bigand.puzzles.lightup.reasoning.argument import suppose
from bigand.puzzles.lightup.reasoning.deductions import close_under_single_deductions, dots_by_sets


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
    def word(self) -> LevelName:
        """The name on the command line and in JSON."""
        return LEVEL_NAMES[self]


LEVEL_NAMES: tuple[LevelName, ...] = get_args(LevelName)


def closure(
    position: Position, reach: int, around: Cells = EVERYWHERE, among: Cells = EVERYWHERE
) -> Position | None:
    """Return everything that follows by the techniques within reach; None if that is contradictory.

    Reach 0 is single deductions, 1 also set arguments, and n + 2 also cases in which the reach is at most n. The
    first two are looked for only `around` some cells; elsewhere they find nothing more. Cases are looked for
    `among` some cells.
    """
    settled = close_under_single_deductions(position, around)
    while settled is not None and settled.dark:
        around |= settled.changes_since(position)
        position = settled
        settled = _apply_cheapest_technique(position, reach, around, among)
        if settled is position:
            return settled
        around = 0
    return settled


def _apply_cheapest_technique(position: Position, reach: int, around: Cells, among: Cells) -> Position | None:
    """Return the settled position after the cheapest technique that applies; the same position if none does."""
    if reach >= Level.TRICKY:
        dots = dots_by_sets(position, around)
        if dots:
            return _mark_and_settle(position, 0, dots)
    for inner in range(reach - 1):
        for cell, is_bulb in refutable_marks(position, inner, possible_marks_on_open_cells(position, among)):
            return _mark_and_settle(position, *((0, 1 << cell) if is_bulb else (1 << cell, 0)))
    return position


def refutable_marks(
    position: Position, reach: int, marks: Iterable[tuple[int, bool]] | None = None, hops: int = -1
) -> Iterator[tuple[int, bool]]:
    """Yield the marks that techniques within reach `reach` refute: a cell, and whether it is a bulb.

    Unrelated cells cannot contradict a mark. So cases within it are looked for in its component, or within some
    hops.
    """
    component: Cells = 0
    for cell, is_bulb in possible_marks_on_open_cells(position) if marks is None else marks:
        if reach >= Level.HARD and (hops > 0 or not component >> cell & 1):
            component = position.component(cell, hops)
        case = suppose(position, cell, is_bulb)
        if closure(case, reach, case.changes_since(position), component) is None:
            yield cell, is_bulb


def possible_marks_on_open_cells(position: Position, among: Cells = EVERYWHERE) -> Iterable[tuple[int, bool]]:
    """Return all marks on open cells, bulbs first."""
    return product(cells_in(position.open & among), (True, False))


def _mark_and_settle(position: Position, bulbs: Cells, dots: Cells) -> Position | None:
    after = position.with_marks(bulbs, dots)
    return close_under_single_deductions(after, after.changes_since(position))


def level_of(position: Position, most: Level = Level.EXPERT) -> Level | None:
    """Return the level of a board that has exactly one solution; None if it is above `most`.

    What is above hard is expert: that needs no search, since there is always a case within a case.
    """
    for level in (Level.EASY, Level.TRICKY, Level.HARD):
        after = closure(position, level) if level <= most else None
        if after is None:
            return None
        if not after.dark:
            return level
        position = after
    return Level.EXPERT if most >= Level.EXPERT else None


# ------------------------------------------------- Techniques: the kinds of steps in an explanation, cheapest first


class Technique(Enum):
    """The technique of a step."""

    SINGLE = "single"  # one direct rule
    CORNERS = "corners"  # Empty Corners: the set argument for which LEGUP has a rule
    SHARED_CELLS = "shared_cells"  # a set argument about the cells beside a clue
    SHARED_LIGHT = "shared_light"  # a set argument about the cells that can light a dark cell
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
