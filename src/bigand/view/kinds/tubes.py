"""Tubes with layers, as in Water Sort, with the bottom layer below.

Roles say which index is the tube, the layer (1 is the bottom) and the content. Drawn `as disc`, tubes are towers.
"""

from collections.abc import Iterator, Sequence
from operator import itemgetter

from msgspec.structs import replace

from bigand.view.drawing import FOREGROUND, Box, Drawing, Line, Point, Shape, Text, arc_points
from bigand.view.exhibit import Guess
from bigand.view.facts import COLOURS, COLUMNS, MIN_SHARE, ROWS, PredicateFacts, role_words
from bigand.view.kinds import Kind, SceneInput, Screen
from bigand.view.layers import Layer, index_sort_key, place_with_role, true_then_false_atoms_by_place
from bigand.view.paint import CELL, cell_id, colour_of, fill_place, label_text, mark_shapes
from bigand.view.palette import (
    EMPTY_NAMES,
    ColourDepth,
    Ink,
    contrast_colour,
    is_colour_or_empty,
    mark_of,
    paint_text_background,
)
from bigand.view.scene import Cell, Index, Label, Row, Scene, is_drawable_size, join_states, split_state

TUBE_ROLES = frozenset({"tube", "column", "colonne", "stack", "pile", "bottle", "bouteille", "peg", "piquet"})
LAYER_ROLES = frozenset(
    {"layer", "level", "height", "étage", "etage", "niveau", "couche", "hauteur", "row", "position"}
)
_TUBE_WORDS = role_words("tube pile stack bottle bouteille peg piquet flacon tower tour", "tub")
_LAYER_WORDS = role_words("layer level etage couche niveau hauteur height position", "elh")
_MAX_LAYERS = 12

_TUBE_WIDTH, _LAYER_HEIGHT, _TUBE_GAP = 36.0, 26.0, 16.0
_GLASS, _SHINE = "#7d8790", "#f7f9fa"


