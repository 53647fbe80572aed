"""Evaluate expressions in columns: for all rows of a frame at once.

Integers and truth values are computed on arrays. Everything else is lifted: the scalar operation of
`language.operations` runs once for each distinct combination of arguments. Where an operation has no result, the
evaluator records the failing rows and continues with a placeholder; the caller decides what the failures mean.
"""

from collections.abc import Callable, Sequence
from functools import partial, reduce
from typing import NoReturn

import numpy as np

from bigand.ground import faults
from bigand.ground.columns import (
    Array,
    Column,
    FailureHandler,
    ValueTable,
    column_of,
    concatenate_columns,
    concatenate_ranges,
    constant_column,
    decode,
    factorise,
    lift,
    narrow_kind,
)
from bigand.ground.frames import Frame, PendingFailure, column_names_for, variables_of
from bigand.ground.join import join_generator, map_failures_to_owners
from bigand.ground.variables import Globals, evaluate_variable
from bigand.language import common_diagnostics as checks
from bigand.language import operations, syntax
from bigand.language.operations import MAX_INTEGER, MIN_INTEGER, OperationError
from bigand.language.values import (
    ANY_KIND,
    BOOL,
    FORMULA,
    INT,
    NUMBER,
    FormulaValue,
    PropositionName,
    SetValue,
    Value,
    kind_of,
)
from bigand.source.diagnostic import Diagnostic
from bigand.source.document import Span
from bigand.source.error import InvalidSourceError


class NotEvaluableError(InvalidSourceError):
    """An error in a file that stops its expansion."""


def _reject_quote(_formula: syntax.Node, _frame: Frame) -> Value:
    raise OperationError("kinds")


