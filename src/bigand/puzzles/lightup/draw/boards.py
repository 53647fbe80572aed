"""A board as a scene: walls with their clues, light, bulbs, dots, and frames; and pictures of rules."""

from collections.abc import Callable, Iterable, Sequence

from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.board import Cell as Square
from bigand.puzzles.lightup.draw import HighlightedBoard, places_of_spots
from bigand.puzzles.lightup.illumination import lit_cells
from bigand.puzzles.lightup.position import EVERYWHERE, Position, cells_in
from bigand.puzzles.lightup.questions import HighlightedRows
from bigand.puzzles.lightup.rules import PROGRAM, ProofRule, RuleKind
from bigand.view.drawing import Drawing, Line, flow_drawings, join_drawings
from bigand.view.paint import paint_scene
from bigand.view.scene import Cell, Frame, Label, Scene
from bigand.view.svg import render_drawing_svg

_MARKS = {Square.BULB: "bulb", Square.DOT: "dot"}


def board_scene(
    board: Board, frames: Iterable[Frame] = (), column_heads: Callable[[int], str] | None = None
) -> Scene:
    """Return the scene of a board; with `column_heads` also the labels of rows and columns, counted from 1."""
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


def draw_highlighted_board(highlighted: HighlightedBoard) -> Drawing:
    """Draw a board with a red frame around highlighted cells."""
    frames = [Frame(place.column + 1, place.row + 1, "pointed") for place in sorted(highlighted.places)]
    return paint_scene(board_scene(highlighted.board, frames), "board", {})


def highlighted_board_svg(highlighted: HighlightedBoard) -> str:
    """Draw a board as SVG; every cell has its place as its id and its content as its state."""
    return render_drawing_svg(draw_highlighted_board(highlighted))


# ------------------------------------------ Pictures of rules: an example before and after, made by the rule itself


_MAX_WIDTH = 10_000  # pixels; everything in one row
_ARROW = "#5c6370"
_CROSS = "#d7263d"


def rule_example(rule: ProofRule) -> tuple[HighlightedBoard, tuple[HighlightedBoard, ...]]:
    """Return a rule's example, highlighted, and its result: a board, several cases, or none."""
    position = Position.from_board(Board(list(rule.example)))
    if rule.kind is RuleKind.CASE:
        split = next(split for split in rule.splits(position, EVERYWHERE) if split.reading == PROGRAM)
        children = [position.with_marks(*case) for case in split.cases]
        return _highlight(position, 1 << split.site), tuple([_highlight(child, 0) for child in children])
    conclusion = next(rule.conclusions(position, EVERYWHERE))
    if rule.kind is RuleKind.CONTRADICTION:
        return _highlight(position, 1 << conclusion.site), ()
    after = position.with_marks(conclusion.bulbs, conclusion.dots)
    return _highlight(position, 1 << conclusion.site), (_highlight(after, conclusion.bulbs | conclusion.dots),)


def _highlight(position: Position, cells: int) -> HighlightedBoard:
    board = position.board
    return HighlightedBoard(board, frozenset([board.place(cell) for cell in cells_in(cells)]))


def to_highlighted_board(highlighted: HighlightedRows) -> HighlightedBoard:
    """Convert a highlighted board of an answer for drawing."""
    return HighlightedBoard(Board.from_rows(highlighted.rows), places_of_spots(highlighted.places))


def rule_svg(before: HighlightedBoard, after: Sequence[HighlightedBoard]) -> str:
    """Draw a rule: an arrow between before and after, or a cross after a contradiction."""
    first = draw_highlighted_board(before)
    middle = first.height / 2
    arrow = [[(0, 0), (26, 0)], [(18, -6), (26, 0), (18, 6)]]
    cross = [[(3, -10), (23, 10)], [(3, 10), (23, -10)]]
    lines = [
        Line(tuple([(x, y + middle) for x, y in points]), _ARROW if after else _CROSS, 4)
        for points in (arrow if after else cross)
    ]
    sign = Drawing(28 if after else 40, first.height, tuple(lines))
    return render_drawing_svg(
        join_drawings(flow_drawings([first, sign, *[draw_highlighted_board(board) for board in after]], _MAX_WIDTH))
    )
