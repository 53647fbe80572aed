"""Expressions evaluated in columns: for all rows of a frame at once.

Integers and truth values run on arrays. Everything else is lifted: the scalar operation of
`language.operations` is done once for each distinct combination of its arguments. Where an operation has no
result, the rows are remembered and a value stands in; who asked decides what becomes of those rows.
"""

from collections.abc import Callable, Sequence
from functools import reduce
from typing import NoReturn

import numpy as np

from bigand.ground import faults
from bigand.ground.arithmetic import connected, kinds_checked, paired
from bigand.ground.columns import (
    Array,
    Column,
    Failing,
    ValueTable,
    column_of,
    concatenate,
    constant,
    decode,
    factorise,
    lift,
    pure,
    ramps,
)
from bigand.ground.frames import Frame, Pending
from bigand.ground.join import by_owners, join_all
from bigand.ground.quote import columns_for, variables_of
from bigand.ground.variables import Globals, column_of_variable
from bigand.language import faults as checks
from bigand.language import operations, syntax
from bigand.language.operations import SMALLEST, OperationError
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
from bigand.source.error import InvalidSourceError
from bigand.source.span import Span


class NotEvaluableError(InvalidSourceError):
    """Something about a file that stops its expansion."""


def _no_quotes(_formula: syntax.Node, _frame: Frame) -> Value:
    raise OperationError("kinds")


