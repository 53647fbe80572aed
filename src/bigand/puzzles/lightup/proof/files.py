"""Read and write LEGUP's files with proofs; problems in them are reported step by step.

Two dialects are read. In the current one the steps are in nodes, `<node><transition child= rule= rule_id=>`; in the
older one they are in a separate list and name their parents, `<transition parent= child= rule=>`. Each element is
interpreted by its content, so that mixtures of the two are read as well.
"""

import calendar
import re
import time
from collections.abc import Sequence
from typing import TypeAlias
from xml.sax.saxutils import quoteattr

from msgspec import Struct, field
from msgspec.structs import replace

from bigand.puzzles.lightup.board import MAX_REASONING_CELLS, Board, Cell, Place
from bigand.puzzles.lightup.formats.legup import CELLS, HEAD, VALUES, VERSION, LegupReader, board_lines, cell_line
from bigand.puzzles.lightup.proof.objection import Flaw, Objection, step_objection
from bigand.puzzles.lightup.proof.tree import MERGE, Aim, Goal, Proof, ProofStep, combine_merges_by_child
from bigand.puzzles.lightup.rules import ProofRule, find_rule, normalize_name
from bigand.solve.session import LimitError
from bigand.source.document import Document

MAX_STEPS = 200_000
SAVED_FORMAT = "%Y-%m-%d %H:%M:%S"
_MARKS = frozenset({Cell.BULB, Cell.DOT})
_SEPARATORS = re.compile(r"[\s,;]+")
_AIMS = {normalize_name(aim.value): aim for aim in Aim}
_MERGES = (normalize_name(MERGE), "mergerule")

Justification: TypeAlias = tuple[ProofRule | None, bool, str]


def read_proof(document: Document, limit: int = MAX_REASONING_CELLS) -> tuple[Proof, list[Objection]]:
    """Read the proof of a file, and objections to its cells and goal; raise a `BoardError` if there is no board."""
    return _ProofReader(document, limit).read_proof()


class _Element(Struct, frozen=True):
    """An element with cells: a step, in a node, or the goal."""

    attributes: dict[str, str]
    parent_node: str | None = None
    line: int = 0
    cells: list[dict[str, str]] = field(default_factory=list)


class _ProofReader(LegupReader):
    """Reads the board like any file of LEGUP, and also nodes, steps and the goal."""

    def __init__(self, document: Document, limit: int) -> None:
        super().__init__(document, limit)
        self.nodes: list[str] = []
        self.roots: list[str] = []
        self.open_nodes: list[tuple[int, str]] = []  # with their depth
        self.steps: list[_Element] = []
        self.goal: _Element | None = None
        self.solved_attributes: dict[str, str] = {}
        self.objections: list[Objection] = []
        self.justifications: dict[tuple[str, str], Justification] = {}  # by the name and the id of a rule
        self.line_offset = document.text.count("\n", 0, self.begin)

    def element(self, name: str, attributes: dict[str, str]) -> None:
        if name == "goal":
            if self.goal is not None:
                self.objections.append(Objection(Flaw.SEVERAL_GOALS))
            self.goal = _Element(attributes)
        elif name == "solved":
            self.solved_attributes = attributes
        elif name in CELLS and (name == "cell" or "value" in attributes):
            self._add_cell(attributes)
        elif name == "node" or (name == "nodes" and "id" in attributes):
            self._add_node(attributes)
        elif name == "transition" or (name == "transitions" and attributes):
            self._add_step(attributes)

    def end(self, _name: str) -> None:
        super().end(_name)
        if self.open_nodes and self.open_nodes[-1][0] > len(self.path):
            self.open_nodes.pop()

    def _add_node(self, attributes: dict[str, str]) -> None:
        name = attributes.get("id", "")
        self.nodes.append(name)
        self.open_nodes.append((len(self.path), name))
        if attributes.get("root", "").lower() == "true":
            self.roots.append(name)

    def _add_step(self, attributes: dict[str, str]) -> None:
        if len(self.steps) >= MAX_STEPS:
            raise LimitError("lightup.proof.too_long", limit=str(MAX_STEPS))
        inside = self.open_nodes[-1][1] if self.open_nodes else None
        self.steps.append(_Element(attributes, inside, self.parser.CurrentLineNumber + self.line_offset))

    def _add_cell(self, attributes: dict[str, str]) -> None:
        """Add a cell to the open step or goal."""
        if "transition" in self.path or "transitions" in self.path:
            if self.steps:
                self.steps[-1].cells.append(attributes)
        elif self.goal is not None and "goal" in self.path:
            self.goal.cells.append(attributes)

    # ------------------------------------------------------------------ The proof

    def read_proof(self) -> tuple[Proof, list[Objection]]:
        board = self.read()
        goal = self._make_goal()
        steps = combine_merges_by_child(
            [self._make_step(number, element) for number, element in enumerate(self.steps, 1)]
        )
        nodes = self.nodes or ["root"]
        proof = Proof(
            board,
            goal,
            tuple(nodes),
            self._find_roots(nodes, steps),
            steps,
            solved_claim_of(self.solved_attributes),
        )
        return proof, self.objections

    def _find_roots(self, nodes: list[str], steps: tuple[ProofStep, ...]) -> tuple[str, ...]:
        """Return the nodes marked as roots; if there are none, the only node that no step leads to."""
        if self.roots:
            return tuple(self.roots)
        children = {step.child for step in steps}
        roots = [name for name in nodes if name not in children]
        return tuple(roots) if len(roots) == 1 else ()

    def _make_goal(self) -> Goal:
        if self.goal is None:
            return Goal()
        aim_text = self.goal.attributes.get("type", Aim.DEFAULT.value)
        aim = _AIMS.get(normalize_name(aim_text), _AIMS.get(normalize_name(f"prove {aim_text}")))
        if aim is None:
            self.objections.append(Objection(Flaw.NO_SUCH_GOAL, gaps={"goal": aim_text[:60]}))
        assumes = self.goal.attributes.get("assumeSolution", "").strip().lower() == "true"
        # Where only the place counts, a goal need not have a value.
        values = [self._cell_value({"value": "-2", **cell}, None, frozenset(Cell)) for cell in self.goal.cells]
        cells = dict([cell for cell in values if cell is not None])
        return Goal(aim or Aim.DEFAULT, tuple(cells.items()), assumes)

    def _make_step(self, number: int, element: _Element) -> ProofStep:
        """Make a step, with its rule looked up and its cells on the board."""
        attributes = element.attributes
        rule_names = attributes.get("rule", ""), attributes.get("rule_id", "")
        if rule_names not in self.justifications:
            self.justifications[rule_names] = parse_justification(*rule_names)
        rule, is_merge, unknown_rule = self.justifications[rule_names]
        parents_text = attributes.get("parent", attributes.get("parents", ""))
        parents = [name for name in _SEPARATORS.split(parents_text) if name]
        if not parents and element.parent_node is not None:
            parents = [element.parent_node]
        name, child = attributes.get("id") or f"#{number}", attributes.get("child") or None
        step = ProofStep(name, rule, tuple(parents), child, (), is_merge, unknown_rule, element.line)
        changes: dict[int, Cell] = {}
        for cell in element.cells:
            change = self._cell_value(cell, step, _MARKS)
            if change is not None and changes.setdefault(*change) is not change[1]:
                self._add_objection(Flaw.MARKED_TWICE, step, (Place(*divmod(change[0], self.width)),))
        return replace(step, changes=tuple(changes.items()))

    def _cell_value(
        self, attributes: dict[str, str], step: ProofStep | None, values: frozenset[Cell]
    ) -> tuple[int, Cell] | None:
        """Return a cell and its value, or None if it is off the board or the value is not allowed."""
        index, value = self.cell_index(attributes), VALUES.get(attributes.get("value", ""))
        if index is None:
            x, y = attributes.get("x", "")[:20], attributes.get("y", "")[:20]
            self._add_objection(Flaw.OFF_THE_BOARD, step, (), x=x, y=y)
            return None
        if value not in values:
            place = Place(*divmod(index, self.width))
            self._add_objection(Flaw.NOT_A_MARK, step, (place,), value=attributes.get("value", "")[:20])
            return None
        return index, value

    def _add_objection(self, reason: Flaw, step: ProofStep | None, places: tuple[Place, ...], **gaps: str) -> None:
        to_goal = Objection(reason, places=places, gaps=gaps)
        self.objections.append(to_goal if step is None else step_objection(step, reason, places, **gaps))


