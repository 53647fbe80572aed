"""What operators do to columns: on arrays where values are integers, truths or codes, else value by value."""

from collections.abc import Callable, Sequence

import numpy as np

from bigand.ground.columns import Array, Column, Failing, ValueTable, lift
from bigand.language import operations, syntax
from bigand.language.operations import LARGEST, SMALLEST, OperationError
from bigand.language.values import BOOL, EQUATABLE, INT, NUMBER, SET, SetOf, Value, kind_of

_EQUALITY = (syntax.Operator.EQUAL, syntax.Operator.DIFFERENT)


def connected(operator: syntax.Operator, truths: Sequence[Array]) -> Column:
    """Truth values with a connective between them."""
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


def paired(
    operator: syntax.Operator, left: Column, right: Column, table: ValueTable, fail: Callable[[int], Failing]
) -> Column:
    """Two columns with an operator between them that is no connective; `fail` is asked with the kinds it wants."""
    if left.kind == INT and right.kind == INT:
        fast = _on_integers(operator, left.data, right.data)
        if fast is not None:
            return fast
    elif operator in _EQUALITY and left.kind == right.kind and table.has_one_code(left.kind):
        same = left.data == right.data
        return Column(BOOL, same if operator is syntax.Operator.EQUAL else ~same)
    wanted, scalar = _scalar(operator)
    return lift(scalar, [left, right], table, fail(wanted))


# ---------------------------------------------------------------------- integers on arrays


def _on_integers(operator: syntax.Operator, left: Array, right: Array) -> Column | None:
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


def kinds_checked(operation: Callable[..., Value], wanted: int, stand_in: Value = 0) -> Callable[..., Value]:
    """The operation, refusing values of other kinds."""

    def checked(*values: Value) -> Value:
        if not all(kind_of(value) & wanted for value in values):
            raise OperationError("kinds", stand_in)
        return operation(*values)

    return checked


def same_numbers(operation: Callable[..., Value], stand_in: Value = 0) -> Callable[..., Value]:
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
