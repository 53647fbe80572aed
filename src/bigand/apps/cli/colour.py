"""Whether to use colour."""

import os
from typing import TextIO


def wants_colour(stream: TextIO, choice: str) -> bool:
    """Colour on a terminal only, unless told; `NO_COLOR` and a dumb terminal are heard."""
    if choice != "auto":
        return choice == "always"
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
