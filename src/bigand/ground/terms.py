"""Terms over unknowns in columns: one node represents a term, as written, in all rows of a frame.

`x(1) + 2*y` and `x(2) + 3*y` are one `Sum`. Numbers are exact: a column stores integer numerators over a common
denominator, as int64 where they fit and as Python integers otherwise.
"""

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TypeAlias

import numpy as np
from msgspec import Struct

from bigand.ground.columns import Array
from bigand.source.document import Span

_MAX_MAGNITUDE = 2**62  # larger magnitudes use Python integers


class ExactColumn(Struct, frozen=True, eq=False):
    """A rational number in each row: `numerators` (int64 or Python integers) over `denominator`."""

    numerators: Array
    denominator: int

    def to_fractions(self) -> Array:
        """Return the numbers as fractions, in an object array."""
        numerators = self.numerators.astype(object)
        return np.array([Fraction(number, self.denominator) for number in numerators], dtype=object)


def exact_column(numbers: Sequence[Fraction | int]) -> ExactColumn:
    """Return a column of these numbers.

    >>> column = exact_column([Fraction(1, 2), 3])
    >>> column.numerators.tolist(), column.denominator
    ([1, 6], 2)
    """
    denominator = math.lcm(*[number.denominator for number in numbers])
    return ExactColumn(
        integer_array([number.numerator * (denominator // number.denominator) for number in numbers]), denominator
    )


def add_columns(left: ExactColumn, right: ExactColumn, sign: int = 1) -> ExactColumn:
    """Return `left + right`, or `left - right` if `sign` is -1."""
    denominator = math.lcm(left.denominator, right.denominator)
    first = scale(left.numerators, denominator // left.denominator)
    second = scale(right.numerators, sign * (denominator // right.denominator))
    if largest_magnitude(first) + largest_magnitude(second) >= _MAX_MAGNITUDE:
        first, second = first.astype(object), second.astype(object)
    return ExactColumn(first + second, denominator)


def multiply_columns(left: ExactColumn, right: ExactColumn) -> ExactColumn:
    a, b = left.numerators, right.numerators
    if largest_magnitude(a) * largest_magnitude(b) >= _MAX_MAGNITUDE:
        a, b = a.astype(object), b.astype(object)
    return ExactColumn(a * b, left.denominator * right.denominator)


def divide_columns(left: ExactColumn, right: ExactColumn) -> ExactColumn:
    """Return `left / right`; no entry of `right` is zero."""
    return exact_column((left.to_fractions() / right.to_fractions()).tolist())


def scale(numerators: Array, factor: int) -> Array:
    """Multiply integers by `factor`."""
    if factor == 1:
        return numerators
    if largest_magnitude(numerators) * abs(factor) >= _MAX_MAGNITUDE or abs(factor) >= _MAX_MAGNITUDE:
        numerators = numerators.astype(object)
    return numerators * factor


def largest_magnitude(numerators: Array) -> int:
    """Return the largest magnitude; Python integers count as too large for int64."""
    if numerators.dtype == object:
        return _MAX_MAGNITUDE
    return max(abs(int(numerators.min())), abs(int(numerators.max()))) if len(numerators) else 0


def integer_array(numbers: Sequence[int]) -> Array:
    """Return integers as an array, of int64 if they fit."""
    fits = all(abs(number) < _MAX_MAGNITUDE for number in numbers)
    return np.array(numbers, dtype=np.int64 if fits else object)


def decimal(number: Fraction) -> str | None:
    """Write a non-negative fraction as a decimal with all its digits; None if they never end.

    >>> decimal(Fraction(71, 20)), decimal(Fraction(4)), decimal(Fraction(1, 3))
    ('3.55', '4.0', None)
    """
    remainder, digits = number.denominator, 0
    while remainder % 10 == 0 or remainder % 5 == 0 or remainder % 2 == 0:
        remainder //= 10 if remainder % 10 == 0 else 5 if remainder % 5 == 0 else 2
        digits += 1
    if remainder != 1:
        return None
    digits = max(digits, 1)
    text = str(number.numerator * 10**digits // number.denominator).rjust(digits + 1, "0")
    return f"{text[:-digits]}.{text[-digits:]}"


class Numbers(Struct, frozen=True, eq=False):
    """A known number in each row; all are integers of the language, or all are floats."""

    values: ExactColumn
    is_float: bool
    span: Span


class Unknowns(Struct, frozen=True, eq=False):
    """An unknown in each row, by the number of its atom."""

    atoms: Array
    span: Span


class Sum(Struct, frozen=True, eq=False):
    """Parts added (sign 1) or subtracted (sign -1); at least one contains an unknown."""

    parts: "tuple[Term, ...]"
    signs: tuple[int, ...]


class Product(Struct, frozen=True, eq=False):
    """A term with unknowns times a known number."""

    term: "Term"
    factor: Numbers


class Quotient(Struct, frozen=True, eq=False):
    """A term with unknowns divided exactly by a known nonzero number."""

    term: "Term"
    divisor: Numbers


Term: TypeAlias = Numbers | Unknowns | Sum | Product | Quotient


def term_leaves(term: Term) -> Iterator[Numbers | Unknowns]:
    """Yield the numbers and unknowns of a term; unknowns from left to right."""
    stack = [term]
    while stack:
        part = stack.pop()
        match part:
            case Numbers() | Unknowns():
                yield part
            case Sum(parts):
                stack += reversed(parts)
            case Product(inner, number) | Quotient(inner, number):
                stack += [number, inner]


def has_unknown(term: Term) -> bool:
    """Return whether a term has an unknown; one without has already been calculated."""
    return not isinstance(term, Numbers)
