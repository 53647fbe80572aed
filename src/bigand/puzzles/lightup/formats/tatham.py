"""Simon Tatham's Light Up: game IDs (`7x7:b1d…`), saved games, and the grid of its text export.

A game ID is the size and a description, row by row: `0`–`4` and `B` are walls, a letter `a`–`z` is a run of 1 to 26
white cells. A saved game has lines `KEY:length:value`; its moves `L3,4` and `I3,4` toggle bulbs and dots.
"""

import re
from string import ascii_lowercase

from bigand.puzzles.lightup.board import Board, Cell, is_cell_text
from bigand.puzzles.lightup.faults import (
    check_cell_count,
    check_row_length,
    check_size,
    parse_size,
    refuse,
    refuse_cell,
    refuse_several_boards,
    span_without_blanks,
)
from bigand.source.document import Document

_HEAD = re.compile(r"(\d+)(?:x(\d+))?(?:[bsd]\d+|r)*([:#]|\Z)", re.ASCII)
_RUNS = {letter: "." * (1 + index) for index, letter in enumerate(ascii_lowercase)}
_DECODE = str.maketrans({**_RUNS, "B": Cell.WALL.value})
_STRANGE = re.compile(r"[^0-4Ba-z]")
_RUN = re.compile(r"\.{1,26}")
_ITEM = re.compile(r"([A-Z]+) *:(\d{1,9}):", re.ASCII)
_MOVE = re.compile(r"([LI])(\d{1,9}),(\d{1,9})|S", re.ASCII)


# ---------------------------------------------------------------------- Game IDs


def starts_like_game_id(text: str) -> bool:
    """Whether a text begins like a game ID; `4#12` is the seed of one, unless it can be a row of cells."""
    match = _HEAD.match(text)
    if match is None or not match[3]:
        return False
    return match[3] == ":" or not is_cell_text(re.sub(r"[\s/]", "", text))


def read_id(document: Document, limit: int) -> Board:
    start, end = span_without_blanks(document)
    words = document.text.split()
    if len(words) > 1:
        refuse_several_boards(document, len(words))
    head = _HEAD.match(document.text, start)
    assert head is not None, "only recognised texts are read"
    if head[3] == "#":
        refuse(document, "P114", start, end)
    width, height = _parse_header_size(document, head, start, limit)
    return _decode(document, width, height, document.text[head.end() : end], head.end())


def _parse_header_size(document: Document, head: re.Match[str], start: int, limit: int) -> tuple[int, int]:
    """Parse a size: `7x5` is a width and a height, `7` is both."""
    end = start + len(head[0].rstrip(":"))
    return parse_size(document, head[1], head[2] or head[1], start, end, limit)


def _decode(document: Document, width: int, height: int, description: str, start: int) -> Board:
    """Decode the cells of a description that begins at `start`."""
    strange = _STRANGE.search(description)
    if strange is not None:
        refuse_cell(document, strange[0], start + strange.start(), "id")
    cells = description.translate(_DECODE)
    check_cell_count(document, len(cells), width * height, start, start + len(description))
    return Board.from_cells(height, width, cells)


def write_id(board: Board) -> str:
    """Write the game ID, without marks."""
    cells = board.puzzle.cells.replace(Cell.WALL.value, "B")
    description = _RUN.sub(lambda run: ascii_lowercase[len(run[0]) - 1], cells)
    return f"{board.width}x{board.height}:{description}\n"


# ---------------------------------------------------------------------- Saved games


def is_save(text: str) -> bool:
    return text.startswith("SAVEFILE")


