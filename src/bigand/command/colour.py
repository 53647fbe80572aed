"""Whether to use colour, and how many colours there are."""

import os
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from bigand.view.palette import ColourDepth


def wants_colour(stream: TextIO, choice: str) -> bool:
    """Colour on a terminal only, unless told; `NO_COLOR` and a dumb terminal are heard."""
    if choice != "auto":
        return choice == "always"
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def colour_depth(stream: TextIO, choice: str) -> "ColourDepth":
    """All colours where the terminal says so (`COLORTERM`, or its name), else the table of 256, else none."""
    from bigand.view.palette import ColourDepth

    if not wants_colour(stream, choice):
        return ColourDepth.NONE
    has_all = os.environ.get("COLORTERM", "").lower() in ("truecolor", "24bit")
    return ColourDepth.TRUE if has_all or os.environ.get("TERM", "").endswith("-direct") else ColourDepth.TABLE
