"""Build comparisons of terms over unknowns in columns.

A part without unknowns is an expression and is evaluated immediately (so integer division works as everywhere
else); reals are computed exactly, like the unknowns. A float held by a variable is taken with its 15 reliable
digits: `0.1 + 0.2` is 0.3.
"""

import math
from fractions import Fraction

import numpy as np

from bigand.ground.atoms import AtomTable
from bigand.ground.columns import MIXED, Array, Column, decode, factorise, narrow_kind
from bigand.ground.evaluator import Evaluator
from bigand.ground.formula import FALSE, TRUE, Branches, Comparisons, Constants, Ground
from bigand.ground.frames import Frame, column_names_for
from bigand.ground.terms import (
    ExactColumn,
    Numbers,
    Product,
    Quotient,
    Sum,
    Term,
    Unknowns,
    add_columns,
    divide_columns,
    exact_column,
    has_unknown,
    multiply_columns,
)
from bigand.language import common_diagnostics as checks
from bigand.language import syntax
from bigand.language.values import FLOAT, INT, NUMBER, PROPOSITION, kind_of

_SIGNS = {syntax.Operator.PLUS: 1, syntax.Operator.MINUS: -1}


class ComparisonBuilder:
    """Builds the columns of comparisons with an evaluator; unknowns are numbered as atoms."""

    def __init__(self, evaluator: Evaluator, atoms: AtomTable) -> None:
        self.evaluator = evaluator
        self.atoms = atoms

    def build(self, node: syntax.Infix, frame: Frame) -> Ground:
        """Build a comparison in the rows of a frame; one between known values becomes a constant."""
        groups = self._kind_group_of_each_row(node, frame)
        if groups is not None:
            return self._build_by_kinds(node, frame, groups)
        left, right = [self._build_term(operand, frame, node.operator) for operand in node.operands]
        if has_unknown(left) or has_unknown(right):
            return Comparisons(node.operator, left, right, frame.count, node.span)
        truth = self.evaluator.require_truths(
            node, self.evaluator.evaluate(node, frame), node.operator.value, frame
        )
        status = np.where(np.broadcast_to(truth, (frame.count,)), TRUE, FALSE)
        return Constants(status.astype(np.int8))

    # ------------------------------------------------------------------ rows grouped by kind

    def _kind_group_of_each_row(self, node: syntax.Infix, frame: Frame) -> Array | None:
        """Group rows by the kinds of their values; None unless a variable holds values of mixed kinds."""
        kinds = []
        for variable in _variables_in_term(node):
            column = self.evaluator.evaluate(variable, frame)
            if column.kind == MIXED:
                values = decode(column.kind, column.full_data(frame.count), self.evaluator.table)
                kinds.append(np.array([kind_of(value) for value in values]))
        self.evaluator.raise_recorded_failures()
        if not kinds:
            return None
        groups, _ = factorise(kinds)
        return groups

    def _build_by_kinds(self, node: syntax.Infix, frame: Frame, groups: Array) -> Ground:
        """Build the comparison for each group of rows: within a group, each variable has one kind."""
        parts = []
        places = np.empty(frame.count, dtype=np.int64)
        for group in range(int(groups.max()) + 1):
            rows = np.flatnonzero(groups == group)
            places[rows] = np.arange(len(rows))
            part = frame.take(rows)
            for name in column_names_for({variable.name for variable in _variables_in_term(node)}, part.columns):
                column = part.columns[name]
                if column.kind == MIXED:
                    part = part.bind(name, narrow_kind(column, self.evaluator.table))
            parts.append(self.build(node, part))
        return Branches(tuple(parts), groups, places)

    # ------------------------------------------------------------------ terms

    def _build_term(self, node: syntax.Node, frame: Frame, operator: syntax.Operator) -> Term:
        """Build a term in the rows of a frame; `operator` is the operator it is an operand of."""
        match node:
            case syntax.Integer(value):
                return Numbers(_constant_exact(value, frame), False, node.span)
            case syntax.Float(text):
                return Numbers(_constant_exact(Fraction(text), frame), True, node.span)
            case syntax.Proposition(name, arguments):
                columns = [self.evaluator.evaluate(argument, frame) for argument in arguments]
                return Unknowns(self.atoms.number_atoms(name, columns, frame.count), node.span)
            case syntax.Variable():
                return self._build_variable(node, frame, operator)
            case syntax.Parenthesised(inner):
                return self._build_term(inner, frame, operator)
            case syntax.Signed(_, operand):
                return self._negate(node, self._build_term(operand, frame, syntax.Operator.MINUS), frame)
            case syntax.Infix(inner_operator, operands):
                terms = [self._build_term(operand, frame, inner_operator) for operand in operands]
                if not any([has_unknown(term) for term in terms]):
                    return self._calculate(node, terms, frame)
                return self._combine(node, terms, frame)
            case _:
                raise AssertionError(f"not a term: {node}")

    def _build_variable(self, node: syntax.Variable, frame: Frame, operator: syntax.Operator) -> Term:
        column = self.evaluator.evaluate(node, frame)
        self.evaluator.raise_recorded_failures()
        if column.kind == PROPOSITION:
            codes, inverse = np.unique(column.full_data(frame.count), return_inverse=True)
            names = decode(column.kind, codes, self.evaluator.table)
            atoms = np.array([self.atoms.number_printed_atom(str(name)) for name in names], dtype=np.int64)
            return Unknowns(atoms[inverse], node.span)
        if column.kind not in (INT, FLOAT):
            diagnostic = checks.wrong_kind(node.span, operator.value, NUMBER | PROPOSITION, column.kind)
            self.evaluator.record_and_raise_failure(diagnostic, None, frame, node.span)
        return self._exact_numbers(column, node, frame)

    def _exact_numbers(self, column: Column, node: syntax.Node, frame: Frame) -> Numbers:
        """Convert a column of numbers to exact numbers."""
        data = column.full_data(frame.count)
        if column.kind == INT:
            return Numbers(ExactColumn(data, 1), False, node.span)
        codes, inverse = np.unique(data, return_inverse=True)
        values = [float(str(value)) for value in decode(FLOAT, codes, self.evaluator.table)]
        finite = np.array([math.isfinite(value) for value in values])
        if not finite.all():
            diagnostic = checks.operation_failure(node.span, "range")
            self.evaluator.record_failure(diagnostic, ~finite[inverse], frame, node.span)
        numbers = exact_column([Fraction(f"{value:.15g}") if math.isfinite(value) else 0 for value in values])
        return Numbers(ExactColumn(numbers.numerators[inverse], numbers.denominator), True, node.span)

    def _negate(self, node: syntax.Node, term: Term, frame: Frame) -> Term:
        if not isinstance(term, Numbers):
            return Sum((term,), (-1,))
        if not term.is_float:
            return self._exact_numbers(self.evaluator.evaluate(node, frame), node, frame)
        return Numbers(ExactColumn(-term.values.numerators, term.values.denominator), True, node.span)

    def _calculate(self, node: syntax.Infix, terms: list[Term], frame: Frame) -> Term:
        """Calculate with known numbers: integers as in any expression, reals exactly."""
        numbers = [term for term in terms if isinstance(term, Numbers)]
        if not all([number.is_float for number in numbers]):
            column = self.evaluator.evaluate(node, frame)
            self.evaluator.raise_recorded_failures()
            return self._exact_numbers(column, node, frame)
        result = numbers[0].values
        for number in numbers[1:]:
            if node.operator in _SIGNS:
                result = add_columns(result, number.values, _SIGNS[node.operator])
            elif node.operator is syntax.Operator.TIMES:
                result = multiply_columns(result, number.values)
            else:
                self._reject_zero_divisor(number, node, frame)
                result = divide_columns(result, number.values)
        return Numbers(result, True, node.span)

    def _combine(self, node: syntax.Infix, terms: list[Term], frame: Frame) -> Term:
        """Combine terms, some with unknowns, from left to right."""
        if node.operator in _SIGNS:
            return Sum(tuple(terms), (1, *[_SIGNS[node.operator]] * (len(terms) - 1)))
        return (
            self._build_product(node, terms, frame)
            if node.operator is syntax.Operator.TIMES
            else self._build_quotient(node, terms, frame)
        )

    def _build_product(self, node: syntax.Infix, terms: list[Term], frame: Frame) -> Term:
        result, *other_unknowns = [term for term in terms if has_unknown(term)]
        if other_unknowns:
            self.evaluator.record_and_raise_failure(checks.product_of_unknowns(node.span), None, frame, node.span)
        for term in terms:
            if isinstance(term, Numbers):
                result = Product(result, term)
        return result

    def _build_quotient(self, node: syntax.Infix, terms: list[Term], frame: Frame) -> Term:
        result = terms[0]
        for term, operand in zip(terms[1:], node.operands[1:], strict=True):
            if not isinstance(term, Numbers):
                self.evaluator.record_and_raise_failure(
                    checks.division_by_unknown(node.span, operand.span), None, frame, node.span
                )
            self._reject_zero_divisor(term, node, frame)
            result = Quotient(result, term)
        return result

    # ------------------------------------------------------------------ checks

    def _reject_zero_divisor(self, divisor: Numbers, node: syntax.Node, frame: Frame) -> None:
        zero = np.asarray(divisor.values.numerators == 0, dtype=np.bool_)
        if zero.any():
            self.evaluator.record_and_raise_failure(
                checks.operation_failure(node.span, "zero"), zero, frame, node.span
            )


def _constant_exact(number: int | Fraction, frame: Frame) -> ExactColumn:
    single = exact_column([number])
    return ExactColumn(np.broadcast_to(single.numerators, (frame.count,)), single.denominator)


def _variables_in_term(node: syntax.Node) -> list[syntax.Variable]:
    """The variables in a term, except those in the indices of an unknown."""
    return [leaf for leaf in syntax.leaf_operands(node) if isinstance(leaf, syntax.Variable)]
