"""Encode one board as clauses, directly from its cells.

Expanding the model takes some milliseconds, however small the board. That is negligible for a batch, but a single
board is solved in a tenth of that time. So the rules of the model are stated here once more for one board, without
the clauses that follow from shorter ones. `model.touist` is authoritative, and tests compare this with it.

A long run gets an auxiliary atom that implies that there is a bulb in it, because clauses of hundreds of cells for
each of hundreds of cells would be too many.
"""

from collections.abc import Sequence
from itertools import accumulate, chain, compress, pairwise, repeat

from bigand.encode.case import Case
from bigand.puzzles.lightup.board import CLUES, WALLS, Board, Cell

_LONG = 32  # cells; all runs are shorter on boards that people play
_NUMBERS = {ord(cell): number for number, cell in enumerate(CLUES)}
_IS_CLUE = bytes([code in _NUMBERS for code in range(256)])
_IS_WHITE = bytes([code not in map(ord, WALLS) for code in range(256)])
_BLACK = b"\0"  # a wall among flags


def encode_board(board: Board, unit_literals: Sequence[int] = ()) -> Case:
    """Return the clauses and limits of a board, with `unit_literals`; atom k is the k-th white cell by rows."""
    stride = board.width + 1  # of the board with a wall behind each row, and rows of walls around
    beyond = Cell.WALL * stride
    cells = f"{beyond}{Cell.WALL.join(board.rows)}{Cell.WALL}{beyond}".encode()
    white = cells.translate(_IS_WHITE)
    count = white.count(1)
    white_atoms = list(range(1, count + 1))
    atom_iterator = iter(white_atoms)
    atoms = [next(atom_iterator) if is_white else 0 for is_white in white]
    columns = [slice(column, None, stride) for column in range(stride)]
    across = _split_atoms_into_runs(white, white_atoms)
    column_atoms = chain.from_iterable([atoms[column] for column in columns])
    down = _split_atoms_into_runs(b"".join([white[column] for column in columns]), list(filter(None, column_atoms)))
    clauses, variables = _lit_clauses(across, down, count)
    limits = [(run, 1) for run in across + down if len(run) > 1]
    for place in compress(range(len(cells)), cells.translate(_IS_CLUE)):
        beside = (atoms[place - stride], atoms[place - 1], atoms[place + 1], atoms[place + stride])
        _require_exact_bulb_count(_NUMBERS[cells[place]], list(filter(None, beside)), clauses, limits)
    clauses += [[literal] for literal in unit_literals]
    return Case(clauses, limits, count, variables)


def _split_atoms_into_runs(white: bytes, atoms: list[int]) -> list[list[int]]:
    """Split the atoms of the white cells, in order, into runs."""
    ends = accumulate(map(len, filter(None, white.split(_BLACK))), initial=0)
    return [atoms[first:last] for first, last in pairwise(ends)]


def _lit_clauses(across: list[list[int]], down: list[list[int]], count: int) -> tuple[list[list[int]], int]:
    """Return, for each white cell, a clause that one of its two runs has a bulb, and the number of the last atom.

    If a cell is alone in one of its runs, a clause for its other run covers all cells of that run: whatever else
    they see would only make longer clauses.
    """
    alone = {run[0] for run in down if len(run) == 1}
    clauses = [run for run in across if not alone.isdisjoint(run)]
    covered = set(chain.from_iterable(clauses))  # these cells need no further clause
    alone = {run[0] for run in across if len(run) == 1} - alone
    defined, crosses = [], []
    run_literals = across  # as they occur in clauses
    variables = count
    if max(map(len, across), default=0) > _LONG:
        run_literals = []
        for run in across:
            if len(run) > _LONG:
                variables += 1
                defined.append([-variables, *run])
            run_literals.append([variables] if len(run) > _LONG else run)
    run_of = [[], *chain.from_iterable(map(repeat, run_literals, map(len, across)))]  # by cell: its run across
    for run in down:
        if not alone.isdisjoint(run):
            clauses.append(run)
        elif len(run) > _LONG:
            variables += 1
            defined.append([-variables, *run])
            crosses += [[*run_of[atom], variables] for atom in run if atom not in covered]
        elif not covered.issuperset(run):
            for place, atom in enumerate(run, -len(run)):
                if atom not in covered:
                    seen = run_of[atom] + run
                    del seen[place]  # the cell is in both runs
                    crosses.append(seen)
    return clauses + defined + crosses, variables


def _require_exact_bulb_count(
    bulb_count: int, cell_atoms: list[int], clauses: list[list[int]], limits: list[tuple[list[int], int]]
) -> None:
    """Require exactly `bulb_count` of the cells: at most that many, and at most the rest of their negations."""
    if bulb_count > len(cell_atoms):
        clauses.append([])
        return
    if bulb_count == 0:
        clauses += [[-cell] for cell in cell_atoms]
    elif bulb_count < len(cell_atoms):
        limits.append((cell_atoms, bulb_count))
    if bulb_count == len(cell_atoms):
        clauses += [[cell] for cell in cell_atoms]
    elif bulb_count == 1:
        clauses.append(cell_atoms)
    elif bulb_count:
        limits.append(([-cell for cell in cell_atoms], len(cell_atoms) - bulb_count))
