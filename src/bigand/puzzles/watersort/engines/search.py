"""Find the least number of moves by A*: states by their bound, the deepest first among equals.

A pour never lowers the bound by more than one, so the sum of moves made and moves needed never falls. Buckets by
this sum are emptied in order, and the first sorted state that is taken out is reached by a shortest plan.
"""

import math
from collections import defaultdict

from msgspec import Struct

from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.pours import Pour, Variant, allowed_pour_between, apply_pour
from bigand.puzzles.watersort.search_space import State, TubeTables, make_bound_function
from bigand.puzzles.watersort.solver import NO_LIMITS, Limits, ProgressCallback

_CHECK_INTERVAL = 1024  # states between two checks of the limits


class SearchResult(Struct, frozen=True):
    """A shortest plan, or None if no reachable state is sorted."""

    plan: tuple[Pour, ...] | None
    states: int  # states visited; the order of the tubes does not matter


def run(
    level: Level, rule: Variant, limits: Limits, on_progress: ProgressCallback
) -> tuple[tuple[Pour, ...] | None, dict[str, int]]:
    result = search(level, rule, limits, on_progress)
    return result.plan, {"states": result.states}


def search(
    level: Level, rule: Variant, limits: Limits = NO_LIMITS, on_progress: ProgressCallback = lambda _moves: None
) -> SearchResult:
    """Search for a shortest plan; raise LimitError if it takes too long or visits too many states."""
    tables = TubeTables(level, rule)
    bound_of = make_bound_function(tables)
    start = tables.start
    moves_to: dict[State, int] = {start: 0}
    predecessors: dict[State, State] = {}
    total = bound_of(start)
    buckets: defaultdict[int, list[State]] = defaultdict(list, {total: [start]})
    max_states = math.inf if limits.states is None else limits.states
    expanded = 0
    while buckets:
        bucket = buckets[total]
        if not bucket:
            del buckets[total]
            total += 1
            continue
        state = bucket.pop()
        moves = moves_to[state]
        remaining = bound_of(state)
        if moves + remaining < total:
            continue  # a shorter path to it was found meanwhile
        if remaining == 0:
            return SearchResult(_plan_along(level, rule, _path_to(state, predecessors), tables), len(moves_to))
        expanded += 1
        if expanded % _CHECK_INTERVAL == 0 or len(moves_to) > max_states:
            limits.check(len(moves_to))
            on_progress(total)
        for successor in tables.promising_successors(state):
            if moves_to.get(successor, moves + 2) > moves + 1:
                moves_to[successor] = moves + 1
                predecessors[successor] = state
                buckets[moves + 1 + bound_of(successor)].append(successor)
    return SearchResult(None, len(moves_to))


def _path_to(state: State, predecessors: dict[State, State]) -> list[State]:
    """Return the states from the first to this one."""
    path = [state]
    while path[-1] in predecessors:
        path.append(predecessors[path[-1]])
    return path[::-1]


def _plan_along(level: Level, rule: Variant, path: list[State], tables: TubeTables) -> tuple[Pour, ...]:
    """Return the pours that lead through the states of `path`, by the actual positions of the tubes."""
    codes = {colour: code for code, colour in enumerate(tables.colours)}
    tube_numbers = [tables.intern_tube(tuple([codes[colour] for colour in tube])) for tube in level.tubes]
    plan = []
    for state in path[1:]:
        source, target = _find_pour_to_state(state, tube_numbers, tables)
        tube_numbers[source], tube_numbers[target] = tables.tubes_after_pour(
            tube_numbers[source], tube_numbers[target]
        )
        pour = allowed_pour_between(level, source, target, rule)
        assert pour is not None
        level = apply_pour(level, pour)
        plan.append(pour)
    return tuple(plan)


def _find_pour_to_state(state: State, numbers: list[int], tables: TubeTables) -> tuple[int, int]:
    """Find which two of the tubes in their actual order must be poured to reach `state`."""
    for source_number, target_number in tables.promising_moves(tuple(sorted(numbers))):
        poured_numbers = list(numbers)
        source = numbers.index(source_number)
        target = next(index for index, number in enumerate(numbers) if number == target_number and index != source)
        poured_numbers[source], poured_numbers[target] = tables.tubes_after_pour(source_number, target_number)
        if tuple(sorted(poured_numbers)) == state:
            return source, target
    raise AssertionError("each state of a path follows from the one before it by a pour")
