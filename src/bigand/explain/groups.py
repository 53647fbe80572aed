"""Clauses in groups that assumptions switch on.

A group is a rule or an instance of a rule. The clauses of a group that is off have no effect. Groups can be
gathered into parts that share a switch, so that 100,000 instances do not need 100,000 switches: coarse parts
first, then finer ones.
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
    """Batches of clauses, with the group number (int64) of each clause of each batch."""

    clauses: Clauses
    owners: tuple[Array, ...]
    count: int
    engine: Engine = clause_engine


def group_by_rule(grounder: Grounder, compiled: CompiledFile) -> Groups:
    """Make one group of each rule of the file, numbered as the rule is."""
    rules = len(grounder.rules())
    batches = compiled.clauses.batches
    owners = tuple([batch.rule_numbers() for batch in batches])
    return Groups(compiled.clauses, owners, rules, engine_for(grounder, compiled))


def add_switches(groups: Groups, parts: Array) -> Clauses:
    """Return the clauses, each with the negated switch of its part as an extra literal.

    `parts` gives the part of each group. The switch of part p is the atom `variables + 1 + p`. Groups in the part
    `ALWAYS` get no switch, groups in the part `NEVER` are left out.
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
    """A solver session that finds which parts clash."""

    def __init__(self, groups: Groups, parts: Array, deadline: float | None) -> None:
        clauses = add_switches(groups, parts)
        self._first_switch = groups.clauses.variables + 1
        self.session = groups.engine(clauses, deadline)

    def find_clash(self, parts: Sequence[int], literals: Sequence[int] = ()) -> list[int] | None:
        """Return some of `parts` that clash, given `literals`; None if all of them can hold together."""
        switches = [self._first_switch + part for part in parts]
        if self.session.solve([*literals, *switches]):
            return None
        return [literal - self._first_switch for literal in self.session.core() if literal >= self._first_switch]

    def values(self) -> Array:
        """Return the model after `find_clash` has returned None.

        It holds the truth of each atom, from atom 1 on, or the values of the unknowns (as objects).
        """
        numbers = getattr(self.session, "numbers", None)
        if numbers is not None:
            return np.array(numbers(), dtype=object)
        return self.session.values()[: self._first_switch - 1]

    def close(self) -> None:
        self.session.close()


# ---------------------------------------------------------------------- instances of rules


class Instance(Struct, frozen=True):
    """A rule for one binding of its variables; `formula` is its expanded body."""

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
    """Return all instances of `rules` that have clauses."""
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


def instances_of_groups(grounder: Grounder, instances: InstanceGroups, groups: Sequence[int]) -> list[Instance]:
    """Return the instances behind some groups, by rule and row; their bindings are computed again."""
    rules = {rule.number: rule for rule in grounder.rules()}
    descriptions: list[Instance] = []
    for number in sorted({int(instances.rules[group]) for group in groups}):
        wanted = sorted([int(instances.rows[group]) for group in groups if instances.rules[group] == number])
        descriptions += instances_at_rows(grounder, rules[number], wanted)
    return descriptions


def instances_at_rows(grounder: Grounder, rule: Rule, rows: Sequence[int]) -> list[Instance]:
    """Return the instances of a rule at `rows`, which must be sorted."""
    instances: list[Instance] = []
    first = 0
    for frame, ground in grounder.blocks(rule):
        names = grounder.atoms.names()
        for row in rows:
            if first <= row < first + frame.count:
                frame_row = row - first
                formula = tree_of(ground, frame_row, names)
                instances.append(Instance(rule, frame.binding(frame_row, grounder.table), formula))
        first += frame.count
        if len(instances) == len(rows):
            break
    return instances


def instance_for_binding(grounder: Grounder, rule: Rule, binding: dict[str, Value]) -> Instance:
    """Return the instance of a rule for one binding."""
    columns = {name: constant_column(value, grounder.table) for name, value in binding.items()}
    ground = grounder.instantiator.instantiate(rule.body, Frame(1, columns))
    return Instance(rule, binding, tree_of(ground, 0, grounder.atoms.names()))