def read_save(document: Document, limit: int) -> Board:
    """Read the board with the bulbs and dots of the moves made so far."""
    items = _parse_items(document)
    values = {key: (value, start) for key, value, start in items}
    game, offset = values.get("GAME", ("", 0))
    if game != "Light Up":
        refuse(document, "P112", offset, offset + len(game), found=game)
    if "PARAMS" not in values or "DESC" not in values:
        refuse(document, "P110", span_without_blanks(document)[1], variant="save", help="save")
    size, offset = values["PARAMS"]
    head = _HEAD.match(size)
    if head is None:
        refuse(document, "P108", offset, offset + len(size), found=size[:40])
    board = _decode(document, *_parse_header_size(document, head, offset, limit), *values["DESC"])
    moves = [item for item in items if item[0] in ("MOVE", "SOLVE", "RESTART")]
    position = values.get("STATEPOS", ("", 0))[0]  # 1 is before the first move
    move_count = int(position) - 1 if position.isdecimal() and len(position) < 9 else len(moves)
    return _apply_moves(document, board, moves[: max(0, move_count)])


def _parse_items(document: Document) -> list[tuple[str, str, int]]:
    """Return the lines of a saved game: key, value, and where the value begins."""
    items: list[tuple[str, str, int]] = []
    text = document.text
    offset, last = span_without_blanks(document)
    while offset < last:
        head = _ITEM.match(text, offset)
        end = len(text) + 1 if head is None else head.end() + int(head[2])
        if head is None or end > len(text):
            line_end = text.find("\n", offset)
            refuse(document, "P110", offset, line_end if line_end >= 0 else last, variant="save", help="save")
        items.append((head[1], text[head.end() : end], head.end()))
        offset = end
        while offset < last and text[offset] in "\r\n":
            offset += 1
    return items


def _apply_moves(document: Document, board: Board, moves: list[tuple[str, str, int]]) -> Board:
    """Apply moves: each replaces the other mark, and removes its own if it is there."""
    cells = list(board.cells)
    for kind, value, start in moves:
        if kind == "RESTART":
            cells = list(board.cells)
            continue
        offset = start
        for part in value.split(";"):
            move = _MOVE.fullmatch(part)
            if move is None:
                refuse(document, "P110", offset, offset + len(part), variant="save", help="save")
            if move[1]:
                _toggle(document, board, cells, move, offset)
            offset += len(part) + 1
    return Board.from_cells(board.height, board.width, "".join(cells))


def _toggle(document: Document, board: Board, cells: list[str], move: re.Match[str], offset: int) -> None:
    column, row = int(move[2]), int(move[3])
    if column >= board.width or row >= board.height:
        refuse(document, "P113", offset, offset + len(move[0]), x=move[2], y=move[3])
    place = row * board.width + column
    if Cell(cells[place]).is_wall:
        refuse(document, "P116", offset, offset + len(move[0]), x=move[2], y=move[3])
    mark = Cell.BULB if move[1] == "L" else Cell.DOT
    cells[place] = Cell.WHITE if cells[place] == mark else mark


# ---------------------------------------------------------------------- The grid of the text export


def is_grid(text: str) -> bool:
    return text.startswith("+-")


def read_grid(document: Document, limit: int) -> Board:
    """Read `|#|1| |` lines between lines of `+-+`; lit cells (`.`) and dark ones (blank) are both white."""
    lines = re.finditer(r"\|[^\r\n]*\|", document.text)
    rows = [(line.start(), line[0]) for line in lines]
    if not rows:
        refuse(document, "P102", 0)
    width = len(rows[0][1]) // 2
    check_size(document, width, len(rows), rows[0][0], rows[0][0] + len(rows[0][1]), limit)
    cells = [_parse_grid_row(document, number, start, line, width) for number, (start, line) in enumerate(rows)]
    return Board.from_cells(len(cells), width, "".join(cells))


def _parse_grid_row(document: Document, number: int, start: int, line: str, width: int) -> str:
    cells = line[1::2].replace(" ", Cell.WHITE.value)
    check_row_length(document, number, len(cells), width, start, start + len(line))
    if not is_cell_text(cells):
        index = next(place for place, cell in enumerate(cells) if not is_cell_text(cell))
        refuse_cell(document, cells[index], start + 1 + 2 * index, "text")
    return cells
