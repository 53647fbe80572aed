"""The sceptic: whether a proof shows what it is to show, from nothing but the board and its steps.

Every step is judged on the position before it; what a file says of itself is not looked at. Whoever is wrong is
told where, why and, from the engine, a solution of the board that the step would rule out.
"""

import time
from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from bigand.puzzles.lightup.board import Cell
from bigand.puzzles.lightup.position import Cells, Position, set_of
from bigand.puzzles.lightup.proof.counterexample import solution_without
from bigand.puzzles.lightup.proof.goals import Leaf, judge_goal, judge_goal_cells, marked
from bigand.puzzles.lightup.proof.judge import Wrong, judge_cases, judge_contradiction, judge_direct
from bigand.puzzles.lightup.proof.objection import Flaw, Objection, Remark, objection_to
from bigand.puzzles.lightup.proof.remarks import remarked
from bigand.puzzles.lightup.proof.structure import Tree, tree_of
from bigand.puzzles.lightup.proof.tree import Aim, Proof, Step
from bigand.puzzles.lightup.rules import Case, Kind, ProofRule
from bigand.solve.session import LimitError

_ASKED = 12  # objections, at most, that the engine is asked about
_BUDGET = 20.0  # seconds for all of them


class Verdict(Struct, frozen=True):
    """Whether a proof is accepted, and if not, why; `solutions` are the open leaves that are solutions.

    `positions` are those of the nodes that could be reached, by their names.
    """

    objections: tuple[Objection, ...]
    solutions: int = 0
    open_leaves: int = 0
    steps: int = 0
    positions: dict[str, Position] = field(default_factory=dict)

    @property
    def accepted(self) -> bool:
        return not self.objections


class _Finding(Struct, frozen=True):
    """What is wrong with a step, or with all cases of a node, on the position before it."""

    step: Step
    wrong: Wrong
    before: Position
    cases: tuple[Case, ...] = ()


def check(
    proof: Proof,
    only: Collection[ProofRule] | None = None,
    reported: Sequence[Objection] = (),
) -> Verdict:
    """The verdict on a proof: with only these rules if they are given; `reported` is what was wrong in its file."""
    tree, objections = tree_of(proof)
    objections = [*reported, *judge_goal_cells(proof.goal, proof.board), *objections]
    if tree is None:
        return Verdict(tuple(objections), steps=len(proof.steps))
    walk = _Walk(proof, tree, only)
    walk.run()
    objections += walk.objections
    if not objections:
        objections += judge_goal(proof.goal, walk.leaves)
        if not objections or proof.goal.aim is not Aim.DEFAULT:
            objections += _confirm(proof, walk.leaves)
    if objections and _has_no_solution(proof):
        objections.append(Objection(Flaw.NO_SOLUTION))
    complete = {leaf.position.bulbs for leaf in walk.leaves if leaf.is_complete}
    return Verdict(tuple(objections), len(complete), len(walk.leaves), len(proof.steps), walk.positions)


class _Walk:
    """Goes from the root through all nodes, with the position of each."""

    def __init__(self, proof: Proof, tree: Tree, only: Collection[ProofRule] | None) -> None:
        self.tree = tree
        self.only = only
        self.positions = {tree.root: Position.of(proof.board)}
        self.objections: list[Objection] = []
        self.leaves: list[Leaf] = []
        self.asked = 0
        self.spent = 0.0  # seconds that the engine took

    def run(self) -> None:
        for node in self.tree.order:
            if node not in self.positions:
                self.positions[node] = self._arrived(self.tree.arriving[node])
            self._leave(node)

    def _arrived(self, step: Step) -> Position:
        """The position that a step leads to; what it has no right to mark is left out."""
        before = self.positions[step.parents[0]]
        if not step.is_merge:
            bulbs, dots = marks(step)
            return before.with_marks(bulbs & before.unknown, dots & before.unknown & ~bulbs)
        positions = [self.positions[parent] for parent in step.parents]
        bulbs, dots = positions[0].bulbs, positions[0].dots
        for position in positions[1:]:
            bulbs, dots = bulbs & position.bulbs, dots & position.dots
        said_bulbs, said_dots = marks(step)
        lost = (said_bulbs & ~bulbs) | (said_dots & ~dots)
        if lost:
            self.objections.append(objection_to(step, Flaw.NOT_MERGED, before.grid.places(lost)))
        return Position(before.grid, before.clues).with_marks(bulbs, dots)

    def _leave(self, node: str) -> None:
        """Judge the steps that leave a node, or the leaf that it is."""
        steps, arriving = self.tree.leaving[node], self.tree.arriving.get(node)
        ends = arriving is not None and arriving.rule is not None and arriving.rule.kind is Kind.CONTRADICTION
        position = self.positions[node]
        if ends:
            self.objections += [objection_to(step, Flaw.AFTER_THE_END) for step in steps]
        elif not steps:
            self.leaves.append(Leaf(node, position))
        elif not any([self._is_unusable(step, position, len(steps) == 1) for step in steps]):
            for finding in judge_steps(steps, position):
                self._tell(finding)

    def _is_unusable(self, step: Step, before: Position, is_alone: bool) -> bool:
        """Whether a step has no rule; one that stands alone may be told by which it would follow."""
        if step.is_merge:
            return False
        if step.rule is None:
            wrong = Wrong(Flaw.NO_SUCH_RULE if step.written else Flaw.UNJUSTIFIED)
            bulbs, dots = marks(step)
            marked = (bulbs | dots) & before.unknown if is_alone else 0
            self._tell(_Finding(step, replace(wrong, cells=marked), before, (Case(bulbs, dots),)))
        elif self.only is not None and step.rule not in self.only:
            self.objections.append(objection_to(step, Flaw.NOT_ALLOWED))
            return False  # it may be wrong besides
        return step.rule is None

    def _tell(self, finding: _Finding) -> None:
        """Take down what is wrong, with what the engine has to say."""
        step, wrong = finding.step, finding.wrong
        places = finding.before.grid.places(wrong.marked)
        objection = objection_to(step, wrong.reason, places, count=str(len(wrong.missing)), name=step.written[:60])
        if self.asked < _ASKED and self.spent < _BUDGET:
            began = time.monotonic()
            objection = remarked(objection, finding.before, finding.cases)
            self.asked, self.spent = self.asked + 1, self.spent + time.monotonic() - began
        self.objections.append(objection)