class Evaluator:
    """Evaluates the expressions of one file and records the rows on which evaluation failed."""

    def __init__(self, text: str, table: ValueTable) -> None:
        self.text = text
        self.table = table
        self.globals = Globals({}, {})
        self.failures: list[PendingFailure] = []
        self.quote: Callable[[syntax.Node, Frame], Value] = _reject_quote  # set by the `Instantiator`

    # ------------------------------------------------------------------ failures

    def failure_handler(self, node_span: Span, operation: str, allowed_kinds: int, frame: Frame) -> FailureHandler:
        """Return a callback for `lift` that turns a failed operation into a diagnostic for its first row."""

        def record(rows: Array | None, error: OperationError, values: list[Value]) -> None:
            mask = rows if rows is not None and len(rows) == frame.count else None
            diagnostic = faults.diagnose_operation_failure(
                node_span, operation, error.reason, values, allowed_kinds
            )
            self.record_failure(diagnostic, mask, frame, node_span, faults.show_operation(operation, values))

        return record

    def record_failure(
        self, diagnostic: Diagnostic, mask: Array | None, frame: Frame, span: Span, expanded: str = ""
    ) -> None:
        """Record rows (None: all) on which something failed; the first is reported, as written and as expanded."""
        mask = np.ones(frame.count, dtype=np.bool_) if mask is None else mask
        binding = frame.binding(int(np.argmax(mask)), self.table)
        written = self.text[span.start : span.end]
        used = {name: value for name, value in binding.items() if name in written}
        self.failures.append(
            PendingFailure(mask, faults.with_binding(diagnostic, used or binding, written, expanded))
        )

    def raise_recorded_failures(self) -> None:
        """Raise the recorded failures, if any: they affect rows that really exist."""
        if self.failures:
            self.raise_pending(self.failures)

    def record_and_raise_failure(
        self, diagnostic: Diagnostic, mask: Array | None, frame: Frame, span: Span
    ) -> NoReturn:
        """Record a failure on rows that really exist and raise it."""
        self.record_failure(diagnostic, mask, frame, span)
        self.raise_pending(self.failures)

    def raise_pending(self, failures: Sequence[PendingFailure]) -> NoReturn:
        """Stop the expansion with these failures."""
        diagnostics = [failure.diagnostic for failure in failures]
        self.failures = []
        raise NotEvaluableError(diagnostics)

    # ------------------------------------------------------------------ dispatch

    def evaluate(self, node: syntax.Node, frame: Frame) -> Column:
        """Return the values of an expression in all rows of `frame`, which has at least one row."""
        match node:
            case syntax.Integer(value):
                return Column(INT, np.array([value], dtype=np.int64))
            case syntax.Variable():
                return evaluate_variable(self, node, frame)
            case syntax.Infix():
                return self._evaluate_infix(node, frame)
            case syntax.Parenthesised(inner):
                return self.evaluate(inner, frame)
            case syntax.Proposition():
                return self._evaluate_proposition(node, frame)
            case syntax.Float(text):
                return constant_column(float(text), self.table)
            case syntax.Boolean(value):
                return Column(BOOL, np.array([value]))
            case syntax.Signed(syntax.Sign.MINUS, syntax.Integer(value)):
                # Negate the literal itself: the opposite of the smallest integer is not an integer.
                return Column(INT, np.array([-value], dtype=np.int64))
            case syntax.Signed(sign, operand):
                return self._evaluate_signed(node, sign, operand, frame)
            case syntax.SetLiteral(elements):
                return self._evaluate_set(node, elements, frame)
            case syntax.Range():
                return self._evaluate_range(node, frame)
            case syntax.Call():
                return self._evaluate_call(node, frame)
            case syntax.If():
                return self._evaluate_if(node, frame)
            case syntax.Comprehension():
                return self._evaluate_comprehension(node, frame)
            case syntax.Quoted(formula):
                return self._evaluate_quoted(formula, frame)
            case _:
                raise AssertionError(f"not an expression: {node}")

    def evaluate_condition(self, node: syntax.Node, word: str, frame: Frame) -> Array:
        """Return the truth of a condition in each row; a row without one is recorded and counts as true."""
        column = self.evaluate(node, frame)
        if column.kind == BOOL:
            return column.full_data(frame.count)
        values = decode(column.kind, column.full_data(frame.count), self.table)
        wrong = np.array([not isinstance(value, bool) for value in values])
        kind = kind_of(values[int(np.argmax(wrong))])
        diagnostic = checks.condition_not_boolean(node.span, word, kind)
        self.record_failure(diagnostic, wrong, frame, node.span)
        return np.array([value is not False for value in values])

    # ------------------------------------------------------------------ names

    def _evaluate_proposition(self, node: syntax.Proposition, frame: Frame) -> Column:
        arguments = [self.evaluate(argument, frame) for argument in node.arguments]
        if not arguments:
            return constant_column(PropositionName(node.name), self.table)
        return lift(
            lambda *values: operations.make_proposition(node.name, list(values), faults.MAX_SET_SIZE),
            arguments,
            self.table,
            self.failure_handler(node.span, node.name, ANY_KIND, frame),
        )

    def _evaluate_quoted(self, formula: syntax.Node, frame: Frame) -> Column:
        names = column_names_for(variables_of(formula), frame.columns)
        columns = [frame.columns[name] for name in names if not frame.columns[name].is_constant]
        if not columns:
            return constant_column(
                self._quote_row(formula, frame, 0, np.ones(frame.count, dtype=np.bool_)), self.table
            )
        inverse, first = factorise([column.data for column in columns])
        values = [
            self._quote_row(formula, frame, row, inverse == index) for index, row in enumerate(first.tolist())
        ]
        return Column(FORMULA, column_of(values, self.table).data[inverse])

    def _quote_row(self, formula: syntax.Node, frame: Frame, row: int, same_rows: Array) -> Value:
        """Return a quoted formula's value in `row`; its failures apply to all `same_rows`."""
        outer_failures, self.failures = self.failures, []
        try:
            return self.quote(formula, frame.slice(row, row + 1))
        except NotEvaluableError as error:
            outer_failures = [
                *outer_failures,
                *[PendingFailure(same_rows, diagnostic) for diagnostic in error.diagnostics],
            ]
            return FormulaValue("", False)
        finally:
            self.failures = outer_failures

    # ------------------------------------------------------------------ operators

    def _evaluate_signed(self, node: syntax.Node, sign: syntax.Sign, operand: syntax.Node, frame: Frame) -> Column:
        column = self.evaluate(operand, frame)
        if sign is syntax.Sign.NOT:
            return Column(BOOL, ~self.require_truths(operand, column, "not", frame))
        if column.kind == INT and int(column.data.min()) > MIN_INTEGER:
            return Column(INT, -column.data)
        operation = with_kind_check(operations.negate, NUMBER)
        return lift(operation, [column], self.table, self.failure_handler(node.span, "-", NUMBER, frame))

    def require_truths(self, node: syntax.Node, column: Column, operation: str, frame: Frame) -> Array:
        """Return the data of a column that must hold truth values."""
        if column.kind == BOOL:
            return column.data
        lifted = lift(
            with_kind_check(lambda value: value, BOOL, stand_in=True),
            [column],
            self.table,
            self.failure_handler(node.span, operation, BOOL, frame),
        )
        return lifted.data

    def _evaluate_infix(self, node: syntax.Infix, frame: Frame) -> Column:
        operator, operands = node.operator, node.operands
        columns = [self.evaluate(operand, frame) for operand in operands]
        if operator in syntax.CONNECTIVES:
            pairs = zip(operands, columns, strict=True)
            return connect_truths(
                operator, [self.require_truths(operand, column, operator.value, frame) for operand, column in pairs]
            )
        return self._apply_operator(node, operator, columns, frame)

    def _apply_operator(
        self, node: syntax.Node, operator: syntax.Operator, columns: list[Column], frame: Frame
    ) -> Column:
        on_failure = self.failure_handler(node.span, operator.value, operations.operand_kinds(operator), frame)
        return reduce(lambda left, right: apply_operator(operator, left, right, self.table, on_failure), columns)

    def _evaluate_call(self, node: syntax.Call, frame: Frame) -> Column:
        columns = [self.evaluate(argument, frame) for argument in node.arguments]
        if len(columns) == 2:
            return self._apply_operator(node, syntax.Operator(node.function), columns, frame)
        column = columns[0]
        if node.function == "abs" and column.kind == INT and int(column.data.min()) > MIN_INTEGER:
            return Column(INT, np.abs(column.data))
        allowed_kinds = operations.ARGUMENT_KINDS[node.function]
        operation = with_kind_check(
            lambda value: operations.call_function(node.function, value, faults.MAX_SET_SIZE), allowed_kinds
        )
        return lift(
            operation,
            columns,
            self.table,
            self.failure_handler(node.span, node.function + "()", allowed_kinds, frame),
        )

    # ------------------------------------------------------------------ sets

    def _evaluate_set(self, node: syntax.Node, elements: tuple[syntax.Node, ...], frame: Frame) -> Column:
        columns = [self.evaluate(element, frame) for element in elements]
        if not columns:
            return constant_column(SetValue(()), self.table)
        on_failure = self.failure_handler(node.span, "[]", ANY_KIND, frame)
        return lift(lambda *values: operations.make_checked_set(values), columns, self.table, on_failure)

    def _evaluate_range(self, node: syntax.Range, frame: Frame) -> Column:
        columns = [self.evaluate(node.first, frame), self.evaluate(node.last, frame)]

        def interval(first: Value, last: Value) -> Value:
            if not kind_of(first) & kind_of(last) & NUMBER:
                raise OperationError("kinds", SetValue(()))
            return operations.interval(first, last, faults.MAX_SET_SIZE)

        return lift(interval, columns, self.table, self.failure_handler(node.span, "..", NUMBER, frame))

    def _evaluate_comprehension(self, node: syntax.Comprehension, frame: Frame) -> Column:
        inner, owners = join_generator(self, node.generator, frame)
        if not inner.count:
            return constant_column(SetValue(()), self.table)
        failure_count = len(self.failures)
        column = self.evaluate(node.element, inner)
        self.failures[failure_count:] = map_failures_to_owners(self.failures[failure_count:], owners, frame.count)
        values = decode(column.kind, column.full_data(inner.count), self.table)
        members: list[list[Value]] = [[] for _ in range(frame.count)]
        for owner, value in zip(owners.tolist(), values, strict=True):
            members[owner].append(value)
        sets: list[Value] = []
        for row, part in enumerate(members):
            try:
                sets.append(operations.make_checked_set(part))
            except OperationError as error:
                diagnostic = faults.diagnose_operation_failure(node.span, "[]", error.reason, part, ANY_KIND)
                self.record_failure(diagnostic, np.arange(frame.count) == row, frame, node.span)
                sets.append(error.placeholder)
        return column_of(sets, self.table)

    def evaluate_elements(self, node: syntax.Node, frame: Frame) -> tuple[Column, Array]:
        """Return the elements of a set for all rows, concatenated, and the number of elements per row."""
        while isinstance(node, syntax.Parenthesised):
            node = node.inner
        if isinstance(node, syntax.Range):
            first, last = self.evaluate(node.first, frame), self.evaluate(node.last, frame)
            if first.kind == INT and last.kind == INT:
                return self._integer_range_elements(
                    node, first.full_data(frame.count), last.full_data(frame.count), frame
                )
        column = self.evaluate(node, frame)
        return self._set_elements(node, column, frame)

    def _integer_range_elements(
        self, node: syntax.Range, first: Array, last: Array, frame: Frame
    ) -> tuple[Column, Array]:
        # Python integers, since the difference of two int64 may overflow.
        widest = int(last.max()) - int(first.min()) + 1
        if widest > faults.MAX_SET_SIZE:
            counts = np.array(
                [max(0, b - a + 1) for a, b in zip(first.tolist(), last.tolist(), strict=True)], dtype=object
            )
            wide = np.array([count > faults.MAX_SET_SIZE for count in counts], dtype=np.bool_)
            if wide.any():
                diagnostic = faults.diagnose_operation_failure(node.span, "..", "size", [], NUMBER)
                self.record_failure(diagnostic, wide, frame, node.span)
                last = np.where(wide, first - 1, last)
        counts = np.maximum(last - first + 1, 0)
        return Column(INT, concatenate_ranges(counts, first)), counts

    def _set_elements(self, node: syntax.Node, column: Column, frame: Frame) -> tuple[Column, Array]:
        distinct, inverse = np.unique(column.data, return_inverse=True)
        parts: list[tuple[Column, int]] = []
        sizes = []
        for index, value in enumerate(decode(column.kind, distinct, self.table)):
            code = int(distinct[index])
            if not isinstance(value, SetValue):
                diagnostic = checks.not_a_set(node.span, kind_of(value), "help")
                self.record_failure(diagnostic, np.broadcast_to(inverse == index, (frame.count,)), frame, node.span)
                value, code = SetValue(()), -1
            parts.append((self.table.column_of_set_elements(value.elements, code), len(value.elements)))
            sizes.append(len(value.elements))
        lengths = np.array(sizes, dtype=np.int64)
        if column.is_constant:
            counts = np.full(frame.count, lengths[0])
            kind, data = parts[0][0].kind, parts[0][0].data
            return Column(kind, np.tile(data, frame.count)), counts
        concatenated = concatenate_columns(parts, self.table)
        starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
        counts = lengths[inverse]
        return Column(concatenated.kind, concatenated.data[concatenate_ranges(counts, starts[inverse])]), counts

    def join_generator(self, generator: syntax.Generator, frame: Frame) -> tuple[Frame, Array]:
        """Join the variables of a generator to a frame; also return the original row of each new row."""
        result = join_generator(self, generator, frame)
        self.raise_recorded_failures()
        return result

    # ------------------------------------------------------------------ branches

    def _evaluate_if(self, node: syntax.If, frame: Frame) -> Column:
        holds = self.evaluate_condition(node.condition, "if", frame)
        return self.evaluate_branches(
            [
                (holds, lambda part: self.evaluate(node.then, part)),
                (~holds, lambda part: self.evaluate(node.otherwise, part)),
            ],
            frame,
        )

    def evaluate_branches(self, branches: list[tuple[Array, Callable[[Frame], Column]]], frame: Frame) -> Column:
        """Merge branches into one column: each mask (over all rows, or of length 1) selects a branch's rows."""
        parts: list[tuple[Column, Array]] = []
        for chosen, evaluate in branches:
            rows = np.broadcast_to(chosen, (frame.count,))
            count = int(np.count_nonzero(rows))
            if count == frame.count:
                return evaluate(frame)
            if count:
                failure_count = len(self.failures)
                column = evaluate(frame.take(rows))
                self._map_failures_to_frame(failure_count, rows)
                parts.append((column, np.flatnonzero(rows)))
        combined = narrow_kind(
            concatenate_columns([(column, len(places)) for column, places in parts], self.table), self.table
        )
        places = np.concatenate([places for _, places in parts])
        data = np.empty(frame.count, dtype=combined.data.dtype)
        data[places] = combined.data
        return Column(combined.kind, data)

    def _map_failures_to_frame(self, first: int, rows: Array) -> None:
        """Map failures recorded since `first` on the selected `rows` back to the whole frame."""
        for index in range(first, len(self.failures)):
            mask = np.zeros(len(rows), dtype=np.bool_)
            mask[np.flatnonzero(rows)[self.failures[index].rows]] = True
            self.failures[index] = PendingFailure(mask, self.failures[index].diagnostic)


