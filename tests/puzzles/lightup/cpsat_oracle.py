"""CP-SAT of OR-Tools: at most one bulb in a run, at least one where a cell looks, sums for clues."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.illumination import runs

if TYPE_CHECKING:  # a large library, which not every worker needs
    from ortools.sat.python import cp_model


def bulbs(board: Board, fixed: Sequence[int] = ()) -> Iterator[list[int]]:
    """The white cells with bulbs of each solution, numbered from 1; literals of `fixed` hold in all of them."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    whites = [board.place(at) for at in range(len(board.cells)) if not board[board.place(at)].is_wall]
    light = {place: model.new_bool_var(f"light_{place.row}_{place.column}") for place in whites}
    lights: dict[int, list[cp_model.IntVar]] = {}
    for run in runs(board):
        variables = [light[board.place(at)] for at in run]
        model.add_at_most_one(variables)
        for at in run:
            lights.setdefault(at, []).extend(variables)
    for variables in lights.values():
        model.add_bool_or(variables)
    for place, clue in board.clues.items():
        around = [light[other] for other in board.neighbours(place) if other in light]
        if clue > len(around):
            return
        if around:
            model.add(sum(around) == clue)
    for one in fixed:
        variable = light[whites[abs(one) - 1]]
        model.add_bool_or([variable if one > 0 else variable.negated()])
    while (solver := _solved(model)) is not None:
        found = [at for at, place in enumerate(whites, 1) if solver.boolean_value(light[place])]
        yield found
        if not found:
            return
        model.add_bool_or([light[whites[at - 1]].negated() for at in found])


def _solved(model: "cp_model.CpModel") -> "cp_model.CpSolver | None":
    """A solver that has a solution, or nothing if there is none."""
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    assert status in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE)
    return None if status == cp_model.INFEASIBLE else solver
