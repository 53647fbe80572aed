"""Whether nodes and steps of a proof are a tree: one root, a way to every node, no circle; merges join branches."""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from bigand.puzzles.lightup.proof.objection import Flaw, Objection, objection_to
from bigand.puzzles.lightup.proof.tree import Proof, Step

_NAMED = 8  # nodes, at most, that a message lists


class Tree(Struct, frozen=True):
    """The steps that leave each node, the one that arrives there, and the nodes each after those it comes from."""

    root: str
    leaving: dict[str, list[Step]]
    arriving: dict[str, Step]
    order: list[str]


def tree_of(proof: Proof) -> tuple[Tree | None, list[Objection]]:
    """The tree of a proof, if it has a root, and what is wrong with it."""
    objections = [*_names(proof), *_ends(proof)]
    if len(proof.roots) != 1:
        names = ", ".join(proof.roots[:_NAMED])
        reason = Flaw.SEVERAL_ROOTS if proof.roots else Flaw.NO_ROOT
        return None, [*objections, Objection(reason, gaps={"nodes": names})]
    tree = _connected(proof)
    objections += [
        objection_to(step, Flaw.TWO_PARENTS)
        for step in proof.steps
        if step.child in tree.arriving and tree.arriving[step.child] is not step
    ]
    objections += _disconnected(proof, tree)
    return tree, objections


def _names(proof: Proof) -> Iterator[Objection]:
    """Nodes and steps whose names are not theirs alone."""
    for name, count in Counter(proof.nodes).items():
        if not name:
            yield Objection(Flaw.NO_NAME)
        elif count > 1:
            yield Objection(Flaw.SAME_NAME, node=name, gaps={"name": name})
    met: set[str] = set()
    for step in proof.steps:
        if step.name in met:
            yield Objection(Flaw.SAME_NAME, step=step.name, line=step.line, gaps={"name": step.name})
        met.add(step.name)


def _ends(proof: Proof) -> Iterator[Objection]:
    """Steps from nowhere or to nowhere."""
    nodes = frozenset(proof.nodes)
    for step in proof.steps:
        if step.child is None:
            yield objection_to(step, Flaw.NO_CHILD)
        if not step.parents:
            yield objection_to(step, Flaw.NO_PARENT)
        for name in (*step.parents, step.child):
            if name is not None and name not in nodes:
                gaps = {"name": name}
                yield Objection(Flaw.NO_SUCH_NODE, step.name, None, step.line, step.rule, gaps=gaps)


def _connected(proof: Proof) -> Tree:
    """The tree as far as it can be reached from the root; of several steps to a node the first counts."""
    root = proof.roots[0]
    nodes = frozenset(proof.nodes)
    leaving: dict[str, list[Step]] = {name: [] for name in proof.nodes}
    arriving: dict[str, Step] = {}
    for step in proof.steps:
        for parent in step.parents:
            leaving.setdefault(parent, []).append(step)
        if step.child is not None and step.child in nodes:
            arriving.setdefault(step.child, step)
    order = [root]
    waiting = {child: len(step.parents) for child, step in arriving.items()}
    for node in order:  # which grows
        for step in leaving[node]:
            child = step.child
            if child is None or arriving.get(child) is not step or child == root:
                continue
            waiting[child] -= 1
            if not waiting[child]:
                order.append(child)
    return Tree(root, leaving, arriving, order)


def _disconnected(proof: Proof, tree: Tree) -> list[Objection]:
    """A circle, or else what cannot be reached."""
    circle = _circle(proof)
    if circle:
        end = circle[0] if len(circle) <= _NAMED else "…"
        return [Objection(Flaw.CIRCLE, node=circle[0], gaps={"nodes": " → ".join([*circle[:_NAMED], end])})]
    reached = frozenset(tree.order)
    lost = [name for name in dict.fromkeys(proof.nodes) if name not in reached]
    lost = [name for name in lost if name not in tree.arriving] or lost
    return [Objection(Flaw.CUT_OFF, node=lost[0], gaps={"nodes": ", ".join(lost[:_NAMED])})] if lost else []


def _circle(proof: Proof) -> list[str]:
    """The nodes of a circle, if there is one: what is left when nodes that nothing leads to are taken away."""
    coming: dict[str, list[str]] = {name: [] for name in proof.nodes}
    going: dict[str, list[str]] = {name: [] for name in proof.nodes}
    for step in proof.steps:
        for parent in step.parents:
            if step.child in coming and parent in going:
                coming[step.child].append(parent)
                going[parent].append(step.child)
    count = {name: len(parents) for name, parents in coming.items()}
    free = [name for name, number in count.items() if not number]
    for name in free:  # which grows
        for child in going[name]:
            count[child] -= 1
            if not count[child]:
                free.append(child)
    left = set(coming).difference(free)
    if not left:
        return []
    # Every node that is left has a parent that is left, so going back ends in a circle.
    way: dict[str, int] = {}
    node = min(left)
    while node not in way:
        way[node] = len(way)
        node = next(parent for parent in coming[node] if parent in left)
    return list(way)[way[node] :][::-1]
