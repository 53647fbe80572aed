"""A proof as values: boards are nodes, steps lead from one to the next, and cases are several steps from one node.

Nothing is checked here: a proof may hold anything that a file can express, even a cycle. Nodes are referred to by
name.
"""

from collections.abc import Sequence
from enum import Enum

from msgspec import Struct, field
from msgspec.structs import replace

from bigand.puzzles.lightup.board import Board, Cell
from bigand.puzzles.lightup.position import Cells, cells_in
from bigand.puzzles.lightup.rules import ProofRule, Split

MERGE = "MERGE"  # LEGUP's id of the step that joins branches, which is not a rule of the puzzle


class Aim(Enum):
    """The kinds of goals, as LEGUP names them."""

    DEFAULT = "DEFAULT"  # all solutions, or that there is none
    CELL_MUST_BE = "PROVE_CELL_MUST_BE"
    CELL_MIGHT_NOT_BE = "PROVE_CELL_MIGHT_NOT_BE"
    SINGLE_CELL_VALUE = "PROVE_SINGLE_CELL_VALUE"
    MULTIPLE_CELL_VALUE = "PROVE_MULTIPLE_CELL_VALUE"
    ANY_SOLUTION = "PROVE_ANY_SOLUTION"
    NO_SOLUTION = "PROVE_NO_SOLUTION"
    VALUES_ARE_POSSIBLE = "PROVE_VALUES_ARE_POSSIBLE"
    VALUES_ARE_IMPOSSIBLE = "PROVE_VALUES_ARE_IMPOSSIBLE"


class Goal(Struct, frozen=True):
    """What a proof is to show.

    Attributes:
        aim: The kind of goal, as LEGUP calls it; by default all solutions, or that there is none.
        cells: The cells that it is about, by their positions in `Board.cells`, with their values.
        assumes_solution: Whether the proof may assume that there is a solution.
    """

    aim: Aim = Aim.DEFAULT
    cells: tuple[tuple[int, Cell], ...] = ()
    assumes_solution: bool = False


class ProofStep(Struct, frozen=True):
    """A step from a node (a merge: from several) to another, with the cells that it marks.

    `rule` is None if no existing rule justifies the step; `rule_text` is then what the file says.
    """

    name: str
    rule: ProofRule | None
    parents: tuple[str, ...]
    child: str | None
    changes: tuple[tuple[int, Cell], ...] = ()
    is_merge: bool = False
    rule_text: str = ""
    line: int | None = None


class Proof(Struct, frozen=True):
    """A proof as a tree: nodes are boards, steps lead from one node to the next.

    Attributes:
        board: The board.
        goal: What is to be shown.
        nodes: The names of the nodes.
        roots: The names of the nodes without a step to them; a correct proof has one.
        steps: The steps, in the order of the file.
        claims_solved: What the file says about itself, which is ignored.
    """

    board: Board
    goal: Goal = Goal()
    nodes: tuple[str, ...] = ("0",)
    roots: tuple[str, ...] = ("0",)
    steps: tuple[ProofStep, ...] = ()
    claims_solved: bool | None = None


class Draft(Struct):
    """A proof that is being written; each method adds a step and returns the node, or nodes, that it leads to.

    Sets of cells are integers: bit `n` stands for the cell `n` of `Board.cells`.

    Attributes:
        board: The board.
        goal: What is to be shown.
        root: The name of the first node.
        nodes: The names of all nodes so far.
        steps: The steps so far.

    >>> from bigand.puzzles.lightup.rules import find_rule
    >>> draft = Draft(Board(["0.", ".."]))
    >>> finished = draft.add_direct("0", find_rule("Finish with Empty"), dots=0b0110)
    >>> solved = draft.add_direct(finished, find_rule("Must Light"), bulbs=0b1000)
    >>> len(draft.proof.steps)
    2
    """

    board: Board
    goal: Goal = Goal()
    root: str = "0"
    nodes: list[str] = field(default_factory=lambda: ["0"])
    steps: list[ProofStep] = field(default_factory=list)

    def add_direct(self, node: str, rule: ProofRule, bulbs: Cells = 0, dots: Cells = 0) -> str:
        """Add a step by a direct rule.

        Args:
            node: The node to start from.
            rule: The rule.
            bulbs: The cells that get a bulb.
            dots: The cells that get a dot.

        Returns:
            The new node.
        """
        return self._add(rule, (node,), bulbs, dots)

    def add_cases(self, node: str, split: Split) -> tuple[str, ...]:
        """Add a step for each case of a case rule.

        Args:
            node: The node to start from.
            split: The cases, as `rule.splits` gives them.

        Returns:
            A new node for each case.
        """
        return tuple([self._add(split.rule, (node,), case.bulbs, case.dots) for case in split.cases])

    def add_contradiction(self, node: str, rule: ProofRule) -> str:
        """End a branch by a contradiction.

        Args:
            node: The node to start from.
            rule: The contradiction rule.

        Returns:
            The new node.
        """
        return self._add(rule, (node,))

    def add_merge(self, nodes: Sequence[str]) -> str:
        """Join branches: keep what all of them have in common.

        Args:
            nodes: The nodes to join.

        Returns:
            The new node.
        """
        return self._add(None, tuple(nodes))

    @property
    def proof(self) -> Proof:
        """The proof written so far."""
        return Proof(self.board, self.goal, tuple(self.nodes), (self.root,), tuple(self.steps))

    def _add(self, rule: ProofRule | None, parents: tuple[str, ...], bulbs: Cells = 0, dots: Cells = 0) -> str:
        """Add a step by a rule, or a merge, to a new node."""
        name, child = str(2 * len(self.steps) + 1), str(2 * len(self.steps) + 2)
        changes = [
            *[(cell, Cell.BULB) for cell in cells_in(bulbs)],
            *[(cell, Cell.DOT) for cell in cells_in(dots)],
        ]
        self.nodes.append(child)
        self.steps.append(ProofStep(name, rule, parents, child, tuple(changes), is_merge=rule is None))
        return child


def combine_merges_by_child(steps: Sequence[ProofStep]) -> tuple[ProofStep, ...]:
    """Return the steps with all merges into one node combined into one step with several parents."""
    merges: dict[str, ProofStep] = {}
    for step in steps:
        if step.is_merge and step.child is not None:
            first = merges.get(step.child, replace(step, parents=()))
            parents = dict.fromkeys([*first.parents, *step.parents])
            changes = dict.fromkeys([*first.changes, *step.changes])
            merges[step.child] = replace(first, parents=tuple(parents), changes=tuple(changes))
    result: dict[int, ProofStep] = {}
    for step in steps:
        merged = merges.get(step.child or "", step) if step.is_merge else step
        result.setdefault(id(merged), merged)
    return tuple(result.values())
