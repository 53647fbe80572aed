"""What a model costs: weights of rules that may be broken, and sums of weighted atoms to be made small or large.

A goal is one number to be minimised or maximised. All `;;@ soft` of a file together are one goal, which stands
where the first of them does; each `;;@ minimize` and `;;@ maximize` is one. An earlier goal comes before any later.
"""

from dataclasses import dataclass, field

import numpy as np

from bigand.ground.columns import Array, decode
from bigand.ground.evaluate import NotEvaluableError
from bigand.ground.expand import Grounder, Rule
from bigand.ground.frames import UNIT, Frame
from bigand.language.faults import costs as faults
from bigand.language.operations import LARGEST, SMALLEST
from bigand.language.soft import costs
from bigand.language.syntax import (
    Call,
    Infix,
    Integer,
    Node,
    Objective,
    Operator,
    Proposition,
    Sign,
    Signed,
    Variable,
    bare,
    walk,
)
from bigand.language.values import Name, SetOf, Value, kind_of
from bigand.source.diagnostic import Diagnostic
from bigand.source.span import Span


@dataclass(frozen=True, slots=True)
class Goal:
    """A number that is to be small (or large); without an objective it is the cost of the rules broken."""

    span: Span
    objective: Objective | None = None

    @property
    def kind(self) -> str:
        if self.objective is None:
            return "soft"
        return "maximize" if self.objective.maximize else "minimize"


@dataclass(slots=True)
class Sum:
    """A constant and a coefficient for each of some atoms (numbers of the grounder)."""

    constant: int = 0
    terms: dict[int, int] = field(default_factory=dict)

    def plus(self, other: "Sum", factor: int = 1) -> "Sum":
        terms = dict(self.terms)
        for atom, coefficient in other.terms.items():
            terms[atom] = terms.get(atom, 0) + factor * coefficient
        return Sum(self.constant + factor * other.constant, terms)

    def times(self, factor: int) -> "Sum":
        return Sum().plus(self, factor)

    def value(self, true_atoms: Array) -> int:
        """What it comes to when exactly these atoms are true."""
        return self.constant + sum([self.terms.get(atom, 0) for atom in true_atoms.tolist()])


def goals(grounder: Grounder) -> list[Goal]:
    """The goals of a file, the most important first."""
    found: list[Goal] = []
    has_soft = False
    for directive in costs(grounder.reading.program):
        if isinstance(directive, Objective):
            found.append(Goal(directive.span, directive))
        elif not has_soft:
            found.append(Goal(directive.span))
            has_soft = True
    return found


def weights(grounder: Grounder, rule: Rule, frame: Frame) -> Array:
    """What each instance of a soft rule costs if it is broken: an integer above 0 for each row."""
    assert rule.weight is not None, "a rule that must hold has no weight"
    evaluator = grounder.evaluator
    column = evaluator.expression(rule.weight, frame)
    evaluator.raise_failures()
    values = decode(column.kind, column.data, grounder.table)
    wrong = [not isinstance(value, int) or isinstance(value, bool) or value <= 0 for value in values]
    if any(wrong):
        at = wrong.index(True)
        mask = np.zeros(frame.count, dtype=np.bool_)
        mask[0 if column.is_constant else at] = True
        evaluator.remember(faults.not_a_weight(rule.weight.span, values[at]), mask, frame, rule.weight.span)
        evaluator.raise_failures()
    full: Array = column.full(frame.count).astype(np.int64)
    return full


# ---------------------------------------------------------------------- sums of weighted atoms


def linear(grounder: Grounder, objective: Objective) -> Sum:
    """The sum that an objective writes; all rules have been expanded, so that it is known which atoms there are."""
    found = _Linear(grounder).sum(objective.cost)
    magnitude = sum([abs(coefficient) for coefficient in found.terms.values()]) + abs(found.constant)
    if magnitude > LARGEST:
        raise _refusal(faults.too_large(objective.cost.span))
    return Sum(found.constant, {atom: weight for atom, weight in found.terms.items() if weight})


def _refusal(diagnostic: Diagnostic) -> NotEvaluableError:
    return NotEvaluableError([diagnostic])


