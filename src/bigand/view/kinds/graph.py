"""A graph: nodes and edges.

Roles say what a predicate is: `edge(from,to)` are arrows, `edge(node,node)` lines, `colour(node,colour)` gives
nodes a colour, and a predicate with one index selects nodes.
"""

from collections.abc import Iterator, Sequence
from operator import itemgetter
from textwrap import wrap

from msgspec.structs import replace

from bigand.view.drawing import (
    BACKGROUND,
    FOREGROUND,
    Box,
    Disc,
    Drawing,
    Line,
    Point,
    Shape,
    Text,
    arrow_head,
    text_width,
)
from bigand.view.exhibit import Guess, GuessedShape
from bigand.view.facts import EDGES, PredicateFacts, role_words
from bigand.view.kinds import Kind, SceneInput, Screen
from bigand.view.layers import Layer, index_sort_key, place_with_role, true_then_false_atoms_by_place
from bigand.view.paint import CELL, colour_of
from bigand.view.palette import EMPTY_NAMES, Ink, contrast_colour, paint_text_background
from bigand.view.scene import Edge, Index, Label, Node, Scene

COLOUR_ROLES = frozenset(
    {"colour", "color", "couleur", "group", "groupe", "class", "classe", "team", "équipe", "equipe"}
)
START_ROLES = frozenset({"from", "de", "source", "origin", "origine", "start", "départ", "depart"})
END_ROLES = frozenset({"to", "vers", "target", "destination", "but", "end", "arrivée", "arrivee"})
_NODE_WORDS = role_words("node noeud sommet vertex city ville region station pays place", "uvab")
_ONE_WAY = frozenset({"arc", "succ", "successor", "suivant", "beats", "bat"})
_RADIUS, _EDGE_LENGTH = 15.0, 84.0
_PLAIN_COLOUR, _CHOSEN_COLOUR, _UNCHOSEN_COLOUR = "#eef1f4", "#2f6f4f", "#dcdcd6"


