"""Draw pieces on the squares of a board: some have a picture, others are a disc in their colour with their mark."""

from collections.abc import Iterator
from math import cos, pi, sin

from msgspec.structs import replace

from bigand.view.drawing import BACKGROUND, FOREGROUND, Box, Disc, Line, Shape, Text
from bigand.view.palette import Ink, contrast_colour
from bigand.view.scene import Frame

_QUEEN = frozenset({"queen", "reine", "dame"})
_BULB = frozenset({"bulb", "lamp", "ampoule", "lampe"})
WALL = frozenset({"wall", "mur", "block", "bloc"})
_CROSS = frozenset({"cross", "croix", "forbidden", "interdit", "interdite", "x"})
_LIGHT = frozenset({"light", "lit", "lumière", "lumiere", "éclairée", "eclairee"})
_DOT = frozenset({"dot"})
_STAR = frozenset({"star", "étoile", "etoile"})
_CIRCLE = frozenset({"circle"})
_TREE = frozenset({"tree", "arbre"})
_TENT = frozenset({"tent", "tente"})
_MINE = frozenset({"mine", "bomb", "bombe"})
ON_WHITE_SQUARES = _TREE | _TENT | _MINE
# From bottom to top: what covers its square comes first.
DRAWING_ORDER = (_LIGHT, WALL, _CIRCLE, _CROSS, _DOT, _BULB, _STAR, _TREE, _TENT, _MINE, _QUEEN)
DRAWABLE = frozenset().union(*DRAWING_ORDER)
BOARD_NAMES = DRAWABLE - _TREE - _CIRCLE  # names that suggest a board; a tree may be that of a graph
MARKS = {
    **dict.fromkeys(_QUEEN, "♛"),
    **dict.fromkeys(_BULB, "●"),
    **dict.fromkeys(_STAR, "★"),
    **dict.fromkeys(_CIRCLE, "○"),
    **dict.fromkeys(_TREE, "♣"),
    **dict.fromkeys(_TENT, "▲"),
    **dict.fromkeys(_MINE, "✹"),
    **dict.fromkeys(WALL, "█"),
    **dict.fromkeys(_CROSS | _DOT, "×"),
    **dict.fromkeys(_LIGHT, "░"),
}
_GOLD, DARK_COLOUR, LIGHT_COLOUR = "#2b2320", "#20242b", "#fff2a8"
_LEAVES, _TRUNK, _CANVAS = "#3f8a4a", "#7a5230", "#d9762b"
_GLASS, _SOCKET = "#ffc400", "#7a5200"
# Pieces that fill their squares.
COVER_COLOURS = {**dict.fromkeys(WALL, DARK_COLOUR), **dict.fromkeys(_LIGHT, LIGHT_COLOUR)}
RULE_COLOUR = "#9aa0a8"  # between squares
_THOUGHT, _WRONG, _FOLLOWS = "#8250df", "#d7263d", "#1a7f37"
_EXCLUDED_COLOUR = "#6b7280"  # of values that cannot stand there
_MAX_EXCLUDED_CHARS = 14
_MAX_THICKNESS = 4
_BADGES_PER_ROW = 2  # that fit the width of a square
_DIM = "#f4eeff"  # of pieces that are only supposed
# The colour, dashes, width and inset of each frame role: colour alone is not enough.
FRAME_STYLES = {
    "premises": ("#7d8590", "3 3", 2, 3),
    "members": ("#c35f00", "6 3", 3, 4),
    "site": ("#1f6feb", "", 3, 2),
    "within": (_THOUGHT, "2 2", 2, 5),
    "supposed": (_THOUGHT, "", 3, 4),
    "end": (_WRONG, "", 4, 2),
    "new": (_FOLLOWS, "", 4, 2),
    "opposite": (_FOLLOWS, "", 3, 1),
    "glow": ("#c9b6ef", "", 1, 0),
    "pointed": (_WRONG, "", 3, 2),
}


def piece_shapes(
    thing: str, x: float, y: float, size: float, id: str, ink: dict[str, Ink], atoms: tuple[str, ...] = ()
) -> Iterator[Shape]:
    """Yield the shapes of a piece on the square with the upper left corner (x, y); the first has the id."""
    shapes = _shapes_of(thing, x, y, size, id, ink)
    yield replace(next(shapes), atoms=atoms)
    yield from shapes


