"""Whether clues decide a design: one engine a design, with a switch for each clue.

The engine knows the rules of the board, and that the solution is not that of the design. It is asked under the
assumption of some clues: if it finds nothing, they leave no other solution, and it tells which of them it needed.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations

from msgspec.structs import replace

from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.direct import case
from bigand.puzzles.lightup.generate.design import Design
from bigand.puzzles.lightup.position import Cells, Clue, cells_in
from bigand.solve.engines import case_session


class Uniqueness:
    """The engine of a design; `close` it."""

    def __init__(self, design: Design, clues: Sequence[Clue]) -> None:
        grid = design.grid
        rules = case(Board.of(grid.height, grid.width, grid.walls))
        self._atoms = {cell: number for number, cell in enumerate(cells_in(grid.white), 1)}
        self._cells = list(cells_in(grid.white))
        self._switches = {clue.cell: rules.variables + 1 + number for number, clue in enumerate(clues)}
        others = [-self._atoms[cell] for cell in cells_in(design.bulbs)]
        self._engine = case_session(replace(rules, clauses=[*rules.clauses, others, *self._says(clues)]))

    def _says(self, clues: Sequence[Clue]) -> list[list[int]]:
        """What each clue says, behind its switch: of any n + 1 cells one has no bulb, of all but n − 1 one has."""
        clauses = []
        for clue in clues:
            switch, beside = self._switches[clue.cell], [self._atoms[cell] for cell in cells_in(clue.beside)]
            too_many, enough = _choices(len(beside), clue.number)
            clauses += [[-switch, *[-beside[place] for place in chosen]] for chosen in too_many]
            clauses += [[-switch, *[beside[place] for place in chosen]] for chosen in enough]
        return clauses

    def needed(self, clues: Sequence[Clue]) -> list[Clue] | None:
        """Some of these clues that decide the design by themselves, or nothing if not even all do."""
        switches = [self._switches[clue.cell] for clue in clues]
        if self._engine.solve(switches):
            return None
        core = set(self._engine.core())
        return [clue for clue in clues if self._switches[clue.cell] in core]

    def other(self) -> Cells:
        """The bulbs of the other solution that was found last."""
        bulbs = 0
        for atom in self._engine.true():
            bulbs |= 1 << self._cells[atom - 1]
        return bulbs

    def close(self) -> None:
        self._engine.close()


@cache
def _choices(count: int, number: int) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """Of so many cells: any that are one more than a number, and any that leave one less than it."""
    places = range(count)
    return tuple(combinations(places, number + 1)), tuple(combinations(places, count - number + 1))
