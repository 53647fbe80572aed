"""Documents: a text with a name, positions (line and column) and spans (offsets).

Everything inside works with offsets of code points. Lines and columns are computed only for output.
"""

import re
from bisect import bisect_right
from functools import cached_property
from typing import NamedTuple

from msgspec import Struct

_LINE_END = re.compile(r"\r\n|\r|\n")


class Position(NamedTuple):
    """A line and a column, both counted from 1, in characters."""

    line: int
    column: int


class Document(Struct, frozen=True, dict=True):
    """A text and the name that messages use for it."""

    name: str
    text: str

    @cached_property
    def line_starts(self) -> list[int]:
        """The offset of the start of each line."""
        return [0, *(end.end() for end in _LINE_END.finditer(self.text))]

    def position(self, offset: int) -> Position:
        """The line and column of an offset.

        >>> Document("d", "a\\nbc").position(3)
        Position(line=2, column=2)
        """
        line = bisect_right(self.line_starts, offset)
        return Position(line, offset - self.line_starts[line - 1] + 1)

    def line(self, number: int) -> str:
        """The text of a line (counted from 1) without its line end.

        >>> Document("d", "a\\r\\nbc").line(1)
        'a'
        """
        start = self.line_starts[number - 1]
        following = self.line_starts[number] if number < len(self.line_starts) else len(self.text)
        return self.text[start:following].rstrip("\r\n")


class Span(NamedTuple):
    """A half-open range of offsets: the characters from `start` up to, not including, `end`."""

    start: int
    end: int

    def to(self, other: "Span") -> "Span":
        """The range from the start of this span to the end of `other`."""
        return Span(self.start, other.end)

    def after(self) -> "Span":
        """The empty span just after this one, where a fix inserts text."""
        return Span(self.end, self.end)


NOWHERE = Span(0, 0)
