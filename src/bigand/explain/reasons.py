"""Why a file has no model: rules that clash, then instances of them, then what to change.

The rules are looked at first, on the same clauses that are solved; of the few that clash every instance is a
group by itself. Among rules that clash, those come first without which there would be a model: that is where a
mistake is, and of these the longest, since there is most to be wrong in them.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from bigand.encode.compile import Compiled, compile_rules
from bigand.explain.argument import Argument, argue
from bigand.explain.cores import Core, find_core, minimal, trimmed
from bigand.explain.groups import NEVER, Oracle, by_rule
from bigand.explain.instances import Instance, Instances, describe, instances_of
from bigand.explain.repair import Repair, nearest_repair, single_repairs
from bigand.ground.columns import Array
from bigand.ground.expand import Grounder, Rule
from bigand.language.syntax import walk
from bigand.solve.session import LimitError

_DESCRIBED = 2_000  # instances of a core that is not minimal, at most, to be shown

Watch = Callable[[str, int], None]


def _ignore(_stage: str, _count: int) -> None:
    pass


class Reason(Struct, frozen=True):
    """Rules that clash, the most suspicious first, and the instances of them that do, in the same order.

    `is_minimal` if no instance can be left out. When there are too many instances to look at all of them in the
    time, there are none here: the rules clash as wholes, and (then) no rule can be left out.
    """

    rules: tuple[Rule, ...]
    instances: tuple[Instance, ...]
    is_minimal: bool
    argument: Argument | None = None


class Why(Struct, frozen=True, eq=False):
    """Reasons, each of other instances; and repairs, the nearest first: rules without which there is a model."""

    reasons: tuple[Reason, ...]
    repairs: tuple[Repair, ...]
    is_finished: bool

    @property
    def repair(self) -> Repair | None:
        return self.repairs[0] if self.repairs else None

    @property
    def alternatives(self) -> tuple[int, ...]:
        """Rules each of which may be left out instead."""
        return tuple(sorted([rule for repair in self.repairs[1:] for rule in repair.rules]))


def suspecting(why: Why, rules: Sequence[int]) -> Why:
    """The same with these rules before all others."""

    def place(rule: int) -> int:
        return rules.index(rule) if rule in rules else len(rules)

    reasons = [
        replace(
            reason,
            rules=tuple(sorted(reason.rules, key=lambda rule: place(rule.number))),
            instances=tuple(sorted(reason.instances, key=lambda instance: place(instance.rule.number))),
        )
        for reason in why.reasons
    ]
    repairs = sorted(why.repairs, key=lambda repair: min(map(place, repair.rules)))
    return replace(why, reasons=tuple(reasons), repairs=tuple(repairs))


class Inquiry:
    """The rules of a file under an engine with a switch for each, and what has been found out about them."""

    def __init__(self, grounder: Grounder, deadline: float | None, watch: Watch = _ignore) -> None:
        self.grounder = grounder
        self.deadline = deadline
        self.watch = watch
        self.rules = grounder.rules()
        watch("expand", 0)
        self.compiled: Compiled = compile_rules(grounder, absorb=False)
        self.oracle = Oracle(by_rule(grounder, self.compiled), np.arange(len(self.rules)), deadline)

    def close(self) -> None:
        self.oracle.close()

    def model(self) -> Array | None:
        """A model (the truth or value of each of the user's atoms), or None if there is none."""
        if self.oracle.clash(range(len(self.rules))) is not None:
            return None
        return self.oracle.values()[: self.compiled.clauses.atoms]

    def why(self, most: int = 1, only_rules: bool = False) -> Why:
        """Reasons, at most so many, when there is no model; `only_rules` looks at no single instances."""
        singles: list[Repair] = []
        repairs: list[Repair] = []
        core = list(range(len(self.rules)))
        is_finished = True
        try:
            core = self._clashing_rules()
            self.watch("repair", 0)
            every = range(len(self.rules))
            singles = single_repairs(self.oracle, every, core)
            if not singles:
                repairs = [nearest_repair(self.oracle, every, core)]
        except LimitError:
            is_finished = False
        ranked = _ranked(self.rules, [repair.rules[0] for repair in singles])
        repairs += sorted(singles, key=lambda reason: ranked[reason.rules[0]])
        whole = Reason(tuple(_in_order(self.rules, core, ranked)), (), is_finished)
        reasons, is_core_finished = [whole], True
        if not only_rules and time_left(self.deadline):
            reasons, is_core_finished = self._reasons(whole, most, ranked)
        return Why(tuple(reasons), tuple(repairs), is_finished and is_core_finished)

    def _clashing_rules(self) -> list[int]:
        """A minimal set of rules that clash; large rules are tried to be left out first."""
        self.watch("rules", len(self.rules))
        core = trimmed(self.oracle, range(len(self.rules)))
        assert core is not None, "there is no model"
        sizes = np.zeros(len(self.rules), dtype=np.int64)
        for batch in self.compiled.clauses.batches:
            for rule, count in batch.counts().items():
                sizes[rule] += count
        return sorted(minimal(self.oracle, sorted(core, key=lambda rule: int(sizes[rule]))))

    def _reasons(self, whole: Reason, most: int, ranked: dict[int, int]) -> tuple[list[Reason], bool]:
        instances = instances_of(self.grounder, self.rules if most > 1 else whole.rules)
        left = np.arange(instances.groups.count)
        reasons: list[Reason] = []
        while len(reasons) < most:
            if reasons and not self._clash(instances, left):
                return reasons, True
            self.watch("instances", len(left))
            smallest = find_core(instances.groups, left, self.deadline, lambda core: self.watch("core", len(core)))
            if not smallest.is_minimal and len(smallest.groups) > _DESCRIBED:
                return reasons or [whole], False
            reasons.append(self._reason(instances, smallest, ranked))
            if not smallest.is_finished:
                return reasons, False
            left = left[~np.isin(left, smallest.groups)]
        return reasons, True

    def _clash(self, instances: Instances, left: Array) -> bool:
        parts = np.full(instances.groups.count, NEVER, dtype=np.int64)
        parts[left] = 0
        with closing(Oracle(instances.groups, parts, self.deadline)) as oracle, suppress(LimitError):
            return oracle.clash([0]) is not None
        return False

    def _reason(self, instances: Instances, core: Core, ranked: dict[int, int]) -> Reason:
        described = describe(self.grounder, instances, core.groups)
        argument = None
        if core.is_minimal:
            with suppress(LimitError):
                argument = argue(instances, core.groups, described, self.deadline)
        described.sort(key=lambda instance: ranked[instance.rule.number])
        rules = tuple({instance.rule.number: instance.rule for instance in described}.values())
        return Reason(rules, tuple(described), core.is_minimal, argument)


def time_left(deadline: float | None) -> bool:
    return deadline is None or time.monotonic() < deadline


def _in_order(rules: Sequence[Rule], numbers: Sequence[int], ranked: dict[int, int]) -> list[Rule]:
    return [rules[number] for number in sorted(numbers, key=lambda number: ranked[number])]


def _ranked(rules: Sequence[Rule], suspects: Sequence[int]) -> dict[int, int]:
    """The place of each rule when the most suspicious come first; the longer a rule is, the likelier a mistake."""

    def rank(rule: Rule) -> tuple[bool, int, int]:
        length = sum(1 for _ in walk((rule.generators, rule.body))) if rule.generators else 0
        return (rule.number not in suspects, -length, rule.number)

    order = sorted(rules, key=rank)
    return {rule.number: place for place, rule in enumerate(order)}
