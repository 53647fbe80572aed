"""Expressions evaluated in columns: for all rows of a frame at once.

Integers and truth values run on arrays. Everything else is lifted: the scalar operation of
`language.operations` is done once for each distinct combination of its arguments. Where an operation has no
result, the rows are remembered and a value stands in; who asked decides what becomes of those rows.
"""

from collections.abc import Callable, Sequence
from typing import NoReturn

import numpy as np
from msgspec import Struct, field

from bigand.ground import faults
from bigand.ground.columns import (
    Array,
    Column,
    ValueTable,
    column_of,
    concatenate,
    constant,
    decode,
    factorise,
    lift,
    part_of,
    pure,
    ramps,
)
from bigand.ground.frames import Frame, Pending
from bigand.ground.join import by_owners, join_all
from bigand.ground.quote import columns_for, variables_of
from bigand.ground.tables import Table, table_column
from bigand.language import faults as checks
from bigand.language import operations, syntax
from bigand.language.operations import LARGEST, SMALLEST, OperationError
from bigand.language.values import (
    ANY_KIND,
    BOOL,
    EQUATABLE,
    FLOAT,
    FORMULA,
    INT,
    NUMBER,
    PROPOSITION,
    SET,
    TUPLE,
    FormulaValue,
    Name,
    SetOf,
    TupleOf,
    Value,
    kind_of,
    set_of,
)
from bigand.source.diagnostic import Diagnostic, Severity
from bigand.source.error import RefusedError
from bigand.source.span import Span

_EQUALITY = (syntax.Operator.EQUAL, syntax.Operator.DIFFERENT)
_WANTED = {
    "abs": NUMBER, "int": NUMBER, "float": NUMBER, "sqrt": FLOAT,
    "card": SET, "empty": SET, "powerset": SET,
}  # fmt: skip


class NotEvaluableError(RefusedError):
    """Something about a file that stops its expansion."""


class Globals(Struct):
    """The values of global variables, and of indexed ones by their printed keys."""

    values: dict[str, Value]
    families: dict[str, dict[str, Value]]
    tables: dict[str, Table] = field(default_factory=dict)


def _no_quotes(_formula: syntax.Node, _frame: Frame) -> Value:
    raise OperationError("kinds")


