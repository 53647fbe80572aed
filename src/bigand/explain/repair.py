"""The nearest repair: as few rules as possible without which the others have a model.

Every repair takes a rule from each core. So: a smallest set that does so for the cores known; if the rest still
clashes, that is one core more.
"""

from collections.abc import Sequence

from msgspec import Struct

from bigand.explain.cores import trim_core
from bigand.explain.groups import ClashOracle
from bigand.ground.columns import Array


class Repair(Struct, frozen=True, eq=False):
    """Rules to leave out, and a model of what is left (the truth of each atom from 1 on)."""

    rules: tuple[int, ...]
    values: Array


def find_single_repairs(oracle: ClashOracle, rules: Sequence[int], core: Sequence[int]) -> list[Repair]:
    """The rules of a core, each of which alone stands in the way of a model."""
    return [
        Repair((rule,), oracle.values())
        for rule in core
        if oracle.find_clash([kept_rule for kept_rule in rules if kept_rule != rule]) is None
    ]


def find_nearest_repair(oracle: ClashOracle, rules: Sequence[int], core: Sequence[int]) -> Repair:
    """A smallest set of rules without which there is a model, from one core of the rules."""
    from pysat.examples.hitman import Hitman

    with Hitman(bootstrap_with=[list(core)], solver="m22", htype="sorted") as hitting:
        while True:
            left_out = set(hitting.get())
            kept = [rule for rule in rules if rule not in left_out]
            clash = trim_core(oracle, kept)
            if clash is None:
                return Repair(tuple(sorted(left_out)), oracle.values())
            hitting.hit(clash)
