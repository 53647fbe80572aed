"""What the model says of one board, straight from its cells.

Expanding the model costs some milliseconds however small the board is: nothing for a batch, much for a single board
that is solved in a tenth of that. So the rules of the model are written down here once more, for one board, less
the clauses that follow from shorter ones. `model.touist` is the truth, and tests hold this to it.

A long run gets an auxiliary atom that implies that there is a bulb in it: clauses of hundreds of cells for each of
hundreds of cells would be too many.
"""

from collections.abc import Sequence
from itertools import accumulate, chain, compress, pairwise, repeat

from bigand.encode.case import Case
from bigand.puzzles.lightup.board import CLUES, WALLS, Board, Cell

_LONG = 32  # cells; all runs of boards that people play are shorter
_NUMBERS = {ord(cell): number for number, cell in enumerate(CLUES)}
_IS_CLUE = bytes([code in _NUMBERS for code in range(256)])
_IS_WHITE = bytes([code not in map(ord, WALLS) for code in range(256)])
_BLACK = b"\0"  # a wall among flags


def encode_board(board: Board, marks: Sequence[int] = ()) -> Case:
    """The clauses and limits of a board, and marks that must stay; atom k is the k-th white cell, row by row."""
    stride = board.width + 1  # of the board with a wall behind each row, and rows of walls around
    beyond = Cell.WALL * stride
    cells = f"{beyond}{Cell.WALL.join(board.rows)}{Cell.WALL}{beyond}".encode()
    white = cells.translate(_IS_WHITE)
    count = white.count(1)
    white_atoms = list(range(1, count + 1))
    atom_iterator = iter(white_atoms)
    atoms = [next(atom_iterator) if is_white else 0 for is_white in white]
    columns = [slice(column, None, stride) for column in range(stride)]
    across = _run_atoms(white, white_atoms)
    column_atoms = chain.from_iterable([atoms[column] for column in columns])
    down = _run_atoms(b"".join([white[column] for column in columns]), list(filter(None, column_atoms)))
    clauses, variables = _lit_clauses(across, down, count)
    limits = [(run, 1) for run in across + down if len(run) > 1]
    for place in compress(range(len(cells)), cells.translate(_IS_CLUE)):
        beside = (atoms[place - stride], atoms[place - 1], atoms[place + 1], atoms[place + stride])
        _add_clue(_NUMBERS[cells[place]], list(filter(None, beside)), clauses, limits)
    clauses += [[literal] for literal in marks]
    return Case(clauses, limits, count, variables)


def _run_atoms(white: bytes, atoms: list[int]) -> list[list[int]]:
    """The atoms, which are those of the white cells in their order, run by run."""
    ends = accumulate(map(len, filter(None, white.split(_BLACK))), initial=0)
    return [atoms[first:last] for first, last in pairwise(ends)]


def _lit_clauses(across: list[list[int]], down: list[list[int]], count: int) -> tuple[list[list[int]], int]:
    """For each white cell that one of the cells of its two runs has a bulb; and the number of the last atom.

    Where a cell of a run has no other in its other one, that there is a bulb in the run is all there is to say
    about its cells: whatever else they see only makes longer clauses of it.
    """
    alone = {run[0] for run in down if len(run) == 1}
    clauses = [run for run in across if not alone.isdisjoint(run)]
    covered = set(chain.from_iterable(clauses))  # of these cells there is nothing more to say
    alone = {run[0] for run in across if len(run) == 1} - alone
    defined, crosses = [], []
    run_literals = across  # as they stand in clauses
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
                    del seen[place]  # once is enough
                    crosses.append(seen)
    return clauses + defined + crosses, variables


def _add_clue(number: int, cells: list[int], clauses: list[list[int]], limits: list[tuple[list[int], int]]) -> None:
    """Exactly so many of these: at most so many, and at most the rest of their negations."""
    if number > len(cells):
        clauses.append([])
        return
    if number == 0:
        clauses += [[-cell] for cell in cells]
    elif number < len(cells):
        limits.append((cells, number))
    if number == len(cells):
        clauses += [[cell] for cell in cells]
    elif number == 1:
        clauses.append(cells)
    elif number:
        limits.append(([-cell for cell in cells], len(cells) - number))