class Graph(Kind):
    """All predicates of a view in one graph."""

    is_shared = True

    def fits(self, layer: Layer) -> bool:
        """Whether all rows have equally many indices, one to three."""
        sizes = {len(row) for row in layer.rows}
        return len(sizes) <= 1 and sizes <= {1, 2, 3}

    def scene(self, scene_input: SceneInput) -> Scene:
        """Return the scene; node positions are computed from all steps."""
        from bigand.view.graph_layout import lay_out_graph  # imports NumPy

        names, pairs = _collect_nodes(scene_input.all_steps)
        width, height, places = lay_out_graph(len(names), pairs)
        states = ["none"] * len(names)
        number = {name: index for index, name in enumerate(names)}
        edges: dict[tuple[int, int, str], Edge] = {}
        for layer in scene_input.layers:
            ends = _edge_argument_places(layer)
            if ends is None:
                _mark_nodes(layer, states, number)
                continue
            for edge in _make_edges(layer, ends, number):
                key = (edge.start, edge.end, edge.text)
                known = edges.get(key)
                if known is None:
                    edges[key] = edge
                else:
                    shown = edge if known.state == "false" else known
                    edges[key] = replace(shown, atoms=(*known.atoms, *edge.atoms))
        atoms = true_then_false_atoms_by_place(list(_node_layers(scene_input.layers)), len(names))
        nodes = [
            Node(f"node-{name}", round(float(x), 4), round(float(y), 4), str(name), state, atoms.get(name, ()))
            for name, (x, y), state in zip(names, places, states, strict=True)
        ]
        labels = (Label("title", 0, 0, scene_input.title, "title"),)
        return Scene(width, height, (), labels, "graph", tuple(nodes), tuple(edges.values()))

    def lines(self, scene: Scene, screen: Screen) -> list[str]:
        """Return a line per node: its name, its colour, and its neighbours."""
        names = [node.text for node in scene.nodes]
        wide = max([len(name) for name in names], default=0)
        neighbours: list[list[str]] = [[] for _ in names]
        for edge in scene.edges:
            if edge.state == "false":
                continue
            suffix = f" ({edge.text or edge.state})" if edge.text or edge.state != "true" else ""
            neighbours[edge.start].append(f"{'→' if edge.is_directed else ''}{names[edge.end]}{suffix}")
            if not edge.is_directed:
                neighbours[edge.end].append(f"{names[edge.start]}{suffix}")
        states = [node.state if node.state != "none" else "" for node in scene.nodes]
        states = ["■" if state == "true" else state for state in states]
        drawn = []
        colours = max([len(state) for state in states], default=0)
        for node, state, others in zip(scene.nodes, states, neighbours, strict=True):
            shown = state.ljust(colours)
            if screen.depth and node.state in screen.ink:
                shown = paint_text_background(state, screen.ink[node.state].colour, screen.depth) + " " * (
                    colours - len(state)
                )
            head = f"{node.text.rjust(wide)}  {shown}{'  ' if colours else ''}"
            room = max(screen.width - wide - colours - 4, 20)
            lines = wrap(", ".join(others), room, break_long_words=False, break_on_hyphens=False) or [""]
            drawn.append(f"{head}{lines[0]}".rstrip())
            indent = " " * (wide + 2 + colours + (2 if colours else 0))
            drawn += [indent + line for line in lines[1:]]
        return drawn

    def paint(self, scene: Scene, name: str, ink: dict[str, Ink]) -> Drawing:
        """Paint edges first, thin if not chosen, then nodes in their colours, with long names below them."""
        widest = max([text_width(node.text, 12) for node in scene.nodes], default=0.0)
        is_short = widest <= 2 * _RADIUS - 6
        margin = _RADIUS if is_short else max(_RADIUS, widest / 2)
        far = _EDGE_LENGTH if is_short else max(_EDGE_LENGTH, 0.8 * widest)
        # Part of an edge is visible on both sides of its text.
        far = max([far, *[text_width(edge.text, 11) + 2 * _RADIUS + 44 for edge in scene.edges if edge.text]])
        low = CELL + 8 + _RADIUS
        places = [(margin + node.x * scene.width * far, low + node.y * scene.height * far) for node in scene.nodes]
        shapes: list[Shape] = []
        for edge in sorted(scene.edges, key=lambda edge: edge.state != "false"):
            shapes += _edge_shapes(edge, _trim_to_circles(places[edge.start], places[edge.end], _RADIUS), name, ink)
        for node, (x, y) in zip(scene.nodes, places, strict=True):
            fill = _CHOSEN_COLOUR if node.state == "true" else colour_of(node.state, ink) or _PLAIN_COLOUR
            shapes.append(Disc(x, y, _RADIUS, fill, FOREGROUND, f"{name}-{node.id}", node.state, atoms=node.atoms))
            if is_short:
                shapes.append(Text(x, y + 4.5, node.text, 12, "middle", fill=contrast_colour(fill)))
            else:
                wide = text_width(node.text, 12)
                shapes += [
                    Box(x - wide / 2, y + _RADIUS + 2, wide, 15, BACKGROUND),
                    Text(x, y + _RADIUS + 14, node.text, 12, "middle"),
                ]
        bottom = low + scene.height * far + _RADIUS + (0 if is_short else 18)
        return _with_legend(Drawing(scene.width * far + 2 * margin, bottom, tuple(shapes)), scene, name, ink)

    def guesses(self, facts: Sequence[PredicateFacts]) -> Iterator[Guess]:
        """Guess edges between things of one kind, with predicates about these things."""
        for fact in facts:
            if len(fact.non_step_places) not in (2, 3):
                continue
            start, end, *content = fact.non_step_places
            shared = fact.values[start] & fact.values[end]
            if 2 * len(shared) < min(len(fact.values[start]), len(fact.values[end])):
                continue
            is_named = fact.is_named_after(EDGES)
            if (fact.is_numeric(start) or content) and not is_named:
                continue
            points = (
                3 * is_named
                + 2 * (not fact.is_numeric(start))
                + (not any([row[start] == row[end] for row in fact.true]))
                + max(fact.role_score(start, _NODE_WORDS), fact.role_score(end, _NODE_WORDS))
            )
            is_one_way = fact.is_named_after(_ONE_WAY) or _has_chosen_direction(fact, start, end)
            roles = {start: "from", end: "to"} if is_one_way else {start: "node", end: "node"}
            nodes = fact.values[start] | fact.values[end]
            others = [
                shape
                for candidate in facts
                if candidate is not fact
                for shape in _guess_node_shapes(candidate, nodes)
            ]
            yield Guess(
                "graph", (fact.shape_with_roles({**roles, **dict.fromkeys(content, "value")}), *others), points
            )