class Tubes(Kind):
    """Tubes side by side, one picture per predicate."""

    is_titled = False
    has_key = True

    def fits(self, layer: Layer) -> bool:
        """Whether all rows have three indices, and there are not too many tubes and layers."""
        if not layer.rows or not all([len(row) == 3 for row in layer.rows]):
            return False
        return all([is_drawable_size(layer.rows, first, second) for first, second in ((0, 1), (0, 2), (1, 2))])

    def scene(self, scene_input: SceneInput) -> Scene:
        tube, layer, content = _tube_layer_content_places(scene_input.layers[0].roles)
        across = sorted({row[tube] for row in scene_input.all_steps[0].rows}, key=index_sort_key)
        up = sorted({row[layer] for row in scene_input.all_steps[0].rows}, key=index_sort_key)
        held: dict[tuple[Index, Index], list[str]] = {}
        for row in sorted(scene_input.layers[0].true, key=lambda row: index_sort_key(row[content])):
            held.setdefault((row[tube], row[layer]), []).append(str(row[content]))
        atoms = true_then_false_atoms_by_place(
            [(scene_input.layers[0], itemgetter(tube, layer))], len(across) * len(up)
        )
        contents = sorted({row[content] for row in scene_input.all_steps[0].rows}, key=index_sort_key)
        is_piled = scene_input.layers[0].look.lower() in DISCS
        sizes = {str(index): size for size, index in enumerate(contents, 1)} if is_piled else {}
        cells = [
            Cell(
                f"tube-{tube}-{level}",
                x,
                len(up) - y,
                join_states(held.get((tube, level), ["none"])),
                max([sizes.get(thing, 0) for thing in held.get((tube, level), [])], default=0),
                atoms=atoms.get((tube, level), ()),
            )
            for x, tube in enumerate(across)
            for y, level in enumerate(up)
        ]
        labels = [Label("title", 0, 0, scene_input.title, "title")]
        labels += [Label(f"tube-{tube}", x, len(up) + 1, str(tube), "column") for x, tube in enumerate(across)]
        return Scene(len(across), len(up) + 2, tuple(cells), tuple(labels), "tubes")

    def lines(self, scene: Scene, screen: Screen) -> list[str]:
        """Return lines of equal width: `|g| |o|` without colours."""
        if is_tower(scene):
            return tower_lines(scene, screen.ink, screen.depth)
        states = {(cell.x, cell.y): cell.state for cell in scene.cells}
        names = [label.text for label in scene.labels if label.role == "column"]
        marks = [mark_of(state, screen.ink) for state in (*states.values(), *screen.states)]
        wide = max(map(len, [" ", *[inked.mark for inked in screen.ink.values()], *marks, *names]))
        lines = []
        for y in range(1, scene.height - 1):
            parts = [f"|{_layer_text(states[x, y], screen, wide)}|" for x in range(scene.width)]
            lines.append(" ".join(parts))
        return [*lines, " ".join([name.center(wide + 2) for name in names]).rstrip()]

    def paint(self, scene: Scene, name: str, ink: dict[str, Ink]) -> Drawing:
        """Paint tubes open at the top and round at the bottom; marks on layers make colours unnecessary."""
        if is_tower(scene):
            return tower_drawing(scene, name, ink)
        top = CELL + 6
        levels = scene.height - 2
        bottom = top + levels * _LAYER_HEIGHT
        shapes: list[Shape] = []
        for x in range(scene.width):
            left = x * (_TUBE_WIDTH + _TUBE_GAP)
            cells = sorted([cell for cell in scene.cells if cell.x == x], key=lambda cell: cell.y)
            shapes.append(Line(_tube_outline(left, top - 6, bottom), None, 0, _SHINE, True))
            for cell in cells:
                renamed = replace(cell, id=cell_id(name, cell))
                shapes += _layer_shapes(renamed, left, top + (cell.y - 1) * _LAYER_HEIGHT, cell.y == levels, ink)
            shapes.append(Line(_tube_outline(left, top - 6, bottom), _GLASS, 2.0))
        for label in scene.labels:
            if label.role == "column":
                shapes.append(
                    label_text(label, name, label.x * (_TUBE_WIDTH + _TUBE_GAP) + _TUBE_WIDTH / 2, bottom + 20)
                )
        return Drawing(scene.width * (_TUBE_WIDTH + _TUBE_GAP) - _TUBE_GAP, bottom + CELL, tuple(shapes))

    def guesses(self, facts: Sequence[PredicateFacts]) -> Iterator[Guess]:
        for fact in facts:
            if len(fact.non_step_places) == 3:
                for content in fact.non_step_places:
                    first, second = [place for place in fact.non_step_places if place != content]
                    for tube, layer in ((first, second), (second, first)):
                        yield from _guess_tubes(fact, tube, layer, content)


KIND = Tubes()


def _tube_layer_content_places(roles: tuple[str, ...]) -> tuple[int, int, int]:
    """Return the positions of tube, layer and content among three indices; in order where roles do not say."""
    rest = [0, 1, 2]
    tube = place_with_role(TUBE_ROLES, roles, rest) or 0
    rest.remove(tube)
    layer_place = place_with_role(LAYER_ROLES, roles, rest)
    layer = rest[0] if layer_place is None else layer_place
    rest.remove(layer)
    return tube, layer, rest[0]


def _layer_text(state: str, screen: Screen, wide: int) -> str:
    """Return a layer in its colour; if it holds several things, each mark in its own."""
    ink, depth = screen.ink, screen.depth
    text = mark_of(state, ink)
    if state in ink:
        return paint_text_background(text.center(wide), ink[state].colour, depth)
    if not depth:
        return text.center(wide)
    parts = [
        paint_text_background(mark_of(thing, ink), ink[thing].colour, depth)
        if thing in ink
        else mark_of(thing, ink, True)
        for thing in split_state(state)
    ]
    before = (wide - len(text)) // 2
    return f"{' ' * before}{'+'.join(parts)}{' ' * (wide - len(text) - before)}" if text else " " * wide