def _shapes_of(thing: str, x: float, y: float, size: float, id: str, ink: dict[str, Ink]) -> Iterator[Shape]:
    name = thing.lower()
    middle = (x + size / 2, y + size / 2)
    if name in _QUEEN:
        yield from _queen_shapes(x, y, size, id, thing)
    elif name in _STAR:
        yield _star_shape(*middle, size, id, thing)
    elif name in _BULB:
        yield Disc(middle[0], middle[1] - size / 16, 0.28 * size, _GLASS, _SOCKET, id, thing, 1.5)
        yield Box(middle[0] - size / 8, middle[1] + 0.19 * size, size / 4, 0.19 * size, _SOCKET)
    elif name in _CIRCLE:
        yield Disc(*middle, 0.4 * size, BACKGROUND, DARK_COLOUR, id, thing, 1.5)
    elif name in _TREE:
        yield from _tree_shapes(x, y, size, id, thing)
    elif name in _TENT:
        yield from _tent_shapes(x, y, size, id, thing)
    elif name in _MINE:
        yield from _mine_shapes(*middle, size, id, thing)
    elif name in _DOT:
        yield Disc(*middle, 0.09 * size, "#5c6370", None, id, thing)
    elif name in WALL:
        yield Box(x, y, size, size, DARK_COLOUR, RULE_COLOUR, id, thing)
    elif name in _LIGHT:
        yield Box(x, y, size, size, LIGHT_COLOUR, RULE_COLOUR, id, thing)
    elif name in _CROSS:
        low, high = 0.3 * size, 0.7 * size
        yield Line(((x + low, y + low), (x + high, y + high)), "#b3261e", 3, id=id, state=thing)
        yield Line(((x + low, y + high), (x + high, y + low)), "#b3261e", 3)
    else:
        colour = ink[thing].colour if thing in ink else "#2f6f4f"
        yield Disc(*middle, 0.36 * size, colour, FOREGROUND, id, thing)
        if thing in ink:
            yield Text(middle[0], middle[1] + 4.5, ink[thing].mark, 12, "middle", fill=contrast_colour(colour))


def frame_shapes(frame: Frame, x: float, y: float, size: float, id_prefix: str) -> Iterator[Shape]:
    """Yield a frame in its square, with what would stand there and its text; a contradiction gets a cross."""
    id = f"{id_prefix}-{frame.role}-{frame.y}-{frame.x}"
    if frame.role == "glow":
        yield from _hatch_square(x, y, size, id)
        return
    box = _frame_box(frame.role, x, y, size, FRAME_STYLES[frame.role][3], _MAX_THICKNESS, id)
    if frame.role == "opposite":
        yield box
        yield from _corner_shapes(frame.ghost, x, y, size)
        return
    if frame.ghost:
        yield from _ghost_shapes(frame.ghost, x + size / 2, y + size / 2, size)
    yield box
    if frame.out:
        excluded_text = (
            frame.out if len(frame.out) <= _MAX_EXCLUDED_CHARS else frame.out[: _MAX_EXCLUDED_CHARS - 1] + "…"
        )
        tall = min(13, 1.3 * size / len(excluded_text))  # never larger than known values
        yield Text(x + size / 2, y + size / 2 + 0.36 * tall, excluded_text, tall, "middle", fill=_EXCLUDED_COLOUR)
    if frame.text and frame.role == "end":
        yield from _badge_shapes(frame.text, x + 9, y + 9, 15, _WRONG)
    elif frame.text:
        yield from _badge_shapes(frame.text, x + size - 9, y + 9, -15, _THOUGHT)
    elif frame.role == "end":
        for stroke, wide in ((BACKGROUND, 5), (_WRONG, 2.5)):
            yield Line(((x + 5, y + 5), (x + 12, y + 12)), stroke, wide)
            yield Line(((x + 5, y + 12), (x + 12, y + 5)), stroke, wide)


def _badge_shapes(text: str, x: float, y: float, apart: float, colour: str) -> Iterator[Shape]:
    """Yield the words of a text on discs, in rows; the first row starts (`apart` < 0: ends) at (x, y)."""
    words = text.split()
    for number, word in enumerate(words):
        below, beside = divmod(number, _BADGES_PER_ROW)
        row = words[below * _BADGES_PER_ROW : (below + 1) * _BADGES_PER_ROW]
        middle = (x + apart * (beside if apart > 0 else len(row) - 1 - beside), y + abs(apart) * below)
        yield Disc(*middle, 8, colour, BACKGROUND, "", "", 1)
        yield Text(middle[0], middle[1] + 4, word, 11, "middle", True, BACKGROUND)


def _ghost_shapes(thing: str, x: float, y: float, size: float) -> Iterator[Shape]:
    """Yield what would stand around a centre: a bulb as such, but pale; anything else as a small ring."""
    if thing in _BULB:
        yield Disc(x, y - size / 16, 0.28 * size, _DIM, _THOUGHT, "", "", 2, "3 2")
        yield Box(x - size / 8, y + 0.19 * size, size / 4, 0.16 * size, _DIM, _THOUGHT, "", "", 1.5)
    else:
        yield Disc(x, y, 0.125 * size, _DIM, _THOUGHT, "", "", 2)


