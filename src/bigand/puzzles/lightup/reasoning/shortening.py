"""Short explanations: without what nothing later needs, and without whatever can be replaced by less.

Every case and every set argument is tried once: it is left out with all that rests on it, and what follows from the
rest is looked for near there. If the goal is reached without it, it was to spare. That looks at the links that are
concerned and at no others, so that it takes little however large the board. The cases that are left may then have
arguments as long as the longest of them, if all together become shorter by that.
"""

from collections.abc import Callable

from bigand.puzzles.lightup.position import Cells, Position
from bigand.puzzles.lightup.reasoning.argument import Premises, Refutation
from bigand.puzzles.lightup.reasoning.chain import Chain, Change, is_reached, needed
from bigand.puzzles.lightup.reasoning.links import Link, link, size_of
from bigand.puzzles.lightup.reasoning.nested import refuted_again
from bigand.puzzles.lightup.reasoning.techniques import Technique
from bigand.puzzles.lightup.reasoning.walking import Walk

_Sizes = dict[tuple[Cells, Cells], int]  # how large the argument for some marks may be

_LONGER = 2  # rule instances that a case may have more without another one
_WORK = 100_000  # tries times links: in a longer explanation all but the cases stay as they are


def shortened(start: Position, links: list[Link], goal: Premises) -> list[Link]:
    """The links that a goal needs, as few cases among them as can be, and then as few rule instances."""
    chain = Chain(start, links, goal)
    sizes = {(each.reason.bulbs, each.reason.dots): each.size for each in links if each.is_case}
    largest = max([each.size for each in chain.needed() if each.is_case], default=0)
    nearly = {marks: size + _LONGER for marks, size in sizes.items()}
    passes: list[tuple[Callable[[Link], bool], _Sizes]] = [
        (_is_case, nearly),
        (_is_case, dict.fromkeys(sizes, largest + _LONGER)),
        (_is_set, {}),
        (_is_single, {}),
    ]
    for wanted, most in passes:
        spare = [number for number in chain.needed_numbers()[::-1] if wanted(chain.links[number])]
        if most is not nearly and len(spare) * len(links) > _WORK:
            break
        size = size_of(chain.needed())
        for number in spare:
            if not chain.is_needed(number):
                continue
            change = _without(chain, number, goal, most)
            if change is None:
                continue
            chain.exchange(*change)
            if most is nearly:
                continue
            size_then = size_of(chain.needed())
            if size_then < size:
                size = size_then
            else:
                chain.exchange(*change[::-1])
    return needed(start, _argued_shorter(start, chain.needed()), goal)


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
    following = walk.single if spare.is_single else walk.cheapest
    more: list[Link] = []
    while not is_reached(goal, walk.position):
        found = following() or _again(walk.position, waiting, most)
        if not found:
            return None
        more += found
        walk.take(found)
    return out, chain.numbered(more)


def _again(position: Position, waiting: list[Link], most: _Sizes) -> list[Link]:
    """The first case that can be made again, with its argument or with a new one; it waits no more."""
    for number, each in enumerate(waiting):
        argument = each.reason
        if not isinstance(argument, Refutation) or not each.is_new_in(position):
            continue
        if not each.holds_in(position):
            largest = most.get((argument.bulbs, argument.dots), 0)
            again = refuted_again(position, argument) if largest else None
            if again is None or again.size > largest:
                continue
            argument = again
        del waiting[number]
        return [_case(position, argument)]
    return []


def _case(position: Position, argument: Refutation) -> Link:
    return link(position, Technique.CASE if argument.depth == 1 else Technique.NESTED, argument)