def _tube_outline(left: float, top: float, bottom: float) -> tuple[Point, ...]:
    """Return the glass, from its left rim around to its right."""
    radius = 12.0
    right = left + _TUBE_WIDTH
    below_left = arc_points((left + radius, bottom - radius), radius, 2, 1)
    below_right = arc_points((right - radius, bottom - radius), radius, 1, 0)
    return ((left, top), *below_left, *below_right, (right, top))


def _layer_shapes(cell: Cell, left: float, top: float, is_lowest: bool, ink: dict[str, Ink]) -> Iterator[Shape]:
    right, bottom = left + _TUBE_WIDTH, top + _LAYER_HEIGHT
    if is_lowest:
        yield from fill_place(_tube_outline(left, top, bottom), cell.state, ink, cell.id, cell.atoms)
    elif len(split_state(cell.state)) > 1:
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        yield from fill_place(corners, cell.state, ink, cell.id, cell.atoms)
    else:
        yield Box(
            left,
            top,
            _TUBE_WIDTH,
            _LAYER_HEIGHT,
            colour_of(cell.state, ink),
            None,
            cell.id,
            cell.state,
            atoms=cell.atoms,
        )
    mark = mark_of(cell.state, ink)
    if mark:
        yield from mark_shapes(mark, cell.state, left + _TUBE_WIDTH / 2, top + _LAYER_HEIGHT / 2, 12, ink)


def _guess_tubes(fact: PredicateFacts, tube: int, layer: int, content: int) -> Iterator[Guess]:
    if fact.is_numeric(content) or not fact.has_consecutive_numbers(layer) or len(fact.values[layer]) > _MAX_LAYERS:
        return
    single = fact.share_with_single_value(content)
    if single < 0.5:
        return
    row, column = sorted((tube, layer))  # if it were a board
    name_score = fact.role_score(tube, _TUBE_WORDS) + fact.role_score(layer, _LAYER_WORDS)
    points = (
        (3 if _is_piled(fact, layer, content) else 0 if name_score >= 2 else -1)
        + (single >= MIN_SHARE)
        + name_score
        + min(1, fact.role_score(content, COLOURS))
        + all([is_colour_or_empty(str(name)) for name in fact.values[content]])
        - (2 if fact.role_score(row, ROWS) + fact.role_score(column, COLUMNS) > name_score else 0)
    )
    yield Guess("tubes", (fact.shape_with_roles({tube: "tube", layer: "layer", content: "colour"}),), points)


def _is_piled(fact: PredicateFacts, layer: int, content: int) -> bool:
    """Whether there are empty and full layers, and all empty ones are above the full ones."""
    piles: dict[Row, dict[int, bool]] = {}
    for row in fact.true:
        pile = piles.setdefault(
            tuple([index for place, index in enumerate(row) if place not in (layer, content)]), {}
        )
        level = row[layer]
        assert isinstance(level, int)
        pile[level] = pile.get(level, False) or str(row[content]).lower() not in EMPTY_NAMES
    fillings = [[pile[level] for level in sorted(pile)] for pile in piles.values()]
    is_mixed = any([True in filling for filling in fillings]) and any([False in filling for filling in fillings])
    return is_mixed and all([filling == sorted(filling, reverse=True) for filling in fillings])


# ---------------------------------------------------------------------- towers of discs
# Towers, as in Hanoi, are tubes whose layers are discs on rods, each as wide as its size. The size of a disc is
# the `layer` of its cell: 1 is the smallest, 0 means no disc.

DISCS = frozenset({"disc", "disk", "disque"})
_DISC_HEIGHT, _SMALLEST_DISC, _DISC_GROWTH, _ROD_GAP = 22.0, 30.0, 20.0, 14.0
_ROD_COLOUR = "#9a7b4f"


