"""Boards as SVG: one element a line, every cell with its place and what it is, nothing that depends on the day."""

from bigand.puzzles.lightup.board import Board, Cell, Place
from bigand.puzzles.lightup.draw import Pointed

CELL = 32
EDGE = 4
_FILL = {"wall": "#20242b", "lit": "#fff2a8", "dark": "#ffffff"}
_GRID, _POINTED = "#9aa0a8", "#d7263d"


def svg(pointed: Pointed) -> str:
    """A board: walls dark, light yellow, bulbs round; a red frame around what is pointed at."""
    board = pointed.board
    width, height = board.width * CELL + 2 * EDGE, board.height * CELL + 2 * EDGE
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="{-EDGE} {-EDGE} {width} {height}" font-family="Helvetica, Arial, sans-serif">',
        f'<rect x="{-EDGE}" y="{-EDGE}" width="{width}" height="{height}" fill="#ffffff"/>',
        *cells_svg(board),
        f'<rect width="{board.width * CELL}" height="{board.height * CELL}" fill="none" '
        f'stroke="{_FILL["wall"]}" stroke-width="2"/>',
        *[_frame(place) for place in sorted(pointed.places)],
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def cells_svg(board: Board) -> list[str]:
    """The cells of a board, with what stands in them."""
    light = board.light()
    lines = []
    for (row, column), cell in board:
        state = "wall" if cell.is_wall else "lit" if light[row, column] else "dark"
        x, y = column * CELL, row * CELL
        lines.append(
            f'<rect data-row="{row}" data-column="{column}" data-cell="{cell}" data-state="{state}" '
            f'x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{_FILL[state]}" stroke="{_GRID}"/>'
        )
        lines += content_svg(cell, x + CELL // 2, y + CELL // 2)
    return lines


def content_svg(cell: Cell, x: int, y: int) -> list[str]:
    """What stands in a cell, around its middle."""
    if cell.clue is not None:
        style = 'font-size="19" font-weight="bold" text-anchor="middle" fill="#ffffff"'
        return [f'<text x="{x}" y="{y + 7}" {style}>{cell}</text>']
    if cell is Cell.BULB:
        return [
            f'<circle cx="{x}" cy="{y - 2}" r="9" fill="#ffc400" stroke="#7a5200" stroke-width="1.5"/>',
            f'<rect x="{x - 4}" y="{y + 6}" width="8" height="6" rx="1.5" fill="#7a5200"/>',
        ]
    if cell is Cell.DOT:
        return [f'<circle cx="{x}" cy="{y}" r="3" fill="#5c6370"/>']
    return []


def _frame(place: Place) -> str:
    x, y = place.column * CELL, place.row * CELL
    return (
        f'<rect x="{x + 2}" y="{y + 2}" width="{CELL - 4}" height="{CELL - 4}" fill="none" '
        f'stroke="{_POINTED}" stroke-width="3"/>'
    )
