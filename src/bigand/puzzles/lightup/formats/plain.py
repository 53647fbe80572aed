"""Plain text: `.` white, `#` wall, `0`–`4` clues, `L` bulb, `x` dot; a line for each row, or `/` between rows."""

import re

from bigand.puzzles.lightup.board import Board, is_cell_text
from bigand.puzzles.lightup.faults import check_row, check_size, refuse, refuse_cell
from bigand.source.document import Document

_ROW = re.compile(r"[^\r\n]+")
_SLASHED = re.compile(r"[^/\r\n]+")
_CELLS = re.compile(r"[.#0-4Lx]")


def is_text(text: str) -> bool:
    """Whether this looks like rows of cells, perhaps with a slip: at least half of it is cells."""
    head = re.sub(r"\s|/", "", text[:10_000])
    return 2 * len(_CELLS.findall(head)) >= len(head) > 0


def read_text(document: Document, limit: int) -> Board:
    """Rows of one length; blanks around a row and empty lines around the board do not count."""
    rows = _split_rows(document)
    if not rows:
        refuse(document, "P102", 0)
    width = len(rows[0][1])
    check_size(document, width, len(rows), rows[0][0], rows[0][0] + width, limit)
    for number, (start, row) in enumerate(rows):
        if not is_cell_text(row):
            index = next(place for place, cell in enumerate(row) if not is_cell_text(cell))
            refuse_cell(document, row[index], start + index, "text")
        check_row(document, number, len(row), width, start, start + len(row))
    return Board.from_cells(len(rows), width, "".join([row for _, row in rows]))


def _split_rows(document: Document) -> list[tuple[int, str]]:
    """The rows with the offsets at which they begin."""
    text = document.text
    pattern = _ROW if "\n" in text.strip() or "\r" in text.strip() else _SLASHED
    rows = []
    for match in pattern.finditer(text):
        row = match[0].strip(" \t\ufeff")
        if row:
            rows.append((match.start() + match[0].index(row), row))
    return rows


def write_text(board: Board) -> str:
    return "\n".join(board.rows) + "\n"