KIND = Graph()


def _edge_argument_places(layer: Layer) -> tuple[int, int, int | None, bool] | None:
    """Return the positions of both ends and the text of an edge, and whether it is directed; None for nodes."""
    size = len(layer.rows[0]) if layer.rows else len(layer.roles)
    if size == 1 or (size == 2 and place_with_role(COLOUR_ROLES, layer.roles, [0, 1]) is not None):
        return None
    free = list(range(size))
    start = place_with_role(START_ROLES, layer.roles, free)
    end = place_with_role(END_ROLES, layer.roles, free)
    is_directed = start is not None or end is not None
    rest = [place for place in free if place not in (start, end)]
    content = place_with_role(COLOUR_ROLES, layer.roles, rest) if size == 3 else None
    rest = [place for place in rest if place != content]
    start = rest.pop(0) if start is None else start
    end = rest.pop(0) if end is None else end
    return start, end, content if content is not None else rest[0] if rest else None, is_directed


def _collect_nodes(layers: Sequence[Layer]) -> tuple[list[Index], set[tuple[int, int]]]:
    """Return all nodes in order, and the pairs that are joined."""
    nodes: set[Index] = set()
    joined: list[tuple[Index, Index]] = []
    for layer in layers:
        ends = _edge_argument_places(layer)
        if ends is None:
            node = _node_place(layer)
            nodes |= {row[node] for row in layer.rows}
        else:
            start, end, content, _ = ends
            nodes |= {row[place] for row in layer.rows for place in (start, end)}
            # Of edges with texts, only the true ones are drawn. (With steps, any may become true.)
            is_alone = content is not None and all([len(row) == len(layer.roles) for row in layer.true])
            joined += [(row[start], row[end]) for row in (layer.true if is_alone else layer.rows)]
    names = sorted(nodes, key=index_sort_key)
    number = {name: index for index, name in enumerate(names)}
    return names, {(number[a], number[b]) for a, b in joined if a != b}


def _node_place(layer: Layer) -> int:
    colour = (
        place_with_role(COLOUR_ROLES, layer.roles, [0, 1]) if all([len(row) == 2 for row in layer.rows]) else None
    )
    return 0 if colour is None else 1 - colour


def _mark_nodes(layer: Layer, states: list[str], number_by_node: dict[Index, int]) -> None:
    """Set the colours of nodes, or mark selected nodes."""
    node = _node_place(layer)
    for row in layer.true:
        state = layer.look or (str(row[1 - node]) if len(row) == 2 else "true")
        if state.lower() not in EMPTY_NAMES:
            states[number_by_node[row[node]]] = state


def _node_layers(layers: Sequence[Layer]) -> Iterator[tuple[Layer, "itemgetter[Index]"]]:
    """Yield the layers about nodes, with the position of the node; loops count as statements about a node."""
    for layer in layers:
        ends = _edge_argument_places(layer)
        if ends is None:
            yield layer, itemgetter(_node_place(layer))
        else:
            start, end, *_ = ends
            loops = tuple([row for row in layer.true if row[start] == row[end]])
            yield replace(layer, rows=loops, true=loops), itemgetter(start)


