"""Draw links between two squares of a board: a line, an arrow, a double line, or a "less than" sign.

A sign between neighbours is on their shared edge. Lines go from centre to centre, below the pieces on the squares.
"""

from collections.abc import Iterator, Sequence

from bigand.view.drawing import BACKGROUND, Disc, Line, Point, Shape, arrow_head
from bigand.view.layers import Layer, true_atoms_by_place
from bigand.view.scene import Index, Link

_LESS = frozenset({"less", "smaller", "moins", "inférieur", "inferieur"})
_MORE = frozenset({"more", "greater", "plus", "supérieur", "superieur"})
_ARROW = frozenset({"arrow", "flèche", "fleche"})
_DOUBLE = frozenset({"double"})
LINK_ARITY = 4  # arguments of a link: a row and a column, twice
_LINE_COLOUR, _PALE_COLOUR, _LINE_WIDTH = "#3d5a80", "#dbe7f6", 4.0
_SIGN_COLOUR = "#20242b"


def make_links(
    layer: Layer, layer_number: int, y_of_row: dict[Index, int], x_of_column: dict[Index, int]
) -> Iterator[Link]:
    """Yield the true atoms of a layer as links; `more` is `less` with the ends swapped."""
    look = _link_look(layer)
    true_atoms = true_atoms_by_place([(layer, tuple)])
    for row in layer.true:
        start, end = ((x_of_column[row[place + 1]], y_of_row[row[place]]) for place in (0, 2))
        if look == "more":
            start, end = end, start
        id = f"{layer.predicate}-{layer_number}-" + "-".join(map(str, row))
        yield Link(id, *start, *end, "less" if look == "more" else look, true_atoms[tuple(row)])


def _link_look(layer: Layer) -> str:
    for word in (layer.look.lower(), layer.predicate.lower()):
        for look, words in (("less", _LESS), ("more", _MORE), ("arrow", _ARROW), ("double", _DOUBLE)):
            if word in words:
                return look
    return "line"


def link_lines(
    links: Sequence[Link], left: float, top: float, size: float, id_prefix: str, is_pale: bool = False
) -> Iterator[Shape]:
    """Yield lines and arrows from centre to centre.

    (`left`, `top`) is the upper left corner of the board, `size` the size of a square. Pale lines go below texts
    on squares.
    """
    ink = _PALE_COLOUR if is_pale else _LINE_COLOUR
    for link in links:
        if link.look == "less":
            continue
        start, end = _link_ends(link, left, top, size)
        id = f"{id_prefix}-{link.id}"
        if link.look == "double":
            across = _perpendicular(start, end, 3.5)
            yield Line((start, end), BACKGROUND, 10)  # it may cover a single line
            for sign in (1, -1):
                ends = tuple([(x + sign * across[0], y + sign * across[1]) for x, y in (start, end)])
                yield Line(ends, ink, 3, id=id if sign == 1 else "", state=link.look, atoms=link.atoms)
        elif link.look == "arrow":
            tip = _end_of_shortened_line(start, end, 0.22 * size)
            yield Line(
                (start, _end_of_shortened_line(start, tip, 8)), ink, 3, id=id, state=link.look, atoms=link.atoms
            )
            yield arrow_head(start, tip, 11, ink)
        else:
            yield Line(
                (start, end), ink, 14.0 if is_pale else _LINE_WIDTH, id=id, state=link.look, atoms=link.atoms
            )


def link_signs(links: Sequence[Link], left: float, top: float, size: float, id_prefix: str) -> Iterator[Shape]:
    """Yield signs half way: an angle that points to the smaller one."""
    for link in links:
        if link.look != "less":
            continue
        start, end = _link_ends(link, left, top, size)
        x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        far = max(abs(end[0] - start[0]), abs(end[1] - start[1])) or 1.0
        ahead = (5.5 * (end[0] - start[0]) / far, 5.5 * (end[1] - start[1]) / far)
        aside = _perpendicular(start, end, 5.5)
        yield Disc(x, y, 9, BACKGROUND)
        points = (
            (x + ahead[0] + aside[0], y + ahead[1] + aside[1]),
            (x - ahead[0], y - ahead[1]),
            (x + ahead[0] - aside[0], y + ahead[1] - aside[1]),
        )
        yield Line(points, _SIGN_COLOUR, 2.2, id=f"{id_prefix}-{link.id}", state=link.look, atoms=link.atoms)


def _link_ends(link: Link, left: float, top: float, size: float) -> tuple[Point, Point]:
    (x, y), (to_x, to_y) = [
        (left + (x - 0.5) * size, top + (y - 0.5) * size) for x, y in ((link.x, link.y), (link.to_x, link.to_y))
    ]
    return (x, y), (to_x, to_y)


def _perpendicular(start: Point, end: Point, distance: float) -> Point:
    """Return a vector of length `distance` perpendicular to a line."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    return -distance * dy / length, distance * dx / length


def _end_of_shortened_line(start: Point, end: Point, by: float) -> Point:
    """Return the end of a line that is shortened by `by`."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    share = max(0.0, 1 - by / length)
    return start[0] + share * dx, start[1] + share * dy


# ---------------------------------------------------------------------- in a terminal

_ROWS = {"line": "─", "double": "═"}
_COLUMNS = {"line": "│", "double": "║"}


def write_straight_links(
    lines: list[list[str]], links: Sequence[Link], column_centres: Sequence[int], line_centres: Sequence[int]
) -> list[Link]:
    """Write straight links between squares, whose centres are at these columns and lines; return the others.

    Texts on squares that a line crosses are kept.
    """
    others = []
    for link in links:
        x, y, to_x, to_y = (
            column_centres[link.x - 1],
            line_centres[link.y - 1],
            column_centres[link.to_x - 1],
            line_centres[link.to_y - 1],
        )
        if (x == to_x) == (y == to_y):
            others.append(link)
        elif y == to_y:
            low, high = sorted((x, to_x))
            if link.look == "less":
                lines[y][(low + high) // 2] = "<" if x < to_x else ">"
                continue
            for position in range(low + 1, high):
                if lines[y][position] in " ·│":
                    lines[y][position] = _ROWS.get(link.look, "─")
            if link.look == "arrow":
                lines[y][to_x - 1 if x < to_x else to_x + 1] = "→" if x < to_x else "←"
        else:
            low, high = sorted((y, to_y))
            if link.look == "less":
                lines[(low + high) // 2][x] = "∧" if y < to_y else "∨"
                continue
            for position in range(low + 1, high):
                if lines[position][x] in " ·─":
                    lines[position][x] = _COLUMNS.get(link.look, "│")
            if link.look == "arrow":
                lines[to_y - 1 if y < to_y else to_y + 1][x] = "↓" if y < to_y else "↑"
    return others
