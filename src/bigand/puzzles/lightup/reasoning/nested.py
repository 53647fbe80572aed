"""Nested cases: where no case gives way to single deductions, other arguments are needed within it.

First every mark is followed with set arguments, then with cases, then with nested ones, until one can be
refuted. Some of those that can are worked out, and the smallest argument is taken.
"""

from collections.abc import Iterator
from itertools import islice, product

from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Position, cells_in
from bigand.puzzles.lightup.reasoning.argument import Premises, Refutation
from bigand.puzzles.lightup.reasoning.cases import Branch, refute, shortest_refutation
from bigand.puzzles.lightup.reasoning.levels import Level, marks_on, refutable

_DEEPEST = 9  # the reach within a case; no board that we have seen needs more than 2
_SMALL = 500  # cells
_NEARBY = 2  # hops
_FEW = 4  # of the marks below, on a large board
_WORKED_OUT = 16  # marks that can be refuted, of which the smallest argument is taken


def nested_refutation(
    position: Position,
    goal: Premises | None = None,
    worked_out: int = _WORKED_OUT,
    among: Cells = EVERYWHERE,
) -> Refutation | None:
    """A small argument with arguments in it, by techniques of the least reach; for a mark of a goal, if given.

    Where there are several solutions, nothing else can be refuted.
    """
    marks = [*marks_on(position, among)] if goal is None else _against(position, goal)
    for inner, hops in _searches(position, _DEEPEST) if marks else ():
        found = list(islice(refutable(position, inner, marks, hops), worked_out if hops < 0 else _FEW))
        if found:
            return min([_worked_out(position, cell, is_bulb, inner, hops) for cell, is_bulb in found], key=_cost)
    return None


def _searches(position: Position, deepest: int) -> Iterator[tuple[int, int]]:
    """How deep to look within cases, and how many hops away: on a large board nearby first, then on all of it."""
    if len(position.grid.walls) > _SMALL:
        yield from product(range(Level.TRICKY, min(deepest, Level.EXPERT)), (_NEARBY,))
    yield from product(range(Level.TRICKY, deepest), (-1,))


def refuted_again(position: Position, known: Refutation, deepest: int | None = None) -> Refutation | None:
    """Another argument against the same mark, of little reach; not deeper than the one known, or than is said."""
    again = refute(position, known.cell, known.is_bulb)
    deepest = known.depth if deepest is None else deepest
    if again is not None or deepest == 1:
        return again
    for inner, hops in _searches(position, deepest + Level.TRICKY):
        if any(refutable(position, inner, [(known.cell, known.is_bulb)], hops)):
            again = _worked_out(position, known.cell, known.is_bulb, inner, hops)
            return again if again.depth <= deepest else None
    return None


def _against(position: Position, goal: Premises) -> list[tuple[int, bool]]:
    """The opposite of the marks of a goal."""
    bulbs, free = goal.bulbs, position.open
    shut = goal.shut | position.grid.seen_from(bulbs) & ~bulbs
    return [*[(cell, False) for cell in cells_in(bulbs & free)], *[(cell, True) for cell in cells_in(shut & free)]]


def _cost(refutation: Refutation) -> tuple[int, int]:
    return refutation.depth, refutation.size


def _worked_out(position: Position, cell: int, is_bulb: bool, inner: int, hops: int) -> Refutation:
    """The argument against a mark that techniques within a reach refute, some hops away."""
    branch, island = Branch(position, cell, is_bulb), position.island(cell, hops)
    while (refutation := branch.refutation()) is None:
        if not (branch.grow() or branch.grow_by_sets()):
            within = _within(branch.position, inner, island)
            assert within is not None, "this mark can be refuted"
            branch.add([within])
    return refutation


def _within(position: Position, inner: int, island: Cells) -> Refutation | None:
    """The next argument within a case: the shortest case, or a nested one where the reach goes that far."""
    shortest = shortest_refutation(position, among=island)
    return shortest or (nested_refutation(position, among=island) if inner > Level.HARD else None)
