"""A place in a text: a half-open range of code-point offsets.

Lines and columns are computed from it at the border only (see `document`).
"""

from typing import NamedTuple


class Span(NamedTuple):
    """The characters from `start` up to, not including, `end`."""

    start: int
    end: int

    def to(self, other: "Span") -> "Span":
        """The range from the start of this span to the end of `other`."""
        return Span(self.start, other.end)

    def after(self) -> "Span":
        """The empty place just after it, where a fix inserts."""
        return Span(self.end, self.end)


NOWHERE = Span(0, 0)
