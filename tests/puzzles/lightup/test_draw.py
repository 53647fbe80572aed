"""Pictures: in the terminal with and without colour, as SVG, on paper."""

import re
import xml.etree.ElementTree as ElementTree
import zlib

import pytest
from hypothesis import given
from tests.golden import check_golden
from tests.puzzles.lightup.boards import MARKED, boards

from bigand.puzzles.lightup.board import Board, Cell, Place
from bigand.puzzles.lightup.draw import HighlightedBoard
from bigand.puzzles.lightup.draw.boards import draw_highlighted_board, highlighted_board_svg
from bigand.puzzles.lightup.terminal import render_lines
from bigand.view.drawing import BACKGROUND
from bigand.view.pdf import PrintedDrawing, render_pdf
from bigand.view.pieces import DARK_COLOUR, LIGHT_COLOUR

BOARD = Board(["L..#1......", ".x..2..0..#", "#.........L"])
POINTED = HighlightedBoard(
    BOARD, frozenset({Place(0, 0), Place(0, 4), Place(1, 1), Place(2, 0), Place(2, 5), Place(1, 9)})
)


def lines(pointed: HighlightedBoard, coloured: bool = False, letters: bool = False, width: int = 80) -> list[str]:
    return list(render_lines(pointed, width, coloured, letters))


def test_golden_drawings() -> None:
    parts = [
        lines(HighlightedBoard(BOARD)),
        lines(POINTED),
        lines(POINTED, letters=True),
        [line.replace("\033", "ESC") for line in lines(POINTED, coloured=True)],
        lines(POINTED, width=20),
    ]
    check_golden("lightup/drawings.txt", "\n\n".join(["\n".join(part) for part in parts]) + "\n")


def test_golden_svg() -> None:
    check_golden("lightup/board.svg", highlighted_board_svg(POINTED))


@given(boards(MARKED))
def test_every_cell_can_be_told_without_colour(board: Board) -> None:
    """Different boards have different pictures, and so has light."""
    shown = lines(HighlightedBoard(board))
    assert len({len(line) for line in shown[-board.height - 2 :]}) == 1
    light = board.light()
    for row, line in enumerate(shown[-board.height - 1 : -1]):
        body = line[line.index("│") + 1 : -1]
        for column in range(board.width):
            text, cell = body[2 * column : 2 * column + 2], board[row, column]
            expected = {Cell.WALL: "██", Cell.BULB: "●░"}.get(cell)
            if cell.clue is not None:
                expected = f"█{cell.clue}"
            elif expected is None:
                shade = "░" if light[row, column] else " "
                expected = f"×{shade}" if cell is Cell.DOT else shade * 2
            assert text == expected


@given(boards(MARKED))
def test_svg_has_every_cell(board: Board) -> None:
    root = ElementTree.fromstring(highlighted_board_svg(HighlightedBoard(board)))
    parts = {one.get("id", ""): one for one in root.iter()}
    assert [name for name in parts if name.startswith("board-cell-")] == [
        f"board-cell-{row + 1}-{column + 1}" for (row, column), _ in board
    ]
    assert cells_of(root, board.width) == list(board.rows)
    light = board.light()
    for (row, column), cell in board:
        place = f"{row + 1}-{column + 1}"
        ground = DARK_COLOUR if cell.is_wall else LIGHT_COLOUR if light[row, column] else BACKGROUND
        assert parts[f"board-cell-{place}"].get("fill") == ground
    assert board.to("svg") == board._repr_svg_() == highlighted_board_svg(HighlightedBoard(board))


def cells_of(root: ElementTree.Element, width: int) -> list[str]:
    """The rows of a board, read back from its picture: what stands in each cell, and the numbers on walls."""
    states = {one.get("id", ""): one.get("data-state", "") for one in root.iter()}
    clues = {one.get("id", ""): one.text or "" for one in root.iter() if one.tag.endswith("text")}
    signs = {"wall": "#", "bulb": "L", "dot": "x", "light": ".", "false": "."}
    cells = [
        clues.get(name.replace("-cell-", "-clue-"), signs[state])
        for name, state in states.items()
        if name.startswith("board-cell-")
    ]
    return ["".join(cells[at : at + width]) for at in range(0, len(cells), width)]


def objects(data: bytes) -> dict[int, bytes]:
    """The objects of a PDF, found by its table of places."""
    start = int(re.findall(rb"startxref\n(\d+)\n%%EOF\n$", data)[0])
    table = data[start:].split(b"\n")
    assert table[0] == b"xref"
    found = {}
    for number in range(1, int(table[1].split()[1])):
        place = int(table[2 + number].split()[0])
        head = f"{number} 0 obj\n".encode()
        assert data[place : place + len(head)] == head
        found[number] = data[place + len(head) : data.index(b"\nendobj", place)]
    return found


@pytest.mark.parametrize(("count", "per_page", "pages"), [(1, 4, 1), (5, 4, 2), (7, 1, 7), (9, 6, 2)])
def test_a_sheet_has_its_pages(count: int, per_page: int, pages: int) -> None:
    sheets = [
        PrintedDrawing(f"({number}) é", draw_highlighted_board(HighlightedBoard(BOARD))) for number in range(count)
    ]
    data = render_pdf([sheets, sheets[:1]], per_page)
    assert data == render_pdf([sheets, sheets[:1]], per_page)
    found = objects(data)
    assert f"/Count {pages + 1} ".encode() in found[2]
    streams = [
        zlib.decompress(content[content.index(b"stream\n") + 7 : content.rindex(b"\nendstream")]).decode("cp1252")
        for content in found.values()
        if b"FlateDecode" in content
    ]
    assert len(streams) == pages + 1
    text = "\n".join(streams)
    walls = sum([cell.is_wall for _, cell in BOARD])
    dark = " ".join([f"{int(DARK_COLOUR[at : at + 2], 16) / 255:.2f}" for at in (1, 3, 5)])
    assert text.count(f"{dark} rg") == (count + 1) * walls
    assert all(f"(\\({number}\\) é) Tj" in text for number in range(count))
    numbers = [float(word) for word in re.findall(r"-?\d+\.\d+", text)]
    assert min(numbers) >= 0
    assert max(numbers) <= 842


def test_what_is_below_a_drawing_is_on_the_page_and_the_drawing_fills_it() -> None:
    data = render_pdf([[PrintedDrawing("1", draw_highlighted_board(HighlightedBoard(BOARD)), "x" * 400)]], 4)
    (page,) = [
        zlib.decompress(content[content.index(b"stream\n") + 7 : content.rindex(b"\nendstream")]).decode("cp1252")
        for content in objects(data).values()
        if b"FlateDecode" in content
    ]
    assert sum([len(line) for line in re.findall(r"\((x+)\) Tj", page)]) == 400
    widest = max(
        [float(left) + float(wide) for left, wide in re.findall(r"([\d.]+) [\d.]+ ([\d.]+) [\d.]+ re", page)]
    )
    assert widest > 595 - 42 - 2, "one of four that may stand on a page has it for itself"
    assert min([float(low) for low in re.findall(r" ([\d.]+) Td \(x", page)]) > 40


def test_a_sheet_of_nothing_is_a_page() -> None:
    assert b"/Count 1 " in render_pdf([[]])
