"""Find minimal cores: sets of groups that clash, but not without any one of them.

First the parts are large, and a core of them leaves most groups out. The rest is split more finely until each part
is one group. Then groups are removed one by one: if the others still clash, the group was not needed. Several
descents in different orders give different minimal cores, and the smallest is kept. When time runs out, the result
is the smallest core so far.
"""

import random
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing

import numpy as np
from msgspec import Struct, field

from bigand.explain.groups import NEVER, ClashOracle, Groups
from bigand.ground.columns import Array
from bigand.solve.session import LimitError

_PARTS = 2_000  # switches at a time
_ROUNDS = 4  # of solving a core again alone, which mostly makes it smaller
_TRIES = 12  # descents
_SMALL = 3  # a core of this size ends the search

CoreCallback = Callable[[Sequence[int]], None]


class Core(Struct):
    """The smallest core so far: its groups in order; `is_minimal` once none of them can be left out."""

    groups: list[int] = field(default_factory=list)
    is_minimal: bool = False
    is_finished: bool = False  # all descents were done in time


def trim_core(oracle: ClashOracle, parts: Sequence[int], shuffle: random.Random | None = None) -> list[int] | None:
    """Return a core among `parts`, made smaller by solving it again alone; None if they do not clash."""
    order = list(parts)
    if shuffle:
        shuffle.shuffle(order)
    core = oracle.find_clash(order)
    for _ in range(_ROUNDS):
        if core is None or len(core) <= 1:
            return core
        smaller = oracle.find_clash(core[::-1])
        assert smaller is not None, "what clashed must clash again"
        if len(smaller) == len(core):
            return smaller
        core = smaller
    return core


def minimise_core(
    oracle: ClashOracle, core: Sequence[int], on_smaller: CoreCallback = lambda _core: None
) -> list[int]:
    """Return a minimal core of a core; `on_smaller` is called with each smaller one."""
    needed: list[int] = []
    candidates = list(core)
    while candidates:
        candidate = candidates.pop()
        smaller = oracle.find_clash([*needed, *candidates])
        if smaller is None:
            needed.append(candidate)
        else:
            kept = set(smaller)
            candidates = [part for part in candidates if part in kept]
            on_smaller([*needed, *candidates])
    return needed


def find_core(
    groups: Groups, candidates: Array, deadline: float | None = None, watch: CoreCallback = lambda _core: None
) -> Core:
    """Return the smallest core found within the deadline among `candidates`, groups that clash together."""
    best = Core(candidates.tolist())

    def keep_smaller(core: Iterable[int]) -> None:
        ordered = sorted(core)
        if not best.is_minimal and len(ordered) < len(best.groups):
            best.groups = ordered
            watch(ordered)

    try:
        candidates = _narrow_candidates(groups, candidates, deadline, keep_smaller)
        _minimise_repeatedly(groups, candidates, deadline, best, keep_smaller)
    except LimitError:
        pass
    return best


def _narrow_candidates(
    groups: Groups, candidates: Array, deadline: float | None, on_smaller: CoreCallback
) -> Array:
    """Narrow the candidates by cores of ever finer parts, until each can have its own switch."""
    while len(candidates) > _PARTS:
        parts = np.full(groups.count, NEVER, dtype=np.int64)
        parts[candidates] = np.arange(len(candidates)) * _PARTS // len(candidates)
        with closing(ClashOracle(groups, parts, deadline)) as oracle:
            core = trim_core(oracle, range(_PARTS))
            if core is not None and len(core) > _PARTS // 4:
                core = minimise_core_coarsely(oracle, core)
        assert core is not None, "the candidates clash"
        remaining = candidates[np.isin(parts[candidates], core)]
        if len(remaining) > 0.9 * len(candidates):
            return remaining  # nearly all of the rest is needed
        candidates = remaining
        on_smaller(candidates.tolist())
    return candidates


def minimise_core_coarsely(oracle: ClashOracle, core: list[int]) -> list[int]:
    """Remove runs of parts that a core does not need, a twentieth of it at a time."""
    step = max(1, len(core) // 20)
    for start in range(0, len(core), step):
        run = set(core[start : start + step])
        smaller = oracle.find_clash([part for part in core if part not in run])
        if smaller is not None:
            return minimise_core_coarsely(oracle, smaller)
    return core


def _minimise_repeatedly(
    groups: Groups, candidates: Array, deadline: float | None, best: Core, on_smaller: CoreCallback
) -> None:
    parts = np.full(groups.count, NEVER, dtype=np.int64)
    parts[candidates] = np.arange(len(candidates))

    def as_groups(core: Sequence[int]) -> list[int]:
        return candidates[np.array(core, dtype=np.int64)].tolist()

    with closing(ClashOracle(groups, parts, deadline)) as oracle:
        for number in range(_TRIES):
            shuffle = random.Random(number) if number else None
            core = trim_core(oracle, range(len(candidates)), shuffle)
            assert core is not None, "the candidates clash"
            if shuffle:
                shuffle.shuffle(core)
            smallest = sorted(
                as_groups(minimise_core(oracle, core, lambda smaller: on_smaller(as_groups(smaller))))
            )
            if not best.is_minimal or len(smallest) < len(best.groups):
                best.groups, best.is_minimal = smallest, True
            if len(smallest) <= _SMALL:
                break
        best.is_finished = True


# ---------------------------------------------------------------------- the nearest repair
# A repair leaves out as few rules as possible so that the others have a model. Every repair hits each core. So
# take a minimum hitting set of the known cores; if the rest still clashes, that gives one more core.


class Repair(Struct, frozen=True, eq=False):
    """Rules to leave out, and a model of the rest (the truth of each atom from 1 on)."""

    rules: tuple[int, ...]
    values: Array


def find_single_repairs(oracle: ClashOracle, rules: Sequence[int], core: Sequence[int]) -> list[Repair]:
    """Return the repairs that leave out a single rule of the core."""
    return [
        Repair((rule,), oracle.values())
        for rule in core
        if oracle.find_clash([kept_rule for kept_rule in rules if kept_rule != rule]) is None
    ]


def find_nearest_repair(oracle: ClashOracle, rules: Sequence[int], core: Sequence[int]) -> Repair:
    """Return a smallest set of rules without which there is a model, starting from one core."""
    from pysat.examples.hitman import Hitman

    with Hitman(bootstrap_with=[list(core)], solver="m22", htype="sorted") as hitting:
        while True:
            left_out = set(hitting.get())
            kept = [rule for rule in rules if rule not in left_out]
            clash = trim_core(oracle, kept)
            if clash is None:
                return Repair(tuple(sorted(left_out)), oracle.values())
            hitting.hit(clash)
