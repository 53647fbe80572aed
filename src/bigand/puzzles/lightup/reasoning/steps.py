"""Steps of an explanation: links that share their argument are one step, and the cheapest comes first.

A link becomes available as soon as what it rests on is known. Its conclusion is then derived again, since links
before it may have been removed: a clue that has all its bulbs concludes all cells beside it.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from heapq import heappop, heappush

from msgspec import Struct
from msgspec.structs import replace

from bigand.puzzles.lightup.position import Cells, Position, cells_in
from bigand.puzzles.lightup.reasoning.argument import Inference, Refutation, contradicts_position
from bigand.puzzles.lightup.reasoning.cases import refute_again, refute_bulb_by_set_argument
from bigand.puzzles.lightup.reasoning.chain import Link, rule_instances
from bigand.puzzles.lightup.reasoning.levels import Level, Technique
from bigand.puzzles.lightup.rules import Conclusion


class Step(Struct, frozen=True):
    """What follows in a position, and why.

    `reasons` is a conclusion of a direct rule, or a refutation for each marked cell. Those of a set argument are
    all about one `site` (a clue or a dark cell) and its `members`, one of which has a bulb; those of a case use the
    same rules at the same sites.
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
        """The number of rule instances: different rules, or different sites of one."""
        return len(self.instances)

    @property
    def instances(self) -> frozenset[tuple[str, int, int]]:
        """The rules with their sites and marks: what is argued, whatever it is for."""
        return frozenset([instance for reason in self.reasons for instance in rule_instances(reason)])

    @property
    def depth(self) -> int:
        """How deep suppositions are nested: 0 for a direct rule."""
        return max([reason.depth if isinstance(reason, Refutation) else 0 for reason in self.reasons])


def _union(sets: list[Cells]) -> Cells:
    union = 0
    for cells in sets:
        union |= cells
    return union


# ---------------------------------------------------------------------- Order

_RANKS = {technique: rank for rank, technique in enumerate(Technique)}


def build_steps_cheapest_first(start: Position, links: Sequence[Link]) -> Iterator[Step]:
    """Return the steps of links, from a position on."""
    return _StepBuilder(start, links).build()


def one_step_per_link(start: Position, links: Iterable[Link]) -> Iterator[Step]:
    """Yield a step for each link, in order: each holds where it was found."""
    for link in links:
        if link.is_new_in(start):
            step = Step(start, link.technique, (link.reason,), link.members)
            yield step
            start = step.after


class _StepBuilder:
    """Links that wait until what they rest on is known, and those that are ready."""

    def __init__(self, start: Position, links: Sequence[Link]) -> None:
        self.position = start
        self.links = links
        self.groups: dict[Hashable, list[int]] = {}
        self.ready: list[tuple[int, int]] = []  # rank and number: the cheapest first, then the first
        # By a cell that is not known to have a bulb, or to be shut: the links that wait for it; and all such cells.
        self.waiting: tuple[dict[int, list[int]], ...] = ({}, {})
        self.awaited: list[Cells] = [0, 0]
        for number, link in enumerate(links):
            if isinstance(link.reason, Refutation):
                self.groups.setdefault(link.step_group_key, []).append(number)
            self._wait_or_make_ready(number)

    def build(self) -> Iterator[Step]:
        """Yield the steps; a case waits as long as possible for others that share its argument."""
        while self.ready:
            postponed = []
            while self.ready and not self._is_group_ready(self.ready[0][1]):
                postponed.append(heappop(self.ready))
            number = (heappop(self.ready) if self.ready else postponed.pop(0))[1]
            for key in postponed:
                heappush(self.ready, key)
            if self.links[number].is_new_in(self.position):
                yield self._build_step(number)

    def _wait_or_make_ready(self, number: int) -> None:
        """Let a link wait if something it rests on is unknown; otherwise it is ready."""
        premises = self.links[number].premises
        bulbs, shut = premises.bulbs & ~self.position.bulbs, premises.shut & self.position.open
        if bulbs or shut:
            kind, missing = (0, bulbs) if bulbs else (1, shut)
            cell = missing.bit_length() - 1
            self.waiting[kind].setdefault(cell, []).append(number)
            self.awaited[kind] |= 1 << cell
        else:
            heappush(self.ready, (_RANKS[self.links[number].technique], number))

    def _is_group_ready(self, number: int) -> bool:
        """Whether all links that share an argument are ready or done."""
        if not self.links[number].is_case:
            return True
        return all(self.links[member].holds_in(self.position) for member in self._group(number))

    def _group(self, number: int) -> list[int]:
        return self.groups[self.links[number].step_group_key]

    def _build_step(self, number: int) -> Step:
        """Build the step of a link and of those that share its argument."""
        before, first = self.position, self.links[number]
        if isinstance(first.reason, Refutation):
            group_links = [self.links[index] for index in self._group(number)]
            reasons = [
                _update_argument(before, link)
                for link in group_links
                if link.holds_in(before) and link.is_new_in(before)
            ]
        else:
            reasons = [_update_conclusion(before, first.reason)]
        step = Step(before, first.technique, tuple(reasons), first.members)
        if step.technique is Technique.NESTED and step.depth == 1:
            step = replace(step, technique=Technique.CASE)
        self.position = step.after
        for kind, known in enumerate((step.bulbs, self.position.changes_since(before))):
            new = known & self.awaited[kind]
            self.awaited[kind] ^= new
            for cell in cells_in(new):
                for index in self.waiting[kind].pop(cell):
                    self._wait_or_make_ready(index)
        return step


def _update_conclusion(position: Position, conclusion: Conclusion) -> Conclusion:
    """Return what a rule concludes at the same site in this position; dots on open cells only."""
    conclusions = conclusion.rule.conclusions(position, conclusion.bulbs | conclusion.dots)
    for current in conclusions:
        if current.site == conclusion.site:
            return current.with_dots(current.dots & position.open)
    return conclusion.with_dots(conclusion.dots & position.open)


def _update_argument(position: Position, link: Link) -> Inference:
    """Return the argument of a link for this position, where more may be known than when it was found."""
    argument = link.reason
    if not isinstance(argument, Refutation) or not contradicts_position(argument, position):
        return argument
    at_once = refute_bulb_by_set_argument(position, argument.cell, argument.end.site) if link.members else None
    new_argument = at_once or refute_again(position, argument)
    assert new_argument is not None, "a refuted mark can still be refuted when more is known"
    return new_argument


# -------------------------------- Ratings: the level of a board, and a number that grows with the work for a person


# The cost of a step, and of each of its rule instances. The scale is ours: a clue that is met costs 1.
_COSTS = {
    Technique.SINGLE: (0, 1),
    Technique.CORNERS: (3, 1),
    Technique.SHARED_CELLS: (4, 1),
    Technique.SHARED_LIGHT: (5, 1),
    Technique.CASE: (10, 3),
    Technique.NESTED: (30, 3),
}


class Rating(Struct, frozen=True):
    """How hard a board is.

    Attributes:
        level: The level of the hardest step.
        number: The sum of the costs of all steps.
    """

    level: Level
    number: int


def rate_steps(steps: Sequence[Step]) -> Rating:
    """Rate a board by the steps of its explanation, which uses nothing costly before it must."""
    level = max([step.technique.level for step in steps], default=Level.EASY)
    return Rating(level, sum([step_cost(step) for step in steps]))


def step_cost(step: Step) -> int:
    fixed, per_instance = _COSTS[step.technique]
    return fixed + per_instance * step.size
