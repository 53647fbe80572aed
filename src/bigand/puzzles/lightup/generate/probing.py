"""What cases find, by an engine that only propagates.

To propagate clauses and limits is to make single deductions, to the end (tests hold the two to each other), and the
engine does it a hundred times as fast. It can tell no reasons, which a search for boards does not need.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from bigand.puzzles.lightup.direct import case
from bigand.puzzles.lightup.position import Cells, Position, cells_in, set_of
from bigand.puzzles.lightup.reasoning.sets import dots_by_sets
from bigand.solve.engines import case_session


class Probe:
    """A board that has a solution, and what is known of it: `position`. To be closed."""

    def __init__(self, position: Position) -> None:
        rules = case(position.board)
        self.position = position
        self._cells = list(cells_in(position.grid.white))
        self._atoms = {cell: number for number, cell in enumerate(self._cells, 1)}
        longer = [clause for clause in rules.clauses if len(clause) > 1]
        self._engine = case_session(replace(rules, clauses=longer))
        self._learn([clause[0] for clause in rules.clauses if len(clause) == 1])

    def mark(self, bulbs: Cells, dots: Cells) -> None:
        """More is known, and whatever follows from that by single deductions."""
        atoms = self._atoms
        self._learn([*[atoms[cell] for cell in cells_in(bulbs)], *[-atoms[cell] for cell in cells_in(dots)]])

    def _learn(self, literals: list[int]) -> None:
        implied = self._engine.implied(literals)
        assert implied is not None, "the board has a solution"
        for literal in implied:
            self._engine.add([literal])
        # A cell in light needs no dot.
        bulbs = self._places([literal for literal in implied if literal > 0])
        lit = self.position.with_marks(bulbs)
        self.position = lit.with_marks(
            dots=self._places([-literal for literal in implied if literal < 0]) & lit.open
        )

    def _places(self, atoms: Iterable[int]) -> Cells:
        cells = self._cells
        return set_of([cells[atom - 1] for atom in atoms if atom <= len(cells)])

    def settle(self) -> None:
        """All that follows by set arguments and single deductions."""
        while self.position.dark:
            dots = dots_by_sets(self.position)
            if not dots:
                return
            self.mark(0, dots)

    def refuted(self) -> tuple[Cells, Cells]:
        """Where a bulb, and where a dot, leads single deductions to a contradiction."""
        implied = self._engine.implied
        places = [(cell, self._atoms[cell]) for cell in cells_in(self.position.open)]
        bulbs = set_of([cell for cell, atom in places if implied([atom]) is None])
        dots = set_of([cell for cell, atom in places if implied([-atom]) is None])
        return bulbs, dots

    def close(self) -> None:
        self._engine.close()
