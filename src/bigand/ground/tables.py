"""Indexed variables whose values come from outside as arrays: `$cell($i,$j)` looked up for all rows at once.

A file can be expanded for many sets of values together, its *cases*: the number of the case is one more column of
every frame, one more argument of every atom and the first axis of every table that differs from case to case.
"""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from bigand.ground.columns import Array, Column, ValueTable
from bigand.language.values import INT, PROPOSITION, Name

CASE = "case"  # the column of the cases; no variable has a name without `$`


class Table(Struct, frozen=True, eq=False):
    """`$v(i,j)` is `data[i - origin[0], j - origin[1]]`; with `names` the data are places in them, else integers.

    If `data` has one axis more than there are indices, the first one is the case.
    """

    data: Array
    origin: tuple[int, ...] = ()
    names: tuple[str, ...] = ()

    @property
    def by_case(self) -> bool:
        return self.data.ndim > len(self.origin)

    def find(self, indices: Sequence[Array], case: Array | None) -> tuple[Array, Array]:
        """The entries at these indices, and which rows have none (another entry stands in for them)."""
        axes = [index - first for index, first in zip(indices, self.origin, strict=True)]
        shape = self.data.shape[-len(axes) :] if axes else ()
        bad = np.zeros(1, dtype=np.bool_)
        for axis, size in zip(axes, shape, strict=True):
            outside = (axis < 0) | (axis >= size)
            if outside.any():
                bad = bad | outside
        if bad.any():
            axes = [np.where(bad, 0, axis) for axis in axes]
        place = case if self.by_case else None
        for axis, size in zip(axes, shape, strict=True):
            place = axis if place is None else place * size + axis
        assert place is not None, "a table has an index or differs by case"
        return self.data.ravel()[place], bad


def table_column(table: Table, entries: Array, values: ValueTable) -> Column:
    """Entries of a table as a column of values."""
    if not table.names:
        return Column(INT, entries.astype(np.int64, copy=False))
    codes = np.array([values.code(Name(name)) for name in table.names], dtype=np.int64)
    return Column(PROPOSITION, codes[entries])
