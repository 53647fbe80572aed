"""The instances of rules: each a group of clauses, with its rule, its binding and what it says."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from bigand.encode.compile import CompiledFile, compile_traced
from bigand.explain.groups import Groups
from bigand.ground.columns import Array, constant_column
from bigand.ground.expand import Grounder, Rule
from bigand.ground.frames import Frame
from bigand.ground.written import FormulaTree, tree_of
from bigand.language.values import Value
from bigand.solve.engines import engine_for


class Instance(Struct, frozen=True):
    """A rule for one binding of its variables; `formula` is the formula, expanded."""

    rule: Rule
    binding: dict[str, Value]
    formula: FormulaTree


class InstanceGroups(Struct, frozen=True, eq=False):
    """The instances of some rules as groups: group g is row `rows[g]` of rule `rules[g]`."""

    groups: Groups
    rules: Array
    rows: Array
    compiled: CompiledFile


def instances_of(grounder: Grounder, rules: Sequence[Rule]) -> InstanceGroups:
    """All instances of some rules that say anything."""
    compiled = compile_traced(grounder, rules)
    batches = compiled.clauses.batches
    keys = [(np.int64(batch.rule) << 40) | _require_origin(batch.origin) for batch in batches]
    all_keys = np.concatenate(keys) if keys else np.empty(0, dtype=np.int64)
    distinct, inverse = np.unique(all_keys, return_inverse=True)
    owners = np.split(inverse, np.cumsum([len(part) for part in keys])[:-1]) if keys else []
    groups = Groups(compiled.clauses, tuple(owners), len(distinct), engine_for(grounder, compiled))
    return InstanceGroups(groups, distinct >> 40, distinct & ((1 << 40) - 1), compiled)


def _require_origin(origin: Array | None) -> Array:
    assert origin is not None, "only traced clauses have an origin"
    return origin


def describe_groups(grounder: Grounder, instances: InstanceGroups, groups: Sequence[int]) -> list[Instance]:
    """What these groups are, in order of rule and row; bindings are made anew."""
    rules = {rule.number: rule for rule in grounder.rules()}
    descriptions: list[Instance] = []
    for number in sorted({int(instances.rules[group]) for group in groups}):
        wanted = sorted([int(instances.rows[group]) for group in groups if instances.rules[group] == number])
        descriptions += instances_at_rows(grounder, rules[number], wanted)
    return descriptions


def instances_at_rows(grounder: Grounder, rule: Rule, rows: Sequence[int]) -> list[Instance]:
    """Some instances of a rule, by their rows, which are in order."""
    instances: list[Instance] = []
    first = 0
    for frame, ground in grounder.blocks(rule):
        names = grounder.atoms.names()
        for row in rows:
            if first <= row < first + frame.count:
                frame_row = row - first
                says = tree_of(ground, frame_row, names)
                instances.append(Instance(rule, frame.binding(frame_row, grounder.table), says))
        first += frame.count
        if len(instances) == len(rows):
            break
    return instances


def instance_for_binding(grounder: Grounder, rule: Rule, binding: dict[str, Value]) -> Instance:
    """The instance of a rule for a binding, with what it says."""
    columns = {name: constant_column(value, grounder.table) for name, value in binding.items()}
    ground = grounder.instantiator.instantiate(rule.body, Frame(1, columns))
    return Instance(rule, binding, tree_of(ground, 0, grounder.atoms.names()))
