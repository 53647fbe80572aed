"""The values of expressions.

Integers, floats and truth values are Python's own. A proposition used as a value is a `PropositionName`. A set is a
`SetValue`, its elements sorted and distinct. A quoted formula is a `FormulaValue`. A `TupleValue` comes only from
outside: no TouIST file can make one. `show_value` prints values as TouIST does, and the result is part of the names
of atoms.
"""

from collections.abc import Hashable, Iterable
from functools import cache
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import force_setattr

# Kinds are bits, so "an integer or a float" is a single number.
INT, FLOAT, BOOL, PROPOSITION, SET, FORMULA, TUPLE = (1 << bit for bit in range(7))
NUMBER = INT | FLOAT
EQUATABLE = NUMBER | PROPOSITION | SET | TUPLE  # what `==` and `!=` take
ANY_KIND = INT | FLOAT | BOOL | PROPOSITION | SET | FORMULA | TUPLE

KIND_NAMES = {
    INT: "int",
    FLOAT: "float",
    BOOL: "bool",
    PROPOSITION: "proposition",
    SET: "set",
    FORMULA: "formula",
    TUPLE: "tuple",
}


class PropositionName(str):
    """A proposition as a value: its printed name."""

    __slots__ = ()


class SetValue(Struct, frozen=True):
    """A set: its elements, sorted and distinct. All have one kind, a part of the set: `[1]` is not `[1.0]`."""

    elements: "tuple[Value, ...]"
    kind: int = 0  # of the elements, 0 if there are none; computed, never passed

    def __post_init__(self) -> None:
        force_setattr(self, "kind", kind_of(self.elements[0]) if self.elements else 0)


class TupleValue(Struct, frozen=True):
    """Two or more values in order, made by `tuple_of`. Their kinds are part of it: `(1,a)` is not `(1.,a)`."""

    elements: "tuple[Value, ...]"
    kinds: tuple[int, ...]

    @property
    def is_plain(self) -> bool:
        """Whether all equal tuples print alike: it has no floats (`0.0` equals `-0.0`), sets or tuples inside."""
        return _are_plain_kinds(self.kinds)


@cache
def _are_plain_kinds(kinds: tuple[int, ...]) -> bool:
    return not any([kind & (FLOAT | SET | TUPLE) for kind in kinds])


class FormulaValue(Struct, frozen=True, eq=False):
    """A quoted formula by its printed form; `node` is its tree, with variables replaced by their values."""

    text: str
    node: Any = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FormulaValue) and other.text == self.text

    def __ne__(self, other: object) -> bool:  # Struct defines its own
        return not self == other

    def __hash__(self) -> int:
        return hash((FormulaValue, self.text))


Value: TypeAlias = int | float | bool | PropositionName | SetValue | FormulaValue | TupleValue


def kind_of(value: Value) -> int:
    """The kind of a value, as a bit."""
    if isinstance(value, bool):
        return BOOL
    if isinstance(value, int):
        return INT
    if isinstance(value, float):
        return FLOAT
    if isinstance(value, str):
        return PROPOSITION
    if isinstance(value, SetValue):
        return SET
    return TUPLE if isinstance(value, TupleValue) else FORMULA


def identity(value: Value) -> Hashable:
    """Return a key that differs for values that print differently.

    It includes the kinds at every depth and the signs of zeros. Values that are `==` may have different keys: `0.0`
    and `-0.0` are equal but print differently.

    >>> identity(0.0) == identity(-0.0), identity(SetValue((1,))) == identity(SetValue((1.0,)))
    (False, False)
    """
    if isinstance(value, float):
        return FLOAT, repr(value)
    if isinstance(value, SetValue) and (
        value.kind & (FLOAT | SET)
        or (value.kind == TUPLE and not all([element.is_plain for element in value.elements]))  # type: ignore[union-attr]
    ):
        return SET, tuple([identity(element) for element in value.elements])
    if isinstance(value, TupleValue) and not value.is_plain:
        return TUPLE, tuple([identity(element) for element in value.elements])
    return kind_of(value), value


def sort_key(value: Value) -> Any:
    """The sort key for elements of sets: numbers by size, names by their bytes, sets and tuples element by element.

    Where sets or tuples have elements of different kinds, the kinds decide. NaN comes before all other floats.
    """
    if isinstance(value, SetValue | TupleValue):
        return tuple([(kind_of(element), sort_key(element)) for element in value.elements])
    if isinstance(value, float):
        return (value == value, value)
    return value.text if isinstance(value, FormulaValue) else value


def set_of(values: Iterable[Value]) -> SetValue:
    """Make the set of these values, which must be of one kind.

    >>> show_value(set_of([3, 1, 3])), show_value(set_of([PropositionName("b"), PropositionName("B")]))
    ('[1,3]', '[B,b]')
    """
    distinct = set(values)
    if len(distinct) < 2:  # needs no key, which for nested sets nests as deeply
        return SetValue(tuple(distinct))
    return SetValue(tuple(sorted(distinct, key=sort_key)))


def tuple_of(values: Iterable[Value]) -> Value:
    """Make the tuple of one or more values. A single value is returned as it is.

    >>> show_value(tuple_of([PropositionName("b"), PropositionName("a")])), tuple_of([3])
    ('(b,a)', 3)
    """
    elements = tuple(values)
    if len(elements) == 1:
        return elements[0]
    return TupleValue(elements, tuple([kind_of(element) for element in elements]))


def flatten_tuples(values: Iterable[Value]) -> list[Value]:
    """Replace tuples by their elements, one level deep.

    >>> [show_value(value) for value in flatten_tuples([1, tuple_of([2, tuple_of([3, 4])])])]
    ['1', '2', '(3,4)']
    """
    return [part for value in values for part in (value.elements if isinstance(value, TupleValue) else (value,))]


def show_value(value: Value) -> str:
    """Print a value as TouIST does.

    >>> show_value(1.0), show_value(0.1 + 0.2), show_value(1e14), show_value(True)
    ('1.', '0.3', '1e+14', 'true')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        text = f"{value:.12g}"
        return text + "." if text.lstrip("-").isdigit() else text
    if isinstance(value, SetValue):
        return "[" + ",".join([show_value(element) for element in value.elements]) + "]"
    if isinstance(value, TupleValue):
        return "(" + ",".join([show_value(element) for element in value.elements]) + ")"
    if isinstance(value, FormulaValue):
        return f'"{value.text}"'
    return str(value)
