"""Explain why a file has no model: clashing rules, then their instances, then repairs.

The rules are examined first, on the same clauses that are solved; then every instance of the few that clash is a
group of its own. Rules without which there would be a model come first, because that is where a mistake is; among
them, the longest, because there is most to get wrong in it.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from bigand.encode.compiler import CompiledFile, compile_rules
from bigand.explain.groups import (
    NEVER,
    ClashOracle,
    Instance,
    InstanceGroups,
    group_by_rule,
    instances_of,
    instances_of_groups,
)
from bigand.explain.why.argument import Argument, build_argument
from bigand.explain.why.cores import (
    Core,
    Repair,
    find_core,
    find_nearest_repair,
    find_single_repairs,
    minimise_core,
    trim_core,
)
from bigand.ground.columns import Array
from bigand.ground.grounder import Grounder, Rule
from bigand.language.syntax import walk
from bigand.solve.session import LimitError

_MAX_SHOWN = 2_000  # instances of a core that is not minimal

WatchStages = Callable[[str, int], None]


def _ignore_stages(_stage: str, _count: int) -> None:
    pass


class Reason(Struct, frozen=True):
    """Clashing rules, the most suspicious first, and their clashing instances in the same order.

    `is_minimal` says that no instance can be left out. If there were too many instances to examine in time,
    `instances` is empty: the rules clash as wholes, and `is_minimal` says that no rule can be left out.
    """

    rules: tuple[Rule, ...]
    instances: tuple[Instance, ...]
    is_minimal: bool
    argument: Argument | None = None


class ClashExplanation(Struct, frozen=True, eq=False):
    """Reasons with disjoint instances, and repairs, the nearest first: rules without which there is a model."""

    reasons: tuple[Reason, ...]
    repairs: tuple[Repair, ...]
    is_finished: bool

    @property
    def repair(self) -> Repair | None:
        return self.repairs[0] if self.repairs else None

    @property
    def alternatives(self) -> tuple[int, ...]:
        """The rules of the other repairs, which may be left out instead."""
        return tuple(sorted([rule for repair in self.repairs[1:] for rule in repair.rules]))


def put_suspects_first(explanation: ClashExplanation, rules: Sequence[int]) -> ClashExplanation:
    """Return the explanation with `rules` before all others."""

    def rank(rule: int) -> int:
        return rules.index(rule) if rule in rules else len(rules)

    reasons = [
        replace(
            reason,
            rules=tuple(sorted(reason.rules, key=lambda rule: rank(rule.number))),
            instances=tuple(sorted(reason.instances, key=lambda instance: rank(instance.rule.number))),
        )
        for reason in explanation.reasons
    ]
    repairs = sorted(explanation.repairs, key=lambda repair: min(map(rank, repair.rules)))
    return replace(explanation, reasons=tuple(reasons), repairs=tuple(repairs))


class ClashAnalysis:
    """The rules of a file in a solver with a switch for each."""

    def __init__(self, grounder: Grounder, deadline: float | None, watch: WatchStages = _ignore_stages) -> None:
        self.grounder = grounder
        self.deadline = deadline
        self.watch = watch
        self.rules = grounder.rules()
        watch("expand", 0)
        self.compiled: CompiledFile = compile_rules(grounder, absorb=False)
        self.oracle = ClashOracle(group_by_rule(grounder, self.compiled), np.arange(len(self.rules)), deadline)

    def close(self) -> None:
        self.oracle.close()

    def find_model(self) -> Array | None:
        """Return a model (the truth or value of each of the user's atoms), or None if there is none."""
        if self.oracle.find_clash(range(len(self.rules))) is not None:
            return None
        return self.oracle.values()[: self.compiled.clauses.atoms]

    def explain(self, max_reasons: int = 1, only_rules: bool = False) -> ClashExplanation:
        """Explain why there is no model, with up to `max_reasons` reasons.

        With `only_rules`, single instances are not examined.
        """
        singles: list[Repair] = []
        repairs: list[Repair] = []
        core = list(range(len(self.rules)))
        is_finished = True
        try:
            core = self._find_clashing_rules()
            self.watch("repair", 0)
            all_rules = range(len(self.rules))
            singles = find_single_repairs(self.oracle, all_rules, core)
            if not singles:
                repairs = [find_nearest_repair(self.oracle, all_rules, core)]
        except LimitError:
            is_finished = False
        ranks = _rank_rules(self.rules, [repair.rules[0] for repair in singles])
        repairs += sorted(singles, key=lambda reason: ranks[reason.rules[0]])
        whole = Reason(tuple(_order_rules(self.rules, core, ranks)), (), is_finished)
        reasons, is_core_finished = [whole], True
        if not only_rules and has_time_left(self.deadline):
            reasons, is_core_finished = self._find_reasons(whole, max_reasons, ranks)
        return ClashExplanation(tuple(reasons), tuple(repairs), is_finished and is_core_finished)

    def _find_clashing_rules(self) -> list[int]:
        """Return a minimal set of clashing rules; large rules are the first to be left out."""
        self.watch("rules", len(self.rules))
        core = trim_core(self.oracle, range(len(self.rules)))
        assert core is not None, "there is no model"
        sizes = np.zeros(len(self.rules), dtype=np.int64)
        for batch in self.compiled.clauses.batches:
            for rule, count in batch.counts_by_rule().items():
                sizes[rule] += count
        return sorted(minimise_core(self.oracle, sorted(core, key=lambda rule: int(sizes[rule]))))

    def _find_reasons(self, whole: Reason, max_reasons: int, ranks: dict[int, int]) -> tuple[list[Reason], bool]:
        instances = instances_of(self.grounder, self.rules if max_reasons > 1 else whole.rules)
        remaining = np.arange(instances.groups.count)
        reasons: list[Reason] = []
        while len(reasons) < max_reasons:
            if reasons and not self._has_clash(instances, remaining):
                return reasons, True
            self.watch("instances", len(remaining))
            smallest = find_core(
                instances.groups, remaining, self.deadline, lambda core: self.watch("core", len(core))
            )
            if not smallest.is_minimal and len(smallest.groups) > _MAX_SHOWN:
                return reasons or [whole], False
            reasons.append(self._build_reason(instances, smallest, ranks))
            if not smallest.is_finished:
                return reasons, False
            remaining = remaining[~np.isin(remaining, smallest.groups)]
        return reasons, True

    def _has_clash(self, instances: InstanceGroups, groups: Array) -> bool:
        parts = np.full(instances.groups.count, NEVER, dtype=np.int64)
        parts[groups] = 0
        with closing(ClashOracle(instances.groups, parts, self.deadline)) as oracle, suppress(LimitError):
            return oracle.find_clash([0]) is not None
        return False

    def _build_reason(self, instances: InstanceGroups, core: Core, ranks: dict[int, int]) -> Reason:
        core_instances = instances_of_groups(self.grounder, instances, core.groups)
        argument = None
        if core.is_minimal:
            with suppress(LimitError):
                argument = build_argument(instances, core.groups, core_instances, self.deadline)
        core_instances.sort(key=lambda instance: ranks[instance.rule.number])
        rules = tuple({instance.rule.number: instance.rule for instance in core_instances}.values())
        return Reason(rules, tuple(core_instances), core.is_minimal, argument)


def has_time_left(deadline: float | None) -> bool:
    return deadline is None or time.monotonic() < deadline


def _order_rules(rules: Sequence[Rule], numbers: Sequence[int], ranks: dict[int, int]) -> list[Rule]:
    return [rules[number] for number in sorted(numbers, key=lambda number: ranks[number])]


def _rank_rules(rules: Sequence[Rule], suspects: Sequence[int]) -> dict[int, int]:
    """Return the rank of each rule, the most suspicious first; a longer rule is likelier to be wrong."""

    def rank(rule: Rule) -> tuple[bool, int, int]:
        length = sum(1 for _ in walk((rule.generators, rule.body))) if rule.generators else 0
        return (rule.number not in suspects, -length, rule.number)

    order = sorted(rules, key=rank)
    return {rule.number: place for place, rule in enumerate(order)}
