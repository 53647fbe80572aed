"""Columns: the values of an expression for all rows of a frame at once.

A column of integers holds the integers, one of truth values holds booleans; every other value has a code, its
place in a `ValueTable`, and a column of such values holds codes. A column whose rows are of different kinds
(which sets of sets can give) has kind `MIXED` and holds codes of whatever its values are.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from msgspec import Struct

from bigand.language.operations import OperationError
from bigand.language.values import (
    BOOL,
    INT,
    PROPOSITION,
    TUPLE,
    PropositionName,
    TupleValue,
    Value,
    identity,
    kind_of,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array: TypeAlias = NDArray[Any]
else:
    Array = np.ndarray  # to import the other takes a millisecond

# For which rows an operation has no result (None: for all), why, and with which arguments.
FailureHandler: TypeAlias = Callable[[Array | None, OperationError, list[Value]], None]
MIXED = 0


class ValueTable:
    """Every value that is neither an integer nor a truth value, once, by its code."""

    def __init__(self) -> None:
        self.values: list[Value] = []
        self._codes: dict[Hashable, int] = {}
        self._members: dict[int, Column] = {}
        self.has_plain_tuples = True  # that is: two tuples are equal if their codes are

    def code_of(self, value: Value) -> int:
        """The code of a value; equal values of different kinds (`1`, `1.0`, `true`) have different codes."""
        key = identity(value)
        code = self._codes.get(key)
        if code is None:
            code = self._codes[key] = len(self.values)
            self.values.append(value)
            if isinstance(value, TupleValue) and not value.is_plain:
                self.has_plain_tuples = False
        return code

    def member_column(self, elements: tuple[Value, ...], code: int) -> "Column":
        """The elements of the set that has this code, as a column."""
        column = self._members.get(code)
        if column is None:
            column = self._members[code] = (
                column_of(elements, self) if elements else Column(INT, np.empty(0, dtype=np.int64))
            )
        return column

    def has_unique_codes(self, kind: int) -> bool:
        """Whether values of a kind are equal just if their codes are: a zero has two names, and so two codes."""
        return kind == PROPOSITION or (kind == TUPLE and self.has_plain_tuples)


class Column(Struct, frozen=True, eq=False):
    """`data` has one entry for each row, or one entry for all rows: int64 for integers and codes, else bool."""

    kind: int
    data: Array

    @property
    def is_constant(self) -> bool:
        return len(self.data) == 1

    def take(self, rows: Array) -> "Column":
        return self if self.is_constant else Column(self.kind, self.data[rows])

    def full_data(self, count: int) -> Array:
        """The data with one entry for each of `count` rows."""
        return np.broadcast_to(self.data, (count,)) if self.is_constant else self.data


def constant_column(value: Value, table: ValueTable) -> Column:
    """The column that has this value in every row."""
    return column_of([value], table)


def column_of(values: Sequence[Value], table: ValueTable) -> Column:
    """A column of these values."""
    kinds = {kind_of(value) for value in values}
    if kinds == {INT}:
        return Column(INT, np.array(values, dtype=np.int64))
    if kinds == {BOOL}:
        return Column(BOOL, np.array(values, dtype=np.bool_))
    kind = kinds.pop() if len(kinds) == 1 else MIXED
    return Column(kind, np.array([table.code_of(value) for value in values], dtype=np.int64))


def decode(kind: int, data: Array, table: ValueTable) -> list[Value]:
    """The values of a piece of a column."""
    if kind in (INT, BOOL):
        values: list[Value] = data.tolist()
        return values
    return [table.values[code] for code in data.tolist()]


def as_codes(column: Column, table: ValueTable) -> Array:
    """The column as codes, whatever it holds: what columns of different kinds have in common."""
    if column.kind not in (INT, BOOL):
        return column.data
    entries, inverse = np.unique(column.data, return_inverse=True)
    codes = np.array([table.code_of(value) for value in entries.tolist()], dtype=np.int64)
    return codes[inverse]


def concatenate_columns(parts: Sequence[tuple[Column, int]], table: ValueTable) -> Column:
    """Columns one below the other, each with its number of rows."""
    kinds = {column.kind for column, count in parts if count}
    if len(kinds) <= 1:
        kind = kinds.pop() if kinds else INT
        return Column(kind, np.concatenate([column.full_data(count) for column, count in parts]))
    codes = [np.broadcast_to(as_codes(column, table), (count,)) for column, count in parts]
    return Column(MIXED, np.concatenate(codes))


def narrow_kind(column: Column, table: ValueTable) -> Column:
    """The column with the kind of its values, if these are all of one kind."""
    return column_of(decode(column.kind, column.data, table), table) if column.kind == MIXED else column


def tuple_part(column: Column, position: Column, table: ValueTable) -> Column | None:
    """The parts at one place of a column of tuples, if all of them have it; places are counted from 1."""
    if position.kind != INT or not position.is_constant:
        return None
    index = int(position.data[0]) - 1
    entries, inverse = np.unique(column.data, return_inverse=True)
    rows = [table.values[code].elements for code in entries.tolist()]
    if index < 0 or index >= min(map(len, rows)):
        return None
    part_column = column_of([row[index] for row in rows], table)
    return Column(part_column.kind, part_column.data[inverse])


def spread_tuples(columns: Sequence[Column], table: ValueTable) -> list[Column] | None:
    """Columns as arguments: one of tuples stands for its parts. None if that differs from row to row."""
    arguments: list[Column] = []
    for column in columns:
        if column.kind not in (TUPLE, MIXED):
            arguments.append(column)
            continue
        entries, inverse = np.unique(column.data, return_inverse=True)
        values = [table.values[code] for code in entries.tolist()]
        rows = [value.elements for value in values if isinstance(value, TupleValue)]
        if not rows:
            arguments.append(column)
        elif len(rows) < len(values) or len({len(row) for row in rows}) > 1:
            return None
        else:
            for part in zip(*rows, strict=True):
                part_column = column_of(part, table)
                arguments.append(Column(part_column.kind, part_column.data[inverse]))
    return arguments


def distinct(data: Array) -> Array:
    """The distinct entries, sorted. NumPy's own `unique` hashes integers, which takes fifty times as long."""
    ordered = np.sort(data)
    keep = np.ones(len(ordered), dtype=np.bool_)
    keep[1:] = ordered[1:] != ordered[:-1]
    return ordered[keep]


