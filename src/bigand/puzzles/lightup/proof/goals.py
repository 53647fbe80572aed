"""Judge whether the leaves of a proof, all of whose steps are right, show its goal.

Every solution of the board agrees with the marks of an open leaf: this holds for direct steps, for cases, and for
merges, which only drop marks. A complete leaf is a solution itself; its cells without a bulb are empty, marked or
not.
"""

from collections.abc import Callable, Sequence

from msgspec import Struct

from bigand.puzzles.lightup.board import MARKS, Board, Cell
from bigand.puzzles.lightup.formats.legup import VALUE_OF
from bigand.puzzles.lightup.position import Position
from bigand.puzzles.lightup.proof.objection import Flaw, Objection
from bigand.puzzles.lightup.proof.tree import Aim, Goal
from bigand.puzzles.lightup.rules import is_solved

ABOUT_CELLS = frozenset(Aim) - {Aim.DEFAULT, Aim.ANY_SOLUTION, Aim.NO_SOLUTION}
_ABOUT_VALUES = ABOUT_CELLS - {Aim.SINGLE_CELL_VALUE, Aim.MULTIPLE_CELL_VALUE}


class Leaf(Struct, frozen=True):
    """An open end of a branch: no contradiction closes it."""

    node: str
    position: Position

    @property
    def is_complete(self) -> bool:
        return is_solved(self.position)

    def known_value(self, cell_index: int) -> Cell:
        """Return the known value of a cell, white if unknown."""
        if self.position.bulbs >> cell_index & 1:
            return Cell.BULB
        if self.position.dots >> cell_index & 1 or (
            self.is_complete and self.position.grid.white >> cell_index & 1
        ):
            return Cell.DOT
        return Cell(self.position.board.cells[cell_index])


def judge_goal_cells(goal: Goal, board: Board) -> list[Objection]:
    """Return objections to the goal itself: walls in it, or cells without the bulb or dot they need."""
    if goal.aim in ABOUT_CELLS and not goal.cells:
        return [Objection(Flaw.NO_GOAL_CELLS, gaps={"goal": goal.aim.value})]
    walls = [index for index, _ in goal.cells if Cell(board.cells[index]).is_wall]
    if walls:
        return [Objection(Flaw.ON_A_WALL, places=tuple([board.place(index) for index in walls]))]
    non_marks = [(index, cell) for index, cell in goal.cells if cell not in MARKS and goal.aim in _ABOUT_VALUES]
    return [
        Objection(Flaw.NOT_A_MARK, places=(board.place(index),), gaps={"value": VALUE_OF[cell]})
        for index, cell in non_marks
    ]


def judge_goal(goal: Goal, leaves: Sequence[Leaf]) -> list[Objection]:
    """Return what is missing for the goal, given the open leaves."""
    return _JUDGES[goal.aim](goal, leaves)


def _has_goal_values(goal: Goal, leaf: Leaf) -> bool:
    return all(leaf.known_value(index) is cell for index, cell in goal.cells)


def _has_other_than_goal_value(goal: Goal, leaf: Leaf) -> bool:
    """Whether one of the cells is known to have another value."""
    return any(leaf.known_value(index) not in (cell, Cell.WHITE) for index, cell in goal.cells)


def _values(goal: Goal, leaf: Leaf) -> tuple[Cell, ...]:
    return tuple([leaf.known_value(index) for index, _ in goal.cells])


def _judge_all_solutions(_goal: Goal, leaves: Sequence[Leaf]) -> list[Objection]:
    return [_open_leaf_objection(leaf) for leaf in leaves if not leaf.is_complete]


def _open_leaf_objection(leaf: Leaf) -> Objection:
    """Object to a branch that is still open, with its dark cells."""
    dark = leaf.position.grid.places(leaf.position.dark)
    return Objection(Flaw.UNFINISHED if dark else Flaw.UNCLOSED, node=leaf.node, places=dark)


def _leaf_objection(reason: Flaw, goal: Goal, leaf: Leaf, wrong: Callable[[Cell, Cell], bool]) -> Objection:
    """Object to a leaf, with the cells of the goal that are wrong there."""
    cells = sum([1 << index for index, cell in dict(goal.cells).items() if wrong(leaf.known_value(index), cell)])
    return Objection(reason, node=leaf.node, places=leaf.position.grid.places(cells))


