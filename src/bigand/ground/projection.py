"""The rows of nested generators seen through some of their variables: which bindings of these there are at all.

`not x($i,$j) or not x($k,$l)` has N⁴ rows and N² bindings of `$i,$j`. Generators that no set and no condition links
are looked at apart, so that pairs of things cost as much as the things. Where a condition links many variables,
the wanted ones are bound first and a few values of the others are tried; only bindings for which none of these
fits are looked at in all their rows.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import TypeAlias

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from bigand.ground.columns import Array, Column, factorise
from bigand.ground.evaluate import Evaluator, NotEvaluableError
from bigand.ground.frames import UNIT, Frame
from bigand.ground.join import (
    BLOCK,
    Condition,
    Plan,
    begin,
    conjuncts,
    extend_once,
    extend_sample,
    join_blocks,
    largest_size,
    plan,
    settle,
    spread,
    stack,
)
from bigand.ground.quote import variables_of
from bigand.ground.variables import keys_of
from bigand.language.syntax import Generator, Node, Variable, walk
from bigand.language.values import INT

MOST = 4_000_000  # rows of what is linked that are looked at one by one
_LONGEST_PATH = 200  # operators, conditions and `let` around something
_DIRECT = 100_000  # rows that are made rather than thought about
_SAMPLE = 2048
_GROWN = 16 * _SAMPLE  # rows that a step may make of a sample
_TRIED = (1, 6)  # values of a variable that are tried first, then where that was in vain
_TRIED_ROWS = 25  # times as many rows are made for them as may be looked at
_OWNER = ""


class Branch(Struct, frozen=True):
    """The condition of an `if`, and in which of its branches we are."""

    condition: Node
    holds: bool


class Naming(Struct, frozen=True):
    """A variable that `let` binds."""

    variable: Variable
    value: Node


Part: TypeAlias = Generator | Branch | Naming  # what stands around a formula, from outside to inside


class TooLargeError(Exception):
    """There are more rows to look at than may be."""


def project(
    evaluator: Evaluator, path: Sequence[Part], wanted: set[str] | frozenset[str], most: int = MOST
) -> Frame:
    """The bindings of the wanted variables for which there is a row, each once; a frame without rows if none."""
    if not path:
        return UNIT
    if len(path) > _LONGEST_PATH:  # each part of a path is looked at for each part inside it
        raise TooLargeError
    if not is_plain(evaluator, path):
        return _in_order(evaluator, path, most)
    try:
        return _by_parts(evaluator, path, wanted, most)
    except NotEvaluableError:
        # A condition may stand in the way of another one that cannot be evaluated.
        evaluator.failures.clear()
        return _in_order(evaluator, path, most)


def is_plain(evaluator: Evaluator, path: Sequence[Part]) -> bool:
    """Whether each name means the same everywhere, so that the order of what binds them does not matter."""
    names: list[str] = []
    for part in path:
        match part:
            case Generator(variables):
                names += [variable.name for variable in variables]
            case Naming():
                return False
            case Branch():
                pass
    known = evaluator.globals
    if len(set(names)) < len(names) or any(name in known.values or name in known.families for name in names):
        return False
    return not any(
        isinstance(node, Variable) and node.arguments and node.name in names for node in walk(tuple(path))
    )


# ---------------------------------------------------------------------- everything, as it stands


def _in_order(evaluator: Evaluator, path: Sequence[Part], most: int) -> Frame:
    frame = UNIT
    for part in path:
        if not frame.count:
            break
        match part:
            case Generator():
                sample = frame.slice(0, min(frame.count, 16))
                few, _ = evaluator.generate(replace(part, condition=None), sample)
                if few.count * (frame.count // sample.count) > most:
                    raise TooLargeError
                frame, _ = evaluator.generate(part, frame)
            case Branch(condition, holds):
                is_true = evaluator.condition(condition, "if", frame)
                frame = frame.take(np.flatnonzero(is_true == holds))
            case Naming(variable, value):
                keys = keys_of(evaluator, variable, frame)[0] if variable.arguments else [variable.name]
                if len(keys) > 1:
                    raise TooLargeError  # each row has a variable of its own
                frame = frame.bind(keys[0], evaluator.expression(value, frame))
    return frame


# ---------------------------------------------------------------------- what is linked, apart


class _Linked(Struct, frozen=True):
    """Variables that sets and conditions link, in their order, with their sets, and the conditions on them."""

    names: tuple[str, ...]
    sets: tuple[Node, ...]
    conditions: tuple[Condition, ...]

    def plan(self) -> Plan:
        generators = [
            Generator((Variable(name, (), span=members.span),), (members,), None, span=members.span)
            for name, members in zip(self.names, self.sets, strict=True)
        ]
        return plan(generators, self.conditions)


def _by_parts(evaluator: Evaluator, path: Sequence[Part], wanted: set[str] | frozenset[str], most: int) -> Frame:
    whole = _linked_in(evaluator, path)
    bindings = _bindings_of(evaluator, whole, wanted, most)
    return Frame(
        bindings.count,
        {name: bindings.columns[name] for name in whole.names if name in bindings.columns},
    )


def _linked_in(evaluator: Evaluator, path: Sequence[Part]) -> _Linked:
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
                conditions.append(_branch(evaluator, condition, holds))
            case Naming():
                raise AssertionError("what `let` binds is looked at in order")
    return _Linked(tuple(names), tuple(sets), tuple(conditions))


def _branch(evaluator: Evaluator, condition: Node, holds: bool) -> Condition:
    def test(frame: Frame) -> Array:
        passes = evaluator.condition(condition, "if", frame) == holds
        evaluator.raise_failures()
        return passes

    return Condition(frozenset(variables_of(condition)), None, test)


def _components(whole: _Linked) -> list[_Linked]:
    """Variables that nothing links, apart; what is said of no variable at all goes with the first."""
    group = {name: name for name in whole.names}

    def find(name: str) -> str:
        while group[name] != name:
            name = group[name]
        return name

    def link(names: Sequence[str]) -> None:
        for name in names[1:]:
            group[find(name)] = find(names[0])

    for name, members in zip(whole.names, whole.sets, strict=True):
        link([name, *sorted(variables_of(members) & group.keys())])
    for condition in whole.conditions:
        link(sorted(condition.variables & group.keys()))
    components: list[_Linked] = []
    loose = tuple([condition for condition in whole.conditions if not condition_names(condition, group)])
    for root in dict.fromkeys([find(name) for name in whole.names]):
        own = [index for index, name in enumerate(whole.names) if find(name) == root]
        names = tuple([whole.names[index] for index in own])
        conditions = tuple(
            [condition for condition in whole.conditions if condition_names(condition, group) & set(names)]
        )
        components.append(_Linked(names, tuple([whole.sets[index] for index in own]), conditions))
    return [_Linked((), (), loose), *components] if loose else components


def condition_names(condition: Condition, bound: dict[str, str]) -> set[str]:
    return set(condition.variables & bound.keys())


def _product(left: Frame, right: Frame) -> Frame:
    """Every row of the one with every row of the other."""
    frame = left.repeat(right.count)
    columns = {name: _tiled(column, right.count, left.count) for name, column in right.columns.items()}
    return Frame(frame.count, {**frame.columns, **columns})


def _tiled(column: Column, count: int, times: int) -> Column:
    return Column(column.kind, np.tile(column.full(count), times))


def _bindings(evaluator: Evaluator, part: _Linked, wanted: Sequence[str], most: int) -> Frame:
    """The bindings of some of the variables of a part, each once, in the order in which they come."""
    if len(part.names) == 1 and not part.conditions:
        return _elements_of(evaluator, part, wanted, most)
    how = part.plan()
    if _are_surely_few(evaluator, how, _DIRECT):
        return _wanted([_all_rows(evaluator, how)], evaluator, wanted)
    rows, frame = _forecast(evaluator, how)
    if rows <= _DIRECT:
        if frame is None:
            return _distinct(evaluator, how, wanted)
        settle(evaluator, frame)
        return _wanted([frame], evaluator, wanted)
    first = _first(part, wanted)
    if len(first.names) == len(part.names):
        if rows > most:
            raise TooLargeError
        return _distinct(evaluator, how, wanted)
    rest = _Linked(
        tuple([name for name in part.names if name not in first.names]),
        tuple([members for name, members in zip(part.names, part.sets, strict=True) if name not in first.names]),
        tuple([condition for condition in part.conditions if condition not in first.conditions]),
    )
    read = set().union(
        *[variables_of(members) for members in rest.sets], *[condition.variables for condition in rest.conditions]
    )
    candidates = _bindings_of(evaluator, first, [*wanted, *sorted(read & set(first.names) - set(wanted))], most)
    if not candidates.count:
        return candidates
    needed = [name for name in sorted(read) if name in candidates.columns]
    asked, inverse = _each_once(candidates, needed)
    there = _exists(evaluator, rest, asked, most)
    return _keep(candidates.take(np.flatnonzero(there[inverse])), wanted)


def _are_surely_few(evaluator: Evaluator, how: Plan, most: int) -> bool:
    """Whether there are at most so many rows whatever the conditions are: sets depend on nothing and are small."""
    names = {step.variable for step in how.steps}
    for step in how.steps:
        if step.set_variables & names:
            return False
        _, counts = evaluator.elements(step.set, UNIT)
        evaluator.raise_failures()
        most //= max(1, int(counts[0]))
    return most > 0


def _all_rows(evaluator: Evaluator, how: Plan) -> Frame:
    """All rows of a plan, of which there are few."""
    frame = begin(evaluator, how, UNIT)
    for step in how.steps:
        if not frame.count:
            break
        frame = extend_once(evaluator, step, frame)
    settle(evaluator, frame)
    return frame


def _elements_of(evaluator: Evaluator, part: _Linked, wanted: Sequence[str], most: int) -> Frame:
    """The bindings of a variable that nothing is said of: a set has each of its elements once."""
    (name,), (members,) = part.names, part.sets
    column, counts = evaluator.elements(members, UNIT)
    evaluator.raise_failures()
    count = int(counts[0])
    if count > max(most, _DIRECT):
        raise TooLargeError
    if wanted or not count:
        return Frame(count, {name: column} if wanted else {})
    return UNIT


def _bindings_of(evaluator: Evaluator, first: _Linked, names: Collection[str], most: int) -> Frame:
    """The bindings of variables that depend on no other; without any there is one."""
    bindings = UNIT
    for part in _components(first):
        frame = _bindings(evaluator, part, [name for name in names if name in part.names], most)
        if not frame.count:
            return frame
        if bindings.count * frame.count > most:
            raise TooLargeError
        bindings = _product(bindings, frame)
    return bindings


def _first(part: _Linked, wanted: Sequence[str]) -> _Linked:
    """The wanted variables, those that their sets depend on, and the conditions on these alone."""
    sets = dict(zip(part.names, part.sets, strict=True))
    names = set(wanted)
    for name in reversed(part.names):
        if name in names:
            names |= variables_of(sets[name]) & sets.keys()
    own = [name for name in part.names if name in names]
    outside = set(part.names) - names
    conditions = tuple([condition for condition in part.conditions if not condition.variables & outside])
    return _Linked(tuple(own), tuple([sets[name] for name in own]), conditions)


def has_many_rows(evaluator: Evaluator, how: Plan, most: int) -> bool:
    """Whether there are more rows than that on the way, by samples."""
    return not _are_surely_few(evaluator, how, most) and _forecast(evaluator, how)[0] > most


def _forecast(evaluator: Evaluator, how: Plan) -> tuple[float, Frame | None]:
    """The same; and all rows, if there were so few that no sample had to be taken."""
    frame, scale, largest = begin(evaluator, how, UNIT), 1.0, 1.0
    for step in how.steps:
        if not frame.count:
            break
        _, counts = evaluator.elements(step.set, spread(frame, 16))
        evaluator.raise_failures()
        largest = max(largest, frame.count * scale * float(counts.mean()))
        extended, taken = extend_sample(evaluator, step, frame, _GROWN)
        sample = spread(extended, _SAMPLE)
        scale *= (frame.count / taken) * (extended.count / max(1, sample.count))
        frame = sample
    return largest, frame if scale == 1.0 else None


def _distinct(evaluator: Evaluator, how: Plan, wanted: Sequence[str]) -> Frame:
    """All rows, block by block; of each block the bindings, each once."""
    return _wanted(join_blocks(evaluator, how, UNIT, BLOCK), evaluator, wanted)


def _wanted(frames: Iterable[Frame], evaluator: Evaluator, wanted: Sequence[str]) -> Frame:
    """The bindings in frames, each once."""
    blocks = [_keep(frame, wanted) for frame in frames if frame.count]
    if not blocks:
        return Frame(0, {name: Column(INT, np.empty(0, dtype=np.int64)) for name in wanted})
    if not wanted:
        return UNIT
    return blocks[0] if len(blocks) == 1 else _keep(stack(blocks, evaluator), wanted)


def _keep(frame: Frame, wanted: Sequence[str]) -> Frame:
    """These columns of a frame, rows that are the same only once, in their order."""
    if not frame.count:
        return Frame(0, {name: frame.columns[name] for name in wanted})
    return _each_once(frame, wanted)[0]


def _each_once(frame: Frame, wanted: Sequence[str]) -> tuple[Frame, Array]:
    """The distinct rows of some columns, and for each row of the frame which of them it is."""
    columns = {name: frame.columns[name] for name in wanted}
    varying = [column.data for column in columns.values() if not column.is_constant]
    if not varying:
        return Frame(1, columns), np.zeros(frame.count, dtype=np.int64)
    inverse, first = factorise(varying)
    order = np.argsort(first, kind="stable")
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    return Frame(frame.count, columns).take(first[order]), rank[inverse]


# ---------------------------------------------------------------------- is there a row?


def _exists(evaluator: Evaluator, rest: _Linked, frame: Frame, most: int) -> Array:
    """For which rows of a frame the rest has a row: a few are tried, and only where none fits all of them."""
    there = np.zeros(frame.count, dtype=np.bool_)
    how = rest.plan()
    open_rows = np.arange(frame.count)
    for few in _TRIED:
        there[_extended(evaluator, how, _owned(frame.take(open_rows), open_rows), most, few)] = True
        open_rows = np.flatnonzero(~there)
        if not len(open_rows):
            return there
    per_row = _rows_of_each(evaluator, how, frame.take(open_rows))
    if per_row * len(open_rows) > most:
        raise TooLargeError
    for block in join_blocks(evaluator, how, _owned(frame.take(open_rows), open_rows), BLOCK):
        if block.count:
            there[block.columns[_OWNER].full(block.count)] = True
    return there


def _owned(frame: Frame, rows: Array) -> Frame:
    owners = rows if len(rows) > 1 else np.array([rows[0]])
    return frame.bind(_OWNER, Column(INT, owners))


def _extended(evaluator: Evaluator, how: Plan, frame: Frame, most: int, few: int) -> Array:
    """The owners of the rows that are left after all steps, of each of which a few are picked."""
    frame = _pick(begin(evaluator, how, frame), few)
    for step in how.steps:
        if not frame.count:
            return np.empty(0, dtype=np.int64)
        if largest_size(evaluator, step, frame) * frame.count > _TRIED_ROWS * most:
            raise TooLargeError
        frame = _pick(extend_once(evaluator, step, frame), few)
    return frame.columns[_OWNER].full(frame.count)


def _pick(frame: Frame, few: int) -> Frame:
    """A few rows of each owner, spread over all of them; of one the middle."""
    if not frame.count:
        return frame
    owners = frame.columns[_OWNER].full(frame.count)
    starts = np.flatnonzero(np.concatenate([[True], owners[1:] != owners[:-1]]))
    sizes = np.diff(np.concatenate([starts, [frame.count]]))
    if few == 1:
        return frame.take(starts + sizes // 2)
    shares = np.arange(few) / (few - 1)
    rows = starts[:, None] + ((sizes[:, None] - 1) * shares[None, :]).astype(np.int64)
    once = np.ones(rows.shape, dtype=np.bool_)
    once[:, 1:] = rows[:, 1:] != rows[:, :-1]
    return frame.take(rows[once])


def _rows_of_each(evaluator: Evaluator, how: Plan, frame: Frame) -> float:
    """About how many rows are made for each row of a frame, by some of them."""
    few = frame.take(np.linspace(0, frame.count - 1, min(frame.count, 8)).astype(np.int64))
    total = 1.0
    for step in how.steps:
        rows = few
        _, counts = evaluator.elements(step.set, rows)
        evaluator.raise_failures()
        total *= max(1.0, float(counts.mean()) if len(counts) else 0.0)
        few = few.repeat(np.minimum(counts, 1)).bind(
            step.variable, _first_members(evaluator, step.set, rows, counts)
        )
        if not few.count:
            break
    return total


def _first_members(evaluator: Evaluator, members: Node, frame: Frame, counts: Array) -> Column:
    column, _ = evaluator.elements(members, frame)
    starts = (np.cumsum(counts) - counts)[counts > 0]
    return column if column.is_constant else column.take(starts)