def _corner_shapes(thing: str, x: float, y: float, size: float) -> Iterator[Shape]:
    """Yield what follows, small, in the lower left corner, because the centre shows a supposition."""
    side = 0.36 * size
    x, y = x + 2, y + size - side - 2
    yield Box(x, y, side, side, BACKGROUND, _FOLLOWS, "", "", 2)
    if thing in _BULB:
        yield Disc(x + side / 2, y + side / 2 - 1, 0.3 * side, _GLASS, _SOCKET, "", "", 1)
        yield Box(x + side / 2 - 2, y + 0.68 * side, 4, 0.2 * side, _SOCKET)
    else:
        yield Disc(x + side / 2, y + side / 2, 0.2 * side, _FOLLOWS)


def _hatch_square(x: float, y: float, size: float, id: str) -> Iterator[Shape]:
    """Yield three strokes across a square, inside its edges."""
    low, high = 1, size - 1
    for number, part in enumerate((0.5, 1.0, 1.5)):
        reach = part * size
        start = (x + max(low, reach - high), y + min(high, reach - low))
        end = (x + min(high, reach - low), y + max(low, reach - high))
        named = id if number == 0 else ""  # only the first has the id
        yield Line((start, end), FRAME_STYLES["glow"][0], 2, id=named, state="glow" if named else "")


def frame_key_shapes(role: str, x: float, y: float, size: float) -> Iterator[Shape]:
    """Yield the symbol of a role in a key: its frame, filling a square of this size."""
    if role == "glow":
        yield from _hatch_square(x, y, size, "")
    yield _frame_box(role, x, y, size, 2, 3)


def _frame_box(role: str, x: float, y: float, size: float, inset: float, max_thickness: float, id: str = "") -> Box:
    colour, dashes, thick, _ = FRAME_STYLES[role]
    state = role if id else ""
    side = size - 2 * inset
    return Box(x + inset, y + inset, side, side, None, colour, id, state, min(thick, max_thickness), dashes)


def _queen_shapes(x: float, y: float, size: float, id: str, state: str) -> Iterator[Shape]:
    """Yield a crown with five points on a base."""
    crown = [
        (0.27, 0.7), (0.16, 0.36), (0.34, 0.55), (0.36, 0.26), (0.5, 0.52), (0.64, 0.26), (0.66, 0.55),
        (0.84, 0.36), (0.73, 0.7),
    ]  # fmt: skip
    points = tuple([(x + across * size, y + down * size) for across, down in crown])
    yield Line(points, _GOLD, 1, _GOLD, True, id, state)
    yield Box(x + 0.25 * size, y + 0.74 * size, 0.5 * size, 0.09 * size, _GOLD)
    for across, down in ((0.15, 0.33), (0.36, 0.22), (0.64, 0.22), (0.85, 0.33)):
        yield Disc(x + across * size, y + down * size, 0.05 * size, _GOLD)


def _star_shape(x: float, y: float, size: float, id: str, state: str) -> Line:
    """Return a five-pointed star around a centre: ten corners, alternating far and near."""
    reach = [(0.4 if corner % 2 == 0 else 0.16) * size for corner in range(10)]
    points = [(x + far * sin(corner * pi / 5), y - far * cos(corner * pi / 5)) for corner, far in enumerate(reach)]
    return Line(tuple(points), _SOCKET, 1, _GLASS, True, id, state)


def _tree_shapes(x: float, y: float, size: float, id: str, state: str) -> Iterator[Shape]:
    """Yield a round crown on a trunk."""
    yield Box(x + 0.45 * size, y + 0.55 * size, 0.1 * size, 0.33 * size, _TRUNK, id=id, state=state)
    for across, down, radius in ((0.36, 0.46, 0.17), (0.64, 0.46, 0.17), (0.5, 0.32, 0.2)):
        yield Disc(x + across * size, y + down * size, radius * size, _LEAVES)


def _tent_shapes(x: float, y: float, size: float, id: str, state: str) -> Iterator[Shape]:
    """Yield a triangle with an open flap."""
    corners = ((0.5, 0.2), (0.88, 0.82), (0.12, 0.82))
    yield Line(tuple([(x + a * size, y + b * size) for a, b in corners]), _CANVAS, 1, _CANVAS, True, id, state)
    door = ((0.5, 0.45), (0.63, 0.82), (0.37, 0.82))
    yield Line(tuple([(x + a * size, y + b * size) for a, b in door]), None, 0.0, "#5f2c0c", True)


def _mine_shapes(x: float, y: float, size: float, id: str, state: str) -> Iterator[Shape]:
    """Yield a ball with eight horns."""
    yield Disc(x, y, 0.22 * size, DARK_COLOUR, None, id, state)
    for turn in range(4):
        far = (0.34 * size * cos(turn * pi / 4), 0.34 * size * sin(turn * pi / 4))
        yield Line(((x - far[0], y - far[1]), (x + far[0], y + far[1])), DARK_COLOUR, 2.5)
    yield Disc(x - 0.07 * size, y - 0.07 * size, 0.05 * size, BACKGROUND)
