"""Which case comes next: a short one, and of those the one after which most follows.

An engine that only propagates tells for every mark whether it leads to a contradiction, and how much would be known
with it; so the arguments have to be worked out for those only that do.
"""

from typing import Protocol

from bigand.puzzles.lightup.position import Position, cells_in
from bigand.puzzles.lightup.reasoning.argument import Refutation
from bigand.puzzles.lightup.reasoning.cases import refute, shortest_refutation
from bigand.puzzles.lightup.reasoning.probing import Propagation

LONGER = 2  # rule instances that a case may have more than the shortest, if more follows from it

_WORKED_OUT = 64  # cases, at most, that are looked at: those after which most follows


class Chooser(Protocol):
    """Whoever says which case comes next. To be closed."""

    def best(self, position: Position) -> Refutation | None:
        """The case to tell next; nothing if single deductions refute no mark."""

    def close(self) -> None: ...


class Shortest:
    """The first of the shortest cases, whatever follows from it; slow on large boards."""

    def best(self, position: Position) -> Refutation | None:
        return shortest_refutation(position)

    def close(self) -> None:
        pass


class Cases:
    """The cases of positions on one board, of which each knows more than the one before. To be closed."""

    def __init__(self, position: Position, longer: int = LONGER) -> None:
        self._longer = longer
        self._engine = Propagation(position)
        self._known = Position(position.grid, position.clues)
        self._arguments: dict[tuple[int, bool], Refutation] = {}

    def best(self, position: Position) -> Refutation | None:
        """The case to tell next; nothing if single deductions refute no mark."""
        self._learn(position)
        found = []
        for cell in cells_in(position.open):
            with_bulb, with_dot = self._engine.follow(cell, is_bulb=True), self._engine.follow(cell, is_bulb=False)
            if with_bulb is None:
                found.append((cell, True, with_dot or 0))
            elif with_dot is None:
                found.append((cell, False, with_bulb))
        found.sort(key=lambda one: -one[2])
        sized = [(self._argument(position, cell, is_bulb), gain) for cell, is_bulb, gain in found[:_WORKED_OUT]]
        if not sized:
            return None
        least = min([argument.size for argument, _ in sized])
        best, _ = max(
            [(argument, gain) for argument, gain in sized if argument.size <= least + self._longer],
            key=lambda pair: (pair[1], -pair[0].size),
        )
        again = refute(position, best.cell, best.is_bulb)  # which may be shorter by now
        return again if again is not None and again.size < best.size else best

    def _learn(self, position: Position) -> None:
        known, self._known = self._known, position
        self._engine.know(self._engine.literals(position.bulbs & ~known.bulbs, position.dots & ~known.dots))

    def _argument(self, position: Position, cell: int, is_bulb: bool) -> Refutation:
        """The argument against a mark; one that was found before still holds."""
        argument = self._arguments.get((cell, is_bulb)) or refute(position, cell, is_bulb)
        assert argument is not None, "what the engine refutes, single deductions refute"
        self._arguments[cell, is_bulb] = argument
        return argument

    def close(self) -> None:
        self._engine.close()
