"""The cost of a model: weights of violated soft rules, and weighted sums of atoms to minimize or maximize.

A goal is one number to minimize or maximize. All `;;@ soft` directives of a file form one goal, at the position of
the first; each `;;@ minimize` and `;;@ maximize` is a goal of its own. Earlier goals take precedence over later
ones. In a file with numeric unknowns, a sum may contain these with any exact factors; a true proposition counts 1.
"""

from fractions import Fraction
from typing import TypeAlias

import numpy as np
from msgspec import Struct, field

from bigand.ground.columns import Array, decode
from bigand.ground.evaluator import NotEvaluableError
from bigand.ground.formula_tree import show_number
from bigand.ground.frames import UNIT_FRAME, Frame
from bigand.ground.grounder import Grounder, Rule
from bigand.ground.kinds import PROPOSITION
from bigand.language import common_diagnostics as checks
from bigand.language import syntax
from bigand.language.common_diagnostics import kinds_message
from bigand.language.operations import MAX_INTEGER, MIN_INTEGER
from bigand.language.syntax import cost_directives
from bigand.language.values import PropositionName, SetValue, Value, kind_of, show_value
from bigand.source.diagnostic import Diagnostic
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Span
from bigand.source.suggestion import most_similar_word

Amount: TypeAlias = int | Fraction


class Goal(Struct, frozen=True):
    """A number to minimize or maximize; without an objective, the cost of the violated soft rules."""

    span: Span
    objective: syntax.Objective | None = None

    @property
    def kind(self) -> str:
        if self.objective is None:
            return "soft"
        return "maximize" if self.objective.maximize else "minimize"


class LinearSum(Struct):
    """A constant plus a coefficient for each of some atoms (by their numbers in the grounder)."""

    constant: Amount = 0
    terms: dict[int, Amount] = field(default_factory=dict)

    def plus(self, addend: "LinearSum", factor: Amount = 1) -> "LinearSum":
        terms = dict(self.terms)
        for atom, coefficient in addend.terms.items():
            terms[atom] = terms.get(atom, 0) + factor * coefficient
        return LinearSum(self.constant + factor * addend.constant, terms)

    def times(self, factor: Amount) -> "LinearSum":
        return LinearSum().plus(self, factor)

    def value(self, true_atoms: Array, numbers: Array | None = None) -> Amount:
        """Return the value if exactly `true_atoms` are true; with `numbers`, take each atom's value from there."""
        if numbers is None:
            counted_atoms = [atom for atom in true_atoms.tolist() if atom in self.terms]
            return self.constant + sum([self.terms[atom] for atom in counted_atoms])
        parts: list[Amount] = [factor * numbers[atom] for atom, factor in self.terms.items()]
        return self.constant + sum(parts)


def show_amount(amount: Amount) -> str:
    """Format a number exactly and as briefly as possible.

    >>> show_amount(3), show_amount(Fraction(6, 2)), show_amount(Fraction(7, 2)), show_amount(Fraction(-1, 3))
    ('3', '3', '3.5', '-1/3')
    """
    return str(amount) if amount.denominator == 1 else show_number(amount, True)


def goals_of(grounder: Grounder) -> list[Goal]:
    """The goals of a file, most important first."""
    goals: list[Goal] = []
    has_soft = False
    for directive in cost_directives(grounder.reading.program):
        if isinstance(directive, syntax.Objective):
            goals.append(Goal(directive.span, directive))
        elif not has_soft:
            goals.append(Goal(directive.span))
            has_soft = True
    return goals


def instance_weights(grounder: Grounder, rule: Rule, frame: Frame) -> Array:
    """Return the cost of violating each instance of a soft rule: a positive integer per row."""
    assert rule.weight is not None, "a rule that must hold has no weight"
    evaluator = grounder.evaluator
    column = evaluator.evaluate(rule.weight, frame)
    evaluator.raise_recorded_failures()
    values = decode(column.kind, column.data, grounder.table)
    wrong = [not isinstance(value, int) or isinstance(value, bool) or value <= 0 for value in values]
    if any(wrong):
        row = wrong.index(True)
        mask = np.zeros(frame.count, dtype=np.bool_)
        mask[0 if column.is_constant else row] = True
        evaluator.record_and_raise_failure(
            _invalid_weight(rule.weight.span, values[row]), mask, frame, rule.weight.span
        )
    full: Array = column.full_data(frame.count).astype(np.int64)
    return full


