"""What is decided: the cells that are the same in every solution of a board.

From one solution on: is there another that differs from it in any cell still suspected? Each of these clears the
cells in which it differs, and the engine is told to try such values first, so that few are needed; when there is
none, those left are decided. A large board is taken apart first into
parts that have nothing to do with each other.
"""

from contextlib import closing

from msgspec import Struct

from bigand.encode.case import Case
from bigand.puzzles.lightup.board import Board, Cell
from bigand.puzzles.lightup.direct import encode_board
from bigand.puzzles.lightup.solving import mark_literals
from bigand.solve.cases import split
from bigand.solve.engines import case_session


class DecidedCells(Struct, frozen=True):
    """The cells that have a bulb in every solution, and those that have none in any; numbers on the board."""

    bulbs: tuple[int, ...]
    dots: tuple[int, ...]

    def mark_on(self, board: Board) -> Board:
        """A board with these marks."""
        return board.puzzle.with_marks(
            [board.place(index) for index in self.bulbs], [board.place(index) for index in self.dots]
        )


def find_decided_cells(board: Board, keep_marks: bool = False) -> DecidedCells | None:
    """What all solutions have in common; nothing if there is none."""
    parts = split(encode_board(board, mark_literals(board) if keep_marks else ()))
    if parts is None:
        return None
    white = [index for index, cell in enumerate(board.cells) if not Cell(cell).is_wall]
    true = set(parts.true_atoms)
    false = set(range(1, len(white) + 1)) - true
    for part in parts.parts:
        common = _common_literals(part.case)
        if common is None:
            return None
        part_atoms = part.variables[: part.case.atoms]
        false.difference_update(part_atoms)
        true.update([part_atoms[literal - 1] for literal in common if literal > 0])
        false.update([part_atoms[-literal - 1] for literal in common if literal < 0])
    return DecidedCells(*[tuple([white[atom - 1] for atom in sorted(atoms)]) for atoms in (true, false)])


def _common_literals(part: Case) -> list[int] | None:
    """The literals that hold in every model of a case."""
    with closing(case_session(part)) as session:
        if not session.solve():
            return None
        true = set(session.true_atoms())
        suspected = [atom if atom in true else -atom for atom in range(1, part.atoms + 1)]
        switch = part.variables
        while suspected:
            switch += 1
            session.add([-switch, *[-literal for literal in suspected]])
            session.prefer(_opposite_values(suspected, part.atoms))
            if not session.solve([switch]):
                break
            session.add([-switch])
            true = set(session.true_atoms())
            suspected = [literal for literal in suspected if (abs(literal) in true) == (literal > 0)]
    return suspected


def _opposite_values(suspected: list[int], atoms: int) -> list[int]:
    """The values by which a model would differ as much as can be: false, but for what is suspected to be false."""
    preferred_true = {-literal for literal in suspected if literal < 0}
    return [atom if atom in preferred_true else -atom for atom in range(1, atoms + 1)]