def _require_solution(goal: Goal, leaves: Sequence[Leaf]) -> list[Objection]:
    """Require that there is a solution, shown or assumed."""
    if goal.assumes_solution or any(leaf.is_complete for leaf in leaves):
        return []
    return [Objection(Flaw.NO_SOLUTION_SHOWN)]


def _judge_must_be(goal: Goal, leaves: Sequence[Leaf]) -> list[Objection]:
    wrong = [
        _leaf_objection(Flaw.NOT_SHOWN, goal, leaf, lambda value, cell: value is not cell)
        for leaf in leaves
        if not _has_goal_values(goal, leaf)
    ]
    return wrong or _require_solution(goal, leaves)


def _judge_might_not_be(goal: Goal, leaves: Sequence[Leaf]) -> list[Objection]:
    """Require a solution with other values, or other values in all branches; existence is checked later."""
    if any(leaf.is_complete and not _has_goal_values(goal, leaf) for leaf in leaves):
        return []
    if not leaves:
        return [Objection(Flaw.NO_SOLUTION_SHOWN)]
    return _judge_impossible(goal, leaves)


def _judge_single_value(goal: Goal, leaves: Sequence[Leaf]) -> list[Objection]:
    unknown = [
        _leaf_objection(Flaw.NOT_SHOWN, goal, leaf, lambda value, _: value is Cell.WHITE)
        for leaf in leaves
        if Cell.WHITE in _values(goal, leaf)
    ]
    if unknown:
        return unknown
    if len({_values(goal, leaf) for leaf in leaves}) > 1:
        return [Objection(Flaw.NOT_THE_SAME)]
    return _require_solution(goal, leaves)


def _judge_multiple_values(goal: Goal, leaves: Sequence[Leaf]) -> list[Objection]:
    values = {_values(goal, leaf) for leaf in leaves if leaf.is_complete}
    return [] if len(values) > 1 else [Objection(Flaw.NO_SOLUTION_SHOWN)]


def _judge_any_solution(_goal: Goal, leaves: Sequence[Leaf]) -> list[Objection]:
    return [] if any(leaf.is_complete for leaf in leaves) else [Objection(Flaw.NO_SOLUTION_SHOWN)]


def _judge_no_solution(_goal: Goal, leaves: Sequence[Leaf]) -> list[Objection]:
    return [Objection(Flaw.STILL_OPEN, node=leaf.node) for leaf in leaves]


def _judge_possible(goal: Goal, leaves: Sequence[Leaf]) -> list[Objection]:
    """Require a solution with these values, or these values in all branches if a solution is assumed."""
    if any(leaf.is_complete and _has_goal_values(goal, leaf) for leaf in leaves):
        return []
    if goal.assumes_solution and leaves:
        return _judge_must_be(goal, leaves)
    return [Objection(Flaw.NO_SOLUTION_SHOWN)]


def _judge_impossible(goal: Goal, leaves: Sequence[Leaf]) -> list[Objection]:
    return [
        _leaf_objection(Flaw.NOT_SHOWN, goal, leaf, lambda _value, _cell: True)
        for leaf in leaves
        if not _has_other_than_goal_value(goal, leaf)
    ]


_JUDGES: dict[Aim, Callable[[Goal, Sequence[Leaf]], list[Objection]]] = {
    Aim.DEFAULT: _judge_all_solutions,
    Aim.CELL_MUST_BE: _judge_must_be,
    Aim.CELL_MIGHT_NOT_BE: _judge_might_not_be,
    Aim.SINGLE_CELL_VALUE: _judge_single_value,
    Aim.MULTIPLE_CELL_VALUE: _judge_multiple_values,
    Aim.ANY_SOLUTION: _judge_any_solution,
    Aim.NO_SOLUTION: _judge_no_solution,
    Aim.VALUES_ARE_POSSIBLE: _judge_possible,
    Aim.VALUES_ARE_IMPOSSIBLE: _judge_impossible,
}


def goal_marks(goal: Goal) -> tuple[int, int]:
    """Return the bulbs and dots of a goal as sets of cells."""
    bulbs = sum([1 << index for index, cell in dict(goal.cells).items() if cell is Cell.BULB])
    return bulbs, sum([1 << index for index, cell in dict(goal.cells).items() if cell is Cell.DOT])
