"""What the model says of one board, straight from its cells.

Expanding the model costs some milliseconds however small the board is: nothing for a batch, much for a single board
that is solved in a tenth of that. So the rules of the model are written down here once more, for one board, less
the clauses that follow from shorter ones. `model.touist` is the truth, and tests hold this to it.

A long run gets an auxiliary atom that implies that there is a bulb in it: clauses of hundreds of cells for each of
hundreds of cells would be too many.
"""

import re
from collections.abc import Sequence
from itertools import chain

from bigand.encode.case import Case
from bigand.puzzles.lightup.board import CLUES, MARKS, Board, Cell

_LONG = 32  # cells; all runs of boards that people play are shorter
_WALL = Cell.WALL.value
_RUN = re.compile("[" + "".join([Cell.WHITE, *MARKS]) + "]+")
_CLUE = re.compile("[" + "".join(CLUES) + "]")


def case(board: Board, marks: Sequence[int] = ()) -> Case:
    """The clauses and limits of a board, and marks that must stay; atom k is the k-th white cell, row by row."""
    stride = board.width + 1  # of the board with a wall behind each row, and rows of walls around
    beyond = _WALL * stride
    cells = f"{beyond}{_WALL.join(board.rows)}{_WALL}{beyond}"
    atoms, across, count = [0] * len(cells), [], 0
    for run in _RUN.finditer(cells):
        first, last = run.span()
        members = list(range(count + 1, count + 1 + last - first))
        count += last - first
        atoms[first:last] = members
        across.append(members)
    columns = [slice(column, None, stride) for column in range(stride)]
    turned = list(chain.from_iterable([atoms[column] for column in columns]))
    runs = _RUN.finditer("".join([cells[column] for column in columns]))
    down = [turned[run.start() : run.end()] for run in runs]
    clauses, variables = _lit(across, down, count)
    limits = [(run, 1) for run in across + down if len(run) > 1]
    for clue in _CLUE.finditer(cells):
        place = clue.start()
        beside = (atoms[place - stride], atoms[place - 1], atoms[place + 1], atoms[place + stride])
        _add_clue(int(clue[0]), [atom for atom in beside if atom], clauses, limits)
    clauses += [[literal] for literal in marks]
    return Case(clauses, limits, count, variables)


def _lit(across: list[list[int]], down: list[list[int]], count: int) -> tuple[list[list[int]], int]:
    """For each white cell that one of the cells of its two runs has a bulb; and the number of the last atom.

    Where a cell of a run has no other in its other one, that there is a bulb in the run is all there is to say
    about its cells: whatever else they see only makes longer clauses of it.
    """
    alone = {run[0] for run in down if len(run) == 1}
    clauses = [run for run in across if not alone.isdisjoint(run)]
    said = {atom for run in clauses for atom in run}  # of these cells there is nothing more to say
    alone = {run[0] for run in across if len(run) == 1} - alone
    own: list[list[int]] = [[]]  # by cell: its run across, as it stands in clauses
    defined, crosses = [], []
    variables = count
    for run in across:
        written = run
        if len(run) > _LONG:
            variables += 1
            defined.append([-variables, *run])
            written = [variables]
        own += [written] * len(run)
    for run in down:
        if not alone.isdisjoint(run):
            clauses.append(run)
        elif len(run) > _LONG:
            variables += 1
            defined.append([-variables, *run])
            crosses += [[*own[atom], variables] for atom in run if atom not in said]
        else:
            crosses += [
                own[atom] + run[:place] + run[place + 1 :] for place, atom in enumerate(run) if atom not in said
            ]
    return clauses + defined + crosses, variables


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
