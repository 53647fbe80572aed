"""An explanation as a proof by LEGUP's rules: what a refutation says is a split into "bulb" and "dot", one of
which ends.

Set arguments and cases need no rules of their own there, so that any checker of such proofs can replay them.
"""

from collections.abc import Iterable

from bigand.puzzles.lightup.position import Position
from bigand.puzzles.lightup.proof import Draft, Proof
from bigand.puzzles.lightup.reasoning.argument import Inference, Refutation, applied, supposed
from bigand.puzzles.lightup.reasoning.steps import Step
from bigand.puzzles.lightup.rules.light_or_empty import LIGHT_OR_EMPTY


def proof_of(position: Position, steps: Iterable[Step]) -> Proof:
    """The proof that steps from a position are."""
    draft = Draft(position.board)
    node = draft.root
    for step in steps:
        for reason in step.reasons:
            node = _write(draft, node, position, reason)
            position = applied(position, reason)
    return draft.proof


def _write(draft: Draft, node: str, position: Position, reason: Inference) -> str:
    """Write a reason down at a node where the position is; gives the node that it leads to."""
    if isinstance(reason, Refutation):
        return _write_refutation(draft, node, position, reason)
    bulbs, dots = reason.bulbs & position.unknown, reason.dots & position.unknown
    # Arguments found side by side may each conclude what another has concluded before.
    return draft.direct(node, reason.rule, bulbs, dots) if bulbs | dots else node


def _write_refutation(draft: Draft, node: str, position: Position, refutation: Refutation) -> str:
    split = next(LIGHT_OR_EMPTY.splits(position, 1 << refutation.cell))
    bulb, dot = draft.split(node, split)
    inside, outside = (bulb, dot) if refutation.is_bulb else (dot, bulb)
    position = supposed(position, refutation.cell, refutation.is_bulb)
    for step in refutation.steps:
        inside = _write(draft, inside, position, step)
        position = applied(position, step)
    draft.contradiction(inside, refutation.end.rule)
    return outside
