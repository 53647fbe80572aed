"""Formats of boards: one table, with functions to recognise, read and write each.

`read_board` accepts all of them and recognises the format from the text.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from bigand.puzzles.lightup.board import MAX_CELLS, Board
from bigand.puzzles.lightup.faults import refuse
from bigand.puzzles.lightup.formats import janko, legup, penpa, plain, pzpr, tatham
from bigand.source.document import Document


class Format(Struct, frozen=True):
    """A format: how it is recognised, read and, if possible, written.

    `recognise` gets the stripped text. `read` reports errors where they occur, and rejects boards with more cells
    than its second argument.
    """

    recognise: Callable[[str], bool]
    read: Callable[[Document, int], Board]
    write: Callable[[Board], str] | None = None


# In the order in which they are tried; those that are easiest to recognise come first.
FORMATS: dict[str, Format] = {
    "sav": Format(tatham.is_save, tatham.read_save),
    "janko": Format(janko.recognise, janko.read, janko.write),
    "legup": Format(legup.recognise, legup.read, legup.write),
    "json": Format(plain.is_array, plain.read_array, plain.write_array),
    "penpa": Format(penpa.recognise, penpa.read, penpa.write),
    "pzprv3": Format(pzpr.is_file, pzpr.read_file, pzpr.write_file),
    "puzzlink": Format(pzpr.is_link, pzpr.read_link, pzpr.write_link),
    "id": Format(tatham.starts_like_game_id, tatham.read_id, tatham.write_id),
    "grid": Format(tatham.is_grid, tatham.read_grid),
    "text": Format(plain.looks_like_cell_rows, plain.read_text, plain.write_text),
}
WRITABLE = ("id", "puzzlink", "penpa", "pzprv3", "legup", "janko", "json", "text", "svg")
ONE_LINE = ("id", "puzzlink", "penpa", "pzprv3", "json")
CARRY_MARKS = ("pzprv3", "legup", "text", "svg")  # those that include bulbs and dots


def read_board(document: Document, dialect: str = plain.SEED, limit: int = MAX_CELLS) -> Board:
    """Read a board in any format; `dialect` says what the numbers of an array mean."""
    name = detect_format(document)
    if name == "json" and dialect != plain.SEED:
        return plain.read_array(document, limit, dialect)
    return FORMATS[name].read(document, limit)


def detect_format(document: Document) -> str:
    """Return the format that a text looks like."""
    text = document.text.lstrip("\ufeff").strip()
    if not text:
        refuse(document, "P102", 0)
    for name, format in FORMATS.items():
        if format.recognise(text):
            return name
    refuse(document, "P101", 0, min(len(document.text), 40))


def read_source(source: str | Sequence[Any]) -> Board:
    """Make a board from a text in any format, rows of text, or rows of numbers."""
    if isinstance(source, str):
        return read_board(Document("board", source))
    rows = [row if isinstance(row, str) else [int(cell) for cell in row] for row in source]
    if all(isinstance(row, str) for row in rows):
        return plain.read_text(Document("board", "\n".join([str(row) for row in rows])), MAX_CELLS)
    return plain.read_array(Document("board", json.dumps(rows)), MAX_CELLS)


def write_board(board: Board, name: str) -> str:
    """Write the board in the named format, one of `WRITABLE`."""
    if name == "svg":
        from bigand.puzzles.lightup.draw import board_svg

        return board_svg(board)
    write = FORMATS[name].write if name in FORMATS else None
    if write is None:
        raise ValueError(f"no format {name!r} to write a board in: {', '.join(WRITABLE)}")
    return write(board)
