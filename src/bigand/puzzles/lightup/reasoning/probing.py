"""What cases find, by an engine that only propagates.

To propagate clauses and limits is to make single deductions, to the end (tests hold the two to each other), and the
engine does it a hundred times as fast. It can tell no reasons: those are worked out for what it refutes.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from bigand.puzzles.lightup.direct import encode_board
from bigand.puzzles.lightup.position import Cells, Position, cells_in
from bigand.solve.engines import case_session


class Propagator:
    """An engine with the rules of a board, and what is known. To be closed."""

    def __init__(self, position: Position) -> None:
        rules = encode_board(position.board)
        self._cells = list(cells_in(position.grid.white))
        self._atoms = {cell: number for number, cell in enumerate(self._cells, 1)}
        longer = [clause for clause in rules.clauses if len(clause) > 1]
        self._engine = case_session(replace(rules, clauses=longer))
        self.add_facts([clause[0] for clause in rules.clauses if len(clause) == 1])

    def add_facts(self, literals: list[int]) -> None:
        """More is known."""
        for literal in literals:
            self._engine.add([literal])

    def to_literals(self, bulbs: Cells, dots: Cells) -> list[int]:
        """Marks as the engine has them."""
        atoms = self._atoms
        return [*[atoms[cell] for cell in cells_in(bulbs)], *[-atoms[cell] for cell in cells_in(dots)]]

    def propagate(self, cell: int, is_bulb: bool) -> list[int] | None:
        """The literals that would be known with a mark in a cell, and are not yet; nothing if that clashes."""
        return self._engine.propagate([self._atoms[cell] if is_bulb else -self._atoms[cell]])

    def cells_of(self, literals: Iterable[int]) -> list[int]:
        """The cells that literals are about; those on a run as a whole are about none."""
        cells = self._cells
        return [cells[abs(literal) - 1] for literal in literals if abs(literal) <= len(cells)]

    def close(self) -> None:
        self._engine.close()
