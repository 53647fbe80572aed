"""Render a layout as text for the terminal: boxes of characters, or one line where boxes are too wide.

A box consists of lines of equal width, one of which is its base line. A big operator has its conditions below it,
an index is one line lower than its name:

     ⋀  (x    ⇒ ¬x   )
    i∈S   i,1     i,2

In the flat form, this is `⋀ i∈S: (x(i,1) ⇒ ¬x(i,2))`.
"""

from typing import NamedTuple

from msgspec import Struct

from bigand.language.mathematics import layout
from bigand.language.mathematics.notation import notate
from bigand.language.syntax import Program
from bigand.messages.lookup import Language
from bigand.source.limits import deep_recursion

INDENT = 4
# A blank at which a flat line may be broken. No name contains it: see `_make_printable`.
_BREAKABLE_BLANK = "\n"


class _Side(NamedTuple):
    """The pieces of one delimiter that is taller than a line."""

    top: str
    filling: str
    middle: str
    bottom: str


_TALL_SIDES = {
    layout.Enclosure.PARENTHESES: (_Side("⎛", "⎜", "⎜", "⎝"), _Side("⎞", "⎟", "⎟", "⎠")),
    layout.Enclosure.BRACKETS: (_Side("⎡", "⎢", "⎢", "⎣"), _Side("⎤", "⎥", "⎥", "⎦")),
    layout.Enclosure.BRACES: (_Side("⎧", "⎪", "⎨", "⎩"), _Side("⎫", "⎪", "⎬", "⎭")),
    layout.Enclosure.BARS: (_Side("│", "│", "│", "│"), _Side("│", "│", "│", "│")),
}


class _TooWideError(Exception):
    """A box is wider than the screen, so the whole statement is rendered flat."""


class Box(Struct, frozen=True):
    """Lines of equal width; `base` is the index of the base line, which is aligned with its neighbours."""

    lines: tuple[str, ...]
    base: int = 0

    @property
    def width(self) -> int:
        return len(self.lines[0])


def render_unicode_statements(program: Program, width: int, flat: bool, language: Language) -> list[str]:
    """Render each assignment and formula of a program, in order."""
    statements = notate(program, language)
    draw = _flat_lines if flat else _block_lines
    with deep_recursion():
        return ["".join([f"{line}\n" for line in draw(statement, width)]) for statement in statements]


def join_unicode(pieces: list[str], flat: bool) -> str:
    """Join the statements of a program, with empty lines around those of several lines."""
    parts: list[str] = []
    for number, piece in enumerate(pieces):
        if number and not flat and max(piece.count("\n"), pieces[number - 1].count("\n")) > 1:
            parts.append("\n")
        parts.append(piece)
    return "".join(parts)


def _block_lines(statement: layout.Statement, width: int) -> list[str]:
    lines: list[str] = []
    try:
        for number, row in enumerate(statement.lines):
            indent = " " * INDENT if number else ""
            box = make_box(_trim_leading_blank(row), width - len(indent))
            lines += [(indent + line).rstrip() for line in box.lines]
    except _TooWideError:
        return _flat_lines(statement, width)
    return lines


def _trim_leading_blank(row: layout.Row) -> layout.Row:
    """Return a line without a blank before an operator that begins it."""
    match row.parts:
        case layout.Symbol(mark, layout.Space.AROUND), *rest:
            return layout.Row((layout.Symbol(mark, layout.Space.AFTER), *rest))
        case _:
            return row


# ---------------------------------------------------------------------- boxes


def make_box(layout_part: layout.Layout, width: int) -> Box:
    """Make the box of a layout; raise an error if it is wider than `width`."""
    match layout_part:
        case layout.Word(text):
            return _reject_if_wider(Box((_make_printable(text),)), width)
        case layout.Symbol():
            return _reject_if_wider(Box((_symbol_text(layout_part, " "),)), width)
        case layout.Row(parts):
            boxes: list[Box] = []
            remaining = width
            for part in parts:
                boxes.append(make_box(part, remaining))
                remaining -= boxes[-1].width
            return _join_boxes(boxes)
        case layout.Subscript(base, index):
            word = make_box(base, width)
            lower = make_box(index, width - word.width)
            return _join_boxes([word, Box((" " * lower.width, *lower.lines))])
        case layout.Big(mark, conditions):
            return _make_big_box(mark, conditions, width)
        case layout.Fence():
            return _make_fence_box(layout_part, width)
        case layout.Root(inner):
            return _join_boxes([Box(("√(",)), make_box(inner, width - 3), Box((")",))])
        case layout.Cases():
            return _make_cases_box(layout_part, width)


def _reject_if_wider(box: Box, width: int) -> Box:
    if box.width > width:
        raise _TooWideError
    return box


def _make_printable(text: str) -> str:
    """Replace all characters that could move the cursor."""
    return "".join([character if character.isprintable() else "?" for character in text])


def _symbol_text(symbol: layout.Symbol, blank: str) -> str:
    """A symbol with its blanks; `blank` is the one before an operator, or after a comma."""
    character = symbol.mark.value
    match symbol.space:
        case layout.Space.NONE | layout.Space.TIGHT:
            return character
        case layout.Space.AFTER:
            return character + blank
        case layout.Space.AROUND:
            return f"{blank}{character} "