def _make_edges(
    layer: Layer, ends: tuple[int, int, int | None, bool], number_by_node: dict[Index, int]
) -> Iterator[Edge]:
    start, end, content, is_directed = ends
    true = set(layer.true)
    is_colour = content is not None and place_with_role(COLOUR_ROLES, layer.roles, [content]) is not None
    for row in (*layer.true, *[row for row in layer.rows if row not in true]):
        a, b = number_by_node[row[start]], number_by_node[row[end]]
        if not is_directed and a > b:
            a, b = b, a
        text = str(row[content]) if content is not None else ""
        state = "false" if row not in true else layer.look or (text if is_colour else "true")
        if a != b and not (text and state == "false"):
            id = f"edge-{row[start]}-{row[end]}"
            yield Edge(id, a, b, state, is_directed, "" if is_colour else text, (layer.atom_of(row),))


def _edge_shapes(edge: Edge, ends: tuple[Point, Point], name: str, ink: dict[str, Ink]) -> Iterator[Shape]:
    start, end = ends
    colour = (
        {"true": FOREGROUND, "false": _UNCHOSEN_COLOUR}.get(edge.state) or colour_of(edge.state, ink) or FOREGROUND
    )
    width = 1.0 if edge.state == "false" else 2.0
    yield Line((start, end), colour, width, id=f"{name}-{edge.id}", state=edge.state, atoms=edge.atoms)
    if edge.is_directed:
        yield arrow_head(start, end, 10, colour)
    if edge.text:
        x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        wide = text_width(edge.text, 11) + 4
        yield Box(x - wide / 2, y - 8, wide, 14, BACKGROUND)
        yield Text(x, y + 3, edge.text, 11, "middle")


def _trim_to_circles(a: Point, b: Point, radius: float) -> tuple[Point, Point]:
    """Return the part of a line between two circles."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    share = min(0.5, radius / length)
    return (a[0] + share * dx, a[1] + share * dy), (b[0] - share * dx, b[1] - share * dy)


def _with_legend(drawing: Drawing, scene: Scene, name: str, ink: dict[str, Ink]) -> Drawing:
    """Return the drawing with the names of its colours below."""
    used = [state for state in ink if state in {node.state for node in scene.nodes}]
    shapes: list[Shape] = []
    x, y = 0.0, drawing.height + 22
    for state in used:
        wide = 22 + text_width(state, 12) + 10
        if shapes and x + wide > max(drawing.width, 200):
            x, y = 0.0, y + 22
        shapes += [
            Box(x, y - 11, 14, 14, ink[state].colour, FOREGROUND),
            Text(x + 20, y, state, 12, id=f"{name}-legend-{state}"),
        ]
        x += wide
    if not shapes:
        return drawing
    right = max([drawing.width, *[shape.x + 10 for shape in shapes if isinstance(shape, Box)], x - 10])
    return replace(drawing, width=right, height=y + 8, shapes=(*drawing.shapes, *shapes))


def _has_chosen_direction(fact: PredicateFacts, start: int, end: int) -> bool:
    """Whether somewhere both directions are possible and only one of them is chosen."""
    every = {(row[start], row[end]) for row in fact.rows}
    true = {(row[start], row[end]) for row in fact.true}
    both = [(a, b) for a, b in every if a != b and (b, a) in every]
    return any([((a, b) in true) != ((b, a) in true) for a, b in both])


def _guess_node_shapes(fact: PredicateFacts, nodes: frozenset[Index]) -> Iterator[GuessedShape]:
    """Yield a predicate that gives nodes a colour, or selects some of them."""
    if len(fact.non_step_places) == 1 and fact.values[fact.non_step_places[0]] <= nodes:
        yield fact.shape_with_roles({fact.non_step_places[0]: "node"})
    elif len(fact.non_step_places) == 2:
        for node, colour in (fact.non_step_places, fact.non_step_places[::-1]):
            if (
                fact.values[node] <= nodes
                and not fact.values[colour] & nodes
                and fact.share_with_single_value(colour) == 1
            ):
                yield fact.shape_with_roles({node: "node", colour: "colour"})
                return
