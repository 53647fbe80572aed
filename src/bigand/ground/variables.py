"""Variables in columns: those of a frame, global ones, and those with indices, which may be of all these kinds."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct, field

from bigand.ground import faults
from bigand.ground.columns import Array, Column, ValueTable, constant, decode, factorise, lift, part_of
from bigand.ground.frames import Frame
from bigand.ground.tables import Table, table_column
from bigand.language import faults as checks
from bigand.language import operations, syntax
from bigand.language.operations import OperationError
from bigand.language.values import INT, PROPOSITION, TUPLE, TupleValue, Value

if TYPE_CHECKING:
    from bigand.ground.evaluate import Evaluator


class Globals(Struct):
    """The values of global variables, and of indexed ones by their printed keys."""

    values: dict[str, Value]
    families: dict[str, dict[str, Value]]
    tables: dict[str, Table] = field(default_factory=dict)
    _columns: dict[str, tuple[Value, Column]] = field(default_factory=dict)

    def column(self, name: str, table: ValueTable) -> Column | None:
        """The value of a variable, which may be large, as a column made once."""
        value = self.values.get(name)
        if value is None:
            return None
        known = self._columns.get(name)
        if known is None or known[0] is not value:
            known = self._columns[name] = (value, constant(value, table))
        return known[1]


def column_of_variable(evaluator: "Evaluator", node: syntax.Variable, frame: Frame) -> Column:
    """The values of a variable: one in scope, a global one, or one with indices."""
    table = evaluator.globals.tables.get(node.name)
    if table is not None and node.name not in frame.columns and len(node.arguments) == len(table.origin):
        return _look_up(evaluator, node, table, frame)
    if not node.arguments:
        column = frame.columns.get(node.name)
        if column is not None:
            return column
        return evaluator.globals.column(node.name, evaluator.table) or _unknown(evaluator, node, frame)
    keys, which = keys_of(evaluator, node, frame)
    if not any([key in frame.columns for key in keys]):
        return _indexed(evaluator, node, frame)

    def local(key: str) -> Callable[[Frame], Column]:
        return lambda part: part.columns[key] if key in part.columns else _indexed(evaluator, node, part)

    return evaluator.by_rows([(which == index, local(key)) for index, key in enumerate(keys)], frame)


def _indexed(evaluator: "Evaluator", node: syntax.Variable, frame: Frame) -> Column:
    """An indexed variable not bound with these very indices: a global one, a name with arguments, or a part."""
    arguments = [evaluator.expression(argument, frame) for argument in node.arguments]
    family = evaluator.globals.families.get(node.name, {})
    local = frame.columns.get(node.name)
    whole = evaluator.globals.values.get(node.name)
    if local is None and isinstance(whole, TupleValue):  # a name with arguments must be a local one
        local = constant(whole, evaluator.table)
    if local is not None and local.kind == TUPLE and not family and len(arguments) == 1:
        part = part_of(local, arguments[0], evaluator.table)
        if part is not None:
            return part
    parts = arguments if local is None else [local, *arguments]

    def look_up(*values: Value) -> Value:
        indices = values if local is None else values[1:]
        value = family.get(operations.atom_name(node.name, tuple(indices)))
        if value is not None:
            return value
        if local is None:
            raise OperationError("index")
        return operations.apply_indices(values[0], tuple(indices))

    return lift(look_up, parts, evaluator.table, evaluator.fail(node.span, node.name, PROPOSITION, frame))


def _look_up(evaluator: "Evaluator", node: syntax.Variable, table: Table, frame: Frame) -> Column:
    """The entries of a table, for rows whose indices are integers that it has."""
    columns = [evaluator.expression(argument, frame) for argument in node.arguments]
    entries, bad = np.zeros(1, dtype=np.int64), np.ones(1, dtype=np.bool_)
    if all(column.kind == INT for column in columns):
        entries, bad = table.find([column.data for column in columns])
    if bad.any():
        mask = np.broadcast_to(bad, (frame.count,))
        row = int(np.argmax(mask))
        values = [
            decode(column.kind, column.full(frame.count)[row : row + 1], evaluator.table)[0] for column in columns
        ]
        diagnostic = faults.failed(node.span, node.name, "index", values, PROPOSITION)
        evaluator.remember(diagnostic, mask, frame, node.span, faults.expanded(node.name, values))
    return table_column(table, entries, evaluator.table)


def keys_of(evaluator: "Evaluator", node: syntax.Variable, frame: Frame) -> tuple[list[str], Array]:
    """The printed keys of an indexed variable, and for each row (or for all) which of them it has."""
    columns = [evaluator.expression(argument, frame) for argument in node.arguments]
    count = max([len(column.data) for column in columns])
    which, first = factorise([column.full(count) for column in columns])
    rows = zip(
        *[decode(column.kind, column.full(count)[first], evaluator.table) for column in columns], strict=True
    )
    return [operations.atom_name(node.name, row) for row in rows], which


def _unknown(evaluator: "Evaluator", node: syntax.Variable, frame: Frame) -> Column:
    diagnostic = checks.unknown_variable(node.span, node.name)
    evaluator.remember(diagnostic, None, frame, node.span)
    return Column(INT, np.zeros(1, dtype=np.int64))
