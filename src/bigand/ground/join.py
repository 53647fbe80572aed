"""Generators joined onto frames: the product, never formed where it need not be.

The conjuncts of `when` filter as soon as their variables are bound. An equality between something known
already and something with the next variable is a sort-join, made before the product is formed: the diagonal
rule of N queens, `abs($i-$k) == abs($j-$l)`, is N³ rows and not N⁴. A condition that cannot be evaluated on a
row is an error only if no other condition of its generator drops the row. Rows stay in the order of nested loops.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NoReturn, Protocol

import numpy as np
from msgspec import Struct

from bigand.ground.columns import Array, Column, ValueTable, concatenate, factorise, ramps
from bigand.ground.frames import Frame, Pending
from bigand.ground.quote import columns_for, variables_of
from bigand.language.syntax import Generator, Infix, Node, Operator, Parenthesised
from bigand.language.values import INT

BLOCK = 1 << 19
_OWNER = "owner"  # the column that tells from which row of the outer frame a row came; no variable without `$`
WORTH_JOINING = 256


class Evaluator(Protocol):
    """What evaluates the sets and conditions of generators, and remembers the rows on which that failed."""

    table: ValueTable
    failures: list[Pending]

    def expression(self, node: Node, frame: Frame) -> Column: ...
    def condition(self, node: Node, word: str, frame: Frame) -> Array: ...
    def elements(self, node: Node, frame: Frame) -> tuple[Column, Array]: ...
    def refuse(self, failures: Sequence[Pending]) -> NoReturn: ...


class Condition(Struct, frozen=True):
    """Something that a row must fulfil: a condition of the file, or a test on columns; or a border (neither)."""

    variables: frozenset[str]
    node: Node | None = None
    test: Callable[[Frame], Array] | None = None


_BORDER = Condition(frozenset())


class _Step(Struct, frozen=True):
    """Bind a variable to the elements of a set; then these conditions can be evaluated."""

    variable: str
    set: Node
    set_variables: frozenset[str]
    conditions: tuple[Condition, ...]


class Plan(Struct, frozen=True):
    """What to bind in which order, and the conditions that need nothing of it."""

    before: tuple[Condition, ...]
    steps: tuple[_Step, ...]


def plan(generators: list[Generator], tests: Sequence[Condition] = ()) -> Plan:
    """The plan of nested generators whose variables have different names; rows must pass the tests too.

    A condition sees the variables of its own generator and of those around it. A name that only an inner one
    binds means a global variable in it, so that it is evaluated before that name is bound. It waits until all
    around it is bound, and for a border: what failed out there on rows that are left is an error, whatever comes.
    """
    names = [variable.name for generator in generators for variable in generator.variables]
    sets = [members for generator in generators for members in generator.sets]
    after: list[list[Condition]] = [[] for _ in range(len(names) + 1)]
    for test in tests:
        after[_last_bound(test, names)].append(test)
    begins = 0
    for generator in generators:
        scope = begins + len(generator.variables)
        for part in conjuncts(generator.condition) if generator.condition is not None else []:
            condition = Condition(frozenset(variables_of(part)), part)
            after[max(begins, _last_bound(condition, names[:scope]))].append(condition)
        if generator.condition is not None and scope < len(names):
            after[scope].append(_BORDER)
        begins = scope
    steps = tuple(
        _Step(name, members, frozenset(variables_of(members)), tuple(after[place + 1]))
        for place, (name, members) in enumerate(zip(names, sets, strict=True))
    )
    return Plan(tuple(after[0]), steps)


def _last_bound(condition: Condition, names: list[str]) -> int:
    """After how many of the names all that the condition reads of them is bound."""
    return max([place + 1 for place, name in enumerate(names) if name in condition.variables], default=0)


def conjuncts(node: Node) -> list[Node]:
    """The parts of a condition that `and` connects."""
    if isinstance(node, Parenthesised):
        return conjuncts(node.inner)
    if isinstance(node, Infix) and node.operator is Operator.AND:
        return [part for operand in node.operands for part in conjuncts(operand)]
    return [node]


def join_all(evaluator: Evaluator, generator: Generator, frame: Frame) -> tuple[Frame, Array]:
    """All rows of a generator on a frame, and for each the row of the frame that it came from.

    What is pending around it stays there: it may yet be dropped. What fails are failures of the rows around it.
    """
    before = len(evaluator.failures)
    owned = Frame(frame.count, frame.columns).bind(_OWNER, Column(INT, np.arange(frame.count)))
    blocks = list(join_blocks(evaluator, plan([generator]), owned, BLOCK))
    evaluator.failures[before:] = by_owners(evaluator.failures[before:], np.arange(frame.count), frame.count)
    joined = blocks[0] if len(blocks) == 1 else stack(blocks, evaluator)
    columns = dict(joined.columns)
    owners = columns.pop(_OWNER).full(joined.count)
    return Frame(joined.count, columns), owners


def by_owners(failures: list[Pending], owners: Array, count: int) -> list[Pending]:
    """Failures on the rows of a generator, as failures on the rows that they came from."""
    owned = []
    for failure in failures:
        mask = np.zeros(count, dtype=np.bool_)
        mask[owners[failure.rows]] = True
        owned.append(Pending(mask, failure.diagnostic))
    return owned


def stack(blocks: list[Frame], evaluator: Evaluator) -> Frame:
    """Frames one below the other."""
    names = blocks[0].columns
    columns = {
        name: concatenate([(block.columns[name], block.count) for block in blocks], evaluator.table)
        for name in names
    }
    return Frame(sum(block.count for block in blocks), columns)


def join_blocks(evaluator: Evaluator, how: Plan, frame: Frame, size: int) -> Iterator[Frame]:
    """The rows of a plan on a frame, in order, in frames of about `size` rows; at least one frame, maybe empty."""
    yield from _extend_blocks(evaluator, how.steps, begin(evaluator, how, frame), size)


def _extend_blocks(evaluator: Evaluator, steps: tuple[_Step, ...], frame: Frame, size: int) -> Iterator[Frame]:
    if not steps or not frame.count:
        settle(evaluator, frame)
        yield _bound(frame, steps)
        return
    step, rest = steps[0], steps[1:]
    equality = _joinable(step, frame)
    for part in _parts(frame, frame.count if equality is None else size // 2):
        for extended in _extended(evaluator, step, equality, part, size):
            yield from _extend_blocks(evaluator, rest, extended, size)


def _parts(frame: Frame, most: int) -> Iterator[Frame]:
    """A frame in parts of so many rows."""
    if frame.count <= most:
        yield frame
        return
    for start in range(0, frame.count, max(1, most)):
        yield frame.slice(start, start + max(1, most))


def _extended(
    evaluator: Evaluator, step: _Step, equality: Condition | None, frame: Frame, size: int
) -> Iterator[Frame]:
    """A frame with the variable of a step bound and its conditions applied; products in parts of about `size`."""
    joined = _joined(evaluator, step, equality, frame, size)
    if joined is not None:
        yield joined
        return
    # A single row is not cut, however many it makes.
    most = 1 if frame.count == 1 else size // largest_size(evaluator, step, frame)
    for part in _parts(frame, most):
        yield _product(evaluator, step, part)


def _joined(evaluator: Evaluator, step: _Step, equality: Condition | None, frame: Frame, size: int) -> Frame | None:
    joined = None if equality is None else _sort_join(evaluator, step, equality, frame, size)
    others = [condition for condition in step.conditions if condition is not equality]
    return None if joined is None else _filtered(evaluator, others, joined)


def _product(evaluator: Evaluator, step: _Step, frame: Frame) -> Frame:
    members, counts = _elements(evaluator, step.set, frame)
    return _filtered(evaluator, step.conditions, frame.repeat(counts).bind(step.variable, members))


def begin(evaluator: Evaluator, how: Plan, frame: Frame) -> Frame:
    """What comes before the first step of a plan."""
    return _filtered(evaluator, how.before, frame)


def extend_once(evaluator: Evaluator, step: _Step, frame: Frame) -> Frame:
    """One step of a plan on a whole frame."""
    joined = _joined(evaluator, step, _joinable(step, frame), frame, BLOCK)
    return joined if joined is not None else _product(evaluator, step, frame)


def extend_sample(evaluator: Evaluator, step: _Step, frame: Frame, size: int) -> tuple[Frame, int]:
    """One step on some rows of a frame, so that about `size` rows come out at most, and how many were taken."""
    joined = _joined(evaluator, step, _joinable(step, frame), frame, size)
    if joined is not None:
        return joined, frame.count
    some = spread(frame, max(1, size // largest_size(evaluator, step, frame)))
    return _product(evaluator, step, some), some.count


def spread(frame: Frame, most: int) -> Frame:
    """At most so many rows of a frame, evenly spread over it."""
    if frame.count <= most:
        return frame
    return frame.take(((np.arange(most) + 0.5) * (frame.count / most)).astype(np.int64))


def _bound(frame: Frame, steps: tuple[_Step, ...]) -> Frame:
    """An empty frame still has all its columns."""
    if not steps:
        return frame
    nothing = Column(INT, np.empty(0, dtype=np.int64))
    columns = {**frame.columns, **{step.variable: nothing for step in steps}}
    return Frame(0, columns)


def settle(evaluator: Evaluator, frame: Frame) -> None:
    """What is pending on rows that are left is an error."""
    _settle(evaluator, frame, frame.pending)


def _settle(evaluator: Evaluator, frame: Frame, failures: Sequence[Pending]) -> None:
    """What failed on rows that are left is an error of the file; in a set, it fails for the rows around the set."""
    left = [part for part in failures if part.rows.any()]
    if left and _OWNER not in frame.columns:
        evaluator.refuse(left)
    for part in left:
        owners = frame.columns[_OWNER].full(frame.count)
        evaluator.failures.append(Pending(owners[part.rows], part.diagnostic))


def _elements(evaluator: Evaluator, members: Node, frame: Frame) -> tuple[Column, Array]:
    before = len(evaluator.failures)
    elements = evaluator.elements(members, frame)
    failures = evaluator.failures[before:]
    del evaluator.failures[before:]
    _settle(evaluator, frame, failures)
    return elements


def largest_size(evaluator: Evaluator, step: _Step, frame: Frame) -> int:
    """About how many elements the set of a step has at most, by a few rows: sets often grow from row to row."""
    before = len(evaluator.failures)
    few = 4 if columns_for(step.set_variables, frame.columns) else 1
    rows = np.linspace(0, frame.count - 1, min(frame.count, few)).astype(np.int64)
    _, counts = evaluator.elements(step.set, frame.take(rows))
    del evaluator.failures[before:]  # reported when they are evaluated for all rows
    return int(counts.max(initial=1))


def _filtered(evaluator: Evaluator, conditions: Sequence[Condition], frame: Frame) -> Frame:
    for condition in conditions:
        frame = _filter(evaluator, condition, frame)
    return frame


def _filter(evaluator: Evaluator, condition: Condition, frame: Frame) -> Frame:
    """The rows on which a condition holds, or could not be evaluated."""
    if not frame.count:
        return frame
    if condition is _BORDER:
        settle(evaluator, frame)
        return Frame(frame.count, frame.columns)
    if condition.test is not None:
        return frame.take(np.flatnonzero(condition.test(frame)))
    assert condition.node is not None
    before = len(evaluator.failures)
    holds = evaluator.condition(condition.node, "when", frame)
    failures = evaluator.failures[before:]
    del evaluator.failures[before:]
    for failure in failures:
        holds = holds | failure.rows
        frame = frame.hold(Pending(failure.rows, failure.diagnostic))
    return frame if holds.all() else frame.take(np.flatnonzero(holds))


# ---------------------------------------------------------------------- joins


def _joinable(step: _Step, frame: Frame) -> Condition | None:
    """An equality with the variable of the step on one side only, if the frame is large enough to care."""
    if frame.count < WORTH_JOINING:
        return None
    for condition in step.conditions:
        node = condition.node
        if condition is _BORDER:
            return None
        if isinstance(node, Infix) and node.operator is Operator.EQUAL:
            sides = [step.variable in variables_of(operand) for operand in node.operands]
            if sides.count(True) == 1:
                return condition
    return None


def _sort_join(evaluator: Evaluator, step: _Step, equality: Condition, frame: Frame, size: int) -> Frame | None:
    """The rows with the variable bound where the equality holds; nothing if it is not worth it or not possible.

    The sets of all different rows are looked at, so that there must not be many of them.
    """
    assert isinstance(equality.node, Infix)
    known, sought = equality.node.operands
    if step.variable in variables_of(known):
        known, sought = sought, known
    # The set may read an outer variable of the same name as the one that is bound now.
    read = {*columns_for(variables_of(sought), frame.columns)} - {step.variable}
    read |= {*columns_for(step.set_variables, frame.columns)}
    needed = [name for name in sorted(read) if not frame.columns[name].is_constant]
    if needed:
        group, first = factorise([frame.columns[name].data for name in needed])
    else:
        group, first = np.zeros(frame.count, dtype=np.int64), np.zeros(1, dtype=np.int64)
    if len(first) * 4 > frame.count:
        return None
    small = frame.take(first)
    if small.count * largest_size(evaluator, step, small) > 4 * size:
        return None
    before = len(evaluator.failures)
    members, counts = evaluator.elements(step.set, small)
    owners = np.repeat(np.arange(small.count), counts)
    inner = small.take(owners).bind(step.variable, members)
    if not inner.count:
        return frame.take(np.empty(0, dtype=np.int64)).bind(step.variable, members)
    right = evaluator.expression(sought, inner)
    left = evaluator.expression(known, frame)
    if (
        len(evaluator.failures) > before
        or left.kind != right.kind
        or not (left.kind == INT or evaluator.table.has_one_code(left.kind))
    ):
        del evaluator.failures[before:]
        return None
    left_data, right_data = left.full(frame.count), right.full(inner.count)
    low = min(int(left_data.min()), int(right_data.min()))
    span = max(int(left_data.max()), int(right_data.max())) - low + 1
    if span * len(first) >= 1 << 62:
        return None
    wanted = group * span + (left_data - low)
    keys = owners * span + (right_data - low)
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    begins, ends = np.searchsorted(keys, wanted, "left"), np.searchsorted(keys, wanted, "right")
    matches = ends - begins
    picked = order[ramps(matches, begins)]
    return frame.repeat(matches).bind(step.variable, members.take(picked))


def can_flatten(generators: list[Generator], inner: Generator) -> bool:
    """Whether a nested generator can be joined in one plan with those around it: no name is bound twice."""
    outer = {variable.name for generator in generators for variable in generator.variables}
    return not any(variable.name in outer for variable in inner.variables)
