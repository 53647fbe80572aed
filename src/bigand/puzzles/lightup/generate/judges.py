"""Judges: whether clues decide a design, and which of them are enough for that.

A judge takes clues and gives some of them that decide the design by themselves, or nothing if not even all do. For
hard boards that is the engine; easy and tricky ones must give way to their own techniques, so these judge.
"""

from collections.abc import Callable, Sequence
from random import Random

from bigand.puzzles.lightup.generate.design import Design
from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Clue, Position
from bigand.puzzles.lightup.reasoning.levels import Level
from bigand.puzzles.lightup.reasoning.sets import set_arguments
from bigand.puzzles.lightup.reasoning.singles import single_conclusions

Judge = Callable[[Sequence[Clue]], list[Clue] | None]


def judge_by_level(design: Design, level: Level) -> Judge:
    """The judge that solves the board by single deductions, and for tricky ones by set arguments too."""

    def needed(clues: Sequence[Clue]) -> list[Clue] | None:
        used = used_walls(design.position(clues), level)
        return None if used is None else [clue for clue in clues if used >> clue.cell & 1]

    return needed


def used_walls(position: Position, level: Level) -> Cells | None:
    """The clues that solving the board made use of, perhaps with some to spare; nothing if it cannot be solved."""
    used: Cells = 0
    around = EVERYWHERE
    while position.dark:
        bulbs, dots, sites = _single_round(position, around)
        if not bulbs | dots and level >= Level.TRICKY:
            bulbs, dots, sites = _set_round(position)
        if not bulbs | dots:
            return None
        used |= sites
        after = position.with_marks(bulbs, dots & ~bulbs)
        around = after.changed_since(position)
        position = after
    return used & ~position.grid.white


def _single_round(position: Position, around: Cells) -> tuple[Cells, Cells, Cells]:
    """What single deductions mark, and the sites of those that mark something new."""
    bulbs = dots = sites = 0
    for conclusion in single_conclusions(position, around):
        if conclusion.bulbs & ~bulbs or conclusion.dots & ~dots:
            bulbs |= conclusion.bulbs
            dots |= conclusion.dots
            sites |= 1 << conclusion.site
    return bulbs, dots, sites


def _set_round(position: Position) -> tuple[Cells, Cells, Cells]:
    """The same for set arguments; a clue beside a cell may be one that its bulb would complete."""
    dots = sites = 0
    for argument in set_arguments(position):
        if argument.dots & ~dots:
            dots |= argument.dots
            sites |= 1 << argument.site
    for clue in position.clues:
        if clue.beside & dots:
            sites |= 1 << clue.cell
    return 0, dots, sites


def reduced(clues: Sequence[Clue], judge: Judge, chance: Random, patience: int | None = None) -> list[Clue] | None:
    """Clues that decide the design, in the order of the board; nothing if not even all do.

    They are left out one after the other, by chance; whatever the judge did not need goes at once, so that few
    questions are asked. With `patience` it ends when so many, one after the other, could not be left out.
    """
    left = judge(clues)
    if left is None:
        return None
    chance.shuffle(left)
    kept: list[Clue] = []
    failures = 0
    while left and (patience is None or failures < patience):
        clue = left.pop()
        still = judge([*kept, *left])
        if still is None:
            kept.append(clue)
            failures += 1
        else:
            enough = set(still)
            left = [clue for clue in left if clue in enough]
            failures = 0
    return sorted([*kept, *left])
