"""A layout to text for the terminal: boxes of characters, or one line where the boxes are too wide.

A box is lines of equal width, one of which is its base line. A big operator has its conditions below
it, an index stands one line lower than its name:

     ⋀  (x    ⇒ ¬x   )
    i∈S   i,1     i,2

Flat, that is `⋀ i∈S: (x(i,1) ⇒ ¬x(i,2))`.
"""

from typing import NamedTuple

from msgspec import Struct

from bigand.language.mathematics import layout
from bigand.language.mathematics.notation import notate
from bigand.language.syntax import Program
from bigand.source.catalogue.lookup import Language
from bigand.source.recursion import deep_recursion

INDENT = 4
# A blank at which a flat line may be broken. No name holds it: see `_shown`.
_MAY_BREAK = "\n"


class _Side(NamedTuple):
    """The pieces of one half of a pair that is taller than a line."""

    top: str
    filling: str
    middle: str
    bottom: str


_TALL = {
    layout.Enclosure.PARENTHESES: (_Side("⎛", "⎜", "⎜", "⎝"), _Side("⎞", "⎟", "⎟", "⎠")),
    layout.Enclosure.BRACKETS: (_Side("⎡", "⎢", "⎢", "⎣"), _Side("⎤", "⎥", "⎥", "⎦")),
    layout.Enclosure.BRACES: (_Side("⎧", "⎪", "⎨", "⎩"), _Side("⎫", "⎪", "⎬", "⎭")),
    layout.Enclosure.BARS: (_Side("│", "│", "│", "│"), _Side("│", "│", "│", "│")),
}


class _TooWideError(Exception):
    """A box grew beyond the screen: no part of it is worth going on with."""


class Box(Struct, frozen=True):
    """Lines of equal width; `base` is the number of the one that stands level with its neighbours."""

    lines: tuple[str, ...]
    base: int = 0

    @property
    def width(self) -> int:
        return len(self.lines[0])


def unicode_pieces(program: Program, width: int, flat: bool, language: Language) -> list[str]:
    """The lines of each assignment and formula of a program, in its order."""
    statements = notate(program, language)
    draw = _flat_lines if flat else _block
    with deep_recursion():
        return ["".join([f"{line}\n" for line in draw(statement, width)]) for statement in statements]


def unicode_whole(pieces: list[str], flat: bool) -> str:
    """The pieces of a program as one text, with an empty line beside each that has several."""
    parts: list[str] = []
    for number, piece in enumerate(pieces):
        if number and not flat and max(piece.count("\n"), pieces[number - 1].count("\n")) > 1:
            parts.append("\n")
        parts.append(piece)
    return "".join(parts)


def _block(statement: layout.Statement, width: int) -> list[str]:
    lines: list[str] = []
    try:
        for number, row in enumerate(statement.lines):
            indent = " " * INDENT if number else ""
            box = boxed(_begun(row), width - len(indent))
            lines += [(indent + line).rstrip() for line in box.lines]
    except _TooWideError:
        return _flat_lines(statement, width)
    return lines


def _begun(row: layout.Row) -> layout.Row:
    """A line; an operator that it begins with needs no blank before it."""
    match row.parts:
        case layout.Symbol(mark, layout.Space.AROUND), *rest:
            return layout.Row((layout.Symbol(mark, layout.Space.AFTER), *rest))
        case _:
            return row


# Boxes


def boxed(piece: layout.Layout, width: int) -> Box:
    """The box of a layout, if it is no wider than that."""
    match piece:
        case layout.Word(text):
            return _measured(Box((_shown(text),)), width)
        case layout.Symbol():
            return _measured(Box((_symbol(piece, " "),)), width)
        case layout.Row(parts):
            boxes: list[Box] = []
            room = width
            for part in parts:
                boxes.append(boxed(part, room))
                room -= boxes[-1].width
            return _beside(boxes)
        case layout.Subscript(base, index):
            word = boxed(base, width)
            lower = boxed(index, width - word.width)
            return _beside([word, Box((" " * lower.width, *lower.lines))])
        case layout.Big(mark, conditions):
            return _big_box(mark, conditions, width)
        case layout.Fence():
            return _fence_box(piece, width)
        case layout.Root(inner):
            return _beside([Box(("√(",)), boxed(inner, width - 3), Box((")",))])
        case layout.Cases():
            return _cases_box(piece, width)


def _measured(box: Box, width: int) -> Box:
    if box.width > width:
        raise _TooWideError
    return box


def _shown(text: str) -> str:
    """A name with nothing in it that could move the cursor."""
    return "".join([character if character.isprintable() else "?" for character in text])


def _symbol(symbol: layout.Symbol, before: str) -> str:
    """A symbol with its blanks; `before` is the one before an operator, or after a comma."""
    character = symbol.mark.value
    match symbol.space:
        case layout.Space.NONE | layout.Space.TIGHT:
            return character
        case layout.Space.AFTER:
            return character + before
        case layout.Space.AROUND:
            return f"{before}{character} "


