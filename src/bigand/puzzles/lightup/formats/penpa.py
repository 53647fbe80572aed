"""Penpa+ links: `…#m=edit&p=` and a text, deflated and in base 64.

Line 1 of the text is `square,W,H,…`, line 2 the margins. Lines 4 and 5 are what the setter and the solver drew, as
JSON with abbreviated names. Walls are dark surfaces, clues are numbers, a bulb is the symbol `sun_moon` in style 3.
Cells are numbered as if the grid had two more rows and columns on every side. `write` makes an `m=solve` link, a
board to be solved, whose fifth line is empty; line 3 says what a click draws, line 6 which cells there are.
"""

import base64
import itertools
import json
import re
import zlib
from collections.abc import Iterator
from typing import Any, NoReturn

from bigand.puzzles.lightup.board import Board, Cell
from bigand.puzzles.lightup.faults import check_size, parse_size, refuse
from bigand.source.document import Document
from bigand.source.limits import read_json

_LINK = re.compile(r"(?:^|[#?&])m=(?:edit|solve)&p=([A-Za-z0-9+/=_%-]*)")
_NAMES = {"zS": '"surface"', "zN": '"number"', "zY": '"symbol"', "zO": "null"}
_ABBREVIATION = re.compile(r"z[0-9A-Z_]")
_SQUARE = ("square", "sudoku", "kakuro")
_MARGIN = 2  # rows and columns around a grid that are numbered but never shown
_DARK = (1, 3, 4, 8)  # surface colours that stand for walls
_CLEAR = 2  # the colour with which a solver marks "no bulb here"
_BULB = [3, "sun_moon"]
_CROSSES = ("ox_A", "ox_B", "ox_C", "ox_E", "circle_SS", "circle_S")
_WALL, _ON_WALL = 4, 7  # the colours of a wall, and of a number on it
_PIXELS = 38  # side of a cell
_DRAWN = ("command_redo", "command_undo", "command_replay", "surface", "number", "numberS", "symbol", "freeline",
          "freelineE", "thermo", "arrows", "direction", "squareframe", "polygon", "line", "lineE", "wall", "cage",
          "deletelineE", "killercages", "nobulbthermo")  # fmt: skip
_LISTS = ("thermo", "arrows", "direction", "squareframe", "polygon", "killercages", "nobulbthermo")
_MAX_TEXT = 50_000_000  # characters after inflating


def recognise(text: str) -> bool:
    return _LINK.search(text[:2000]) is not None


def read(document: Document, limit: int) -> Board:
    link = _LINK.search(document.text)
    assert link is not None, "only recognised texts are read"
    return _Reader(document, link, limit).read()


class _Reader:
    """Reads one link; all errors are reported at its packed text."""

    def __init__(self, document: Document, link: re.Match[str], limit: int) -> None:
        self.document = document
        self.link = link
        self.limit = limit

    def read(self) -> Board:
        lines = self._inflate().split("\n")
        header = lines[0].split(",")
        margins = re.findall(r"[0-9]{1,6}", lines[1]) if len(lines) > 4 else []
        if header[0] not in _SQUARE or len(header) < 3 or len(margins) != 4:
            self._refuse()
        full_width, full_height = parse_size(self.document, header[1], header[2], *self.link.span(1), self.limit)
        top, bottom, left, right = (int(margin) for margin in margins)
        width, height = full_width - left - right, full_height - top - bottom
        check_size(self.document, width, height, *self.link.span(1), self.limit)
        cells = [Cell.WHITE.value] * (width * height)
        for key, cell in [
            *self._setter_cells(self._parse_layer(lines[3])),
            *self._solver_cells(self._parse_layer(lines[4])),
        ]:
            row, column = divmod(key, full_width + 2 * _MARGIN)
            row, column = row - _MARGIN - top, column - _MARGIN - left
            index = row * width + column
            if 0 <= row < height and 0 <= column < width and (cell.is_wall or not Cell(cells[index]).is_wall):
                cells[index] = cell.value
        return Board.from_cells(height, width, "".join(cells))

    def _refuse(self) -> NoReturn:
        refuse(self.document, "P110", *self.link.span(1), variant="penpa", help="penpa")

    def _inflate(self) -> str:
        """Return the text of the link; reject one that would inflate beyond `_MAX_TEXT`."""
        packed = self.link[1].replace("%2B", "+").replace("%2F", "/").replace("%3D", "=").rstrip("=")
        try:
            data = base64.b64decode(packed + "=" * (-len(packed) % 4), altchars=None, validate=True)
            inflater = zlib.decompressobj(-zlib.MAX_WBITS)
            text = inflater.decompress(data, _MAX_TEXT)
        except (ValueError, zlib.error):
            self._refuse()
        if not inflater.eof:
            self._refuse()
        return text.decode("utf-8", "replace")

    def _parse_layer(self, line: str) -> dict[str, Any]:
        """Parse what was drawn, by kind; unknown abbreviations become names that are never used."""
        if not line:  # the solver's line in a link to solve
            return {}
        try:
            layer = read_json(_ABBREVIATION.sub(lambda match: _NAMES.get(match[0], f'"{match[0]}"'), line))
        except (ValueError, RecursionError):
            self._refuse()
        return layer if isinstance(layer, dict) else {}

    def _setter_cells(self, layer: dict[str, Any]) -> Iterator[tuple[int, Cell]]:
        """Yield walls, then clues, which are on walls."""
        for key, colour in _entries(layer, "surface"):
            if colour in _DARK:
                yield key, Cell.WALL
        for key, number in _entries(layer, "number"):
            text = str(number[0]).strip() if isinstance(number, list) and number else ""
            if text.isdecimal():
                if text not in ("0", "1", "2", "3", "4"):
                    refuse(self.document, "P105", *self.link.span(1), found=text[:20])
                yield key, Cell(text)
        yield from _mark_cells(layer)

    def _solver_cells(self, layer: dict[str, Any]) -> Iterator[tuple[int, Cell]]:
        for key, colour in _entries(layer, "surface"):
            if colour == _CLEAR:
                yield key, Cell.DOT
        yield from _mark_cells(layer)


