"""Whether the leaves of a proof, all of whose steps are right, show what is to be shown.

Every solution of the board agrees with the marks of an open leaf: so it is at a direct step, at cases, and at a
merge, which only forgets. A complete leaf is a solution itself; what has no bulb there is empty, marked or not.
"""

from collections.abc import Callable, Sequence

from msgspec import Struct

from bigand.puzzles.lightup.board import MARKS, Board, Cell
from bigand.puzzles.lightup.formats.legup import VALUE_OF
from bigand.puzzles.lightup.position import Position
from bigand.puzzles.lightup.proof.objection import Objection, Reason
from bigand.puzzles.lightup.proof.tree import Aim, Goal
from bigand.puzzles.lightup.rules import is_solved

ABOUT_CELLS = frozenset(Aim) - {Aim.DEFAULT, Aim.ANY_SOLUTION, Aim.NO_SOLUTION}
_ABOUT_VALUES = ABOUT_CELLS - {Aim.SINGLE_CELL_VALUE, Aim.MULTIPLE_CELL_VALUE}


class Leaf(Struct, frozen=True):
    """The end of a branch that is open: no contradiction closes it."""

    node: str
    position: Position

    @property
    def is_complete(self) -> bool:
        return is_solved(self.position)

    def value(self, at: int) -> Cell:
        """What is known to stand in a cell: white if nothing is."""
        if self.position.bulbs >> at & 1:
            return Cell.BULB
        if self.position.dots >> at & 1 or (self.is_complete and self.position.grid.white >> at & 1):
            return Cell.DOT
        return Cell(self.position.board.cells[at])


def judge_goal_cells(goal: Goal, board: Board) -> list[Objection]:
    """What is wrong with the goal itself: walls in it, or no bulb and no dot where there should be one."""
    if goal.aim in ABOUT_CELLS and not goal.cells:
        return [Objection(Reason.NO_GOAL_CELLS, gaps={"goal": goal.aim.value})]
    walls = [at for at, _ in goal.cells if Cell(board.cells[at]).is_wall]
    if walls:
        return [Objection(Reason.ON_A_WALL, places=tuple([board.place(at) for at in walls]))]
    others = [(at, cell) for at, cell in goal.cells if cell not in MARKS and goal.aim in _ABOUT_VALUES]
    return [
        Objection(Reason.NOT_A_MARK, places=(board.place(at),), gaps={"value": VALUE_OF[cell]})
        for at, cell in others
    ]


def judge_goal(goal: Goal, leaves: Sequence[Leaf]) -> list[Objection]:
    """What is missing for the goal, given the open leaves."""
    return _JUDGES[goal.aim](goal, leaves)


def _matches(goal: Goal, leaf: Leaf) -> bool:
    return all(leaf.value(at) is cell for at, cell in goal.cells)


def _differs(goal: Goal, leaf: Leaf) -> bool:
    """Whether one of the cells is known to have another value."""
    return any(leaf.value(at) not in (cell, Cell.WHITE) for at, cell in goal.cells)


def _values(goal: Goal, leaf: Leaf) -> tuple[Cell, ...]:
    return tuple([leaf.value(at) for at, _ in goal.cells])


def _all_solutions(_goal: Goal, leaves: Sequence[Leaf]) -> list[Objection]:
    return [_unfinished(leaf) for leaf in leaves if not leaf.is_complete]


def _unfinished(leaf: Leaf) -> Objection:
    """A branch that is still open, with the cells that are dark."""
    dark = leaf.position.grid.places(leaf.position.dark)
    return Objection(Reason.UNFINISHED if dark else Reason.UNCLOSED, node=leaf.node, places=dark)


def _about(reason: Reason, goal: Goal, leaf: Leaf, wrong: Callable[[Cell, Cell], bool]) -> Objection:
    """An objection to a leaf, with the cells of the goal that are wrong there."""
    cells = sum([1 << at for at, cell in dict(goal.cells).items() if wrong(leaf.value(at), cell)])
    return Objection(reason, node=leaf.node, places=leaf.position.grid.places(cells))


