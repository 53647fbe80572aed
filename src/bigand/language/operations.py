"""The semantics of operators and functions on values.

Every function takes values of the right kinds and returns a value, or raises `OperationError` with the reason.
`operand_kinds` and `ARGUMENT_KINDS` say which kinds are right; `apply_operator` checks them itself. Integers never
wrap, floats follow IEEE 754, integer division and `mod` round towards zero as in TouIST.
"""

import math
import operator as python
from collections.abc import Callable, Sequence
from functools import reduce
from itertools import product
from typing import Any

from bigand.language.syntax import ARITHMETIC, COMPARISONS, RIGHT_ASSOCIATIVE, Operator
from bigand.language.values import (
    EQUATABLE,
    FLOAT,
    INT,
    NUMBER,
    SET,
    PropositionName,
    SetValue,
    TupleValue,
    Value,
    flatten_tuples,
    kind_of,
    set_of,
    show_value,
)

MIN_INTEGER, MAX_INTEGER = -(2**63), 2**63 - 1
ARGUMENT_KINDS = {
    "abs": NUMBER, "int": NUMBER, "float": NUMBER, "sqrt": FLOAT,
    "card": SET, "empty": SET, "powerset": SET,
}  # fmt: skip
EQUALITY_OPERATORS = (Operator.EQUAL, Operator.DIFFERENT)
# They work on numbers and on arrays.
COMPARE: dict[Operator, Callable[[Any, Any], Any]] = {
    Operator.EQUAL: python.eq,
    Operator.DIFFERENT: python.ne,
    Operator.LESS: python.lt,
    Operator.AT_MOST: python.le,
    Operator.GREATER: python.gt,
    Operator.AT_LEAST: python.ge,
}
CALCULATE: dict[Operator, Callable[[Any, Any], Any]] = {
    Operator.PLUS: python.add,
    Operator.MINUS: python.sub,
    Operator.TIMES: python.mul,
}


