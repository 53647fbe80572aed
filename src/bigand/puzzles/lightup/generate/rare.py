"""Expert boards: found by changing a design again and again, keeping what brings it nearer.

How near a board is: as long as single cases get on, the least share of all marks that they refute at any point.
Where they refute none, nested cases are needed. (The share, and not the number, so that it counts where much is
open.) A design that is not decided by all its clues is as far as it leaves cells open.
"""

from collections.abc import Callable

from bigand.puzzles.lightup.generate.design import Design, Designer
from bigand.puzzles.lightup.generate.judges import reduce_clues_like
from bigand.puzzles.lightup.generate.sketch import QuickSolver
from bigand.puzzles.lightup.generate.uniqueness import UniquenessChecker
from bigand.puzzles.lightup.position import Cells, Clue, Position, cell_set
from bigand.puzzles.lightup.reasoning.levels import Level

_FAR = 1_000_000.0
_MIN_OPEN_CELLS = 8  # open cells; boards that need nested cases have more where single ones do not get on
_MOVED = 2  # cells that change when a bulb stands elsewhere
_ORDERS = 2  # in which clues are left out of a design that comes nearer
_RESTART = 1_500  # designs without a better one, before a new one is begun
_FORGET = 0.1  # of the bulbs, and of the clues, with each change
_TOLERANCE = 0.08  # that a change may be farther, so that the search does not end in the first hollow


def find_expert_position(designer: Designer, count: Callable[[], None]) -> Position:
    """A board that needs nested cases; `count` is called for each design, and may end the search."""
    while True:
        design, clues = designer.new_design(), 0
        current = best = 2 * _FAR
        idle = 0
        while idle < _RESTART:
            count()
            changed = designer.vary(design, _FORGET)
            distance, clues_left = _measure_design(designer, changed, clues, current + _TOLERANCE)
            if distance == 0:
                return changed.position(clues_left)
            idle = 0 if distance < best else idle + 1
            best = min(best, distance)
            if distance <= current + _TOLERANCE:
                current, design, clues = distance, changed, cell_set([clue.cell for clue in clues_left])


def _measure_design(
    designer: Designer, design: Design, kept_before: Cells, bound: float
) -> tuple[float, list[Clue]]:
    """How near the boards of a design are, and the clues of the nearest.

    Clues are left out as they were before the last change, so that what was near stays near; and in another order
    if that is not farther than a bound.
    """
    if design.is_loose():
        return _FAR + _MOVED, []
    clues = design.clues()
    engine = UniquenessChecker(design, clues)
    try:
        if engine.find_needed_clues(clues) is None:
            return _FAR + (design.bulbs ^ engine.other_solution()).bit_count(), []
        nearest, kept = 2 * _FAR, clues
        for _ in range(_ORDERS):
            remaining = reduce_clues_like(clues, engine.find_needed_clues, designer.rng, kept_before, _FORGET)
            assert remaining is not None, "all clues decide the design"
            distance = expert_distance(QuickSolver(design.grid, remaining))
            if distance < nearest:
                nearest, kept = distance, remaining
            if not 0 < nearest <= bound:
                break
        return nearest, kept
    finally:
        engine.close()


def expert_distance(solver: QuickSolver) -> float:
    """The least share of the marks on open cells that single cases refute, where set arguments do not get on.

    Where few cells are open, they always refute some.
    """
    holds = solver.solve(Level.TRICKY)
    least = _FAR
    while solver.dark and least and solver.free.bit_count() >= _MIN_OPEN_CELLS:
        bulbs, dots = solver.find_refuted_marks()
        least = min(least, (bulbs.bit_count() + dots.bit_count()) / (2 * solver.free.bit_count()))
        holds = solver.solve(Level.TRICKY, dots, bulbs)
    assert holds, "the board has a solution"
    return least
