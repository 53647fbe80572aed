"""A sketch: what single deductions and set arguments make of a design, without reasons; and how it is helped on.

The same is found as by the rules that boards are explained with (tests hold the two to each other), several times
as fast: marks are three sets, and only what they have changed is looked at again. The rules have the last word all
the same, before anybody sees a board.

A clue has been used by single deductions only when nothing is left open beside it. So where they do not get on, a
clue with open cells beside it may as well say another number, and all that was found before still holds: that is
how a sketch is helped on (`force`), and why few designs are needed for a board.
"""

from collections.abc import Iterable
from random import Random

from bigand.puzzles.lightup.position import Cells, Clue, Clues, Grid, Position, cells_in, set_of
from bigand.puzzles.lightup.reasoning.levels import Level
from bigand.puzzles.lightup.reasoning.sets import set_arguments


class Sketch:
    """Bulbs, cells that may still take one (`free`), cells that are `dark`; the clues that told something: `used`.

    What it knows of the walls it shares with another one that had these clues, and perhaps more.
    """

    def __init__(self, grid: Grid, clues: Iterable[Clue], like: "Sketch | None" = None) -> None:
        self.grid = grid
        self.free = self.dark = grid.white
        self.bulbs = self.used = 0
        self.clues = {clue.cell: clue for clue in clues}
        self._beside: list[tuple[int, ...]] = like._beside if like else _beside(grid, self.clues.values())
        self._alone: Cells = like._alone if like else _alone(grid)

    def solve(self, level: Level, bulbs: Cells = 0, dots: Cells = 0) -> bool:
        """All that follows by the techniques of a level, from marks too; whether nothing contradicts it."""
        holds = self._settle(bulbs, dots, self._alone, self.clues)
        while holds and self.dark and level >= Level.TRICKY:
            dots = self._dots_by_sets()
            if not dots:
                return True
            holds = self._settle(0, dots)
        return holds

    def _settle(self, bulbs: Cells, shut: Cells, sites: Cells = 0, touched: Iterable[int] = ()) -> bool:
        """All that follows by single deductions from marks, and about some sites and clues; whether that can be."""
        cross, across, down = self.grid.cross, self.grid.across, self.grid.down
        clues, beside = self.clues, self._beside
        free, dark, placed, used = self.free, self.dark, self.bulbs, self.used
        while True:
            left = sites & dark
            while left:
                lowest = left & -left
                left ^= lowest
                lighters = cross[lowest.bit_length() - 1] & free
                if not lighters & (lighters - 1):
                    if not lighters:
                        return False
                    bulbs |= lighters
            for cell in touched:
                clue = clues.get(cell)
                if clue is None:
                    continue
                open_ = clue.beside & free
                missing = clue.number - (clue.beside & placed).bit_count()
                if not 0 <= missing <= open_.bit_count():
                    return False
                if open_ and missing == 0:
                    shut |= open_
                    used |= 1 << cell
                elif open_ and missing == open_.bit_count():
                    bulbs |= open_
                    used |= 1 << cell
            if not bulbs | shut:
                self.free, self.dark, self.bulbs, self.used = free, dark, placed, used
                return True
            changed = shut & free
            free &= ~shut
            while bulbs:
                lowest = bulbs & -bulbs
                bulbs ^= lowest
                if not lowest & free:
                    return False
                light = cross[lowest.bit_length() - 1]
                placed |= lowest
                changed |= light & free
                free &= ~light
                dark &= ~light
            shut = sites = 0
            touched = set()
            while changed:
                lowest = changed & -changed
                changed ^= lowest
                cell = lowest.bit_length() - 1
                touched.update(beside[cell])
                # A run with two cells that may take a bulb has no cell that only one may light.
                lighters = across[cell] & free
                if not lighters & (lighters - 1):
                    sites |= across[cell]
                lighters = down[cell] & free
                if not lighters & (lighters - 1):
                    sites |= down[cell]

    def _dots_by_sets(self) -> Cells:
        """What set arguments mark; the clues of them, and those that a bulb would complete, count as used."""
        dots = sites = 0
        for argument in set_arguments(self.position()):
            if argument.dots & ~dots:
                dots |= argument.dots
                sites |= 1 << argument.site
        for clue in self.clues.values():
            if clue.beside & dots:
                sites |= 1 << clue.cell
        self.used |= sites & ~self.grid.white
        return dots

    def refuted(self) -> tuple[Cells, Cells]:
        """Where a bulb, and where a dot, leads single deductions to a contradiction.

        What follows from a mark that leads to none leads to none either: it need not be tried.
        """
        known = free, _, placed, _ = self.free, self.dark, self.bulbs, self.used
        refuted, fine = [0, 0], [0, 0]
        left = free
        while left:
            lowest = left & -left
            left ^= lowest
            for is_dot in (0, 1):
                if lowest & fine[is_dot]:
                    continue
                if self._settle(0 if is_dot else lowest, lowest if is_dot else 0):
                    fine[0] |= self.bulbs & ~placed
                    fine[1] |= free & ~self.free & ~self.bulbs
                    self.free, self.dark, self.bulbs, self.used = known
                else:
                    refuted[is_dot] |= lowest
        return refuted[0], refuted[1]

    def position(self) -> Position:
        """The clues, and the marks as they are now."""
        lit = self.grid.white & ~self.dark
        return Position(self.grid, Clues(self.clues.values()), self.bulbs, self.dark & ~self.free, lit)

    # ------------------------------------------------------------------ helping it on

    def force(self, chance: Random) -> None:
        """Let clues that were not used yet say what decides the cells beside them, as long as something is open."""
        loose = [clue for clue in self.clues.values() if clue.beside & self.free and not self.used >> clue.cell & 1]
        for clue in loose:
            del self.clues[clue.cell]
        chance.shuffle(loose)
        for clue in loose:
            if not self.dark:
                return
            open_ = clue.beside & self.free
            if open_:
                self._force(clue, open_, chance)

    def _force(self, clue: Clue, open_: Cells, chance: Random) -> None:
        """All open cells beside a clue get a bulb, or none of them, if either can be."""
        there = (clue.beside & self.bulbs).bit_count()
        ways = [(there, 0, open_), (there + open_.bit_count(), open_, 0)]
        if chance.random() < 0.5:
            ways.reverse()
        for number, bulbs, shut in ways:
            if self._settle(bulbs, shut):
                self.clues[clue.cell] = clue._replace(number=number)
                self.used |= 1 << clue.cell
                return


def _alone(grid: Grid) -> Cells:
    """The cells that no other can light."""
    return set_of([cell for cell in cells_in(grid.white) if not grid.sight[cell]])


def _beside(grid: Grid, clues: Iterable[Clue]) -> list[tuple[int, ...]]:
    """For each cell the clues beside it."""
    table: list[tuple[int, ...]] = [()] * len(grid.walls)
    for clue in clues:
        for cell in cells_in(clue.beside):
            table[cell] += (clue.cell,)
    return table
