"""Links of puzz.link, pzpr and Kanpen, `https://puzz.link/p?akari/COLS/ROWS/BODY`, and files of pzpr.

In a body `0`–`4` is a clue followed by a wall, `5`–`9` and `a`–`e` are clues followed by one and by two white
cells, `.` is a plain wall and `g`–`z` a run of 1 to 20 white cells.
"""

import re
from string import ascii_lowercase
from urllib.parse import unquote

from bigand.puzzles.lightup.board import Board, Cell
from bigand.puzzles.lightup.faults import (
    check_cell_count,
    check_row_length,
    parse_size,
    refuse,
    refuse_cell,
    refuse_several_boards,
    span_without_blanks,
)
from bigand.source.document import Document

PUZZLE_NAMES = ("akari", "lightup", "bijutsukan")
_LINK = re.compile(r"https?://|(?:akari|lightup|bijutsukan)(?:_edit)?/", re.IGNORECASE)
_PUZZLE = re.compile(r"(?:.*[?&/])?([a-z]+)(?:_edit)?/([0-9]+)/([0-9]+)(?:/([^/?#&\s]*))?/*(?:#.*)?")
_KANPEN = re.compile(r".*[?&]problem=([0-9]+)/([0-9]+)/([^?#&\s]*)")
_RUNS = {letter: "." * (1 + index) for index, letter in enumerate(ascii_lowercase[6:])}
_CLUES = {
    **{str(5 + clue): f"{clue}." for clue in range(5)},
    **{ascii_lowercase[clue]: f"{clue}.." for clue in range(5)},
}
_DECODE = str.maketrans({**_RUNS, **_CLUES, ".": Cell.WALL.value})
_STRANGE = re.compile(r"[^0-9a-eg-z.]")
_PIECE = re.compile(
    r"(?P<wall>#)|(?P<none>[0-4])(?=[#0-4])|(?P<one>[0-4])\.(?=[#0-4])|(?P<two>[0-4])\.{0,2}|\.{1,20}"
)
_KANPEN_CELLS = {".": ".", "5": "#", "+": "L", "*": "x", **{str(clue): str(clue) for clue in range(5)}}


def is_link(text: str) -> bool:
    return _LINK.match(text) is not None


def read_link(document: Document, limit: int) -> Board:
    words = document.text.split()
    if len(words) > 1:
        refuse_several_boards(document, len(words))
    start, end = span_without_blanks(document)
    link = document.text[start:end]
    kanpen = _KANPEN.match(link)
    if kanpen is not None:
        return _read_kanpen(document, kanpen, start, limit)
    match = _PUZZLE.fullmatch(link)
    if match is None:
        refuse(document, "P101", start, end, variant="link", help="link")
    if match[1] not in PUZZLE_NAMES:
        refuse(document, "P112", start + match.start(1), start + match.end(1), found=match[1])
    width, height = parse_size(document, match[2], match[3], start + match.start(2), start + match.end(3), limit)
    body = match[4] or ""
    return _decode(document, width, height, body, start + match.end(4) - len(body) if body else end)


def _decode(document: Document, width: int, height: int, body: str, start: int) -> Board:
    """Decode the cells of a body; white cells after the very last clue may be off the board."""
    body = unquote(body)
    strange = _STRANGE.search(body)
    if strange is not None:
        refuse_cell(document, strange[0], start + strange.start(), "puzzlink")
    cells, expected = body.translate(_DECODE), width * height
    if body and body[-1] in _CLUES and len(cells) - expected < len(_CLUES[body[-1]]):
        cells = cells[:expected]
    check_cell_count(document, len(cells), expected, start, start + len(body))
    return Board.from_cells(height, width, cells)


def _read_kanpen(document: Document, match: re.Match[str], start: int, limit: int) -> Board:
    """Read a link of Kanpen, which has rows first, separates cells by `_` and rows by `/`."""
    place = (start + match.start(1), start + match.end(2))
    width, height = parse_size(document, match[2], match[1], *place, limit)
    begin, end = start + match.start(3), start + match.end(3)
    cells = []
    for token in re.finditer(r"[^_/]+", match[3]):
        if token[0] not in _KANPEN_CELLS:
            refuse_cell(document, token[0], begin + token.start(), "kanpen")
        cells.append(_KANPEN_CELLS[token[0]])
    check_cell_count(document, len(cells), width * height, begin, end)
    return Board.from_cells(height, width, "".join(cells))


def write_link(board: Board) -> str:
    """Write the link, without marks."""
    body = _PIECE.sub(_encode_piece, board.puzzle.cells)
    end = "" if body[-1].isalnum() else "/"
    return f"https://puzz.link/p?akari/{board.width}/{board.height}/{body}{end}\n"


def _encode_piece(piece: re.Match[str]) -> str:
    match piece.lastgroup:
        case "wall":
            return "."
        case "none":
            return piece[0]
        case "one":
            return str(5 + int(piece["one"]))
        case "two":
            return ascii_lowercase[int(piece["two"])]
        case _:
            return ascii_lowercase[5 + len(piece[0])]


# ------------- Files of pzpr: `pzprv3`, `lightup`, rows, columns, then the rows as tokens, each followed by a blank
# Lines end with `/` or with a newline; a file may be the query of a link. What follows the rows (clues ticked as
# done, a history) is not about the board.


_READ = {".": ".", "-": "#", "#": "L", "+": "x", **{str(clue): str(clue) for clue in range(5)}}
_WRITE = {cell: token for token, cell in _READ.items()}
_LINE = re.compile(r"[^/\r\n]*[^/\s][^/\r\n]*")


def is_file(text: str) -> bool:
    return text.startswith("pzprv3") or (text.startswith("http") and "?pzprv3" in text[:200])


def read_file(document: Document, limit: int) -> Board:
    end = span_without_blanks(document)[1]
    lines = [(line[0], line.start()) for line in _LINE.finditer(document.text, document.text.index("pzprv3"))]
    lines += [("", end)] * (4 - len(lines))  # missing lines are reported at the end
    (name, offset), (rows, first), (columns, last) = lines[1:4]
    if name.strip() not in PUZZLE_NAMES:
        refuse(document, "P112", offset, offset + len(name), found=name.strip())
    place = (first, last + len(columns))
    width, height = parse_size(document, columns.strip(), rows.strip(), *place, limit)
    cells = [_parse_row(document, number, line, width) for number, line in enumerate(lines[4 : 4 + height])]
    check_cell_count(document, len(cells) * width, height * width, first, end)
    return Board.from_cells(height, width, "".join(cells))


def _parse_row(document: Document, number: int, line: tuple[str, int], width: int) -> str:
    text, start = line
    cells = []
    for token in re.finditer(r"\S+", text):
        if token[0] not in _READ:
            refuse_cell(document, token[0], start + token.start(), "pzprv3")
        cells.append(_READ[token[0]])
    check_row_length(document, number, len(cells), width, start, start + len(text))
    return "".join(cells)


def write_file(board: Board) -> str:
    """Write the file on one line, which pzpr also accepts in a link."""
    rows = ["".join([f"{_WRITE[cell]} " for cell in row]) for row in board.rows]
    return "/".join(["pzprv3", "lightup", str(board.height), str(board.width), *rows, ""]) + "\n"
