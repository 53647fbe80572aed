"""Which case comes next: a short one, and of those the one after which most follows.

An engine that only propagates tells for every mark whether it leads to a contradiction, and how much would be known
with it; so the arguments have to be worked out for those only that do.
"""

from functools import cached_property
from typing import Protocol

from bigand.puzzles.lightup.position import Cells, Position, cell_set, cells_in
from bigand.puzzles.lightup.reasoning.argument import Premises, Refutation
from bigand.puzzles.lightup.reasoning.cases import find_shortest_refutation, refute
from bigand.puzzles.lightup.reasoning.nested import find_nested_refutation
from bigand.puzzles.lightup.reasoning.probing import Propagator
from bigand.puzzles.lightup.reasoning.walking import Walk

MAX_EXTRA_SIZE = 2  # rule instances that a case may have more than the shortest, if more follows from it

_FEW = 8  # nested cases
_WORKED_OUT = 64  # cases, at most, that are looked at: those after which most follows


class Chooser(Protocol):
    """Whoever says which case comes next. To be closed."""

    def choose(self, walk: Walk) -> Refutation | None:
        """The case to tell next; nothing if single deductions refute no mark."""

    def choose_nested_case(self, walk: Walk, goal: Premises | None) -> Refutation | None:
        """The nested case to tell where there is no other, if there is one."""

    def close(self) -> None: ...


class ShortestCaseChooser:
    """The first of the shortest cases, whatever follows from it; slow on large boards.

    With `near`, which is for boards with one solution, those come first that are near what was marked last; nested
    ones as they stand on the board, of which few are worked out.
    """

    def __init__(self, near: bool = False) -> None:
        self._near = near

    def choose(self, walk: Walk) -> Refutation | None:
        position = walk.position
        return find_shortest_refutation(position, position.grid.visible_from(walk.last) if self._near else 0)

    def choose_nested_case(self, walk: Walk, goal: Premises | None) -> Refutation | None:
        if self._near:
            return find_nested_refutation(walk.position, max_candidates=_FEW)
        return find_nested_refutation(walk.position, goal)

    def close(self) -> None:
        pass


class CaseChooser:
    """The cases of positions on one board, of which each knows more than the one before. To be closed.

    What follows from a mark follows from it until something is known that stands in a rule with it, or with what
    follows. So only the marks near what is new are followed again.
    """

    def __init__(self, position: Position, extra_size: int = MAX_EXTRA_SIZE) -> None:
        self._extra_size = extra_size
        self._start = position
        self._known = Position(position.grid, position.clues)
        self._gains: dict[tuple[int, bool], int | None] = {}  # by mark: how much follows; nothing if that clashes
        self._leading: dict[int, set[int]] = {}  # by cell: those with a mark from which something follows there
        self._refuted: dict[int, bool] = {}  # the cells with a mark that clashes, and whether that is a bulb
        self._arguments: dict[tuple[int, bool], Refutation] = {}

    @cached_property
    def _engine(self) -> Propagator:
        """Made when it is asked: most boards need no cases."""
        return Propagator(self._start)

    def choose(self, walk: Walk) -> Refutation | None:
        """The case to tell next; nothing if single deductions refute no mark."""
        position = walk.position
        ranked = sorted(self.find_refuted_marks(position), key=lambda mark: (-mark[2], mark[0]))
        sized = [
            (self._refutation_of(position, cell, is_bulb), gain) for cell, is_bulb, gain in ranked[:_WORKED_OUT]
        ]
        if not sized:
            return None
        least = min([argument.size for argument, _ in sized])
        best, _ = max(
            [(argument, gain) for argument, gain in sized if argument.size <= least + self._extra_size],
            key=lambda pair: (pair[1], -pair[0].size),
        )
        shorter = refute(position, best.cell, best.is_bulb)  # which may be shorter by now
        return shorter if shorter is not None and shorter.size < best.size else best

    def choose_nested_case(self, walk: Walk, goal: Premises | None) -> Refutation | None:
        return find_nested_refutation(walk.position, goal)

    def find_refuted_marks(self, position: Position) -> list[tuple[int, bool, int]]:
        """The marks that single deductions refute, one a cell, and how much follows from the opposite of each."""
        for cell in cells_in(self._learn(position) & position.open):
            self._propagate(cell)
        return [(cell, is_bulb, self._gains[cell, not is_bulb] or 0) for cell, is_bulb in self._refuted.items()]

    def _learn(self, position: Position) -> Cells:
        """Take what is new in a position; the cells with marks from which more may follow than before."""
        previous, self._known = self._known, position
        self._engine.add_facts(
            self._engine.to_literals(position.bulbs & ~previous.bulbs, position.dots & ~previous.dots)
        )
        if not self._gains:
            return position.open
        new = position.changes_since(previous)
        for cell in cells_in(new):
            self._refuted.pop(cell, None)
        near = position.grid.visible_from(position.grid.visible_from(new))
        for clue in position.clues.beside(new):
            near |= clue.beside
        return cell_set({cell for reached in cells_in(near) for cell in self._leading.pop(reached, ())})

    def _propagate(self, cell: int) -> None:
        for is_bulb in (True, False):
            if self._gains.get((cell, is_bulb), 0) is None:
                continue  # what clashes will always clash
            following = self._engine.propagate(cell, is_bulb)
            self._gains[cell, is_bulb] = None if following is None else len(following)
            if following is None:
                self._refuted.setdefault(cell, is_bulb)
            for reached in self._engine.cells_of(following or ()):
                self._leading.setdefault(reached, set()).add(cell)

    def _refutation_of(self, position: Position, cell: int, is_bulb: bool) -> Refutation:
        """The argument against a mark; one that was found before still holds."""
        argument = self._arguments.get((cell, is_bulb)) or refute(position, cell, is_bulb)
        assert argument is not None, "what the engine refutes, single deductions refute"
        self._arguments[cell, is_bulb] = argument
        return argument

    def close(self) -> None:
        if "_engine" in self.__dict__:
            self._engine.close()