def marks(step: Step) -> tuple[Cells, Cells]:
    """The bulbs and the dots that a step puts, as sets of cells; what it says of walls is in both, and so wrong."""
    bulbs = set_of([index for index, cell in step.changes if cell is not Cell.DOT])
    return bulbs, set_of([index for index, cell in step.changes if cell is not Cell.BULB])


def judge_steps(steps: Sequence[Step], before: Position) -> Iterator[_Finding]:
    """What is wrong with the steps that leave a node, each of which has a rule or is a merge."""
    first = steps[0]
    if len(steps) > 1 and not _are_cases(steps):
        yield _Finding(first, Wrong(Flaw.SIBLINGS), before)
    elif first.rule is None:
        return  # a merge, which is judged where it arrives
    elif first.rule.kind is Kind.CASE:
        cases = tuple([Case(*marks(step)) for step in steps])
        wrong = judge_cases(first.rule, before, cases)
        if wrong is not None:
            guilty = [step for step, case in zip(steps, cases, strict=True) if wrong.cells & (case[0] | case[1])]
            yield _Finding((guilty or [first])[0], wrong, before, cases)
    else:
        bulbs, dots = marks(first)
        is_direct = first.rule.kind is Kind.DIRECT
        wrong = (
            judge_direct(first.rule, before, bulbs, dots)
            if is_direct
            else judge_contradiction(first.rule, before, bulbs | dots)
        )
        if wrong is not None:
            yield _Finding(first, wrong, before, (Case(bulbs, dots),))


def _are_cases(steps: Sequence[Step]) -> bool:
    """Whether steps are all by one case rule."""
    rule = steps[0].rule
    return rule is not None and rule.kind is Kind.CASE and all(step.rule is rule for step in steps)


def _has_no_solution(proof: Proof) -> bool:
    """Whether the board has none at all: whoever fails to prove something should know."""
    try:
        return solution_without(Position.of(proof.board), []) is None
    except LimitError:
        return False


def _confirm(proof: Proof, leaves: Sequence[Leaf]) -> list[Objection]:
    """Ask the engine whether what was shown is so: nobody should have to believe the rules here.

    One goal needs it: other values in all branches are possible values only where there is a solution.
    """
    goal, root = proof.goal, Position.of(proof.board)
    try:
        if goal.aim is Aim.CELL_MIGHT_NOT_BE:
            solution = solution_without(root, [Case(*marked(goal))])
            return [Objection(Flaw.NO_OTHER_VALUE)] if solution is None else []
        if goal.aim in (Aim.DEFAULT, Aim.NO_SOLUTION):
            solution = solution_without(root, [Case(leaf.position.bulbs, 0) for leaf in leaves])
        elif goal.aim is Aim.CELL_MUST_BE:
            solution = solution_without(root, [Case(*marked(goal))])
        elif goal.aim is Aim.VALUES_ARE_IMPOSSIBLE:
            bulbs, dots = marked(goal)
            if bulbs & ~(root.bulbs | root.unknown) or dots & ~(root.dots | root.unknown):
                return []  # the board itself has another value
            solution = solution_without(root.with_marks(bulbs, dots), [])
        else:
            return []  # a complete leaf is a solution, by the rules and by its light
    except LimitError:
        return []
    if solution is None:
        return []
    return [Objection(Flaw.REFUTED, remark=Remark.REFUTED, counterexample=solution)]
