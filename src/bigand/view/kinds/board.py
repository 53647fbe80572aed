"""A board: squares in rows and columns, and what stands on them.

Several predicates may stand on one board, one above the other. With the roles `rank` and `file` rows are counted
from below and columns have letters, as chess players have it.
"""

from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING

from bigand.view.drawing import INK, PAPER, Box, Drawing, Shape, text_width
from bigand.view.exhibit import SURE, Guess
from bigand.view.facts import COLUMNS, EDGES, MOSTLY, ROWS, Facts, words
from bigand.view.kinds import Clues, Kind, Screen, Stage
from bigand.view.layers import Layer, atoms_at, filled_in, index_order, place_of, true_at
from bigand.view.paint import CELL, cell_name, filled, label_text, marked
from bigand.view.palette import EMPTY, Depth, Ink, painted
from bigand.view.pieces import COVERS, DARK, DRAWN, LOWEST_FIRST, MARKS, RULE, WALL, frame, piece
from bigand.view.regions import region_lines, region_shapes
from bigand.view.scene import LARGEST, Cell, Index, Label, Row, Scene, apart, together

if TYPE_CHECKING:
    from bigand.language.syntax import Program

ROW = frozenset({"row", "line", "ligne", "rank", "rangée", "rangee", "y", "i"})
COLUMN = frozenset({"column", "col", "colonne", "file", "x", "j"})
CHESS = frozenset({"rank", "file"})  # rows from below, columns by letters
_VALUES = words("value val valeur chiffre digit number nombre colour couleur", "vnkdc")
_SQUARE = 36.0
_LIGHT, _DARK = "#f3ead8", "#c9a67c"
_COVERING = frozenset({MARKS[what] for what in COVERS})