# ---------------------------------------------------------------------- operators on columns
# They run on arrays if values are integers, truth values or codes, otherwise value by value.


def connect_truths(operator: syntax.Operator, truths: Sequence[Array]) -> Column:
    """Connect columns of truth values."""
    return Column(BOOL, operations.fold_operands(operator, truths, _CONNECTIVES[operator]))


_CONNECTIVES: dict[syntax.Operator, Callable[[Array, Array], Array]] = {
    syntax.Operator.AND: np.logical_and,
    syntax.Operator.OR: np.logical_or,
    syntax.Operator.XOR: np.not_equal,
    syntax.Operator.IMPLIES: lambda left, right: ~left | right,
    syntax.Operator.IFF: np.equal,
}


def apply_operator(
    operator: syntax.Operator, left: Column, right: Column, table: ValueTable, on_failure: FailureHandler
) -> Column:
    """Apply a binary operator other than a connective to two columns."""
    if left.kind == INT and right.kind == INT:
        result = _apply_to_integers(operator, left.data, right.data)
        if result is not None:
            return result
    elif (
        operator in operations.EQUALITY_OPERATORS
        and left.kind == right.kind
        and table.has_equality_by_code(left.kind)
    ):
        same = left.data == right.data
        return Column(BOOL, same if operator is syntax.Operator.EQUAL else ~same)
    return lift(partial(operations.apply_operator, operator), [left, right], table, on_failure)


