"""Comparisons as linear constraints with integer coefficients, each distinct one once.

A comparison `left op right` becomes `sum of coefficients times atoms RELATION bound`, up to a sign: `x > 3` is
the negation of `x <= 3`. Coefficients and bound have no common divisor, atoms are in order, the first coefficient
is positive; so what says the same is the same row, and one literal stands for it wherever it occurs.
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
    """How the sum stands to the bound."""

    EQUAL = 0
    AT_MOST = 1
    LESS = 2


class Constraint(Struct, frozen=True):
    """`sum(coefficient * atom for …) relation bound`."""

    relation: Relation
    bound: int | Fraction
    monomials: tuple[tuple[int, int], ...]  # coefficient and atom


# For each operator its relation, and whether that is negated.
_READ = {
    Operator.EQUAL: (Relation.EQUAL, False),
    Operator.DIFFERENT: (Relation.EQUAL, True),
    Operator.AT_MOST: (Relation.AT_MOST, False),
    Operator.GREATER: (Relation.AT_MOST, True),
    Operator.LESS: (Relation.LESS, False),
    Operator.AT_LEAST: (Relation.LESS, True),
}


class Constraints:
    """The distinct constraints of a file, numbered as they come."""

    def __init__(self) -> None:
        self.rows: list[Constraint] = []
        self._numbers: dict[tuple[int, ...], int] = {}

    def number(self, node: Comparisons, rows: Array) -> tuple[Array, Array]:
        """For each of these rows the number of its constraint, and whether it is that (or its negation)."""
        relation, negated = _READ[node.operator]
        atoms, coefficients, bound = _table(_linear(node, rows))
        relations, signs, coefficients, bound = _upright(relation, coefficients, bound)
        table = np.concatenate([relations[:, None], bound[:, None], atoms, coefficients], axis=1)
        distinct, inverse = _distinct(table)
        numbers = np.array([self._number(row) for row in distinct], dtype=np.int64)
        return numbers[inverse], signs != negated

    def _number(self, row: list[int]) -> int:
        relation, bound, *rest = row
        half = len(rest) // 2
        monomials = tuple([(c, a) for a, c in zip(rest[:half], rest[half:], strict=True) if c])
        key = (relation, bound, *[part for monomial in monomials for part in monomial])
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.rows)
            self.rows.append(Constraint(Relation(relation), bound, monomials))
        return number


class _Linear(Struct, frozen=True, eq=False):
    """A sum in each row: a constant, and atoms with coefficients."""

    constant: terms.Exact
    monomials: list[tuple[terms.Exact, Array]]


def _linear(node: Comparisons, rows: Array) -> _Linear:
    """`left - right` of a comparison in some of its rows."""
    unit = terms.Exact(np.ones(len(rows), dtype=np.int64), 1)
    constant = terms.Exact(np.zeros(len(rows), dtype=np.int64), 1)
    monomials: list[tuple[terms.Exact, Array]] = []
    stack: list[tuple[terms.Term, terms.Exact]] = [(node.right, _negative(unit)), (node.left, unit)]
    while stack:
        term, factor = stack.pop()
        match term:
            case terms.Numbers(values):
                constant = terms.plus(constant, terms.times(factor, _at(values, rows)))
            case terms.Unknowns(atoms):
                monomials.append((factor, atoms[rows]))
            case terms.Sum(parts, signs):
                stack += [
                    (part, factor if sign > 0 else _negative(factor))
                    for part, sign in zip(parts, signs, strict=True)
                ]
            case terms.Product(inner, number):
                stack.append((inner, terms.times(factor, _at(number.values, rows))))
            case terms.Quotient(inner, divisor):
                stack.append((inner, terms.divided(factor, _at(divisor.values, rows))))
    return _Linear(constant, monomials)


def _at(numbers: terms.Exact, rows: Array) -> terms.Exact:
    return terms.Exact(numbers.numerators[rows], numbers.denominator)


def _negative(number: terms.Exact) -> terms.Exact:
    return terms.Exact(-number.numerators, number.denominator)


def _table(total: _Linear) -> tuple[Array, Array, Array]:
    """The atoms of each row in order, their coefficients, and the bound: integers without a common divisor.

    An atom that occurs twice in a row has its coefficient at the last of its places, and 0 at the others.
    """
    denominator = math.lcm(total.constant.denominator, *[own.denominator for own, _ in total.monomials])
    atoms = np.stack([atoms for _, atoms in total.monomials], axis=1)
    coefficients = np.stack([_over(own, denominator) for own, _ in total.monomials], axis=1)
    order = np.argsort(atoms, axis=1, kind="stable")
    atoms, coefficients = np.take_along_axis(atoms, order, 1), np.take_along_axis(coefficients, order, 1)
    for index in range(1, atoms.shape[1]):
        again = atoms[:, index] == atoms[:, index - 1]
        coefficients[:, index] += np.where(again, coefficients[:, index - 1], 0)
        coefficients[:, index - 1] = np.where(again, 0, coefficients[:, index - 1])
    bound = -_over(total.constant, denominator)
    divisor = np.gcd.reduce(np.concatenate([coefficients, bound[:, None]], axis=1), axis=1)
    divisor = np.where(divisor == 0, 1, divisor)
    return atoms, coefficients // divisor[:, None], bound // divisor


def _over(number: terms.Exact, denominator: int) -> Array:
    """The numerators over this denominator; small enough that a few can be added."""
    numerators = terms.scaled(number.numerators, denominator // number.denominator)
    return numerators if terms.largest(numerators) < 2**50 else numerators.astype(object)


def _upright(relation: Relation, coefficients: Array, bound: Array) -> tuple[Array, Array, Array, Array]:
    """The same with the first coefficient positive: relations, whether they hold or not, coefficients, bounds.

    `-x <= -3` is the negation of `x < 3`.
    """
    first = np.argmax(coefficients != 0, axis=1)
    leading = np.take_along_axis(coefficients, first[:, None], 1)[:, 0]
    turned = np.asarray(leading < 0, dtype=np.bool_)
    sign = np.where(turned, -1, 1)
    other = {Relation.EQUAL: Relation.EQUAL, Relation.AT_MOST: Relation.LESS, Relation.LESS: Relation.AT_MOST}
    relations = np.where(turned, other[relation], relation)
    holds = ~turned if relation is not Relation.EQUAL else np.ones(len(turned), dtype=np.bool_)
    return relations, holds, coefficients * sign[:, None], bound * sign


def _distinct(table: Array) -> tuple[list[list[int]], Array]:
    """The distinct rows, and for each row the number of its own."""
    if len(table) == 1:
        return table.tolist(), np.zeros(1, dtype=np.int64)
    inverse, first = factorise([table[:, index] for index in range(table.shape[1])])
    return table[first].tolist(), inverse
