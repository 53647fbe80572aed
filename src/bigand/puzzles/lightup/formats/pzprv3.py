"""The files of pzpr: `pzprv3`, `lightup`, rows, columns, then the rows as tokens with a blank after each.

Lines end with `/` or with a new line; a file may be the query of a link. What follows the rows (clues ticked as
done, a history) says nothing about the board.
"""

import re

from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.faults import check_count, check_row, parse_size, refuse, refuse_cell, text_span
from bigand.puzzles.lightup.formats.puzzlink import PUZZLE_NAMES
from bigand.source.document import Document

_READ = {".": ".", "-": "#", "#": "L", "+": "x", **{str(clue): str(clue) for clue in range(5)}}
_WRITE = {cell: token for token, cell in _READ.items()}
_LINE = re.compile(r"[^/\r\n]*[^/\s][^/\r\n]*")


def is_file(text: str) -> bool:
    return text.startswith("pzprv3") or (text.startswith("http") and "?pzprv3" in text[:200])


def read_file(document: Document, limit: int) -> Board:
    end = text_span(document)[1]
    lines = [(line[0], line.start()) for line in _LINE.finditer(document.text, document.text.index("pzprv3"))]
    lines += [("", end)] * (4 - len(lines))  # what is missing is missed at the end
    (name, offset), (rows, first), (columns, last) = lines[1:4]
    if name.strip() not in PUZZLE_NAMES:
        refuse(document, "P112", offset, offset + len(name), found=name.strip())
    place = (first, last + len(columns))
    width, height = parse_size(document, columns.strip(), rows.strip(), *place, limit)
    cells = [_parse_row(document, number, line, width) for number, line in enumerate(lines[4 : 4 + height])]
    check_count(document, len(cells) * width, height * width, first, end)
    return Board.from_cells(height, width, "".join(cells))


def _parse_row(document: Document, number: int, line: tuple[str, int], width: int) -> str:
    text, start = line
    cells = []
    for token in re.finditer(r"\S+", text):
        if token[0] not in _READ:
            refuse_cell(document, token[0], start + token.start(), "pzprv3")
        cells.append(_READ[token[0]])
    check_row(document, number, len(cells), width, start, start + len(text))
    return "".join(cells)


def write_file(board: Board) -> str:
    """The file on one line, as pzpr takes it in a link too."""
    rows = ["".join([f"{_WRITE[cell]} " for cell in row]) for row in board.rows]
    return "/".join(["pzprv3", "lightup", str(board.height), str(board.width), *rows, ""]) + "\n"