def _beside(boxes: list[Box]) -> Box:
    """Boxes from left to right on one base line."""
    above = max([box.base for box in boxes], default=0)
    below = max([len(box.lines) - box.base for box in boxes], default=1)
    columns = [_padded(box, above - box.base, below - len(box.lines) + box.base) for box in boxes]
    lines = ["".join([column[number] for column in columns]) for number in range(above + below)]
    return Box(tuple(lines), above)


def _padded(box: Box, above: int, below: int) -> list[str]:
    blank = " " * box.width
    return [blank] * above + list(box.lines) + [blank] * below


def _big_box(mark: layout.Mark, conditions: tuple[layout.Row, ...], width: int) -> Box:
    lines = [mark.value]
    for condition in conditions:
        lines += boxed(condition, width - 1).lines
    widest = max([len(line) for line in lines])
    return _measured(Box(tuple([_centred(line, widest) + " " for line in lines])), width)


def _centred(line: str, width: int) -> str:
    left = (width - len(line)) // 2
    return " " * left + line + " " * (width - len(line) - left)


def _fence_box(fence: layout.Fence, width: int) -> Box:
    inner = boxed(fence.inner, width - 2)
    if fence.tall and fence.enclosure in _TALL:
        inner = _grown(inner, fence.enclosure)
        left, right = [_stretched(side, inner) for side in _TALL[fence.enclosure]]
    else:
        left, right = [Box((character,)) for character in fence.enclosure.value]
    return _beside([left, inner, right])


def _grown(box: Box, enclosure: layout.Enclosure) -> Box:
    """A box at least as high as the least pair around it: a brace has a point between its ends."""
    least = 3 if enclosure is layout.Enclosure.BRACES else 2
    return Box(tuple(_padded(box, 0, max(0, least - len(box.lines)))), box.base)


def _stretched(side: _Side, box: Box) -> Box:
    """One half of a pair, as high as a box."""
    height = len(box.lines)
    lines = [side.top, *[side.filling] * (height - 2), side.bottom]
    if height > 2:
        lines[height // 2] = side.middle
    return Box(tuple(lines), box.base)


def _cases_box(cases: layout.Cases, width: int) -> Box:
    values = [boxed(case.value, width) for case in cases.cases]
    conditions = [boxed(case.condition, width) for case in cases.cases]
    rows = [
        _beside([_widened(value, max([each.width for each in values])), Box(("  ",)), condition])
        for value, condition in zip(values, conditions, strict=True)
    ]
    widest = max([row.width for row in rows])
    lines: list[str] = []
    for number, row in enumerate(rows):
        # An empty line between two cases is where the point of the brace is.
        lines += [" " * widest] * (number > 0) + list(_widened(row, widest).lines)
    stack = Box(tuple(lines), len(lines) // 2)
    left, _ = _TALL[layout.Enclosure.BRACES]
    return _measured(_beside([_stretched(left, stack), Box((" ",)), stack]), width)


def _widened(box: Box, width: int) -> Box:
    return Box(tuple([line.ljust(width) for line in box.lines]), box.base)


# One line


def _flat_lines(statement: layout.Statement, width: int) -> list[str]:
    lines: list[str] = []
    for number, row in enumerate(statement.lines):
        text = "".join(layout.drawn(_begun(row), _parts))
        lines += _wrapped(text, width, INDENT if number else 0)
    return lines


def _wrapped(text: str, width: int, indent: int) -> list[str]:
    """Text broken where it may be, as late as the width allows, its further lines hanging."""
    lines: list[str] = []
    line = " " * indent
    is_empty = True
    for piece in text.split(_MAY_BREAK):
        if not is_empty and len(line) + 1 + len(piece.rstrip()) > width:
            lines.append(line.rstrip())
            line = " " * (indent + INDENT) + piece.lstrip()
        else:
            line += piece if is_empty else " " + piece
        is_empty = False
    return [*lines, line.rstrip()]


def _parts(piece: layout.Layout) -> layout.Parts:
    match piece:
        case layout.Word(text):
            return _shown(text)
        case layout.Symbol():
            return _symbol(piece, _MAY_BREAK)
        case layout.Row(parts):
            return parts
        case layout.Subscript(base, index):
            return [base, "(", index, ")"]
        case layout.Big(mark, conditions):
            listed = [(", " if number else "", condition) for number, condition in enumerate(conditions)]
            return [f"{mark.value} ", listed, ":", _MAY_BREAK]
        case layout.Fence(enclosure, inner):
            left, right = enclosure.value
            return [left, inner, right]
        case layout.Root(inner):
            return ["√(", inner, ")"]
        case layout.Cases(cases):
            rows = [
                (f";{_MAY_BREAK}" if number else "", case.value, _MAY_BREAK, case.condition)
                for number, case in enumerate(cases)
            ]
            return ["{", rows, "}"]