def concatenate_ranges(counts: Array, starts: Array) -> Array:
    """`start, start+1, …` for each row, as many as `counts` says, one row's after another's.

    >>> concatenate_ranges(np.array([2, 0, 3]), np.array([5, 9, 1])).tolist()
    [5, 6, 1, 2, 3]
    """
    total = int(counts.sum())
    offsets = np.cumsum(counts) - counts
    return np.arange(total, dtype=np.int64) + np.repeat(starts - offsets, counts)


def factorise(columns: Sequence[Array]) -> tuple[Array, Array]:
    """The distinct rows of columns side by side: for each row its number, for each number a row that has it."""
    inverse: Array | None = None
    first: Array | None = None
    for data in columns:
        _, column_first, column_inverse = np.unique(data, return_index=True, return_inverse=True)
        if inverse is None:
            first, inverse = column_first, column_inverse
            continue
        pairs = inverse * np.int64(len(column_first)) + column_inverse
        _, first, inverse = np.unique(pairs, return_index=True, return_inverse=True)
    assert inverse is not None
    assert first is not None
    return inverse, first


def lift(
    operation: Callable[..., Value],
    columns: Sequence[Column],
    table: ValueTable,
    on_failure: FailureHandler,
) -> Column:
    """A scalar operation on columns: done once for each distinct combination of arguments.

    Where it has no result, `on_failure` is told for which rows (None: for all), why, and with which arguments, and
    some value stands in.
    """
    if all(column.is_constant for column in columns):
        arguments = [decode(column.kind, column.data, table)[0] for column in columns]
        try:
            return constant_column(operation(*arguments), table)
        except OperationError as error:
            on_failure(None, error, arguments)
            return constant_column(error.placeholder, table)
    count = max(len(column.data) for column in columns)
    inverse, first = factorise([column.full_data(count) for column in columns])
    decoded = [decode(column.kind, column.full_data(count)[first], table) for column in columns]
    results: list[Value] = []
    for number, combination in enumerate(zip(*decoded, strict=True)):
        try:
            results.append(operation(*combination))
        except OperationError as error:
            on_failure(inverse == number, error, list(combination))
            results.append(error.placeholder)
    lifted = column_of(results, table)
    return Column(lifted.kind, lifted.data[inverse])


# ----------------------------------------------------------------------
# Indexed variables whose values come from outside as arrays: `$cell($i,$j)` looked up for all rows at once.


class Table(Struct, frozen=True, eq=False):
    """`$v(i,j)` is `data[i - origin[0], j - origin[1]]`: a place in `names` if there are some, else an integer."""

    data: Array
    origin: tuple[int, ...]
    names: tuple[str, ...] = ()

    def look_up(self, indices: Sequence[Array]) -> tuple[Array, Array]:
        """The entries at these indices, and which rows have none (another entry stands in for them)."""
        axes = [index - first for index, first in zip(indices, self.origin, strict=True)]
        is_missing = np.zeros(1, dtype=np.bool_)
        for axis, size in zip(axes, self.data.shape, strict=True):
            outside = (axis < 0) | (axis >= size)
            if outside.any():
                is_missing = is_missing | outside
        if is_missing.any():
            axes = [np.where(is_missing, 0, axis) for axis in axes]
        return self.data[tuple(axes)], is_missing


def table_column(table: Table, entries: Array, values: ValueTable) -> Column:
    """Entries of a table as a column of values."""
    if not table.names:
        return Column(INT, entries.astype(np.int64, copy=False))
    codes = np.array([values.code_of(PropositionName(name)) for name in table.names], dtype=np.int64)
    return Column(PROPOSITION, codes[entries])
