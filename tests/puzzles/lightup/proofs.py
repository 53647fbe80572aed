"""Proofs to test with: made by going at random from position to position, and then damaged at random."""

from random import Random

from msgspec.structs import replace

from bigand.puzzles.lightup.board import Board, Cell
from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Position, cells_in
from bigand.puzzles.lightup.proof import Aim, Draft, Goal, Proof, ProofStep
from bigand.puzzles.lightup.rules import (
    CASES,
    DIRECT,
    RULES,
    ProofRule,
    derive_marks,
    find_contradiction,
    is_solved,
)


def random_proof(board: Board, random: Random, most: int = 30) -> Proof:
    """Right steps only; whether they lead anywhere is another question."""
    draft = Draft(board, random_goal(board, random))
    ends = [(draft.root, Position.from_board(board))]
    closed: list[str] = []
    for _ in range(most):
        if not ends:
            break
        node, position = ends.pop(random.randrange(len(ends)))
        found = find_contradiction(position)
        if found is not None and random.random() < 0.9:
            closed.append(draft.add_contradiction(node, found.rule))
        elif not is_solved(position) or random.random() < 0.1:
            ends += _continued(draft, node, position, random)
        if len(ends) > 1 and random.random() < 0.1:
            ends = [_merged(draft, ends)]
    return draft.proof


def _continued(draft: Draft, node: str, position: Position, random: Random) -> list[tuple[str, Position]]:
    rule = random.choice((*DIRECT, *DIRECT, *CASES))
    if rule in DIRECT:
        bulbs, dots = (_some(cells, random) for cells in derive_marks(rule, position))
        dots &= ~bulbs
        if not bulbs | dots and random.random() < 0.8:
            return _continued(draft, node, position, random) if position.unknown else [(node, position)]
        return [(draft.add_direct(node, rule, bulbs, dots), position.with_marks(bulbs, dots))]
    splits = list(rule.splits(position, EVERYWHERE))
    if not splits:
        return [(node, position)]
    split = random.choice(splits)
    children = list(zip(draft.add_cases(node, split), split.cases, strict=True))
    return [(child, position.with_marks(*case)) for child, case in children]


def _some(cells: Cells, random: Random) -> Cells:
    """Most of the cells of a set."""
    return sum([1 << at for at in cells_in(cells) if random.random() < 0.9])


def _merged(draft: Draft, ends: list[tuple[str, Position]]) -> tuple[str, Position]:
    node = draft.add_merge([name for name, _ in ends])
    bulbs, dots = ends[0][1].bulbs, ends[0][1].dots
    for _, position in ends[1:]:
        bulbs, dots = bulbs & position.bulbs, dots & position.dots
    first = ends[0][1]
    return node, Position(first.grid, first.clues).with_marks(bulbs, dots)


def random_goal(board: Board, random: Random) -> Goal:
    if random.random() < 0.5:
        return Goal()
    white = [*cells_in(Position.from_board(board).grid.white)] or [0]
    cells = {random.choice(white): random.choice((Cell.BULB, Cell.DOT)) for _ in range(random.choice((1, 1, 2)))}
    aim = random.choice(list(Aim))
    return Goal() if aim is Aim.DEFAULT else Goal(aim, tuple(cells.items()), random.random() < 0.5)


# ---------------------------------------------------------------------- damage


def damaged(proof: Proof, random: Random) -> Proof:
    """A proof with one thing changed."""
    if not proof.steps:
        return proof
    at = random.randrange(len(proof.steps))
    step = proof.steps[at]
    change = random.choice((_other_rule, _other_mark, _fewer_marks, _more_marks, _other_child, _other_parent))
    changed: ProofStep | None = change(step, proof, random) if random.random() < 0.8 else None
    steps = [*proof.steps[:at], *([changed] if changed is not None else []), *proof.steps[at + 1 :]]
    nodes = proof.nodes
    if changed is None:
        lost = _below(proof, step)
        steps = [one for one in steps if not lost.intersection(one.parents)]
        nodes = tuple([name for name in nodes if name not in lost])
    return replace(proof, steps=tuple(steps), nodes=nodes)


def _below(proof: Proof, step: ProofStep) -> set[str]:
    """The nodes that only a step leads to."""
    lost = {step.child or ""}
    for one in proof.steps:
        if one.child is not None and set(one.parents) <= lost:
            lost.add(one.child)
    return lost


def _other_rule(step: ProofStep, _proof: Proof, random: Random) -> ProofStep:
    rule: ProofRule | None = random.choice((*RULES, None))
    return replace(step, rule=rule, is_merge=rule is None and random.random() < 0.5)


def _other_mark(step: ProofStep, _proof: Proof, random: Random) -> ProofStep:
    if not step.changes:
        return step
    turned = random.randrange(len(step.changes))
    opposite = {Cell.BULB: Cell.DOT, Cell.DOT: Cell.BULB}
    changes = [(at, opposite[cell] if number == turned else cell) for number, (at, cell) in enumerate(step.changes)]
    return replace(step, changes=tuple(changes))


def _fewer_marks(step: ProofStep, _proof: Proof, _random: Random) -> ProofStep:
    return replace(step, changes=step.changes[1:])


def _more_marks(step: ProofStep, proof: Proof, random: Random) -> ProofStep:
    at = random.randrange(len(proof.board.cells))
    return replace(step, changes=(*step.changes, (at, random.choice((Cell.BULB, Cell.DOT)))))


def _other_child(step: ProofStep, proof: Proof, random: Random) -> ProofStep:
    return replace(step, child=random.choice(proof.nodes))


def _other_parent(step: ProofStep, proof: Proof, random: Random) -> ProofStep:
    return replace(step, parents=(random.choice(proof.nodes),))
