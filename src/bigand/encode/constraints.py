"""Comparisons as linear constraints with integer coefficients; equal constraints are shared.

A comparison `left op right` becomes `sum of coefficients times atoms RELATION bound` or its negation: `x > 3` is
the negation of `x <= 3`. Constraints are normalised: coefficients and bound have no common divisor, atoms are
sorted, and the first coefficient is positive. So equal constraints have equal rows and share one literal.
"""

import math
from enum import IntEnum
from fractions import Fraction

import numpy as np
from msgspec import Struct

from bigand.ground import terms
from bigand.ground.columns import Array, factorise
from bigand.ground.formula import Comparisons
from bigand.language.syntax import Operator


class Relation(IntEnum):
    """The relation of the sum to the bound."""

    EQUAL = 0
    AT_MOST = 1
    LESS = 2


class Constraint(Struct, frozen=True):
    """`sum(coefficient * atom for …) relation bound`."""

    relation: Relation
    bound: int | Fraction
    monomials: tuple[tuple[int, int], ...]  # coefficient and atom


# The relation of each operator, and whether it is negated.
_RELATIONS = {
    Operator.EQUAL: (Relation.EQUAL, False),
    Operator.DIFFERENT: (Relation.EQUAL, True),
    Operator.AT_MOST: (Relation.AT_MOST, False),
    Operator.GREATER: (Relation.AT_MOST, True),
    Operator.LESS: (Relation.LESS, False),
    Operator.AT_LEAST: (Relation.LESS, True),
}


class ConstraintTable:
    """The distinct constraints of a file, numbered as they occur."""

    def __init__(self) -> None:
        self.rows: list[Constraint] = []
        self._numbers: dict[tuple[int, ...], int] = {}

    def number_comparisons(self, node: Comparisons, rows: Array) -> tuple[Array, Array]:
        """Return the number of each row's constraint, and whether the row is the constraint or its negation."""
        relation, negated = _RELATIONS[node.operator]
        atoms, coefficients, bound = _integer_table(_subtract_sides(node, rows))
        relations, signs, coefficients, bound = _normalise_signs(relation, coefficients, bound)
        table = np.concatenate([relations[:, None], bound[:, None], atoms, coefficients], axis=1)
        distinct, inverse = _distinct_rows(table)
        numbers = np.array([self._number_constraint(row) for row in distinct], dtype=np.int64)
        return numbers[inverse], signs != negated

    def _number_constraint(self, encoded_constraint: list[int]) -> int:
        relation, bound, *entries = encoded_constraint
        half = len(entries) // 2
        monomials = tuple([(c, a) for a, c in zip(entries[:half], entries[half:], strict=True) if c])
        key = (relation, bound, *[part for monomial in monomials for part in monomial])
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.rows)
            self.rows.append(Constraint(Relation(relation), bound, monomials))
        return number


class _LinearRows(Struct, frozen=True, eq=False):
    """A sum in each row: a constant, and atoms with coefficients."""

    constant: terms.ExactColumn
    monomials: list[tuple[terms.ExactColumn, Array]]


def _subtract_sides(node: Comparisons, rows: Array) -> _LinearRows:
    """Return `left - right` of a comparison in some of its rows."""
    unit = terms.ExactColumn(np.ones(len(rows), dtype=np.int64), 1)
    constant = terms.ExactColumn(np.zeros(len(rows), dtype=np.int64), 1)
    monomials: list[tuple[terms.ExactColumn, Array]] = []
    stack: list[tuple[terms.Term, terms.ExactColumn]] = [(node.right, _negate(unit)), (node.left, unit)]
    while stack:
        term, factor = stack.pop()
        match term:
            case terms.Numbers(values):
                constant = terms.add_columns(constant, terms.multiply_columns(factor, _take_rows(values, rows)))
            case terms.Unknowns(atoms):
                monomials.append((factor, atoms[rows]))
            case terms.Sum(parts, signs):
                stack += [
                    (part, factor if sign > 0 else _negate(factor)) for part, sign in zip(parts, signs, strict=True)
                ]
            case terms.Product(inner, number):
                stack.append((inner, terms.multiply_columns(factor, _take_rows(number.values, rows))))
            case terms.Quotient(inner, divisor):
                stack.append((inner, terms.divide_columns(factor, _take_rows(divisor.values, rows))))
    return _LinearRows(constant, monomials)


def _take_rows(numbers: terms.ExactColumn, rows: Array) -> terms.ExactColumn:
    return terms.ExactColumn(numbers.numerators[rows], numbers.denominator)


def _negate(number: terms.ExactColumn) -> terms.ExactColumn:
    return terms.ExactColumn(-number.numerators, number.denominator)


def _integer_table(total: _LinearRows) -> tuple[Array, Array, Array]:
    """Return the sorted atoms of each row, their coefficients, and the bound: integers without a common divisor.

    If an atom is repeated in a row, its last entry has the total coefficient and the others have 0.
    """
    denominator = math.lcm(total.constant.denominator, *[factor.denominator for factor, _ in total.monomials])
    atoms = np.stack([atoms for _, atoms in total.monomials], axis=1)
    coefficients = np.stack([_numerators_over(factor, denominator) for factor, _ in total.monomials], axis=1)
    order = np.argsort(atoms, axis=1, kind="stable")
    atoms, coefficients = np.take_along_axis(atoms, order, 1), np.take_along_axis(coefficients, order, 1)
    for index in range(1, atoms.shape[1]):
        is_repeated = atoms[:, index] == atoms[:, index - 1]
        coefficients[:, index] += np.where(is_repeated, coefficients[:, index - 1], 0)
        coefficients[:, index - 1] = np.where(is_repeated, 0, coefficients[:, index - 1])
    bound = -_numerators_over(total.constant, denominator)
    divisor = np.gcd.reduce(np.concatenate([coefficients, bound[:, None]], axis=1), axis=1)
    divisor = np.where(divisor == 0, 1, divisor)
    return atoms, coefficients // divisor[:, None], bound // divisor


def _numerators_over(number: terms.ExactColumn, denominator: int) -> Array:
    """Return the numerators over this denominator, in a type in which a few can be added without overflow."""
    numerators = terms.scale(number.numerators, denominator // number.denominator)
    return numerators if terms.largest_magnitude(numerators) < 2**50 else numerators.astype(object)


def _normalise_signs(relation: Relation, coefficients: Array, bound: Array) -> tuple[Array, Array, Array, Array]:
    """Make the first coefficient positive; return relations, whether they hold, coefficients and bounds.

    `-x <= -3` is the negation of `x < 3`.
    """
    first = np.argmax(coefficients != 0, axis=1)
    leading = np.take_along_axis(coefficients, first[:, None], 1)[:, 0]
    is_flipped = np.asarray(leading < 0, dtype=np.bool_)
    sign = np.where(is_flipped, -1, 1)
    flipped_relation = {
        Relation.EQUAL: Relation.EQUAL,
        Relation.AT_MOST: Relation.LESS,
        Relation.LESS: Relation.AT_MOST,
    }
    relations = np.where(is_flipped, flipped_relation[relation], relation)
    holds = ~is_flipped if relation is not Relation.EQUAL else np.ones(len(is_flipped), dtype=np.bool_)
    return relations, holds, coefficients * sign[:, None], bound * sign


def _distinct_rows(table: Array) -> tuple[list[list[int]], Array]:
    """Return the distinct rows, and for each row the index of its own."""
    if len(table) == 1:
        return table.tolist(), np.zeros(1, dtype=np.int64)
    inverse, first = factorise([table[:, index] for index in range(table.shape[1])])
    return table[first].tolist(), inverse