def _exists(goal: Goal, leaves: Sequence[Leaf]) -> list[Objection]:
    """That there is a solution, shown or assumed."""
    if goal.assumes_solution or any(leaf.is_complete for leaf in leaves):
        return []
    return [Objection(Reason.NO_SOLUTION_SHOWN)]


def _must_be(goal: Goal, leaves: Sequence[Leaf]) -> list[Objection]:
    wrong = [
        _about(Reason.NOT_SHOWN, goal, leaf, lambda found, cell: found is not cell)
        for leaf in leaves
        if not _matches(goal, leaf)
    ]
    return wrong or _exists(goal, leaves)


def _might_not_be(goal: Goal, leaves: Sequence[Leaf]) -> list[Objection]:
    """A solution with other values; or all branches have others, and whether there is a solution is asked later."""
    if any(leaf.is_complete and not _matches(goal, leaf) for leaf in leaves):
        return []
    if not leaves:
        return [Objection(Reason.NO_SOLUTION_SHOWN)]
    return _impossible(goal, leaves)


def _single(goal: Goal, leaves: Sequence[Leaf]) -> list[Objection]:
    unknown = [
        _about(Reason.NOT_SHOWN, goal, leaf, lambda found, _: found is Cell.WHITE)
        for leaf in leaves
        if Cell.WHITE in _values(goal, leaf)
    ]
    if unknown:
        return unknown
    if len({_values(goal, leaf) for leaf in leaves}) > 1:
        return [Objection(Reason.NOT_THE_SAME)]
    return _exists(goal, leaves)


def _multiple(goal: Goal, leaves: Sequence[Leaf]) -> list[Objection]:
    found = {_values(goal, leaf) for leaf in leaves if leaf.is_complete}
    return [] if len(found) > 1 else [Objection(Reason.NO_SOLUTION_SHOWN)]


def _any_solution(_goal: Goal, leaves: Sequence[Leaf]) -> list[Objection]:
    return [] if any(leaf.is_complete for leaf in leaves) else [Objection(Reason.NO_SOLUTION_SHOWN)]


def _no_solution(_goal: Goal, leaves: Sequence[Leaf]) -> list[Objection]:
    return [Objection(Reason.STILL_OPEN, node=leaf.node) for leaf in leaves]


def _possible(goal: Goal, leaves: Sequence[Leaf]) -> list[Objection]:
    """A solution with these values; or all branches have them, and that there is a solution is assumed."""
    if any(leaf.is_complete and _matches(goal, leaf) for leaf in leaves):
        return []
    if goal.assumes_solution and leaves:
        return _must_be(goal, leaves)
    return [Objection(Reason.NO_SOLUTION_SHOWN)]


def _impossible(goal: Goal, leaves: Sequence[Leaf]) -> list[Objection]:
    return [
        _about(Reason.NOT_SHOWN, goal, leaf, lambda _found, _cell: True)
        for leaf in leaves
        if not _differs(goal, leaf)
    ]


_JUDGES: dict[Aim, Callable[[Goal, Sequence[Leaf]], list[Objection]]] = {
    Aim.DEFAULT: _all_solutions,
    Aim.CELL_MUST_BE: _must_be,
    Aim.CELL_MIGHT_NOT_BE: _might_not_be,
    Aim.SINGLE_CELL_VALUE: _single,
    Aim.MULTIPLE_CELL_VALUE: _multiple,
    Aim.ANY_SOLUTION: _any_solution,
    Aim.NO_SOLUTION: _no_solution,
    Aim.VALUES_ARE_POSSIBLE: _possible,
    Aim.VALUES_ARE_IMPOSSIBLE: _impossible,
}


def marked(goal: Goal) -> tuple[int, int]:
    """The bulbs and the dots that a goal speaks of, as sets of cells."""
    bulbs = sum([1 << at for at, cell in dict(goal.cells).items() if cell is Cell.BULB])
    return bulbs, sum([1 << at for at, cell in dict(goal.cells).items() if cell is Cell.DOT])
