"""New boards with one solution: stars, regions around them, and then other regions until no other stars fit.

As long as there is another solution, one of its stars that is not ours goes to a neighbouring region: then that
solution has too many stars in one region and too few in another, and ours is as it was.
"""

import random
import time
from collections.abc import Sequence

from bigand.puzzles.starbattle.board import NAMES, Board, Mark, around, piece_of
from bigand.puzzles.starbattle.solving import solutions
from bigand.source.error import LimitError, UsageError

LARGEST_MADE = 16  # rows and columns
_CHANGES = 150  # of regions, until it is tried with other stars
_DEAD_ENDS = 2000  # of placing stars, after which it is tried from the beginning


def generate(size: int, stars: int, seed: int, deadline: float | None = None) -> Board:
    """A board with exactly one solution; the same for the same arguments."""
    least = 4 * stars if size > 1 else 1  # smaller ones have no solution, or hardly any
    if stars < 1 or not least <= size <= LARGEST_MADE:
        raise UsageError("starbattle.generate.range", size=size, stars=stars, least=4 * stars, most=LARGEST_MADE)
    chance = random.Random(f"{size} {stars} {seed}")
    while True:
        board = _unique(size, stars, chance, deadline)
        if board is not None:
            return board


def _unique(size: int, stars: int, chance: random.Random, deadline: float | None) -> Board | None:
    """A board around new stars, if its regions can be changed so that these are the only solution."""
    own = _placed(size, stars, chance)
    grouped = None if own is None else _grouped(own, size, stars, chance)
    if own is None or grouped is None:
        return None
    regions = grouped
    for _ in range(_CHANGES):
        if deadline is not None and time.monotonic() > deadline:
            raise LimitError("limit.time")
        board = Board(size, stars, _named(regions), Mark.OPEN * size**2)
        others = [solution.places for solution in _two(board) if solution.places != own]
        if not others:
            return board
        changed = _changed(regions, [cell for cell in others[0] if cell not in own], size, chance)
        if changed is None:
            return None
        regions = changed
    return None


def _two(board: Board) -> list[Board]:
    found = solutions(board)
    return [solution for _, solution in zip(range(2), found, strict=False)]


def _named(regions: Sequence[int]) -> str:
    """Regions called `a`, `b` and so on, as they come."""
    names = {region: NAMES[number] for number, region in enumerate(dict.fromkeys(regions))}
    return "".join([names[region] for region in regions])


def _placed(size: int, stars: int, chance: random.Random) -> list[int] | None:
    """Random stars, so many in each row and column, none of which touch; None after many dead ends."""
    left = [stars] * size  # for each column
    placed: list[int] = []
    dead_ends = 0

    def fill(row: int, first: int, missing: int) -> bool:
        nonlocal dead_ends
        if row == size:
            return True
        if not missing:
            return fill(row + 1, 0, stars)
        if dead_ends > _DEAD_ENDS:
            return False
        columns = [column for column in range(first, size) if left[column]]
        chance.shuffle(columns)
        for column in columns:
            cell = row * size + column
            if not any([other in placed for other in around(cell, size)]):
                placed.append(cell)
                left[column] -= 1
                if fill(row, column + 2, missing - 1):
                    return True
                placed.pop()
                left[column] += 1
        dead_ends += 1
        return False

    return sorted(placed) if fill(0, 0, stars) else None


def _grouped(own: Sequence[int], size: int, stars: int, chance: random.Random) -> list[int] | None:
    """Regions with so many of the stars each: grown around every star, then joined with neighbours."""
    grown = _grown(own, size, chance)
    beside: dict[int, set[int]] = {star: set() for star in own}
    for cell, star in enumerate(grown):
        beside[star] |= {grown[other] for other in around(cell, size, corners=False)} - {star}
    group: dict[int, int] = {}
    while len(group) < len(own):
        free = {star: len([other for other in beside[star] if other not in group]) for star in own}
        first = min([star for star in own if star not in group], key=lambda star: (free[star], chance.random()))
        members = [first]
        while len(members) < stars:
            near = sorted({other for star in members for other in beside[star]} - set(members) - set(group))
            if not near:
                return None
            members.append(min(near, key=lambda star: (free[star], chance.random())))
        group |= dict.fromkeys(members, first)
    return [group[star] for star in grown]


def _grown(seeds: Sequence[int], size: int, chance: random.Random) -> list[int]:
    """For each cell one of the seeds, whose cells are connected."""
    owner = {seed: seed for seed in seeds}
    edge = list(seeds)
    while edge:
        cell = edge[chance.randrange(len(edge))]
        free = [other for other in around(cell, size, corners=False) if other not in owner]
        if not free:
            edge.remove(cell)
            continue
        other = chance.choice(free)
        owner[other] = owner[cell]
        edge.append(other)
    return [owner[cell] for cell in range(size**2)]


def _changed(regions: list[int], cells: list[int], size: int, chance: random.Random) -> list[int] | None:
    """One of some cells in a neighbouring region, so that its own stays connected; None if that cannot be."""
    chance.shuffle(cells)
    for cell in cells:
        own = regions[cell]
        near = sorted({regions[other] for other in around(cell, size, corners=False)} - {own})
        after = regions.copy()
        rest = [other for other, region in enumerate(regions) if region == own and other != cell]
        if not near or not rest:
            continue
        after[cell] = chance.choice(near)
        if len(piece_of(rest[0], size, after)) == len(rest):
            return after
    return None
