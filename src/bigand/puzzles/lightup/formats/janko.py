"""janko.at: a block `[problem]` with rows of tokens, `-` white, `x` plain wall, `0`–`4` clues.

The `[solution]` that a page also has is not read, since it is not a player's marks. The collections of puzzlekit
have the same rows below a line with the numbers of rows and columns.
"""

import re

from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.faults import (
    check_cell_count,
    check_row_length,
    check_size,
    parse_size,
    refuse,
    refuse_cell,
)
from bigand.puzzles.lightup.formats.pzpr import PUZZLE_NAMES
from bigand.source.document import Document

_READ = {"-": ".", ".": ".", "x": "#", **{str(clue): str(clue) for clue in range(5)}}
_WRITE = {".": "-", "#": "x", **{str(clue): str(clue) for clue in range(5)}}
_BLOCK = re.compile(r"\[problem\]([^\[]*)", re.IGNORECASE)
_OTHER = re.compile(r"^\s*puzzle[\s=]+(\w+)", re.IGNORECASE | re.MULTILINE)
_SIZED = re.compile(r"\s*([0-9]+)[ \t]+([0-9]+)[ \t]*\r?\n(?=[-x0-9. \t]+(?:\r?\n|\Z))")


def recognise(text: str) -> bool:
    return "[problem]" in text[:100_000].lower() or _SIZED.match(text) is not None


def read(document: Document, limit: int) -> Board:
    block = _BLOCK.search(document.text)
    if block is not None:
        name = _OTHER.search(document.text, 0, block.start())
        if name is not None and name[1].lower() not in PUZZLE_NAMES:
            refuse(document, "P112", name.start(1), name.end(1), found=name[1])
        return _read_rows(document, block.start(1), block.end(1), None, limit)
    sized = _SIZED.match(document.text)
    assert sized is not None, "only recognised texts are read"
    width, height = parse_size(document, sized[2], sized[1], sized.start(1), sized.end(2), limit)
    return _read_rows(document, sized.end(), len(document.text), (width, height), limit)


def _read_rows(document: Document, begin: int, end: int, size: tuple[int, int] | None, limit: int) -> Board:
    rows: list[str] = []
    width = 0 if size is None else size[0]
    for line in re.compile(r"[^\r\n]*\S").finditer(document.text, begin, end):
        tokens = list(re.finditer(r"\S+", line[0]))
        width = width or len(tokens)
        check_row_length(document, len(rows), len(tokens), width, *line.span())
        rows.append("".join([_parse_cell(document, token, line.start()) for token in tokens]))
        check_size(document, width, len(rows), *line.span(), limit)
    if not rows:
        refuse(document, "P102", begin)
    if size is not None:
        check_cell_count(document, len(rows) * width, size[0] * size[1], begin, end)
    return Board.from_cells(len(rows), width, "".join(rows))


def _parse_cell(document: Document, token: re.Match[str], start: int) -> str:
    if token[0] not in _READ:
        refuse_cell(document, token[0], start + token.start(), "janko")
    return _READ[token[0]]


def write(board: Board) -> str:
    """Write the block of a problem, without marks."""
    rows = [" ".join([_WRITE[cell] for cell in row]) for row in board.puzzle.rows]
    return "\n".join(["[problem]", *rows, "[end]"]) + "\n"
