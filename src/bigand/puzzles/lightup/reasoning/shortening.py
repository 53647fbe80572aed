"""Short explanations: without what nothing later needs, and without whatever can be replaced by less.

Every case and every set argument is tried once: it is left out with all that rests on it, and what follows from the
rest is looked for near there. If the goal is reached without it, it was to spare. That looks at the links that are
concerned and at no others, so that it takes little however large the board. The cases that are left may then have
arguments as long as the longest of them, if all together become shorter by that. What shares an argument is brought
together at last.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import pairwise

from bigand.puzzles.lightup.position import Cells, Position
from bigand.puzzles.lightup.reasoning.argument import Premises, Refutation
from bigand.puzzles.lightup.reasoning.chain import Chain, Change, is_reached
from bigand.puzzles.lightup.reasoning.links import Link, link, size_of
from bigand.puzzles.lightup.reasoning.nested import refuted_again
from bigand.puzzles.lightup.reasoning.sparing import worth_trying
from bigand.puzzles.lightup.reasoning.techniques import Technique
from bigand.puzzles.lightup.reasoning.walking import Walk

_Sizes = dict[tuple[Cells, Cells], int]  # how large the argument for some marks may be

_LONGER = 2  # rule instances that a case may have more without another one
_JOINED = 12  # tries to bring cases with one argument together
_WORK = 100_000  # tries times links: in a longer explanation all but the cases stay as they are


def shortened(start: Position, links: list[Link], goal: Premises) -> list[Link]:
    """The links that a goal needs, as few cases among them as can be, and then as few rule instances."""
    chain = Chain(start, links, goal)
    sizes = {(each.reason.bulbs, each.reason.dots): each.size for each in links if each.is_case}
    nearly = {marks: size + _LONGER for marks, size in sizes.items()}
    passes: list[tuple[Callable[[Link], bool], _Sizes]] = [(_is_set, {}), (_is_single, {})]
    if sizes:
        largest = max([each.size for each in chain.needed() if each.is_case], default=0)
        passes[:0] = [(_is_case, nearly), (_is_case, dict.fromkeys(sizes, largest + _LONGER))]
    for wanted, most in passes:
        spare = [number for number in chain.needed_numbers()[::-1] if wanted(chain.links[number])]
        if most is not nearly and len(spare) * len(links) > _WORK:
            break
        while spare:
            among = worth_trying(chain, spare) if wanted is _is_single else spare
            done = _spare_one(chain, among, goal, most, must_be_smaller=most is not nearly)
            spare = [] if done is None else [number for number in spare if number < done and number in chain.links]
    links = chain.needed()
    if not any(map(_is_case, links)):
        return links
    return _joined(Chain(start, _argued_shorter(start, links), goal), goal)


def _spare_one(
    chain: Chain, among: Sequence[int], goal: Premises, most: _Sizes, must_be_smaller: bool
) -> int | None:
    """Leave out the first of some links that can be spared, if one can; its number."""
    size = 0
    for number in among:
        change = _without(chain, number, goal, most) if chain.is_needed(number) else None
        if change is None:
            continue
        if must_be_smaller:
            size = size or size_of(chain.needed())
            if size_of(chain.needed_after(*change)) >= size:
                continue
        chain.exchange(*change)
        return number
    return None


def _argued_shorter(start: Position, links: list[Link]) -> list[Link]:
    """The links with a shorter argument for a case where there is one, since more is known by then than it was."""
    position, shorter = start, []
    for each in links:
        again = (
            refuted_again(position, each.reason) if isinstance(each.reason, Refutation) and each.is_case else None
        )
        if again is not None and again.size < each.size:
            each = _case(position, again)
        shorter.append(each)
        position = each.after(position)
    return shorter


def _joined(chain: Chain, goal: Premises) -> list[Link]:
    """The links that are needed; of cases with one argument none rests on another, where that can be, so that
    they are told at once.

    So what led from the earlier to the later is argued without it, which may take a little more.
    """
    deepest = max([each.reason.depth for each in chain.needed() if isinstance(each.reason, Refutation)], default=1)
    for deeper in (None, deepest):
        tried: set[tuple[int, int]] = set()
        while len(tried) < _JOINED:
            apart = [pair for pair in _apart(chain) if pair not in tried]
            if not apart:
                break
            tried.add(apart[0])
            change = _brought_together(chain, *apart[0], goal, deeper)
            if change is not None:
                chain.exchange(*change)
    return chain.needed()


def _apart(chain: Chain) -> Iterator[tuple[int, int]]:
    """Cases with one argument of which the later rests on the earlier."""
    groups: dict[Hashable, list[int]] = {}
    for number in chain.needed_numbers():
        if chain.links[number].is_case:
            groups.setdefault(chain.links[number].group, []).append(number)
    for numbers in groups.values():
        for earlier, later in pairwise(numbers):
            if later in chain.resting_on(earlier):
                yield earlier, later


def _brought_together(chain: Chain, earlier: int, later: int, goal: Premises, deepest: int | None) -> Change | None:
    """What goes and what comes so that the later of two cases holds before the earlier one is made.

    Other cases are argued anew without it, not deeper than they were, or than is said.
    """
    both = [chain.links[earlier], chain.links[later]]
    out = {number: chain.links[number] for number in sorted(chain.resting_on(earlier))}
    waiting = [each for each in out.values() if each.is_case and each not in both]
    longer = both[0].size + _LONGER
    most = {(each.reason.bulbs, each.reason.dots): each.size + longer for each in waiting}
    walk = Walk(*chain.known_without(set(out)))
    before = _way_to(both[1].premises, walk, walk.cheapest, waiting, most, deepest)
    if before is None:
        return None
    both = [each for each in both if each.is_new_in(walk.position)]
    walk.take(both)
    after = _way_to(goal, walk, walk.cheapest, waiting, most, deepest)
    return None if after is None else (out, chain.numbered([*before, *both, *after]))


def _is_case(each: Link) -> bool:
    return each.is_case


def _is_set(each: Link) -> bool:
    return not each.is_case and not each.is_single


def _is_single(each: Link) -> bool:
    return each.is_single and bool(each.reason.dots)


def _without(chain: Chain, number: int, goal: Premises, most: _Sizes) -> Change | None:
    """What goes with a link, and what comes, if the goal can be reached by the others and what follows from them.

    Nothing is replaced by something harder. Other cases may get another argument, if it is not too large.
    """
    spare = chain.links[number]
    affected = chain.resting_on(number)
    position, lost = chain.known_without(affected)
    out = {index: chain.links[index] for index in sorted(affected)}
    waiting = [each for each in out.values() if each is not spare and each.is_case]
    walk = Walk(position, lost, spare)
    more = _way_to(goal, walk, walk.single if spare.is_single else walk.cheapest, waiting, most)
    return None if more is None else (out, chain.numbered(more))


def _way_to(
    goal: Premises,
    walk: Walk,
    following: Callable[[], list[Link]],
    waiting: list[Link],
    most: _Sizes,
    deepest: int | None = None,
) -> list[Link] | None:
    """The links by which a walk gets to a goal: what follows, and cases that waited, perhaps argued anew."""
    way: list[Link] = []
    while not is_reached(goal, walk.position):
        found = following() or _again(walk.position, waiting, most, deepest)
        if not found:
            return None
        way += found
        walk.take(found)
    return way


def _again(position: Position, waiting: list[Link], most: _Sizes, deepest: int | None) -> list[Link]:
    """The first case that can be made again, with its argument or with a new one; it waits no more."""
    for number, each in enumerate(waiting):
        argument = each.reason
        if not isinstance(argument, Refutation) or not each.is_new_in(position):
            continue
        if not each.holds_in(position):
            largest = most.get((argument.bulbs, argument.dots), 0)
            again = refuted_again(position, argument, deepest) if largest else None
            if again is None or again.size > largest:
                continue
            argument = again
        del waiting[number]
        return [_case(position, argument)]
    return []


def _case(position: Position, argument: Refutation) -> Link:
    return link(position, Technique.CASE if argument.depth == 1 else Technique.NESTED, argument)
