"""The layout of mathematics, independent of the output format: words, symbols and their arrangement.

A program is a tuple of statements, a statement is a tuple of lines, a line is a `Row`. A layout contains no logic:
a renderer needs to handle only these eight types.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import Any, TypeAlias

from msgspec import Struct


class Style(Enum):
    """The font style of a word."""

    ITALIC = "italic"
    UPRIGHT = "upright"
    FUNCTION = "function"
    NUMBER = "number"
    PROSE = "prose"  # a word of English or French, with its own blanks


class SymbolMark(Enum):
    """All symbols; the value is the character. Operators have the names they have in `syntax`."""

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
    OPEN = "("  # a parenthesis whose counterpart is on another line
    CLOSE = ")"


class Space(Enum):
    """The blanks that belong to a symbol."""

    NONE = "none"
    TIGHT = "tight"  # between two operands in a small place: `i−1`
    AFTER = "after"
    AROUND = "around"


class Enclosure(Enum):
    """Pairs of delimiters."""

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
    """Parts side by side on one base line."""

    parts: "tuple[Layout, ...]"


class Subscript(Struct, frozen=True):
    base: Word
    index: Row


class Big(Struct, frozen=True):
    """A large symbol with conditions below it, a line each. Its operand comes after it."""

    mark: SymbolMark
    conditions: tuple[Row, ...]


class Fence(Struct, frozen=True):
    """Delimiters around something; `tall` if the content is higher than a line."""

    enclosure: Enclosure
    inner: Row
    tall: bool = False


class Root(Struct, frozen=True):
    inner: Row


class Case(Struct, frozen=True):
    value: Row
    condition: Row


class Cases(Struct, frozen=True):
    """A brace followed by values below each other, each with its condition."""

    cases: tuple[Case, ...]


Layout: TypeAlias = Word | Symbol | Row | Subscript | Big | Fence | Root | Cases


class Statement(Struct, frozen=True):
    """A formula or an assignment. It has several lines only where the author broke it."""

    lines: tuple[Row, ...]


Parts: TypeAlias = str | Sequence[Any]  # texts, layouts and nested parts, in order


def render_texts(layout: Layout, parts_of: Callable[[Layout], Parts]) -> list[str]:
    """Flatten a layout into pieces of text.

    `parts_of` returns the texts and smaller parts that a part consists of. The walk is iterative, so deep layouts
    need no recursion.
    """
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
