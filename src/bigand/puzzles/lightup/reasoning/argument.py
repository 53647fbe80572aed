"""Arguments as values: a mark is supposed, rules conclude, and a rule finds a contradiction.

A `Refutation` is such an argument; it concludes the opposite mark. Its steps are conclusions of direct rules and,
if it is nested, refutations of further marks.
"""

from functools import cached_property
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from bigand.puzzles.lightup.position import Cells, Position
from bigand.puzzles.lightup.rules import Conclusion, RuleKind
from bigand.puzzles.lightup.rules.contradictions import BULBS_IN_PATH, TOO_MANY_BULBS
from bigand.puzzles.lightup.rules.direct import FINISH_WITH_EMPTY


class Premises(NamedTuple):
    """What an argument rests on: cells that have a bulb, and cells that cannot take one (marked, or lit)."""

    bulbs: Cells
    shut: Cells


# These rules rest on bulbs; the others rest on cells that cannot take a bulb.
_BY_BULBS = frozenset([BULBS_IN_PATH.id, FINISH_WITH_EMPTY.id, TOO_MANY_BULBS.id])


def premises_of(reason: "Inference", position: Position) -> Premises:
    """Return what a conclusion or an argument rests on in a position."""
    if isinstance(reason, Refutation):
        return reason.premises
    # A contradiction at a white cell also rests on its mark: a bulb that sees another, a dot that stays dark.
    site_cell = 1 << reason.site if reason.rule.kind is RuleKind.CONTRADICTION else 0
    cells = reason.cells | site_cell & position.grid.white
    if reason.rule.id in _BY_BULBS:
        return Premises(cells, 0)
    return Premises(0, cells & ~position.bulbs)


class Refutation(Struct, frozen=True, dict=True):
    """A bulb (or a dot) in `cell` is supposed; the steps follow one after another, up to the contradiction."""

    cell: int
    is_bulb: bool
    steps: tuple["Inference", ...]
    end: Conclusion
    premises: Premises

    @property
    def bulbs(self) -> Cells:
        """The bulb that is concluded, if a dot was supposed."""
        return 0 if self.is_bulb else 1 << self.cell

    @property
    def dots(self) -> Cells:
        """The dot that is concluded, if a bulb was supposed."""
        return 1 << self.cell if self.is_bulb else 0

    @cached_property
    def size(self) -> int:
        """The number of rule instances, including those of nested arguments."""
        return 1 + sum([step.size if isinstance(step, Refutation) else 1 for step in self.steps])

    @cached_property
    def depth(self) -> int:
        """How deep suppositions are nested: 1 if there is only its own."""
        return 1 + max([step.depth for step in self.steps if isinstance(step, Refutation)], default=0)


Inference: TypeAlias = Conclusion | Refutation


def suppose(position: Position, cell: int, is_bulb: bool) -> Position:
    """Return the position with the mark that an argument supposes."""
    return position.with_marks(1 << cell, 0) if is_bulb else position.with_marks(0, 1 << cell)


def apply_inference(position: Position, reason: Inference) -> Position:
    """Return the position with what a reason concludes, where that is not known yet."""
    return position.with_marks(reason.bulbs & position.unknown, reason.dots & position.unknown)


def contradicts_position(argument: Refutation, position: Position) -> bool:
    """Whether a step contradicts what is known by now; then a shorter argument exists."""
    inside = suppose(position, argument.cell, argument.is_bulb)
    for step in argument.steps:
        shut = inside.dots | (inside.lit & ~inside.bulbs)
        if step.bulbs & shut or step.dots & inside.bulbs:
            return True
        if (
            isinstance(step, Refutation)
            and (step.bulbs | step.dots) & inside.unknown
            and contradicts_position(step, inside)
        ):
            return True
        inside = apply_inference(inside, step)
    return False
