"""A grid: marks in rows and columns, one for each atom of a predicate with two integer indices."""

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap

from msgspec.structs import replace

from bigand.view.drawing import Box, Drawing, Shape, text_width
from bigand.view.exhibit import Guess
from bigand.view.facts import COLUMNS, EDGES, ROWS, PredicateFacts
from bigand.view.kinds import Kind, SceneInput, Screen
from bigand.view.layers import Layer, index_sort_key, true_then_false_atoms_by_place
from bigand.view.paint import CELL, FRAME_COLOUR, cell_id, colour_of, label_text, labels_without_heading
from bigand.view.palette import ColourDepth, Ink
from bigand.view.scene import Cell, Label, Row, Scene, can_be_grid, signature_text

_FILL = {"true": "#2f6f4f", "false": "#f4f4ee", "none": None}
_MAX_LINES = 60  # of a grid of numbers
_MARKS = {"true": "■", "false": "·", "none": " "}


class Grid(Kind):
    """One grid per predicate; a predicate with a step and one other index is a single grid of all steps."""

    is_plain = True

    def has_picture(self, layer: Layer) -> bool:
        return layer.step is not None and not can_be_grid(layer.rows)

    def fits(self, layer: Layer) -> bool:
        return can_be_grid(layer.rows)

    def scene(self, scene_input: SceneInput) -> Scene:
        (layer,) = scene_input.layers
        return make_grid(layer).with_title(scene_input.title)

    def lines(self, scene: Scene, screen: Screen) -> list[str]:
        return screen.lines_if_fitting(list(grid_lines(scene, screen.depth))[1:])  # the title is shown above

    def paint(self, scene: Scene, name: str, ink: dict[str, Ink]) -> Drawing:
        labels = labels_without_heading(scene)
        unit = max([CELL, *[text_width(label.text, 13) + 8 for label in labels]])
        shapes: list[Shape] = []
        for cell in scene.cells:
            fill = _FILL[cell.state] if cell.state in _FILL else colour_of(cell.state, ink)
            place = (cell.x * unit, cell.y * CELL, unit, CELL)
            shapes.append(Box(*place, fill, FRAME_COLOUR, cell_id(name, cell), cell.state, atoms=cell.atoms))
        shapes += [label_text(label, name, (label.x + 0.5) * unit, (label.y + 1) * CELL - 9) for label in labels]
        return Drawing(scene.width * unit, scene.height * CELL, tuple(shapes))

    def guesses(self, facts: Sequence[PredicateFacts]) -> Iterator[Guess]:
        """Guess a grid for marks at steps that nothing calls a board; without steps a grid is the default."""
        for fact in facts:
            if (
                fact.step is None
                or len(fact.non_step_places) != 2
                or fact.has_drawable_name
                or fact.is_named_after(EDGES)
            ):
                continue
            row, column = fact.non_step_places
            name_score = fact.role_score(row, ROWS) + fact.role_score(column, COLUMNS)
            if name_score < 2 and fact.has_consecutive_numbers(row) and fact.has_consecutive_numbers(column):
                points = name_score + (fact.values[row] == fact.values[column]) + fact.is_step_sure
                yield Guess("grid", (fact.shape_with_roles({row: "row", column: "column"}),), points)


KIND = Grid()


def make_grid(layer: Layer) -> Scene:
    """Return the grid of a layer: the first index goes down, the second across."""
    down = sorted({row[0] for row in layer.rows}, key=index_sort_key)
    across = sorted({row[1] for row in layer.rows}, key=index_sort_key)
    present, marked = set(layer.rows), set(layer.true)
    atoms = true_then_false_atoms_by_place([(layer, lambda row: row)], len(down) * len(across))
    cells = []
    labels = [Label("title", 0, 0, signature_text(layer.predicate, layer.roles), "title")]
    labels += [Label(f"column-{c}", x + 1, 1, str(c), "column") for x, c in enumerate(across)]
    for y, row in enumerate(down):
        labels.append(Label(f"row-{row}", 0, y + 2, str(row), "row"))
        for x, column in enumerate(across):
            key = (row, column)
            state = "true" if key in marked else "false" if key in present else "none"
            name = f"{layer.predicate}-{row}-{column}"
            cells.append(Cell(name, x + 1, y + 2, state, atoms=atoms.get(key, ())))
    return Scene(len(across) + 1, len(down) + 2, tuple(cells), tuple(labels))


def make_text_grid(predicate: str, texts: Mapping[Row, str], roles: tuple[str, ...]) -> Scene:
    """Return a grid with a text in each cell."""
    plain = make_grid(Layer(predicate, roles, tuple(texts), ()))
    rows = [int(label.text) for label in plain.labels if label.role == "row"]
    columns = [int(label.text) for label in plain.labels if label.role == "column"]
    entries = [
        Label(f"entry-{row}-{column}", x + 1, y + 2, texts[row, column], "entry")
        for y, row in enumerate(rows)
        for x, column in enumerate(columns)
        if (row, column) in texts
    ]
    cells = [replace(cell, atoms=()) for cell in plain.cells]  # numbers have no truth value
    return Scene(plain.width, plain.height, tuple(cells), (*plain.labels, *entries))


def grid_width(scene: Scene) -> int:
    """Return the width of a grid in a terminal."""
    return _widest(scene, "row") + 1 + (scene.width - 1) * (_widest(scene, "column") + 1)


def _widest(scene: Scene, role: str) -> int:
    return max([len(label.text) for label in scene.labels if label.role == role])


def grid_lines(scene: Scene, depth: ColourDepth) -> Iterator[str]:
    """Yield a grid of marks: a square for a true atom, a dot for a false one."""
    cell, margin = _widest(scene, "column"), _widest(scene, "row")
    heads = [label.text.rjust(cell) for label in scene.labels if label.role == "column"]
    yield scene.title
    yield " " * (margin + 2) + " ".join(heads)
    states = {(place.x, place.y): place.state for place in scene.cells}
    for label in scene.labels:
        if label.role == "row":
            marks = []
            for x in range(1, scene.width):
                state = states[x, label.y]
                mark = _MARKS[state].rjust(cell)
                marks.append(f"\033[1;32m{mark}\033[0m" if depth and state == "true" else mark)
            yield f"{label.text.rjust(margin)}  {' '.join(marks).rstrip()}"


def number_lines(
    predicate: str, rows: Sequence[tuple[Row, str]], roles: tuple[str, ...], width: int
) -> Iterator[str]:
    """Yield the values of a predicate: a grid if it has two integer indices, else `x = 4` one after another."""
    if can_be_grid([row for row, _ in rows]):
        lines = list(_text_grid_lines(make_text_grid(predicate, dict(rows), roles)))
        if len(lines) <= _MAX_LINES and max([len(line) for line in lines]) <= width:
            yield from lines
            return
    shown = [f"{signature_text(predicate, tuple(map(str, row)))} = {text}" for row, text in rows]
    # Keep a value beside its name when lines are wrapped.
    whole = "  ".join([text.replace(" ", "\0") for text in shown])
    for line in wrap(whole, width, break_long_words=False, break_on_hyphens=False):
        yield line.replace("\0", " ")


def _text_grid_lines(scene: Scene) -> Iterator[str]:
    texts = {(label.x, label.y): label.text for label in scene.labels}
    widths = [max([len(texts.get((x, y), "")) for y in range(1, scene.height)]) for x in range(scene.width)]
    yield texts[0, 0]
    for y in range(1, scene.height):
        cells = [texts.get((x, y), "").rjust(widths[x]) for x in range(scene.width)]
        yield f"{cells[0]}  {' '.join(cells[1:])}".rstrip()
