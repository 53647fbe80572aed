"""Check whether a proof shows its goal, from nothing but the board and its steps.

Every step is judged on the position before it; a file's claim to be solved is ignored. An objection says where and
why a step is wrong and, from the engine, has a solution of the board that the step would rule out.
"""

import time
from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from bigand.puzzles.lightup.board import Cell
from bigand.puzzles.lightup.position import Cells, Position, cell_set
from bigand.puzzles.lightup.proof.counterexamples import add_engine_remark, find_solution_without
from bigand.puzzles.lightup.proof.goals import Leaf, goal_marks, judge_goal, judge_goal_cells
from bigand.puzzles.lightup.proof.objection import Flaw, Objection, Remark, step_objection
from bigand.puzzles.lightup.proof.steps import Mistake, judge_cases, judge_contradiction, judge_direct
from bigand.puzzles.lightup.proof.structure import Tree, build_tree
from bigand.puzzles.lightup.proof.tree import Aim, Proof, ProofStep
from bigand.puzzles.lightup.rules import Case, ProofRule, RuleKind
from bigand.solve.session import LimitError

_MAX_QUERIES = 12  # objections that the engine is asked about
_QUERY_SECONDS = 20.0  # for all of them


class Verdict(Struct, frozen=True):
    """The result of checking a proof.

    Attributes:
        objections: Everything that is wrong; none if the proof is accepted.
        solutions: How many solutions the proof ends with.
        open_leaves: How many branches do not end in a contradiction.
        steps: How many steps the proof has.
        positions: The position at each node that could be reached, by the name of the node.
    """

    objections: tuple[Objection, ...]
    solutions: int = 0
    open_leaves: int = 0
    steps: int = 0
    positions: dict[str, Position] = field(default_factory=dict)

    @property
    def accepted(self) -> bool:
        """Whether nothing is wrong."""
        return not self.objections


class _StepMistake(Struct, frozen=True):
    """What is wrong with a step, or with all cases of a node, on the position before it."""

    step: ProofStep
    mistake: Mistake
    before: Position
    cases: tuple[Case, ...] = ()


def check(
    proof: Proof,
    allowed: Collection[ProofRule] | None = None,
    file_objections: Sequence[Objection] = (),
) -> Verdict:
    """Check a proof, with only the `allowed` rules if given; `file_objections` are problems found in its file."""
    tree, objections = build_tree(proof)
    objections = [*file_objections, *judge_goal_cells(proof.goal, proof.board), *objections]
    if tree is None:
        return Verdict(tuple(objections), steps=len(proof.steps))
    walk = _TreeChecker(proof, tree, allowed)
    walk.check_all_nodes()
    objections += walk.objections
    if not objections:
        objections += judge_goal(proof.goal, walk.leaves)
        if not objections or proof.goal.aim is not Aim.DEFAULT:
            objections += _objections_by_engine(proof, walk.leaves)
    if objections and _is_surely_unsolvable(proof):
        objections.append(Objection(Flaw.NO_SOLUTION))
    complete = {leaf.position.bulbs for leaf in walk.leaves if leaf.is_complete}
    return Verdict(tuple(objections), len(complete), len(walk.leaves), len(proof.steps), walk.positions)


class _TreeChecker:
    """Visits all nodes from the root on, with the position of each."""

    def __init__(self, proof: Proof, tree: Tree, allowed: Collection[ProofRule] | None) -> None:
        self.tree = tree
        self.allowed = allowed
        self.positions = {tree.root: Position.from_board(proof.board)}
        self.objections: list[Objection] = []
        self.leaves: list[Leaf] = []
        self.query_count = 0
        self.query_seconds = 0.0  # that the engine took

    def check_all_nodes(self) -> None:
        for node in self.tree.order:
            if node not in self.positions:
                self.positions[node] = self._apply_step_or_merge(self.tree.incoming[node])
            self._check_node(node)

    def _apply_step_or_merge(self, step: ProofStep) -> Position:
        """Return the position that a step leads to, without marks that it must not make."""
        before = self.positions[step.parents[0]]
        if not step.is_merge:
            bulbs, dots = bulbs_and_dots_of_step(step)
            return before.with_marks(bulbs & before.unknown, dots & before.unknown & ~bulbs)
        positions = [self.positions[parent] for parent in step.parents]
        bulbs, dots = positions[0].bulbs, positions[0].dots
        for position in positions[1:]:
            bulbs, dots = bulbs & position.bulbs, dots & position.dots
        claimed_bulbs, claimed_dots = bulbs_and_dots_of_step(step)
        lost = (claimed_bulbs & ~bulbs) | (claimed_dots & ~dots)
        if lost:
            self.objections.append(step_objection(step, Flaw.NOT_MERGED, before.grid.places(lost)))
        return Position(before.grid, before.clues).with_marks(bulbs, dots)

    def _check_node(self, node: str) -> None:
        """Judge the steps that leave a node, or record it as a leaf."""
        steps, incoming = self.tree.outgoing[node], self.tree.incoming.get(node)
        is_closed = (
            incoming is not None and incoming.rule is not None and incoming.rule.kind is RuleKind.CONTRADICTION
        )
        position = self.positions[node]
        if is_closed:
            self.objections += [step_objection(step, Flaw.AFTER_THE_END) for step in steps]
        elif not steps:
            self.leaves.append(Leaf(node, position))
        elif not any([self._reject_step_without_rule(step, position, len(steps) == 1) for step in steps]):
            for finding in find_step_mistakes(steps, position):
                self._add_objection_with_remark(finding)

    def _reject_step_without_rule(self, step: ProofStep, before: Position, is_alone: bool) -> bool:
        """Whether a step has no rule; if it is the only one, a remark may name a rule by which it would follow."""
        if step.is_merge:
            return False
        if step.rule is None:
            mistake = Mistake(Flaw.NO_SUCH_RULE if step.rule_text else Flaw.UNJUSTIFIED)
            bulbs, dots = bulbs_and_dots_of_step(step)
            marked = (bulbs | dots) & before.unknown if is_alone else 0
            self._add_objection_with_remark(
                _StepMistake(step, replace(mistake, cells=marked), before, (Case(bulbs, dots),))
            )
        elif self.allowed is not None and step.rule not in self.allowed:
            self.objections.append(step_objection(step, Flaw.NOT_ALLOWED))
            return False  # it may also be wrong in other ways
        return step.rule is None

    def _add_objection_with_remark(self, step_mistake: _StepMistake) -> None:
        """Record an objection, with the engine's remark."""
        step, mistake = step_mistake.step, step_mistake.mistake
        places = step_mistake.before.grid.places(mistake.highlights)
        objection = step_objection(
            step, mistake.reason, places, count=str(len(mistake.missing)), name=step.rule_text[:60]
        )
        if self.query_count < _MAX_QUERIES and self.query_seconds < _QUERY_SECONDS:
            start = time.monotonic()
            objection = add_engine_remark(objection, step_mistake.before, step_mistake.cases)
            self.query_count, self.query_seconds = (
                self.query_count + 1,
                self.query_seconds + time.monotonic() - start,
            )
        self.objections.append(objection)


