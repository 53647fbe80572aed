"""LEGUP's files: XML with a list of the cells that are not unknown. A proof in the file is not looked at here.

No document type and no entity is accepted, so that no file can make the reader fetch or swell.
"""

from xml.parsers import expat

from bigand.puzzles.lightup.board import Board, Cell
from bigand.puzzles.lightup.faults import refuse, refuse_cell, size_of, trimmed
from bigand.source.document import Document

_READ = {
    "-4": Cell.BULB,
    "-3": Cell.DOT,
    "-2": Cell.WHITE,
    "-1": Cell.WALL,
    **{str(clue): Cell(str(clue)) for clue in range(5)},
}
_WRITE = {cell.value: value for value, cell in _READ.items()}
_VERSION = "7.1.1"


def recognise(text: str) -> bool:
    return text.startswith("<")


def read(document: Document, limit: int) -> Board:
    return _Reader(document, limit).read()


class _Reader:
    """Reads one file, element by element."""

    def __init__(self, document: Document, limit: int) -> None:
        self.document = document
        self.limit = limit
        self.begin, end = trimmed(document)
        self.data = document.text[self.begin : end].encode("utf-8", "replace")
        self.path: list[str] = []
        self.width = self.height = 0
        self.cells: list[str] = []
        self.parser = expat.ParserCreate("utf-8")  # whatever the file says of itself: it has been decoded already
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = lambda _name: self.path.pop()
        self.parser.StartDoctypeDeclHandler = self._doctype

    def read(self) -> Board:
        try:
            self.parser.Parse(self.data, True)
        except expat.ExpatError:
            refuse(self.document, "P110", self._offset(), variant="xml", help="xml")
        if not self.cells:
            refuse(self.document, "P110", self.begin, variant="legup", help="legup")
        return Board.of(self.height, self.width, "".join(self.cells))

    def _offset(self) -> int:
        """Where the parser is, as an offset in the document."""
        return self.begin + len(self.data[: max(0, self.parser.CurrentByteIndex)].decode("utf-8", "replace"))

    def _here(self, written: str) -> tuple[int, int]:
        at = self._offset()
        return at, at + len(written)

    def _doctype(self, *_: object) -> None:
        refuse(self.document, "P111", *self._here("<!DOCTYPE"))

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if not self.path and name.rsplit(".", 1)[-1] != "Legup":
            refuse(self.document, "P110", *self._here(f"<{name}"), variant="legup", help="legup")
        self.path.append(name)
        if name == "puzzle" and attributes.get("name", "LightUp") != "LightUp":
            refuse(self.document, "P112", *self._here("<puzzle"), found=attributes["name"])
        elif name == "board":
            self._board(attributes)
        elif self.path[-3:] == ["board", "cells", "cell"]:
            self._cell(attributes)

    def _board(self, attributes: dict[str, str]) -> None:
        both = attributes.get("size", "")
        size = (attributes.get("width", both), attributes.get("height", both))
        self.width, self.height = size_of(self.document, *size, *self._here("<board"), self.limit)
        self.cells = [Cell.WHITE.value] * (self.width * self.height)

    def _cell(self, attributes: dict[str, str]) -> None:
        x, y = attributes.get("x", ""), attributes.get("y", "")
        column, row = (int(text) if text.isdecimal() and len(text) < 9 else -1 for text in (x, y))
        if not (0 <= column < self.width and 0 <= row < self.height):
            refuse(self.document, "P113", *self._here("<cell"), x=x, y=y)
        value = attributes.get("value", "")
        if value not in _READ:
            refuse_cell(self.document, value, self._offset(), "legup")
        self.cells[row * self.width + column] = _READ[value].value


def write(board: Board) -> str:
    """The file with the marks as cells, and no proof yet."""
    lines = [
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
        f'<Legup version="{_VERSION}">',
        '  <puzzle name="LightUp">',
        f'    <board height="{board.height}" width="{board.width}">',
        "      <cells>",
    ]
    for at, cell in enumerate(board.cells):
        if cell != Cell.WHITE:
            row, column = divmod(at, board.width)
            lines.append(f'        <cell value="{_WRITE[cell]}" x="{column}" y="{row}"/>')
    lines += ["      </cells>", "    </board>", "  </puzzle>", "</Legup>"]
    return "\n".join(lines) + "\n"
