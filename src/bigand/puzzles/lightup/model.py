"""The model in the language with the data of one board as values, and its solutions as boards."""

from pathlib import Path
from typing import Any

from bigand.api.solution import Solution
from bigand.api.source import Source
from bigand.ground.columns import Table
from bigand.language import Mode
from bigand.puzzles.lightup.arrays import model_tables
from bigand.puzzles.lightup.board import Board, Cell
from bigand.puzzles.lightup.draw.boards import board_scene
from bigand.puzzles.lightup.illumination import is_solution
from bigand.view.scene import Scene


def model(board: Board) -> Source:
    """Return the model with the data of a board; marks are ignored."""
    path = Path(__file__).with_name("model.touist")
    data = {name: _table_values(table) for name, table in model_tables(board.puzzle).items()}
    data |= {"$height": board.height, "$width": board.width}
    return Source(text=path.read_text(encoding="utf-8"), name=path.name, mode=Mode.SAT, values=data)


def _table_values(table: Table) -> Any:
    """Return the values of a table, numbers or names, by row and column."""
    words = table.names
    return {
        row: {column: words[cell] if words else cell for column, cell in enumerate(cells)}
        for row, cells in enumerate(table.data.tolist())
    }


def apply_solution(board: Board, model_solution: Solution) -> Board:
    """Return the board with the bulbs of a solution of the model."""
    bulbs = (
        {(row - 1) * board.width + column - 1 for row, column in model_solution["bulb"]}
        if "bulb" in model_solution
        else set()
    )
    cells = [Cell.BULB if number in bulbs else cell for number, cell in enumerate(board.puzzle.cells)]
    return Board.from_cells(board.height, board.width, "".join(cells))


def is_solution_of(board: Board, solution: Board) -> bool:
    """Whether `solution` is `board` with bulbs that solve it."""
    return solution.puzzle == board.puzzle and is_solution(solution)


def scene(board: Board, solution: Board | None = None) -> Scene:
    return board_scene(solution or board)
