"""A board: squares in rows and columns, and what stands on them.

Several predicates may stand on one board, one above the other. With the roles `rank` and `file` rows are counted
from below and columns have letters, as chess players have it.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from bigand.language.roles import CHESS, COLUMN, ROW
from bigand.view.layers import Layer, index_order, place_of
from bigand.view.palette import EMPTY, Depth, Ink, painted
from bigand.view.pieces import COVERS, DRAWN, MARKS, WALL
from bigand.view.scene import LARGEST, Cell, Index, Label, Row, Scene, apart, together

_LIGHT, _DARK = "#f3ead8", "#c9a67c"
_COVERING = frozenset({MARKS[what] for what in COVERS})


def fits(layer: Layer) -> bool:
    """Whether a layer has a row and a column, and at most one thing more, everywhere; and is not too large."""
    if not layer.rows or not all([2 <= len(row) <= 3 for row in layer.rows]):
        return False
    row, column, _ = _places(layer)
    down, across = (_filled(sorted({one[at] for one in layer.rows}, key=index_order)) for at in (row, column))
    return len(down) * len(across) <= LARGEST


def board(
    title: str, layers: Sequence[Layer], clues: Mapping[Row, tuple[int, ...]] = MappingProxyType({})
) -> Scene:
    """The scene of a board; squares are of layer 0. `clues` are numbers for walls, by row and column."""
    places = [_places(layer) for layer in layers]
    down = sorted(
        {row[p[0]] for layer, p in zip(layers, places, strict=True) for row in layer.rows}, key=index_order
    )
    across = sorted(
        {row[p[1]] for layer, p in zip(layers, places, strict=True) for row in layer.rows}, key=index_order
    )
    down, across = _filled(down), _filled(across)
    is_chess = any([role.lower() in CHESS for layer in layers for role in layer.roles])
    if is_chess:
        down.reverse()
    standing: list[Cell] = []
    labels = [Label("title", 0, 0, title, "title")]
    at_row = {row: y + 1 for y, row in enumerate(down)}
    at_column = {column: x + 1 for x, column in enumerate(across)}
    for number, (layer, (r, c, content)) in enumerate(zip(layers, places, strict=True), 1):
        for (row, column), things in _contents(layer, r, c, content).items():
            x, y = at_column[column], at_row[row]
            if len(things) == 1 and isinstance(things[0], int):
                labels.append(Label(f"entry-{row}-{column}", x, y, str(things[0]), "entry"))
                continue
            state = layer.look or (together(list(map(str, things))) if things else _own_look(layer.predicate))
            standing.append(Cell(f"{layer.predicate}-{row}-{column}", x, y, state, number))
            if state.lower() in WALL and (row, column) in clues:
                number_text = "+".join(map(str, clues[row, column]))
                labels.append(Label(f"clue-{row}-{column}", x, y, number_text, "clue"))
    held = {(cell.x, cell.y): cell.state for cell in standing}
    squares = [
        Cell(f"square-{row}-{column}", x, y, held.get((x, y), "false"))
        for row, y in at_row.items()
        for column, x in at_column.items()
    ]
    labels += [Label(f"row-{row}", 0, y, str(row), "row") for row, y in at_row.items()]
    labels += [
        Label(f"column-{column}", x, 0, letters(column) if is_chess else str(column), "column")
        for column, x in at_column.items()
    ]
    return Scene(len(across) + 1, len(down) + 2, (*squares, *standing), tuple(labels), "board")


def _contents(layer: Layer, row: int, column: int, content: int | None) -> dict[Row, list[Index]]:
    """What stands on each square of a layer: all of it, where there are several things on one."""
    found: dict[Row, list[Index]] = {}
    for one in layer.true:
        things = found.setdefault((one[row], one[column]), [])
        if content is not None:
            things.append(one[content])
    return {place: sorted(things, key=index_order) for place, things in found.items()}


def is_dark(scene: Scene, x: int, y: int) -> bool:
    """Whether a square is dark, as the one left and below is."""
    return (x + y + scene.height) % 2 == 1


def _own_look(predicate: str) -> str:
    """A predicate named after something that can be drawn is drawn so."""
    return predicate if predicate.lower() in DRAWN else "true"


def letters(column: Index) -> str:
    """The letters of a column: a to z, then aa, ab, … .

    >>> letters(1), letters(26), letters(27), letters(703), letters(0)
    ('a', 'z', 'aa', 'aaa', '0')
    """
    if not isinstance(column, int) or column < 1:
        return str(column)
    text = ""
    while column:
        column, digit = divmod(column - 1, 26)
        text = chr(ord("a") + digit) + text
    return text


def _filled(indices: list[Index]) -> list[Index]:
    """Numbers without gaps, as far as that is not many more; names as they are."""
    numbers = [index for index in indices if isinstance(index, int)]
    if len(numbers) < len(indices) or not numbers or numbers[-1] - numbers[0] > 4 * len(numbers) + 8:
        return indices
    return list(range(numbers[0], numbers[-1] + 1))


def _places(layer: Layer) -> tuple[int, int, int | None]:
    """Where the row, the column and what stands there are among the indices."""
    free = [0, 1, 2]
    row = place_of(ROW, layer.roles, free)
    column = place_of(COLUMN, layer.roles, [at for at in free if at != row])
    rest = [at for at in free if at not in (row, column)]
    row = rest.pop(0) if row is None else row
    column = rest.pop(0) if column is None else column
    content = rest[0] if all([len(one) == 3 for one in layer.rows]) else None
    return row, column, content


# ---------------------------------------------------------------------- terminal


def draw_board(scene: Scene, ink: dict[str, Ink], depth: Depth) -> Iterator[str]:
    """The lines of a board; on a terminal with colours its squares are light and dark."""
    rows = [label for label in scene.labels if label.role == "row"]
    columns = [label for label in scene.labels if label.role == "column"]
    margin = max([len(label.text) for label in rows])
    texts = _texts(scene, ink)
    wide = max([len(text) for text in texts.values()] + [len(label.text) for label in columns]) + 1
    covered = _covered(scene) if depth else {}
    for label in rows:
        cells = []
        for x in range(1, scene.width):
            text = texts.get((x, label.y), " " if depth else "·")
            ground = covered.get((x, label.y)) or (_DARK if is_dark(scene, x, label.y) else _LIGHT)
            if (x, label.y) in covered and text in _COVERING:
                text = " "  # the ground says it
            cells.append(_square(text.rjust(wide if not depth else wide - 1), wide, ground, depth))
        yield f"{label.text.rjust(margin)} {''.join(cells)}".rstrip()
    yield (
        " " * (margin + 1)
        + "".join(
            [f"{label.text:>{wide}}" if not depth else f"{label.text:^{wide + 1}}" for label in columns]
        ).rstrip()
    )


def _square(text: str, wide: int, ground: str, depth: Depth) -> str:
    return painted(f" {text}".ljust(wide + 1), ground, depth) if depth else text


def _covered(scene: Scene) -> dict[tuple[int, int], str]:
    """The colours of squares that are covered: walls are dark, light is yellow."""
    found = {}
    for cell in scene.cells:
        if cell.layer and cell.state.lower() in COVERS:
            found[cell.x, cell.y] = COVERS[cell.state.lower()]
    return found


def several_marks(state: str, ink: dict[str, Ink]) -> str:
    """The marks of all that stands on a square."""
    return "+".join([_mark(thing, ink) for thing in apart(state)])


def _mark(thing: str, ink: dict[str, Ink]) -> str:
    return MARKS.get(thing.lower()) or (ink[thing].mark if thing in ink else "∅" if thing.lower() in EMPTY else "■")


def _texts(scene: Scene, ink: dict[str, Ink]) -> dict[tuple[int, int], str]:
    """What stands for the uppermost thing on each square."""
    found = {}
    for cell in scene.cells:
        if cell.layer and cell.state != "false" and cell.state.lower() not in EMPTY:
            found[cell.x, cell.y] = several_marks(cell.state, ink)
    for label in scene.labels:
        if label.role in ("entry", "clue"):
            found[label.x, label.y] = label.text
    return found
