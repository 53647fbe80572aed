"""Read and write boards: rows of letters, links of puzz.link, files of pzpr.

Rows have a letter or digit for each cell, the same in all cells of a region; they are lines, or parts of one line
separated by `/`. `stars: 2` sets the number of stars, one by default. After the rows, as many rows may follow with
marks: `*` or `★` for a star, `x` for none, `.` for unknown. A link encodes the borders between cells, five to a
digit of base 32: first those between columns, row by row, then those between rows (`decodeBorder` of pzpr).
"""

import re
from collections.abc import Sequence

from bigand.puzzles.starbattle.board import (
    MAX_SIZE,
    REGION_NAMES,
    Board,
    Mark,
    connected_cells,
    connected_part_of_region,
    split_rows,
)
from bigand.source.document import Document
from bigand.source.error import BigandError

_STARS = re.compile(r"(?:stars|étoiles|etoiles)\s*[:=]\s*(\S+)", re.IGNORECASE)
_LINK = re.compile(r"(?:\S*[?/])?starbattle/(\S*)")
_FILE = re.compile(r"pzprv3(?:\.\d+)?\s*[/\n]\s*(\w*)\s*[/\n]")
_DIGITS = "0123456789abcdefghijklmnopqrstuv"
_MARKS = {".": Mark.OPEN, "*": Mark.STAR, "★": Mark.STAR, "x": Mark.NONE, "X": Mark.NONE}
_PZPR_MARKS = {".": Mark.OPEN, "#": Mark.STAR, "+": Mark.NONE}
WRITABLE = ("text", "link", "pzprv3")


class BoardError(BigandError, ValueError):
    """The text is not a board; printed, it says what is wrong, and in which row."""


def read_board(document: Document) -> Board:
    """Read a board in any format."""
    text = document.text.lstrip("\ufeff").strip()
    if not text:
        raise BoardError("starbattle.read.empty")
    if header := _FILE.match(text):
        return _read_pzpr_text(text[header.end() :], header[1])
    if link := _LINK.fullmatch(text):
        return _read_link(link[1])
    return _read_letter_rows(text)


def _make_checked_board(stars: int, region_rows: Sequence[Sequence[str]], marks: Sequence[Mark]) -> Board:
    """Make a board; its regions are renamed to `a`, `b` and so on, in order of appearance."""
    size = len(region_rows)
    if not 1 <= stars <= size:
        raise BoardError("starbattle.read.stars", found=stars, most=size)
    cells = [name for row in region_rows for name in row]
    letters_by_name = {
        name: REGION_NAMES[number % len(REGION_NAMES)] for number, name in enumerate(dict.fromkeys(cells))
    }
    if len(letters_by_name) != size:
        raise BoardError("starbattle.read.regions", found=len(letters_by_name), wanted=size)
    regions = "".join([letters_by_name[name] for name in cells])
    for name, letter in letters_by_name.items():
        if len(connected_part_of_region(regions.index(letter), size, regions)) < regions.count(letter):
            raise BoardError("starbattle.read.apart", name=name)
    return Board(size, stars, regions, "".join(marks) or Mark.OPEN * size**2)


def _parse_number(text: str, key: str = "starbattle.read.number") -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise BoardError(key, found=text[:20])
    return int(text)


def _check_size(width: int, height: int) -> None:
    if not (1 <= width == height <= MAX_SIZE):
        key = "starbattle.read.square" if width != height else "starbattle.read.size"
        raise BoardError(key, width=width, height=height, largest=MAX_SIZE)


# ---------------------------------------------------------------------- Rows of letters


def _read_letter_rows(text: str) -> Board:
    stars_match = _STARS.search(text)
    rows = re.split(r"[\s/]+", _STARS.sub(" ", text).strip("/ \n\r\t"))
    size = len(rows[0])
    bad_sign = next((sign for row in rows[:size] for sign in row if sign not in REGION_NAMES), None)
    if bad_sign is not None:
        one_word = len(rows) == 1
        raise BoardError(
            "starbattle.read.neither" if one_word else "starbattle.read.sign", found=bad_sign, name=text[:60]
        )
    for row_number, row in enumerate(rows, 1):
        if len(row) != size:
            raise BoardError("starbattle.read.row", row=row_number, found=len(row), wanted=size)
    if len(rows) not in (size, 2 * size):
        raise BoardError("starbattle.read.rows", found=len(rows), wanted=size, double=2 * size)
    _check_size(size, size)
    marks = [_parse_mark(sign, _MARKS) for row in rows[size:] for sign in row]
    return _make_checked_board(1 if stars_match is None else _parse_number(stars_match[1]), rows[:size], marks)


def _parse_mark(sign: str, marks_by_sign: dict[str, Mark]) -> Mark:
    if sign not in marks_by_sign:
        raise BoardError("starbattle.read.mark", found=sign[:20], known=" ".join(marks_by_sign))
    return marks_by_sign[sign]


