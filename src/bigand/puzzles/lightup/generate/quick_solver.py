"""Solve a design by single deductions and set arguments, without reasons; and choose clues that help.

It derives the same as the rules that explain boards (tests compare the two), several times as fast: marks are three
sets, and only what they have changed is examined again. The rules still verify every board before it is returned.

Single deductions have used a clue only when no cell is left open beside it. So where they make no progress, a clue
with open cells beside it may as well have another number, and everything derived before still holds. `force_clues`
uses this, and that is why few designs are needed for a board.
"""

from collections.abc import Iterable
from random import Random

from bigand.puzzles.lightup.position import Cells, Clue, Clues, Grid, Position, cell_set
from bigand.puzzles.lightup.reasoning.deductions import set_arguments
from bigand.puzzles.lightup.reasoning.levels import Level

# Free and dark cells, bulbs, used clues; then bulbs, dots, sites and clues to examine next.
SolverState = tuple[Cells, Cells, Cells, Cells, Cells, Cells, Cells, Cells]


class QuickSolver:
    """The bulbs, the cells that may still take one (`free`), the `dark` cells, and the clues `used` so far.

    With a `trail` it records each state, so that it can be resumed from there.
    """

    def __init__(self, grid: Grid, clues: Iterable[Clue]) -> None:
        self.grid = grid
        self.free = self.dark = grid.white
        self.bulbs = self.used = 0
        self.clues = {clue.cell: clue for clue in clues}
        self.trail: list[SolverState] | None = None

    def derive_by_level(self, level: Level, bulbs: Cells = 0, dots: Cells = 0) -> bool:
        """Derive all by the techniques of a level, also from marks; return whether there is no contradiction."""
        return self._derive_from_changes(level, bulbs, dots, _lone_cells(self.grid), ~self.grid.white)

    def resume(self, level: Level, state: SolverState) -> bool:
        """Derive everything from an earlier state, perhaps with other clues."""
        self.free, self.dark, self.bulbs, self.used, *task = state
        return self._derive_from_changes(level, *task)

    def _derive_from_changes(self, level: Level, bulbs: Cells, shut: Cells, sites: Cells, touched: Cells) -> bool:
        holds = self._apply_single_deductions(bulbs, shut, sites, touched)
        while holds and self.dark and level >= Level.TRICKY:
            dots = self._find_set_dots_and_note_clues()
            if not dots:
                return True
            holds = self._apply_single_deductions(0, dots)
        return holds

    def _apply_single_deductions(self, bulbs: Cells, shut: Cells, sites: Cells = 0, touched: Cells = 0) -> bool:
        """Apply single deductions to marks, sites and clues; return whether there is no contradiction."""
        grid, clues, trail = self.grid, self.clues, self.trail
        cross, across, down, width = grid.cross, grid.across, grid.down, grid.width
        clue_cells = 0
        for cell in clues:
            clue_cells |= 1 << cell
        free, dark, placed, used = self.free, self.dark, self.bulbs, self.used
        while True:
            if trail is not None:
                trail.append((free, dark, placed, used, bulbs, shut, sites, touched))
            remaining = sites & dark
            while remaining:
                lowest = remaining & -remaining
                remaining ^= lowest
                lighters = cross[lowest.bit_length() - 1] & free
                if not lighters & (lighters - 1):
                    if not lighters:
                        return False
                    bulbs |= lighters
            remaining = touched & clue_cells
            while remaining:
                lowest = remaining & -remaining
                remaining ^= lowest
                _, number, beside, _, _ = clues[lowest.bit_length() - 1]
                open_ = beside & free
                missing = number - (beside & placed).bit_count()
                if not open_:
                    if missing:
                        return False
                elif not missing:
                    shut |= open_
                    used |= lowest
                elif missing == open_.bit_count():
                    bulbs |= open_
                    used |= lowest
                elif not 0 < missing < open_.bit_count():
                    return False
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
            # Across the edges this includes clues that have not changed, which is harmless.
            touched = changed << 1 | changed >> 1 | changed << width | changed >> width
            # In a run with two cells that may take a bulb, no cell has only one that can light it.
            remaining = changed
            while remaining:
                run = across[(remaining & -remaining).bit_length() - 1]
                remaining &= ~run
                lighters = run & free
                if not lighters & (lighters - 1):
                    sites |= run
            remaining = changed
            while remaining:
                run = down[(remaining & -remaining).bit_length() - 1]
                remaining &= ~run
                lighters = run & free
                if not lighters & (lighters - 1):
                    sites |= run

    def _find_set_dots_and_note_clues(self) -> Cells:
        """Return the dots of set arguments; their clues, and those that a bulb would complete, count as used."""
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

    def find_refuted_marks(self) -> tuple[Cells, Cells]:
        """Return where a bulb, and where a dot, leads single deductions to a contradiction.

        If a mark leads to no contradiction, neither do the marks that follow from it, so these are not tried.
        """
        saved = free, _, placed, _ = self.free, self.dark, self.bulbs, self.used
        refuted, fine = [0, 0], [0, 0]
        remaining = free
        while remaining:
            lowest = remaining & -remaining
            remaining ^= lowest
            for is_dot in (0, 1):
                if lowest & fine[is_dot]:
                    continue
                if self._apply_single_deductions(0 if is_dot else lowest, lowest if is_dot else 0):
                    fine[0] |= self.bulbs & ~placed
                    fine[1] |= free & ~self.free & ~self.bulbs
                    self.free, self.dark, self.bulbs, self.used = saved
                else:
                    refuted[is_dot] |= lowest
        return refuted[0], refuted[1]

    def position(self) -> Position:
        """Return the clues with the current marks as a position."""
        lit = self.grid.white & ~self.dark
        return Position(self.grid, Clues(self.clues.values()), self.bulbs, self.dark & ~self.free, lit)

    # ------------------------------------------------------------------ Choosing clues

    def force_clues(self, rng: Random) -> None:
        """Give unused clues the numbers that decide the cells beside them, as long as cells are open."""
        loose = [clue for clue in self.clues.values() if clue.beside & self.free and not self.used >> clue.cell & 1]
        for clue in loose:
            del self.clues[clue.cell]
        rng.shuffle(loose)
        for clue in loose:
            if not self.dark:
                return
            open_ = clue.beside & self.free
            if open_:
                self._force_cells_beside_clue(clue, open_, rng)

    def _force_cells_beside_clue(self, clue: Clue, open_: Cells, rng: Random) -> None:
        """Give all open cells beside a clue a bulb, or none of them, whichever is possible."""
        bulb_count = (clue.beside & self.bulbs).bit_count()
        alternatives = [(bulb_count, 0, open_), (bulb_count + open_.bit_count(), open_, 0)]
        if rng.random() < 0.5:
            alternatives.reverse()
        for number, bulbs, shut in alternatives:
            if self._apply_single_deductions(bulbs, shut):
                self.clues[clue.cell] = clue._replace(number=number)
                self.used |= 1 << clue.cell
                return


def _lone_cells(grid: Grid) -> Cells:
    """Return the cells that no other cell can light."""
    return cell_set([cell for cell, seen in enumerate(grid.sight) if not seen]) & grid.white