def _apply_to_integers(operator: syntax.Operator, left: Array, right: Array) -> Column | None:
    """Apply an operator to integers, or return None if it could fail or overflow."""
    if operator in syntax.COMPARISONS:
        return Column(BOOL, operations.COMPARE[operator](left, right))
    if operator not in syntax.ARITHMETIC:
        return None
    a, b = (int(left.min()), int(left.max())), (int(right.min()), int(right.max()))
    if operator in (syntax.Operator.DIVIDE, syntax.Operator.MOD):
        if b[0] <= 0 <= b[1] or MIN_INTEGER in (a[0], b[0]):
            return None
        quotient = np.abs(left) // np.abs(right) * (np.sign(left) * np.sign(right))
        return Column(INT, quotient if operator is syntax.Operator.DIVIDE else left - right * quotient)
    bounds = {
        syntax.Operator.PLUS: (a[0] + b[0], a[1] + b[1]),
        syntax.Operator.MINUS: (a[0] - b[1], a[1] - b[0]),
        syntax.Operator.TIMES: (min(x * y for x in a for y in b), max(x * y for x in a for y in b)),
    }[operator]
    if bounds[0] < MIN_INTEGER or bounds[1] > MAX_INTEGER:
        return None
    return Column(INT, operations.CALCULATE[operator](left, right))


def with_kind_check(
    operation: Callable[..., Value], allowed_kinds: int, stand_in: Value = 0
) -> Callable[..., Value]:
    """Wrap an operation so that it rejects values of other kinds."""

    def check_and_apply(*values: Value) -> Value:
        if not all(kind_of(value) & allowed_kinds for value in values):
            raise OperationError("kinds", stand_in)
        return operation(*values)

    return check_and_apply