# ---------------------------------------------------------------------- sums of weighted atoms


def linear_sum(grounder: Grounder, objective: syntax.Objective) -> LinearSum:
    """Return the sum of an objective; all rules must be expanded already, so that the atoms are known."""
    reader = _SumReader(grounder)
    total = reader.read(objective.cost)
    magnitude = sum([max(number, -number) for number in (total.constant, *total.terms.values())])
    if magnitude > MAX_INTEGER and not reader.is_exact:
        raise _not_evaluable(sum_too_large(objective.cost.span))
    return LinearSum(total.constant, {atom: weight for atom, weight in total.terms.items() if weight})


def _not_evaluable(diagnostic: Diagnostic) -> NotEvaluableError:
    return NotEvaluableError([diagnostic])


class _SumReader:
    """Reads an expression over atoms as a linear sum; exact arithmetic if there are numeric unknowns."""

    def __init__(self, grounder: Grounder) -> None:
        self.grounder = grounder
        self.is_exact = grounder.kinds is not None

    def read(self, node: syntax.Node) -> LinearSum:
        node = syntax.strip_parentheses(node)
        match node:
            case syntax.Integer(value):
                return LinearSum(value)
            case syntax.Float(text) if self.is_exact:
                return LinearSum(Fraction(text))
            case syntax.Infix(syntax.Operator.PLUS | syntax.Operator.MINUS as operator, operands):
                total = self.read(operands[0])
                for operand in operands[1:]:
                    total = total.plus(self.read(operand), 1 if operator is syntax.Operator.PLUS else -1)
                return total
            case syntax.Infix(syntax.Operator.TIMES, operands):
                return self._read_product(operands, node.span)
            case syntax.Infix(syntax.Operator.DIVIDE, operands) if self.is_exact and _mentions_atoms(node):
                return self._read_quotient(operands, node.span)
            case syntax.Signed(syntax.Sign.MINUS, operand):
                return self.read(operand).times(-1)
            case syntax.Call("card", (members,)):
                return self._read_cardinality(members, node.span)
            case syntax.Proposition() | syntax.Variable():
                return self._read_value(node)
            case _ if _mentions_atoms(node):
                raise _not_evaluable(_not_linear(node.span, self.is_exact))
            case _:
                return self._read_value(node)

    def _read_product(self, operands: tuple[syntax.Node, ...], span: Span) -> LinearSum:
        total = self.read(operands[0])
        for operand in operands[1:]:
            factor = self.read(operand)
            if factor.terms and total.terms:
                raise _not_evaluable(_not_linear(span, self.is_exact))
            total = total.times(factor.constant) if not factor.terms else factor.times(total.constant)
            if not (MIN_INTEGER <= total.constant <= MAX_INTEGER or self.is_exact):
                raise _not_evaluable(sum_too_large(span))
        return total

    def _read_quotient(self, operands: tuple[syntax.Node, ...], span: Span) -> LinearSum:
        """Divide a sum with unknowns exactly by known numbers."""
        total = self.read(operands[0])
        for operand in operands[1:]:
            divisor = self.read(operand)
            if divisor.terms:
                raise _not_evaluable(_not_linear(span, self.is_exact))
            if divisor.constant == 0:
                raise _not_evaluable(checks.operation_failure(span, "zero"))
            total = total.times(1 / Fraction(divisor.constant))
        return total

    def _read_value(self, node: syntax.Node) -> LinearSum:
        """Read a number or a single atom."""
        (value,) = self._evaluate(node)
        if isinstance(value, int) and not isinstance(value, bool):
            return LinearSum(value)
        if isinstance(value, float) and self.is_exact:
            return LinearSum(Fraction(f"{value:.15g}"))  # as in a comparison: 15 significant digits are reliable
        if isinstance(value, PropositionName):
            return LinearSum(0, {self._require_occurring_atom(value, node.span): 1})
        raise _not_evaluable(_not_an_atom(node.span, kind_of(value), self.is_exact))

    def _read_cardinality(self, node: syntax.Node, span: Span) -> LinearSum:
        """Read `card(…)`: the number of true atoms of a predicate or a set."""
        inner = syntax.strip_parentheses(node)
        if isinstance(inner, syntax.Proposition) and not inner.arguments:
            atoms = self.grounder.atoms.atoms_of_predicate(inner.name)
            atoms = atoms[self.grounder.first_occurrences.occurrence_mask(atoms)] if len(atoms) else atoms
            if not len(atoms):
                raise _not_evaluable(self._diagnose_unknown_atom(inner.name, inner.span))
            return self._sum_of_true_atoms(atoms.tolist(), inner.span)
        (value,) = self._evaluate(node)
        if isinstance(value, PropositionName):
            return self._sum_of_true_atoms([self._require_occurring_atom(value, node.span)], node.span)
        if not isinstance(value, SetValue):
            raise _not_evaluable(_not_an_atom(node.span, kind_of(value), self.is_exact))
        names = [element for element in value.elements if isinstance(element, PropositionName)]
        if not names:
            return LinearSum(len(value.elements))  # a set of numbers: its size
        known_atoms = [atom for atom in [self._find_occurring_atom(name) for name in names] if atom is not None]
        if not known_atoms:
            raise _not_evaluable(self._diagnose_unknown_atom(str(names[0]), span))
        return self._sum_of_true_atoms(known_atoms, span)

    def _sum_of_true_atoms(self, atoms: list[int], span: Span) -> LinearSum:
        """Count the true ones among `atoms`; numeric unknowns are an error."""
        kinds = self.grounder.kinds
        if kinds is not None:
            _, bits = kinds.kind_classes(self.grounder.atoms.count)
            numbers = [atom for atom in atoms if not bits[atom] & PROPOSITION]
            if numbers:
                raise _not_evaluable(_number_in_cardinality(span, self.grounder.atoms.names()[numbers[0]]))
        return LinearSum(0, dict.fromkeys(atoms, 1))

    def _evaluate(self, node: syntax.Node) -> list[Value]:
        column = self.grounder.evaluator.evaluate(node, UNIT_FRAME)
        self.grounder.evaluator.raise_recorded_failures()
        return decode(column.kind, column.data[:1], self.grounder.table)

    def _find_occurring_atom(self, name: PropositionName) -> int | None:
        number = self.grounder.atoms.number_printed_atom(str(name))
        return number if bool(self.grounder.first_occurrences.occurrence_mask(np.array([number]))[0]) else None

    def _require_occurring_atom(self, name: PropositionName, span: Span) -> int:
        number = self._find_occurring_atom(name)
        if number is None:
            raise _not_evaluable(self._diagnose_unknown_atom(str(name), span))
        return number

    def _diagnose_unknown_atom(self, name: str, span: Span) -> Diagnostic:
        occurring = self.grounder.first_occurrences.ordered_atoms()[:5000].tolist()
        names = self.grounder.atoms.names()
        return _no_such_atom(span, name, [names[atom] for atom in occurring], self.is_exact)