class _Linear:
    """Reads an expression over atoms as a sum."""

    def __init__(self, grounder: Grounder) -> None:
        self.grounder = grounder

    def sum(self, node: Node) -> Sum:
        node = bare(node)
        match node:
            case Integer(value):
                return Sum(value)
            case Infix(Operator.PLUS | Operator.MINUS as operator, operands):
                total = self.sum(operands[0])
                for operand in operands[1:]:
                    total = total.plus(self.sum(operand), 1 if operator is Operator.PLUS else -1)
                return total
            case Infix(Operator.TIMES, operands):
                return self._product(operands, node.span)
            case Signed(Sign.MINUS, operand):
                return self.sum(operand).times(-1)
            case Call("card", (members,)):
                return self._members(members, node.span)
            case Proposition() | Variable():
                return self._value(node)
            case _ if _speaks_of_atoms(node):
                raise _refusal(faults.not_linear(node.span))
            case _:
                return self._value(node)

    def _product(self, operands: tuple[Node, ...], span: Span) -> Sum:
        total = self.sum(operands[0])
        for operand in operands[1:]:
            factor = self.sum(operand)
            if factor.terms and total.terms:
                raise _refusal(faults.not_linear(span))
            total = total.times(factor.constant) if not factor.terms else factor.times(total.constant)
            if not SMALLEST <= total.constant <= LARGEST:
                raise _refusal(faults.too_large(span))
        return total

    def _value(self, node: Node) -> Sum:
        """A number, an atom, or the atoms of a set that a proposition with sets for indices stands for."""
        (value,) = self._evaluated(node)
        if isinstance(value, int) and not isinstance(value, bool):
            return Sum(value)
        if isinstance(value, Name):
            return Sum(0, {self._atom(value, node.span): 1})
        raise _refusal(faults.not_an_atom(node.span, kind_of(value)))

    def _members(self, node: Node, span: Span) -> Sum:
        """`card(…)`: how many atoms of a predicate, or of a set, are true."""
        inner = bare(node)
        if isinstance(inner, Proposition) and not inner.arguments:
            atoms = self.grounder.atoms.of_predicate(inner.name)
            atoms = atoms[self.grounder.occurs(atoms)] if len(atoms) else atoms
            if not len(atoms):
                raise _refusal(self._stranger(inner.name, inner.span))
            return Sum(0, {int(atom): 1 for atom in atoms.tolist()})
        (value,) = self._evaluated(node)
        if isinstance(value, Name):
            return Sum(0, {self._atom(value, node.span): 1})
        if not isinstance(value, SetOf):
            raise _refusal(faults.not_an_atom(node.span, kind_of(value)))
        names = [element for element in value.elements if isinstance(element, Name)]
        if not names:
            return Sum(len(value.elements))  # numbers: how many of them there are
        own = [atom for atom in [self._known(name) for name in names] if atom is not None]
        if not own:
            raise _refusal(self._stranger(str(names[0]), span))
        return Sum(0, dict.fromkeys(own, 1))

    def _evaluated(self, node: Node) -> list[Value]:
        column = self.grounder.evaluator.expression(node, UNIT)
        self.grounder.evaluator.raise_failures()
        return decode(column.kind, column.data[:1], self.grounder.table)

    def _known(self, name: Name) -> int | None:
        number = self.grounder.atoms.number_name(str(name))
        return number if bool(self.grounder.occurs(np.array([number]))[0]) else None

    def _atom(self, name: Name, span: Span) -> int:
        number = self._known(name)
        if number is None:
            raise _refusal(self._stranger(str(name), span))
        return number

    def _stranger(self, name: str, span: Span) -> Diagnostic:
        occurring = self.grounder.order()[:5000].tolist()
        names = self.grounder.atoms.names()
        return faults.no_such_atom(span, name, [names[atom] for atom in occurring])


def _speaks_of_atoms(node: Node) -> bool:
    """Whether a part of an expression is an atom: what is calculated from it is then not known beforehand."""
    return any(isinstance(part, Proposition) for part in walk(node))
