"""Chains: links in an order in which each rests on those before it, and which of them a goal needs.

A fact is that a cell has a bulb, or that it is shut: no bulb can be put there, for a dot or for light. Links can be
exchanged for others; who is needed then is worked out anew only where that changes, however long the chain.
"""

from bisect import insort
from collections.abc import Iterable, Mapping, Sequence
from heapq import heappop, heappush
from typing import TypeAlias

from msgspec.structs import replace

from bigand.puzzles.lightup.position import Cells, Position, cells_in, set_of
from bigand.puzzles.lightup.reasoning.argument import Premises
from bigand.puzzles.lightup.reasoning.links import Link

Change: TypeAlias = tuple[dict[int, Link], dict[int, Link]]  # links to take out of a chain, and to put in
Fact = int  # the number of a cell that has a bulb; of one that is shut, -1 less the number

_GOAL = 1 << 60  # the number of the goal, which takes facts as if it were the last link


def is_reached(goal: Premises, position: Position) -> bool:
    """Whether all is known that is wanted."""
    return not (goal.bulbs & ~position.bulbs or goal.shut & position.open)


def needed(start: Position, links: Iterable[Link], goal: Premises) -> list[Link]:
    """The links that a goal rests on, in their order."""
    return Chain(start, links, goal).needed()


