"""What operators do to columns: on arrays where values are integers, truths or codes, else value by value."""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from bigand.ground.columns import Array, Column, FailureHandler, ValueTable, lift
from bigand.language import operations, syntax
from bigand.language.operations import MAX_INTEGER, MIN_INTEGER, OperationError
from bigand.language.values import BOOL, INT, Value, kind_of


def connect_truths(operator: syntax.Operator, truths: Sequence[Array]) -> Column:
    """Truth values with a connective between them."""
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
    """Two columns with an operator between them that is no connective."""
    if left.kind == INT and right.kind == INT:
        result = _apply_to_integers(operator, left.data, right.data)
        if result is not None:
            return result
    elif (
        operator in operations.EQUALITY_OPERATORS and left.kind == right.kind and table.has_unique_codes(left.kind)
    ):
        same = left.data == right.data
        return Column(BOOL, same if operator is syntax.Operator.EQUAL else ~same)
    return lift(partial(operations.apply_operator, operator), [left, right], table, on_failure)


def _apply_to_integers(operator: syntax.Operator, left: Array, right: Array) -> Column | None:
    """An operation on integers, if it cannot fail or overflow; else nothing."""
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


def require_kinds(operation: Callable[..., Value], allowed_kinds: int, stand_in: Value = 0) -> Callable[..., Value]:
    """The operation, refusing values of other kinds."""

    def checked(*values: Value) -> Value:
        if not all(kind_of(value) & allowed_kinds for value in values):
            raise OperationError("kinds", stand_in)
        return operation(*values)

    return checked
