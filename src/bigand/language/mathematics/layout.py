"""What mathematics looks like, whatever it is drawn with: words, symbols, and how they are placed.

A program is a tuple of statements, a statement its lines, a line a `Row`. A layout says nothing about
logic, and a renderer needs to know nothing else than these eight kinds of it.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import Any, TypeAlias

from msgspec import Struct


class Style(Enum):
    """How the letters of a word stand."""

    ITALIC = "italic"
    UPRIGHT = "upright"
    FUNCTION = "function"
    NUMBER = "number"
    PROSE = "prose"  # a word of the reader's language, with its own blanks


class SymbolMark(Enum):
    """The symbols there are, operators by their names in `syntax`; the value is the symbol's own character."""

    NOT = "¬"
    AND = "∧"
    OR = "∨"
    XOR = "⊕"
    IMPLIES = "⇒"
    IFF = "⇔"
    TOP = "⊤"
    BOTTOM = "⊥"
    BIG_AND = "⋀"
    BIG_OR = "⋁"
    EXISTS = "∃"
    FORALL = "∀"
    IN = "∈"
    UNION = "∪"
    INTER = "∩"
    DIFF = "∖"
    SUBSET = "⊆"
    EMPTY_SET = "∅"
    POWERSET = "𝒫"
    EQUAL = "="
    DIFFERENT = "≠"
    LESS = "<"
    AT_MOST = "≤"
    GREATER = ">"
    AT_LEAST = "≥"
    PLUS = "+"
    MINUS = "−"
    TIMES = "·"
    DIVIDE = "/"
    MOD = "mod"
    ASSIGN = "←"
    SUCH_THAT = "|"
    DOTS = ".."
    COMMA = ","
    COLON = ":"
    FULL_STOP = "."
    OPEN = "("  # a parenthesis whose other half stands on another line
    CLOSE = ")"


class Space(Enum):
    """The blanks that belong to a symbol."""

    NONE = "none"
    TIGHT = "tight"  # it stands between two operands, but where there is little room: `i−1`
    AFTER = "after"
    AROUND = "around"


class Enclosure(Enum):
    """The pairs that stand around things; the value is the pair."""

    PARENTHESES = ("(", ")")
    BRACKETS = ("[", "]")
    BRACES = ("{", "}")
    BARS = ("|", "|")
    QUOTES = ("“", "”")


class Word(Struct, frozen=True):
    text: str
    style: Style


class Symbol(Struct, frozen=True):
    mark: SymbolMark
    space: Space = Space.NONE


class Row(Struct, frozen=True):
    """Things beside each other, on one base line."""

    parts: "tuple[Layout, ...]"


class Subscript(Struct, frozen=True):
    base: Word
    index: Row


class Big(Struct, frozen=True):
    """A large symbol with conditions below it, a line each; what it ranges over stands after it."""

    mark: SymbolMark
    conditions: tuple[Row, ...]


class Fence(Struct, frozen=True):
    """A pair around something; `tall` if what is inside has more than the height of a line."""

    enclosure: Enclosure
    inner: Row
    tall: bool = False


class Root(Struct, frozen=True):
    inner: Row


class Case(Struct, frozen=True):
    value: Row
    condition: Row


class Cases(Struct, frozen=True):
    """Values below each other after a brace, each with when it holds."""

    cases: tuple[Case, ...]


Layout: TypeAlias = Word | Symbol | Row | Subscript | Big | Fence | Root | Cases


class Statement(Struct, frozen=True):
    """A formula or an assignment; it has several lines only where its writer broke it."""

    lines: tuple[Row, ...]


Parts: TypeAlias = str | Sequence[Any]  # texts, layouts and such parts, one after the other


def render_texts(layout: Layout, parts_of: Callable[[Layout], Parts]) -> list[str]:
    """A layout as pieces of text: `parts_of` says of one part which texts and smaller parts it is."""
    texts: list[str] = []
    inside: list[Iterator[Any]] = [iter([layout])]
    while inside:
        for part in inside[-1]:
            parts: Parts = part if isinstance(part, _PART_TYPES) else parts_of(part)
            if isinstance(parts, str):
                texts.append(parts)
            else:
                inside.append(iter(parts))
                break
        else:
            inside.pop()
    return texts


_PART_TYPES = (str, list, tuple)
