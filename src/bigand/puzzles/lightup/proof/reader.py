"""LEGUP's files with proofs, as values; nothing in them is believed, and what cannot be meant is told step by step.

Two dialects are read. In the current one the steps stand in nodes, `<node><transition child= rule= rule_id=>`; in
the older one they have a list of their own and name their parents, `<transition parent= child= rule=>`.
Elements are taken for what they say, so that anything between the two is read as well.
"""

import calendar
import re
import time
from typing import TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from bigand.puzzles.lightup.board import MOST_CELLS, Cell, Place
from bigand.puzzles.lightup.formats.legup import CELLS, VALUES, Reader
from bigand.puzzles.lightup.proof.objection import Flaw, Objection, objection_to
from bigand.puzzles.lightup.proof.tree import MERGE, Aim, Goal, Proof, Step, joined
from bigand.puzzles.lightup.rules import ProofRule, plain, rule_named
from bigand.solve.session import LimitError
from bigand.source.document import Document

MOST_STEPS = 200_000
SAVED = "%Y-%m-%d %H:%M:%S"
_MARKS = frozenset({Cell.BULB, Cell.DOT})
_SEVERAL = re.compile(r"[\s,;]+")
_AIMS = {plain(aim.value): aim for aim in Aim}
_MERGES = (plain(MERGE), "mergerule")

Justification: TypeAlias = tuple[ProofRule | None, bool, str]


def read_proof(document: Document, limit: int = MOST_CELLS) -> tuple[Proof, list[Objection]]:
    """The proof of a file, and what is wrong with its cells and its goal; a `BoardError` if there is no board."""
    return _ProofReader(document, limit).read_proof()


class _Written(Struct, frozen=True):
    """An element with cells, as it stands in the file: a step, inside a node, or the goal."""

    attributes: dict[str, str]
    inside: str | None = None
    line: int = 0
    cells: list[dict[str, str]] = field(default_factory=list)


