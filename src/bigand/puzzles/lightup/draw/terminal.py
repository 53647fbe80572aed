"""Boards in the terminal: two characters a cell, rows and columns numbered from 1.

With colour, light is yellow and walls are dark. Without, walls are full blocks, light is a shade, and a cell
that is pointed at has a `!`, one that is asked about a `?`. Where the terminal has no such characters, letters
stand for them.
"""

from collections.abc import Iterator

from msgspec import Struct

from bigand.puzzles.lightup.board import Cell, Place
from bigand.puzzles.lightup.draw import HighlightedBoard
from bigand.puzzles.lightup.places import Say, column_text
from bigand.puzzles.lightup.runs import lit_cells


class _Alphabet(Struct, frozen=True):
    """What stands for walls, light, bulbs, dots, and the frame: above, beside and below."""

    wall: str
    light: str
    bulb: str
    dot: str
    above: tuple[str, str, str]
    beside: str
    below: tuple[str, str, str]


_UNICODE = _Alphabet("█", "░", "●", "×", ("┌", "─", "┐"), "│", ("└", "─", "┘"))
_ASCII = _Alphabet("#", ".", "L", "x", ("+", "-", "+"), "|", ("+", "-", "+"))
_WALL, _LIGHT, _DARK, _BULB = "1;97;40", "30;103", "90;107", "1;30;103"
_POINTED = {"!": "1;97;41", "?": "1;97;44"}


def render_lines(
    highlighted: HighlightedBoard, width: int, coloured: bool, letters: bool = False, say: Say | None = None
) -> Iterator[str]:
    """The lines of a picture; a board that is too wide for it comes as plain rows of text."""
    board = highlighted.board
    margin = len(str(board.height))
    if margin + 2 * board.width + 4 > width:
        yield from board.rows
        return
    alphabet = _ASCII if letters else _UNICODE
    indent, side = " " * (margin + 1), alphabet.beside
    names = [str(number) if say is None else column_text(number, say) for number in range(1, board.width + 1)]
    yield from _column_heads(names, f"{indent} ")
    yield indent + _edge(alphabet.above, board.width)
    lit = lit_cells(board)
    for row in range(board.height):
        cells = []
        for column in range(board.width):
            place = Place(row, column)
            sign = "!" if place in highlighted.places else "?" if place in highlighted.focus else ""
            is_lit = row * board.width + column in lit
            text = _cell_text(board[place], is_lit, sign, coloured, alphabet)
            cells.append(_add_colour(text, board[place], is_lit, sign) if coloured else text)
        yield f"{str(row + 1).rjust(margin)} {side}{''.join(cells)}{side}"
    yield indent + _edge(alphabet.below, board.width)


def _edge(parts: tuple[str, str, str], width: int) -> str:
    left, line, right = parts
    return f"{left}{2 * width * line}{right}"


def _column_heads(names: list[str], indent: str) -> Iterator[str]:
    """The names of the columns; of numbers the last digits, and above them their tens."""
    if not names[0].isdecimal():
        yield f"{indent}{''.join([f'{name:>2}' for name in names])}"
        return
    if len(names) >= 10:
        tens = [f"{name[-2]:>2}" if name[-1] == "0" else "  " for name in names]
        yield f"{indent}{''.join(tens)}".rstrip()
    yield f"{indent}{''.join([f'{name[-1]:>2}' for name in names])}"


def _cell_text(cell: Cell, is_lit: bool, pointing: str, coloured: bool, alphabet: _Alphabet) -> str:
    """The two characters of a cell; colour says more, so that fewer signs are needed."""
    if coloured:
        signs = {Cell.BULB: alphabet.bulb, Cell.DOT: alphabet.dot, Cell.WALL: " ", Cell.WHITE: " "}
        return f" {signs.get(cell, cell.value)}"
    ground = alphabet.wall if cell.is_wall else alphabet.light if is_lit else " "
    signs = {Cell.BULB: alphabet.bulb, Cell.DOT: alphabet.dot, Cell.WALL: alphabet.wall, Cell.WHITE: ground}
    sign = signs.get(cell, cell.value)
    if pointing:
        return f"{sign}{pointing}"
    return f"{ground}{sign}" if cell.is_wall else f"{sign}{ground}"


def _add_colour(text: str, cell: Cell, is_lit: bool, pointing: str) -> str:
    if pointing:
        style = _POINTED[pointing]
    elif cell.is_wall:
        style = _WALL
    else:
        style = _BULB if cell is Cell.BULB else _LIGHT if is_lit else _DARK
    return f"\033[{style}m{text}\033[0m"
