"""Project the rows of nested generators onto some of their variables: which bindings occur at all.

`not x($i,$j) or not x($k,$l)` has N⁴ rows and N² bindings of `$i,$j`. Generators that no set or condition links are
handled separately, so pairs of objects cost no more than the objects. Where a condition links many variables, the
wanted ones are bound first and a few values of the others are tried; all rows are enumerated only for bindings for
which none of these fits.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import TypeAlias

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from bigand.ground.columns import Array, Column, factorise
from bigand.ground.evaluator import Evaluator, NotEvaluableError
from bigand.ground.frames import UNIT_FRAME, Frame, variables_of
from bigand.ground.join import (
    BLOCK,
    Condition,
    JoinPlan,
    apply_initial_conditions,
    conjuncts,
    estimate_max_set_size,
    join_blocks,
    make_plan,
    report_pending_failures,
    run_step,
    run_step_on_sample,
    sample_rows,
    stack_frames,
)
from bigand.ground.variables import keys_of_indexed_variable
from bigand.language.syntax import Generator, Node, Variable, walk
from bigand.language.values import INT

MAX_ROWS = 4_000_000  # rows of linked variables to enumerate
_MAX_PATH = 200  # generators, conditions and `let` around a formula
_FEW_ROWS = 100_000  # up to this many rows, enumerate them without further analysis
_SAMPLE_ROWS = 2048
_MAX_SAMPLE_GROWTH = 16 * _SAMPLE_ROWS  # rows that a step may make from a sample
_TRIED_VALUES = (1, 6)  # values of a variable to try first, then where that failed
_TRIED_ROWS_FACTOR = 25  # trying may create this many times `max_rows` rows
_OWNER_COLUMN = ""


class Branch(Struct, frozen=True):
    """The condition of an `if`, and whether it holds in this branch."""

    condition: Node
    holds: bool


class LetBinding(Struct, frozen=True):
    """A variable bound by `let`."""

    variable: Variable
    value: Node


PathPart: TypeAlias = Generator | Branch | LetBinding  # what surrounds a formula, from outside to inside


class TooLargeError(Exception):
    """Projection would have to examine too many rows."""


def project(
    evaluator: Evaluator, path: Sequence[PathPart], wanted: set[str] | frozenset[str], max_rows: int = MAX_ROWS
) -> Frame:
    """Return the distinct bindings of the `wanted` variables that have a row."""
    if not path:
        return UNIT_FRAME
    if len(path) > _MAX_PATH:  # each part is compared with every part inside it
        raise TooLargeError
    if not can_reorder_binders(evaluator, path):
        return _project_in_order(evaluator, path, max_rows)
    try:
        return _project_by_parts(evaluator, path, wanted, max_rows)
    except NotEvaluableError:
        # In order, an earlier condition may guard one that cannot be evaluated.
        evaluator.failures.clear()
        return _project_in_order(evaluator, path, max_rows)


def can_reorder_binders(evaluator: Evaluator, path: Sequence[PathPart]) -> bool:
    """Return whether each name has one meaning everywhere, so that the order of binders does not matter."""
    names: list[str] = []
    for part in path:
        match part:
            case Generator(variables):
                names += [variable.name for variable in variables]
            case LetBinding():
                return False
            case Branch():
                pass
    file_globals = evaluator.globals
    if len(set(names)) < len(names) or any(
        name in file_globals.values or name in file_globals.families for name in names
    ):
        return False
    return not any(
        isinstance(node, Variable) and node.arguments and node.name in names for node in walk(tuple(path))
    )


# ---------------------------------------------------------------------- in order, without projection


def _project_in_order(evaluator: Evaluator, path: Sequence[PathPart], max_rows: int) -> Frame:
    frame = UNIT_FRAME
    for part in path:
        if not frame.count:
            break
        match part:
            case Generator():
                sample = frame.slice(0, min(frame.count, 16))
                extended, _ = evaluator.join_generator(replace(part, condition=None), sample)
                if extended.count * (frame.count // sample.count) > max_rows:
                    raise TooLargeError
                frame, _ = evaluator.join_generator(part, frame)
            case Branch(condition, holds):
                is_true = evaluator.evaluate_condition(condition, "if", frame)
                frame = frame.take(np.flatnonzero(is_true == holds))
            case LetBinding(variable, value):
                keys = (
                    keys_of_indexed_variable(evaluator, variable, frame)[0]
                    if variable.arguments
                    else [variable.name]
                )
                if len(keys) > 1:
                    raise TooLargeError  # each row has a variable of its own
                frame = frame.bind(keys[0], evaluator.evaluate(value, frame))
    return frame


# ---------------------------------------------------------------------- by linked components


class _LinkedVariables(Struct, frozen=True):
    """Variables linked by sets and conditions, in order, with their sets and the conditions on them."""

    names: tuple[str, ...]
    sets: tuple[Node, ...]
    conditions: tuple[Condition, ...]

    def plan(self) -> JoinPlan:
        generators = [
            Generator((Variable(name, (), span=members.span),), (members,), None, span=members.span)
            for name, members in zip(self.names, self.sets, strict=True)
        ]
        return make_plan(generators, self.conditions)


def _project_by_parts(
    evaluator: Evaluator, path: Sequence[PathPart], wanted: set[str] | frozenset[str], max_rows: int
) -> Frame:
    linked = _linked_variables(evaluator, path)
    bindings = _joint_bindings(evaluator, linked, wanted, max_rows)
    return Frame(
        bindings.count,
        {name: bindings.columns[name] for name in linked.names if name in bindings.columns},
    )


def _linked_variables(evaluator: Evaluator, path: Sequence[PathPart]) -> _LinkedVariables:
    names: list[str] = []
    sets: list[Node] = []
    conditions: list[Condition] = []
    for part in path:
        match part:
            case Generator(variables, members, condition):
                names += [variable.name for variable in variables]
                sets += members
                nodes = conjuncts(condition) if condition is not None else []
                conditions += [Condition(frozenset(variables_of(node)), node) for node in nodes]
            case Branch(condition, holds):
                conditions.append(_branch_condition(evaluator, condition, holds))
            case LetBinding():
                raise AssertionError("`let` is handled by _project_in_order")
    return _LinkedVariables(tuple(names), tuple(sets), tuple(conditions))


def _branch_condition(evaluator: Evaluator, condition: Node, holds: bool) -> Condition:
    def test(frame: Frame) -> Array:
        passes = evaluator.evaluate_condition(condition, "if", frame) == holds
        evaluator.raise_recorded_failures()
        return passes

    return Condition(frozenset(variables_of(condition)), None, test)


def _split_into_components(linked: _LinkedVariables) -> list[_LinkedVariables]:
    """Split variables into linked components; conditions without variables form a component of their own."""
    group = {name: name for name in linked.names}

    def find(name: str) -> str:
        while group[name] != name:
            name = group[name]
        return name

    def link(names: Sequence[str]) -> None:
        for name in names[1:]:
            group[find(name)] = find(names[0])

    for name, members in zip(linked.names, linked.sets, strict=True):
        link([name, *sorted(variables_of(members) & group.keys())])
    for condition in linked.conditions:
        link(sorted(condition.variables & group.keys()))
    components: list[_LinkedVariables] = []
    unlinked_conditions = tuple(
        [condition for condition in linked.conditions if not bound_condition_names(condition, group)]
    )
    for root in dict.fromkeys([find(name) for name in linked.names]):
        indices = [index for index, name in enumerate(linked.names) if find(name) == root]
        names = tuple([linked.names[index] for index in indices])
        conditions = tuple(
            [condition for condition in linked.conditions if bound_condition_names(condition, group) & set(names)]
        )
        components.append(_LinkedVariables(names, tuple([linked.sets[index] for index in indices]), conditions))
    return [_LinkedVariables((), (), unlinked_conditions), *components] if unlinked_conditions else components


def bound_condition_names(condition: Condition, bound: dict[str, str]) -> set[str]:
    return set(condition.variables & bound.keys())


def _cross_product(left: Frame, right: Frame) -> Frame:
    """Pair every row of `left` with every row of `right`."""
    frame = left.repeat(right.count)
    columns = {name: _tile(column, right.count, left.count) for name, column in right.columns.items()}
    return Frame(frame.count, {**frame.columns, **columns})


def _tile(column: Column, count: int, times: int) -> Column:
    return Column(column.kind, np.tile(column.full_data(count), times))


def _component_bindings(
    evaluator: Evaluator, part: _LinkedVariables, wanted: Sequence[str], max_rows: int
) -> Frame:
    """Return the distinct bindings of some variables of a component, in order."""
    if len(part.names) == 1 and not part.conditions:
        return _set_bindings(evaluator, part, wanted, max_rows)
    plan = part.plan()
    if _has_surely_few_rows(evaluator, plan, _FEW_ROWS):
        return _collect_bindings([_all_rows(evaluator, plan)], evaluator, wanted)
    rows, frame = _estimate_intermediate_rows(evaluator, plan)
    if rows <= _FEW_ROWS:
        if frame is None:
            return _distinct_bindings(evaluator, plan, wanted)
        report_pending_failures(evaluator, frame)
        return _collect_bindings([frame], evaluator, wanted)
    wanted_part = _restrict_to_wanted(part, wanted)
    if len(wanted_part.names) == len(part.names):
        if rows > max_rows:
            raise TooLargeError
        return _distinct_bindings(evaluator, plan, wanted)
    remaining = _LinkedVariables(
        tuple([name for name in part.names if name not in wanted_part.names]),
        tuple(
            [members for name, members in zip(part.names, part.sets, strict=True) if name not in wanted_part.names]
        ),
        tuple([condition for condition in part.conditions if condition not in wanted_part.conditions]),
    )
    read_names = set().union(
        *[variables_of(members) for members in remaining.sets],
        *[condition.variables for condition in remaining.conditions],
    )
    candidates = _joint_bindings(
        evaluator, wanted_part, [*wanted, *sorted(read_names & set(wanted_part.names) - set(wanted))], max_rows
    )
    if not candidates.count:
        return candidates
    needed = [name for name in sorted(read_names) if name in candidates.columns]
    distinct_candidates, inverse = _number_distinct_rows(candidates, needed)
    has_match = _mask_of_extendable_rows(evaluator, remaining, distinct_candidates, max_rows)
    return _distinct_rows(candidates.take(np.flatnonzero(has_match[inverse])), wanted)


def _has_surely_few_rows(evaluator: Evaluator, plan: JoinPlan, max_rows: int) -> bool:
    """Return whether there are at most `max_rows` rows even without conditions: all sets independent and small."""
    names = {step.variable for step in plan.steps}
    for step in plan.steps:
        if step.set_variables & names:
            return False
        _, counts = evaluator.evaluate_elements(step.set, UNIT_FRAME)
        evaluator.raise_recorded_failures()
        max_rows //= max(1, int(counts[0]))
    return max_rows > 0


def _all_rows(evaluator: Evaluator, plan: JoinPlan) -> Frame:
    """Return all rows of a plan that has few."""
    frame = apply_initial_conditions(evaluator, plan, UNIT_FRAME)
    for step in plan.steps:
        if not frame.count:
            break
        frame = run_step(evaluator, step, frame)
    report_pending_failures(evaluator, frame)
    return frame


def _set_bindings(evaluator: Evaluator, part: _LinkedVariables, wanted: Sequence[str], max_rows: int) -> Frame:
    """Return the bindings of a single unconstrained variable: the elements of its set."""
    (name,), (members,) = part.names, part.sets
    column, counts = evaluator.evaluate_elements(members, UNIT_FRAME)
    evaluator.raise_recorded_failures()
    count = int(counts[0])
    if count > max(max_rows, _FEW_ROWS):
        raise TooLargeError
    if wanted or not count:
        return Frame(count, {name: column} if wanted else {})
    return UNIT_FRAME


def _joint_bindings(evaluator: Evaluator, linked: _LinkedVariables, names: Collection[str], max_rows: int) -> Frame:
    """Return the joint bindings of variables from all components; one empty binding if there are none."""
    bindings = UNIT_FRAME
    for part in _split_into_components(linked):
        frame = _component_bindings(evaluator, part, [name for name in names if name in part.names], max_rows)
        if not frame.count:
            return frame
        if bindings.count * frame.count > max_rows:
            raise TooLargeError
        bindings = _cross_product(bindings, frame)
    return bindings


def _restrict_to_wanted(part: _LinkedVariables, wanted: Sequence[str]) -> _LinkedVariables:
    """The wanted variables, those their sets depend on, and the conditions on these alone."""
    sets = dict(zip(part.names, part.sets, strict=True))
    names = set(wanted)
    for name in reversed(part.names):
        if name in names:
            names |= variables_of(sets[name]) & sets.keys()
    ordered_names = [name for name in part.names if name in names]
    outside = set(part.names) - names
    conditions = tuple([condition for condition in part.conditions if not condition.variables & outside])
    return _LinkedVariables(tuple(ordered_names), tuple([sets[name] for name in ordered_names]), conditions)


def has_many_intermediate_rows(evaluator: Evaluator, plan: JoinPlan, max_rows: int) -> bool:
    """Return whether the join has more than `max_rows` intermediate rows, estimated by sampling."""
    return (
        not _has_surely_few_rows(evaluator, plan, max_rows)
        and _estimate_intermediate_rows(evaluator, plan)[0] > max_rows
    )


def _estimate_intermediate_rows(evaluator: Evaluator, plan: JoinPlan) -> tuple[float, Frame | None]:
    """Estimate the maximum of intermediate rows; also return all rows, if no sampling was needed."""
    frame, scale, largest = apply_initial_conditions(evaluator, plan, UNIT_FRAME), 1.0, 1.0
    for step in plan.steps:
        if not frame.count:
            break
        _, counts = evaluator.evaluate_elements(step.set, sample_rows(frame, 16))
        evaluator.raise_recorded_failures()
        largest = max(largest, frame.count * scale * float(counts.mean()))
        extended, taken_rows = run_step_on_sample(evaluator, step, frame, _MAX_SAMPLE_GROWTH)
        sample = sample_rows(extended, _SAMPLE_ROWS)
        scale *= (frame.count / taken_rows) * (extended.count / max(1, sample.count))
        frame = sample
    return largest, frame if scale == 1.0 else None


def _distinct_bindings(evaluator: Evaluator, plan: JoinPlan, wanted: Sequence[str]) -> Frame:
    """Enumerate all rows block by block and return the distinct bindings."""
    return _collect_bindings(join_blocks(evaluator, plan, UNIT_FRAME, BLOCK), evaluator, wanted)


def _collect_bindings(frames: Iterable[Frame], evaluator: Evaluator, wanted: Sequence[str]) -> Frame:
    """Return the distinct bindings in frames."""
    blocks = [_distinct_rows(frame, wanted) for frame in frames if frame.count]
    if not blocks:
        return Frame(0, {name: Column(INT, np.empty(0, dtype=np.int64)) for name in wanted})
    if not wanted:
        return UNIT_FRAME
    return blocks[0] if len(blocks) == 1 else _distinct_rows(stack_frames(blocks, evaluator), wanted)


def _distinct_rows(frame: Frame, wanted: Sequence[str]) -> Frame:
    """Return the distinct rows of the wanted columns, in order."""
    if not frame.count:
        return Frame(0, {name: frame.columns[name] for name in wanted})
    return _number_distinct_rows(frame, wanted)[0]


def _number_distinct_rows(frame: Frame, wanted: Sequence[str]) -> tuple[Frame, Array]:
    """Return the distinct rows of the wanted columns, and for each row of the frame the index of its own."""
    columns = {name: frame.columns[name] for name in wanted}
    varying = [column.data for column in columns.values() if not column.is_constant]
    if not varying:
        return Frame(1, columns), np.zeros(frame.count, dtype=np.int64)
    inverse, first = factorise(varying)
    order = np.argsort(first, kind="stable")
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    return Frame(frame.count, columns).take(first[order]), rank[inverse]


# ---------------------------------------------------------------------- existence of rows


def _mask_of_extendable_rows(
    evaluator: Evaluator, remaining: _LinkedVariables, frame: Frame, max_rows: int
) -> Array:
    """Return a mask of the rows of a frame that the remaining variables can extend.

    A few values are tried first; all rows are enumerated only where none of these fits.
    """
    has_match = np.zeros(frame.count, dtype=np.bool_)
    plan = remaining.plan()
    open_rows = np.arange(frame.count)
    for tries in _TRIED_VALUES:
        has_match[
            _find_owners_by_few_values(
                evaluator, plan, _add_owners(frame.take(open_rows), open_rows), max_rows, tries
            )
        ] = True
        open_rows = np.flatnonzero(~has_match)
        if not len(open_rows):
            return has_match
    per_row = _estimate_rows_per_row(evaluator, plan, frame.take(open_rows))
    if per_row * len(open_rows) > max_rows:
        raise TooLargeError
    for block in join_blocks(evaluator, plan, _add_owners(frame.take(open_rows), open_rows), BLOCK):
        if block.count:
            has_match[block.columns[_OWNER_COLUMN].full_data(block.count)] = True
    return has_match


def _add_owners(frame: Frame, rows: Array) -> Frame:
    owners = rows if len(rows) > 1 else np.array([rows[0]])
    return frame.bind(_OWNER_COLUMN, Column(INT, owners))


def _find_owners_by_few_values(
    evaluator: Evaluator, plan: JoinPlan, frame: Frame, max_rows: int, tries: int
) -> Array:
    """Join step by step, keeping at most `tries` rows per owner; return the owners that survive."""
    frame = _pick_per_owner(apply_initial_conditions(evaluator, plan, frame), tries)
    for step in plan.steps:
        if not frame.count:
            return np.empty(0, dtype=np.int64)
        if estimate_max_set_size(evaluator, step, frame) * frame.count > _TRIED_ROWS_FACTOR * max_rows:
            raise TooLargeError
        frame = _pick_per_owner(run_step(evaluator, step, frame), tries)
    return frame.columns[_OWNER_COLUMN].full_data(frame.count)


def _pick_per_owner(frame: Frame, count: int) -> Frame:
    """Keep `count` rows of each owner, evenly spread; for a count of 1, the middle one."""
    if not frame.count:
        return frame
    owners = frame.columns[_OWNER_COLUMN].full_data(frame.count)
    starts = np.flatnonzero(np.concatenate([[True], owners[1:] != owners[:-1]]))
    sizes = np.diff(np.concatenate([starts, [frame.count]]))
    if count == 1:
        return frame.take(starts + sizes // 2)
    shares = np.arange(count) / (count - 1)
    rows = starts[:, None] + ((sizes[:, None] - 1) * shares[None, :]).astype(np.int64)
    is_first = np.ones(rows.shape, dtype=np.bool_)
    is_first[:, 1:] = rows[:, 1:] != rows[:, :-1]
    return frame.take(rows[is_first])


def _estimate_rows_per_row(evaluator: Evaluator, plan: JoinPlan, frame: Frame) -> float:
    """Estimate by a sample how many rows each row of a frame extends to."""
    sample = frame.take(np.linspace(0, frame.count - 1, min(frame.count, 8)).astype(np.int64))
    total = 1.0
    for step in plan.steps:
        rows = sample
        _, counts = evaluator.evaluate_elements(step.set, rows)
        evaluator.raise_recorded_failures()
        total *= max(1.0, float(counts.mean()) if len(counts) else 0.0)
        sample = sample.repeat(np.minimum(counts, 1)).bind(
            step.variable, _first_members(evaluator, step.set, rows, counts)
        )
        if not sample.count:
            break
    return total


def _first_members(evaluator: Evaluator, members: Node, frame: Frame, counts: Array) -> Column:
    column, _ = evaluator.evaluate_elements(members, frame)
    starts = (np.cumsum(counts) - counts)[counts > 0]
    return column if column.is_constant else column.take(starts)
