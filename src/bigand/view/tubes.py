"""Tubes with layers, as in Water Sort: what each layer holds, the bottom layer below.

Roles say which index is which: the tube, the layer (1 is the bottom) and what is in it.
"""

from collections.abc import Collection, Sequence

from bigand.language.roles import LAYER, TUBE
from bigand.view.layers import index_order, place_of
from bigand.view.palette import Depth, Ink, painted
from bigand.view.scene import Cell, Index, Label, Row, Scene, apart, is_small, together


def tubes(
    title: str,
    rows: Sequence[Row],
    true: Sequence[Row],
    roles: tuple[str, ...],
) -> Scene:
    """A scene of tubes from index tuples (all that there are, and the true ones) and the roles of the indices."""
    tube, layer, content = _places(roles)
    across = sorted({row[tube] for row in rows}, key=index_order)
    up = sorted({row[layer] for row in rows}, key=index_order)
    held: dict[tuple[Index, Index], list[str]] = {}
    for row in sorted(true, key=lambda row: index_order(row[content])):
        held.setdefault((row[tube], row[layer]), []).append(str(row[content]))
    cells = [
        Cell(f"tube-{one}-{level}", x, len(up) - y, together(held.get((one, level), ["none"])))
        for x, one in enumerate(across)
        for y, level in enumerate(up)
    ]
    labels = [Label("title", 0, 0, title, "title")]
    labels += [Label(f"tube-{one}", x, len(up) + 1, str(one), "column") for x, one in enumerate(across)]
    return Scene(len(across), len(up) + 2, tuple(cells), tuple(labels), "tubes")


def fits(rows: Sequence[Row]) -> bool:
    """Whether tubes can be drawn from these: three indices everywhere, and not too many."""
    if not rows or not all(len(row) == 3 for row in rows):
        return False
    return all([is_small(rows, first, second) for first, second in ((0, 1), (0, 2), (1, 2))])


def _places(roles: tuple[str, ...]) -> tuple[int, int, int]:
    """Where the tube, the layer and the content are among three indices; as they come where roles do not say."""
    rest = [0, 1, 2]
    tube = place_of(TUBE, roles, rest) or 0
    rest.remove(tube)
    found = place_of(LAYER, roles, rest)
    layer = rest[0] if found is None else found
    rest.remove(layer)
    return tube, layer, rest[0]


def draw_tubes(scene: Scene, ink: dict[str, Ink], depth: Depth, wide: int = 1) -> list[str]:
    """A scene of tubes as lines of equal width: `|g| |o|` where there are no colours; each `wide` at least."""
    states = {(cell.x, cell.y): cell.state for cell in scene.cells}
    names = [label.text for label in scene.labels if label.role == "column"]
    marks = [mark_of(state, ink) for state in states.values()]
    wide = max([wide, *[len(one.mark) for one in ink.values()], *map(len, marks), *map(len, names)])
    lines = []
    for y in range(1, scene.height - 1):
        parts = [f"|{_layer(states[x, y], ink, wide, depth)}|" for x in range(scene.width)]
        lines.append(" ".join(parts))
    return [*lines, " ".join([name.center(wide + 2) for name in names]).rstrip()]


def _layer(state: str, ink: dict[str, Ink], wide: int, depth: Depth) -> str:
    """A layer in its colour; where there are several in one, each mark in its own."""
    text = mark_of(state, ink)
    if state in ink:
        return painted(text.center(wide), ink[state].colour, depth)
    if not depth:
        return text.center(wide)
    parts = [
        painted(mark_of(one, ink), ink[one].colour, depth) if one in ink else mark_of(one, ink, True)
        for one in apart(state)
    ]
    before = (wide - len(text)) // 2
    return f"{' ' * before}{'+'.join(parts)}{' ' * (wide - len(text) - before)}" if text else " " * wide


def mark_of(state: str, ink: dict[str, Ink], is_shown_empty: bool = False) -> str:
    """The mark of what is in a place, or the marks of all that is; nothing for what is empty, unless told.

    >>> ink = {"red": Ink("#ff0000", "r"), "blue": Ink("#0000ff", "b")}
    >>> mark_of("red", ink), mark_of("blue + red", ink), mark_of("empty", ink), mark_of("empty + red", ink)
    ('r', 'b+r', '', '∅+r')
    """
    parts = apart(state)
    if len(parts) > 1:
        return "+".join([mark_of(part, ink, True) for part in parts])
    return ink[state].mark if state in ink else "∅" if is_shown_empty else ""


def legend_line(entries: Sequence[tuple[str, str]]) -> str:
    """A legend as text: `g green, o orange`."""
    return ", ".join([f"{mark} {name}" for mark, name in entries])


def legend(ink: dict[str, Ink], states: Collection[str]) -> list[tuple[str, str]]:
    """What the marks mean, where they do not say it themselves; at last those of several in one place."""
    several = sorted([state for state in states if len(apart(state)) > 1])
    used = {part for state in states for part in apart(state)}
    single = [(one.mark, name) for name, one in ink.items() if name in used and one.mark != name]
    empty = sorted({part for state in several for part in apart(state) if part not in ink})
    return [*single, *[("∅", name) for name in empty], *[(mark_of(state, ink), state) for state in several]]
