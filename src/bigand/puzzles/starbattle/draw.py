"""A board as a scene: thick lines between regions, stars, and crosses where there are none."""

from bigand.puzzles.starbattle.board import Board, Mark, in_rows
from bigand.view.scene import Cell, Label, Scene

_LOOKS = {Mark.STAR: "star", Mark.NONE: "dot"}


def scene(board: Board, solution: Board | None = None, title: str = "") -> Scene:
    """The board with its marks, or with those of a solution."""
    cells, standing = [], []
    for number, mark in enumerate((solution or board).marks):
        row, column = divmod(number, board.size)
        look = _LOOKS.get(Mark(mark), "false")
        cells.append(Cell(f"cell-{row + 1}-{column + 1}", column + 1, row + 1, look))
        if look != "false":
            standing.append(Cell(f"{look}-{row + 1}-{column + 1}", column + 1, row + 1, look, 1))
    numbers = range(1, board.size + 1)
    labels = [Label("title", 0, 0, title, "title")] if title else []
    labels += [Label(f"row-{number}", 0, number, str(number), "row") for number in numbers]
    labels += [Label(f"column-{number}", number, 0, str(number), "column") for number in numbers]
    size = (board.size + 1, board.size + 2)
    regions = tuple([tuple(row) for row in in_rows(board.regions, board.size)])
    return Scene(*size, (*cells, *standing), tuple(labels), "board", is_ruled=True, regions=regions)
