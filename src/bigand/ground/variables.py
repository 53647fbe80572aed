"""Evaluate variables in columns: those of a frame, global ones, and indexed ones, which may be either."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct, field

from bigand.ground import faults
from bigand.ground.columns import (
    Array,
    Column,
    Table,
    ValueTable,
    constant_column,
    decode,
    factorise,
    lift,
    table_column,
    tuple_part,
)
from bigand.ground.frames import Frame
from bigand.language import common_diagnostics as checks
from bigand.language import operations, syntax
from bigand.language.operations import OperationError
from bigand.language.values import INT, PROPOSITION, TUPLE, TupleValue, Value

if TYPE_CHECKING:
    from bigand.ground.evaluator import Evaluator


class Globals(Struct):
    """The values of global variables; of indexed ones in `families`, by their printed keys."""

    values: dict[str, Value]
    families: dict[str, dict[str, Value]]
    tables: dict[str, Table] = field(default_factory=dict)
    _columns: dict[str, tuple[Value, Column]] = field(default_factory=dict)

    def column_of(self, name: str, table: ValueTable) -> Column | None:
        """Return the value of a variable as a column, cached since it may be large."""
        value = self.values.get(name)
        if value is None:
            return None
        cached = self._columns.get(name)
        if cached is None or cached[0] is not value:
            cached = self._columns[name] = (value, constant_column(value, table))
        return cached[1]


def evaluate_variable(evaluator: "Evaluator", node: syntax.Variable, frame: Frame) -> Column:
    """Return the values of a variable: local, global or indexed."""
    table = evaluator.globals.tables.get(node.name)
    if table is not None and node.name not in frame.columns and len(node.arguments) == len(table.origin):
        return _look_up_table(evaluator, node, table, frame)
    if not node.arguments:
        column = frame.columns.get(node.name)
        if column is not None:
            return column
        return evaluator.globals.column_of(node.name, evaluator.table) or _record_unknown(evaluator, node, frame)
    keys, which = keys_of_indexed_variable(evaluator, node, frame)
    if not any([key in frame.columns for key in keys]):
        return _evaluate_indexed(evaluator, node, frame)

    def column_of_key(key: str) -> Callable[[Frame], Column]:
        return lambda part: part.columns[key] if key in part.columns else _evaluate_indexed(evaluator, node, part)

    return evaluator.evaluate_branches(
        [(which == index, column_of_key(key)) for index, key in enumerate(keys)], frame
    )


def _evaluate_indexed(evaluator: "Evaluator", node: syntax.Variable, frame: Frame) -> Column:
    """Evaluate an indexed variable not bound with these indices: global, a name with arguments, or a part."""
    arguments = [evaluator.evaluate(argument, frame) for argument in node.arguments]
    family = evaluator.globals.families.get(node.name, {})
    local_column = frame.columns.get(node.name)
    global_value = evaluator.globals.values.get(node.name)
    if local_column is None and isinstance(global_value, TupleValue):  # a name with arguments must be local
        local_column = constant_column(global_value, evaluator.table)
    if local_column is not None and local_column.kind == TUPLE and not family and len(arguments) == 1:
        part = tuple_part(local_column, arguments[0], evaluator.table)
        if part is not None:
            return part
    parts = arguments if local_column is None else [local_column, *arguments]

    def look_up(*values: Value) -> Value:
        indices = values if local_column is None else values[1:]
        value = family.get(operations.atom_name(node.name, tuple(indices)))
        if value is not None:
            return value
        if local_column is None:
            raise OperationError("index")
        return operations.apply_indices(values[0], tuple(indices))

    return lift(
        look_up, parts, evaluator.table, evaluator.failure_handler(node.span, node.name, PROPOSITION, frame)
    )


def _look_up_table(evaluator: "Evaluator", node: syntax.Variable, table: Table, frame: Frame) -> Column:
    """Look up table entries; rows whose indices are not integers within the table are failures."""
    columns = [evaluator.evaluate(argument, frame) for argument in node.arguments]
    entries, is_missing = np.zeros(1, dtype=np.int64), np.ones(1, dtype=np.bool_)
    if all(column.kind == INT for column in columns):
        entries, is_missing = table.look_up([column.data for column in columns])
    if is_missing.any():
        mask = np.broadcast_to(is_missing, (frame.count,))
        row = int(np.argmax(mask))
        values = [
            decode(column.kind, column.full_data(frame.count)[row : row + 1], evaluator.table)[0]
            for column in columns
        ]
        diagnostic = faults.diagnose_operation_failure(node.span, node.name, "index", values, PROPOSITION)
        evaluator.record_failure(diagnostic, mask, frame, node.span, faults.show_operation(node.name, values))
    return table_column(table, entries, evaluator.table)


def keys_of_indexed_variable(
    evaluator: "Evaluator", node: syntax.Variable, frame: Frame
) -> tuple[list[str], Array]:
    """Return the printed keys of an indexed variable, and which of them each row has (one entry if constant)."""
    columns = [evaluator.evaluate(argument, frame) for argument in node.arguments]
    count = max([len(column.data) for column in columns])
    which, first = factorise([column.full_data(count) for column in columns])
    rows = zip(
        *[decode(column.kind, column.full_data(count)[first], evaluator.table) for column in columns], strict=True
    )
    return [operations.atom_name(node.name, row) for row in rows], which


def _record_unknown(evaluator: "Evaluator", node: syntax.Variable, frame: Frame) -> Column:
    diagnostic = checks.unknown_variable(node.span, node.name)
    evaluator.record_failure(diagnostic, None, frame, node.span)
    return Column(INT, np.zeros(1, dtype=np.int64))
