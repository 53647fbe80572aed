"""Derive what follows from a position without suppositions, link by link, near the last one first.

Everything known is examined once: a mark is a reason to look around it, and nowhere else. So the time of a walk
over the whole board is linear in its size.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from heapq import heappop, heappush

from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Position, cells_in
from bigand.puzzles.lightup.reasoning.cases import refute_bulb_by_set_argument
from bigand.puzzles.lightup.reasoning.chain import Link, link_key, make_link
from bigand.puzzles.lightup.reasoning.deductions import (
    SINGLES,
    SetArgument,
    set_arguments,
    set_arguments_at,
    single_conclusions,
)
from bigand.puzzles.lightup.reasoning.levels import Technique
from bigand.puzzles.lightup.rules import Conclusion
from bigand.puzzles.lightup.rules.direct import EMPTY_CORNERS


class _ConclusionQueue:
    """Pending conclusions of a rule: those near the last mark first, then in the order of the board."""

    def __init__(self) -> None:
        self.near: deque[Conclusion] = deque()
        self._far: list[tuple[int, int, Conclusion]] = []
        self._count = 0

    def demote_near(self) -> None:
        """Queue near conclusions by site, since the last mark was made elsewhere."""
        if self.near:
            for conclusion in self.near:
                self._count += 1
                heappush(self._far, (conclusion.site, self._count, conclusion))
            self.near.clear()

    def pop(self) -> Conclusion | None:
        """Return the next conclusion, or None."""
        if self.near:
            return self.near.popleft()
        return heappop(self._far)[-1] if self._far else None


class Walk:
    """A position, and what is left to examine.

    Single deductions and set arguments are looked for `around` some cells, and around what follows there. The link
    `removed` is not made again, nor another one of its technique about its site.
    """

    def __init__(self, position: Position, around: Cells = EVERYWHERE, removed: Link | None = None) -> None:
        self.position = position
        self.last: Cells = 0  # what was marked or lit last
        self._banned = None if removed is None else link_key(removed)
        self._singles = {rule.id: _ConclusionQueue() for rule in SINGLES}
        self._look_around(around)
        self._corners: list[Conclusion] = []
        self._sets: list[tuple[int, int, int]] = []  # size, members, site: the smallest first
        # by site: the position examined last, and its links
        self._set_at: dict[int, tuple[Position, list[Link]]] = {}
        self._fresh_corners = self._fresh_sets = around

    def apply_links(self, links: list[Link]) -> None:
        """Continue to the position with the marks of links, and look around them."""
        before = self.position
        for link in links:
            self.position = link.apply_to(self.position)
        self.last = changed = self.position.changes_since(before)
        self._fresh_corners |= changed
        self._fresh_sets |= changed
        self._look_around(changed)

    def _look_around(self, around: Cells) -> None:
        """Find what follows around some cells; it comes before what was found elsewhere."""
        for waiting in self._singles.values():
            waiting.demote_near()
        for conclusion in single_conclusions(self.position, around):
            self._singles[conclusion.rule.id].near.append(conclusion)

    def cheapest_links(self) -> list[Link]:
        """Return the cheapest next link, or those of a set argument; none if a case is needed."""
        return self.next_single() or self._next_corner() or self._next_set()

    def next_single(self) -> list[Link]:
        """Return the next single deduction."""
        for waiting in self._singles.values():
            while (conclusion := waiting.pop()) is not None:
                candidate = make_link(self.position, Technique.SINGLE, conclusion)
                if self._is_useful(candidate):
                    return [candidate]
        return []

    def _is_useful(self, link: Link) -> bool:
        return link.is_new_in(self.position) and (self._banned is None or link_key(link) != self._banned)

    def _next_corner(self) -> list[Link]:
        if self._fresh_corners:
            self._corners += single_conclusions(self.position, self._fresh_corners, (EMPTY_CORNERS,))
            self._fresh_corners = 0
        while self._corners:
            candidate = make_link(self.position, Technique.CORNERS, self._corners.pop())
            if self._is_useful(candidate):
                return [candidate]
        return []

    def _next_set(self) -> list[Link]:
        """Return the links of the smallest set argument: all cells that one set rules out."""
        if self._fresh_sets:
            self._queue_sets(set_arguments(self.position, self._fresh_sets))
            self._fresh_sets = 0
        while self._sets:
            _, _, site = key = heappop(self._sets)
            links = self._smallest_set(site)
            if links:
                size = (*argument_size(links), site)
                heappush(self._sets, size)  # another argument may be about this site, or this one is larger
                if size <= key:
                    return links
        return []

    def _queue_sets(self, arguments: Iterable[SetArgument]) -> None:
        """Queue sites by a lower bound: the fewest members of their arguments, and one rule instance."""
        members: dict[int, int] = {}
        for argument in arguments:
            count = argument.members.bit_count()
            members[argument.site] = min(members.get(argument.site, count), count)
        for site, count in members.items():
            technique = _set_technique(self.position, site)
            if (technique, "", site) != self._banned:
                heappush(self._sets, (1, _member_rank(technique, count), site))

    def _smallest_set(self, site: int) -> list[Link]:
        """Return the smallest set argument about a site; cached for the position."""
        position, links = self._set_at.get(site, (None, []))
        if position is not self.position:
            links = min(_sets_at(self.position, site), key=argument_size, default=[])
            self._set_at[site] = self.position, links
        return links


def argument_size(links: list[Link]) -> tuple[int, int]:
    """Return how large the argument of some links is: rule instances, and members."""
    size = len({instance for part in links for instance in part.instances})
    return size, _member_rank(links[0].technique, links[0].members.bit_count())


def _member_rank(technique: Technique, members: int) -> int:
    return 2 * members + (technique is Technique.SHARED_LIGHT)


def _set_technique(position: Position, site: int) -> Technique:
    is_clue = not position.grid.white >> site & 1
    return Technique.SHARED_CELLS if is_clue else Technique.SHARED_LIGHT


def _sets_at(position: Position, site: int) -> Iterator[list[Link]]:
    technique = _set_technique(position, site)
    dots_of: dict[Cells, Cells] = {}
    for argument in set_arguments_at(position, site):
        dots_of[argument.members] = dots_of.get(argument.members, 0) | argument.dots
    for members, dots in dots_of.items():
        reasons = [refute_bulb_by_set_argument(position, cell, site) for cell in cells_in(dots)]
        yield [make_link(position, technique, reason, members) for reason in reasons if reason is not None]
