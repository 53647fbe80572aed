"""Frames are tables of bindings: a column for each variable in scope, a row for each instance.

Also: the variables that occur in a syntax tree, and the values of quoted formulas.
"""

from typing import Any

import numpy as np
from msgspec import Struct, field

from bigand.ground.columns import Array, Column, ValueTable, decode
from bigand.ground.formula_tree import PAIR_WORDS, show_pairs
from bigand.language.syntax import Generator, Let, Variable, walk
from bigand.language.values import FormulaValue, Value, show_value
from bigand.source.diagnostic import Diagnostic


class PendingFailure(Struct, frozen=True, eq=False):
    """Rows on which a condition could not be evaluated; an error only if no other condition drops them."""

    rows: Array  # bool, one for each row of the frame
    diagnostic: "Diagnostic"


class Frame(Struct, frozen=True, eq=False):
    """`count` rows; each column has that many entries, or a single one for all."""

    count: int
    columns: dict[str, Column] = field(default_factory=dict)
    pending: tuple[PendingFailure, ...] = ()

    def take(self, rows: Array) -> "Frame":
        """Select rows by numbers or a mask, in this order."""
        count = int(np.count_nonzero(rows)) if rows.dtype == np.bool_ else len(rows)
        columns = {name: column.take(rows) for name, column in self.columns.items()}
        pending = tuple(PendingFailure(part.rows[rows], part.diagnostic) for part in self.pending)
        return Frame(count, columns, pending)

    def slice(self, start: int, stop: int) -> "Frame":
        columns = {
            name: column if column.is_constant else Column(column.kind, column.data[start:stop])
            for name, column in self.columns.items()
        }
        pending = tuple(PendingFailure(part.rows[start:stop], part.diagnostic) for part in self.pending)
        return Frame(min(stop, self.count) - start, columns, pending)

    def repeat(self, counts: Array | int) -> "Frame":
        """Repeat each row `counts` times."""
        rows = np.repeat(np.arange(self.count), counts)
        return self.take(rows)

    def bind(self, name: str, column: Column) -> "Frame":
        return Frame(self.count, {**self.columns, name: column}, self.pending)

    def with_pending(self, pending: PendingFailure) -> "Frame":
        return Frame(self.count, self.columns, (*self.pending, pending))

    def binding(self, row: int, table: ValueTable) -> dict[str, Value]:
        """Return the values of all variables in a row."""
        binding: dict[str, Value] = {}
        for name, column in self.columns.items():
            if not name.startswith("$"):
                continue  # an internal column that links rows to their origin
            entry = 0 if column.is_constant else row
            binding[name] = decode(column.kind, column.data[entry : entry + 1], table)[0]
        return binding


UNIT_FRAME = Frame(1)


def show_binding(binding: dict[str, Value]) -> str:
    """Show a binding: `$i = 3, $j = b`."""
    return ", ".join([f"{name} = {show_value(value)}" for name, value in binding.items()])


# ---------------------------------------------------------------------- variables in trees, quoted formulas


def variables_of(node: Any) -> frozenset[str]:
    """Return the names of all variables in a tree; cached, since callers ask about the same trees repeatedly."""
    cached = _variables_cache.get(id(node))
    if cached is not None and cached[0] is node:
        return cached[1]
    names = frozenset([part.name for part in walk(node) if isinstance(part, Variable)])
    if len(_variables_cache) >= _MAX_CACHED:
        _variables_cache.clear()
    _variables_cache[id(node)] = node, names  # keep the tree alive, so that its id stays unique
    return names


# Keyed by identity: comparing trees for equality would visit all their parts.
_variables_cache: dict[int, tuple[Any, frozenset[str]]] = {}
_MAX_CACHED = 5000


def bound_names(node: Any) -> list[str]:
    """The names of the variables that a node itself binds."""
    match node:
        case Generator(variables) | Let(variables):
            return [variable.name for variable in variables]
        case _:
            return []


def column_names_for(names: set[str] | frozenset[str], columns: dict[str, Any]) -> list[str]:
    """The columns that variables with these names may read: their own and those of indexed variants."""
    return [column for column in columns if column in names or column.split("(", 1)[0] in names]


def formula_value(tree: Any) -> FormulaValue:
    """Return the value of a quoted formula.

    `tree` is a `FormulaTree`, expanded at evaluation, so it contains no variables; it is printed in TouIST's
    notation.
    """
    return FormulaValue(show_pairs(tree, PAIR_WORDS), tree)
