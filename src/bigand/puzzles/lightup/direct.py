"""What the model says of one board, straight from its cells.

Expanding the model costs some milliseconds however small the board is: nothing for a batch, much for a single board
that is solved in a tenth of that. So the rules of the model are written down here once more, for one board, less
the clauses that follow from shorter ones. `road` is the truth, and tests hold this to it.

A long run gets an auxiliary atom that implies that there is a bulb in it: clauses of hundreds of cells for each of
hundreds of cells would be too many.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from msgspec import Struct

from bigand.encode.clauses import Case
from bigand.ground.columns import Array, ramps
from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.light import cells_of, clues_of, walls_of

_LONG = 32  # cells; all runs of boards that people play are shorter


class _Runs(Struct, frozen=True, eq=False):
    """The runs along one direction: run r has the cells `members[starts[r]:starts[r+1]]`, by numbers from 0."""

    members: Array
    starts: Array
    sizes: Array
    own: Array  # by cell: its run
    place: Array  # by cell: its place in `members`

    def lists(self, which: Array) -> list[list[int]]:
        """Some runs, with cells numbered from 1."""
        listed = (self.members + 1).tolist()
        begins, ends = self.starts[:-1][which].tolist(), self.starts[1:][which].tolist()
        return [listed[first:last] for first, last in zip(begins, ends, strict=True)]


def case(board: Board, marks: Sequence[int] = ()) -> Case:
    """The clauses and limits of a board, and marks that must stay; atom k is the k-th white cell, row by row."""
    cells = cells_of(board)
    white = ~walls_of(cells)
    numbers = np.cumsum(white).reshape(white.shape) - 1
    across, down = _runs(white, numbers), _runs(white.T, numbers.T)
    count = len(across.members)
    clauses, auxiliary = _lit(across, down)
    limits = [(run, 1) for runs in (across, down) for run in runs.lists(runs.sizes > 1)]
    for wanted, beside in _clues(cells, np.where(white, numbers + 1, 0)):
        _add_clue(wanted, beside, clauses, limits)
    clauses += [[literal] for literal in marks]
    return Case(clauses, limits, count, count + auxiliary)


def _runs(white: Array, numbers: Array) -> _Runs:
    """The runs along the rows of a board, or of a turned one."""
    begins = white.copy()
    begins[:, 1:] &= ~white[:, :-1]
    members = numbers[white]
    first = begins[white]
    own, place = np.empty_like(members), np.empty_like(members)
    own[members] = np.cumsum(first) - 1
    place[members] = np.arange(len(members))
    starts = np.append(np.flatnonzero(first), len(members))
    return _Runs(members, starts, np.diff(starts), own, place)


def _lit(across: _Runs, down: _Runs) -> tuple[list[list[int]], int]:
    """For each white cell that one of the cells of its two runs has a bulb; and how many auxiliary atoms that took.

    Where a cell of a run sees nothing in the other direction, the run itself must have a bulb, and that is all
    there is to say about its cells: whatever else they see only makes longer clauses of it.
    """
    alone_down, alone_across = down.sizes[down.own] == 1, across.sizes[across.own] == 1
    needs_across = np.zeros(len(across.sizes), dtype=np.bool_)
    needs_across[across.own[alone_down]] = True
    needs_down = np.zeros(len(down.sizes), dtype=np.bool_)
    needs_down[down.own[alone_across & ~alone_down]] = True
    clauses = across.lists(needs_across) + down.lists(needs_down)
    left = np.flatnonzero(~needs_across[across.own] & ~needs_down[down.own])
    following = len(across.members) + 1
    for runs in (across, down):
        for run in runs.lists(runs.sizes > _LONG):
            clauses.append([-following, *run])
            following += 1
    return clauses + _crosses(across, down, left), following - 1 - len(across.members)


def _crosses(across: _Runs, down: _Runs, cells: Array) -> list[list[int]]:
    """For each of these cells those of its two runs, itself once; an auxiliary atom for a long run."""
    parts = []
    before = np.zeros(len(cells), dtype=np.int64)  # how many members a cell has had
    following = len(across.members) + 1
    for runs in (across, down):
        is_long = runs.sizes > _LONG
        # Behind the cells come the auxiliary atoms of long runs.
        members = np.concatenate([runs.members + 1, following + np.arange(np.count_nonzero(is_long))])
        following += int(np.count_nonzero(is_long))
        starts = np.where(is_long, len(runs.members) - 1 + np.cumsum(is_long), runs.starts[:-1])
        counts = np.where(is_long, 1, runs.sizes)[runs.own[cells]]
        places = ramps(counts, starts[runs.own[cells]])
        owners = np.repeat(np.arange(len(cells)), counts)
        if runs is down:
            other = places != runs.place[cells][owners]
            places, owners, counts = places[other], owners[other], np.bincount(owners[other], minlength=len(cells))
        # Behind the members before, and as far behind its first as it is among its own.
        rank = np.arange(len(places)) + (before - np.cumsum(counts) + counts)[owners]
        parts.append((members[places], owners, rank))
        before = before + counts
    starts = np.concatenate([[0], np.cumsum(before)])
    literals = np.empty(int(starts[-1]), dtype=np.int64)
    for members, owners, rank in parts:
        literals[starts[owners] + rank] = members
    listed = literals.tolist()
    return [listed[first:last] for first, last in pairwise(starts.tolist())]


def _clues(cells: Array, numbers: Array) -> Iterator[tuple[int, list[int]]]:
    """The clues with the white cells above, left, right and below, by their numbers from 1."""
    clues = clues_of(cells)
    rows, columns = (clues >= 0).nonzero()
    around = np.pad(numbers, 1)
    beside = [
        around[rows, columns + 1],
        around[rows + 1, columns],
        around[rows + 1, columns + 2],
        around[rows + 2, columns + 1],
    ]
    for wanted, members in zip(clues[rows, columns].tolist(), np.stack(beside, axis=1).tolist(), strict=True):
        yield wanted, [number for number in members if number]


def _add_clue(wanted: int, cells: list[int], clauses: list[list[int]], limits: list[tuple[list[int], int]]) -> None:
    """Exactly so many of these: at most so many, and at most the rest of their negations."""
    if wanted > len(cells):
        clauses.append([])
        return
    if wanted == 0:
        clauses += [[-cell] for cell in cells]
    elif wanted < len(cells):
        limits.append((cells, wanted))
    if wanted == len(cells):
        clauses += [[cell] for cell in cells]
    elif wanted == 1:
        clauses.append(cells)
    elif wanted:
        limits.append(([-cell for cell in cells], len(cells) - wanted))