class Board(Kind):
    """All predicates of a view on one board."""

    is_shared = True
    has_key = True

    def fits(self, layer: Layer) -> bool:
        """A row and a column, and at most one thing more, everywhere; and not too large."""
        if not layer.rows or not all([2 <= len(row) <= 3 for row in layer.rows]):
            return False
        row, column, _ = _places(layer)
        down, across = (filled_in([indices[place] for indices in layer.rows]) for place in (row, column))
        return len(down) * len(across) <= LARGEST

    def given(self, program: "Program") -> Clues:
        """Numbers for walls."""
        from bigand.view.clues import clue_numbers

        return clue_numbers(program)

    def scene(self, stage: Stage) -> Scene:
        """Squares are of layer 0; clues are numbers for walls, by row and column."""
        places = [_places(layer) for layer in stage.every]
        every = [
            (indices[row], indices[column])
            for layer, (row, column, _) in zip(stage.every, places, strict=True)
            for indices in layer.rows
        ]
        down, across = filled_in([row for row, _ in every]), filled_in([column for _, column in every])
        is_chess = any([role.lower() in CHESS for layer in stage.here for role in layer.roles])
        if is_chess:
            down.reverse()
        standing: list[Cell] = []
        labels = [Label("title", 0, 0, stage.title, "title")]
        at_row = {row: y + 1 for y, row in enumerate(down)}
        at_column = {column: x + 1 for x, column in enumerate(across)}
        placed = [
            (layer, itemgetter(row, column)) for layer, (row, column, _) in zip(stage.here, places, strict=True)
        ]
        for number, (layer, (r, c, content)) in enumerate(zip(stage.here, places, strict=True), 1):
            true = true_at(placed[number - 1 : number])
            for (row, column), things in _contents(layer, r, c, content).items():
                told = true[row, column]
                x, y = at_column[column], at_row[row]
                if len(things) == 1 and isinstance(things[0], int):
                    labels.append(Label(f"entry-{row}-{column}", x, y, str(things[0]), "entry", told))
                    continue
                state = layer.look or (together(list(map(str, things))) if things else _own_look(layer.predicate))
                standing.append(Cell(f"{layer.predicate}-{row}-{column}", x, y, state, number, told))
                if state.lower() in WALL and (row, column) in stage.clues:
                    clue = "+".join(map(str, stage.clues[row, column]))
                    labels.append(Label(f"clue-{row}-{column}", x, y, clue, "clue"))
        atoms = atoms_at(placed, len(down) * len(across))
        held = {(cell.x, cell.y): cell.state for cell in standing}
        squares = [
            Cell(f"square-{row}-{column}", x, y, held.get((x, y), "false"), atoms=atoms.get((row, column), ()))
            for row, y in at_row.items()
            for column, x in at_column.items()
        ]
        labels += [Label(f"row-{row}", 0, y, str(row), "row") for row, y in at_row.items()]
        labels += [
            Label(f"column-{column}", x, 0, letters(column) if is_chess else str(column), "column")
            for column, x in at_column.items()
        ]
        is_ruled = any([(layer.look or layer.predicate).lower() in COVERS for layer in stage.here])
        size = (len(across) + 1, len(down) + 2)
        return Scene(*size, (*squares, *standing), tuple(labels), "board", is_ruled=is_ruled)

    def lines(self, scene: Scene, screen: Screen) -> list[str]:
        """Where there are colours, squares are light and dark."""
        rows = [label for label in scene.labels if label.role == "row"]
        columns = [label for label in scene.labels if label.role == "column"]
        margin = max([len(label.text) for label in rows])
        texts = _texts(scene, screen.ink)
        if scene.regions:
            return screen.fitted(list(_region_lines(scene, texts, rows, columns)))
        wide = max([len(text) for text in texts.values()] + [len(label.text) for label in columns]) + 1
        covered = _covered(scene) if screen.depth else {}
        lines = []
        for label in rows:
            cells = []
            for x in range(1, scene.width):
                text = texts.get((x, label.y), " " if screen.depth else "·")
                ground = covered.get((x, label.y)) or (_DARK if is_dark(scene, x, label.y) else _LIGHT)
                if (x, label.y) in covered and text in _COVERING:
                    text = " "  # the ground says it
                cells.append(
                    _square(text.rjust(wide if not screen.depth else wide - 1), wide, ground, screen.depth)
                )
            lines.append(f"{label.text.rjust(margin)} {''.join(cells)}".rstrip())
        heads = [f"{label.text:^{wide + 1}}" if screen.depth else f"{label.text:>{wide}}" for label in columns]
        return screen.fitted([*lines, " " * (margin + 1) + "".join(heads).rstrip()])

    def paint(self, scene: Scene, name: str, ink: dict[str, Ink]) -> Drawing:
        """Squares light and dark, and what stands on them."""
        rows = [label for label in scene.labels if label.role == "row"]
        margin = max([18.0, *[text_width(label.text, 12) + 8 for label in rows]]) if rows else 0.0
        entries = [label for label in scene.labels if label.role == "entry"]
        marks = [several_marks(cell.state, ink) for cell in scene.cells if len(apart(cell.state)) > 1]
        size = max([_SQUARE, *[text_width(text, 13) + 8 for text in (*[label.text for label in entries], *marks)]])
        walls = {(cell.x, cell.y) for cell in scene.cells if cell.layer and cell.state.lower() in WALL}
        covered = _covered(scene) if scene.is_ruled else {}
        is_headed = scene.is_ruled and any([label.role == "column" for label in scene.labels])
        top = CELL + 18 if is_headed else CELL  # a row for the title, then perhaps the names of columns
        shapes: list[Shape] = []
        for cell in scene.cells:
            x, y = margin + (cell.x - 1) * size, top + (cell.y - 1) * size
            if cell.layer == 0:
                ground = _DARK if is_dark(scene, cell.x, cell.y) else _LIGHT
                ground, rule = (covered.get((cell.x, cell.y), PAPER), RULE) if scene.is_ruled else (ground, None)
                id = cell_name(name, cell)
                shapes.append(Box(x, y, size, size, ground, rule, id, cell.state, atoms=cell.atoms))
            elif scene.is_ruled and cell.state.lower() in COVERS:
                continue  # its square has the colour
            elif len(apart(cell.state)) > 1:
                corners = ((x, y), (x + size, y), (x + size, y + size), (x, y + size))
                shapes += filled(corners, cell.state, ink, cell_name(name, cell), cell.atoms)
                shapes += marked(several_marks(cell.state, ink), cell.state, x + size / 2, y + size / 2, 12, ink)
            elif cell.state not in ("none", "false") and cell.state.lower() not in EMPTY:
                shapes += piece(cell.state, x, y, size, cell_name(name, cell), ink, cell.atoms)
        wide, high = (scene.width - 1) * size, (scene.height - 2) * size
        edge, thick, beside = (DARK, 2, "#5c6370") if scene.is_ruled else ("#6b5638", 1, INK)
        shapes.append(Box(margin, top, wide, high, None, edge, thick=thick))
        for label in scene.labels:
            if label.role == "row":
                shapes.append(label_text(label, name, margin - 7, top + (label.y - 0.5) * size + 4, "end", beside))
            elif label.role == "column":
                below = top - 6 if scene.is_ruled else top + high + 17
                shapes.append(label_text(label, name, margin + (label.x - 0.5) * size, below, fill=beside))
            elif label.role in ("entry", "clue"):
                x, y = (
                    margin + (label.x - 0.5) * size,
                    top + (label.y - 0.5) * size + (7 if label.role == "clue" else 5),
                )
                shapes.append(label_text(label, name, x, y, fill=PAPER if (label.x, label.y) in walls else INK))
        shapes += region_shapes(scene.regions, margin, top, size) if scene.regions else ()
        for framed in scene.frames:
            shapes += frame(framed, margin + (framed.x - 1) * size, top + (framed.y - 1) * size, size, name)
        return Drawing(margin + wide, top + high + (0 if scene.is_ruled else 24), tuple(shapes))

    def guesses(self, facts: Sequence[Facts]) -> Iterator[Guess]:
        for fact in facts:
            if len(fact.free) == 3:
                for content in fact.free:
                    row, column = [place for place in fact.free if place != content]
                    yield from _squares(fact, row, column, content)
            elif len(fact.free) == 2:
                yield from _marked_squares(fact, *fact.free)
        yield from _together(facts)


