"""Boards as pictures: SVG for pages and notebooks. Every cell has an id and says what it is."""

from bigand.puzzles.lightup.board import Board, Cell

_CELL = 28
_FILL = {"wall": "#222222", "lit": "#fff3a8", "dark": "#ffffff"}


def board_svg(board: Board) -> str:
    """The board: walls black, light yellow, bulbs round, dots small."""
    light = board.light()
    width, height = board.width * _CELL + 2, board.height * _CELL + 2
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="-1 -1 {width} {height}" font-family="sans-serif">',
    ]
    for (row, column), cell in board:
        state = "wall" if cell.is_wall else "lit" if light[row, column] else "dark"
        x, y = column * _CELL, row * _CELL
        lines.append(
            f'<rect id="cell-{row}-{column}" data-cell="{cell}" x="{x}" y="{y}" width="{_CELL}" '
            f'height="{_CELL}" fill="{_FILL[state]}" stroke="#888888"/>'
        )
        lines += _content(cell, x + _CELL // 2, y + _CELL // 2)
    return "\n".join([*lines, "</svg>"]) + "\n"


def _content(cell: Cell, x: int, y: int) -> list[str]:
    """What stands in a cell around a middle."""
    if cell.clue is not None:
        return [f'<text x="{x}" y="{y + 6}" font-size="17" text-anchor="middle" fill="#ffffff">{cell}</text>']
    if cell is Cell.BULB:
        return [f'<circle cx="{x}" cy="{y}" r="9" fill="#ffcc00" stroke="#805500" stroke-width="2"/>']
    if cell is Cell.DOT:
        return [f'<circle cx="{x}" cy="{y}" r="2.5" fill="#666666"/>']
    return []
