"""A graph: nodes and edges, laid out by ourselves and always in the same way.

What a predicate is, its roles tell: `edge(from,to)` are arrows, `edge(node,node)` lines, `colour(node,colour)`
gives nodes a colour, a predicate of one index chooses nodes. Nodes are placed so that their distances on paper are
like those along the edges (stress majorisation: de Leeuw 1977; Gansner, Koren and North 2004), from a circle on.
"""

from collections.abc import Iterator, Sequence
from math import sqrt
from textwrap import wrap

import numpy as np

from bigand.ground.columns import Array
from bigand.language.roles import COLOUR, END, START
from bigand.view.layers import Layer, index_order, place_of
from bigand.view.palette import EMPTY, Depth, Ink, painted
from bigand.view.scene import Edge, Index, Label, Node, Scene

_LARGEST = 250  # nodes that are laid out; more go on a circle
_ROUNDS = 120


def fits(layer: Layer) -> bool:
    """Whether a layer has one to three indices, everywhere as many."""
    sizes = {len(row) for row in layer.rows}
    return len(sizes) <= 1 and sizes <= {1, 2, 3}


def graph(title: str, layers: Sequence[Layer], everywhere: Sequence[Layer]) -> Scene:
    """The scene of a graph; `everywhere` are the layers of all steps, which decide where nodes are."""
    names, pairs = _nodes(everywhere)
    width, height, places = _laid_out(len(names), pairs)
    states = ["none"] * len(names)
    number = {name: at for at, name in enumerate(names)}
    edges: dict[tuple[int, int, str], Edge] = {}
    for layer in layers:
        ends = _ends(layer)
        if ends is None:
            _mark(layer, states, number)
            continue
        for edge in _edges(layer, ends, number):
            key = (edge.start, edge.end, edge.text)
            if key not in edges or edges[key].state == "false":
                edges[key] = edge
    nodes = [
        Node(f"node-{name}", round(float(x), 4), round(float(y), 4), str(name), state)
        for name, (x, y), state in zip(names, places, states, strict=True)
    ]
    labels = (Label("title", 0, 0, title, "title"),)
    return Scene(width, height, (), labels, "graph", tuple(nodes), tuple(edges.values()))


def _ends(layer: Layer) -> tuple[int, int, int | None, bool] | None:
    """Which indices are the ends of an edge and what is said of it, and whether it is directed; none for nodes."""
    size = len(layer.rows[0]) if layer.rows else len(layer.roles)
    if size == 1 or (size == 2 and place_of(COLOUR, layer.roles, [0, 1]) is not None):
        return None
    free = list(range(size))
    start = place_of(START, layer.roles, free)
    end = place_of(END, layer.roles, free)
    is_directed = start is not None or end is not None
    rest = [at for at in free if at not in (start, end)]
    content = place_of(COLOUR, layer.roles, rest) if size == 3 else None
    rest = [at for at in rest if at != content]
    start = rest.pop(0) if start is None else start
    end = rest.pop(0) if end is None else end
    return start, end, content if content is not None else rest[0] if rest else None, is_directed


def _nodes(layers: Sequence[Layer]) -> tuple[list[Index], set[tuple[int, int]]]:
    """All nodes in order, and which are joined."""
    found: set[Index] = set()
    joined: list[tuple[Index, Index]] = []
    for layer in layers:
        ends = _ends(layer)
        if ends is None:
            node = _node_place(layer)
            found |= {row[node] for row in layer.rows}
        else:
            joined += [(row[ends[0]], row[ends[1]]) for row in layer.rows]
    found |= {node for pair in joined for node in pair}
    names = sorted(found, key=index_order)
    number = {name: at for at, name in enumerate(names)}
    return names, {(number[a], number[b]) for a, b in joined if a != b}


def _node_place(layer: Layer) -> int:
    colour = place_of(COLOUR, layer.roles, [0, 1])
    return 0 if colour is None else 1 - colour


def _mark(layer: Layer, states: list[str], number: dict[Index, int]) -> None:
    """Colours of nodes, or nodes that are chosen."""
    node = _node_place(layer)
    for row in layer.true:
        state = layer.look or (str(row[1 - node]) if len(row) == 2 else "true")
        if state.lower() not in EMPTY:
            states[number[row[node]]] = state


def _edges(layer: Layer, ends: tuple[int, int, int | None, bool], number: dict[Index, int]) -> Iterator[Edge]:
    start, end, content, is_directed = ends
    true = set(layer.true)
    is_colour = content is not None and place_of(COLOUR, layer.roles, [content]) is not None
    for row in (*layer.true, *[row for row in layer.rows if row not in true]):
        a, b = number[row[start]], number[row[end]]
        if not is_directed and a > b:
            a, b = b, a
        said = str(row[content]) if content is not None else ""
        state = "false" if row not in true else layer.look or (said if is_colour else "true")
        if a != b and not (said and state == "false"):
            yield Edge(f"edge-{row[start]}-{row[end]}", a, b, state, is_directed, "" if is_colour else said)


