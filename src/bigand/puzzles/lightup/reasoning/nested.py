"""Nested cases: where no case gives way to single deductions, other arguments are needed within it.

First every mark is followed with set arguments, then with cases, then with nested ones, until one can be
refuted. Some of those that can are worked out, and the smallest argument is taken.
"""

from itertools import islice

from bigand.puzzles.lightup.position import Position
from bigand.puzzles.lightup.reasoning.argument import Refutation
from bigand.puzzles.lightup.reasoning.cases import Branch, shortest_refutation
from bigand.puzzles.lightup.reasoning.levels import Level, refutable

_DEEPEST = 9  # the reach within a case; no board that we have seen needs more than 2
_WORKED_OUT = 8  # marks that can be refuted, of which the smallest argument is taken


def nested_refutation(position: Position) -> Refutation | None:
    """A small argument with arguments in it, by techniques of the least reach."""
    for inner in range(Level.TRICKY, _DEEPEST):
        marks = list(islice(refutable(position, inner), _WORKED_OUT))
        if marks:
            return min([_worked_out(position, cell, is_bulb, inner) for cell, is_bulb in marks], key=_cost)
    return None


def _cost(refutation: Refutation) -> tuple[int, int]:
    return refutation.depth, refutation.size


def _worked_out(position: Position, cell: int, is_bulb: bool, inner: int) -> Refutation:
    """The argument against a mark that techniques within a reach refute."""
    branch = Branch(position, cell, is_bulb)
    while (refutation := branch.refutation()) is None:
        if not (branch.grow() or branch.grow_by_sets()):
            within = _within(branch.position, inner)
            assert within is not None, "this mark can be refuted"
            branch.add([within])
    return refutation


def _within(position: Position, inner: int) -> Refutation | None:
    """The next argument within a case: the shortest case, or a nested one where the reach goes that far."""
    return shortest_refutation(position) or (nested_refutation(position) if inner > Level.HARD else None)
