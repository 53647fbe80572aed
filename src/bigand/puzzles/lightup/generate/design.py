"""Designs: walls and bulbs, which together are a solved board; and changes to them.

Walls are added and removed by orbits of the symmetry. When walls change, bulbs stay where they can, and dark cells
get new ones at random, so that a design is always a solved board.
"""

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from msgspec import Struct

from bigand.puzzles.lightup.board import Cell
from bigand.puzzles.lightup.generate.request import Request, Symmetry, orbits
from bigand.puzzles.lightup.position import Cells, Clue, Clues, Grid, Position, cell_set, cells_in, grid_of

_CELLS_PER_WALL = 12  # undecided cells per wall that is moved
_WALL = Cell.WALL.value
_CELLS = str.maketrans({"0": Cell.WHITE.value, "1": _WALL})


class Design(Struct, frozen=True):
    """Walls without numbers, and the bulbs of the solution."""

    grid: Grid
    bulbs: Cells

    def clues_of_all_walls(self) -> list[Clue]:
        """Return the clues of all walls, without corners, which only the rules use."""
        grid, bulbs = self.grid, self.bulbs
        beside = [(wall, grid.white_cells_beside(wall)) for wall, cell in enumerate(grid.walls) if cell == _WALL]
        return [Clue(wall, (cells & bulbs).bit_count(), cells, (), cells) for wall, cells in beside]

    def has_movable_bulb(self) -> bool:
        """Whether a bulb could be elsewhere, whatever the clues: then no clues decide the design."""
        cross, bulbs = self.grid.cross, list(cells_in(self.bulbs))
        once = twice = 0
        for bulb in bulbs:
            twice |= once & cross[bulb]
            once |= cross[bulb]
        for bulb in bulbs:
            sole_light = cross[bulb] & once & ~twice  # the cells that only this bulb lights
            walls = self.grid.walls_beside(bulb)
            for cell in cells_in(sole_light & ~(1 << bulb)):
                if not sole_light & ~cross[cell] and self.grid.walls_beside(cell) == walls:
                    return True
        return False

    def position(self, clues: Sequence[Clue]) -> Position:
        """Return the board with some of the clues and no marks."""
        return Position(self.grid, Clues([self.grid.make_clue(clue.cell, clue.number) for clue in clues]))


@lru_cache(maxsize=8)
def _orbit_table(height: int, width: int, symmetry: Symmetry) -> tuple[tuple[Cells, ...], dict[int, Cells]]:
    """Return the orbits, and for each cell its orbit; cached, because many boards share them."""
    sets = tuple([cell_set(orbit) for orbit in orbits(height, width, symmetry)])
    return sets, {cell: orbit for orbit in sets for cell in cells_in(orbit)}


class Designer:
    """Makes random designs for a request."""

    def __init__(self, request: Request, rng: Random) -> None:
        self.request = request
        self.rng = rng
        self.count = request.height * request.width
        self.wall_target = round(self.count * request.black / 100)
        self.orbits, self._orbit_of = _orbit_table(request.height, request.width, request.symmetry)
        self._largest = max([orbit.bit_count() for orbit in self.orbits])

    def new_design(self) -> Design:
        """Return a design with random walls, as many as wanted if possible, and at least one white cell."""
        walls: Cells = 0
        order = list(self.orbits)
        self.rng.shuffle(order)
        for orbit in order:
            missing = self.wall_target - walls.bit_count()
            if 2 * missing >= orbit.bit_count() and (walls | orbit).bit_count() < self.count:
                walls |= orbit
        return self._complete_with_bulbs(walls, 0)

    def move_walls_to(self, design: Design, cells: Cells) -> Design:
        """Move a wall to one of these cells, or several walls if there are many cells."""
        chosen = list(cells_in(cells))
        return self._move_walls(design, self.rng.sample(chosen, 1 + len(chosen) // _CELLS_PER_WALL), design.bulbs)

    def move_random_wall(self, design: Design, forget_probability: float = 0.0) -> Design:
        """Move a wall anywhere; with `forget_probability` each bulb is forgotten, and may go elsewhere."""
        kept = [bulb for bulb in cells_in(design.bulbs) if self.rng.random() >= forget_probability]
        return self._move_walls(design, [self.rng.choice(list(cells_in(design.grid.white)))], cell_set(kept))

    def _move_walls(self, design: Design, coming: list[int], bulbs: Cells) -> Design:
        walls = ~design.grid.white & ((1 << self.count) - 1)
        standing = [orbit for orbit in self.orbits if orbit & walls]
        if standing:
            first = self.rng.randrange(len(standing))
            standing = standing[first:] + standing[:first]
        for cell in coming:
            walls = self._swap_walls(walls, self._orbit_of[cell], standing)
        return self._complete_with_bulbs(walls, bulbs)

    def _swap_walls(self, walls: Cells, added_orbit: Cells, removable_orbits: list[Cells]) -> Cells:
        """Add a wall and remove the first of `removable_orbits` that keeps the number of walls about right."""
        for number, going in enumerate(removable_orbits):
            if self._has_right_count(walls & ~going | added_orbit):
                del removable_orbits[number]
                return walls & ~going | added_orbit
        return walls | added_orbit if self._has_right_count(walls | added_orbit) else walls

    def _has_right_count(self, walls: Cells) -> bool:
        """Whether the number of walls is right up to half an orbit, and some cells are white."""
        return 2 * abs(walls.bit_count() - self.wall_target) <= self._largest and walls.bit_count() < self.count

    def _complete_with_bulbs(self, walls: Cells, preferred_bulbs: Cells) -> Design:
        """Return the design with these walls, the bulbs that can stay, and new ones wherever it is dark."""
        cells = f"{walls:0{self.count}b}"[::-1].translate(_CELLS)
        # A design is examined only once, so its grid is not cached.
        grid = grid_of.__wrapped__(self.request.height, self.request.width, cells)
        lit = placed = 0
        for cell in cells_in(grid.white & preferred_bulbs):
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
