"""The least number of moves by A*: states by their bound, the deepest first among equals.

A bound never falls by more than one with a pour, so the sum of moves made and moves needed never falls: buckets
by this sum are emptied one after the other, and the first sorted state that is taken out is reached by a
shortest plan.
"""

import math
from collections import defaultdict

from msgspec import Struct

from bigand.puzzles.watersort.bounds import estimate_of
from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.pours import Pour, Variant, pour_between, poured
from bigand.puzzles.watersort.solving import NO_LIMITS, Limits, Telling
from bigand.puzzles.watersort.tables import State, Tables

_OFTEN = 1024  # states between two looks at the clock


class Search(Struct, frozen=True):
    """What a search found: a shortest plan, or None when no state that can be reached is sorted."""

    plan: tuple[Pour, ...] | None
    states: int  # states that were met, whatever the order of the tubes


def run(
    level: Level, rule: Variant, limits: Limits, tell: Telling
) -> tuple[tuple[Pour, ...] | None, dict[str, int]]:
    result = search(level, rule, limits, tell)
    return result.plan, {"states": result.states}


def search(level: Level, rule: Variant, limits: Limits = NO_LIMITS, tell: Telling = lambda _moves: None) -> Search:
    """Search for a shortest plan; LimitError if it takes too long or meets too many states."""
    tables = Tables(level, rule)
    estimate = estimate_of(tables)
    start = tables.start
    made: dict[State, int] = {start: 0}
    came: dict[State, State] = {}
    sum_of_all = estimate(start)
    buckets: defaultdict[int, list[State]] = defaultdict(list, {sum_of_all: [start]})
    most = math.inf if limits.states is None else limits.states
    taken = 0
    while buckets:
        bucket = buckets[sum_of_all]
        if not bucket:
            del buckets[sum_of_all]
            sum_of_all += 1
            continue
        state = bucket.pop()
        moves = made[state]
        needed = estimate(state)
        if moves + needed < sum_of_all:
            continue  # met again on a shorter way meanwhile
        if needed == 0:
            return Search(_plan(level, rule, _way(state, came), tables), len(made))
        taken += 1
        if taken % _OFTEN == 0 or len(made) > most:
            limits.check(len(made))
            tell(sum_of_all)
        for following in tables.following(state):
            if made.get(following, moves + 2) > moves + 1:
                made[following] = moves + 1
                came[following] = state
                buckets[moves + 1 + estimate(following)].append(following)
    return Search(None, len(made))


def _way(state: State, came: dict[State, State]) -> list[State]:
    """The states from the first to this one."""
    way = [state]
    while way[-1] in came:
        way.append(came[way[-1]])
    return way[::-1]


def _plan(level: Level, rule: Variant, way: list[State], tables: Tables) -> tuple[Pour, ...]:
    """The pours between the tubes as they stand, which lead through some states."""
    codes = {colour: code for code, colour in enumerate(tables.colours)}
    numbers = [tables.number(tuple([codes[colour] for colour in tube])) for tube in level.tubes]
    plan = []
    for state in way[1:]:
        source, target = _pour_to(state, numbers, tables)
        numbers[source], numbers[target] = tables.pour(numbers[source], numbers[target])
        pour = pour_between(level, source, target, rule)
        assert pour is not None
        level = poured(level, pour)
        plan.append(pour)
    return tuple(plan)


def _pour_to(state: State, numbers: list[int], tables: Tables) -> tuple[int, int]:
    """Which of the tubes as they stand are poured so that this state comes of it."""
    for giving, taking in tables.moves(tuple(sorted(numbers))):
        after = list(numbers)
        source = numbers.index(giving)
        target = next(place for place, number in enumerate(numbers) if number == taking and place != source)
        after[source], after[target] = tables.pour(giving, taking)
        if tuple(sorted(after)) == state:
            return source, target
    raise AssertionError("each state comes of the one before it by a pour")
