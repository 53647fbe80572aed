"""Assign a colour and a short mark to each name, with colours by their names; and make the key to the marks."""

from collections.abc import Collection, Sequence
from enum import IntEnum

from msgspec import Struct

from bigand.view.scene import split_state

_MAX_NUMBER_LENGTH = 4
EMPTY_NAMES = frozenset({"empty", "vide", "none", "aucun", "aucune", "nothing", "rien", "free", "libre", "0"})
_NAMED_COLOURS = {
    "red": "#d04a4a", "rouge": "#d04a4a", "green": "#3f9a5a", "vert": "#3f9a5a", "verte": "#3f9a5a",
    "blue": "#3f6fc0", "bleu": "#3f6fc0", "bleue": "#3f6fc0", "yellow": "#e6c63c", "jaune": "#e6c63c",
    "orange": "#e88a2e", "purple": "#8a55b5", "violet": "#8a55b5", "violette": "#8a55b5", "mauve": "#b58ad0",
    "pink": "#e58ab0", "rose": "#e58ab0", "brown": "#8a5a3a", "marron": "#8a5a3a", "brun": "#8a5a3a",
    "grey": "#8c8c8c", "gray": "#8c8c8c", "gris": "#8c8c8c", "grise": "#8c8c8c", "black": "#333333",
    "noir": "#333333", "noire": "#333333", "white": "#f0f0f0", "blanc": "#f0f0f0", "blanche": "#f0f0f0",
    "cyan": "#3fb5b5", "turquoise": "#3fb5b5", "lime": "#a0cf3c", "beige": "#d8c8a0", "navy": "#2a3a70",
    "marine": "#2a3a70", "teal": "#1d6f6f", "sarcelle": "#1d6f6f", "magenta": "#c93fb4", "fuchsia": "#c93fb4",
    "olive": "#74802a", "kaki": "#74802a", "maroon": "#7a2433", "bordeaux": "#7a2433", "gold": "#b8921f",
    "or": "#b8921f", "salmon": "#f2a07f", "saumon": "#f2a07f", "silver": "#c4ccd2", "argent": "#c4ccd2",
    "indigo": "#4b3a9c", "sky": "#8cc4ee", "mint": "#a3e0bd", "menthe": "#a3e0bd", "rust": "#a8481c",
    "rouille": "#a8481c", "lavender": "#c3b6ec", "lavande": "#c3b6ec",
}  # fmt: skip
_SPARE_COLOURS = (
    "#3f6fc0", "#e88a2e", "#3f9a5a", "#d04a4a", "#8a55b5", "#e6c63c", "#3fb5b5", "#e58ab0",
    "#8a5a3a", "#8c8c8c", "#a0cf3c", "#2a3a70", "#d8c8a0", "#333333", "#1d6f6f", "#c93fb4",
    "#74802a", "#7a2433", "#b8921f", "#f2a07f", "#8cc4ee", "#a3e0bd", "#a8481c", "#c3b6ec",
)  # fmt: skip


class Ink(Struct, frozen=True):
    """How a name is drawn: a colour `#rrggbb`, and a mark of few characters."""

    colour: str
    mark: str


def assign_inks(names: Sequence[str]) -> dict[str, Ink]:
    """Assign an ink to each name except empty ones; all marks differ.

    >>> [ink.mark for ink in assign_inks(["green", "grey", "red", "empty"]).values()]
    ['g', 'gr', 'r']
    """
    by_name: dict[str, Ink] = {}
    marks: set[str] = set()
    free = [
        colour for colour in _SPARE_COLOURS if colour not in {_NAMED_COLOURS.get(name.lower()) for name in names}
    ] or _SPARE_COLOURS
    for name in names:
        if name.lower() not in EMPTY_NAMES and name not in by_name:
            colour = _NAMED_COLOURS.get(name.lower()) or free[len(by_name) % len(free)]
            mark = _choose_mark(name, marks)
            marks.add(mark)
            by_name[name] = Ink(colour, mark)
    return by_name


def is_colour_or_empty(name: str) -> bool:
    """Whether a name is that of a colour, or stands for none."""
    return name.lower() in _NAMED_COLOURS or name.lower() in EMPTY_NAMES


