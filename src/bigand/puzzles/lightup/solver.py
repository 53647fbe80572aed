"""Find solutions of boards: one, all of them, their number, and the cells that all have in common.

Every solution is checked by the rules of the puzzle, with rays of light, before it is returned.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from enum import StrEnum
from itertools import compress, islice

from msgspec import Struct

from bigand.encode.case import Case
from bigand.puzzles.lightup.board import Board, Cell
from bigand.puzzles.lightup.encoding import encode_board
from bigand.puzzles.lightup.illumination import is_solution
from bigand.solve.cases import count_models, models, split_into_independent_parts
from bigand.solve.engines import case_session
from bigand.source.error import SolverError
from bigand.source.limits import pause_garbage_collection

_BULB = ord(Cell.BULB)
_IS_WHITE = bytes([code == ord(Cell.WHITE) for code in range(256)])


class Status(StrEnum):
    """How many solutions a board has.

    >>> Status("unique") is Status.UNIQUE
    True
    """

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"


def status_of(count: int) -> Status:
    """Return the status for a number of solutions."""
    return (Status.NONE, Status.UNIQUE, Status.MULTIPLE)[min(2, count)]


class SolveResult(Struct, frozen=True):
    """The first solutions of a board.

    Attributes:
        solutions: The solutions found: as many as there are, or the first ones.
        is_complete: Whether there are no others.

    >>> result = Board(["2.", ".."]).answer()
    >>> result.status.value, result.solution.bulbs
    ('unique', (Place(row=0, column=1), Place(row=1, column=0)))
    """

    solutions: tuple[Board, ...]
    is_complete: bool

    @property
    def status(self) -> Status:
        """Whether there are no, one or several solutions."""
        return status_of(len(self.solutions))

    @property
    def is_unique(self) -> bool:
        """Whether there is exactly one solution."""
        return self.status is Status.UNIQUE

    @property
    def solution(self) -> Board | None:
        """The first solution, or None if there is none."""
        return self.solutions[0] if self.solutions else None

    @property
    def second(self) -> Board | None:
        """Another solution, or None if there are not several."""
        return self.solutions[1] if len(self.solutions) > 1 else None

    @property
    def count(self) -> int:
        """How many solutions were found; there are more unless `is_complete`."""
        return len(self.solutions)


def solve_board(
    board: Board, limit: int = 2, deadline: float | None = None, keep_marks: bool = False
) -> SolveResult:
    """Find up to `limit` solutions, but at least two, to know whether the first is unique."""
    max_solutions = max(2, limit)
    with pause_garbage_collection():
        found_boards = list(islice(iter_solutions(board, deadline, keep_marks), max_solutions + 1))
    return SolveResult(tuple(found_boards[:max_solutions]), len(found_boards) <= max_solutions)


def iter_solutions(board: Board, deadline: float | None = None, keep_marks: bool = False) -> Iterator[Board]:
    """Yield all solutions, each checked; marks on the board are ignored unless `keep_marks` is set."""
    puzzle = board.puzzle
    for bulbs in models(_encode(board, keep_marks), deadline, incomparable=True):
        yield verify_solution(place_bulbs(puzzle, bulbs))


def count_solutions(board: Board, deadline: float | None = None, keep_marks: bool = False) -> int:
    """Count the solutions exactly."""
    return count_models(_encode(board, keep_marks), deadline, incomparable=True)


def _encode(board: Board, keep_marks: bool) -> Case:
    """Encode the board. Its solutions are incomparable: one more bulb would be in the light of another."""
    return encode_board(board, mark_literals(board) if keep_marks else ())


def mark_literals(board: Board) -> list[int]:
    """Return the marks as literals: white cells are numbered from 1, a dot is negative."""
    white = [cell for cell in board.cells if not Cell(cell).is_wall]
    return [number if cell == Cell.BULB else -number for number, cell in enumerate(white, 1) if cell != Cell.WHITE]


def place_bulbs(puzzle: Board, white_cell_numbers: Sequence[int]) -> Board:
    """Put bulbs on a board without marks; white cells are numbered from 1."""
    cells = bytearray(puzzle.cells, "ascii")
    white = list(compress(range(len(cells)), cells.translate(_IS_WHITE)))
    for bulb in white_cell_numbers:
        cells[white[bulb - 1]] = _BULB
    return Board.from_cells(puzzle.height, puzzle.width, cells.decode())


def verify_solution(solution: Board) -> Board:
    """Return `solution` if it is one; otherwise the engine is wrong, and SolverError is raised."""
    if not is_solution(solution):
        raise SolverError("lightup.lied", name="sat")
    return solution


def solve_boards(boards: Sequence[Board], limit: int | None = 2) -> list[SolveResult]:
    """Solve each of many boards."""
    return [solve_board(board, limit=sys.maxsize - 1 if limit is None else limit) for board in boards]


# --------------------------------------------------------- Decided cells: those that are the same in every solution
# Start from one solution and ask for another that differs from it in any cell still suspected. Each such solution
# clears the cells in which it differs; the engine prefers such values, so few solutions are needed. When there is
# none, the suspected cells left are decided. A board is first split into independent parts.


class DecidedCells(Struct, frozen=True):
    """The cells that have a bulb in every solution, and those that have none in any; numbers on the board."""

    bulbs: tuple[int, ...]
    dots: tuple[int, ...]

    def replace_marks_on(self, board: Board) -> Board:
        """Return the board with these marks, and no others."""
        return board.puzzle.with_marks(
            [board.place(index) for index in self.bulbs], [board.place(index) for index in self.dots]
        )


def find_decided_cells(board: Board, keep_marks: bool = False) -> DecidedCells | None:
    """Find what all solutions have in common; None if there is no solution."""
    parts = split_into_independent_parts(encode_board(board, mark_literals(board) if keep_marks else ()))
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
    """Return the literals that hold in every model of a case."""
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
    """Return the values that differ most from the suspected ones: false, except for what is suspected false."""
    preferred_true = {-literal for literal in suspected if literal < 0}
    return [atom if atom in preferred_true else -atom for atom in range(1, atoms + 1)]
