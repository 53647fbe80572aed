"""Chains: links in an order in which each rests on those before it, and which of them a goal needs.

A fact is that a cell has a bulb, or that it is shut: no bulb can be put there, for a dot or for light. Links can be
exchanged for others; who is needed then is worked out anew only where that changes, however long the chain.
"""

from bisect import insort
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import TypeAlias

from msgspec.structs import replace

from bigand.puzzles.lightup.position import Cells, Position, cells_in, set_of
from bigand.puzzles.lightup.reasoning.argument import Premises
from bigand.puzzles.lightup.reasoning.links import Link

Change: TypeAlias = tuple[dict[int, Link], dict[int, Link]]  # links to take out of a chain, and to put in
Fact = int  # the number of a cell that is shut; of one that has a bulb, -1 less the number

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
        self.start, self.goal = start, goal
        self.links: dict[int, Link] = {}
        self.position = start
        self._gives: dict[int, list[Fact]] = {}
        self._takes: dict[int, list[Fact]] = {_GOAL: self._facts(*goal)}
        self._given: defaultdict[Fact, list[int]] = defaultdict(list)  # who gives a fact, in order
        self._taken: defaultdict[Fact, set[int]] = defaultdict(set)
        for fact in self._takes[_GOAL]:
            self._taken[fact].add(_GOAL)
        self._chosen: dict[int, list[int]] = {}  # by taker: the links that are needed because of it
        self._because: dict[int, int] = {}  # by needed link: that taker
        self._asked: list[int] = []  # takers that are to choose anew, the last first; as negative numbers
        self._are_asked: set[int] = set()  # the same
        self._last = 0
        self._put_in(self.numbered(list(links)))
        for taker, chosen in self._choices(self._takes, self._given):
            self._chosen[taker] = chosen
            self._because.update(dict.fromkeys(chosen, taker))

    def _facts(self, bulbs: Cells, shut: Cells) -> list[Fact]:
        """Those among bulbs and shut cells that are not known at the start."""
        start = self.start
        facts = [-1 - cell for cell in cells_in(bulbs & ~start.bulbs)] if bulbs else []
        return facts + cells_in(shut & start.open)

    def _given_by(self, each: Link) -> list[Fact]:
        bulbs, dots = each.reason.bulbs, each.reason.dots
        return self._facts(bulbs, self.start.grid.seen_from(bulbs) | dots if bulbs else dots)

    # ------------------------------------------------------------------ questions

    def needed(self) -> list[Link]:
        """The links that the goal rests on, in their order."""
        return [self.links[number] for number in sorted(self._because)]

    def needed_numbers(self) -> list[int]:
        return sorted(self._because)

    def needed_after(self, out: Mapping[int, Link], into: Mapping[int, Link]) -> list[Link]:
        """What `needed` would be after an exchange: the same choices, each taker asked once, the last one first."""
        given = {
            fact: [way for way in self._given[fact] if way not in out]
            for fact in {fact for number in out for fact in self._gives[number]}
        }
        for number, each in into.items():
            for fact in self._given_by(each):
                if fact not in given:
                    given[fact] = [*self._given[fact]]
                given[fact].append(number)
        takes = {number: self._facts(*each.premises) for number, each in into.items()}
        chosen = [way for _, ways in self._choices({**self._takes, **takes}, given) for way in ways]
        return [into[number] if number in into else self.links[number] for number in sorted(chosen)]

    def _choices(
        self, takes: Mapping[int, list[Fact]], given: Mapping[Fact, list[int]]
    ) -> Iterator[tuple[int, list[int]]]:
        """What each taker needs that nobody after it needs, the last taker first."""
        asked, before = [-_GOAL], set()  # `before`: those that are needed before the taker
        while asked:
            taker = -heappop(asked)
            before.discard(taker)
            chosen = []
            for fact in takes[taker]:
                ways = given.get(fact) or self._given[fact]
                if before.isdisjoint(ways):
                    before.add(ways[0])
                    heappush(asked, -ways[0])
                    chosen.append(ways[0])
            yield taker, chosen

    def is_needed(self, number: int) -> bool:
        return number in self._because

    def resting_on(self, spare: int) -> set[int]:
        """A link and those that do not hold without it."""
        affected = {spare}
        waiting = [spare]
        seen = {spare, _GOAL}
        while waiting:
            number = heappop(waiting)  # all before it are decided
            if number != spare and self._holds_without(number, affected):
                continue
            affected.add(number)
            for fact in self._gives[number]:
                for taker in self._taken[fact]:
                    if taker > number and taker not in seen:
                        seen.add(taker)
                        heappush(waiting, taker)
        return affected

    def known_without_each(self, numbers: Iterable[int]) -> Mapping[Fact, int]:
        """By fact, as bits: without which of some links, and all that does not hold without it, it is known."""
        lanes_of = {number: 1 << lane for lane, number in enumerate(numbers)}
        every = (1 << len(lanes_of)) - 1
        known: defaultdict[Fact, int] = defaultdict(int)
        for number in sorted(self.links):
            lanes = every & ~lanes_of.get(number, 0)
            for fact in self._takes[number]:
                lanes &= known[fact]
            for fact in self._gives[number]:
                known[fact] |= lanes
        return known

    def _holds_without(self, number: int, affected: set[int]) -> bool:
        """Whether others before a link give all that it takes."""
        for fact in self._takes[number]:
            for way in self._given[fact]:
                if way < number and way not in affected:
                    break
            else:
                return False
        return True

    def known_without(self, affected: set[int]) -> tuple[Position, Cells]:
        """The position that all other links lead to, and the cells about which less is known there."""
        gone = {fact for number in affected for fact in self._gives[number]}
        gone = {fact for fact in gone if affected.issuperset(self._given[fact])}
        bulbs = set_of([-1 - fact for fact in gone if fact < 0])
        shut = set_of([fact for fact in gone if fact >= 0])
        position = self._less(bulbs, shut)
        return position, (bulbs | shut) & position.open

    def _less(self, bulbs: Cells, shut: Cells) -> Position:
        """The position without some bulbs and some shut cells; what was in light too may have its dot again."""
        full, grid = self.position, self.position.grid
        left = full.bulbs & ~bulbs
        dim = grid.seen_from(bulbs)
        near = left if left.bit_count() < dim.bit_count() else left & grid.seen_from(dim)
        lit = full.lit & ~dim | grid.seen_from(near) & dim
        dots = (full.dots | dim) & ~shut & ~lit | self.start.dots
        return Position(grid, full.clues, left, dots, lit)

    # ------------------------------------------------------------------ changes

    def exchange(self, out: Mapping[int, Link], into: Mapping[int, Link]) -> None:
        """Take links out and put others in, by their numbers; none may rest on what is missing then."""
        if out:
            self.position, _ = self.known_without(set(out))
        for number in out:
            self._take_out(number)
        self._put_in(into)
        for number in into:
            self._ask_takers(number, _GOAL)
        self._ask_all()

    def numbered(self, links: Sequence[Link]) -> dict[int, Link]:
        """Links with numbers after all that there were."""
        self._last += len(links)
        return dict(enumerate(links, self._last - len(links)))

    def _put_in(self, links: Mapping[int, Link]) -> None:
        given, taken = self._given, self._taken
        for number, each in links.items():
            self._gives[number] = gives = self._given_by(each)
            self._takes[number] = takes = self._facts(*each.premises)
            for fact in gives:
                insort(given[fact], number)
            for fact in takes:
                taken[fact].add(number)
        self.links.update(links)
        self.position = _marked(self.position, links.values(), self.start.dots)

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
        because = self._because
        before = self._chosen.pop(taker, [])
        for way in before:
            del because[way]
        chosen = []
        for fact in self._takes[taker] if taker == _GOAL or taker in because else ():
            ways = self._given[fact]
            for way in ways:
                if way < taker <= because.get(way, -1):
                    break
            else:
                first = ways[0]
                if first in because:  # of a taker before this one
                    self._chosen[because[first]].remove(first)
                    self._ask(because[first])
                because[first] = taker
                chosen.append(first)
        self._chosen[taker] = chosen
        for way in {*before} ^ {*chosen}:
            self._ask(way)
            self._ask_takers(way, taker)

    def _ask(self, taker: int) -> None:
        if taker not in self._are_asked:
            self._are_asked.add(taker)
            heappush(self._asked, -taker)

    def _ask_takers(self, way: int, limit: int) -> None:
        """Those before a limit that take what a link gives have to choose anew, if they are needed."""
        because = self._because
        for fact in self._gives[way]:
            for taker in self._taken[fact]:
                if way < taker <= limit and (taker in because or taker == _GOAL):
                    self._ask(taker)

    def _ask_all(self) -> None:
        while self._asked:
            taker = -heappop(self._asked)
            self._choose(taker)
            self._are_asked.remove(taker)


def _marked(position: Position, links: Iterable[Link], dots: Cells) -> Position:
    """The position with the marks of links; dots only where it is dark, but for those of the start."""
    bulbs = more = 0
    for each in links:
        bulbs |= each.reason.bulbs
        more |= each.reason.dots
    position = position.with_marks(bulbs & ~position.bulbs)
    return replace(position, dots=(position.dots | more) & ~position.lit | dots)
