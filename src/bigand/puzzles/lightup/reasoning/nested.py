"""Nested cases: where no case gives way to single deductions, other arguments are needed within it.

First every mark is followed with set arguments, then with cases, then with nested ones, until one can be
refuted. Some of those that can are worked out, and the smallest argument is taken.
"""

from collections.abc import Iterator
from itertools import islice, product

from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Position, cells_in
from bigand.puzzles.lightup.reasoning.argument import Premises, Refutation
from bigand.puzzles.lightup.reasoning.cases import Branch, find_shortest_refutation, refute
from bigand.puzzles.lightup.reasoning.levels import Level, marks_on, refutable_marks

_MAX_REACH = 9  # the reach within a case; no board that we have seen needs more than 2
_SMALL = 500  # cells
_NEARBY = 2  # hops
_FEW = 4  # of the marks below, on a large board
_WORKED_OUT = 16  # marks that can be refuted, of which the smallest argument is taken


def find_nested_refutation(
    position: Position,
    goal: Premises | None = None,
    max_candidates: int = _WORKED_OUT,
    among: Cells = EVERYWHERE,
) -> Refutation | None:
    """A small argument with arguments in it, by techniques of the least reach; for a mark of a goal, if given.

    Where there are several solutions, nothing else can be refuted.
    """
    marks = [*marks_on(position, among)] if goal is None else _opposite_marks(position, goal)
    for inner, hops in _search_plan(position, _MAX_REACH) if marks else ():
        candidates = list(
            islice(refutable_marks(position, inner, marks, hops), max_candidates if hops < 0 else _FEW)
        )
        if candidates:
            return min(
                [_build_nested_refutation(position, cell, is_bulb, inner, hops) for cell, is_bulb in candidates],
                key=_cost,
            )
    return None


def _search_plan(position: Position, deepest: int) -> Iterator[tuple[int, int]]:
    """How deep to look within cases, and how many hops away: on a large board nearby first, then on all of it."""
    if len(position.grid.walls) > _SMALL:
        yield from product(range(Level.TRICKY, min(deepest, Level.EXPERT)), (_NEARBY,))
    yield from product(range(Level.TRICKY, deepest), (-1,))


def refute_again(position: Position, refutation: Refutation, deepest: int | None = None) -> Refutation | None:
    """Another argument against the same mark, of little reach; not deeper than the one known, or than is said."""
    new_refutation = refute(position, refutation.cell, refutation.is_bulb)
    deepest = refutation.depth if deepest is None else deepest
    if new_refutation is not None or deepest == 1:
        return new_refutation
    for inner, hops in _search_plan(position, deepest + Level.TRICKY):
        if any(refutable_marks(position, inner, [(refutation.cell, refutation.is_bulb)], hops)):
            new_refutation = _build_nested_refutation(position, refutation.cell, refutation.is_bulb, inner, hops)
            return new_refutation if new_refutation.depth <= deepest else None
    return None


def _opposite_marks(position: Position, goal: Premises) -> list[tuple[int, bool]]:
    """The opposite of the marks of a goal."""
    bulbs, free = goal.bulbs, position.open
    shut = goal.shut | position.grid.visible_from(bulbs) & ~bulbs
    return [*[(cell, False) for cell in cells_in(bulbs & free)], *[(cell, True) for cell in cells_in(shut & free)]]


def _cost(refutation: Refutation) -> tuple[int, int]:
    return refutation.depth, refutation.size


def _build_nested_refutation(position: Position, cell: int, is_bulb: bool, inner: int, hops: int) -> Refutation:
    """The argument against a mark that techniques within a reach refute, some hops away."""
    branch, component = Branch(position, cell, is_bulb), position.component(cell, hops)
    while (refutation := branch.find_refutation()) is None:
        if not (branch.grow() or branch.grow_by_sets()):
            inner_refutation = _inner_refutation(branch.position, inner, component)
            assert inner_refutation is not None, "this mark can be refuted"
            branch.add([inner_refutation])
    return refutation


def _inner_refutation(position: Position, inner: int, island: Cells) -> Refutation | None:
    """The next argument within a case: the shortest case, or a nested one where the reach goes that far."""
    shortest = find_shortest_refutation(position, among=island)
    return shortest or (find_nested_refutation(position, among=island) if inner > Level.HARD else None)