def parse_justification(rule_name: str, rule_id: str) -> Justification:
    """Return the rule of a step, whether it is a merge, and the text if there is no such rule.

    The id decides, as in LEGUP; older files have only names. A step without a name is not justified there.
    """
    rule_text = (rule_id.strip() or rule_name.strip()) if rule_name.strip() else ""
    if normalize_name(rule_text) in _MERGES:
        return None, True, ""
    rule = find_rule(rule_text) if rule_text else None
    return rule, False, "" if rule is not None else rule_text


# ---------------------------------------------------------------------- What a file claims


def claim_hash(is_solved: bool, saved: str) -> int | None:
    """Return the number by which LEGUP's files claim to be solved: a hash that anybody can compute."""
    try:
        seconds = calendar.timegm(time.strptime(saved, SAVED_FORMAT))
    except ValueError:
        return None
    number = 0
    for letter in f"{str(is_solved).lower()}:{seconds};":
        number = (31 * number + ord(letter)) & 0xFFFFFFFF
    return number - (1 << 32) if number >> 31 else number


def solved_claim_of(attributes: dict[str, str]) -> bool | None:
    """Return whether a file claims to be solved; None if it claims nothing."""
    claimed, saved = attributes.get("isSolved", "").strip(), attributes.get("lastSaved", "").strip()
    if claimed.lower() in ("true", "false"):
        return claimed.lower() == "true"
    for is_solved in (True, False):
        if claimed and claimed == str(claim_hash(is_solved, saved)):
            return is_solved
    return None


# ------------------------------------------------- Writing, as LEGUP's current program does or in the older dialect


_SAVED = "2000-01-01 00:00:00"  # fixed, so that the same proof is always the same file


def write_proof(proof: Proof, is_solved: bool = False, older: bool = False) -> str:
    """Write a proof as a file of LEGUP.

    Args:
        proof: The proof.
        is_solved: What the file claims about itself.
        older: Write the format of older versions of LEGUP.

    Returns:
        The XML of the file.
    """
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
    """Write every node with the steps that leave it; a merge is in all the nodes that it joins."""
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
    """Write all nodes, then all steps, each with its parent; a merge is several of them."""
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
    """Return the ids of a step and its rule, which only the current dialect has."""
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