def _write_letter_rows(board: Board) -> str:
    marks = ["", *board.rows] if board.marks.strip(Mark.OPEN) else []
    return "\n".join([f"stars: {board.stars}", *split_rows(board.regions, board.size), *marks]) + "\n"


# ---------------------------------------------------------------------- Links


def _read_link(link_path: str) -> Board:
    parts = link_path.split("/")
    if len(parts) < 4:
        raise BoardError("starbattle.read.link")
    width, height, stars = [_parse_number(part) for part in parts[:3]]
    _check_size(width, height)
    bits = [_decode_bits(part, width) for part in _split_borders(parts[3], width)]
    across, down = bits

    def are_joined(cell: int, neighbour: int) -> bool:
        first, second = min(cell, neighbour), max(cell, neighbour)
        row, column = divmod(first, width)
        return not (across[row * (width - 1) + column] if second == first + 1 else down[first])

    names: dict[int, str] = {}
    for cell in range(width**2):
        if cell not in names:
            names |= dict.fromkeys(connected_cells(cell, width, are_joined), str(cell))
    return _make_checked_board(
        stars, [[names[row * width + column] for column in range(width)] for row in range(width)], []
    )


def _split_borders(digits: str, size: int) -> tuple[str, str]:
    """Split the digits into borders between columns and borders between rows."""
    half = -(-size * (size - 1) // 5)
    if len(digits) != 2 * half or not set(digits) <= set(_DIGITS):
        raise BoardError("starbattle.read.borders", found=len(digits), wanted=2 * half)
    return digits[:half], digits[half:]


def _decode_bits(digits: str, size: int) -> list[bool]:
    bits = [bool(_DIGITS.index(digit) >> shift & 1) for digit in digits for shift in (4, 3, 2, 1, 0)]
    return bits[: size * (size - 1)]


def _write_link(board: Board) -> str:
    size, regions = board.size, board.regions
    across = [cell for cell in range(size**2) if cell % size < size - 1]
    down = range(size * (size - 1))
    digits = [
        _encode_bits_in_base_32([regions[cell] != regions[cell + step] for cell in cells])
        for cells, step in ((across, 1), (down, size))
    ]
    return f"https://puzz.link/p?starbattle/{size}/{size}/{board.stars}/{''.join(digits)}\n"


def _encode_bits_in_base_32(bits: Sequence[bool]) -> str:
    padded = [*bits, *[False] * (-len(bits) % 5)]
    groups = [padded[start : start + 5] for start in range(0, len(padded), 5)]
    return "".join([_DIGITS[int("".join([str(int(bit)) for bit in group]), 2)] for group in groups])


# ---------------------------------------------------------------------- Files of pzpr


def _read_pzpr_text(text: str, puzzle_name: str) -> Board:
    if puzzle_name != "starbattle":
        raise BoardError("starbattle.read.other", found=puzzle_name[:20])
    lines = [line.split() for line in re.split(r"[/\n]", text) if line.strip()]
    heads = [line[0] for line in lines[:4]]
    if len(heads) < 4:
        raise BoardError("starbattle.read.file")
    height, width, stars, _ = [_parse_number(head) for head in heads]
    _check_size(width, height)
    rows, marks = lines[4 : 4 + height], lines[4 + height :]
    for row_number, row in enumerate([*rows, *marks], 1):
        if len(row) != width:
            raise BoardError("starbattle.read.row", row=row_number, found=len(row), wanted=width)
    if len(rows) != height or len(marks) not in (0, height):
        raise BoardError("starbattle.read.rows", found=len(rows) + len(marks), wanted=height, double=2 * height)
    return _make_checked_board(stars, rows, [_parse_mark(sign, _PZPR_MARKS) for row in marks for sign in row])


def _write_pzpr_text(board: Board) -> str:
    order = list(dict.fromkeys(board.regions))
    rows = [" ".join([str(order.index(name)) for name in row]) for row in split_rows(board.regions, board.size)]
    signs = {mark: sign for sign, mark in _PZPR_MARKS.items()}
    marks = [" ".join([signs[Mark(mark)] for mark in row]) for row in board.rows]
    head = ["pzprv3", "starbattle", *map(str, (board.size, board.size, board.stars, len(order)))]
    return "\n".join([*head, *rows, *marks]) + "\n"


def write_board(board: Board, format: str) -> str:
    """Write a board in a format.

    Args:
        board: The board.
        format: "text", "link" (of puzz.link) or "pzprv3".

    Returns:
        The text.

    Raises:
        ValueError: There is no such format.

    >>> print(write_board(Board(1, 1, "a", "."), "text"), end="")
    stars: 1
    a
    """
    writers = {"text": _write_letter_rows, "link": _write_link, "pzprv3": _write_pzpr_text}
    if format not in writers:
        raise ValueError(f"no format {format!r} to write a board in: {', '.join(WRITABLE)}")
    return writers[format](board)
