"""Check that the nodes and steps of a proof form a tree: one root, all nodes reachable, no cycle.

Merges join branches.
"""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from bigand.puzzles.lightup.proof.objection import Flaw, Objection, step_objection
from bigand.puzzles.lightup.proof.tree import Proof, ProofStep

_MAX_NAMES = 8  # nodes that a message lists


class Tree(Struct, frozen=True):
    """The steps that leave each node, the one that leads to it, and the nodes in topological order."""

    root: str
    outgoing: dict[str, list[ProofStep]]
    incoming: dict[str, ProofStep]
    order: list[str]


def build_tree(proof: Proof) -> tuple[Tree | None, list[Objection]]:
    """Return the tree of a proof, if it has one root, and what is wrong with it."""
    objections = [*_objections_to_names(proof), *_objections_to_step_ends(proof)]
    if len(proof.roots) != 1:
        names = ", ".join(proof.roots[:_MAX_NAMES])
        reason = Flaw.SEVERAL_ROOTS if proof.roots else Flaw.NO_ROOT
        return None, [*objections, Objection(reason, gaps={"nodes": names})]
    tree = _connect(proof)
    objections += [
        step_objection(step, Flaw.TWO_PARENTS)
        for step in proof.steps
        if step.child in tree.incoming and tree.incoming[step.child] is not step
    ]
    objections += _objections_to_unreachable(proof, tree)
    return tree, objections


def _objections_to_names(proof: Proof) -> Iterator[Objection]:
    """Yield objections to missing and duplicate names of nodes and steps."""
    for name, count in Counter(proof.nodes).items():
        if not name:
            yield Objection(Flaw.NO_NAME)
        elif count > 1:
            yield Objection(Flaw.SAME_NAME, node=name, gaps={"name": name})
    seen_names: set[str] = set()
    for step in proof.steps:
        if step.name in seen_names:
            yield Objection(Flaw.SAME_NAME, step=step.name, line=step.line, gaps={"name": step.name})
        seen_names.add(step.name)


def _objections_to_step_ends(proof: Proof) -> Iterator[Objection]:
    """Yield objections to steps without a start or an end."""
    nodes = frozenset(proof.nodes)
    for step in proof.steps:
        if step.child is None:
            yield step_objection(step, Flaw.NO_CHILD)
        if not step.parents:
            yield step_objection(step, Flaw.NO_PARENT)
        for name in (*step.parents, step.child):
            if name is not None and name not in nodes:
                gaps = {"name": name}
                yield Objection(Flaw.NO_SUCH_NODE, step.name, None, step.line, step.rule, gaps=gaps)


def _connect(proof: Proof) -> Tree:
    """Return the tree as far as the root reaches; of several steps to a node the first counts."""
    root = proof.roots[0]
    nodes = frozenset(proof.nodes)
    outgoing: dict[str, list[ProofStep]] = {name: [] for name in proof.nodes}
    incoming: dict[str, ProofStep] = {}
    for step in proof.steps:
        for parent in step.parents:
            outgoing.setdefault(parent, []).append(step)
        if step.child is not None and step.child in nodes:
            incoming.setdefault(step.child, step)
    order = [root]
    missing_parents = {child: len(step.parents) for child, step in incoming.items()}
    for node in order:  # grows during the loop
        for step in outgoing[node]:
            child = step.child
            if child is None or incoming.get(child) is not step or child == root:
                continue
            missing_parents[child] -= 1
            if not missing_parents[child]:
                order.append(child)
    return Tree(root, outgoing, incoming, order)


def _objections_to_unreachable(proof: Proof, tree: Tree) -> list[Objection]:
    """Return an objection to a cycle, or else to nodes that cannot be reached."""
    circle = _find_cycle(proof)
    if circle:
        end = circle[0] if len(circle) <= _MAX_NAMES else "…"
        return [Objection(Flaw.CIRCLE, node=circle[0], gaps={"nodes": " → ".join([*circle[:_MAX_NAMES], end])})]
    reached = frozenset(tree.order)
    unreachable = [name for name in dict.fromkeys(proof.nodes) if name not in reached]
    unreachable = [name for name in unreachable if name not in tree.incoming] or unreachable
    return (
        [Objection(Flaw.CUT_OFF, node=unreachable[0], gaps={"nodes": ", ".join(unreachable[:_MAX_NAMES])})]
        if unreachable
        else []
    )


def _find_cycle(proof: Proof) -> list[str]:
    """Return the nodes of a cycle, if there is one: what is left after removing nodes without parents."""
    parents_of: dict[str, list[str]] = {name: [] for name in proof.nodes}
    children_of: dict[str, list[str]] = {name: [] for name in proof.nodes}
    for step in proof.steps:
        for parent in step.parents:
            if step.child in parents_of and parent in children_of:
                parents_of[step.child].append(parent)
                children_of[parent].append(step.child)
    count = {name: len(parents) for name, parents in parents_of.items()}
    ready = [name for name, number in count.items() if not number]
    for name in ready:  # grows during the loop
        for child in children_of[name]:
            count[child] -= 1
            if not count[child]:
                ready.append(child)
    remaining = set(parents_of).difference(ready)
    if not remaining:
        return []
    # Every remaining node has a remaining parent, so going back ends in a cycle.
    visited: dict[str, int] = {}
    node = min(remaining)
    while node not in visited:
        visited[node] = len(visited)
        node = next(parent for parent in parents_of[node] if parent in remaining)
    return list(visited)[visited[node] :][::-1]
