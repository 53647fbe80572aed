"""Designs: walls and bulbs, which together are a solved board; and how one is changed into another.

Walls come and go by orbits of the symmetry. When walls change, bulbs stay where they can, and dark cells get
new ones at random, so that a design is always a solved board.
"""

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from msgspec import Struct

from bigand.puzzles.lightup.board import Cell
from bigand.puzzles.lightup.generate.request import Request, Symmetry, orbits
from bigand.puzzles.lightup.position import Cells, Clue, Clues, Grid, Position, cell_set, cells_in, grid_of

_CELLS_PER_WALL = 12  # cells, of which one gets a wall
_WALL = Cell.WALL.value
_CELLS = str.maketrans({"0": Cell.WHITE.value, "1": _WALL})


class Design(Struct, frozen=True):
    """Walls without numbers, and the bulbs of the solution."""

    grid: Grid
    bulbs: Cells

    def clues(self) -> list[Clue]:
        """What the walls would say, all of them; their corners are left out, which only rules look at."""
        grid, bulbs = self.grid, self.bulbs
        beside = [(wall, grid.beside(wall)) for wall, cell in enumerate(grid.walls) if cell == _WALL]
        return [Clue(wall, (cells & bulbs).bit_count(), cells, (), cells) for wall, cells in beside]

    def is_loose(self) -> bool:
        """Whether one bulb could stand elsewhere, whatever the walls say: then no clues decide the design."""
        cross, bulbs = self.grid.cross, list(cells_in(self.bulbs))
        once = twice = 0
        for bulb in bulbs:
            twice |= once & cross[bulb]
            once |= cross[bulb]
        for bulb in bulbs:
            sole_light = cross[bulb] & once & ~twice  # what it alone lights
            walls = self.grid.walls_beside(bulb)
            for cell in cells_in(sole_light & ~(1 << bulb)):
                if not sole_light & ~cross[cell] and self.grid.walls_beside(cell) == walls:
                    return True
        return False

    def position(self, clues: Sequence[Clue]) -> Position:
        """The board with some of the clues, and nothing marked."""
        return Position(self.grid, Clues([self.grid.make_clue(clue.cell, clue.number) for clue in clues]))


@lru_cache(maxsize=8)
def _orbit_table(height: int, width: int, symmetry: Symmetry) -> tuple[tuple[Cells, ...], dict[int, Cells]]:
    """The cells that are walls together, and for each cell those it is a wall with: the same for many boards."""
    sets = tuple([cell_set(orbit) for orbit in orbits(height, width, symmetry)])
    return sets, {cell: orbit for orbit in sets for cell in cells_in(orbit)}


class Designer:
    """Makes designs for a request, by chance."""

    def __init__(self, request: Request, rng: Random) -> None:
        self.request = request
        self.rng = rng
        self.count = request.height * request.width
        self.wall_target = round(self.count * request.black / 100)
        self.orbits, self._orbit_of = _orbit_table(request.height, request.width, request.symmetry)
        self._largest = max([orbit.bit_count() for orbit in self.orbits])

    def new_design(self) -> Design:
        """Walls at random, as nearly as many as wanted, but one white cell at least; and bulbs."""
        walls: Cells = 0
        order = list(self.orbits)
        self.rng.shuffle(order)
        for orbit in order:
            missing = self.wall_target - walls.bit_count()
            if 2 * missing >= orbit.bit_count() and (walls | orbit).bit_count() < self.count:
                walls |= orbit
        return self._with_bulbs(walls, 0)

    def mend(self, design: Design, cells: Cells) -> Design:
        """A wall comes to one of these cells, and another goes; of many cells, to several of them."""
        chosen = list(cells_in(cells))
        return self._move_walls(design, self.rng.sample(chosen, 1 + len(chosen) // _CELLS_PER_WALL), design.bulbs)

    def vary(self, design: Design, forget: float = 0.0) -> Design:
        """A wall moves anywhere; each bulb is forgotten with a probability, to be put elsewhere."""
        kept = [bulb for bulb in cells_in(design.bulbs) if self.rng.random() >= forget]
        return self._move_walls(design, [self.rng.choice(list(cells_in(design.grid.white)))], cell_set(kept))

    def _move_walls(self, design: Design, coming: list[int], bulbs: Cells) -> Design:
        walls = ~design.grid.white & ((1 << self.count) - 1)
        standing = [orbit for orbit in self.orbits if orbit & walls]
        if standing:
            first = self.rng.randrange(len(standing))
            standing = standing[first:] + standing[:first]
        for cell in coming:
            walls = self._swap_walls(walls, self._orbit_of[cell], standing)
        return self._with_bulbs(walls, bulbs)

    def _swap_walls(self, walls: Cells, coming: Cells, standing: list[Cells]) -> Cells:
        """A wall more and a wall less, the first that can go, if there are then about as many as wanted."""
        for number, going in enumerate(standing):
            if self._has_right_count(walls & ~going | coming):
                del standing[number]
                return walls & ~going | coming
        return walls | coming if self._has_right_count(walls | coming) else walls

    def _has_right_count(self, walls: Cells) -> bool:
        """Whether there are as many walls as wanted, but for half an orbit; not all cells can be walls."""
        return 2 * abs(walls.bit_count() - self.wall_target) <= self._largest and walls.bit_count() < self.count

    def _with_bulbs(self, walls: Cells, bulbs: Cells) -> Design:
        """The design with these walls, those of the bulbs that can stay, and others wherever it is dark."""
        cells = f"{walls:0{self.count}b}"[::-1].translate(_CELLS)
        # A design is looked at once, so that its grid need not be kept.
        grid = grid_of.__wrapped__(self.request.height, self.request.width, cells)
        lit = placed = 0
        for cell in cells_in(grid.white & bulbs):
            if not lit >> cell & 1:
                placed |= 1 << cell
                lit |= grid.cross[cell]
        dark = list(cells_in(grid.white & ~lit))
        self.rng.shuffle(dark)
        for cell in dark:
            if not lit >> cell & 1:
                placed |= 1 << cell
                lit |= grid.cross[cell]
        return Design(grid, placed)
