"""Find solutions with the model in the language; each is judged by looking at the board."""

from collections.abc import Iterator
from importlib.resources import files

from bigand.api.expansion import ModelSearch, expand, find_solutions
from bigand.api.pipeline import append_formulas
from bigand.api.problem import load_problem
from bigand.api.solution import Solution
from bigand.api.source import Source
from bigand.puzzles.starbattle.board import Board, Mark, is_solution, split_rows
from bigand.source.error import SolverError


def model(board: Board) -> Source:
    """Return the model with the data of a board; its marks are facts."""
    text = files(__package__).joinpath("model.touist").read_text(encoding="utf-8")
    order = list(dict.fromkeys(board.regions))
    regions = {
        row: {column: order.index(name) + 1 for column, name in enumerate(names, 1)}
        for row, names in enumerate(split_rows(board.regions, board.size), 1)
    }
    source = Source(text=text, name="model.touist", values={"N": board.size, "K": board.stars, "region": regions})
    return append_formulas(source, tuple(mark_formulas(board)))


def mark_formulas(board: Board) -> list[str]:
    """Return the marks of a board as formulas of the model."""
    return [
        atom_name(cell, board.size) if mark == Mark.STAR else f"not {atom_name(cell, board.size)}"
        for cell, mark in enumerate(board.marks)
        if mark != Mark.OPEN
    ]


def atom_name(cell: int, size: int) -> str:
    row, column = divmod(cell, size)
    return f"star({row + 1},{column + 1})"


def apply_solution(board: Board, model_solution: Solution) -> Board:
    """Return the board with the stars of a solution of the model."""
    return board.with_stars([(row - 1) * board.size + column - 1 for row, column in model_solution["star"]])


def iter_solutions(board: Board, deadline: float | None = None) -> Iterator[Board]:
    """Yield all solutions that agree with the marks of a board."""
    for model_solution in find_solutions(expand(load_problem(model(board))), ModelSearch(deadline=deadline)):
        solved_board = apply_solution(board, model_solution)
        if not is_solution(board, solved_board):
            raise SolverError("starbattle.lied")
        yield solved_board