def is_tower(scene: Scene) -> bool:
    return any([cell.layer for cell in scene.cells])


def tower_drawing(scene: Scene, name: str, ink: dict[str, Ink]) -> Drawing:
    """Draw rods on a base, and the discs on them."""
    largest = max([cell.layer for cell in scene.cells])
    wide = _SMALLEST_DISC + _DISC_GROWTH * (largest - 1) + _ROD_GAP
    top, bottom = CELL + 6, CELL + 6 + (scene.height - 2) * _DISC_HEIGHT
    shapes: list[Shape] = []
    for x in range(scene.width):
        middle = (x + 0.5) * wide
        shapes.append(Box(middle - 3, top - 6, 6, bottom - top + 6, _ROD_COLOUR))
    shapes.append(Box(0, bottom, scene.width * wide, 8, _ROD_COLOUR))
    for cell in scene.cells:
        shapes += _disc_shapes(cell, (cell.x + 0.5) * wide, top + (cell.y - 1) * _DISC_HEIGHT, name, ink)
    for label in scene.labels:
        if label.role == "column":
            shapes.append(label_text(label, name, (label.x + 0.5) * wide, bottom + 24))
    return Drawing(scene.width * wide, bottom + CELL + 4, tuple(shapes))


def _disc_shapes(cell: Cell, middle: float, top: float, name: str, ink: dict[str, Ink]) -> Iterator[Shape]:
    """Yield a bar with slanting ends; a cell without a disc is an invisible box that can be pointed at."""
    id = cell_id(name, cell)
    if not cell.layer:
        yield Box(
            middle - _SMALLEST_DISC / 2,
            top,
            _SMALLEST_DISC,
            _DISC_HEIGHT,
            None,
            None,
            id,
            cell.state,
            atoms=cell.atoms,
        )
        return
    half = (_SMALLEST_DISC + _DISC_GROWTH * (cell.layer - 1)) / 2
    low, high = top + _DISC_HEIGHT - 1, top + 1
    corners = ((middle - half + 4, high), (middle + half - 4, high), (middle + half, (low + high) / 2))
    below = ((middle + half - 4, low), (middle - half + 4, low), (middle - half, (low + high) / 2))
    colour = ink[cell.state].colour if cell.state in ink else "#8c8c8c"
    yield Line((*corners, *below), FOREGROUND, 1, colour, True, id, cell.state, cell.atoms)
    mark = ink[cell.state].mark if cell.state in ink else cell.state
    yield Text(middle, top + _DISC_HEIGHT / 2 + 4.5, mark, 12, "middle", fill=contrast_colour(colour))


def tower_lines(scene: Scene, ink: dict[str, Ink], depth: ColourDepth) -> list[str]:
    """Return discs as wide as their sizes, `( 2 )`, and rods where there are none."""
    largest = max([cell.layer for cell in scene.cells])
    marks = {cell.state: ink[cell.state].mark if cell.state in ink else cell.state for cell in scene.cells}
    longest = max([len(marks[cell.state]) for cell in scene.cells if cell.layer])
    wide = 2 * largest + longest
    lines = []
    for y in range(1, scene.height - 1):
        parts = []
        for cell in sorted([cell for cell in scene.cells if cell.y == y], key=lambda cell: cell.x):
            if not cell.layer:
                parts.append("|".center(wide))
                continue
            text = f"({marks[cell.state].center(longest + 2 * (cell.layer - 1))})"
            before = (wide - len(text)) // 2
            shown = paint_text_background(text, ink[cell.state].colour, depth) if cell.state in ink else text
            parts.append(" " * before + shown + " " * (wide - len(text) - before))
        lines.append(" ".join(parts))
    names = [label.text for label in scene.labels if label.role == "column"]
    return [*lines, " ".join([name.center(wide) for name in names]).rstrip()]
