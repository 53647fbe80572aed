"""puzz.link and pzpr: `https://puzz.link/p?akari/COLS/ROWS/BODY`, and the links of Kanpen.

In a body `0`–`4` is a clue with a wall behind it, `5`–`9` and `a`–`e` are clues with one and with two white cells
behind them, `.` is a plain wall and `g`–`z` a run of 1 to 20 white cells.
"""

import re
from string import ascii_lowercase
from urllib.parse import unquote

from bigand.puzzles.lightup.board import Board, Cell
from bigand.puzzles.lightup.faults import (
    check_count,
    parse_size,
    refuse,
    refuse_cell,
    refuse_several_boards,
    text_span,
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
    start, end = text_span(document)
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
    """The cells of a body; white cells behind the very last clue may be off the board."""
    body = unquote(body)
    strange = _STRANGE.search(body)
    if strange is not None:
        refuse_cell(document, strange[0], start + strange.start(), "puzzlink")
    cells, expected = body.translate(_DECODE), width * height
    if body and body[-1] in _CLUES and len(cells) - expected < len(_CLUES[body[-1]]):
        cells = cells[:expected]
    check_count(document, len(cells), expected, start, start + len(body))
    return Board.from_cells(height, width, cells)


def _read_kanpen(document: Document, match: re.Match[str], start: int, limit: int) -> Board:
    """Kanpen says rows first, and parts cells by `_` and rows by `/`."""
    place = (start + match.start(1), start + match.end(2))
    width, height = parse_size(document, match[2], match[1], *place, limit)
    begin, end = start + match.start(3), start + match.end(3)
    cells = []
    for token in re.finditer(r"[^_/]+", match[3]):
        if token[0] not in _KANPEN_CELLS:
            refuse_cell(document, token[0], begin + token.start(), "kanpen")
        cells.append(_KANPEN_CELLS[token[0]])
    check_count(document, len(cells), width * height, begin, end)
    return Board.from_cells(height, width, "".join(cells))


def write_link(board: Board) -> str:
    """The link; marks are not part of it."""
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
