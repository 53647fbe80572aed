"""Clauses in groups: a group is a rule or an instance of one, and each is switched on by an assumption.

The clauses of a group that is not switched on say nothing. Groups may be put together into parts, so that a
hundred thousand instances need no hundred thousand switches: coarse parts first, then finer ones.
"""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from bigand.encode.clauses import Batch, Clauses
from bigand.encode.compiler import CompiledFile, compile_traced
from bigand.ground.columns import Array, concatenate_ranges, constant_column
from bigand.ground.formula_tree import FormulaTree, tree_of
from bigand.ground.frames import Frame
from bigand.ground.grounder import Grounder, Rule
from bigand.language.values import Value
from bigand.solve.engines import Engine, clause_engine, engine_for

ALWAYS, NEVER = -1, -2


class Groups(Struct, frozen=True, eq=False):
    """Batches of clauses, and for each batch the group of each of its clauses (int64)."""

    clauses: Clauses
    owners: tuple[Array, ...]
    count: int
    engine: Engine = clause_engine


def group_by_rule(grounder: Grounder, compiled: CompiledFile) -> Groups:
    """One group a rule of the file, by its number."""
    rules = len(grounder.rules())
    batches = compiled.clauses.batches
    owners = tuple([batch.rule_numbers() for batch in batches])
    return Groups(compiled.clauses, owners, rules, engine_for(grounder, compiled))


def add_switches(groups: Groups, parts: Array) -> Clauses:
    """The clauses, each with the switch of its part as one literal more; `parts` is by group.

    The switch of part p is the atom `variables + 1 + p`. What is `ALWAYS` on has none; what is `NEVER` is left out.
    """
    first = groups.clauses.variables + 1
    batches: list[Batch] = []
    for batch, owners in zip(groups.clauses.batches, groups.owners, strict=True):
        part = parts[owners]
        for rows, switches in (
            (np.flatnonzero(part >= 0), -(first + part[part >= 0])),
            (np.flatnonzero(part == ALWAYS), None),
        ):
            if len(rows):
                batches.append(_with_switches(batch, rows, switches))
    last = int(parts.max()) if len(parts) else ALWAYS
    return Clauses(tuple(batches), groups.clauses.atoms, first + max(last, 0))


def _with_switches(batch: Batch, rows: Array, switches: Array | None) -> Batch:
    sizes = batch.sizes()[rows]
    begins = batch.starts[rows] if batch.starts is not None else rows * batch.width
    extra = 0 if switches is None else 1
    ends = np.cumsum(sizes + extra)
    literals = np.empty(int(ends[-1]), dtype=np.int32)
    literals[concatenate_ranges(sizes, ends - sizes - extra)] = batch.literals[concatenate_ranges(sizes, begins)]
    if switches is not None:
        literals[ends - 1] = switches
    if batch.starts is None:
        return Batch(batch.rule, literals, batch.width + extra)
    return Batch(batch.rule, literals, 0, np.concatenate([[0], ends]))


class ClashOracle:
    """An engine that is asked which parts clash; it lives as long as the questions about these parts."""

    def __init__(self, groups: Groups, parts: Array, deadline: float | None) -> None:
        clauses = add_switches(groups, parts)
        self._first_switch = groups.clauses.variables + 1
        self.session = groups.engine(clauses, deadline)

    def find_clash(self, parts: Sequence[int], literals: Sequence[int] = ()) -> list[int] | None:
        """Some of the parts that cannot hold together (with the literals), or None if all of them can."""
        switches = [self._first_switch + part for part in parts]
        if self.session.solve([*literals, *switches]):
            return None
        return [literal - self._first_switch for literal in self.session.core() if literal >= self._first_switch]

    def values(self) -> Array:
        """The model after "they can": the truth of each atom from 1 on, or (objects) the values of unknowns."""
        numbers = getattr(self.session, "numbers", None)
        if numbers is not None:
            return np.array(numbers(), dtype=object)
        return self.session.values()[: self._first_switch - 1]

    def close(self) -> None:
        self.session.close()


# ----------------------------------------------------------------------
# The instances of rules: each a group of clauses, with its rule, its binding and what it says.


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
