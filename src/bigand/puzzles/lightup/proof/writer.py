"""Proofs as LEGUP's files: as its current program writes them, or in the older dialect."""

from collections.abc import Sequence
from xml.sax.saxutils import quoteattr

from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.formats.legup import HEAD, VERSION, board_lines, cell_line
from bigand.puzzles.lightup.proof.reader import claim_hash
from bigand.puzzles.lightup.proof.tree import MERGE, Aim, Goal, Proof, ProofStep

_SAVED = "2000-01-01 00:00:00"  # the same proof is the same file, whenever it is written


def write_proof(proof: Proof, is_solved: bool = False, older: bool = False) -> str:
    """The file of a proof; `is_solved` is what it is to claim of itself."""
    tree = _older_tree_lines(proof) if older else _tree_lines(proof)
    root, puzzle = ("edu.rpi.legup.Legup", "edu.rpi.legup.puzzle") if older else ("Legup", "puzzle")
    lines = [
        HEAD,
        f'<{root} version="{VERSION}">',
        f'  <{puzzle} name="LightUp">',
        *board_lines(proof.board, _goal_lines(proof.goal, proof.board)),
        "    <proof>",
        "      <tree>",
        *[f"        {line}" for line in tree],
        "      </tree>",
        "    </proof>",
        f"  </{puzzle}>",
        f'  <solved isSolved="{claim_hash(is_solved, _SAVED)}" lastSaved="{_SAVED}"/>',
        f"</{root}>",
    ]
    return "\n".join(lines) + "\n"


def _goal_lines(goal: Goal, board: Board) -> list[str]:
    if goal.aim is Aim.DEFAULT:
        return []
    assumes = str(goal.assumes_solution).lower()
    cells = [f"  {cell_line(index, cell, board.width)}" for index, cell in goal.cells]
    return [f'<goal type="{goal.aim.value}" assumeSolution="{assumes}">', *cells, "</goal>"]


def _tree_lines(proof: Proof) -> list[str]:
    """Every node with the steps that leave it; a merge stands in all the nodes that it joins."""
    outgoing: dict[str, list[ProofStep]] = {name: [] for name in proof.nodes}
    for step in proof.steps:
        for parent in step.parents:
            outgoing.setdefault(parent, []).append(step)  # a draft may name a node that it does not have
    lines = []
    for name, steps in outgoing.items():
        opening = f"<node id={quoteattr(name)}" + (' root="true"' if name in proof.roots else "")
        if not steps:
            lines.append(f"{opening}/>")
            continue
        step_lines = [line for step in steps for line in _step_lines(step, proof.board.width, _id_attributes(step))]
        lines += [f"{opening}>", *[f"  {line}" for line in step_lines], "</node>"]
    return lines


def _older_tree_lines(proof: Proof) -> list[str]:
    """All nodes, then all steps, each with its parent; a merge is several of them."""
    nodes = [
        f"<node id={quoteattr(name)}" + (' root="true"/>' if name in proof.roots else "/>") for name in proof.nodes
    ]
    steps = [
        line
        for step in proof.steps
        for parent in step.parents
        for line in _step_lines(step, proof.board.width, {"parent": parent})
    ]
    return [
        "<nodes>",
        *[f"  {line}" for line in nodes],
        "</nodes>",
        "<transitions>",
        *[f"  {line}" for line in steps],
        "</transitions>",
    ]


def _id_attributes(step: ProofStep) -> dict[str, str]:
    """The id of a step and of its rule, which only the current dialect has."""
    rule = MERGE if step.is_merge else step.rule.id if step.rule is not None else ""
    return {"id": step.name, **({"rule_id": rule} if rule else {})}


def _step_lines(step: ProofStep, width: int, extra: dict[str, str]) -> Sequence[str]:
    rule = "Merge Rule" if step.is_merge else step.rule.name if step.rule is not None else step.rule_text
    attributes = {"child": step.child or "", "rule": rule, **extra}
    attribute_text = " ".join([f"{name}={quoteattr(value)}" for name, value in attributes.items() if value])
    if not step.changes:
        return [f"<transition {attribute_text}/>"]
    cells = [f"  {cell_line(index, cell, width)}" for index, cell in step.changes]
    return [f"<transition {attribute_text}>", *cells, "</transition>"]
