"""Links: what an explanation is made of, before it is told. One reason each, with what it rests on.

What a link rests on is known from links before it; so links can be left out, put in another order and joined, and
whoever does that needs to look at nothing but premises and marks.
"""

from bisect import insort
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from heapq import heappop, heappush
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from bigand.puzzles.lightup.position import Cells, Position, cell_set, cells_in
from bigand.puzzles.lightup.reasoning.argument import Inference, Premises, Refutation, premises_of
from bigand.puzzles.lightup.reasoning.levels import Technique


class Link(Struct, frozen=True, dict=True):
    """A reason, and the technique that it is; of the `members` of a set argument one has a bulb."""

    technique: Technique
    reason: Inference
    premises: Premises
    members: Cells = 0

    @property
    def is_case(self) -> bool:
        return self.technique is Technique.CASE or self.technique is Technique.NESTED

    @property
    def is_single(self) -> bool:
        return self.technique is Technique.SINGLE

    @property
    def size(self) -> int:
        """How many rule instances it takes."""
        return self.reason.size if isinstance(self.reason, Refutation) else 1

    @cached_property
    def instances(self) -> frozenset[tuple[str, int, int]]:
        """The rule instances that it takes."""
        return frozenset(rule_instances(self.reason))

    @cached_property
    def group(self) -> Hashable:
        """What links have in common that are told in one step: a set, or the same argument."""
        if isinstance(self.reason, Refutation):
            return (self.reason.end.site, self.members) if self.members else self.instances
        return self.reason.rule.id, self.reason.site, self.reason.bulbs, self.reason.dots

    def holds_in(self, position: Position) -> bool:
        """Whether what it rests on is known."""
        return not (self.premises.bulbs & ~position.bulbs or self.premises.shut & position.open)

    def is_new_in(self, position: Position) -> bool:
        """Whether it marks anything that is not known."""
        return bool(self.reason.bulbs & ~position.bulbs or self.reason.dots & position.open)

    def apply_to(self, position: Position) -> Position:
        """The position with its marks."""
        return position.with_marks(self.reason.bulbs & position.unknown, self.reason.dots & position.open)


def make_link(position: Position, technique: Technique, reason: Inference, members: Cells = 0) -> Link:
    """The link for a reason that holds in a position."""
    return Link(technique, reason, premises_of(reason, position), members)


def rule_instances(reason: Inference) -> Iterator[tuple[str, int, int]]:
    """The rules of a reason with their sites and what they mark, those within an argument too."""
    if isinstance(reason, Refutation):
        for step in (*reason.steps, reason.end):
            yield from rule_instances(step)
    else:
        yield reason.rule.id, reason.site, reason.bulbs | reason.dots


def link_key(link: Link) -> tuple[Technique, str, int]:
    """The technique, rule and site of a link."""
    if isinstance(link.reason, Refutation):
        return link.technique, "", link.reason.end.site
    return link.technique, link.reason.rule.id, link.reason.site


def total_size(links: Iterable[Link]) -> int:
    """How many rule instances it takes to tell links."""
    groups: dict[Hashable, frozenset[tuple[str, int, int]]] = {}
    concluded = set()
    for link in links:
        if isinstance(link.reason, Refutation):
            groups[link.group] = groups.get(link.group, frozenset()) | link.instances
        else:
            concluded.add(link.group)
    return len(concluded) + sum(map(len, groups.values()))


# ----------------------------------------------------------------------
# Chains: links in an order in which each rests on those before it, and which of them a goal needs.
#
# A fact is
# that a cell has a bulb, or that it is shut: no bulb can be put there, for a dot or for light. Links can be
# exchanged for others; who is needed then is worked out anew only where that changes, however long the chain.


Change: TypeAlias = tuple[dict[int, Link], dict[int, Link]]  # links to take out of a chain, and to put in
Fact = int  # the number of a cell that is shut; of one that has a bulb, -1 less the number

_GOAL = 1 << 60  # the number of the goal, which takes facts as if it were the last link


def is_reached(goal: Premises, position: Position) -> bool:
    """Whether all is known that is wanted."""
    return not (goal.bulbs & ~position.bulbs or goal.shut & position.open)


