"""Steps of an explanation: from a position to the next one, by one deduction or one argument, cheapest first."""

from collections.abc import Iterator
from enum import Enum

from msgspec import Struct

from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Position, cells_in
from bigand.puzzles.lightup.reasoning.argument import Inference, Refutation
from bigand.puzzles.lightup.reasoning.cases import refute_at_once, shortest_refutation
from bigand.puzzles.lightup.reasoning.levels import Level
from bigand.puzzles.lightup.reasoning.nested import nested_refutation
from bigand.puzzles.lightup.reasoning.sets import set_arguments
from bigand.puzzles.lightup.reasoning.singles import SINGLES, single_conclusions
from bigand.puzzles.lightup.rules import Conclusion
from bigand.puzzles.lightup.rules.empty_corners import EMPTY_CORNERS


class Technique(Enum):
    """What a step is, from the cheapest on."""

    SINGLE = "single"  # one direct rule
    CORNERS = "corners"  # Empty Corners: the set argument that LEGUP has a rule for
    SHARED_CELLS = "shared_cells"  # a set argument about the cells beside a clue
    SHARED_LIGHT = "shared_light"  # a set argument about the cells that can light a dark one
    CASE = "case"
    NESTED = "nested"

    @property
    def level(self) -> Level:
        """The level of boards that need it."""
        return _LEVELS[self]


_LEVELS = {
    Technique.SINGLE: Level.EASY,
    Technique.CORNERS: Level.TRICKY,
    Technique.SHARED_CELLS: Level.TRICKY,
    Technique.SHARED_LIGHT: Level.TRICKY,
    Technique.CASE: Level.HARD,
    Technique.NESTED: Level.EXPERT,
}


class Step(Struct, frozen=True):
    """What follows in a position, and why.

    `reasons` is a conclusion of a direct rule, or a refutation for each cell that is marked; a set argument has one
    for each of its cells, all about one `site` (a clue or a dark cell) and its `members`, of which one has a bulb.
    """

    before: Position
    technique: Technique
    reasons: tuple[Inference, ...]
    members: Cells = 0

    @property
    def bulbs(self) -> Cells:
        return _union([reason.bulbs for reason in self.reasons])

    @property
    def dots(self) -> Cells:
        return _union([reason.dots for reason in self.reasons])

    @property
    def after(self) -> Position:
        return self.before.with_marks(self.bulbs, self.dots)

    @property
    def site(self) -> int:
        """What it is about: the clue, bulb or dark cell of its rule; the supposed cell of a case."""
        first = self.reasons[0]
        if isinstance(first, Conclusion):
            return first.site
        return first.end.site if self.technique.level is Level.TRICKY else first.cell

    @property
    def size(self) -> int:
        """How many rule instances it takes: different rules, or different places of one."""
        return len(set(instances(self.reasons)))

    @property
    def depth(self) -> int:
        """How deep suppositions are nested: 0 for a direct rule."""
        return max([reason.depth if isinstance(reason, Refutation) else 0 for reason in self.reasons])


def _union(sets: list[Cells]) -> Cells:
    union = 0
    for cells in sets:
        union |= cells
    return union


def instances(reasons: tuple[Inference, ...]) -> Iterator[tuple[str, int, int]]:
    """The rules of some reasons with their sites and what they mark, those within arguments too."""
    for reason in reasons:
        if isinstance(reason, Refutation):
            yield from instances((*reason.steps, reason.end))
        else:
            yield reason.rule.id, reason.site, reason.bulbs | reason.dots


# ---------------------------------------------------------------------- finding them


def steps(position: Position, is_unique: bool = True) -> Iterator[Step]:
    """Steps up to the solution; if there are several, as far as single cases go: nested ones would not end.

    The position must have a solution.
    """
    near: Cells = EVERYWHERE
    while position.dark:
        step = next_step(position, near, is_unique)
        if step is None:
            return
        yield step
        near = step.after.changed_since(position)
        position = step.after


def next_step(position: Position, near: Cells = EVERYWHERE, nested: bool = True) -> Step | None:
    """The cheapest step there is; of equal ones, one near some cells, where a person is looking."""
    return (
        _single(position, near)
        or _corners(position)
        or _set_argument(position)
        or _case(position, near)
        or (_nested(position) if nested else None)
    )


def _single(position: Position, near: Cells) -> Step | None:
    for rule in SINGLES:
        for around in (near, EVERYWHERE):
            for conclusion in single_conclusions(position, around, (rule,)):
                return Step(position, Technique.SINGLE, (conclusion,))
    return None


def _corners(position: Position) -> Step | None:
    for conclusion in single_conclusions(position, EVERYWHERE, (EMPTY_CORNERS,)):
        return Step(position, Technique.CORNERS, (conclusion,))
    return None


def _set_argument(position: Position) -> Step | None:
    """The smallest set argument; all cells that one set speaks against are told together."""
    dots_of: dict[tuple[int, Cells], Cells] = {}
    for argument in set_arguments(position):
        key = (argument.site, argument.members)
        dots_of[key] = dots_of.get(key, 0) | argument.dots
    made = [_set_step(position, *key, dots) for key, dots in dots_of.items()]
    return min(made, key=lambda step: (step.size, step.members.bit_count()), default=None)


def _set_step(position: Position, site: int, members: Cells, dots: Cells) -> Step:
    is_clue = not position.grid.white >> site & 1
    technique = Technique.SHARED_CELLS if is_clue else Technique.SHARED_LIGHT
    reasons = [refute_at_once(position, cell, site) for cell in cells_in(dots)]
    return Step(position, technique, tuple([reason for reason in reasons if reason is not None]), members)


def _case(position: Position, near: Cells) -> Step | None:
    refutation = shortest_refutation(position, 0 if near == EVERYWHERE else position.grid.seen_from(near))
    return None if refutation is None else Step(position, Technique.CASE, (refutation,))


def _nested(position: Position) -> Step | None:
    refutation = nested_refutation(position)
    return None if refutation is None else Step(position, Technique.NESTED, (refutation,))
