"""Shorten explanations: remove what nothing later needs, and what can be replaced by less.

Every case and every set argument is tried once: it is removed with everything that rests on it, and what follows
from the rest is searched nearby. If the goal is reached without it, it was redundant. Only the links concerned are
examined, so this is fast even on a large board. The remaining cases may then have arguments as long as the longest
of them, if the total becomes shorter. Finally, cases that share an argument are joined.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import pairwise

from bigand.puzzles.lightup.position import Cells, Position, cells_in
from bigand.puzzles.lightup.reasoning.argument import Premises, Refutation
from bigand.puzzles.lightup.reasoning.cases import refute_again
from bigand.puzzles.lightup.reasoning.chain import Chain, Change, Link, is_reached, link_key, make_link, total_size
from bigand.puzzles.lightup.reasoning.levels import Technique
from bigand.puzzles.lightup.reasoning.walk import Walk
from bigand.puzzles.lightup.rules import ProofRule, is_solved
from bigand.puzzles.lightup.rules.direct import FINISH_WITH_BULBS, FINISH_WITH_EMPTY, MUST_LIGHT

_Sizes = dict[tuple[Cells, Cells], int]  # how large the argument for some marks may be

_EXTRA_SIZE = 2  # rule instances by which a case may grow if another one goes
_MAX_JOIN_TRIES = 12  # tries to join cases that share an argument
_MAX_WORK = 100_000  # tries times links; in a longer explanation only the cases are reduced


def shorten_links(start: Position, links: list[Link], goal: Premises) -> list[Link]:
    """Return the links that a goal needs, with as few cases as possible, and then as few rule instances."""
    chain = Chain(start, links, goal)
    sizes = {(link.reason.bulbs, link.reason.dots): link.size for link in links if link.is_case}
    relaxed_sizes = {marks: size + _EXTRA_SIZE for marks, size in sizes.items()}
    passes: list[tuple[Callable[[Link], bool], _Sizes]] = [(_is_set_or_corners, {}), (_is_single_with_dots, {})]
    if sizes:
        largest = max([link.size for link in chain.necessary_links() if link.is_case], default=0)
        passes[:0] = [(_is_case, relaxed_sizes), (_is_case, dict.fromkeys(sizes, largest + _EXTRA_SIZE))]
    for is_wanted, max_sizes in passes:
        candidates = [number for number in chain.necessary_numbers()[::-1] if is_wanted(chain.links[number])]
        if max_sizes is not relaxed_sizes and len(candidates) * len(links) > _MAX_WORK:
            break
        while candidates:
            among = possibly_redundant_links(chain, candidates) if is_wanted is _is_single_with_dots else candidates
            removed = _remove_first_redundant(
                chain, among, goal, max_sizes, must_be_smaller=max_sizes is not relaxed_sizes
            )
            candidates = (
                []
                if removed is None
                else [number for number in candidates if number < removed and number in chain.links]
            )
    links = chain.necessary_links()
    if not any(map(_is_case, links)):
        return links
    return _join_cases(Chain(start, _shorten_arguments(start, links), goal), goal)


def _remove_first_redundant(
    chain: Chain, among: Sequence[int], goal: Premises, max_sizes: _Sizes, must_be_smaller: bool
) -> int | None:
    """Remove the first redundant link among some; return its number, or None."""
    size = 0
    for number in among:
        change = _plan_removal(chain, number, goal, max_sizes) if chain.is_needed(number) else None
        if change is None:
            continue
        if must_be_smaller:
            size = size or total_size(chain.necessary_links())
            if total_size(chain.necessary_links_after_exchange(*change)) >= size:
                continue
        chain.exchange(*change)
        return number
    return None


def _shorten_arguments(start: Position, links: list[Link]) -> list[Link]:
    """Replace the argument of each case by a shorter one, if what is known by then allows it."""
    position, shorter = start, []
    for link in links:
        shorter_refutation = (
            refute_again(position, link.reason) if isinstance(link.reason, Refutation) and link.is_case else None
        )
        if shorter_refutation is not None and shorter_refutation.size < link.size:
            link = _case_link(position, shorter_refutation)
        shorter.append(link)
        position = link.apply_to(position)
    return shorter


def _join_cases(chain: Chain, goal: Premises) -> list[Link]:
    """Return the needed links after joining cases, so that those with one argument form one step.

    For that, none may rest on another. What led from the earlier to the later is argued without it, which may take
    a little more.
    """
    deepest = max(
        [link.reason.depth for link in chain.necessary_links() if isinstance(link.reason, Refutation)], default=1
    )
    for deeper in (None, deepest):
        tried: set[tuple[int, int]] = set()
        while len(tried) < _MAX_JOIN_TRIES:
            pairs = [pair for pair in _dependent_pairs(chain) if pair not in tried]
            if not pairs:
                break
            tried.add(pairs[0])
            change = _plan_join(chain, *pairs[0], goal, deeper)
            if change is not None:
                chain.exchange(*change)
    return chain.necessary_links()


def _dependent_pairs(chain: Chain) -> Iterator[tuple[int, int]]:
    """Yield cases with the same argument of which the later rests on the earlier."""
    groups: dict[Hashable, list[int]] = {}
    for number in chain.necessary_numbers():
        if chain.links[number].is_case:
            groups.setdefault(chain.links[number].step_group_key, []).append(number)
    for numbers in groups.values():
        for earlier, later in pairwise(numbers):
            if later in chain.link_and_dependents(earlier):
                yield earlier, later


def _plan_join(chain: Chain, earlier: int, later: int, goal: Premises, deepest: int | None) -> Change | None:
    """Return an exchange after which the later of two cases holds before the earlier one is made.

    Other cases are argued again without it, not deeper than they were, or than `deepest`.
    """
    both = [chain.links[earlier], chain.links[later]]
    out = {number: chain.links[number] for number in sorted(chain.link_and_dependents(earlier))}
    waiting = [link for link in out.values() if link.is_case and link not in both]
    longer = both[0].size + _EXTRA_SIZE
    max_sizes = {(link.reason.bulbs, link.reason.dots): link.size + longer for link in waiting}
    walk = Walk(*chain.position_without(set(out)))
    before = _walk_to_goal(both[1].premises, walk, walk.cheapest_links, waiting, max_sizes, deepest)
    if before is None:
        return None
    both = [link for link in both if link.is_new_in(walk.position)]
    walk.apply_links(both)
    after = _walk_to_goal(goal, walk, walk.cheapest_links, waiting, max_sizes, deepest)
    return None if after is None else (out, chain.number_links([*before, *both, *after]))


def _is_case(link: Link) -> bool:
    return link.is_case


def _is_set_or_corners(link: Link) -> bool:
    return not link.is_case and not link.is_single


def _is_single_with_dots(link: Link) -> bool:
    return link.is_single and bool(link.reason.dots)


def _plan_removal(chain: Chain, number: int, goal: Premises, max_sizes: _Sizes) -> Change | None:
    """Return an exchange that removes a link, if the goal can be reached by the others and what follows from them.

    Nothing is replaced by something harder. Other cases may get another argument, if it is not too large.
    """
    removed_link = chain.links[number]
    affected = chain.link_and_dependents(number)
    position, lost = chain.position_without(affected)
    out = {index: chain.links[index] for index in sorted(affected)}
    waiting = [link for link in out.values() if link is not removed_link and link.is_case]
    walk = Walk(position, lost, removed_link)
    replacement = _walk_to_goal(
        goal, walk, walk.next_single if removed_link.is_single else walk.cheapest_links, waiting, max_sizes
    )
    return None if replacement is None else (out, chain.number_links(replacement))


def _walk_to_goal(
    goal: Premises,
    walk: Walk,
    next_links: Callable[[], list[Link]],
    waiting: list[Link],
    max_sizes: _Sizes,
    deepest: int | None = None,
) -> list[Link] | None:
    """Return the links by which a walk reaches a goal: what follows, and `waiting` cases, perhaps argued again."""
    links: list[Link] = []
    while not is_reached(goal, walk.position):
        new_links = next_links() or _retry_case(walk.position, waiting, max_sizes, deepest)
        if not new_links:
            return None
        links += new_links
        walk.apply_links(new_links)
    return links


def _retry_case(position: Position, waiting: list[Link], max_sizes: _Sizes, deepest: int | None) -> list[Link]:
    """Return the first waiting case that can be made again, with its argument or a new one, and remove it."""
    for number, link in enumerate(waiting):
        argument = link.reason
        if not isinstance(argument, Refutation) or not link.is_new_in(position):
            continue
        if not link.holds_in(position):
            largest = max_sizes.get((argument.bulbs, argument.dots), 0)
            new_argument = refute_again(position, argument, deepest) if largest else None
            if new_argument is None or new_argument.size > largest:
                continue
            argument = new_argument
        del waiting[number]
        return [_case_link(position, argument)]
    return []


def _case_link(position: Position, argument: Refutation) -> Link:
    return make_link(position, Technique.CASE if argument.depth == 1 else Technique.NESTED, argument)


# ------------------------------------------------------- Redundant single deductions, found for all of them at once
# A lane, one bit of a number, stands for a chain without one of its links. All lanes are propagated along the chain
# together, so one pass suffices instead of one for each link. It shows without which links nothing else would
# follow, which holds for nearly all; only the others are worth trying.


Lanes = int  # a set of lanes


def possibly_redundant_links(chain: Chain, numbers: Sequence[int]) -> Sequence[int]:
    """Return those links without which the goal is reached, or another single deduction is possible.

    If the chain does not lead to a solution, return all of them.
    """
    if not numbers or not is_solved(chain.position):
        return numbers
    lanes = _Lanes(chain, numbers)
    open_lanes = (
        lanes.lanes_reaching_goal() | lanes.lanes_with_clue_deduction() | lanes.lanes_with_light_deduction()
    )
    return [number for lane, number in enumerate(numbers) if open_lanes >> lane & 1]


class _Lanes:
    """What is known in each lane, and in which lanes something else follows.

    In each lane, less is known than in the solution, and nothing else. So a rule concludes in a lane only what is
    true in the solution, and the solution shows what the rule needs to know for that.
    """

    def __init__(self, chain: Chain, numbers: Sequence[int]) -> None:
        self._start, self._solution, self._goal = chain.start, chain.position, chain.goal
        self._every: Lanes = (1 << len(numbers)) - 1
        self._known = chain.lanes_by_known_fact(numbers)
        self._banned: dict[tuple[Technique, str, int], Lanes] = {}
        for lane, number in enumerate(numbers):
            key = link_key(chain.links[number])
            self._banned[key] = self._banned.get(key, 0) | 1 << lane

    def lanes_reaching_goal(self) -> Lanes:
        return self._lanes_knowing_bulbs(self._goal.bulbs) & self._lanes_knowing_shut(self._goal.shut)

    def lanes_with_clue_deduction(self) -> Lanes:
        """Return the lanes where a clue has all its bulbs and a cell left, or just enough cells left."""
        result = 0
        for clue in self._solution.clues:
            bulbs = clue.beside & self._solution.bulbs
            have_bulbs, have_dots = self._lanes_knowing_bulbs(bulbs), self._lanes_knowing_shut(clue.beside & ~bulbs)
            result |= have_bulbs & ~have_dots & ~self._lanes_banning(FINISH_WITH_EMPTY, clue.cell)
            result |= have_dots & ~have_bulbs & ~self._lanes_banning(FINISH_WITH_BULBS, clue.cell)
        return result

    def lanes_with_light_deduction(self) -> Lanes:
        """Return the lanes where only one cell can light some dark cell."""
        grid, bulbs, result = self._solution.grid, self._solution.bulbs, 0
        for bulb in cells_in(bulbs):
            lacking = self._every & ~self._lanes_knowing_bulbs(1 << bulb)
            for run, across_it in ((grid.across, grid.down), (grid.down, grid.across)):
                remaining = self._lanes_knowing_shut(run[bulb] & ~(1 << bulb), lacking)
                for site in cells_in(run[bulb]) if remaining else ():
                    if grid.cross[site] & bulbs == 1 << bulb:
                        lanes = self._lanes_knowing_shut(across_it[site] & ~(1 << bulb), remaining)
                        result |= lanes & ~self._lanes_banning(MUST_LIGHT, site)
        return result

    def _lanes_banning(self, rule: ProofRule, site: int) -> Lanes:
        return self._banned.get((Technique.SINGLE, rule.id, site), 0)

    def _lanes_knowing_bulbs(self, cells: Cells) -> Lanes:
        """Return the lanes that know all these bulbs."""
        lanes = self._every
        for cell in cells_in(cells & ~self._start.bulbs):
            lanes &= self._known[-1 - cell]
        return lanes

    def _lanes_knowing_shut(self, cells: Cells, lanes: Lanes = -1) -> Lanes:
        """Return those of the lanes that know that all these cells are shut."""
        lanes &= self._every
        for cell in cells_in(cells & self._start.open):
            lanes &= self._known[cell]
            if not lanes:
                break
        return lanes
