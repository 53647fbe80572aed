"""A scene: shapes and texts with ids, made once from a model, drawn in the terminal or as SVG.

Places are in cells: (0, 0) is the left upper corner, x goes right, y goes down. A scene knows nothing of pixels,
colours or characters; a back end knows nothing of models.
"""

from collections.abc import Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

Index: TypeAlias = int | str
Row: TypeAlias = tuple[Index, ...]  # the arguments of an atom

MOST_CELLS = 300_000  # cells of a picture
_SEPARATOR = " + "  # between the names of several things in one place


class Cell(Struct, frozen=True, omit_defaults=True):
    """A square: `state` is `true`, `false`, `none` (no such atom), or the name of what is in it, of all if several.

    On a board the squares are of layer 0, and what stands on them above it. `atoms` are those that it is about: the
    true ones, then some of those that might have been true here.
    """

    id: str
    x: int
    y: int
    state: str
    layer: int = 0
    atoms: tuple[str, ...] = ()


class Label(Struct, frozen=True, omit_defaults=True):
    """A text in a cell of its own: the name of a row, of a column, or a heading."""

    id: str
    x: int
    y: int
    text: str
    # title, said (below the title), row, column, entry, given (an entry that is printed), clue (on a wall);
    # left, right, top, bottom (beside a board, where x or y tells how far out)
    role: str
    atoms: tuple[str, ...] = ()  # those that an entry tells


class Node(Struct, frozen=True, omit_defaults=True):
    """A place of a graph: where it is (between 0 and 1), and what colour or group it has."""

    id: str
    x: float
    y: float
    text: str
    state: str  # true, none, or the name of its colour
    atoms: tuple[str, ...] = ()


class Edge(Struct, frozen=True, omit_defaults=True):
    """Two nodes by their places among all; `state` is true, false (possible, not chosen) or a name."""

    id: str
    start: int
    end: int
    state: str
    is_directed: bool
    text: str = ""
    atoms: tuple[str, ...] = ()


class Link(Struct, frozen=True, omit_defaults=True):
    """Something between two squares of a board: `look` is line, arrow, double or less (from the smaller one)."""

    id: str
    x: int
    y: int
    to_x: int
    to_y: int
    look: str
    atoms: tuple[str, ...] = ()


class Frame(Struct, frozen=True):
    """A frame around a square: `role` tells why; words, what would stand (`ghost`) and what cannot (`out`) tell
    more."""

    x: int
    y: int
    role: str
    text: str = ""
    ghost: str = ""
    out: str = ""


class Scene(Struct, frozen=True):
    """What is to be drawn, in the order of drawing; `kind` says how."""

    width: int
    height: int
    cells: tuple[Cell, ...]
    labels: tuple[Label, ...]
    kind: str = "grid"  # one of `view/kinds/`
    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()
    frames: tuple[Frame, ...] = ()
    is_ruled: bool = False  # whether squares are white and ruled, as those of a puzzle, not light and dark
    regions: tuple[tuple[str, ...], ...] = ()  # for each row of a board the names of its squares' regions, if any
    links: tuple[Link, ...] = ()  # between squares of a board

    @property
    def title(self) -> str:
        return next((label.text for label in self.labels if label.role == "title"), "")

    @property
    def subtitle(self) -> str:
        """What is done at this step."""
        return next((label.text for label in self.labels if label.role == "said"), "")

    def with_title(self, title: str, subtitle: str = "") -> "Scene":
        """The scene under another title."""
        others = [label for label in self.labels if label.role not in ("title", "said")]
        above = [Label("title", 0, 0, title, "title")] if title else []
        below = [Label("said", 0, 0, subtitle, "said")] if subtitle else []
        return replace(self, labels=(*above, *below, *others))

    @property
    def states(self) -> set[str]:
        """The names of what is to be seen, one by one or several together."""
        parts: tuple[Cell | Node | Edge, ...] = (*self.cells, *self.nodes, *self.edges)
        return {part.state for part in parts} - {"none", "true", "false"}


def join_states(names: Sequence[str]) -> str:
    """The state of a place in which there are several things."""
    return _SEPARATOR.join(names)


def split_state(state: str) -> list[str]:
    """The things in a place, by its state.

    >>> split_state(join_states(["red", "blue"])), split_state("red")
    (['red', 'blue'], ['red'])
    """
    return state.split(_SEPARATOR)


def is_grid(rows: Sequence[Row]) -> bool:
    """Whether a predicate has two indices everywhere, both integers, and not too many of them to be drawn."""
    if not rows or not all(len(row) == 2 and all(isinstance(index, int) for index in row) for row in rows):
        return False
    return is_drawable_size(rows, 0, 1)


def is_drawable_size(rows: Sequence[Row], first: int, second: int) -> bool:
    """Whether there are not too many cells, if there is one for every pair of values of two indices."""
    return len({row[first] for row in rows}) * len({row[second] for row in rows}) <= MOST_CELLS


def signature_text(predicate: str, roles: tuple[str, ...]) -> str:
    return f"{predicate}({','.join(roles)})" if roles else predicate
