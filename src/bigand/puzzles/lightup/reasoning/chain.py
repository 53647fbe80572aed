"""Links, the parts of an explanation, one reason each; and chains of them.

What a link rests on is known from links before it. So links can be removed, reordered and joined by looking at
nothing but premises and marks.
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
    """A reason and its technique; for a set argument, one of the `members` has a bulb."""

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
        """The number of rule instances."""
        return self.reason.size if isinstance(self.reason, Refutation) else 1

    @cached_property
    def instances(self) -> frozenset[tuple[str, int, int]]:
        """The rule instances of the reason."""
        return frozenset(rule_instances(self.reason))

    @cached_property
    def step_group_key(self) -> Hashable:
        """What links that form one step have in common: a set, or the same argument."""
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
        """Return the position with its marks."""
        return position.with_marks(self.reason.bulbs & position.unknown, self.reason.dots & position.open)


def make_link(position: Position, technique: Technique, reason: Inference, members: Cells = 0) -> Link:
    """Make the link for a reason that holds in a position."""
    return Link(technique, reason, premises_of(reason, position), members)


def rule_instances(reason: Inference) -> Iterator[tuple[str, int, int]]:
    """Yield the rules of a reason with their sites and marks, including those within an argument."""
    if isinstance(reason, Refutation):
        for step in (*reason.steps, reason.end):
            yield from rule_instances(step)
    else:
        yield reason.rule.id, reason.site, reason.bulbs | reason.dots


def link_key(link: Link) -> tuple[Technique, str, int]:
    """Return the technique, rule and site of a link."""
    if isinstance(link.reason, Refutation):
        return link.technique, "", link.reason.end.site
    return link.technique, link.reason.rule.id, link.reason.site


def total_size(links: Iterable[Link]) -> int:
    """Return the number of rule instances in an explanation with these links."""
    groups: dict[Hashable, frozenset[tuple[str, int, int]]] = {}
    concluded = set()
    for link in links:
        if isinstance(link.reason, Refutation):
            groups[link.step_group_key] = groups.get(link.step_group_key, frozenset()) | link.instances
        else:
            concluded.add(link.step_group_key)
    return len(concluded) + sum(map(len, groups.values()))


# ----------------- Chains: links in an order in which each rests on those before it, and which of them a goal needs
# A fact is that a cell has a bulb, or that it is shut: no bulb can be put there, because of a dot or of light.
# Links can be exchanged for others; the needed links are then recomputed only where that changes, however long the
# chain.


Change: TypeAlias = tuple[dict[int, Link], dict[int, Link]]  # links to remove from a chain, and to insert
Fact = int  # the number of a shut cell; for a cell with a bulb, -1 minus its number

_GOAL = 1 << 60  # the number of the goal, which takes facts as if it were the last link


def is_reached(goal: Premises, position: Position) -> bool:
    """Whether everything that the goal wants is known."""
    return not (goal.bulbs & ~position.bulbs or goal.shut & position.open)


def necessary_links(start: Position, links: Iterable[Link], goal: Premises) -> list[Link]:
    """Return the links that a goal rests on, in order."""
    return Chain(start, links, goal).necessary_links()


class Chain:
    """Links by number, a goal, and the position they lead to from the start.

    A link gives facts by its marks and takes facts as premises. A taker needs the first link that gives a fact,
    unless another giver is needed anyway: by the goal, or by a link after the taker. So the last taker chooses
    first.
    """

    def __init__(self, start: Position, links: Iterable[Link], goal: Premises) -> None:
        self.start, self.goal = start, goal
        self.links: dict[int, Link] = {}
        self.position = start
        self._gives: dict[int, list[Fact]] = {}
        self._takes: dict[int, list[Fact]] = {_GOAL: self._facts_unknown_at_start(*goal)}
        self._givers: defaultdict[Fact, list[int]] = defaultdict(list)  # the links that give a fact, in order
        self._takers: defaultdict[Fact, set[int]] = defaultdict(set)
        for fact in self._takes[_GOAL]:
            self._takers[fact].add(_GOAL)
        self._chosen: dict[int, list[int]] = {}  # by taker: the links that are needed because of it
        self._needed_by: dict[int, int] = {}  # by needed link: that taker
        self._queue: list[int] = []  # takers that must choose again, the last first; as negative numbers
        self._queued: set[int] = set()  # the same takers as a set
        self._last = 0
        self._insert(self.number_links(list(links)))
        for taker, chosen in self._choices(self._takes, self._givers):
            self._chosen[taker] = chosen
            self._needed_by.update(dict.fromkeys(chosen, taker))

    def _facts_unknown_at_start(self, bulbs: Cells, shut: Cells) -> list[Fact]:
        """Return the facts among bulbs and shut cells that are not known at the start."""
        start = self.start
        facts = [-1 - cell for cell in cells_in(bulbs & ~start.bulbs)] if bulbs else []
        return facts + cells_in(shut & start.open)

    def _facts_from(self, link: Link) -> list[Fact]:
        bulbs, dots = link.reason.bulbs, link.reason.dots
        return self._facts_unknown_at_start(bulbs, self.start.grid.visible_from(bulbs) | dots if bulbs else dots)

    # ------------------------------------------------------------------ Queries

    def necessary_links(self) -> list[Link]:
        """Return the links that the goal rests on, in order."""
        return [self.links[number] for number in sorted(self._needed_by)]

    def necessary_numbers(self) -> list[int]:
        return sorted(self._needed_by)

    def necessary_links_after_exchange(self, removed: Mapping[int, Link], added: Mapping[int, Link]) -> list[Link]:
        """Return what `necessary_links` would be after an exchange: the same choices, the last taker first."""
        givers_of = {
            fact: [giver for giver in self._givers[fact] if giver not in removed]
            for fact in {fact for number in removed for fact in self._gives[number]}
        }
        for number, link in added.items():
            for fact in self._facts_from(link):
                if fact not in givers_of:
                    givers_of[fact] = [*self._givers[fact]]
                givers_of[fact].append(number)
        takes = {number: self._facts_unknown_at_start(*link.premises) for number, link in added.items()}
        chosen = [
            giver
            for _, chosen_givers in self._choices({**self._takes, **takes}, givers_of)
            for giver in chosen_givers
        ]
        return [added[number] if number in added else self.links[number] for number in sorted(chosen)]

    def _choices(
        self, takes: Mapping[int, list[Fact]], givers: Mapping[Fact, list[int]]
    ) -> Iterator[tuple[int, list[int]]]:
        """Yield what each taker needs that no later one needs, the last taker first."""
        # `before` has the links that are needed before the taker.
        queue, before = [-_GOAL], set()
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

    def link_and_dependents(self, link_number: int) -> set[int]:
        """Return a link and those that do not hold without it."""
        affected = {link_number}
        waiting = [link_number]
        seen = {link_number, _GOAL}
        while waiting:
            number = heappop(waiting)  # all links before it are decided
            if number != link_number and self._holds_without(number, affected):
                continue
            affected.add(number)
            for fact in self._gives[number]:
                for taker in self._takers[fact]:
                    if taker > number and taker not in seen:
                        seen.add(taker)
                        heappush(waiting, taker)
        return affected

    def lanes_by_known_fact(self, numbers: Iterable[int]) -> Mapping[Fact, int]:
        """Return, by fact, without which of the links (as bits) and their dependents it is still known."""
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
        """Whether other links before this one give everything that it takes."""
        for fact in self._takes[number]:
            for giver in self._givers[fact]:
                if giver < number and giver not in affected:
                    break
            else:
                return False
        return True

    def position_without(self, affected: set[int]) -> tuple[Position, Cells]:
        """Return the position that all other links lead to, and the cells about which less is known there."""
        gone = {fact for number in affected for fact in self._gives[number]}
        gone = {fact for fact in gone if affected.issuperset(self._givers[fact])}
        bulbs = cell_set([-1 - fact for fact in gone if fact < 0])
        shut = cell_set([fact for fact in gone if fact >= 0])
        position = self._position_without_facts(bulbs, shut)
        return position, (bulbs | shut) & position.open

    def _position_without_facts(self, bulbs: Cells, shut: Cells) -> Position:
        """Return the position without some bulbs and shut cells; cells no longer lit may have their dots again."""
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

    # ------------------------------------------------------------------ Changes

    def exchange(self, removed: Mapping[int, Link], added: Mapping[int, Link]) -> None:
        """Remove links and insert others, by number; afterwards no link may rest on what is missing."""
        if removed:
            self.position, _ = self.position_without(set(removed))
        for number in removed:
            self._remove(number)
        self._insert(added)
        for number in added:
            self._enqueue_takers(number, _GOAL)
        self._process_queue()

    def number_links(self, links: Sequence[Link]) -> dict[int, Link]:
        """Number links after all previous ones."""
        self._last += len(links)
        return dict(enumerate(links, self._last - len(links)))

    def _insert(self, links: Mapping[int, Link]) -> None:
        givers, takers = self._givers, self._takers
        for number, link in links.items():
            self._gives[number] = gives = self._facts_from(link)
            self._takes[number] = takes = self._facts_unknown_at_start(*link.premises)
            for fact in gives:
                insort(givers[fact], number)
            for fact in takes:
                takers[fact].add(number)
        self.links.update(links)
        self.position = _with_links(self.position, links.values(), self.start.dots)

    def _remove(self, number: int) -> None:
        self._enqueue_takers(number, _GOAL)
        self._enqueue(number)  # it will choose nothing
        if number in self._needed_by:
            self._chosen[self._needed_by.pop(number)].remove(number)
        for fact in self._gives.pop(number):
            self._givers[fact].remove(number)
        for fact in self._takes.pop(number):
            self._takers[fact].remove(number)
        del self.links[number]

    def _choose_givers_again(self, taker: int) -> None:
        """Choose what a taker needs that no later taker needs; nothing if it is not needed itself."""
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
                if first in needed_by:  # chosen by an earlier taker
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
        """Let needed links up to `limit` that take what a link gives choose again."""
        needed_by = self._needed_by
        for fact in self._gives[number]:
            for taker in self._takers[fact]:
                if number < taker <= limit and (taker in needed_by or taker == _GOAL):
                    self._enqueue(taker)

    def _process_queue(self) -> None:
        while self._queue:
            taker = -heappop(self._queue)
            self._choose_givers_again(taker)
            self._queued.remove(taker)


def _with_links(position: Position, links: Iterable[Link], start_dots: Cells) -> Position:
    """Return the position with the marks of links; dots only on dark cells, except for those of the start."""
    bulbs = extra_dots = 0
    for link in links:
        bulbs |= link.reason.bulbs
        extra_dots |= link.reason.dots
    position = position.with_marks(bulbs & ~position.bulbs)
    return replace(position, dots=(position.dots | extra_dots) & ~position.lit | start_dots)
