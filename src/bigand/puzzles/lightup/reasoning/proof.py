"""Write an explanation as a proof by LEGUP's rules: a refutation splits into "bulb" and "dot", and one case ends.

Set arguments and cases need no rules of their own there, so any checker of such proofs can replay them.
"""

from collections.abc import Iterable

from bigand.puzzles.lightup.board import Cell
from bigand.puzzles.lightup.position import Cells, Position
from bigand.puzzles.lightup.proof import Aim, Draft, Goal, Proof
from bigand.puzzles.lightup.reasoning.argument import Inference, Refutation, apply_inference, suppose
from bigand.puzzles.lightup.reasoning.explanation import Explanation
from bigand.puzzles.lightup.reasoning.steps import Step
from bigand.puzzles.lightup.reasoning.walk import Walk
from bigand.puzzles.lightup.rules.cases import LIGHT_OR_EMPTY
from bigand.puzzles.lightup.rules.direct import EMPTY_CELLS_IN_LIGHT
from bigand.puzzles.lightup.solver import Status


def steps_to_proof(position: Position, steps: Iterable[Step]) -> Proof:
    """Write steps from a position to the solution as a proof."""
    draft = Draft(position.board)
    _write_steps(draft, position, steps)
    return draft.proof


def explanation_to_proof(explanation: Explanation) -> Proof:
    """Write an explanation as a proof with its goal: the solution, that there is none or several, or a cell."""
    start = Position.from_board(explanation.board)
    goal = _proof_goal(explanation, start)
    draft = Draft(start.board, goal)
    node, position = _write_steps(draft, start, explanation.steps)
    if explanation.end is not None:
        draft.add_contradiction(node, explanation.end.rule)
    elif goal.aim is Aim.CELL_MUST_BE:
        ((cell, _),) = goal.cells
        if position.unknown >> cell & 1:  # it is lit, which explanations do not mark
            draft.add_direct(node, EMPTY_CELLS_IN_LIGHT, dots=1 << cell)
    elif goal.aim is Aim.MULTIPLE_CELL_VALUE:
        ((cell, _),) = goal.cells
        cases = draft.add_cases(node, next(LIGHT_OR_EMPTY.splits(position, 1 << cell)))
        for case, is_bulb in zip(cases, (True, False), strict=True):
            solution = next(
                bulbs
                for bulbs in [Position.from_board(board).bulbs for board in explanation.solutions]
                if bool(bulbs >> cell & 1) is is_bulb
            )
            _write_solution(draft, case, suppose(position, cell, is_bulb), solution)
    return draft.proof


def _proof_goal(explanation: Explanation, start: Position) -> Goal:
    """Return LEGUP's goal for what an explanation shows."""
    if explanation.status is Status.NONE:
        return Goal(Aim.NO_SOLUTION)
    last, cell = Position.from_board(explanation.last_board), explanation.cell
    if cell is not None and not last.open >> cell & 1:
        value = Cell.BULB if last.bulbs >> cell & 1 else Cell.DOT
        return Goal(Aim.CELL_MUST_BE, ((cell, value),), assumes_solution=True)
    if explanation.status is Status.UNIQUE:
        return Goal()
    first, second = [Position.from_board(solution).bulbs for solution in explanation.solutions]
    differs = (first ^ second) & start.unknown
    goal_cell = cell if cell is not None and differs >> cell & 1 else (differs & -differs).bit_length() - 1
    return Goal(Aim.MULTIPLE_CELL_VALUE, ((goal_cell, Cell.WHITE),))


def _write_steps(draft: Draft, position: Position, steps: Iterable[Step]) -> tuple[str, Position]:
    """Write steps from the root on; return the node and the position that they lead to."""
    node = draft.root
    for step in steps:
        for reason in step.reasons:
            node = _write_reason(draft, node, position, reason)
            position = apply_inference(position, reason)
    return node, position


def _write_solution(draft: Draft, node: str, position: Position, solution: Cells) -> None:
    """Continue to a solution by single deductions, and where they do not suffice by taking one of two cases."""
    walk = Walk(position)
    while walk.position.dark:
        links = walk.next_single()
        if links:
            node = _write_reason(draft, node, walk.position, links[0].reason)
            walk.apply_links(links)
            continue
        missing = solution & ~walk.position.bulbs
        cell = (missing & -missing).bit_length() - 1
        node, _ = draft.add_cases(node, next(LIGHT_OR_EMPTY.splits(walk.position, 1 << cell)))
        walk = Walk(suppose(walk.position, cell, is_bulb=True))


def _write_reason(draft: Draft, node: str, position: Position, reason: Inference) -> str:
    """Write a reason at a node with its position; return the node that it leads to."""
    if isinstance(reason, Refutation):
        return _write_refutation(draft, node, position, reason)
    bulbs, dots = reason.bulbs & position.unknown, reason.dots & position.unknown
    # Arguments found side by side may each conclude what another has concluded before.
    return draft.add_direct(node, reason.rule, bulbs, dots) if bulbs | dots else node


def _write_refutation(draft: Draft, node: str, position: Position, refutation: Refutation) -> str:
    split = next(LIGHT_OR_EMPTY.splits(position, 1 << refutation.cell))
    bulb, dot = draft.add_cases(node, split)
    inside, outside = (bulb, dot) if refutation.is_bulb else (dot, bulb)
    position = suppose(position, refutation.cell, refutation.is_bulb)
    for step in refutation.steps:
        inside = _write_reason(draft, inside, position, step)
        position = apply_inference(position, step)
    draft.add_contradiction(inside, refutation.end.rule)
    return outside
