"""A scene: shapes and texts with ids, made once from a model, then drawn in the terminal or as SVG.

Coordinates are in cells: (0, 0) is the upper left corner, x goes right, y goes down. A scene is independent of
pixels, colours and characters; a back end is independent of models.
"""

from collections.abc import Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

Index: TypeAlias = int | str
Row: TypeAlias = tuple[Index, ...]  # the arguments of an atom

MOST_CELLS = 300_000  # cells of a picture
_SEPARATOR = " + "  # between the names of several things in one cell


class Cell(Struct, frozen=True, omit_defaults=True):
    """A square; `state` is `true`, `false`, `none` (no such atom), or the names of what is in it.

    On a board the squares are on layer 0, and pieces on the layers above. `atoms` are the atoms it shows: the true
    ones, then some that could have been true here.
    """

    id: str
    x: int
    y: int
    state: str
    layer: int = 0
    atoms: tuple[str, ...] = ()


class Label(Struct, frozen=True, omit_defaults=True):
    """A text in a cell of its own: the name of a row or column, or a heading."""

    id: str
    x: int
    y: int
    text: str
    # title, said (below the title), row, column, entry, given (an entry of the puzzle), clue (on a wall);
    # left, right, top, bottom (beside a board, where x or y is the distance from it)
    role: str
    atoms: tuple[str, ...] = ()  # those that an entry shows


class Node(Struct, frozen=True, omit_defaults=True):
    """A node of a graph: its position (between 0 and 1), and its colour or group."""

    id: str
    x: float
    y: float
    text: str
    state: str  # true, none, or the name of its colour
    atoms: tuple[str, ...] = ()


class Edge(Struct, frozen=True, omit_defaults=True):
    """An edge between two nodes, by index; `state` is true, false (possible, not chosen) or a name."""

    id: str
    start: int
    end: int
    state: str
    is_directed: bool
    text: str = ""
    atoms: tuple[str, ...] = ()


class Link(Struct, frozen=True, omit_defaults=True):
    """A link between two squares of a board: `look` is line, arrow, double or less (from the smaller one)."""

    id: str
    x: int
    y: int
    to_x: int
    to_y: int
    look: str
    atoms: tuple[str, ...] = ()


class Frame(Struct, frozen=True):
    """A frame around a square; `role` is the reason for it.

    `text` is a caption, `ghost` what would stand there, `out` what cannot.
    """

    x: int
    y: int
    role: str
    text: str = ""
    ghost: str = ""
    out: str = ""


class Scene(Struct, frozen=True):
    """Everything to draw, in drawing order; `kind` says how."""

    width: int
    height: int
    cells: tuple[Cell, ...]
    labels: tuple[Label, ...]
    kind: str = "grid"  # one of `view/kinds/`
    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()
    frames: tuple[Frame, ...] = ()
    is_ruled: bool = False  # squares are white and ruled, as in a puzzle, instead of light and dark
    regions: tuple[tuple[str, ...], ...] = ()  # the region of each square, row by row, if any
    links: tuple[Link, ...] = ()  # between squares of a board

    @property
    def title(self) -> str:
        return next((label.text for label in self.labels if label.role == "title"), "")

    @property
    def subtitle(self) -> str:
        """The moves made at this step."""
        return next((label.text for label in self.labels if label.role == "said"), "")

    def with_title(self, title: str, subtitle: str = "") -> "Scene":
        """Return the scene with another title."""
        others = [label for label in self.labels if label.role not in ("title", "said")]
        above = [Label("title", 0, 0, title, "title")] if title else []
        below = [Label("said", 0, 0, subtitle, "said")] if subtitle else []
        return replace(self, labels=(*above, *below, *others))

    @property
    def states(self) -> set[str]:
        """The names of all states, single or joined."""
        parts: tuple[Cell | Node | Edge, ...] = (*self.cells, *self.nodes, *self.edges)
        return {part.state for part in parts} - {"none", "true", "false"}


def join_states(names: Sequence[str]) -> str:
    """Return the state of a cell that holds several things."""
    return _SEPARATOR.join(names)


def split_state(state: str) -> list[str]:
    """Split a state into the things in the cell.

    >>> split_state(join_states(["red", "blue"])), split_state("red")
    (['red', 'blue'], ['red'])
    """
    return state.split(_SEPARATOR)


def can_be_grid(rows: Sequence[Row]) -> bool:
    """Whether all rows have two integer indices, and they are few enough to draw."""
    if not rows or not all(len(row) == 2 and all(isinstance(index, int) for index in row) for row in rows):
        return False
    return is_drawable_size(rows, 0, 1)


def is_drawable_size(rows: Sequence[Row], first: int, second: int) -> bool:
    """Whether a grid over the values of two indices has few enough cells."""
    return len({row[first] for row in rows}) * len({row[second] for row in rows}) <= MOST_CELLS


def signature_text(predicate: str, roles: tuple[str, ...]) -> str:
    return f"{predicate}({','.join(roles)})" if roles else predicate
