"""A rule as a small picture: its example before and after, made by the rule itself."""

from collections.abc import Sequence

from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.draw import HighlightedBoard, spot_places
from bigand.puzzles.lightup.draw.scene import board_drawing
from bigand.puzzles.lightup.position import EVERYWHERE, Position, cells_in
from bigand.puzzles.lightup.questions import HighlightedRows
from bigand.puzzles.lightup.rules import PROGRAM, ProofRule, RuleKind
from bigand.view.drawing import Drawing, Line, flow_drawings, join_drawings
from bigand.view.svg import render_drawing_svg

_MAX_WIDTH = 10_000  # pixels: all beside each other
_ARROW = "#5c6370"
_CROSS = "#d7263d"


def rule_example(rule: ProofRule) -> tuple[HighlightedBoard, tuple[HighlightedBoard, ...]]:
    """The example of a rule with what it looks at, and what comes of it: a board, several cases, or none at all."""
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
    """A scene of an answer as it is drawn."""
    return HighlightedBoard(Board.from_rows(highlighted.rows), spot_places(highlighted.places))


def rule_svg(before: HighlightedBoard, after: Sequence[HighlightedBoard]) -> str:
    """The picture: an arrow between before and after; a cross behind a contradiction."""
    first = board_drawing(before)
    middle = first.height / 2
    arrow = [[(0, 0), (26, 0)], [(18, -6), (26, 0), (18, 6)]]
    cross = [[(3, -10), (23, 10)], [(3, 10), (23, -10)]]
    lines = [
        Line(tuple([(x, y + middle) for x, y in points]), _ARROW if after else _CROSS, 4)
        for points in (arrow if after else cross)
    ]
    sign = Drawing(28 if after else 40, first.height, tuple(lines))
    return render_drawing_svg(
        join_drawings(flow_drawings([first, sign, *[board_drawing(board) for board in after]], _MAX_WIDTH))
    )