def _join_boxes(boxes: list[Box]) -> Box:
    """Join boxes from left to right on one base line."""
    above = max([box.base for box in boxes], default=0)
    below = max([len(box.lines) - box.base for box in boxes], default=1)
    columns = [_pad_lines(box, above - box.base, below - len(box.lines) + box.base) for box in boxes]
    lines = ["".join([column[number] for column in columns]) for number in range(above + below)]
    return Box(tuple(lines), above)


def _pad_lines(box: Box, above: int, below: int) -> list[str]:
    blank = " " * box.width
    return [blank] * above + list(box.lines) + [blank] * below


def _make_big_box(mark: layout.SymbolMark, conditions: tuple[layout.Row, ...], width: int) -> Box:
    lines = [mark.value]
    for condition in conditions:
        lines += make_box(condition, width - 1).lines
    widest = max([len(line) for line in lines])
    return _reject_if_wider(Box(tuple([_centre(line, widest) + " " for line in lines])), width)


def _centre(line: str, width: int) -> str:
    left = (width - len(line)) // 2
    return " " * left + line + " " * (width - len(line) - left)


def _make_fence_box(fence: layout.Fence, width: int) -> Box:
    inner = make_box(fence.inner, width - 2)
    if fence.tall and fence.enclosure in _TALL_SIDES:
        inner = _grow_to_fence(inner, fence.enclosure)
        left, right = [_stretch_side(side, inner) for side in _TALL_SIDES[fence.enclosure]]
    else:
        left, right = [Box((character,)) for character in fence.enclosure.value]
    return _join_boxes([left, inner, right])


def _grow_to_fence(box: Box, enclosure: layout.Enclosure) -> Box:
    """Grow a box to the minimal height of a delimiter: a brace has a point between its ends."""
    least = 3 if enclosure is layout.Enclosure.BRACES else 2
    return Box(tuple(_pad_lines(box, 0, max(0, least - len(box.lines)))), box.base)


def _stretch_side(side: _Side, box: Box) -> Box:
    """Stretch one delimiter to the height of a box."""
    height = len(box.lines)
    lines = [side.top, *[side.filling] * (height - 2), side.bottom]
    if height > 2:
        lines[height // 2] = side.middle
    return Box(tuple(lines), box.base)


def _make_cases_box(cases: layout.Cases, width: int) -> Box:
    values = [make_box(case.value, width) for case in cases.cases]
    conditions = [make_box(case.condition, width) for case in cases.cases]
    rows = [
        _join_boxes([_widen_box(value, max([box.width for box in values])), Box(("  ",)), condition])
        for value, condition in zip(values, conditions, strict=True)
    ]
    widest = max([row.width for row in rows])
    lines: list[str] = []
    for number, row in enumerate(rows):
        # The point of the brace is at the empty line between two cases.
        lines += [" " * widest] * (number > 0) + list(_widen_box(row, widest).lines)
    stack = Box(tuple(lines), len(lines) // 2)
    left, _ = _TALL_SIDES[layout.Enclosure.BRACES]
    return _reject_if_wider(_join_boxes([_stretch_side(left, stack), Box((" ",)), stack]), width)


def _widen_box(box: Box, width: int) -> Box:
    return Box(tuple([line.ljust(width) for line in box.lines]), box.base)


# ---------------------------------------------------------------------- flat form


def _flat_lines(statement: layout.Statement, width: int) -> list[str]:
    lines: list[str] = []
    for number, row in enumerate(statement.lines):
        text = "".join(layout.render_texts(_trim_leading_blank(row), _flat_parts))
        lines += _wrap_text(text, width, INDENT if number else 0)
    return lines


def _wrap_text(text: str, width: int, indent: int) -> list[str]:
    """Wrap text at the breakable blanks, with a hanging indent."""
    lines: list[str] = []
    line = " " * indent
    is_empty = True
    for piece in text.split(_BREAKABLE_BLANK):
        if not is_empty and len(line) + 1 + len(piece.rstrip()) > width:
            lines.append(line.rstrip())
            line = " " * (indent + INDENT) + piece.lstrip()
        else:
            line += piece if is_empty else " " + piece
        is_empty = False
    return [*lines, line.rstrip()]


def _flat_parts(piece: layout.Layout) -> layout.Parts:
    match piece:
        case layout.Word(text):
            return _make_printable(text)
        case layout.Symbol():
            return _symbol_text(piece, _BREAKABLE_BLANK)
        case layout.Row(parts):
            return parts
        case layout.Subscript(base, index):
            return [base, "(", index, ")"]
        case layout.Big(mark, conditions):
            condition_list = [(", " if number else "", condition) for number, condition in enumerate(conditions)]
            return [f"{mark.value} ", condition_list, ":", _BREAKABLE_BLANK]
        case layout.Fence(enclosure, inner):
            left, right = enclosure.value
            return [left, inner, right]
        case layout.Root(inner):
            return ["√(", inner, ")"]
        case layout.Cases(cases):
            rows = [
                (f";{_BREAKABLE_BLANK}" if number else "", case.value, _BREAKABLE_BLANK, case.condition)
                for number, case in enumerate(cases)
            ]
            return ["{", rows, "}"]
