"""Chains: links in an order in which each rests on those before it, and who gives and who takes which fact.

A fact is that a cell has a bulb, or that it is shut: no bulb can be put there, for a dot or for light.
"""

from heapq import heappop, heappush

from bigand.puzzles.lightup.position import Cells, Position, cells_in, set_of
from bigand.puzzles.lightup.reasoning.argument import Premises
from bigand.puzzles.lightup.reasoning.links import Link

Fact = int  # the number of a cell that has a bulb; of one that is shut, -1 less the number


class Facts:
    """What links give and take that is not known at the start, worked out once for each link."""

    def __init__(self, start: Position) -> None:
        self.start = start
        self._of: dict[int, tuple[Link, list[Fact], list[Fact]]] = {}  # by id; the link is kept so that it stays

    def of(self, each: Link) -> tuple[list[Fact], list[Fact]]:
        """What a link gives, and what it takes."""
        known = self._of.get(id(each))
        if known is None:
            reason = each.reason
            shut = self.start.grid.seen_from(reason.bulbs) | reason.dots
            known = (each, self.facts(reason.bulbs, shut), self.facts(*each.premises))
            self._of[id(each)] = known
        return known[1:]

    def facts(self, bulbs: Cells, shut: Cells) -> list[Fact]:
        """Those among bulbs and shut cells that are not known at the start."""
        start = self.start
        return [*cells_in(bulbs & ~start.bulbs), *[-1 - cell for cell in cells_in(shut & start.open)]]


def is_reached(goal: Premises, position: Position) -> bool:
    """Whether all is known that is wanted."""
    return not (goal.bulbs & ~position.bulbs or goal.shut & position.open)


class Chain:
    """Links in their order; by fact the numbers of the links that give it, and of those that take it."""

    def __init__(self, links: list[Link], facts: Facts) -> None:
        self.links = links
        self._facts = facts
        self._gives, self._takes = [], []
        self._given: dict[Fact, list[int]] = {}
        self._taken: dict[Fact, list[int]] = {}
        for index, each in enumerate(links):
            gives, takes = facts.of(each)
            self._gives.append(gives)
            self._takes.append(takes)
            for fact in gives:
                self._given.setdefault(fact, []).append(index)
            for fact in takes:
                self._taken.setdefault(fact, []).append(index)

    def needed(self, goal: Premises) -> list[Link]:
        """The links that a goal rests on, in their order; one that is needed anyway rather than another."""
        kept: set[int] = set()
        wanted = self._facts.facts(*goal)
        for index in range(len(self.links), -1, -1):
            if index in kept:
                wanted = self._takes[index]
            elif index < len(self.links):
                continue
            for fact in wanted:
                ways = [way for way in self._given[fact] if way < index]
                if kept.isdisjoint(ways):
                    kept.add(ways[0])
        return [each for index, each in enumerate(self.links) if index in kept]

    def resting_on(self, spare: Link) -> set[int]:
        """The numbers of a link and of those that do not hold without it."""
        first = next(index for index, each in enumerate(self.links) if each is spare)
        affected = {first}
        waiting = [first]
        seen = {first}
        while waiting:
            index = heappop(waiting)  # all before it are decided
            if index != first and all(self._is_given(fact, index, affected) for fact in self._takes[index]):
                continue
            affected.add(index)
            for fact in self._gives[index]:
                for taker in self._taken.get(fact, ()):
                    if taker > index and taker not in seen:
                        seen.add(taker)
                        heappush(waiting, taker)
        return affected

    def _is_given(self, fact: Fact, limit: int, affected: set[int]) -> bool:
        return any(way < limit and way not in affected for way in self._given[fact])

    def known_without(self, affected: set[int]) -> tuple[Position, Cells]:
        """The position that all other links lead to, and the cells about which less is known there."""
        start = self._facts.start
        left = [each for index, each in enumerate(self.links) if index not in affected]
        bulbs = dots = 0
        for each in left:
            bulbs |= each.reason.bulbs
            dots |= each.reason.dots
        position = start.with_marks(bulbs & ~start.bulbs)
        position = position.with_marks(0, dots & position.open)
        facts = [fact for index in affected for fact in self._gives[index]]
        lost = set_of([fact if fact >= 0 else -1 - fact for fact in facts])
        return position, lost & position.open
