"""No puzzle shows what an engine says without a look at the board: engines that lie are found out by every door."""

import pytest

from bigand import lightup
from bigand.puzzles.lightup import solver
from bigand.puzzles.lightup.board import Board
from bigand.puzzles.queens import solver as queens
from bigand.puzzles.queens.board import Task
from bigand.solve.session import SolverError

OPEN = Board.from_cells(2, 2, "....")  # two solutions: the diagonals
ONE = Board.from_cells(1, 3, "#.#")


def test_a_bulb_that_sees_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "models", lambda *_, **__: iter([[1, 2]]))
    with pytest.raises(SolverError) as error:
        solver.solve_board(OPEN)
    assert error.value.key == "lightup.lied"


def test_a_cell_in_the_dark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "models", lambda *_, **__: iter([[]]))
    with pytest.raises(SolverError):
        solver.solve_board(ONE)


@pytest.mark.parametrize("found", [[[1, 2]], [[]], [[1, 4], [1, 3]]])
def test_many_boards_at_once(found: list[list[int]], monkeypatch: pytest.MonkeyPatch) -> None:
    assert [one.count for one in solver.solve_boards([OPEN, ONE])] == [2, 1]
    monkeypatch.setattr(solver, "models", lambda *_, **__: iter(found))
    with pytest.raises(SolverError) as error:
        solver.solve_boards([OPEN])
    assert error.value.key == "lightup.lied"


def test_the_public_door_goes_through_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "is_solution", lambda _board: False)
    with pytest.raises(SolverError):
        lightup.Board("1x3:BaB").solve()
    with pytest.raises(SolverError):
        lightup.solve_all([lightup.Board("1x3:BaB")])


def test_queens_that_attack_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    for engine, name in (("sat", "_iter_model_placements"), ("search", "iter_placements")):
        monkeypatch.setattr(queens, name, lambda *_: iter([(0, 1, 2, 3)]))
        with pytest.raises(AssertionError, match="an invalid placement"):
            next(queens.iter_solutions(Task(4), engine))
