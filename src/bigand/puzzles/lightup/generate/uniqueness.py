"""Whether clues decide a design: one engine a design, with a switch for each clue.

The engine knows the rules of the board, and that the solution is not that of the design. It is asked under the
assumption of some clues: if it finds nothing, they leave no other solution, and it tells which of them it needed.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations

from bigand.encode.case import Case
from bigand.puzzles.lightup.generate.design import Design
from bigand.puzzles.lightup.position import Cells, Clue, cell_set, cells_in
from bigand.solve.engines import case_session


class UniquenessChecker:
    """The engine of a design; `close` it.

    Atom k + 1 is cell k, a wall too, and the switches of clues come after: so what is said of a run, a cell or a
    clue is the same list for all designs in which it is the same.
    """

    def __init__(self, design: Design, clues: Sequence[Clue]) -> None:
        grid = design.grid
        self._count = len(grid.walls)
        runs = [run for run in dict.fromkeys(grid.across + grid.down) if run & (run - 1)]
        clauses = [_atoms(cross) for cross in dict.fromkeys(grid.cross) if cross]
        clauses.append([-atom for atom in _atoms(design.bulbs)])
        for clue in clues:
            clauses += _clue_clauses(clue.beside, clue.number, self._switch(clue))
        limits = [(_atoms(run), 1) for run in runs]
        self._engine = case_session(Case(clauses, limits, self._count, 2 * self._count))

    def _switch(self, clue: Clue) -> int:
        return self._count + 1 + clue.cell

    def find_needed_clues(self, clues: Sequence[Clue]) -> list[Clue] | None:
        """Some of these clues that decide the design by themselves, or nothing if not even all do."""
        switches = [self._switch(clue) for clue in clues]
        if self._engine.solve(switches):
            return None
        core = set(self._engine.core())
        return [clue for clue in clues if self._switch(clue) in core]

    def other_solution(self) -> Cells:
        """The bulbs of the other solution that was found last."""
        return cell_set([atom - 1 for atom in self._engine.true_atoms()])

    def close(self) -> None:
        self._engine.close()


@lru_cache(maxsize=20_000)
def _atoms(cells: Cells) -> list[int]:
    """The atoms of some cells."""
    return [cell + 1 for cell in cells_in(cells)]


@lru_cache(maxsize=20_000)
def _clue_clauses(cells: Cells, number: int, switch: int) -> list[list[int]]:
    """What a clue says, behind its switch: of any n + 1 cells one has no bulb, of all but n − 1 one has."""
    beside = _atoms(cells)
    too_many, enough = _choices(len(beside), number)
    return [
        *[[-switch, *[-beside[place] for place in chosen]] for chosen in too_many],
        *[[-switch, *[beside[place] for place in chosen]] for chosen in enough],
    ]


@cache
def _choices(count: int, number: int) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """Of so many cells: any that are one more than a number, and any that leave one less than it."""
    places = range(count)
    return tuple(combinations(places, number + 1)), tuple(combinations(places, count - number + 1))