class Evaluator:
    """Evaluates expressions of one file; remembers the rows on which that failed."""

    def __init__(self, text: str, table: ValueTable) -> None:
        self.text = text
        self.table = table
        self.globals = Globals({}, {})
        self.failures: list[Pending] = []
        self.quote: Callable[[syntax.Node, Frame], Value] = _no_quotes  # the grounder gives its own

    # ------------------------------------------------------------------ failures

    def fail(self, node_span: Span, what: str, wanted: int, frame: Frame) -> Failing:
        """What `lift` tells when an operation has no result: it becomes a diagnostic for its first row."""

        def tell(rows: Array | None, error: OperationError, values: list[Value]) -> None:
            mask = rows if rows is not None and len(rows) == frame.count else None
            diagnostic = faults.failed(node_span, what, error.reason, values, wanted)
            self.remember(diagnostic, mask, frame, node_span, faults.expanded(what, values))

        return tell

    def remember(
        self, diagnostic: Diagnostic, mask: Array | None, frame: Frame, span: Span, expanded: str = ""
    ) -> None:
        """Note rows (None: all) on which something failed: the first is reported, as written and as expanded."""
        mask = np.ones(frame.count, dtype=np.bool_) if mask is None else mask
        binding = frame.binding(int(np.argmax(mask)), self.table)
        written = self.text[span.start : span.end]
        used = {name: value for name, value in binding.items() if name in written}
        self.failures.append(Pending(mask, faults.for_binding(diagnostic, used or binding, written, expanded)))

    def raise_failures(self) -> None:
        """Failures on rows that are really there are errors of the file."""
        if self.failures:
            self.refuse(self.failures)

    def stop(self, diagnostic: Diagnostic, mask: Array | None, frame: Frame, span: Span) -> NoReturn:
        """A failure on rows that are really there."""
        self.remember(diagnostic, mask, frame, span)
        self.refuse(self.failures)

    def refuse(self, failures: Sequence[Pending]) -> NoReturn:
        """Failures that stop the expansion of the file."""
        diagnostics = [failure.diagnostic for failure in failures]
        self.failures = []
        raise NotEvaluableError(diagnostics)

    # ------------------------------------------------------------------ dispatch

    def expression(self, node: syntax.Node, frame: Frame) -> Column:
        """The values of an expression in the rows of a frame, which has at least one."""
        match node:
            case syntax.Integer(value):
                return Column(INT, np.array([value], dtype=np.int64))
            case syntax.Variable():
                return column_of_variable(self, node, frame)
            case syntax.Infix():
                return self._infix(node, frame)
            case syntax.Parenthesised(inner):
                return self.expression(inner, frame)
            case syntax.Proposition():
                return self._proposition(node, frame)
            case syntax.Float(text):
                return constant(float(text), self.table)
            case syntax.Boolean(value):
                return Column(BOOL, np.array([value]))
            case syntax.Signed(
                syntax.Sign.MINUS, syntax.Integer(value)
            ):  # the least integer has no opposite to begin with
                return Column(INT, np.array([-value], dtype=np.int64))
            case syntax.Signed(sign, operand):
                return self._signed(node, sign, operand, frame)
            case syntax.SetLiteral(elements):
                return self._set(node, elements, frame)
            case syntax.Range():
                return self._range(node, frame)
            case syntax.Call():
                return self._call(node, frame)
            case syntax.If():
                return self._if(node, frame)
            case syntax.Comprehension():
                return self._comprehension(node, frame)
            case syntax.Quoted(formula):
                return self._quoted(formula, frame)
            case _:
                raise AssertionError(f"not an expression: {node}")

    def condition(self, node: syntax.Node, word: str, frame: Frame) -> Array:
        """The truth of a condition in each row; where it has none, the row is remembered and taken as true."""
        column = self.expression(node, frame)
        if column.kind == BOOL:
            return column.full(frame.count)
        values = decode(column.kind, column.full(frame.count), self.table)
        wrong = np.array([not isinstance(value, bool) for value in values])
        kind = kind_of(values[int(np.argmax(wrong))])
        diagnostic = checks.condition_not_boolean(node.span, word, kind)
        self.remember(diagnostic, wrong, frame, node.span)
        return np.array([value is not False for value in values])

    # ------------------------------------------------------------------ names

    def _proposition(self, node: syntax.Proposition, frame: Frame) -> Column:
        arguments = [self.expression(argument, frame) for argument in node.arguments]
        if not arguments:
            return constant(PropositionName(node.name), self.table)
        return lift(
            lambda *values: operations.make_proposition(node.name, list(values), faults.LARGEST_SET),
            arguments,
            self.table,
            self.fail(node.span, node.name, ANY_KIND, frame),
        )

    def _quoted(self, formula: syntax.Node, frame: Frame) -> Column:
        names = columns_for(variables_of(formula), frame.columns)
        columns = [frame.columns[name] for name in names if not frame.columns[name].is_constant]
        if not columns:
            return constant(self._quote(formula, frame, 0, np.ones(frame.count, dtype=np.bool_)), self.table)
        inverse, first = factorise([column.data for column in columns])
        values = [self._quote(formula, frame, row, inverse == index) for index, row in enumerate(first.tolist())]
        return Column(FORMULA, column_of(values, self.table).data[inverse])

    def _quote(self, formula: syntax.Node, frame: Frame, row: int, same: Array) -> Value:
        """The value of a quoted formula in a row; what is wrong in it is so in all rows that are the same to it."""
        around, self.failures = self.failures, []
        try:
            return self.quote(formula, frame.slice(row, row + 1))
        except NotEvaluableError as error:
            around = [*around, *[Pending(same, diagnostic) for diagnostic in error.diagnostics]]
            return FormulaValue("", False)
        finally:
            self.failures = around

    # ------------------------------------------------------------------ operators

    def _signed(self, node: syntax.Node, sign: syntax.Sign, operand: syntax.Node, frame: Frame) -> Column:
        column = self.expression(operand, frame)
        if sign is syntax.Sign.NOT:
            return Column(BOOL, ~self.truth(operand, column, "not", frame))
        if column.kind == INT and int(column.data.min()) > SMALLEST:
            return Column(INT, -column.data)
        check = kinds_checked(operations.negate, NUMBER)
        return lift(check, [column], self.table, self.fail(node.span, "-", NUMBER, frame))

    def truth(self, node: syntax.Node, column: Column, what: str, frame: Frame) -> Array:
        """A column that must be of truth values."""
        if column.kind == BOOL:
            return column.data
        lifted = lift(
            kinds_checked(lambda value: value, BOOL, stand_in=True),
            [column],
            self.table,
            self.fail(node.span, what, BOOL, frame),
        )
        return lifted.data

    def _infix(self, node: syntax.Infix, frame: Frame) -> Column:
        operator, operands = node.operator, node.operands
        columns = [self.expression(operand, frame) for operand in operands]
        if operator in syntax.CONNECTIVES:
            pairs = zip(operands, columns, strict=True)
            return connected(
                operator, [self.truth(operand, column, operator.value, frame) for operand, column in pairs]
            )
        return self._paired(node, operator, columns, frame)

    def _paired(self, node: syntax.Node, operator: syntax.Operator, columns: list[Column], frame: Frame) -> Column:
        fail = self.fail(node.span, operator.value, operations.operand_kinds(operator), frame)
        return reduce(lambda left, right: paired(operator, left, right, self.table, fail), columns)

    def _call(self, node: syntax.Call, frame: Frame) -> Column:
        columns = [self.expression(argument, frame) for argument in node.arguments]
        if len(columns) == 2:
            return self._paired(node, syntax.Operator(node.function), columns, frame)
        column = columns[0]
        if node.function == "abs" and column.kind == INT and int(column.data.min()) > SMALLEST:
            return Column(INT, np.abs(column.data))
        wanted = operations.ARGUMENT_KINDS[node.function]
        scalar = kinds_checked(
            lambda value: operations.call_function(node.function, value, faults.LARGEST_SET), wanted
        )
        return lift(scalar, columns, self.table, self.fail(node.span, node.function + "()", wanted, frame))

    # ------------------------------------------------------------------ sets

    def _set(self, node: syntax.Node, elements: tuple[syntax.Node, ...], frame: Frame) -> Column:
        columns = [self.expression(element, frame) for element in elements]
        if not columns:
            return constant(SetValue(()), self.table)
        fail = self.fail(node.span, "[]", ANY_KIND, frame)
        return lift(lambda *values: operations.make_set(values), columns, self.table, fail)

    def _range(self, node: syntax.Range, frame: Frame) -> Column:
        columns = [self.expression(node.first, frame), self.expression(node.last, frame)]

        def interval(first: Value, last: Value) -> Value:
            if not kind_of(first) & kind_of(last) & NUMBER:
                raise OperationError("kinds", SetValue(()))
            return operations.interval(first, last, faults.LARGEST_SET)

        return lift(interval, columns, self.table, self.fail(node.span, "..", NUMBER, frame))

    def _comprehension(self, node: syntax.Comprehension, frame: Frame) -> Column:
        inner, owners = join_all(self, node.generator, frame)
        if not inner.count:
            return constant(SetValue(()), self.table)
        before = len(self.failures)
        column = self.expression(node.element, inner)
        self.failures[before:] = by_owners(self.failures[before:], owners, frame.count)
        values = decode(column.kind, column.full(inner.count), self.table)
        members: list[list[Value]] = [[] for _ in range(frame.count)]
        for owner, value in zip(owners.tolist(), values, strict=True):
            members[owner].append(value)
        sets: list[Value] = []
        for row, part in enumerate(members):
            try:
                sets.append(operations.make_set(part))
            except OperationError as error:
                diagnostic = faults.failed(node.span, "[]", error.reason, part, ANY_KIND)
                self.remember(diagnostic, np.arange(frame.count) == row, frame, node.span)
                sets.append(error.placeholder)
        return column_of(sets, self.table)

    def elements(self, node: syntax.Node, frame: Frame) -> tuple[Column, Array]:
        """The elements of a set for each row, one row's after another's, and how many each row has."""
        while isinstance(node, syntax.Parenthesised):
            node = node.inner
        if isinstance(node, syntax.Range):
            first, last = self.expression(node.first, frame), self.expression(node.last, frame)
            if first.kind == INT and last.kind == INT:
                return self._integer_range(node, first.full(frame.count), last.full(frame.count), frame)
        column = self.expression(node, frame)
        return self._members(node, column, frame)

    def _integer_range(self, node: syntax.Range, first: Array, last: Array, frame: Frame) -> tuple[Column, Array]:
        # Python integers, since the difference of two may not fit.
        widest = int(last.max()) - int(first.min()) + 1
        if widest > faults.LARGEST_SET:
            counts = np.array(
                [max(0, b - a + 1) for a, b in zip(first.tolist(), last.tolist(), strict=True)], dtype=object
            )
            wide = np.array([count > faults.LARGEST_SET for count in counts], dtype=np.bool_)
            if wide.any():
                diagnostic = faults.failed(node.span, "..", "size", [], NUMBER)
                self.remember(diagnostic, wide, frame, node.span)
                last = np.where(wide, first - 1, last)
        counts = np.maximum(last - first + 1, 0)
        return Column(INT, ramps(counts, first)), counts

    def _members(self, node: syntax.Node, column: Column, frame: Frame) -> tuple[Column, Array]:
        distinct, inverse = np.unique(column.data, return_inverse=True)
        parts: list[tuple[Column, int]] = []
        sizes = []
        for index, value in enumerate(decode(column.kind, distinct, self.table)):
            code = int(distinct[index])
            if not isinstance(value, SetValue):
                diagnostic = checks.not_a_set(node.span, kind_of(value), "help")
                self.remember(diagnostic, np.broadcast_to(inverse == index, (frame.count,)), frame, node.span)
                value, code = SetValue(()), -1
            parts.append((self.table.members(value.elements, code), len(value.elements)))
            sizes.append(len(value.elements))
        lengths = np.array(sizes, dtype=np.int64)
        if column.is_constant:
            counts = np.full(frame.count, lengths[0])
            kind, data = parts[0][0].kind, parts[0][0].data
            return Column(kind, np.tile(data, frame.count)), counts
        joined = concatenate(parts, self.table)
        starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
        counts = lengths[inverse]
        return Column(joined.kind, joined.data[ramps(counts, starts[inverse])]), counts

    def generate(self, generator: syntax.Generator, frame: Frame) -> tuple[Frame, Array]:
        """The frame with the variables of a generator joined on, and for each row the row that it came from."""
        joined = join_all(self, generator, frame)
        self.raise_failures()
        return joined

    # ------------------------------------------------------------------ branches

    def _if(self, node: syntax.If, frame: Frame) -> Column:
        holds = self.condition(node.condition, "if", frame)
        return self.by_rows(
            [
                (holds, lambda part: self.expression(node.then, part)),
                (~holds, lambda part: self.expression(node.otherwise, part)),
            ],
            frame,
        )

    def by_rows(self, branches: list[tuple[Array, Callable[[Frame], Column]]], frame: Frame) -> Column:
        """A column put together from pieces: for these rows (or, of one entry, for all) this one."""
        parts: list[tuple[Column, Array]] = []
        for chosen, evaluate in branches:
            rows = np.broadcast_to(chosen, (frame.count,))
            count = int(np.count_nonzero(rows))
            if count == frame.count:
                return evaluate(frame)
            if count:
                before = len(self.failures)
                column = evaluate(frame.take(rows))
                self._widen_failures(before, rows)
                parts.append((column, np.flatnonzero(rows)))
        joined = pure(concatenate([(column, len(places)) for column, places in parts], self.table), self.table)
        places = np.concatenate([places for _, places in parts])
        data = np.empty(frame.count, dtype=joined.data.dtype)
        data[places] = joined.data
        return Column(joined.kind, data)

    def _widen_failures(self, before: int, rows: Array) -> None:
        """Failures on some rows of a frame, as failures on the frame."""
        for index in range(before, len(self.failures)):
            mask = np.zeros(len(rows), dtype=np.bool_)
            mask[np.flatnonzero(rows)[self.failures[index].rows]] = True
            self.failures[index] = Pending(mask, self.failures[index].diagnostic)