def necessary_links(start: Position, links: Iterable[Link], goal: Premises) -> list[Link]:
    """The links that a goal rests on, in their order."""
    return Chain(start, links, goal).necessary_links()


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
        self._givers: defaultdict[Fact, list[int]] = defaultdict(list)  # who gives a fact, in order
        self._takers: defaultdict[Fact, set[int]] = defaultdict(set)
        for fact in self._takes[_GOAL]:
            self._takers[fact].add(_GOAL)
        self._chosen: dict[int, list[int]] = {}  # by taker: the links that are needed because of it
        self._needed_by: dict[int, int] = {}  # by needed link: that taker
        self._queue: list[int] = []  # takers that are to choose anew, the last first; as negative numbers
        self._queued: set[int] = set()  # the same
        self._last = 0
        self._insert(self.number_links(list(links)))
        for taker, chosen in self._choices(self._takes, self._givers):
            self._chosen[taker] = chosen
            self._needed_by.update(dict.fromkeys(chosen, taker))

    def _facts(self, bulbs: Cells, shut: Cells) -> list[Fact]:
        """Those among bulbs and shut cells that are not known at the start."""
        start = self.start
        facts = [-1 - cell for cell in cells_in(bulbs & ~start.bulbs)] if bulbs else []
        return facts + cells_in(shut & start.open)

    def _facts_from(self, link: Link) -> list[Fact]:
        bulbs, dots = link.reason.bulbs, link.reason.dots
        return self._facts(bulbs, self.start.grid.visible_from(bulbs) | dots if bulbs else dots)

    # ------------------------------------------------------------------ questions

    def necessary_links(self) -> list[Link]:
        """The links that the goal rests on, in their order."""
        return [self.links[number] for number in sorted(self._needed_by)]

    def necessary_numbers(self) -> list[int]:
        return sorted(self._needed_by)

    def necessary_after(self, out: Mapping[int, Link], into: Mapping[int, Link]) -> list[Link]:
        """What `necessary_links` would be after an exchange: the same choices, each taker asked once, the last one first."""
        givers_of = {
            fact: [giver for giver in self._givers[fact] if giver not in out]
            for fact in {fact for number in out for fact in self._gives[number]}
        }
        for number, link in into.items():
            for fact in self._facts_from(link):
                if fact not in givers_of:
                    givers_of[fact] = [*self._givers[fact]]
                givers_of[fact].append(number)
        takes = {number: self._facts(*link.premises) for number, link in into.items()}
        chosen = [
            giver
            for _, chosen_givers in self._choices({**self._takes, **takes}, givers_of)
            for giver in chosen_givers
        ]
        return [into[number] if number in into else self.links[number] for number in sorted(chosen)]

    def _choices(
        self, takes: Mapping[int, list[Fact]], givers: Mapping[Fact, list[int]]
    ) -> Iterator[tuple[int, list[int]]]:
        """What each taker needs that nobody after it needs, the last taker first."""
        queue, before = [-_GOAL], set()  # `before`: those that are needed before the taker
        while queue:
            taker = -heappop(queue)
            before.discard(taker)
            chosen = []
            for fact in takes[taker]:
                options = givers.get(fact) or self._givers[fact]
                if before.isdisjoint(options):
                    before.add(options[0])
                    heappush(queue, -options[0])
                    chosen.append(options[0])
            yield taker, chosen

    def is_needed(self, number: int) -> bool:
        return number in self._needed_by

    def dependents(self, link: int) -> set[int]:
        """A link and those that do not hold without it."""
        affected = {link}
        waiting = [link]
        seen = {link, _GOAL}
        while waiting:
            number = heappop(waiting)  # all before it are decided
            if number != link and self._holds_without(number, affected):
                continue
            affected.add(number)
            for fact in self._gives[number]:
                for taker in self._takers[fact]:
                    if taker > number and taker not in seen:
                        seen.add(taker)
                        heappush(waiting, taker)
        return affected

    def facts_without_each(self, numbers: Iterable[int]) -> Mapping[Fact, int]:
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
            for giver in self._givers[fact]:
                if giver < number and giver not in affected:
                    break
            else:
                return False
        return True

    def position_without(self, affected: set[int]) -> tuple[Position, Cells]:
        """The position that all other links lead to, and the cells about which less is known there."""
        gone = {fact for number in affected for fact in self._gives[number]}
        gone = {fact for fact in gone if affected.issuperset(self._givers[fact])}
        bulbs = cell_set([-1 - fact for fact in gone if fact < 0])
        shut = cell_set([fact for fact in gone if fact >= 0])
        position = self._position_without_facts(bulbs, shut)
        return position, (bulbs | shut) & position.open

    def _position_without_facts(self, bulbs: Cells, shut: Cells) -> Position:
        """The position without some bulbs and some shut cells; what was in light too may have its dot again."""
        full, grid = self.position, self.position.grid
        remaining_bulbs = full.bulbs & ~bulbs
        dim = grid.visible_from(bulbs)
        near = (
            remaining_bulbs
            if remaining_bulbs.bit_count() < dim.bit_count()
            else remaining_bulbs & grid.visible_from(dim)
        )
        lit = full.lit & ~dim | grid.visible_from(near) & dim
        dots = (full.dots | dim) & ~shut & ~lit | self.start.dots
        return Position(grid, full.clues, remaining_bulbs, dots, lit)

    # ------------------------------------------------------------------ changes

    def exchange(self, out: Mapping[int, Link], into: Mapping[int, Link]) -> None:
        """Take links out and put others in, by their numbers; none may rest on what is missing then."""
        if out:
            self.position, _ = self.position_without(set(out))
        for number in out:
            self._remove(number)
        self._insert(into)
        for number in into:
            self._enqueue_takers(number, _GOAL)
        self._process_queue()

    def number_links(self, links: Sequence[Link]) -> dict[int, Link]:
        """Links with numbers after all that there were."""
        self._last += len(links)
        return dict(enumerate(links, self._last - len(links)))

    def _insert(self, links: Mapping[int, Link]) -> None:
        givers, takers = self._givers, self._takers
        for number, link in links.items():
            self._gives[number] = gives = self._facts_from(link)
            self._takes[number] = takes = self._facts(*link.premises)
            for fact in gives:
                insort(givers[fact], number)
            for fact in takes:
                takers[fact].add(number)
        self.links.update(links)
        self.position = _with_links(self.position, links.values(), self.start.dots)

    def _remove(self, number: int) -> None:
        self._enqueue_takers(number, _GOAL)
        self._enqueue(number)  # and it will choose nothing
        if number in self._needed_by:
            self._chosen[self._needed_by.pop(number)].remove(number)
        for fact in self._gives.pop(number):
            self._givers[fact].remove(number)
        for fact in self._takes.pop(number):
            self._takers[fact].remove(number)
        del self.links[number]

    def _choose(self, taker: int) -> None:
        """What a taker needs that nobody after it needs; nothing if it is not needed itself."""
        needed_by = self._needed_by
        previous = self._chosen.pop(taker, [])
        for giver in previous:
            del needed_by[giver]
        chosen = []
        for fact in self._takes[taker] if taker == _GOAL or taker in needed_by else ():
            givers = self._givers[fact]
            for giver in givers:
                if giver < taker <= needed_by.get(giver, -1):
                    break
            else:
                first = givers[0]
                if first in needed_by:  # of a taker before this one
                    self._chosen[needed_by[first]].remove(first)
                    self._enqueue(needed_by[first])
                needed_by[first] = taker
                chosen.append(first)
        self._chosen[taker] = chosen
        for giver in {*previous} ^ {*chosen}:
            self._enqueue(giver)
            self._enqueue_takers(giver, taker)

    def _enqueue(self, taker: int) -> None:
        if taker not in self._queued:
            self._queued.add(taker)
            heappush(self._queue, -taker)

    def _enqueue_takers(self, number: int, limit: int) -> None:
        """Those before a limit that take what a link gives have to choose anew, if they are needed."""
        needed_by = self._needed_by
        for fact in self._gives[number]:
            for taker in self._takers[fact]:
                if number < taker <= limit and (taker in needed_by or taker == _GOAL):
                    self._enqueue(taker)

    def _process_queue(self) -> None:
        while self._queue:
            taker = -heappop(self._queue)
            self._choose(taker)
            self._queued.remove(taker)


def _with_links(position: Position, links: Iterable[Link], dots: Cells) -> Position:
    """The position with the marks of links; dots only where it is dark, but for those of the start."""
    bulbs = extra_dots = 0
    for link in links:
        bulbs |= link.reason.bulbs
        extra_dots |= link.reason.dots
    position = position.with_marks(bulbs & ~position.bulbs)
    return replace(position, dots=(position.dots | extra_dots) & ~position.lit | dots)