class Evaluator:
    """Evaluates expressions of one file; remembers the rows on which that failed."""

    def __init__(self, text: str, table: ValueTable) -> None:
        self.text = text
        self.table = table
        self.globals = Globals({}, {})
        self.failures: list[Pending] = []
        self._constants: dict[str, tuple[Value, Column]] = {}  # globals, as columns
        self.quote: Callable[[syntax.Node, Frame], Value] = _no_quotes  # the grounder gives its own

    # ------------------------------------------------------------------ failures

    def fail(
        self, node_span: Span, what: str, wanted: int, frame: Frame
    ) -> Callable[[Array | None, OperationError, list[Value]], None]:
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
                return self.variable(node, frame)
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
        diagnostic = checks.condition_not_boolean(node.span, word, kind, Severity.ERROR)
        self.remember(diagnostic, wrong, frame, node.span)
        return np.array([value is not False for value in values])

    # ------------------------------------------------------------------ names

    def variable(self, node: syntax.Variable, frame: Frame) -> Column:
        table = self.globals.tables.get(node.name)
        if table is not None and node.name not in frame.columns and len(node.arguments) == len(table.origin):
            return self._look_up(node, table, frame)
        if not node.arguments:
            column = frame.columns.get(node.name)
            if column is not None:
                return column
            return self._global(node.name) or self._unknown(node, frame)
        keys, which = self.keys(node, frame)
        if not any([key in frame.columns for key in keys]):
            return self._indexed(node, frame)

        def local(key: str) -> Callable[[Frame], Column]:
            return lambda part: part.columns[key] if key in part.columns else self._indexed(node, part)

        return self._by_rows([(which == index, local(key)) for index, key in enumerate(keys)], frame)

    def _global(self, name: str) -> Column | None:
        """The value of a global variable, which may be large, as a column made once."""
        value = self.globals.values.get(name)
        known = self._constants.get(name)
        if value is None or (known is not None and known[0] is value):
            return None if known is None or value is None else known[1]
        column = constant(value, self.table)
        self._constants[name] = (value, column)
        return column

    def _indexed(self, node: syntax.Variable, frame: Frame) -> Column:
        """An indexed variable not bound with these very indices: a global one, a name with arguments, or a part."""
        arguments = [self.expression(argument, frame) for argument in node.arguments]
        family = self.globals.families.get(node.name, {})
        local = frame.columns.get(node.name)
        whole = self.globals.values.get(node.name)
        if local is None and isinstance(whole, TupleOf):  # a name with arguments must be a local one
            local = constant(whole, self.table)
        if local is not None and local.kind == TUPLE and not family and len(arguments) == 1:
            part = part_of(local, arguments[0], self.table)
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
            return operations.with_indices(values[0], tuple(indices))

        return lift(look_up, parts, self.table, self.fail(node.span, node.name, PROPOSITION, frame))

    def _look_up(self, node: syntax.Variable, table: Table, frame: Frame) -> Column:
        """The entries of a table, for rows whose indices are integers that it has."""
        columns = [self.expression(argument, frame) for argument in node.arguments]
        entries, bad = np.zeros(1, dtype=np.int64), np.ones(1, dtype=np.bool_)
        if all(column.kind == INT for column in columns):
            entries, bad = table.find([column.data for column in columns])
        if bad.any():
            mask = np.broadcast_to(bad, (frame.count,))
            row = int(np.argmax(mask))
            values = [
                decode(column.kind, column.full(frame.count)[row : row + 1], self.table)[0] for column in columns
            ]
            diagnostic = faults.failed(node.span, node.name, "index", values, PROPOSITION)
            self.remember(diagnostic, mask, frame, node.span, faults.expanded(node.name, values))
        return table_column(table, entries, self.table)

    def keys(self, node: syntax.Variable, frame: Frame) -> tuple[list[str], Array]:
        """The printed keys of an indexed variable, and for each row (or for all) which of them it has."""
        columns = [self.expression(argument, frame) for argument in node.arguments]
        count = max([len(column.data) for column in columns])
        which, first = factorise([column.full(count) for column in columns])
        rows = zip(*[decode(column.kind, column.full(count)[first], self.table) for column in columns], strict=True)
        return [operations.atom_name(node.name, row) for row in rows], which

    def _unknown(self, node: syntax.Variable, frame: Frame) -> Column:
        diagnostic = checks.unknown_variable(node.span, node.name, "", None, "", 0, Severity.ERROR)
        self.remember(diagnostic, None, frame, node.span)
        return Column(INT, np.zeros(1, dtype=np.int64))

    def _proposition(self, node: syntax.Proposition, frame: Frame) -> Column:
        arguments = [self.expression(argument, frame) for argument in node.arguments]
        if not arguments:
            return constant(Name(node.name), self.table)
        return lift(
            lambda *values: operations.proposition(node.name, list(values), faults.LARGEST_SET),
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
        check = _kinds_checked(operations.negative, NUMBER)
        return lift(check, [column], self.table, self.fail(node.span, "-", NUMBER, frame))

    def truth(self, node: syntax.Node, column: Column, what: str, frame: Frame) -> Array:
        """A column that must be of truth values."""
        if column.kind == BOOL:
            return column.data
        lifted = lift(
            _kinds_checked(lambda value: value, BOOL, stand_in=True),
            [column],
            self.table,
            self.fail(node.span, what, BOOL, frame),
        )
        return lifted.data

    def _infix(self, node: syntax.Infix, frame: Frame) -> Column:
        operator, operands = node.operator, node.operands
        columns = [self.expression(operand, frame) for operand in operands]
        if operator in syntax.CONNECTIVES:
            return self._connect(node, columns, frame)
        result = columns[0]
        for right in columns[1:]:
            result = self._pair(node, operator, result, right, frame)
        return result

    def _connect(self, node: syntax.Infix, columns: list[Column], frame: Frame) -> Column:
        operator = node.operator
        truths = [
            self.truth(operand, column, operator.value, frame)
            for operand, column in zip(node.operands, columns, strict=True)
        ]
        if operator in (syntax.Operator.IMPLIES, syntax.Operator.IFF):
            result = truths[-1]
            for truth in reversed(truths[:-1]):
                result = ~truth | result if operator is syntax.Operator.IMPLIES else truth == result
            return Column(BOOL, result)
        result = truths[0]
        for truth in truths[1:]:
            result = {
                syntax.Operator.AND: np.logical_and,
                syntax.Operator.OR: np.logical_or,
                syntax.Operator.XOR: np.logical_xor,
            }[operator](result, truth)
        return Column(BOOL, result)

    def _pair(
        self, node: syntax.Infix, operator: syntax.Operator, left: Column, right: Column, frame: Frame
    ) -> Column:
        if left.kind == INT and right.kind == INT:
            fast = _integers(operator, left.data, right.data)
            if fast is not None:
                return fast
        elif operator in _EQUALITY and left.kind == right.kind and self.table.has_one_code(left.kind):
            same = left.data == right.data
            return Column(BOOL, same if operator is syntax.Operator.EQUAL else ~same)
        wanted, scalar = _scalar(operator)
        fail = self.fail(node.span, operator.value, wanted, frame)
        return lift(scalar, [left, right], self.table, fail)

    def _call(self, node: syntax.Call, frame: Frame) -> Column:
        columns = [self.expression(argument, frame) for argument in node.arguments]
        if len(columns) == 2:
            prefix = syntax.Infix(syntax.Operator(node.function), node.arguments, span=node.span)
            return self._pair(prefix, prefix.operator, columns[0], columns[1], frame)
        column = columns[0]
        if node.function == "abs" and column.kind == INT and int(column.data.min()) > SMALLEST:
            return Column(INT, np.abs(column.data))
        wanted = _WANTED[node.function]
        scalar = _kinds_checked(lambda value: operations.call(node.function, value, faults.LARGEST_SET), wanted)
        return lift(scalar, columns, self.table, self.fail(node.span, node.function + "()", wanted, frame))

    # ------------------------------------------------------------------ sets

    def _set(self, node: syntax.Node, elements: tuple[syntax.Node, ...], frame: Frame) -> Column:
        columns = [self.expression(element, frame) for element in elements]
        if not columns:
            return constant(SetOf(()), self.table)

        def make(*values: Value) -> Value:
            kinds = {kind_of(value) for value in values}
            if len(kinds) > 1 or BOOL in kinds:
                raise OperationError("mixed", SetOf(()))
            return set_of(values)

        return lift(make, columns, self.table, self.fail(node.span, "[]", ANY_KIND, frame))

    def _range(self, node: syntax.Range, frame: Frame) -> Column:
        columns = [self.expression(node.first, frame), self.expression(node.last, frame)]
        scalar = _same_numbers(lambda a, b: operations.interval(a, b, faults.LARGEST_SET), SetOf(()))
        return lift(scalar, columns, self.table, self.fail(node.span, "..", NUMBER, frame))

    def _comprehension(self, node: syntax.Comprehension, frame: Frame) -> Column:
        inner, owners = join_all(self, node.generator, frame)
        if not inner.count:
            return constant(SetOf(()), self.table)
        before = len(self.failures)
        column = self.expression(node.element, inner)
        self.failures[before:] = by_owners(self.failures[before:], owners, frame.count)
        values = decode(column.kind, column.full(inner.count), self.table)
        members: list[list[Value]] = [[] for _ in range(frame.count)]
        for owner, value in zip(owners.tolist(), values, strict=True):
            members[owner].append(value)
        sets: list[Value] = []
        for row, part in enumerate(members):
            kinds = {kind_of(value) for value in part}
            if len(kinds) > 1 or BOOL in kinds:
                mask = np.zeros(frame.count, dtype=np.bool_)
                mask[row] = True
                diagnostic = faults.failed(node.span, "[]", "mixed", part, ANY_KIND)
                self.remember(diagnostic, mask, frame, node.span)
                part = []
            sets.append(set_of(part))
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
            if not isinstance(value, SetOf):
                diagnostic = checks.not_a_set(node.span, kind_of(value), Severity.ERROR, "help")
                self.remember(diagnostic, np.broadcast_to(inverse == index, (frame.count,)), frame, node.span)
                value, code = SetOf(()), -1
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
        return self._by_rows(
            [
                (holds, lambda part: self.expression(node.then, part)),
                (~holds, lambda part: self.expression(node.otherwise, part)),
            ],
            frame,
        )

    def _by_rows(self, branches: list[tuple[Array, Callable[[Frame], Column]]], frame: Frame) -> Column:
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


# ---------------------------------------------------------------------- integers on arrays


def _integers(operator: syntax.Operator, left: Array, right: Array) -> Column | None:
    """An operation on integers, if it cannot fail or overflow; else nothing."""
    if operator in syntax.COMPARISONS:
        compare = {
            syntax.Operator.EQUAL: np.equal,
            syntax.Operator.DIFFERENT: np.not_equal,
            syntax.Operator.LESS: np.less,
            syntax.Operator.AT_MOST: np.less_equal,
            syntax.Operator.GREATER: np.greater,
            syntax.Operator.AT_LEAST: np.greater_equal,
        }[operator]
        return Column(BOOL, compare(left, right))
    if operator not in syntax.ARITHMETIC:
        return None
    a, b = (int(left.min()), int(left.max())), (int(right.min()), int(right.max()))
    if operator in (syntax.Operator.DIVIDE, syntax.Operator.MOD):
        if b[0] <= 0 <= b[1] or SMALLEST in (a[0], b[0]):
            return None
        quotient = np.abs(left) // np.abs(right) * (np.sign(left) * np.sign(right))
        return Column(INT, quotient if operator is syntax.Operator.DIVIDE else left - right * quotient)
    corners = {
        syntax.Operator.PLUS: (a[0] + b[0], a[1] + b[1]),
        syntax.Operator.MINUS: (a[0] - b[1], a[1] - b[0]),
        syntax.Operator.TIMES: (min(x * y for x in a for y in b), max(x * y for x in a for y in b)),
    }[operator]
    if corners[0] < SMALLEST or corners[1] > LARGEST:
        return None
    calculate = {
        syntax.Operator.PLUS: np.add,
        syntax.Operator.MINUS: np.subtract,
        syntax.Operator.TIMES: np.multiply,
    }[operator]
    return Column(INT, calculate(left, right))


# ---------------------------------------------------------------------- scalar operations with their kinds


def _kinds_checked(operation: Callable[..., Value], wanted: int, stand_in: Value = 0) -> Callable[..., Value]:
    """The operation, refusing values of other kinds."""

    def checked(*values: Value) -> Value:
        if not all(kind_of(value) & wanted for value in values):
            raise OperationError("kinds", stand_in)
        return operation(*values)

    return checked


def _same_numbers(operation: Callable[..., Value], stand_in: Value = 0) -> Callable[..., Value]:
    """The operation, refusing all but two integers or two floats."""

    def checked(left: Value, right: Value) -> Value:
        if not kind_of(left) & kind_of(right) & NUMBER:
            raise OperationError("kinds", stand_in)
        return operation(left, right)

    return checked


def _scalar(operator: syntax.Operator) -> tuple[int, Callable[..., Value]]:
    """What a binary operator takes, and what it does to two values."""
    if operator in syntax.ARITHMETIC:
        wanted = INT if operator is syntax.Operator.MOD else NUMBER

        def calculate(left: Value, right: Value) -> Value:
            if not kind_of(left) & kind_of(right) & wanted:
                raise OperationError("kinds")
            return operations.calculate(operator, left, right)

        return wanted, calculate
    if operator in syntax.COMPARISONS:
        wanted = EQUATABLE if operator in _EQUALITY else NUMBER

        def compare(left: Value, right: Value) -> Value:
            if not kind_of(left) & kind_of(right) & wanted:
                raise OperationError("kinds", True)
            return operations.compare(operator, left, right)

        return wanted, compare
    if operator is syntax.Operator.IN:

        def contains(element: Value, container: Value) -> Value:
            if not isinstance(container, SetOf):
                raise OperationError("kinds", True)
            return operations.contains(element, container)

        return SET, contains

    def combine(left: Value, right: Value) -> Value:
        if not isinstance(left, SetOf) or not isinstance(right, SetOf):
            raise OperationError("kinds", SetOf(()))
        return operations.combine(operator, left, right)

    return SET, combine
