"""The instances of rules: each a group of clauses, with its rule, its binding and what it says."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from bigand.encode.compile import Compiled, compile_traced
from bigand.explain.groups import Groups
from bigand.ground.columns import Array, constant
from bigand.ground.expand import Grounder, Rule
from bigand.ground.frames import Frame
from bigand.ground.written import Written, tree_of
from bigand.language.values import Value
from bigand.solve.engines import engine_of


class Instance(Struct, frozen=True):
    """A rule for one binding of its variables; `says` is the formula, expanded."""

    rule: Rule
    binding: dict[str, Value]
    says: Written


class Instances(Struct, frozen=True, eq=False):
    """The instances of some rules as groups: group g is row `rows[g]` of rule `rules[g]`."""

    groups: Groups
    rules: Array
    rows: Array
    compiled: Compiled


def instances_of(grounder: Grounder, rules: Sequence[Rule]) -> Instances:
    """All instances of some rules that say anything."""
    compiled = compile_traced(grounder, rules)
    batches = compiled.clauses.batches
    keys = [(np.int64(batch.rule) << 40) | _origin(batch.origin) for batch in batches]
    every = np.concatenate(keys) if keys else np.empty(0, dtype=np.int64)
    distinct, inverse = np.unique(every, return_inverse=True)
    owners = np.split(inverse, np.cumsum([len(part) for part in keys])[:-1]) if keys else []
    groups = Groups(compiled.clauses, tuple(owners), len(distinct), engine_of(grounder, compiled))
    return Instances(groups, distinct >> 40, distinct & ((1 << 40) - 1), compiled)


def _origin(origin: Array | None) -> Array:
    assert origin is not None, "only traced clauses have an origin"
    return origin


def describe(grounder: Grounder, instances: Instances, groups: Sequence[int]) -> list[Instance]:
    """What these groups are, in order of rule and row; bindings are made anew."""
    rules = {rule.number: rule for rule in grounder.rules()}
    described: list[Instance] = []
    for number in sorted({int(instances.rules[group]) for group in groups}):
        wanted = sorted([int(instances.rows[group]) for group in groups if instances.rules[group] == number])
        described += rows_of(grounder, rules[number], wanted)
    return described


def rows_of(grounder: Grounder, rule: Rule, rows: Sequence[int]) -> list[Instance]:
    """Some instances of a rule, by their rows, which are in order."""
    instances: list[Instance] = []
    first = 0
    for frame, ground in grounder.blocks(rule):
        names = grounder.atoms.names()
        for row in rows:
            if first <= row < first + frame.count:
                here = row - first
                says = tree_of(ground, here, names)
                instances.append(Instance(rule, frame.binding(here, grounder.table), says))
        first += frame.count
        if len(instances) == len(rows):
            break
    return instances


def written_instance(grounder: Grounder, rule: Rule, binding: dict[str, Value]) -> Instance:
    """The instance of a rule for a binding, with what it says."""
    columns = {name: constant(value, grounder.table) for name, value in binding.items()}
    ground = grounder.instantiator.formula(rule.body, Frame(1, columns))
    return Instance(rule, binding, tree_of(ground, 0, grounder.atoms.names()))
