"""Terms and comparisons evaluated exactly, as they were written, with the values of a model.

Python's fractions do the arithmetic, one operation of the term at a time: nothing here knows of coefficients,
bounds or text that was given to a solver.
"""

import numpy as np

from bigand.ground.columns import Array
from bigand.ground.formula import Comparisons
from bigand.ground.terms import Numbers, Product, Quotient, Sum, Term, Unknowns
from bigand.language.syntax import Operator


def evaluate_comparison(node: Comparisons, values: Array) -> Array:
    """The truth of a comparison in each of its rows; `values` (objects) are by atom."""
    left, right = evaluate_term(node.left, values), evaluate_term(node.right, values)
    match node.operator:
        case Operator.EQUAL:
            truth = left == right
        case Operator.DIFFERENT:
            truth = left != right
        case Operator.LESS:
            truth = left < right
        case Operator.AT_MOST:
            truth = left <= right
        case Operator.GREATER:
            truth = left > right
        case Operator.AT_LEAST:
            truth = left >= right
        case _:
            raise AssertionError(node.operator)
    return np.asarray(truth, dtype=np.bool_)


def evaluate_term(term: Term, values: Array) -> Array:
    """The value of a term in each row, as objects."""
    match term:
        case Numbers(numbers):
            return numbers.to_fractions()
        case Unknowns(atoms):
            return values[atoms]
        case Sum(parts, signs):
            total = evaluate_term(parts[0], values) * signs[0]
            for part, sign in zip(parts[1:], signs[1:], strict=True):
                total = total + evaluate_term(part, values) if sign > 0 else total - evaluate_term(part, values)
            return total
        case Product(inner, factor):
            return evaluate_term(inner, values) * factor.values.to_fractions()
        case Quotient(inner, divisor):
            return evaluate_term(inner, values) / divisor.values.to_fractions()