# ---------------------------------------------------------------------- layout


def _laid_out(count: int, pairs: set[tuple[int, int]]) -> tuple[int, int, Array]:
    """How many units wide and high the graph is, and where its nodes are in it, between 0 and 1."""
    if count == 0:
        return 1, 1, np.empty((0, 2))
    places = _circle(count) if count > _LARGEST or not pairs else _spread(count, pairs)
    low, high = places.min(axis=0), places.max(axis=0)
    span = np.maximum(high - low, 1e-9)
    width, height = [max(1, round(float(side))) for side in span * _scale(places)]
    if count == 1:
        return 1, 1, np.full((1, 2), 0.5)
    inside = np.where(high - low > 1e-6, (places - low) / span, 0.5)
    return width, height, inside


def _scale(places: Array) -> float:
    """So that the nearest two nodes are one unit apart, within reason."""
    if len(places) < 2:
        return 1.0
    apart = _distances(places)
    apart[np.diag_indices(len(places))] = np.inf
    nearest = float(np.quantile(apart.min(axis=1), 0.1))
    largest = 3.0 * sqrt(len(places)) + 2
    whole = float((places.max(axis=0) - places.min(axis=0)).max())
    return min(1.0 / max(nearest, 1e-6), largest / max(whole, 1e-6))


def _distances(places: Array) -> Array:
    return np.sqrt(((places[:, None, :] - places[None, :, :]) ** 2).sum(axis=2))


def _circle(count: int) -> Array:
    angles = np.arange(count) * (2 * np.pi / count) - np.pi / 2
    radius = max(1.0, count / (2 * np.pi))
    return radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)


def _spread(count: int, pairs: set[tuple[int, int]]) -> Array:
    """Places whose distances are like those in the graph: each round moves nodes to where the others want them."""
    wanted = _path_lengths(count, pairs)
    weights = 1 / np.maximum(wanted, 1.0) ** 2
    np.fill_diagonal(weights, 0.0)
    laplacian = np.diag(weights.sum(axis=1)) - weights
    inverse = np.linalg.pinv(laplacian)
    places = _circle(count)
    for _ in range(_ROUNDS):
        apart = np.maximum(_distances(places), 1e-9)
        pull = -weights * wanted / apart
        np.fill_diagonal(pull, 0.0)
        np.fill_diagonal(pull, -pull.sum(axis=1))
        places = inverse @ (pull @ places)
    return _upright(places)


def _path_lengths(count: int, pairs: set[tuple[int, int]]) -> Array:
    """How many edges apart nodes are; parts that are not joined a little more than the longest way."""
    lengths = np.full((count, count), np.inf)
    np.fill_diagonal(lengths, 0.0)
    for a, b in pairs:
        lengths[a, b] = lengths[b, a] = 1.0
    for middle in range(count):
        lengths = np.minimum(lengths, lengths[:, middle, None] + lengths[None, middle, :])
    known = lengths[np.isfinite(lengths)]
    return np.where(np.isfinite(lengths), lengths, known.max() + 1)


def _upright(places: Array) -> Array:
    """Turned so that the longest side lies across, and the first node is left and above."""
    middle = places - places.mean(axis=0)
    _, axes = np.linalg.eigh(middle.T @ middle)
    turned = middle @ axes[:, ::-1]
    signs = np.where(np.round(turned[0], 6) > 0, -1.0, 1.0)
    return np.asarray(np.round(turned * signs, 6))


# ---------------------------------------------------------------------- terminal


def draw_graph(scene: Scene, ink: dict[str, Ink], width: int, depth: Depth) -> Iterator[str]:
    """A line a node: its name, its colour, and what it is joined to."""
    names = [node.text for node in scene.nodes]
    wide = max([len(name) for name in names], default=0)
    beyond: list[list[str]] = [[] for _ in names]
    for edge in scene.edges:
        if edge.state == "false":
            continue
        said = f" ({edge.text or edge.state})" if edge.text or edge.state != "true" else ""
        beyond[edge.start].append(f"{'→' if edge.is_directed else ''}{names[edge.end]}{said}")
        if not edge.is_directed:
            beyond[edge.end].append(f"{names[edge.start]}{said}")
    states = [node.state if node.state != "none" else "" for node in scene.nodes]
    states = ["■" if state == "true" else state for state in states]
    colours = max([len(state) for state in states], default=0)
    for node, state, others in zip(scene.nodes, states, beyond, strict=True):
        shown = state.ljust(colours)
        if depth and node.state in ink:
            shown = painted(state, ink[node.state].colour, depth) + " " * (colours - len(state))
        head = f"{node.text.rjust(wide)}  {shown}{'  ' if colours else ''}"
        room = max(width - wide - colours - 4, 20)
        lines = wrap(", ".join(others), room, break_long_words=False, break_on_hyphens=False) or [""]
        yield f"{head}{lines[0]}".rstrip()
        for line in lines[1:]:
            yield " " * (wide + 2 + colours + (2 if colours else 0)) + line
