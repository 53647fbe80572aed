"""A board as a scene for all who draw: walls with their clues, light, bulbs and dots; and frames on it."""

from collections.abc import Callable, Iterable

from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.board import Cell as Square
from bigand.puzzles.lightup.draw import HighlightedBoard
from bigand.puzzles.lightup.runs import lit_cells
from bigand.view.drawing import Drawing
from bigand.view.paint import paint_scene
from bigand.view.scene import Cell, Frame, Label, Scene
from bigand.view.svg import render_drawing_svg

_MARKS = {Square.BULB: "bulb", Square.DOT: "dot"}


def board_scene(
    board: Board, frames: Iterable[Frame] = (), column_heads: Callable[[int], str] | None = None
) -> Scene:
    """The scene; with the numbers of rows and the names of columns, if there are any. Places are counted from 1."""
    lit = lit_cells(board)
    cells, labels = [], []
    for (row, column), square in board:
        x, y = column + 1, row + 1
        things = ["wall"] if square.is_wall else ["light"] if row * board.width + column in lit else []
        things += [_MARKS[square]] if square in _MARKS else []
        cells.append(Cell(f"cell-{y}-{x}", x, y, things[-1] if things else "false"))
        cells += [Cell(f"{thing}-{y}-{x}", x, y, thing, 1) for thing in things]
        if square.clue is not None:
            labels.append(Label(f"clue-{y}-{x}", x, y, square.value, "clue"))
    if column_heads is not None:
        labels += [Label(f"row-{y}", 0, y, str(y), "row") for y in range(1, board.height + 1)]
        labels += [Label(f"column-{x}", x, 0, column_heads(x), "column") for x in range(1, board.width + 1)]
    size = (board.width + 1, board.height + 2)
    return Scene(*size, tuple(cells), tuple(labels), "board", frames=tuple(frames), is_ruled=True)


def board_drawing(highlighted: HighlightedBoard) -> Drawing:
    """A board with a red frame around what is pointed at."""
    frames = [Frame(place.column + 1, place.row + 1, "pointed") for place in sorted(highlighted.places)]
    return paint_scene(board_scene(highlighted.board, frames), "board", {})


def to_svg(highlighted: HighlightedBoard) -> str:
    """The same as SVG: every cell has its place as its id, and what is in it as its state."""
    return render_drawing_svg(board_drawing(highlighted))
