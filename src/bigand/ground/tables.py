"""Indexed variables whose values come from outside as arrays: `$cell($i,$j)` looked up for all rows at once."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from bigand.ground.columns import Array, Column, ValueTable
from bigand.language.values import INT, PROPOSITION, PropositionName


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
