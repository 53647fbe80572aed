"""Plain text and JSON arrays.

Plain text: `.` white, `#` wall, `0`–`4` clues, `L` bulb, `x` dot; a line for each row, or `/` between rows.
"""

import json
import re
from typing import Any

from bigand.puzzles.lightup.board import Board, is_cell_text
from bigand.puzzles.lightup.faults import check_row_length, check_size, refuse, refuse_cell
from bigand.source.document import Document
from bigand.source.limits import read_json

_ROW = re.compile(r"[^\r\n]+")
_SLASHED = re.compile(r"[^/\r\n]+")
_CELLS = re.compile(r"[.#0-4Lx]")


def looks_like_cell_rows(text: str) -> bool:
    """Whether a text looks like rows of cells, perhaps with a slip: at least half of it is cells."""
    head = re.sub(r"\s|/", "", text[:10_000])
    return 2 * len(_CELLS.findall(head)) >= len(head) > 0


def read_text(document: Document, limit: int) -> Board:
    """Read rows of equal length; blanks around a row and empty lines around the board are ignored."""
    rows = _split_rows(document)
    if not rows:
        refuse(document, "P102", 0)
    width = len(rows[0][1])
    check_size(document, width, len(rows), rows[0][0], rows[0][0] + width, limit)
    for number, (start, row) in enumerate(rows):
        if not is_cell_text(row):
            index = next(place for place, cell in enumerate(row) if not is_cell_text(cell))
            refuse_cell(document, row[index], start + index, "text")
        check_row_length(document, number, len(row), width, start, start + len(row))
    return Board.from_cells(len(rows), width, "".join([row for _, row in rows]))


def _split_rows(document: Document) -> list[tuple[int, str]]:
    """Return the rows with the offsets at which they begin."""
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


# ------------------------------ Arrays of numbers as JSON, in two dialects; rows of plain text in JSON are read too
# In the usual dialect `-1` is white, `0`–`4` are clues and any other value is a plain wall. In that of cspuz `-2`
# is white and `-1` a plain wall. They cannot be distinguished by their content, so cspuz is read only on request.


SEED, CSPUZ = "seed", "cspuz"
DIALECTS = (SEED, CSPUZ)
_SEED = {-1: "."}
_CSPUZ = {-2: ".", -1: "#"}
_WRITE = {".": -1, "#": 5, **{str(clue): clue for clue in range(5)}}
_KEYS = ("board", "grid", "problem", "solution")  # keys of an object that may hold its rows, by priority
_SCALAR = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s\[\],]+')


def is_array(text: str) -> bool:
    return text[0] in "[{"


def read_array(document: Document, limit: int, dialect: str = SEED) -> Board:
    rows = _parse_rows(document)
    if all(isinstance(row, str) for row in rows):
        return read_text(Document(document.name, "\n".join(rows)), limit)
    for number, row in enumerate(rows):
        if not isinstance(row, list):
            refuse(document, "P110", 0, variant="array", help="array")
        check_row_length(document, number, len(row), len(rows[0]), 0, 0)
    check_size(document, len(rows[0]), len(rows), 0, 0, limit)
    values = [value for row in rows for value in row]
    cells = [_cell_of(value, dialect) for value in values]
    if None in cells:
        _refuse_value(document, values, cells.index(None), dialect)
    return Board.from_cells(len(rows), len(rows[0]), "".join([cell for cell in cells if cell is not None]))


def _parse_rows(document: Document) -> list[Any]:
    try:
        content = read_json(document.text.lstrip("\ufeff"))
    except json.JSONDecodeError as error:
        refuse(document, "P110", min(error.pos, len(document.text)), variant="json", help="json")
    except (RecursionError, ValueError):  # nested too deeply; a number with too many digits
        refuse(document, "P110", 0, variant="json", help="json")
    if isinstance(content, dict):
        content = next((content[key] for key in _KEYS if content.get(key)), None)
    if not isinstance(content, list):
        refuse(document, "P110", 0, variant="array", help="array")
    if not content:
        refuse(document, "P102", 0, len(document.text))
    return content


def _cell_of(value: Any, dialect: str) -> str | None:
    """Return the cell of a value, or None."""
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    if 0 <= value <= 4:
        return str(value)
    return _SEED.get(value, "#") if dialect == SEED else _CSPUZ.get(value)


def _refuse_value(document: Document, values: list[Any], index: int, dialect: str) -> None:
    place = next((match for n, match in enumerate(_SCALAR.finditer(document.text)) if n == index), None)
    start, end = (0, 0) if place is None else place.span()
    help = "cspuz" if dialect == CSPUZ else "array"
    refuse(document, "P104", start, end, found=json.dumps(values[index])[:20], help=help)


def write_array(board: Board) -> str:
    """Write rows of numbers in the usual dialect, without marks."""
    return json.dumps([[_WRITE[cell] for cell in row] for row in board.puzzle.rows]) + "\n"