def _mentions_atoms(node: syntax.Node) -> bool:
    """Return whether an expression contains an atom, so that its value is not known in advance."""
    return any(isinstance(part, syntax.Proposition) for part in syntax.walk(node))


def _invalid_weight(span: Span, value: Value) -> Diagnostic:
    is_integer = isinstance(value, int) and not isinstance(value, bool)
    if is_integer:
        return make_diagnostic("G201", span, found=show_value(value))
    return make_diagnostic("G201", span, variant="kind", found=kinds_message(kind_of(value)))


def _not_linear(span: Span, with_numbers: bool = False) -> Diagnostic:
    if with_numbers:
        return make_diagnostic("G202", span, variant="numbers", label="label")
    return make_diagnostic("G202", span)


def _not_an_atom(span: Span, kinds: int, with_numbers: bool = False) -> Diagnostic:
    variant = "term" if with_numbers else "kind"
    return make_diagnostic("G203", span, variant=variant, help="kind", found=kinds_message(kinds))


def _number_in_cardinality(span: Span, name: str) -> Diagnostic:
    return make_diagnostic("G203", span, variant="number", name=name)


def _no_such_atom(span: Span, name: str, names: list[str], with_numbers: bool = False) -> Diagnostic:
    variant = "unknown" if with_numbers else None
    suggestion = most_similar_word(name, [*names, *dict.fromkeys([atom.split("(")[0] for atom in names])])
    if suggestion:
        return make_diagnostic("G203", span, variant=variant, help="near", name=name, near=suggestion)
    return make_diagnostic("G203", span, variant=variant, help=variant or "help", name=name)


def sum_too_large(span: Span) -> Diagnostic:
    return make_diagnostic("G204", span)
