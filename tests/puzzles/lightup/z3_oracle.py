"""Z3: a Boolean for each white cell, `Or` over what lights a cell, `PbEq` for a clue, pairs that see each other."""

from collections.abc import Iterator, Sequence

import z3

from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.rays import sight


def bulbs(board: Board, fixed: Sequence[int] = ()) -> Iterator[list[int]]:
    """The white cells with bulbs of each solution, numbered from 1; literals of `fixed` hold in all of them."""
    places = [place for place, cell in board if not cell.is_wall]
    context = z3.Context()  # of its own: what was solved before would change the order of the solutions
    light = {place: z3.Bool(f"light_{place.row}_{place.column}", context) for place in places}
    solver = z3.Solver(ctx=context)
    for place in places:
        seen = sight(board, place)
        solver.add(z3.Or(light[place], *[light[other] for other in seen]))
        solver.add([z3.Not(z3.And(light[place], light[other])) for other in seen if other > place])
    for place, clue in board.clues.items():
        around = [light[other] for other in board.neighbours(place) if other in light]
        if clue > len(around):
            return
        if around:
            solver.add(z3.PbEq([(one, 1) for one in around], clue))
    solver.add([light[places[abs(one) - 1]] if one > 0 else z3.Not(light[places[-one - 1]]) for one in fixed])
    while solver.check() == z3.sat:
        model = solver.model()
        found = [at for at, place in enumerate(places, 1) if z3.is_true(model[light[place]])]
        yield found
        if not found:
            return
        solver.add(z3.Or([z3.Not(light[places[at - 1]]) for at in found]))
