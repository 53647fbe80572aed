"""LEGUP's files: XML with a list of the cells that are not unknown. A proof in the file is ignored here.

Document types and entities are rejected, so that no file can make the reader fetch anything or expand without
bound.
"""

from collections.abc import Sequence
from xml.parsers import expat

from bigand.puzzles.lightup.board import Board, Cell
from bigand.puzzles.lightup.faults import parse_size, refuse, refuse_cell, span_without_blanks
from bigand.source.document import Document

VALUES = {
    "-4": Cell.BULB,
    "-3": Cell.DOT,
    "-2": Cell.WHITE,
    "-1": Cell.WALL,
    **{str(clue): Cell(str(clue)) for clue in range(5)},
}
VALUE_OF = {cell.value: value for value, cell in VALUES.items()}
VERSION = "7.1.1"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>'
_MAX_DEPTH = 50  # of nested elements; LEGUP's own files have seven
_LISTS = ("cells", "puzzleElement", "data")  # names of the list of cells over the years
CELLS = ("cell", "puzzleElement", "data")


def recognise(text: str) -> bool:
    return text.startswith("<")


def read(document: Document, limit: int) -> Board:
    return LegupReader(document, limit).read()


class LegupReader:
    """Reads one file, element by element; subclasses override `element` to read more than the board."""

    def __init__(self, document: Document, limit: int) -> None:
        self.document = document
        self.limit = limit
        self.begin, end = span_without_blanks(document)
        self.data = document.text[self.begin : end].encode("utf-8", "replace")
        self.path: list[str] = []
        self.width = self.height = 0
        self.cells: list[str] = []
        self.board_path: list[str] = []
        self.parser = expat.ParserCreate("utf-8")  # ignores the declared encoding: the text is already decoded
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self.end
        self.parser.StartDoctypeDeclHandler = self._refuse_doctype

    def read(self) -> Board:
        """Parse the whole file and return its board."""
        try:
            self.parser.Parse(self.data, True)
        except expat.ExpatError:
            refuse(self.document, "P110", self.offset(), variant="xml", help="xml")
        if not self.cells:
            refuse(self.document, "P110", self.begin, variant="legup", help="legup")
        return Board.from_cells(self.height, self.width, "".join(self.cells))

    def element(self, name: str, attributes: dict[str, str]) -> None:
        """Handle an element that does not belong to the board; its name is the last of `path`."""

    def end(self, _name: str) -> None:
        """Handle the end of the last element of `path`."""
        self.path.pop()

    def offset(self) -> int:
        """Return the parser's position as an offset in the document."""
        return self.begin + len(self.data[: max(0, self.parser.CurrentByteIndex)].decode("utf-8", "replace"))

    def span_here(self, token: str) -> tuple[int, int]:
        start = self.offset()
        return start, start + len(token)

    def cell_index(self, attributes: dict[str, str]) -> int | None:
        """Return the cell at the attributes `x` and `y`, or None if it is off the board."""
        column, row = _coordinate(attributes.get("x", "")), _coordinate(attributes.get("y", ""))
        return row * self.width + column if 0 <= column < self.width and 0 <= row < self.height else None

    def _refuse_doctype(self, *_: object) -> None:
        refuse(self.document, "P111", *self.span_here("<!DOCTYPE"))

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rsplit(".", 1)[-1]  # older files write `edu.rpi.legup.Legup`
        if not self.path and name != "Legup":
            refuse(self.document, "P110", *self.span_here(f"<{tag}"), variant="legup", help="legup")
        self.path.append(name)
        if len(self.path) > _MAX_DEPTH:
            refuse(self.document, "P110", *self.span_here(f"<{tag}"), variant="deep", help="legup")
        if name == "puzzle":
            self._check_puzzle(attributes)
        elif name == "board" and self.path[-2:-1] in (["puzzle"], ["Legup"]):
            self._start_board(attributes)
        elif self.cells and self.path[:-2] == self.board_path and self.path[-2] in _LISTS and name in CELLS:
            self._set_cell(attributes)
        else:
            self.element(name, attributes)

    def _check_puzzle(self, attributes: dict[str, str]) -> None:
        name = attributes.get("name", attributes.get("qualifiedClassName", "LightUp"))
        if name.rsplit(".", 1)[-1].lower() != "lightup":
            refuse(self.document, "P112", *self.span_here("<puzzle"), found=name[:40])

    def _start_board(self, attributes: dict[str, str]) -> None:
        if self.cells:
            refuse(self.document, "P110", *self.span_here("<board"), variant="boards", help="legup")
        both = attributes.get("size", "")
        size = (attributes.get("width", both), attributes.get("height", both))
        self.width, self.height = parse_size(self.document, *size, *self.span_here("<board"), self.limit)
        self.board_path = list(self.path)
        self.cells = [Cell.WHITE.value] * (self.width * self.height)

    def _set_cell(self, attributes: dict[str, str]) -> None:
        index = self.cell_index(attributes)
        if index is None:
            x, y = attributes.get("x", ""), attributes.get("y", "")
            refuse(self.document, "P113", *self.span_here("<cell"), x=x[:20], y=y[:20])
        value = attributes.get("value", "")
        if value not in VALUES:
            refuse_cell(self.document, value, self.offset(), "legup")
        self.cells[index] = VALUES[value].value


def _coordinate(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else -1


def cell_line(index: int, cell: str, width: int) -> str:
    """Write a cell as LEGUP does."""
    row, column = divmod(index, width)
    return f'<cell value="{VALUE_OF[cell]}" x="{column}" y="{row}"/>'


def board_lines(board: Board, goal: Sequence[str] = ()) -> list[str]:
    """Write the board with its marks as given cells, and the lines of a goal, if any."""
    cells = [cell_line(index, cell, board.width) for index, cell in enumerate(board.cells) if cell != Cell.WHITE]
    return [
        f'    <board height="{board.height}" width="{board.width}">',
        *[f"      {line}" for line in goal],
        "      <cells>",
        *[f"        {line}" for line in cells],
        "      </cells>",
        "    </board>",
    ]


def write(board: Board) -> str:
    """Write a file with the marks as cells, and no proof."""
    lines = [HEAD, f'<Legup version="{VERSION}">', '  <puzzle name="LightUp">', *board_lines(board)]
    return "\n".join([*lines, "  </puzzle>", "</Legup>"]) + "\n"
