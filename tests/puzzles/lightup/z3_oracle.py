"""Z3: a Boolean for each white cell, `Or` over what lights a cell, `PbEq` for a clue, pairs that see each other."""

from collections.abc import Iterator, Sequence

import z3

from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.illumination import places_seen_from


def bulbs(board: Board, fixed: Sequence[int] = ()) -> Iterator[list[int]]:
    """The white cells with bulbs of each solution, numbered from 1; literals of `fixed` hold in all of them."""
    light, solver = _said(board)
    solver.add([light[abs(one) - 1] if one > 0 else z3.Not(light[-one - 1]) for one in fixed])
    while solver.check() == z3.sat:
        model = solver.model()
        found = [at for at, one in enumerate(light, 1) if z3.is_true(model[one])]
        yield found
        if not found:
            return
        solver.add(z3.Or([z3.Not(light[at - 1]) for at in found]))


def common(board: Board) -> set[int] | None:
    """The literals that hold in all solutions, however many there are: the opposite of none has one."""
    light, solver = _said(board)
    if solver.check() != z3.sat:
        return None
    decided = {number for number, atom in enumerate(light, 1) if solver.check(z3.Not(atom)) == z3.unsat}
    return decided | {-number for number, atom in enumerate(light, 1) if solver.check(atom) == z3.unsat}


def _said(board: Board) -> tuple[list[z3.BoolRef], z3.Solver]:
    """A Boolean for each white cell, and a solver with the rules."""
    places = [place for place, cell in board if not cell.is_wall]
    context = z3.Context()  # of its own: what was solved before would change the order of the solutions
    light = {place: z3.Bool(f"light_{place.row}_{place.column}", context) for place in places}
    solver = z3.Solver(ctx=context)
    for place in places:
        seen = places_seen_from(board, place)
        solver.add(z3.Or(light[place], *[light[other] for other in seen]))
        solver.add([z3.Not(z3.And(light[place], light[other])) for other in seen if other > place])
    for place, clue in board.clues.items():
        around = [light[other] for other in board.neighbours(place) if other in light]
        if clue > len(around):
            solver.add(z3.BoolVal(False, context))
        elif around:
            solver.add(z3.PbEq([(one, 1) for one in around], clue))
    return [*light.values()], solver
