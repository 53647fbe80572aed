"""Join generators to frames, avoiding the full product where possible.

The conjuncts of `when` filter as soon as their variables are bound. An equality between a known expression and one
with the next variable becomes a sort-merge join before the product is formed: the diagonal rule of N queens,
`abs($i-$k) == abs($j-$l)`, makes N³ rows instead of N⁴. A condition that cannot be evaluated on a row is an error
only if no other condition of its generator drops the row. Rows stay in the order of nested loops.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NoReturn, Protocol

import numpy as np
from msgspec import Struct

from bigand.ground.columns import Array, Column, ValueTable, concatenate_columns, concatenate_ranges, factorise
from bigand.ground.frames import Frame, PendingFailure, column_names_for, variables_of
from bigand.language.syntax import Generator, Infix, Node, Operator, Parenthesised
from bigand.language.values import INT

BLOCK = 1 << 19
_OWNER = "owner"  # the column with each row's outer row; variables begin with `$`
MIN_JOIN_ROWS = 256


class GeneratorEvaluator(Protocol):
    """Evaluates the sets and conditions of generators and records the rows on which that failed."""

    table: ValueTable
    failures: list[PendingFailure]

    def evaluate(self, node: Node, frame: Frame) -> Column: ...
    def evaluate_condition(self, node: Node, word: str, frame: Frame) -> Array: ...
    def evaluate_elements(self, node: Node, frame: Frame) -> tuple[Column, Array]: ...
    def raise_pending(self, failures: Sequence[PendingFailure]) -> NoReturn: ...


class Condition(Struct, frozen=True):
    """A requirement on rows: a condition of the file, a test on columns, or neither for a barrier."""

    variables: frozenset[str]
    node: Node | None = None
    test: Callable[[Frame], Array] | None = None


_BARRIER = Condition(frozenset())


class _JoinStep(Struct, frozen=True):
    """Bind a variable to the elements of a set, then apply the conditions that become evaluable."""

    variable: str
    set: Node
    set_variables: frozenset[str]
    conditions: tuple[Condition, ...]


class JoinPlan(Struct, frozen=True):
    """The order of binding, and the conditions that depend on none of these variables."""

    initial_conditions: tuple[Condition, ...]
    steps: tuple[_JoinStep, ...]


def make_plan(generators: list[Generator], tests: Sequence[Condition] = ()) -> JoinPlan:
    """Plan the join of nested generators whose variables have distinct names; rows must also pass `tests`.

    A condition sees the variables of its own generator and of the outer ones. A name bound only by an inner
    generator means a global variable there, so the condition is evaluated before that name is bound. It runs after
    all outer variables are bound and after a barrier: a failure of an outer condition on a surviving row is an
    error regardless of inner conditions.
    """
    names = [variable.name for generator in generators for variable in generator.variables]
    sets = [members for generator in generators for members in generator.sets]
    conditions_after: list[list[Condition]] = [[] for _ in range(len(names) + 1)]
    for test in tests:
        conditions_after[_names_needed(test, names)].append(test)
    scope_start = 0
    for generator in generators:
        scope_end = scope_start + len(generator.variables)
        for part in conjuncts(generator.condition) if generator.condition is not None else []:
            condition = Condition(frozenset(variables_of(part)), part)
            conditions_after[max(scope_start, _names_needed(condition, names[:scope_end]))].append(condition)
        if generator.condition is not None and scope_end < len(names):
            conditions_after[scope_end].append(_BARRIER)
        scope_start = scope_end
    steps = tuple(
        _JoinStep(name, members, frozenset(variables_of(members)), tuple(conditions_after[index + 1]))
        for index, (name, members) in enumerate(zip(names, sets, strict=True))
    )
    return JoinPlan(tuple(conditions_after[0]), steps)


def _names_needed(condition: Condition, names: list[str]) -> int:
    """Return how many of `names` must be bound before the condition can be evaluated."""
    return max([index + 1 for index, name in enumerate(names) if name in condition.variables], default=0)


def conjuncts(node: Node) -> list[Node]:
    """Split a condition at its top-level `and`s."""
    if isinstance(node, Parenthesised):
        return conjuncts(node.inner)
    if isinstance(node, Infix) and node.operator is Operator.AND:
        return [part for operand in node.operands for part in conjuncts(operand)]
    return [node]


def join_generator(evaluator: GeneratorEvaluator, generator: Generator, frame: Frame) -> tuple[Frame, Array]:
    """Join a generator to a frame; also return the original row of each new row.

    Pending failures of the frame stay there, since later conditions may drop their rows. Failures inside the
    generator become failures of the original rows.
    """
    failure_count = len(evaluator.failures)
    owned_frame = Frame(frame.count, frame.columns).bind(_OWNER, Column(INT, np.arange(frame.count)))
    blocks = list(join_blocks(evaluator, make_plan([generator]), owned_frame, BLOCK))
    evaluator.failures[failure_count:] = map_failures_to_owners(
        evaluator.failures[failure_count:], np.arange(frame.count), frame.count
    )
    joined = blocks[0] if len(blocks) == 1 else stack_frames(blocks, evaluator)
    columns = dict(joined.columns)
    owners = columns.pop(_OWNER).full_data(joined.count)
    return Frame(joined.count, columns), owners


def map_failures_to_owners(failures: list[PendingFailure], owners: Array, count: int) -> list[PendingFailure]:
    """Map failures on the rows of a generator to the rows they came from."""
    owner_failures = []
    for failure in failures:
        mask = np.zeros(count, dtype=np.bool_)
        mask[owners[failure.rows]] = True
        owner_failures.append(PendingFailure(mask, failure.diagnostic))
    return owner_failures


def stack_frames(blocks: list[Frame], evaluator: GeneratorEvaluator) -> Frame:
    """Concatenate frames."""
    names = blocks[0].columns
    columns = {
        name: concatenate_columns([(block.columns[name], block.count) for block in blocks], evaluator.table)
        for name in names
    }
    return Frame(sum(block.count for block in blocks), columns)


def join_blocks(evaluator: GeneratorEvaluator, plan: JoinPlan, frame: Frame, size: int) -> Iterator[Frame]:
    """Yield the joined rows in order, in frames of about `size` rows; at least one frame, possibly empty."""
    yield from _run_steps(evaluator, plan.steps, apply_initial_conditions(evaluator, plan, frame), size)


def _run_steps(
    evaluator: GeneratorEvaluator, steps: tuple[_JoinStep, ...], frame: Frame, size: int
) -> Iterator[Frame]:
    if not steps or not frame.count:
        report_pending_failures(evaluator, frame)
        yield _add_empty_columns(frame, steps)
        return
    step, later_steps = steps[0], steps[1:]
    equality = _find_join_condition(step, frame)
    for part in _split_rows(frame, frame.count if equality is None else size // 2):
        for extended in _run_step_in_parts(evaluator, step, equality, part, size):
            yield from _run_steps(evaluator, later_steps, extended, size)


def _split_rows(frame: Frame, max_rows: int) -> Iterator[Frame]:
    """Split a frame into parts of at most `max_rows` rows."""
    if frame.count <= max_rows:
        yield frame
        return
    for start in range(0, frame.count, max(1, max_rows)):
        yield frame.slice(start, start + max(1, max_rows))


def _run_step_in_parts(
    evaluator: GeneratorEvaluator, step: _JoinStep, equality: Condition | None, frame: Frame, size: int
) -> Iterator[Frame]:
    """Bind the variable of a step and apply its conditions; yield products in parts of about `size` rows."""
    joined = _try_sort_join(evaluator, step, equality, frame, size)
    if joined is not None:
        yield joined
        return
    # A single row is not split, however many rows it makes.
    max_rows = 1 if frame.count == 1 else size // estimate_max_set_size(evaluator, step, frame)
    for part in _split_rows(frame, max_rows):
        yield _product(evaluator, step, part)


def _try_sort_join(
    evaluator: GeneratorEvaluator, step: _JoinStep, equality: Condition | None, frame: Frame, size: int
) -> Frame | None:
    joined = None if equality is None else _sort_join(evaluator, step, equality, frame, size)
    other_conditions = [condition for condition in step.conditions if condition is not equality]
    return None if joined is None else _apply_conditions(evaluator, other_conditions, joined)


def _product(evaluator: GeneratorEvaluator, step: _JoinStep, frame: Frame) -> Frame:
    members, counts = _evaluate_elements(evaluator, step.set, frame)
    return _apply_conditions(evaluator, step.conditions, frame.repeat(counts).bind(step.variable, members))


def apply_initial_conditions(evaluator: GeneratorEvaluator, plan: JoinPlan, frame: Frame) -> Frame:
    """Apply the conditions before the first step of a plan."""
    return _apply_conditions(evaluator, plan.initial_conditions, frame)


def run_step(evaluator: GeneratorEvaluator, step: _JoinStep, frame: Frame) -> Frame:
    """Run one step of a plan on a whole frame."""
    joined = _try_sort_join(evaluator, step, _find_join_condition(step, frame), frame, BLOCK)
    return joined if joined is not None else _product(evaluator, step, frame)


def run_step_on_sample(
    evaluator: GeneratorEvaluator, step: _JoinStep, frame: Frame, size: int
) -> tuple[Frame, int]:
    """Run one step on a sample of a frame to get about `size` rows at most; also return the sample's size."""
    joined = _try_sort_join(evaluator, step, _find_join_condition(step, frame), frame, size)
    if joined is not None:
        return joined, frame.count
    sampled = sample_rows(frame, max(1, size // estimate_max_set_size(evaluator, step, frame)))
    return _product(evaluator, step, sampled), sampled.count


def sample_rows(frame: Frame, max_rows: int) -> Frame:
    """Take at most `max_rows` rows of a frame, evenly spread."""
    if frame.count <= max_rows:
        return frame
    return frame.take(((np.arange(max_rows) + 0.5) * (frame.count / max_rows)).astype(np.int64))


def _add_empty_columns(frame: Frame, steps: tuple[_JoinStep, ...]) -> Frame:
    """Add the columns of the remaining steps to an empty frame."""
    if not steps:
        return frame
    nothing = Column(INT, np.empty(0, dtype=np.int64))
    columns = {**frame.columns, **{step.variable: nothing for step in steps}}
    return Frame(0, columns)


def report_pending_failures(evaluator: GeneratorEvaluator, frame: Frame) -> None:
    """Report pending failures on the remaining rows as errors."""
    _report_failures(evaluator, frame, frame.pending)


def _report_failures(evaluator: GeneratorEvaluator, frame: Frame, failures: Sequence[PendingFailure]) -> None:
    """Report failures on the remaining rows as errors; within a set, as failures of the outer rows."""
    remaining = [part for part in failures if part.rows.any()]
    if remaining and _OWNER not in frame.columns:
        evaluator.raise_pending(remaining)
    for part in remaining:
        owners = frame.columns[_OWNER].full_data(frame.count)
        evaluator.failures.append(PendingFailure(owners[part.rows], part.diagnostic))


def _evaluate_elements(evaluator: GeneratorEvaluator, members: Node, frame: Frame) -> tuple[Column, Array]:
    failure_count = len(evaluator.failures)
    elements = evaluator.evaluate_elements(members, frame)
    failures = evaluator.failures[failure_count:]
    del evaluator.failures[failure_count:]
    _report_failures(evaluator, frame, failures)
    return elements


def estimate_max_set_size(evaluator: GeneratorEvaluator, step: _JoinStep, frame: Frame) -> int:
    """Estimate the maximum set size of a step from a few rows, spread out since sets often grow from row to row."""
    failure_count = len(evaluator.failures)
    sample_size = 4 if column_names_for(step.set_variables, frame.columns) else 1
    rows = np.linspace(0, frame.count - 1, min(frame.count, sample_size)).astype(np.int64)
    _, counts = evaluator.evaluate_elements(step.set, frame.take(rows))
    del evaluator.failures[failure_count:]  # reported when the set is evaluated for all rows
    return int(counts.max(initial=1))


def _apply_conditions(evaluator: GeneratorEvaluator, conditions: Sequence[Condition], frame: Frame) -> Frame:
    for condition in conditions:
        frame = _apply_condition(evaluator, condition, frame)
    return frame


def _apply_condition(evaluator: GeneratorEvaluator, condition: Condition, frame: Frame) -> Frame:
    """Keep the rows on which a condition holds or could not be evaluated."""
    if not frame.count:
        return frame
    if condition is _BARRIER:
        report_pending_failures(evaluator, frame)
        return Frame(frame.count, frame.columns)
    if condition.test is not None:
        return frame.take(np.flatnonzero(condition.test(frame)))
    assert condition.node is not None
    failure_count = len(evaluator.failures)
    holds = evaluator.evaluate_condition(condition.node, "when", frame)
    failures = evaluator.failures[failure_count:]
    del evaluator.failures[failure_count:]
    for failure in failures:
        holds = holds | failure.rows
        frame = frame.with_pending(PendingFailure(failure.rows, failure.diagnostic))
    return frame if holds.all() else frame.take(np.flatnonzero(holds))


# ---------------------------------------------------------------------- joins


def _find_join_condition(step: _JoinStep, frame: Frame) -> Condition | None:
    """Find an equality with the step's variable on only one side, if the frame is large enough for a join."""
    if frame.count < MIN_JOIN_ROWS:
        return None
    for condition in step.conditions:
        node = condition.node
        if condition is _BARRIER:
            return None
        if isinstance(node, Infix) and node.operator is Operator.EQUAL:
            sides = [step.variable in variables_of(operand) for operand in node.operands]
            if sides.count(True) == 1:
                return condition
    return None


def _sort_join(
    evaluator: GeneratorEvaluator, step: _JoinStep, equality: Condition, frame: Frame, size: int
) -> Frame | None:
    """Bind the variable where the equality holds, or return None if a join is impossible or not worthwhile.

    The sets of all distinct rows are evaluated, so there must not be many.
    """
    assert isinstance(equality.node, Infix)
    known_side, sought_side = equality.node.operands
    if step.variable in variables_of(known_side):
        known_side, sought_side = sought_side, known_side
    # The set may read an outer variable with the same name as the one being bound.
    read_names = {*column_names_for(variables_of(sought_side), frame.columns)} - {step.variable}
    read_names |= {*column_names_for(step.set_variables, frame.columns)}
    varying_names = [name for name in sorted(read_names) if not frame.columns[name].is_constant]
    if varying_names:
        group, first = factorise([frame.columns[name].data for name in varying_names])
    else:
        group, first = np.zeros(frame.count, dtype=np.int64), np.zeros(1, dtype=np.int64)
    if len(first) * 4 > frame.count:
        return None
    distinct_rows = frame.take(first)
    if distinct_rows.count * estimate_max_set_size(evaluator, step, distinct_rows) > 4 * size:
        return None
    failure_count = len(evaluator.failures)
    members, counts = evaluator.evaluate_elements(step.set, distinct_rows)
    owners = np.repeat(np.arange(distinct_rows.count), counts)
    inner = distinct_rows.take(owners).bind(step.variable, members)
    if not inner.count:
        return frame.take(np.empty(0, dtype=np.int64)).bind(step.variable, members)
    right = evaluator.evaluate(sought_side, inner)
    left = evaluator.evaluate(known_side, frame)
    if (
        len(evaluator.failures) > failure_count
        or left.kind != right.kind
        or not (left.kind == INT or evaluator.table.has_equality_by_code(left.kind))
    ):
        del evaluator.failures[failure_count:]
        return None
    left_data, right_data = left.full_data(frame.count), right.full_data(inner.count)
    low = min(int(left_data.min()), int(right_data.min()))
    span = max(int(left_data.max()), int(right_data.max())) - low + 1
    if span * len(first) >= 1 << 62:
        return None
    wanted_keys = group * span + (left_data - low)
    keys = owners * span + (right_data - low)
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    begins, ends = np.searchsorted(keys, wanted_keys, "left"), np.searchsorted(keys, wanted_keys, "right")
    matches = ends - begins
    picked = order[concatenate_ranges(matches, begins)]
    return frame.repeat(matches).bind(step.variable, members.take(picked))


def binds_only_new_names(generators: list[Generator], inner: Generator) -> bool:
    """Return whether a nested generator can join the plan of the outer ones: no name is bound twice."""
    outer = {variable.name for generator in generators for variable in generator.variables}
    return not any(variable.name in outer for variable in inner.variables)