class Chain:
    """Links by their numbers, a goal, and where they lead to from the start.

    Who takes a fact needs the first link that gives it, unless another one that gives it is needed anyway: by the
    goal, or by a link after the taker. So the last taker is asked first.
    """

    def __init__(self, start: Position, links: Iterable[Link], goal: Premises) -> None:
        self.start = start
        self.links: dict[int, Link] = {}
        self.position = start
        self._gives: dict[int, list[Fact]] = {}
        self._takes: dict[int, list[Fact]] = {_GOAL: self._facts(*goal)}
        self._given: dict[Fact, list[int]] = {}  # who gives a fact, in order
        self._taken: dict[Fact, set[int]] = {fact: {_GOAL} for fact in self._takes[_GOAL]}
        self._chosen: dict[int, list[int]] = {}  # by taker: the links that are needed because of it
        self._because: dict[int, int] = {}  # by needed link: that taker
        self._asked: list[int] = []  # takers that are to choose anew, the last one first; as negative numbers
        self._last = 0
        self.exchange({}, self.numbered(list(links)))

    def _facts(self, bulbs: Cells, shut: Cells) -> list[Fact]:
        """Those among bulbs and shut cells that are not known at the start."""
        start = self.start
        return [*cells_in(bulbs & ~start.bulbs), *[-1 - cell for cell in cells_in(shut & start.open)]]

    # ------------------------------------------------------------------ questions

    def needed(self) -> list[Link]:
        """The links that the goal rests on, in their order."""
        return [self.links[number] for number in sorted(self._because)]

    def needed_numbers(self) -> list[int]:
        return sorted(self._because)

    def is_needed(self, number: int) -> bool:
        return number in self._because

    def resting_on(self, spare: int) -> set[int]:
        """A link and those that do not hold without it."""
        affected = {spare}
        waiting = [spare]
        seen = {spare, _GOAL}
        while waiting:
            number = heappop(waiting)  # all before it are decided
            if number != spare and all(self._is_given(fact, number, affected) for fact in self._takes[number]):
                continue
            affected.add(number)
            for fact in self._gives[number]:
                for taker in self._taken.get(fact, ()):
                    if taker > number and taker not in seen:
                        seen.add(taker)
                        heappush(waiting, taker)
        return affected

    def _is_given(self, fact: Fact, limit: int, affected: set[int]) -> bool:
        return any(way < limit and way not in affected for way in self._given[fact])

    def known_without(self, affected: set[int]) -> tuple[Position, Cells]:
        """The position that all other links lead to, and the cells about which less is known there."""
        gone = {fact for number in affected for fact in self._gives[number]}
        gone = {fact for fact in gone if affected.issuperset(self._given[fact])}
        bulbs = set_of([fact for fact in gone if fact >= 0])
        shut = set_of([-1 - fact for fact in gone if fact < 0])
        position = self._less(bulbs, shut)
        return position, (bulbs | shut) & position.open

    def _less(self, bulbs: Cells, shut: Cells) -> Position:
        """The position without some bulbs and some shut cells; what was in light too may have its dot again."""
        full, grid = self.position, self.position.grid
        left = full.bulbs & ~bulbs
        dim = grid.seen_from(bulbs)
        lit = full.lit & ~dim | grid.seen_from(left & grid.seen_from(dim)) & dim
        dots = (full.dots | dim) & ~shut & ~lit | self.start.dots
        return Position(grid, full.clues, left, dots, lit)

    # ------------------------------------------------------------------ changes

    def exchange(self, out: Mapping[int, Link], into: Mapping[int, Link]) -> None:
        """Take links out and put others in, by their numbers; none may rest on what is missing then."""
        if out:
            self.position, _ = self.known_without(set(out))
        for number in out:
            self._take_out(number)
        for number, each in into.items():
            self._put_in(number, each)
        self.position = _marked(self.position, into.values(), self.start.dots)
        before = _GOAL + 1
        while self._asked:
            taker = -heappop(self._asked)
            if taker < before:  # or it was asked twice
                self._choose(taker)
            before = taker

    def numbered(self, links: Sequence[Link]) -> dict[int, Link]:
        """Links with numbers after all that there were."""
        self._last += len(links)
        return dict(enumerate(links, self._last - len(links)))

    def _put_in(self, number: int, each: Link) -> None:
        self.links[number] = each
        shut = self.start.grid.seen_from(each.reason.bulbs) | each.reason.dots
        self._gives[number] = self._facts(each.reason.bulbs, shut)
        self._takes[number] = self._facts(*each.premises)
        for fact in self._gives[number]:
            insort(self._given.setdefault(fact, []), number)
        for fact in self._takes[number]:
            self._taken.setdefault(fact, set()).add(number)
        self._ask_takers(number, _GOAL)

    def _take_out(self, number: int) -> None:
        self._ask_takers(number, _GOAL)
        self._ask(number)  # and it will choose nothing
        if number in self._because:
            self._chosen[self._because.pop(number)].remove(number)
        for fact in self._gives.pop(number):
            self._given[fact].remove(number)
        for fact in self._takes.pop(number):
            self._taken[fact].remove(number)
        del self.links[number]

    def _choose(self, taker: int) -> None:
        """What a taker needs that nobody after it needs; nothing if it is not needed itself."""
        before = self._chosen.pop(taker, [])
        for way in before:
            del self._because[way]
        chosen = []
        for fact in self._takes[taker] if taker == _GOAL or taker in self._because else ():
            ways = self._given[fact]
            if any(way < taker <= self._because.get(way, -1) for way in ways):
                continue
            first = ways[0]
            if first in self._because:  # of a taker before this one
                self._chosen[self._because[first]].remove(first)
                self._ask(self._because[first])
            self._because[first] = taker
            chosen.append(first)
        self._chosen[taker] = chosen
        for way in {*before} ^ {*chosen}:
            self._ask(way)
            self._ask_takers(way, taker)

    def _ask(self, taker: int) -> None:
        heappush(self._asked, -taker)

    def _ask_takers(self, way: int, limit: int) -> None:
        """Those before a limit that take what a link gives have to choose anew."""
        for fact in self._gives[way]:
            for taker in self._taken.get(fact, ()):
                if way < taker <= limit:
                    self._ask(taker)


def _marked(position: Position, links: Iterable[Link], dots: Cells) -> Position:
    """The position with the marks of links; dots only where it is dark, but for those of the start."""
    bulbs = more = 0
    for each in links:
        bulbs |= each.reason.bulbs
        more |= each.reason.dots
    position = position.with_marks(bulbs & ~position.bulbs)
    return replace(position, dots=(position.dots | more) & ~position.lit | dots)