def bulbs_and_dots_of_step(step: ProofStep) -> tuple[Cells, Cells]:
    """Return the bulbs and dots of a step as sets of cells; values of walls are in both, and so rejected."""
    bulbs = cell_set([index for index, cell in step.changes if cell is not Cell.DOT])
    return bulbs, cell_set([index for index, cell in step.changes if cell is not Cell.BULB])


def find_step_mistakes(steps: Sequence[ProofStep], before: Position) -> Iterator[_StepMistake]:
    """Yield what is wrong with the steps that leave a node, each of which has a rule or is a merge."""
    first = steps[0]
    if len(steps) > 1 and not _share_case_rule(steps):
        yield _StepMistake(first, Mistake(Flaw.SIBLINGS), before)
    elif first.rule is None:
        return  # a merge, which is judged at its child
    elif first.rule.kind is RuleKind.CASE:
        cases = tuple([Case(*bulbs_and_dots_of_step(step)) for step in steps])
        mistake = judge_cases(first.rule, before, cases)
        if mistake is not None:
            guilty = [step for step, case in zip(steps, cases, strict=True) if mistake.cells & (case[0] | case[1])]
            yield _StepMistake((guilty or [first])[0], mistake, before, cases)
    else:
        bulbs, dots = bulbs_and_dots_of_step(first)
        is_direct = first.rule.kind is RuleKind.DIRECT
        mistake = (
            judge_direct(first.rule, before, bulbs, dots)
            if is_direct
            else judge_contradiction(first.rule, before, bulbs | dots)
        )
        if mistake is not None:
            yield _StepMistake(first, mistake, before, (Case(bulbs, dots),))


def _share_case_rule(steps: Sequence[ProofStep]) -> bool:
    """Whether all steps are by the same case rule."""
    rule = steps[0].rule
    return rule is not None and rule.kind is RuleKind.CASE and all(step.rule is rule for step in steps)


def _is_surely_unsolvable(proof: Proof) -> bool:
    """Whether the board has no solution at all, which matters to the author of a failed proof."""
    try:
        return find_solution_without(Position.from_board(proof.board), []) is None
    except LimitError:
        return False


def _objections_by_engine(proof: Proof, leaves: Sequence[Leaf]) -> list[Objection]:
    """Ask the engine whether the goal really holds, independently of the rules.

    One goal needs it: values that differ in all branches are possible values only if there is a solution.
    """
    goal, root = proof.goal, Position.from_board(proof.board)
    try:
        if goal.aim is Aim.CELL_MIGHT_NOT_BE:
            solution = find_solution_without(root, [Case(*goal_marks(goal))])
            return [Objection(Flaw.NO_OTHER_VALUE)] if solution is None else []
        if goal.aim in (Aim.DEFAULT, Aim.NO_SOLUTION):
            solution = find_solution_without(root, [Case(leaf.position.bulbs, 0) for leaf in leaves])
        elif goal.aim is Aim.CELL_MUST_BE:
            solution = find_solution_without(root, [Case(*goal_marks(goal))])
        elif goal.aim is Aim.VALUES_ARE_IMPOSSIBLE:
            bulbs, dots = goal_marks(goal)
            if bulbs & ~(root.bulbs | root.unknown) or dots & ~(root.dots | root.unknown):
                return []  # the board itself has another value
            solution = find_solution_without(root.with_marks(bulbs, dots), [])
        else:
            return []  # a complete leaf is a solution, by the rules and by its light
    except LimitError:
        return []
    if solution is None:
        return []
    return [Objection(Flaw.REFUTED, remark=Remark.REFUTED, counterexample=solution)]
