"""Columns: the values of an expression in all rows of a frame.

Integers and truth values are stored directly, as integers and booleans. Every other value has a code, its index in
a `ValueTable`, and a column stores codes. A column with values of different kinds (possible with sets of sets) has
the kind `MIXED` and stores codes only.

A `Table` holds an indexed variable that is given as an array.
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
    Array = np.ndarray  # importing numpy.typing takes a millisecond

# Called with the failing rows (None: all), the error, and the arguments of the operation.
FailureHandler: TypeAlias = Callable[[Array | None, OperationError, list[Value]], None]
MIXED = 0


class ValueTable:
    """Numbers every value that is neither an integer nor a truth value with a code."""

    def __init__(self) -> None:
        self.values: list[Value] = []
        self._codes: dict[Hashable, int] = {}
        self._members: dict[int, Column] = {}
        self.has_plain_tuples = True  # then two tuples are equal if and only if their codes are

    def code_of(self, value: Value) -> int:
        """Return the code of a value; equal values of different kinds (`1`, `1.0`, `true`) have different codes."""
        key = identity(value)
        code = self._codes.get(key)
        if code is None:
            code = self._codes[key] = len(self.values)
            self.values.append(value)
            if isinstance(value, TupleValue) and not value.is_plain:
                self.has_plain_tuples = False
        return code

    def column_of_set_elements(self, elements: tuple[Value, ...], code: int) -> "Column":
        """Return the elements of the set with this code as a column."""
        column = self._members.get(code)
        if column is None:
            column = self._members[code] = (
                column_of(elements, self) if elements else Column(INT, np.empty(0, dtype=np.int64))
            )
        return column

    def has_equality_by_code(self, kind: int) -> bool:
        """Return whether values of a kind are equal if and only if their codes are.

        Floats are not: the two zeros have two codes.
        """
        return kind == PROPOSITION or (kind == TUPLE and self.has_plain_tuples)


class Column(Struct, frozen=True, eq=False):
    """`data` has one entry for each row, or a single one for all: int64 for integers and codes, or bool."""

    kind: int
    data: Array

    @property
    def is_constant(self) -> bool:
        return len(self.data) == 1

    def take(self, rows: Array) -> "Column":
        return self if self.is_constant else Column(self.kind, self.data[rows])

    def full_data(self, count: int) -> Array:
        """Return the data with one entry for each of `count` rows."""
        return np.broadcast_to(self.data, (count,)) if self.is_constant else self.data


def constant_column(value: Value, table: ValueTable) -> Column:
    """Return a column with this value in every row."""
    return column_of([value], table)


def column_of(values: Sequence[Value], table: ValueTable) -> Column:
    """Return a column of these values."""
    kinds = {kind_of(value) for value in values}
    if kinds == {INT}:
        return Column(INT, np.array(values, dtype=np.int64))
    if kinds == {BOOL}:
        return Column(BOOL, np.array(values, dtype=np.bool_))
    kind = kinds.pop() if len(kinds) == 1 else MIXED
    return Column(kind, np.array([table.code_of(value) for value in values], dtype=np.int64))


def decode(kind: int, data: Array, table: ValueTable) -> list[Value]:
    """Return the values of a piece of a column."""
    if kind in (INT, BOOL):
        values: list[Value] = data.tolist()
        return values
    return [table.values[code] for code in data.tolist()]


def as_codes(column: Column, table: ValueTable) -> Array:
    """Convert a column of any kind to codes, so that columns of different kinds can be combined."""
    if column.kind not in (INT, BOOL):
        return column.data
    entries, inverse = np.unique(column.data, return_inverse=True)
    codes = np.array([table.code_of(value) for value in entries.tolist()], dtype=np.int64)
    return codes[inverse]


def concatenate_columns(parts: Sequence[tuple[Column, int]], table: ValueTable) -> Column:
    """Concatenate columns, each given with its number of rows."""
    kinds = {column.kind for column, count in parts if count}
    if len(kinds) <= 1:
        kind = kinds.pop() if kinds else INT
        return Column(kind, np.concatenate([column.full_data(count) for column, count in parts]))
    codes = [np.broadcast_to(as_codes(column, table), (count,)) for column, count in parts]
    return Column(MIXED, np.concatenate(codes))


def narrow_kind(column: Column, table: ValueTable) -> Column:
    """Return the column with the kind of its values, if they all have the same kind."""
    return column_of(decode(column.kind, column.data, table), table) if column.kind == MIXED else column


def tuple_part(column: Column, position: Column, table: ValueTable) -> Column | None:
    """Return one part of each tuple in a column, if all tuples have it; positions count from 1."""
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
    """Expand columns of tuples into columns of their parts; None if that differs from row to row."""
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


def sorted_distinct(data: Array) -> Array:
    """Return the distinct entries, sorted. NumPy's `unique` hashes integers, which takes fifty times as long."""
    ordered = np.sort(data)
    keep = np.ones(len(ordered), dtype=np.bool_)
    keep[1:] = ordered[1:] != ordered[:-1]
    return ordered[keep]


def concatenate_ranges(counts: Array, starts: Array) -> Array:
    """Concatenate the ranges `start, start+1, …` of all rows; `counts` gives their lengths.

    >>> concatenate_ranges(np.array([2, 0, 3]), np.array([5, 9, 1])).tolist()
    [5, 6, 1, 2, 3]
    """
    total = int(counts.sum())
    offsets = np.cumsum(counts) - counts
    return np.arange(total, dtype=np.int64) + np.repeat(starts - offsets, counts)


def factorise(columns: Sequence[Array]) -> tuple[Array, Array]:
    """Number the distinct rows of columns: return each row's number, and for each number a row that has it."""
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
    """Apply a scalar operation to columns, once for each distinct combination of arguments.

    Where it has no result, `on_failure` receives the rows (None: all), the error and the arguments, and the error's
    placeholder is used.
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


# ---------------------------------------------------------------------- tables


class Table(Struct, frozen=True, eq=False):
    """An indexed variable given as an array, to be looked up for all rows at once.

    `$v(i,j)` is `data[i - origin[0], j - origin[1]]`: an index into `names` if there are any, otherwise an integer.
    """

    data: Array
    origin: tuple[int, ...]
    names: tuple[str, ...] = ()

    def look_up(self, indices: Sequence[Array]) -> tuple[Array, Array]:
        """Return the entries at these indices, and a mask of missing rows (which get a placeholder)."""
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
    """Return entries of a table as a column of values."""
    if not table.names:
        return Column(INT, entries.astype(np.int64, copy=False))
    codes = np.array([values.code_of(PropositionName(name)) for name in table.names], dtype=np.int64)
    return Column(PROPOSITION, codes[entries])
