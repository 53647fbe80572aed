"""A board: squares in rows and columns, and the pieces on them.

Several predicates may share a board, one above another. With the roles `rank` and `file`, rows are counted from
the bottom and columns have letters, as in chess.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from bigand.view.drawing import BACKGROUND, FOREGROUND, Box, Drawing, Shape, text_width
from bigand.view.exhibit import SURE_POINTS, Guess
from bigand.view.facts import COLUMNS, EDGES, MIN_SHARE, ROWS, PredicateFacts, role_words
from bigand.view.kinds import ClueNumbers, Kind, SceneInput, Screen
from bigand.view.layers import (
    Layer,
    index_sort_key,
    place_with_role,
    sort_and_fill_gaps,
    true_atoms_by_place,
    true_then_false_atoms_by_place,
)
from bigand.view.links import LINK_ARITY, link_lines, link_signs, make_links, write_straight_links
from bigand.view.margins import ROW_SIDES, SIDES, add_margins, margin_labels, margin_shapes, margin_size, side_of
from bigand.view.paint import CELL, cell_id, fill_place, label_text, mark_shapes
from bigand.view.palette import (
    EMPTY_NAMES,
    ColourDepth,
    Ink,
    assign_inks,
    is_colour_or_empty,
    paint_text_background,
    rgb,
)
from bigand.view.pieces import (
    COVER_COLOURS,
    DARK_COLOUR,
    DRAWABLE,
    DRAWING_ORDER,
    MARKS,
    ON_WHITE_SQUARES,
    RULE_COLOUR,
    WALL,
    frame_shapes,
    piece_shapes,
)
from bigand.view.regions import region_lines, region_shapes
from bigand.view.scene import MOST_CELLS, Cell, Index, Label, Row, Scene, join_states, split_state

if TYPE_CHECKING:
    from bigand.language.syntax import Program

ROW_ROLES = frozenset({"row", "line", "ligne", "rank", "rangée", "rangee", "y", "i"})
COLUMN_ROLES = frozenset({"column", "col", "colonne", "file", "x", "j"})
CHESS_ROLES = frozenset({"rank", "file"})  # rows from the bottom, columns by letters
REGION_ROLES = frozenset({"region", "région", "box", "boîte", "boite", "zone", "area", "cage"})
GIVEN_LOOKS = frozenset({"given", "printed", "donné", "donne", "donnée", "donnee", "imprimé", "imprime"})
CIRCLE_LOOKS = frozenset({"circle", "cercle", "rond"})  # around a text
SIDE_ROLES = frozenset({"side", "côté", "cote", "bord", "edge"})
TEXT_LOOKS = frozenset({"text", "texte", "word", "mot", "name", "nom"})  # written out instead of drawn
_VALUE_WORDS = role_words("value val valeur chiffre digit number nombre colour couleur", "vnkdc")
_SQUARE, _LARGE_SQUARE = 36.0, 48.0
_LIGHT, _DARK = "#f3ead8", "#c9a67c"
_ENTRIES = ("entry", "given")
_ENTRY_COLOUR, _LARGE_TEXT = "#1f55a5", 19.0
_COVER_MARKS = frozenset({MARKS[what] for what in COVER_COLOURS})


class Board(Kind):
    """All predicates of a view on one board."""

    is_shared = True
    has_key = True

    def fits(self, layer: Layer) -> bool:
        """Whether each atom has a row, a column and at most one thing more, or two squares, and all fits."""
        sizes = set(map(len, layer.rows))
        if not sizes or min(sizes) < 2 or max(sizes) > LINK_ARITY or (LINK_ARITY in sizes and len(sizes) > 1):
            return False
        if max(_row_column_content_places(layer)[:2]) >= min(sizes):
            return False
        places = _squares_of(layer)
        down, across = (sort_and_fill_gaps([place[side] for place in places]) for side in (0, 1))
        return len(down) * len(across) <= MOST_CELLS

    def clue_numbers(self, program: "Program") -> ClueNumbers:
        """Return numbers for walls."""
        from bigand.view.clues import clue_numbers

        return clue_numbers(program)

    def scene(self, scene_input: SceneInput) -> Scene:
        """Return the scene of one step; squares are on layer 0."""
        parts = _classify_layers(scene_input.layers)
        every = [
            place for layer in _classify_layers(scene_input.all_steps).with_squares for place in _squares_of(layer)
        ]
        down, across = (
            sort_and_fill_gaps([row for row, _ in every]),
            sort_and_fill_gaps([column for _, column in every]),
        )
        is_chess = any([role.lower() in CHESS_ROLES for layer in parts.standing for role in layer.roles])
        if is_chess:
            down.reverse()
        y_of_row = {row: y + 1 for y, row in enumerate(down)}
        x_of_column = {column: x + 1 for x, column in enumerate(across)}
        # Lists give numbers for walls only where no predicate has values for squares.
        has_values = any([_row_column_content_places(layer)[2] is not None for layer in parts.standing])
        standing, entries = _place_contents(
            parts.standing, y_of_row, x_of_column, {} if has_values else scene_input.clues
        )
        placed = [(layer, itemgetter(*_row_column_content_places(layer)[:2])) for layer in parts.standing]
        atoms = true_then_false_atoms_by_place(placed, len(down) * len(across))
        held = {(cell.x, cell.y): cell.state for cell in standing}
        squares = [
            Cell(f"square-{row}-{column}", x, y, held.get((x, y), "false"), atoms=atoms.get((row, column), ()))
            for row, y in y_of_row.items()
            for column, x in x_of_column.items()
        ]
        labels = [Label("title", 0, 0, scene_input.title, "title"), *entries]
        labels += [Label(f"row-{row}", 0, y, str(row), "row") for row, y in y_of_row.items()]
        labels += [
            Label(f"column-{column}", x, 0, column_letters(column) if is_chess else str(column), "column")
            for column, x in x_of_column.items()
        ]
        outside = list(_outside_labels(parts.beside, y_of_row, x_of_column))
        # Numbers on the left or above must not be mistaken for the names of rows or columns.
        unnamed = {"left": "row", "top": "column"} if outside else {}
        without = {unnamed.get(side_of(layer), "") for layer in parts.beside}
        labels = [label for label in labels if label.role not in without]
        links = [
            link
            for number, layer in enumerate(parts.links)
            for link in make_links(layer, number, y_of_row, x_of_column)
        ]
        regions = _region_names(parts.regions, y_of_row, x_of_column)
        is_ruled = bool(regions or outside or parts.links) or any(
            [_needs_white_squares(layer) for layer in parts.standing]
        )
        size = (len(across) + 1, len(down) + 2)
        return Scene(
            *size,
            (*squares, *standing),
            (*labels, *outside),
            "board",
            is_ruled=is_ruled,
            regions=regions,
            links=tuple(links),
        )

    def lines(self, scene: Scene, screen: Screen) -> list[str]:
        """Return lines for a terminal; with colours, squares are light and dark."""
        texts = _square_texts(scene, screen.ink)
        if scene.links or any([label.role in SIDES for label in scene.labels]):
            return screen.lines_if_fitting(_box_lines(scene, texts))
        rows = [label for label in scene.labels if label.role == "row"]
        columns = [label for label in scene.labels if label.role == "column"]
        margin = max([len(label.text) for label in rows])
        if scene.regions:
            return screen.lines_if_fitting(list(_region_lines(scene, texts, rows, columns)))
        wide = max([len(text) for text in texts.values()] + [len(label.text) for label in columns]) + 1
        covered = _cover_colours(scene) if screen.depth else {}
        lines = []
        for label in rows:
            cells = []
            for x in range(1, scene.width):
                text = texts.get((x, label.y), " " if screen.depth else "·")
                ground = covered.get((x, label.y)) or (_DARK if is_dark(scene, x, label.y) else _LIGHT)
                if (x, label.y) in covered and text in _COVER_MARKS:
                    text = " "  # the background shows it
                cells.append(
                    _square_text(text.rjust(wide if not screen.depth else wide - 1), wide, ground, screen.depth)
                )
            lines.append(f"{label.text.rjust(margin)} {''.join(cells)}".rstrip())
        heads = [f"{label.text:^{wide + 1}}" if screen.depth else f"{label.text:>{wide}}" for label in columns]
        return screen.lines_if_fitting([*lines, " " * (margin + 1) + "".join(heads).rstrip()])

    def paint(self, scene: Scene, name: str, ink: dict[str, Ink]) -> Drawing:
        """Paint squares, light and dark or white and ruled, with the pieces on, between and beside them."""
        roles = {label.role for label in scene.labels}
        rows = [label for label in scene.labels if label.role == "row"]
        margin = max([18.0, *[text_width(label.text, 12) + 8 for label in rows]]) if rows else 0.0
        margin = margin_size(scene, "left") or margin
        size = _square_size(scene, ink)
        covered = _cover_colours(scene) if scene.is_ruled else {}
        is_headed = scene.is_ruled and "column" in roles
        # A row for the title, then the top margin or the names of columns, if any.
        top = CELL + (margin_size(scene, "top") or (18 if is_headed else 0))
        tints = _tints(scene)
        shapes: list[Shape] = []
        standing: list[Shape] = [] if scene.links else shapes  # links go below the pieces
        for cell in scene.cells:
            x, y = margin + (cell.x - 1) * size, top + (cell.y - 1) * size
            if cell.layer == 0:
                here = (cell.x, cell.y)
                ground = _DARK if is_dark(scene, cell.x, cell.y) else _LIGHT
                ground, rule = (
                    (covered.get(here) or tints.get(here, BACKGROUND), RULE_COLOUR)
                    if scene.is_ruled
                    else (ground, None)
                )
                id = cell_id(name, cell)
                shapes.append(Box(x, y, size, size, ground, rule, id, cell.state, atoms=cell.atoms))
            elif scene.is_ruled and cell.state.lower() in COVER_COLOURS:
                continue  # the square already has the colour
            elif len(split_state(cell.state)) > 1:
                corners = ((x, y), (x + size, y), (x + size, y + size), (x, y + size))
                standing += fill_place(corners, cell.state, ink, cell_id(name, cell), cell.atoms)
                standing += mark_shapes(marks_of(cell.state, ink), cell.state, x + size / 2, y + size / 2, 12, ink)
            elif cell.state not in ("none", "false") and cell.state.lower() not in EMPTY_NAMES:
                standing += piece_shapes(cell.state, x, y, size, cell_id(name, cell), ink, cell.atoms)
        wide, high = (scene.width - 1) * size, (scene.height - 2) * size
        if scene.links:
            is_pale = "entry" in roles and not any([cell.state == "circle" for cell in scene.cells])
            shapes += [*link_lines(scene.links, margin, top, size, name, is_pale), *standing]
        edge, thick = (DARK_COLOUR, 2) if scene.is_ruled else ("#6b5638", 1)
        shapes.append(Box(margin, top, wide, high, None, edge, stroke_width=thick))
        shapes += _label_shapes(scene, margin, top, size, name)
        shapes += region_shapes(scene.regions, margin, top, size) if scene.regions else ()
        shapes += link_signs(scene.links, margin, top, size, name)
        shapes += margin_shapes(scene, margin, top, size, margin + wide, top + high, name)
        for frame in scene.frames:
            shapes += frame_shapes(frame, margin + (frame.x - 1) * size, top + (frame.y - 1) * size, size, name)
        below = margin_size(scene, "bottom") or (0 if scene.is_ruled else 24)
        return Drawing(margin + wide + margin_size(scene, "right"), top + high + below, tuple(shapes))

    def guesses(self, facts: Sequence[PredicateFacts]) -> Iterator[Guess]:
        for fact in facts:
            if len(fact.non_step_places) == 3:
                for content in fact.non_step_places:
                    row, column = [place for place in fact.non_step_places if place != content]
                    yield from _guess_squares(fact, row, column, content)
            elif len(fact.non_step_places) == 2:
                yield from _guess_marked_squares(fact, *fact.non_step_places)
        yield from _guess_shared_board(facts)


KIND = Board()


def _region_lines(
    scene: Scene, texts: dict[tuple[int, int], str], rows: Sequence[Label], columns: Sequence[Label]
) -> Iterator[str]:
    """Yield a board with lines between regions and the names of columns below."""
    squares = [[texts.get((x, y), "·") for x in range(1, scene.width)] for y in range(1, scene.height - 1)]
    yield from region_lines(scene.regions, squares, [label.text for label in rows])
    wide = max([len(text) for row in squares for text in row]) + 3
    margin = max([len(label.text) for label in rows], default=0)
    yield (" " * (margin + 2) + "".join([label.text.center(wide) for label in columns])[:-1]).rstrip()


def _box_lines(scene: Scene, texts: dict[tuple[int, int], str]) -> list[str]:
    """Return a board with a border and space between squares, for links and margins."""
    squares = [[texts.get((x, y), "·") for x in range(1, scene.width)] for y in range(1, scene.height - 1)]
    regions = scene.regions or tuple([("",) * (scene.width - 1)] * (scene.height - 2))
    drawn = [line[1:] for line in region_lines(regions, squares, [""] * len(squares))]
    step = max([len(text) for row in squares for text in row]) + 3
    columns = [step * x + step // 2 for x in range(scene.width - 1)]
    rows = [2 * y + 1 for y in range(len(squares))]
    signs = [list(line.ljust(step * (scene.width - 1) + 1)) for line in drawn]
    others = write_straight_links(signs, scene.links, columns, rows)
    lines = add_margins(scene, ["".join(line).rstrip() for line in signs], rows, columns)
    return [*lines, *[f"{link.look}: ({link.y},{link.x}) ({link.to_y},{link.to_x})" for link in others]]


class _BoardLayers(NamedTuple):
    """The layers of a board: on squares, regions, beside the board, and links between squares."""

    standing: list[Layer]
    regions: list[Layer]
    beside: list[Layer]
    links: list[Layer]

    @property
    def with_squares(self) -> list[Layer]:
        """The layers that determine which squares there are."""
        return [*self.standing, *self.regions, *self.links]


def _classify_layers(layers: Sequence[Layer]) -> _BoardLayers:
    parts = _BoardLayers([], [], [], [])
    for layer in layers:
        count = max([len(row) for row in layer.rows], default=len(layer.roles))
        if side_of(layer) and count == 2:
            parts.beside.append(layer)
        elif _is_ternary_with_role(layer, REGION_ROLES):
            parts.regions.append(layer)
        elif _is_ternary_with_role(layer, SIDE_ROLES):
            parts.beside.extend(_split_by_side(layer))
        elif count == LINK_ARITY:
            parts.links.append(layer)
        else:
            parts.standing.append(layer)
    # Without any squares to be beside, the layers are the board.
    return parts if parts.with_squares else _BoardLayers(list(layers), [], [], [])


def _is_ternary_with_role(layer: Layer, words: frozenset[str]) -> bool:
    """Whether a layer has three arguments everywhere, one of them with a role among `words`."""
    if len(layer.roles) != 3 or place_with_role(words, layer.roles, [0, 1, 2]) is None:
        return False
    return all([len(row) == 3 for row in layer.rows])


def _split_by_side(layer: Layer) -> Iterator[Layer]:
    """Split a layer with an argument for the side into one layer per side; atoms keep their full names."""
    place = place_with_role(SIDE_ROLES, layer.roles, [0, 1, 2])
    assert place is not None
    roles = (*layer.roles[:place], *layer.roles[place + 1 :])
    for side in sorted({str(row[place]) for row in layer.rows if str(row[place]).lower() in SIDES}):
        rows, true = (
            tuple([(*row[:place], *row[place + 1 :]) for row in every if str(row[place]) == side])
            for every in (layer.rows, layer.true)
        )
        yield replace(
            layer,
            roles=roles,
            rows=rows,
            true=true,
            look=side,
            removed_indices=(*layer.removed_indices, (place, side)),
        )


def _squares_of(layer: Layer) -> list[Row]:
    """Return the squares that a layer mentions, each a row and a column."""
    if LINK_ARITY in set(map(len, layer.rows)):
        return [square for row in layer.rows for square in (row[:2], row[2:])]
    row, column = (
        _row_column_region_places(layer)[:2]
        if _is_ternary_with_role(layer, REGION_ROLES)
        else _row_column_content_places(layer)[:2]
    )
    return list(map(itemgetter(row, column), layer.rows))


def _place_contents(
    layers: Sequence[Layer], y_of_row: dict[Index, int], x_of_column: dict[Index, int], clues: ClueNumbers
) -> tuple[list[Cell], list[Label]]:
    """Return the pieces and the texts on squares; of several texts, the uppermost."""
    standing: list[Cell] = []
    labels: dict[tuple[int, int], Label] = {}
    numbers: list[Label] = []
    for number, layer in enumerate(layers, 1):
        r, c, content = _row_column_content_places(layer)
        true = true_atoms_by_place([(layer, itemgetter(r, c))])
        is_given = _look_of(layer) in GIVEN_LOOKS | CIRCLE_LOOKS
        is_text = layer.look.lower() in TEXT_LOOKS
        for (row, column), things in _things_by_square(layer, r, c, content).items():
            square_atoms = true[row, column]
            x, y = x_of_column[column], y_of_row[row]
            if len(things) == 1 and (isinstance(things[0], int) or is_text):
                role = "given" if is_given else "entry"
                below = labels.get((x, y))
                both = (*below.atoms, *square_atoms) if below is not None else square_atoms
                labels[x, y] = Label(f"entry-{row}-{column}", x, y, str(things[0]), role, both)
                if layer.look.lower() in CIRCLE_LOOKS:
                    standing.append(Cell(f"{layer.predicate}-{row}-{column}", x, y, "circle", number, square_atoms))
                continue
            own_look = layer.look if not (is_given or is_text) else ""
            state = own_look or (join_states(list(map(str, things))) if things else _own_look(layer.predicate))
            standing.append(Cell(f"{layer.predicate}-{row}-{column}", x, y, state, number, square_atoms))
            if state.lower() in WALL and (row, column) in clues:
                clue = "+".join(map(str, clues[row, column]))
                numbers.append(Label(f"clue-{row}-{column}", x, y, clue, "clue"))
    return standing, [*labels.values(), *numbers]


def _look_of(layer: Layer) -> str:
    return (layer.look or layer.predicate).lower()


def _needs_white_squares(layer: Layer) -> bool:
    """Whether a layer belongs to a puzzle with white squares."""
    puzzling = GIVEN_LOOKS | ON_WHITE_SQUARES | frozenset(COVER_COLOURS)
    return _look_of(layer) in puzzling or layer.look.lower() in TEXT_LOOKS | CIRCLE_LOOKS


def _outside_labels(
    layers: Sequence[Layer], y_of_row: dict[Index, int], x_of_column: dict[Index, int]
) -> Iterator[Label]:
    """Yield the labels beside the board."""
    used: Counter[str] = Counter()
    for layer in layers:
        side = side_of(layer)
        yield from margin_labels(layer, used[side], y_of_row if side in ROW_SIDES else x_of_column)
        used[side] += 1


def _region_names(
    layers: Sequence[Layer], y_of_row: dict[Index, int], x_of_column: dict[Index, int]
) -> tuple[tuple[str, ...], ...]:
    """Return the region name of each square; empty without regions."""
    if not layers:
        return ()
    names: dict[tuple[int, int], str] = {}
    for layer in layers:
        row, column, region = _row_column_region_places(layer)
        for indices in layer.true:
            names[y_of_row[indices[row]], x_of_column[indices[column]]] = str(indices[region])
    return tuple([tuple([names.get((y, x), "") for x in x_of_column.values()]) for y in y_of_row.values()])


def _row_column_region_places(layer: Layer) -> tuple[int, int, int]:
    region = place_with_role(REGION_ROLES, layer.roles, [0, 1, 2])
    assert region is not None
    free = [place for place in (0, 1, 2) if place != region]
    row = place_with_role(ROW_ROLES, layer.roles, free)
    column = place_with_role(COLUMN_ROLES, layer.roles, [place for place in free if place != row])
    rest = [place for place in free if place not in (row, column)]
    row = rest.pop(0) if row is None else row
    return row, rest.pop(0) if column is None else column, region


def _tints(scene: Scene) -> dict[tuple[int, int], str]:
    """Return pale colours for regions named after colours."""
    return {
        (x, y): pale_colour(region)
        for y, row in enumerate(scene.regions, 1)
        for x, region in enumerate(row, 1)
        if region and is_colour_or_empty(region)
    }


def _square_size(scene: Scene, ink: dict[str, Ink]) -> float:
    """Return the size of a square: at least as wide as the texts on squares."""
    entries = [label.text for label in scene.labels if label.role in _ENTRIES]
    marks = [marks_of(cell.state, ink) for cell in scene.cells if len(split_state(cell.state)) > 1]
    min_size = _LARGE_SQUARE if any([link.look == "less" for link in scene.links]) else _SQUARE
    return max([min_size, *[text_width(text, 13) + 8 for text in (*entries, *marks)]])


def _label_shapes(scene: Scene, left: float, top: float, size: float, name: str) -> Iterator[Shape]:
    """Yield the names of rows and columns, and the texts on squares."""
    roles = {label.role for label in scene.labels}
    walls = {(cell.x, cell.y) for cell in scene.cells if cell.layer and cell.state.lower() in WALL}
    high = (scene.height - 2) * size
    beside = "#5c6370" if scene.is_ruled else FOREGROUND
    plain = _ENTRY_COLOUR if "given" in roles else FOREGROUND
    for label in scene.labels:
        x, y = left + (label.x - 0.5) * size, top + (label.y - 0.5) * size
        if label.role == "row" and "left" not in roles:
            yield label_text(label, name, left - 7, y + 4, "end", beside)
        elif label.role == "column" and "top" not in roles:
            yield label_text(label, name, x, top - 6 if scene.is_ruled else top + high + 17, fill=beside)
        elif label.role == "clue":
            yield label_text(label, name, x, y + 7, fill=BACKGROUND if (label.x, label.y) in walls else FOREGROUND)
        elif label.role in _ENTRIES:
            fill = BACKGROUND if (label.x, label.y) in walls else FOREGROUND if label.role == "given" else plain
            text = label_text(label, name, x, y + 5, fill=fill)
            if scene.is_ruled and len(label.text) <= 2:
                text = replace(text, size=_LARGE_TEXT, y=y + 6.5)
            yield replace(text, is_bold=label.role == "given")


def _things_by_square(layer: Layer, row: int, column: int, content: int | None) -> dict[Row, list[Index]]:
    """Return the things on each square of a layer, sorted where there are several."""
    contents: dict[Row, list[Index]] = {}
    for indices in layer.true:
        things = contents.setdefault((indices[row], indices[column]), [])
        if content is not None:
            things.append(indices[content])
    return {
        place: sorted(things, key=index_sort_key) if things[1:] else things for place, things in contents.items()
    }


def is_dark(scene: Scene, x: int, y: int) -> bool:
    """Whether a square is dark, as the one at the lower left is."""
    return (x + y + scene.height) % 2 == 1


def pale_colour(colour: str) -> str:
    """Return a colour by its name, mixed with white.

    >>> pale_colour("black")
    '#b8b8b8'
    """
    parts = rgb(assign_inks([colour])[colour].colour if assign_inks([colour]) else BACKGROUND)
    return "#" + "".join([f"{round(255 - 0.35 * (255 - part)):02x}" for part in parts])


def _own_look(predicate: str) -> str:
    """Return the look of a predicate named after something that can be drawn, else `true`."""
    return predicate if predicate.lower() in DRAWABLE else "true"


def column_letters(column: Index) -> str:
    """Return the letters of a column: a to z, then aa, ab, … .

    >>> column_letters(1), column_letters(26), column_letters(27), column_letters(703), column_letters(0)
    ('a', 'z', 'aa', 'aaa', '0')
    """
    if not isinstance(column, int) or column < 1:
        return str(column)
    text = ""
    while column:
        column, digit = divmod(column - 1, 26)
        text = chr(ord("a") + digit) + text
    return text


def _row_column_content_places(layer: Layer) -> tuple[int, int, int | None]:
    """Return the positions of the row, the column and the content among the indices."""
    free = [0, 1, 2]
    row = place_with_role(ROW_ROLES, layer.roles, free)
    column = place_with_role(COLUMN_ROLES, layer.roles, [place for place in free if place != row])
    rest = [place for place in free if place not in (row, column)]
    row = rest.pop(0) if row is None else row
    column = rest.pop(0) if column is None else column
    content = rest[0] if set(map(len, layer.rows)) <= {3} else None
    return row, column, content


def _square_text(text: str, wide: int, ground: str, depth: ColourDepth) -> str:
    return paint_text_background(f" {text}".ljust(wide + 1), ground, depth) if depth else text


def _cover_colours(scene: Scene) -> dict[tuple[int, int], str]:
    """Return the colours of covered squares: walls are dark, light is yellow."""
    colours = {}
    for cell in scene.cells:
        if cell.layer and cell.state.lower() in COVER_COLOURS:
            colours[cell.x, cell.y] = COVER_COLOURS[cell.state.lower()]
    return colours


def marks_of(state: str, ink: dict[str, Ink]) -> str:
    """Return the marks of all things on a square."""
    return "+".join([_mark_of(thing, ink) for thing in split_state(state)])


def _mark_of(thing: str, ink: dict[str, Ink]) -> str:
    return MARKS.get(thing.lower()) or (
        ink[thing].mark if thing in ink else "∅" if thing.lower() in EMPTY_NAMES else "■"
    )


def _square_texts(scene: Scene, ink: dict[str, Ink]) -> dict[tuple[int, int], str]:
    """Return the text for the uppermost thing on each square."""
    texts = {}
    for cell in scene.cells:
        if cell.layer and cell.state != "false" and cell.state.lower() not in EMPTY_NAMES:
            texts[cell.x, cell.y] = marks_of(cell.state, ink)
    for label in scene.labels:
        if label.role in (*_ENTRIES, "clue"):
            covering = texts.get((label.x, label.y), "")
            # A number on a wall is shown with the wall's mark; a clue is on a wall anyway.
            is_over = label.role != "clue" and covering == MARKS["wall"]
            texts[label.x, label.y] = covering + label.text if is_over else label.text
    return texts


# ---------------------------------------------------------------------- guesses


def _guess_squares(fact: PredicateFacts, row: int, column: int, content: int) -> Iterator[Guess]:
    """Guess squares that each hold a value."""
    single = fact.share_with_single_value(content)
    across = len(fact.values[row]) * len(fact.values[column])
    if single < 0.5 or min(len(fact.values[row]), len(fact.values[column])) < 2 or across > MOST_CELLS:
        return
    if fact.role_score(row, COLUMNS) + fact.role_score(column, ROWS) > fact.role_score(row, ROWS) + fact.role_score(
        column, COLUMNS
    ):
        row, column = column, row
    times = 1 if fact.step is None else len(fact.values[fact.step])
    held = len(set(fact.true_rows_without(content)))
    points = (
        (single >= MIN_SHARE)
        + (2 if held >= MIN_SHARE * across * times else 0)
        + (fact.values[row] == fact.values[column])
        + (content == fact.non_step_places[-1])
        + fact.role_score(row, ROWS)
        + fact.role_score(column, COLUMNS)
        + min(1, fact.role_score(content, _VALUE_WORDS))
        - (0 if fact.has_consecutive_numbers(row) and fact.has_consecutive_numbers(column) else 3)
    )
    yield Guess("board", (fact.shape_with_roles({row: "row", column: "column", content: "value"}),), points)


def _guess_marked_squares(fact: PredicateFacts, row: int, column: int) -> Iterator[Guess]:
    """Guess squares with marks. Without steps a grid is the default, so only a better look is sure."""
    if not (fact.has_consecutive_numbers(row) and fact.has_consecutive_numbers(column)) or fact.is_named_after(
        EDGES
    ):
        return
    name_score = fact.role_score(row, ROWS) + fact.role_score(column, COLUMNS)
    queens = _are_queens(fact, row, column)
    if fact.step is not None and not (fact.has_drawable_name or name_score >= 2):
        return  # a grid
    points = (
        name_score
        + (fact.values[row] == fact.values[column])
        + 3 * fact.has_drawable_name
        + 3 * queens
        + fact.is_step_sure
    )
    if fact.step is None and not (fact.has_drawable_name or queens):
        points = min(points, SURE_POINTS - 1)
    look = "queen" if queens and not fact.has_drawable_name else ""
    yield Guess("board", (fact.shape_with_roles({row: "row", column: "column"}, look),), points)


def _are_queens(fact: PredicateFacts, row: int, column: int) -> bool:
    """Whether a square board has one mark per row, and no two marks share a column or a diagonal."""
    if fact.step is not None or not 4 <= len(fact.true) == len(fact.values[row]) == len(fact.values[column]):
        return False
    places = [
        (down, across)
        for indices in fact.true
        if isinstance(down := indices[row], int) and isinstance(across := indices[column], int)
    ]
    lines = ([y for y, _ in places], [x for _, x in places], [y + x for y, x in places], [y - x for y, x in places])
    return all([len(set(line)) == len(places) for line in lines])


def _guess_shared_board(facts: Sequence[PredicateFacts]) -> Iterator[Guess]:
    """Guess a board shared by predicates that are named after drawable things."""
    marks = [
        fact
        for fact in facts
        if fact.has_drawable_name
        and len(fact.non_step_places) == 2
        and all([fact.is_numeric(place) for place in fact.non_step_places])
    ]
    if len(marks) > 1 and len({fact.step is None for fact in marks}) == 1:
        marks.sort(
            key=lambda fact: DRAWING_ORDER.index(
                next(names for names in DRAWING_ORDER if fact.name.lower() in names)
            )
        )
        shapes = [
            fact.shape_with_roles({fact.non_step_places[0]: "row", fact.non_step_places[1]: "column"})
            for fact in marks
        ]
        yield Guess("board", tuple(shapes), 2 + 3 * len(marks))