def _choose_mark(name: str, taken: set[str]) -> str:
    """Return the name itself if it is a short number, else its first letters that are not taken."""
    if name.removeprefix("-").isdigit() and len(name) <= _MAX_NUMBER_LENGTH:
        return name
    first = name[0]
    numbered = [f"{first}{number}" for number in range(1, 10)]
    for mark in (first, name[:2], *[first + letter for letter in name[2:]], *numbered):
        if mark not in taken:
            return mark
    return "??"


def mark_of(state: str, ink: dict[str, Ink], show_empty: bool = False) -> str:
    """Return the mark of a state, or the marks of all things in it; empty for empty ones, unless `show_empty`.

    >>> ink = {"red": Ink("#ff0000", "r"), "blue": Ink("#0000ff", "b")}
    >>> mark_of("red", ink), mark_of("blue + red", ink), mark_of("empty", ink), mark_of("empty + red", ink)
    ('r', 'b+r', '', '∅+r')
    """
    parts = split_state(state)
    if len(parts) > 1:
        return "+".join([mark_of(part, ink, True) for part in parts])
    return ink[state].mark if state in ink else "∅" if show_empty else ""


def legend_line(entries: Sequence[tuple[str, str]]) -> str:
    """Return a legend as text: `g green, o orange`."""
    return ", ".join([f"{mark} {name}" for mark, name in entries])


def legend(ink: dict[str, Ink], states: Collection[str]) -> list[tuple[str, str]]:
    """Return what the marks mean, where they are not obvious; joined states come last."""
    several = sorted([state for state in states if len(split_state(state)) > 1])
    used = {part for state in states for part in split_state(state)}
    single = [(known.mark, name) for name, known in ink.items() if name in used and known.mark != name]
    empty = sorted({part for state in several for part in split_state(state) if part not in ink})
    return [*single, *[("∅", name) for name in empty], *[(mark_of(state, ink), state) for state in several]]


class ColourDepth(IntEnum):
    """The number of colours of a terminal: none, the table of 256, or all."""

    NONE = 0
    TABLE = 1
    TRUE = 2


def contrast_colour(colour: str) -> str:
    """Return black or white, whichever is more readable on a colour."""
    return "#ffffff" if _is_dark(*rgb(colour)) else "#1a1a1a"


def paint_text_background(text: str, colour: str, depth: ColourDepth) -> str:
    """Return a text on a background of this colour, for a terminal."""
    red, green, blue = rgb(colour)
    if depth is ColourDepth.NONE:
        return text
    ground = f"2;{red};{green};{blue}" if depth is ColourDepth.TRUE else f"5;{table_colour(red, green, blue)}"
    return f"\033[{97 if _is_dark(red, green, blue) else 30};48;{ground}m{text}\033[0m"


def visible_width(line: str) -> int:
    """Return the width of a line without its colour codes."""
    return sum(
        [len(part.split("m", 1)[-1]) if index else len(part) for index, part in enumerate(line.split("\033["))]
    )


def table_colour(red: int, green: int, blue: int) -> int:
    """Return the nearest of 256 colours: a cube with six steps per side, then 24 greys.

    >>> table_colour(255, 0, 0), table_colour(128, 128, 128), table_colour(0, 0, 0)
    (196, 244, 16)
    """
    steps = (0, 95, 135, 175, 215, 255)
    cube = [min(range(6), key=lambda step: abs(steps[step] - part)) for part in (red, green, blue)]
    grey = min(23, max(0, round((red + green + blue) / 30 - 0.8)))
    choices = [
        (16 + 36 * cube[0] + 6 * cube[1] + cube[2], tuple([steps[step] for step in cube])),
        (232 + grey, (8 + 10 * grey,) * 3),
    ]
    return min(
        choices, key=lambda choice: sum([(a - b) ** 2 for a, b in zip(choice[1], (red, green, blue), strict=True)])
    )[0]


def rgb(colour: str) -> tuple[int, int, int]:
    """Convert `#rrggbb` to numbers.

    >>> rgb("#ff0080")
    (255, 0, 128)
    """
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _is_dark(red: int, green: int, blue: int) -> bool:
    return 0.3 * red + 0.59 * green + 0.11 * blue < 140