class _ProofReader(Reader):
    """Reads the board as any reader of LEGUP's files does, and takes down nodes, steps and goal besides."""

    def __init__(self, document: Document, limit: int) -> None:
        super().__init__(document, limit)
        self.nodes: list[str] = []
        self.roots: list[str] = []
        self.opened: list[tuple[int, str]] = []  # the nodes that are open, with their depth
        self.steps: list[_Written] = []
        self.goal: _Written | None = None
        self.solved: dict[str, str] = {}
        self.objections: list[Objection] = []
        self.justifications: dict[tuple[str, str], Justification] = {}  # by the name and the id of a rule
        self.above = document.text.count("\n", 0, self.begin)

    def element(self, name: str, attributes: dict[str, str]) -> None:
        if name == "goal":
            if self.goal is not None:
                self.objections.append(Objection(Flaw.SEVERAL_GOALS))
            self.goal = _Written(attributes)
        elif name == "solved":
            self.solved = attributes
        elif name in CELLS and (name == "cell" or "value" in attributes):
            self._change(attributes)
        elif name == "node" or (name == "nodes" and "id" in attributes):
            self._node(attributes)
        elif name == "transition" or (name == "transitions" and attributes):
            self._step(attributes)

    def end(self, _name: str) -> None:
        super().end(_name)
        if self.opened and self.opened[-1][0] > len(self.path):
            self.opened.pop()

    def _node(self, attributes: dict[str, str]) -> None:
        name = attributes.get("id", "")
        self.nodes.append(name)
        self.opened.append((len(self.path), name))
        if attributes.get("root", "").lower() == "true":
            self.roots.append(name)

    def _step(self, attributes: dict[str, str]) -> None:
        if len(self.steps) >= MOST_STEPS:
            raise LimitError("lightup.proof.too_long", limit=str(MOST_STEPS))
        inside = self.opened[-1][1] if self.opened else None
        self.steps.append(_Written(attributes, inside, self.parser.CurrentLineNumber + self.above))

    def _change(self, attributes: dict[str, str]) -> None:
        """A cell, of the step or the goal that is open."""
        if "transition" in self.path or "transitions" in self.path:
            if self.steps:
                self.steps[-1].cells.append(attributes)
        elif self.goal is not None and "goal" in self.path:
            self.goal.cells.append(attributes)

    # ------------------------------------------------------------------ the whole

    def read_proof(self) -> tuple[Proof, list[Objection]]:
        board = self.read()
        goal = self._goal()
        steps = joined([self._made(number, written) for number, written in enumerate(self.steps, 1)])
        nodes = self.nodes or ["root"]
        proof = Proof(board, goal, tuple(nodes), self._roots(nodes, steps), steps, claim(self.solved))
        return proof, self.objections

    def _roots(self, nodes: list[str], steps: tuple[Step, ...]) -> tuple[str, ...]:
        """Those that say so; if none does, the only node that no step leads to."""
        if self.roots:
            return tuple(self.roots)
        arrived = {step.child for step in steps}
        roots = [name for name in nodes if name not in arrived]
        return tuple(roots) if len(roots) == 1 else ()

    def _goal(self) -> Goal:
        if self.goal is None:
            return Goal()
        written = self.goal.attributes.get("type", Aim.DEFAULT.value)
        aim = _AIMS.get(plain(written), _AIMS.get(plain(f"prove {written}")))
        if aim is None:
            self.objections.append(Objection(Flaw.NO_SUCH_GOAL, gaps={"goal": written[:60]}))
        assumes = self.goal.attributes.get("assumeSolution", "").strip().lower() == "true"
        # Where only the place counts, a goal need not say a value.
        values = [self._value({"value": "-2", **cell}, None, frozenset(Cell)) for cell in self.goal.cells]
        cells = dict([cell for cell in values if cell is not None])
        return Goal(aim or Aim.DEFAULT, tuple(cells.items()), assumes)

    def _made(self, number: int, written: _Written) -> Step:
        """A step, its rule looked up and its cells on the board."""
        attributes = written.attributes
        named = attributes.get("rule", ""), attributes.get("rule_id", "")
        if named not in self.justifications:
            self.justifications[named] = justification(*named)
        rule, is_merge, justified = self.justifications[named]
        said = attributes.get("parent", attributes.get("parents", ""))
        parents = [name for name in _SEVERAL.split(said) if name]
        if not parents and written.inside is not None:
            parents = [written.inside]
        name, child = attributes.get("id") or f"#{number}", attributes.get("child") or None
        step = Step(name, rule, tuple(parents), child, (), is_merge, justified, written.line)
        changes: dict[int, Cell] = {}
        for cell in written.cells:
            change = self._value(cell, step, _MARKS)
            if change is not None and changes.setdefault(*change) is not change[1]:
                self._object(Flaw.MARKED_TWICE, step, (Place(*divmod(change[0], self.width)),))
        return replace(step, changes=tuple(changes.items()))

    def _value(
        self, attributes: dict[str, str], step: Step | None, values: frozenset[Cell]
    ) -> tuple[int, Cell] | None:
        """A cell and its value, or nothing if it is not on the board or the value is none of these."""
        index, value = self.place(attributes), VALUES.get(attributes.get("value", ""))
        if index is None:
            x, y = attributes.get("x", "")[:20], attributes.get("y", "")[:20]
            self._object(Flaw.OFF_THE_BOARD, step, (), x=x, y=y)
            return None
        if value not in values:
            place = Place(*divmod(index, self.width))
            self._object(Flaw.NOT_A_MARK, step, (place,), value=attributes.get("value", "")[:20])
            return None
        return index, value

    def _object(self, reason: Flaw, step: Step | None, places: tuple[Place, ...], **gaps: str) -> None:
        to_goal = Objection(reason, places=places, gaps=gaps)
        self.objections.append(to_goal if step is None else objection_to(step, reason, places, **gaps))


def justification(name: str, id: str) -> Justification:
    """The rule that a step names, whether it is a merge, and what it says where there is no such rule.

    The id decides, as in LEGUP; older files have only names. A step without a name is not justified there.
    """
    written = (id.strip() or name.strip()) if name.strip() else ""
    if plain(written) in _MERGES:
        return None, True, ""
    rule = rule_named(written) if written else None
    return rule, False, "" if rule is not None else written


# ---------------------------------------------------------------------- what a file says of itself


def seal(is_solved: bool, saved: str) -> int | None:
    """The number by which LEGUP's files say whether they are solved: a hash that anybody can make."""
    try:
        seconds = calendar.timegm(time.strptime(saved, SAVED))
    except ValueError:
        return None
    number = 0
    for letter in f"{str(is_solved).lower()}:{seconds};":
        number = (31 * number + ord(letter)) & 0xFFFFFFFF
    return number - (1 << 32) if number >> 31 else number


def claim(solved: dict[str, str]) -> bool | None:
    """Whether a file claims to be solved, if it claims anything."""
    said, saved = solved.get("isSolved", "").strip(), solved.get("lastSaved", "").strip()
    if said.lower() in ("true", "false"):
        return said.lower() == "true"
    for is_solved in (True, False):
        if said and said == str(seal(is_solved, saved)):
            return is_solved
    return None