class OperationError(Exception):
    """An operation without a result.

    `reason` is `zero`, `range`, `mixed`, `kinds`, `size`, `index` or `part`. `placeholder` is a value of the kind
    of the result, for callers that continue to find more errors.
    """

    def __init__(self, reason: str, placeholder: Value = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.placeholder = placeholder


def operand_kinds(operator: Operator) -> int:
    """The kinds that an operator takes, the same one on both sides; `in` restricts only its right side."""
    if operator in ARITHMETIC:
        return INT if operator is Operator.MOD else NUMBER
    if operator in COMPARISONS:
        return EQUATABLE if operator in EQUALITY_OPERATORS else NUMBER
    return SET


def apply_operator(operator: Operator, left: Value, right: Value) -> Value:
    """Apply an operator other than a connective to two values of any kinds."""
    left_kind = SET if operator is Operator.IN else kind_of(left)
    is_arithmetic = operator in ARITHMETIC
    if not left_kind & kind_of(right) & operand_kinds(operator):
        is_truth = operator in COMPARISONS or operator is Operator.IN
        raise OperationError("kinds", 0 if is_arithmetic else True if is_truth else SetValue(()))
    if is_arithmetic:
        return calculate(operator, left, right)
    if operator in COMPARISONS:
        return compare(operator, left, right)
    assert isinstance(right, SetValue)
    if operator is Operator.IN:
        return contains(left, right)
    assert isinstance(left, SetValue)
    return combine_sets(operator, left, right)


def fold_operands(operator: Operator, parts: Sequence[Any], join: Callable[[Any, Any], Any]) -> Any:
    """Join operands two by two: from the right for arrows, from the left for all others."""
    if operator in RIGHT_ASSOCIATIVE:
        return reduce(lambda right, left: join(left, right), reversed(parts))
    return reduce(join, parts)


def _require_integer_range(number: int) -> int:
    if not MIN_INTEGER <= number <= MAX_INTEGER:
        raise OperationError("range")
    return number


def calculate(operator: Operator, left: Value, right: Value) -> Value:
    """Compute `+ - * / mod` on two integers or two floats.

    >>> calculate(Operator.DIVIDE, -7, 2), calculate(Operator.MOD, -7, 2)
    (-3, -1)
    >>> calculate(Operator.DIVIDE, 1.0, 0.0)
    inf
    """
    if isinstance(left, float) and isinstance(right, float):
        return _calculate_floats(operator, left, right)
    assert isinstance(left, int)
    assert isinstance(right, int)
    if operator in CALCULATE:
        return _require_integer_range(CALCULATE[operator](left, right))
    if right == 0:
        raise OperationError("zero")
    quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
    return _require_integer_range(quotient) if operator is Operator.DIVIDE else left - right * quotient


def _calculate_floats(operator: Operator, left: float, right: float) -> float:
    if operator in CALCULATE:
        return _canonical_nan(CALCULATE[operator](left, right))
    if right != 0.0:
        return _canonical_nan(left / right)
    if left == 0.0 or math.isnan(left):
        return math.nan
    return math.copysign(math.inf, left) * math.copysign(1.0, right)


def _canonical_nan(number: float) -> float:
    """Return the number; NaN is always the same object, so that sets contain it once."""
    return math.nan if math.isnan(number) else number


def compare(operator: Operator, left: Value, right: Value) -> bool:
    """Compute `== != < <= > >=`. Sets compare as sets, tuples element by element."""
    _require_same_elements(left, right)
    return bool(COMPARE[operator](left, right))


def apply_connective(operator: Operator, left: bool, right: bool) -> bool:
    """Compute `and or xor => <=>` on truth values."""
    return {
        Operator.AND: left and right,
        Operator.OR: left or right,
        Operator.XOR: left != right,
        Operator.IMPLIES: not left or right,
        Operator.IFF: left == right,
    }[operator]


def _require_same_elements(left: Value, right: Value) -> None:
    """Raise an error if two sets have elements of different kinds."""
    if not (isinstance(left, SetValue) and isinstance(right, SetValue) and left.elements and right.elements):
        return
    if kind_of(left.elements[0]) != kind_of(right.elements[0]):
        raise OperationError("mixed")


def combine_sets(operator: Operator, left: SetValue, right: SetValue) -> Value:
    """Compute `union inter diff subset`."""
    _require_same_elements(left, right)
    members = set(right.elements)
    if operator is Operator.SUBSET:
        return members.issuperset(left.elements)
    if operator is Operator.UNION:
        return set_of((*left.elements, *right.elements))
    # Of equal values that print differently (0.0 and -0.0), that of the left set stays.
    keep_members = operator is Operator.INTER
    return SetValue(tuple([element for element in left.elements if (element in members) is keep_members]))


def contains(element: Value, container: SetValue) -> bool:
    """Compute `element in container`."""
    if container.elements and kind_of(element) != kind_of(container.elements[0]):
        raise OperationError("mixed")
    return element in container.elements


def make_checked_set(values: Sequence[Value]) -> SetValue:
    """Make the set of these values, which must be of one kind, and no truth values."""
    if len({kind_of(value) for value in values}) > 1 or any([isinstance(value, bool) for value in values]):
        raise OperationError("mixed", SetValue(()))
    return set_of(values)


def negate(number: Value) -> Value:
    assert isinstance(number, int | float)
    return -number if isinstance(number, float) else _require_integer_range(-number)


def call_function(function: str, value: Value, max_set_size: int) -> Value:
    """Call a function of one value. A power set of more than `max_set_size` elements is an error."""
    if isinstance(value, SetValue):
        if function == "card":
            return len(value.elements)
        if function == "empty":
            return not value.elements
        return powerset(value, max_set_size)
    assert isinstance(value, int | float)
    if function == "abs":
        return abs(value) if isinstance(value, float) else _require_integer_range(abs(value))
    if function == "sqrt":
        return math.sqrt(value) if value >= 0 else math.nan
    if function == "float":
        return float(value)
    if isinstance(value, float) and not math.isfinite(value):
        raise OperationError("range")
    return _require_integer_range(int(value))


def powerset(base: SetValue, max_set_size: int) -> SetValue:
    """The set of all subsets, including the empty one."""
    if len(base.elements) >= max_set_size.bit_length():
        raise OperationError("size", SetValue(()))
    subsets: list[tuple[Value, ...]] = [()]
    for element in base.elements:
        subsets += [(*subset, element) for subset in subsets]
    return set_of(SetValue(subset) for subset in subsets)


def interval(first: Value, last: Value, max_set_size: int) -> SetValue:
    """`[first..last]` in steps of one; empty if `last` is less than `first`.

    >>> show_value(interval(3, 1, 9)), show_value(interval(1.0, 2.5, 9))
    ('[]', '[1.,2.]')
    """
    assert isinstance(first, int | float)
    assert isinstance(last, int | float)
    if not last >= first:
        return SetValue(())
    if not last - first < max_set_size:
        raise OperationError("size", SetValue(()))
    if isinstance(first, int) and isinstance(last, int):
        return SetValue(tuple(range(first, last + 1)))
    steps = int(last - first) + 1
    return set_of(first + step for step in range(steps))


def make_proposition(name: str, arguments: list[Value], max_set_size: int) -> Value:
    """Make the value of `name(arguments)`.

    Non-empty sets among the arguments give a set of propositions, empty ones vanish.

    >>> show_value(make_proposition("p", [1, set_of([2, 3]), SetValue(())], 9))
    '[p(1,2),p(1,3)]'
    """
    columns: list[tuple[Value, ...]] = []
    expands, size = False, 1
    for argument in arguments:
        if not isinstance(argument, SetValue):
            columns.append((argument,))
        elif argument.elements:
            expands = True
            size *= len(argument.elements)
            columns.append(argument.elements)
    if size > max_set_size:
        raise OperationError("size")
    names = [PropositionName(atom_name(name, row)) for row in product(*columns)]
    return set_of(names) if expands else names[0]


def atom_name(name: str, arguments: tuple[Value, ...]) -> str:
    """The printed name of an atom. A tuple among its arguments stands for its elements.

    >>> atom_name("p", (1, 2.0)), atom_name("p", ())
    ('p(1,2.)', 'p')
    """
    if not arguments:
        return name
    return f"{name}({','.join([show_value(argument) for argument in flatten_tuples(arguments)])})"


def apply_indices(base: Value, indices: tuple[Value, ...]) -> Value:
    """Apply `$x(indices)`, where `$x` holds `base`.

    The result is an atom of a proposition, or an element of a tuple, counted from 1.
    """
    if isinstance(base, PropositionName):
        return PropositionName(atom_name(base, indices))  # in a formula, so sets are not expanded
    if not isinstance(base, TupleValue):
        raise OperationError("kinds")
    match indices:
        case (int(position),) if kind_of(position) == INT and 1 <= position <= len(base.elements):
            return base.elements[position - 1]
        case _:
            raise OperationError("part")
