"""What stands on a square of a board: some things are drawn, others are a disc in their colour with their mark."""

from collections.abc import Iterator

from bigand.view.drawing import INK, Box, Disc, Line, Shape, Text
from bigand.view.palette import Ink, contrast

_QUEEN = frozenset({"queen", "reine", "dame"})
_BULB = frozenset({"bulb", "lamp", "ampoule", "lampe"})
WALL = frozenset({"wall", "mur", "block", "bloc"})
_CROSS = frozenset({"cross", "croix", "forbidden", "interdit", "interdite", "x"})
_LIGHT = frozenset({"light", "lit", "lumière", "lumiere", "éclairée", "eclairee"})
LOWEST_FIRST = (_LIGHT, WALL, _CROSS, _BULB, _QUEEN)  # what covers its square, below what stands on it
DRAWN = frozenset().union(*LOWEST_FIRST)
MARKS = {
    **dict.fromkeys(_QUEEN, "♛"),
    **dict.fromkeys(_BULB, "●"),
    **dict.fromkeys(WALL, "█"),
    **dict.fromkeys(_CROSS, "×"),
    **dict.fromkeys(_LIGHT, "░"),
}
_GOLD, _DARK, _YELLOW = "#2b2320", "#20242b", "#fff2a8"
COVERS = {**dict.fromkeys(WALL, _DARK), **dict.fromkeys(_LIGHT, _YELLOW)}  # what fills its square


def piece(what: str, x: float, y: float, size: float, id: str, ink: dict[str, Ink]) -> Iterator[Shape]:
    """The shapes of something on the square whose left upper corner is at (x, y)."""
    name = what.lower()
    middle = (x + size / 2, y + size / 2)
    if name in _QUEEN:
        yield from _queen(x, y, size, id, what)
    elif name in _BULB:
        yield Disc(*middle, 0.3 * size, "#ffc400", INK, id, what)
    elif name in WALL:
        yield Box(x, y, size, size, _DARK, "#6b6b66", id, what)
    elif name in _LIGHT:
        yield Box(x, y, size, size, _YELLOW, "#d8cfa0", id, what)
    elif name in _CROSS:
        low, high = 0.3 * size, 0.7 * size
        yield Line(((x + low, y + low), (x + high, y + high)), "#b3261e", 3, id=id, state=what)
        yield Line(((x + low, y + high), (x + high, y + low)), "#b3261e", 3)
    else:
        colour = ink[what].colour if what in ink else "#2f6f4f"
        yield Disc(*middle, 0.36 * size, colour, INK, id, what)
        if what in ink:
            yield Text(middle[0], middle[1] + 4.5, ink[what].mark, 12, "middle", fill=contrast(colour))


def _queen(x: float, y: float, size: float, id: str, what: str) -> Iterator[Shape]:
    """A crown with five points on a foot."""
    crown = [
        (0.27, 0.7), (0.16, 0.36), (0.34, 0.55), (0.36, 0.26), (0.5, 0.52), (0.64, 0.26), (0.66, 0.55),
        (0.84, 0.36), (0.73, 0.7),
    ]  # fmt: skip
    points = tuple([(x + across * size, y + down * size) for across, down in crown])
    yield Line(points, _GOLD, 1, _GOLD, True, id, what)
    yield Box(x + 0.25 * size, y + 0.74 * size, 0.5 * size, 0.09 * size, _GOLD)
    for across, down in ((0.15, 0.33), (0.36, 0.22), (0.64, 0.22), (0.85, 0.33)):
        yield Disc(x + across * size, y + down * size, 0.05 * size, _GOLD)