KIND = Board()


def _region_lines(
    scene: Scene, texts: dict[tuple[int, int], str], rows: Sequence[Label], columns: Sequence[Label]
) -> Iterator[str]:
    """A board with regions: lines between them, the names of columns below."""
    squares = [[texts.get((x, y), "·") for x in range(1, scene.width)] for y in range(1, scene.height - 1)]
    yield from region_lines(scene.regions, squares, [label.text for label in rows])
    wide = max([len(text) for row in squares for text in row]) + 3
    margin = max([len(label.text) for label in rows], default=0)
    yield (" " * (margin + 2) + "".join([label.text.center(wide) for label in columns])[:-1]).rstrip()


def _contents(layer: Layer, row: int, column: int, content: int | None) -> dict[Row, list[Index]]:
    """What stands on each square of a layer: all of it, where there are several things on one."""
    contents: dict[Row, list[Index]] = {}
    for indices in layer.true:
        things = contents.setdefault((indices[row], indices[column]), [])
        if content is not None:
            things.append(indices[content])
    return {place: sorted(things, key=index_order) for place, things in contents.items()}


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


def _places(layer: Layer) -> tuple[int, int, int | None]:
    """Where the row, the column and what stands there are among the indices."""
    free = [0, 1, 2]
    row = place_of(ROW, layer.roles, free)
    column = place_of(COLUMN, layer.roles, [place for place in free if place != row])
    rest = [place for place in free if place not in (row, column)]
    row = rest.pop(0) if row is None else row
    column = rest.pop(0) if column is None else column
    content = rest[0] if all([len(indices) == 3 for indices in layer.rows]) else None
    return row, column, content


def _square(text: str, wide: int, ground: str, depth: Depth) -> str:
    return painted(f" {text}".ljust(wide + 1), ground, depth) if depth else text


def _covered(scene: Scene) -> dict[tuple[int, int], str]:
    """The colours of squares that are covered: walls are dark, light is yellow."""
    colours = {}
    for cell in scene.cells:
        if cell.layer and cell.state.lower() in COVERS:
            colours[cell.x, cell.y] = COVERS[cell.state.lower()]
    return colours


def several_marks(state: str, ink: dict[str, Ink]) -> str:
    """The marks of all that stands on a square."""
    return "+".join([_mark(thing, ink) for thing in apart(state)])


