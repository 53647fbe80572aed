"""Tubes with layers, as in Water Sort: what each layer holds, the bottom layer below.

Roles say which index is which: the tube, the layer (1 is the bottom) and what is in it.
"""

from collections.abc import Iterator, Sequence

from bigand.language.roles import LAYER, TUBE
from bigand.view.layers import index_order, place_of
from bigand.view.palette import Depth, Ink, painted
from bigand.view.scene import Cell, Label, Scene, is_small


def tubes(
    title: str,
    rows: Sequence[tuple[object, ...]],
    true: Sequence[tuple[object, ...]],
    roles: tuple[str, ...],
) -> Scene:
    """A scene of tubes from index tuples (all that there are, and the true ones) and the roles of the indices."""
    tube, layer, content = _places(roles)
    across = sorted({row[tube] for row in rows}, key=index_order)
    up = sorted({row[layer] for row in rows}, key=index_order)
    held: dict[tuple[object, object], str] = {}
    for row in true:
        place = (row[tube], row[layer])
        held[place] = f"{held[place]}+{row[content]}" if place in held else str(row[content])
    cells = [
        Cell(f"tube-{one}-{level}", x, len(up) - y, held.get((one, level), "none"))
        for x, one in enumerate(across)
        for y, level in enumerate(up)
    ]
    labels = [Label("title", 0, 0, title, "title")]
    labels += [Label(f"tube-{one}", x, len(up) + 1, str(one), "column") for x, one in enumerate(across)]
    return Scene(len(across), len(up) + 2, tuple(cells), tuple(labels), "tubes")


def fits(rows: Sequence[tuple[object, ...]]) -> bool:
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


def draw_tubes(scene: Scene, ink: dict[str, Ink], depth: Depth) -> list[str]:
    """A scene of tubes as lines of equal width: `|g| |o|` where there are no colours."""
    states = {(cell.x, cell.y): cell.state for cell in scene.cells}
    names = [label.text for label in scene.labels if label.role == "column"]
    wide = max([1, *[len(one.mark) for one in ink.values()], *map(len, names)])
    lines = []
    for y in range(1, scene.height - 1):
        parts = [f"|{_layer(ink.get(states[x, y]), wide, depth)}|" for x in range(scene.width)]
        lines.append(" ".join(parts))
    return [*lines, " ".join([name.center(wide + 2) for name in names]).rstrip()]


def _layer(ink: Ink | None, wide: int, depth: Depth) -> str:
    if ink is None:
        return " " * wide
    return painted(ink.mark.center(wide), ink.colour, depth)


def legend(ink: dict[str, Ink]) -> Iterator[str]:
    """What the marks mean, where they do not say it themselves."""
    if any(name != one.mark for name, one in ink.items()):
        yield ", ".join([f"{one.mark} {name}" for name, one in ink.items()])