def _mark_cells(layer: dict[str, Any]) -> Iterator[tuple[int, Cell]]:
    for key, symbol in _entries(layer, "symbol"):
        if isinstance(symbol, list) and len(symbol) > 1:
            if symbol[:2] == _BULB:
                yield key, Cell.BULB
            elif symbol[1] in _CROSSES:
                yield key, Cell.DOT


def _entries(layer: dict[str, Any], kind: str) -> list[tuple[int, Any]]:
    content = layer.get(kind)
    if not isinstance(content, dict):
        return []
    return [(int(key), value) for key, value in content.items() if re.fullmatch(r"[0-9]{1,12}", key)]


def write(board: Board) -> str:
    """Write the link to solve the board, without marks."""
    full_width = board.width + 2 * _MARGIN
    numbers = [
        (row + _MARGIN) * full_width + column + _MARGIN
        for row in range(board.height)
        for column in range(board.width)
    ]
    walls = [(number, cell) for number, cell in zip(numbers, board.cells, strict=True) if Cell(cell).is_wall]
    layer: dict[str, Any] = {name: [] if name in _LISTS else {} for name in _DRAWN}
    layer |= {name: {"__a": []} for name in _DRAWN if name.startswith("command")}
    layer["surface"] = {str(number): _WALL for number, _ in walls}
    layer["number"] = {str(number): [cell, _ON_WALL, "1"] for number, cell in walls if cell.isdigit()}
    steps = [numbers[0], *[after - before for before, after in itertools.pairwise(numbers)]]
    sizes = [board.width, board.height, _PIXELS, 0, 1, 1, *[_PIXELS * (1 + n) for n in (board.width, board.height)]]
    header = [
        "square",
        *sizes,
        *[_centre_point(board.width, board.height)] * 2,
        0,
        0,
        0,
        0,
        "Title: ",
        "Author: ",
        "",
        "",
    ]
    lines = [
        ",".join([str(field) for field in [*header, "OFF", "false"]]),
        "[0,0,0,0]",
        '["1","2","1"]~"combi"~["akari",""]',
        json.dumps(layer, separators=(",", ":")),
        "",
        json.dumps(steps, separators=(",", ":")),
    ]
    packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    packed = packer.compress("\n".join(lines).encode()) + packer.flush()
    return f"https://swaroopg92.github.io/penpa-edit/#m=solve&p={base64.b64encode(packed).decode().rstrip('=')}\n"


def _centre_point(width: int, height: int) -> int:
    """Return the number of the middle point: after all cells come their corners, lower sides and right sides."""
    row, column = (height - 1) // 2 + _MARGIN, (width - 1) // 2 + _MARGIN
    kind = {(False, False): 0, (True, True): 1, (False, True): 2, (True, False): 3}[width % 2 == 0, height % 2 == 0]
    full_width = width + 2 * _MARGIN
    return kind * full_width * (height + 2 * _MARGIN) + row * full_width + column