def _mark(thing: str, ink: dict[str, Ink]) -> str:
    return MARKS.get(thing.lower()) or (ink[thing].mark if thing in ink else "∅" if thing.lower() in EMPTY else "■")


def _texts(scene: Scene, ink: dict[str, Ink]) -> dict[tuple[int, int], str]:
    """What stands for the uppermost thing on each square."""
    texts = {}
    for cell in scene.cells:
        if cell.layer and cell.state != "false" and cell.state.lower() not in EMPTY:
            texts[cell.x, cell.y] = several_marks(cell.state, ink)
    for label in scene.labels:
        if label.role in ("entry", "clue"):
            texts[label.x, label.y] = label.text
    return texts


# ---------------------------------------------------------------------- guesses


def _squares(fact: Facts, row: int, column: int, content: int) -> Iterator[Guess]:
    """Squares with what stands on each."""
    single = fact.single(content)
    across = len(fact.values[row]) * len(fact.values[column])
    if single < 0.5 or min(len(fact.values[row]), len(fact.values[column])) < 2 or across > LARGEST:
        return
    if fact.likely(row, COLUMNS) + fact.likely(column, ROWS) > fact.likely(row, ROWS) + fact.likely(
        column, COLUMNS
    ):
        row, column = column, row
    times = 1 if fact.step is None else len(fact.values[fact.step])
    held = len({(*indices[:content], *indices[content + 1 :]) for indices in fact.true})
    points = (
        (single >= MOSTLY)
        + (2 if held >= MOSTLY * across * times else 0)
        + (fact.values[row] == fact.values[column])
        + (content == fact.free[-1])
        + fact.likely(row, ROWS)
        + fact.likely(column, COLUMNS)
        + min(1, fact.likely(content, _VALUES))
        - (0 if fact.is_compact(row) and fact.is_compact(column) else 3)
    )
    yield Guess("board", (fact.shape({row: "row", column: "column", content: "value"}),), points)


def _marked_squares(fact: Facts, row: int, column: int) -> Iterator[Guess]:
    """Squares, some of them marked. Without steps a grid is drawn anyway: only what looks better is sure."""
    if not (fact.is_compact(row) and fact.is_compact(column)) or fact.is_named(EDGES):
        return
    spoken = fact.likely(row, ROWS) + fact.likely(column, COLUMNS)
    queens = _are_queens(fact, row, column)
    if fact.step is not None and not (fact.is_drawn or spoken >= 2):
        return  # a grid
    points = spoken + (fact.values[row] == fact.values[column]) + 3 * fact.is_drawn + 3 * queens + fact.is_step_sure
    if fact.step is None and not (fact.is_drawn or queens):
        points = min(points, SURE - 1)
    look = "queen" if queens and not fact.is_drawn else ""
    yield Guess("board", (fact.shape({row: "row", column: "column"}, look),), points)


def _are_queens(fact: Facts, row: int, column: int) -> bool:
    """Whether on a square board each row has one mark, and no two share a column or a diagonal."""
    if fact.step is not None or not 4 <= len(fact.true) == len(fact.values[row]) == len(fact.values[column]):
        return False
    places = [
        (down, across)
        for indices in fact.true
        if isinstance(down := indices[row], int) and isinstance(across := indices[column], int)
    ]
    lines = ([y for y, _ in places], [x for _, x in places], [y + x for y, x in places], [y - x for y, x in places])
    return all([len(set(line)) == len(places) for line in lines])


def _together(facts: Sequence[Facts]) -> Iterator[Guess]:
    """Predicates on one board that are named after what can be drawn."""
    marks = [
        fact
        for fact in facts
        if fact.is_drawn and len(fact.free) == 2 and all([fact.is_numeric(place) for place in fact.free])
    ]
    if len(marks) > 1 and len({fact.step is None for fact in marks}) == 1:
        marks.sort(
            key=lambda fact: LOWEST_FIRST.index(next(names for names in LOWEST_FIRST if fact.name.lower() in names))
        )
        shapes = [fact.shape({fact.free[0]: "row", fact.free[1]: "column"}) for fact in marks]
        yield Guess("board", tuple(shapes), 2 + 3 * len(marks))
