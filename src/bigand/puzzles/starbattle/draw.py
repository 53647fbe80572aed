"""Draw a board with thick lines between regions, stars, and dots where there is no star."""

from bigand.puzzles.starbattle.board import Board, Mark, split_rows
from bigand.view.scene import Cell, Label, Scene

_LOOKS = {Mark.STAR: "star", Mark.NONE: "dot"}


def scene(board: Board, solution: Board | None = None, title: str = "") -> Scene:
    """Return the board with its marks, or with those of `solution`."""
    cells, piece_cells = [], []
    for cell_number, mark in enumerate((solution or board).marks):
        row, column = divmod(cell_number, board.size)
        look = _LOOKS.get(Mark(mark), "false")
        cells.append(Cell(f"cell-{row + 1}-{column + 1}", column + 1, row + 1, look))
        if look != "false":
            piece_cells.append(Cell(f"{look}-{row + 1}-{column + 1}", column + 1, row + 1, look, 1))
    numbers = range(1, board.size + 1)
    labels = [Label("title", 0, 0, title, "title")] if title else []
    labels += [Label(f"row-{cell_number}", 0, cell_number, str(cell_number), "row") for cell_number in numbers]
    labels += [
        Label(f"column-{cell_number}", cell_number, 0, str(cell_number), "column") for cell_number in numbers
    ]
    size = (board.size + 1, board.size + 2)
    regions = tuple([tuple(row) for row in split_rows(board.regions, board.size)])
    return Scene(*size, (*cells, *piece_cells), tuple(labels), "board", is_ruled=True, regions=regions)
