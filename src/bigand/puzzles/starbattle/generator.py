"""Generate boards with one solution: place stars, grow regions around them, change regions until it is unique.

While there is another solution, one of its stars that is not in ours moves to a neighbouring region. That solution
then has too many stars in one region and too few in another, and ours stays valid.
"""

import random
import time
from collections.abc import Sequence

from bigand.puzzles.starbattle.board import REGION_NAMES, Board, Mark, connected_part_of_region, neighbours
from bigand.puzzles.starbattle.solver import iter_solutions
from bigand.source.error import LimitError, UsageError

MAX_GENERATED_SIZE = 16  # rows and columns
_MAX_CHANGES = 150  # changes of regions before new stars are tried
_MAX_DEAD_ENDS = 2000  # dead ends while placing stars before starting over


def generate_board(size: int, stars: int, seed: int, deadline: float | None = None) -> Board:
    """Generate a board with exactly one solution, the same for the same arguments."""
    min_size = 4 * stars if size > 1 else 1  # smaller boards have no solution, or hardly any
    if stars < 1 or not min_size <= size <= MAX_GENERATED_SIZE:
        raise UsageError(
            "starbattle.generate.range", size=size, stars=stars, least=4 * stars, most=MAX_GENERATED_SIZE
        )
    rng = random.Random(f"{size} {stars} {seed}")
    while True:
        board = _try_unique_board(size, stars, rng, deadline)
        if board is not None:
            return board


def _try_unique_board(size: int, stars: int, rng: random.Random, deadline: float | None) -> Board | None:
    """Place new stars and change the regions until they are the only solution; None if that fails."""
    star_cells = _place_stars(size, stars, rng)
    initial_regions = None if star_cells is None else _group_stars_into_regions(star_cells, size, stars, rng)
    if star_cells is None or initial_regions is None:
        return None
    regions = initial_regions
    for _ in range(_MAX_CHANGES):
        if deadline is not None and time.monotonic() > deadline:
            raise LimitError("limit.time")
        board = Board(size, stars, _name_regions(regions), Mark.OPEN * size**2)
        other_solutions = [
            solution.star_cells for solution in _first_two_solutions(board) if solution.star_cells != star_cells
        ]
        if not other_solutions:
            return board
        changed_regions = _move_cell_to_other_region(
            regions, [cell for cell in other_solutions[0] if cell not in star_cells], size, rng
        )
        if changed_regions is None:
            return None
        regions = changed_regions
    return None


def _first_two_solutions(board: Board) -> list[Board]:
    all_solutions = iter_solutions(board)
    return [solution for _, solution in zip(range(2), all_solutions, strict=False)]


def _name_regions(regions: Sequence[int]) -> str:
    """Name regions `a`, `b` and so on, in order of appearance."""
    names = {region: REGION_NAMES[number] for number, region in enumerate(dict.fromkeys(regions))}
    return "".join([names[region] for region in regions])


def _place_stars(size: int, stars: int, rng: random.Random) -> list[int] | None:
    """Place `stars` random stars in each row and column, none touching; None after many dead ends."""
    free_by_column = [stars] * size  # stars that each column can still take
    placed: list[int] = []
    dead_ends = 0

    def fill(row: int, first: int, missing: int) -> bool:
        nonlocal dead_ends
        if row == size:
            return True
        if not missing:
            return fill(row + 1, 0, stars)
        if dead_ends > _MAX_DEAD_ENDS:
            return False
        columns = [column for column in range(first, size) if free_by_column[column]]
        rng.shuffle(columns)
        for column in columns:
            cell = row * size + column
            if not any([neighbour in placed for neighbour in neighbours(cell, size)]):
                placed.append(cell)
                free_by_column[column] -= 1
                if fill(row, column + 2, missing - 1):
                    return True
                placed.pop()
                free_by_column[column] += 1
        dead_ends += 1
        return False

    return sorted(placed) if fill(0, 0, stars) else None


def _group_stars_into_regions(
    star_cells: Sequence[int], size: int, stars: int, rng: random.Random
) -> list[int] | None:
    """Group the stars into regions of `stars` each: grow a region around every star, then join neighbours."""
    star_of_cell = _grow_regions(star_cells, size, rng)
    adjacent_stars: dict[int, set[int]] = {star: set() for star in star_cells}
    for cell, star in enumerate(star_of_cell):
        adjacent_stars[star] |= {star_of_cell[neighbour] for neighbour in neighbours(cell, size, corners=False)} - {
            star
        }
    region_of_star: dict[int, int] = {}
    while len(region_of_star) < len(star_cells):
        free_neighbour_count = {
            star: len([neighbour for neighbour in adjacent_stars[star] if neighbour not in region_of_star])
            for star in star_cells
        }
        first = min(
            [star for star in star_cells if star not in region_of_star],
            key=lambda star: (free_neighbour_count[star], rng.random()),
        )
        members = [first]
        while len(members) < stars:
            candidates = sorted(
                {neighbour for star in members for neighbour in adjacent_stars[star]}
                - set(members)
                - set(region_of_star)
            )
            if not candidates:
                return None
            members.append(min(candidates, key=lambda star: (free_neighbour_count[star], rng.random())))
        region_of_star |= dict.fromkeys(members, first)
    return [region_of_star[star] for star in star_of_cell]


def _grow_regions(seed_cells: Sequence[int], size: int, rng: random.Random) -> list[int]:
    """Assign each cell to one of the seeds, so that the cells of each seed are connected."""
    owner = {seed: seed for seed in seed_cells}
    frontier = list(seed_cells)
    while frontier:
        cell = frontier[rng.randrange(len(frontier))]
        free_neighbours = [
            neighbour for neighbour in neighbours(cell, size, corners=False) if neighbour not in owner
        ]
        if not free_neighbours:
            frontier.remove(cell)
            continue
        neighbour = rng.choice(free_neighbours)
        owner[neighbour] = owner[cell]
        frontier.append(neighbour)
    return [owner[cell] for cell in range(size**2)]


def _move_cell_to_other_region(
    region_of_cell: list[int], cells: list[int], size: int, rng: random.Random
) -> list[int] | None:
    """Move one of `cells` to a neighbouring region so that its old region stays connected; None if impossible."""
    rng.shuffle(cells)
    for cell in cells:
        old_region = region_of_cell[cell]
        adjacent_regions = sorted(
            {region_of_cell[other_cell] for other_cell in neighbours(cell, size, corners=False)} - {old_region}
        )
        new_regions = region_of_cell.copy()
        remaining_cells = [
            other_cell
            for other_cell, region in enumerate(region_of_cell)
            if region == old_region and other_cell != cell
        ]
        if not adjacent_regions or not remaining_cells:
            continue
        new_regions[cell] = rng.choice(adjacent_regions)
        if len(connected_part_of_region(remaining_cells[0], size, new_regions)) == len(remaining_cells):
            return new_regions
    return None
