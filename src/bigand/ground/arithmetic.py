"""What operators do to columns: on arrays where values are integers, truths or codes, else value by value."""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from bigand.ground.columns import Array, Column, Failing, ValueTable, lift
from bigand.language import operations, syntax
from bigand.language.operations import LARGEST, SMALLEST, OperationError
from bigand.language.values import BOOL, INT, Value, kind_of


def connected(operator: syntax.Operator, truths: Sequence[Array]) -> Column:
    """Truth values with a connective between them."""
    return Column(BOOL, operations.fold_operands(operator, truths, _CONNECT[operator]))


_CONNECT: dict[syntax.Operator, Callable[[Array, Array], Array]] = {
    syntax.Operator.AND: np.logical_and,
    syntax.Operator.OR: np.logical_or,
    syntax.Operator.XOR: np.not_equal,
    syntax.Operator.IMPLIES: lambda left, right: ~left | right,
    syntax.Operator.IFF: np.equal,
}


def paired(operator: syntax.Operator, left: Column, right: Column, table: ValueTable, fail: Failing) -> Column:
    """Two columns with an operator between them that is no connective."""
    if left.kind == INT and right.kind == INT:
        fast = _on_integers(operator, left.data, right.data)
        if fast is not None:
            return fast
    elif operator in operations.EQUALITY_OPERATORS and left.kind == right.kind and table.has_one_code(left.kind):
        same = left.data == right.data
        return Column(BOOL, same if operator is syntax.Operator.EQUAL else ~same)
    return lift(partial(operations.apply_operator, operator), [left, right], table, fail)


def _on_integers(operator: syntax.Operator, left: Array, right: Array) -> Column | None:
    """An operation on integers, if it cannot fail or overflow; else nothing."""
    if operator in syntax.COMPARISONS:
        return Column(BOOL, operations.COMPARE[operator](left, right))
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
    return Column(INT, operations.CALCULATE[operator](left, right))


def kinds_checked(operation: Callable[..., Value], wanted: int, stand_in: Value = 0) -> Callable[..., Value]:
    """The operation, refusing values of other kinds."""

    def checked(*values: Value) -> Value:
        if not all(kind_of(value) & wanted for value in values):
            raise OperationError("kinds", stand_in)
        return operation(*values)

    return checked
