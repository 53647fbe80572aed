"""Check every model against the formula as written, before it is shown.

A violated instance is searched for as a query: the negation of a clause is a conjunction, and each of its literals
filters the rows as soon as its variables are bound, so few rows are ever created. Other formulas are evaluated in
their ground form, row by row. Neither path uses clauses, encodings or recognition.
"""

from collections.abc import Callable, Iterator
from typing import TypeAlias

import numpy as np
from msgspec import Struct

from bigand.ground import formula as formulas
from bigand.ground.columns import Array
from bigand.ground.facts import number_literals
from bigand.ground.formula import Comparisons
from bigand.ground.frames import UNIT_FRAME, Frame, variables_of
from bigand.ground.grounder import FactBatch, Grounder, Rule
from bigand.ground.join import BLOCK, Condition, binds_only_new_names, join_blocks, make_plan
from bigand.ground.terms import Numbers, Product, Quotient, Sum, Term, Unknowns
from bigand.language import syntax
from bigand.language.syntax import Operator
from bigand.language.values import Value

Quantify: TypeAlias = Callable[[formulas.Quantification, Array], Array]


class Violation(Struct, frozen=True):
    """A violated rule and the binding for which it is violated."""

    rule: Rule
    binding: dict[str, Value]


def find_violation(
    grounder: Grounder, true_atoms: Array, ignored_rule: int | None = None, numbers: Array | None = None
) -> Violation | None:
    """Return the first rule violated if exactly `true_atoms` (numbers of the grounder) are true, or None.

    `ignored_rule` is the number of a rule that need not hold; `numbers` (objects, by atom) are the values of
    unknowns.
    """
    for rule in grounder.rules_and_facts():
        if isinstance(rule, FactBatch):
            broken = _false_facts(grounder, rule, true_atoms)
            for index in broken:
                if rule.rules[index].number != ignored_rule:
                    return Violation(rule.rules[index], {})
        elif rule.number != ignored_rule:
            for violation in _some_violations(grounder, rule, true_atoms, numbers):
                return violation
    return None


def _some_violations(
    grounder: Grounder, rule: Rule, true_atoms: Array, numbers: Array | None
) -> Iterator[Violation]:
    """Yield violated instances of a rule."""
    nested_clause = nested_clause_of(rule)
    if nested_clause is None:
        return violations(grounder, rule, true_atoms, numbers)
    frames = _rows_with_false_literals(grounder, *nested_clause, true_atoms)
    return (_outer_violation(grounder, rule, frame) for frame in frames if frame.count)


def nested_clause_of(rule: Rule) -> tuple[list[syntax.Generator], list[tuple[syntax.Proposition, bool]]] | None:
    """Return the generators and literals of a rule that is a clause with nested operators, or None.

    `a => bigand … : b or c end` is violated where a row has only false literals. The names that an inner operator
    binds must not have another meaning.
    """
    generators, literals, node = list(rule.generators), list[tuple[syntax.Proposition, bool]](), rule.body
    while (clause := clause_of(node)) is None:
        node = syntax.strip_parentheses(node)
        if isinstance(node, syntax.BigOperator) and node.big is syntax.Big.AND:
            names = {variable.name for variable in node.generator.variables}
            used_names = variables_of(tuple([atom for atom, _ in literals]))
            if names & used_names or not binds_only_new_names(generators, node.generator):
                return None
            generators.append(node.generator)
            node = node.body
        elif isinstance(node, syntax.Infix) and node.operator in (syntax.Operator.OR, syntax.Operator.IMPLIES):
            is_negated = node.operator is syntax.Operator.IMPLIES
            *before, node = node.operands
            clauses = _disjunction_literals(
                [syntax.Signed(syntax.Sign.NOT, part) if is_negated else part for part in before]
            )
            if clauses is None or (is_negated and len(before) > 1):
                return None
            literals += clauses
        else:
            return None
    return (generators, [*literals, *clause]) if len(generators) > len(rule.generators) else None


def _rows_with_false_literals(
    grounder: Grounder,
    generators: list[syntax.Generator],
    literals: list[tuple[syntax.Proposition, bool]],
    true_atoms: Array,
) -> Iterator[Frame]:
    """Yield the rows in which all literals are false."""
    tests = [_falsity_condition(grounder, atom, sign, true_atoms) for atom, sign in literals]
    return join_blocks(grounder.evaluator, make_plan(generators, tests), UNIT_FRAME, BLOCK)


def _outer_violation(grounder: Grounder, rule: Rule, frame: Frame) -> Violation:
    """Return the violation by the first row of a frame, with the values of the rule's own variables."""
    rule_variables = {variable.name for generator in rule.generators for variable in generator.variables}
    binding = frame.binding(0, grounder.table)
    return Violation(rule, {name: value for name, value in binding.items() if name in rule_variables})


def _false_facts(grounder: Grounder, facts: FactBatch, true_atoms: Array) -> list[int]:
    """Return the indices of violated facts."""
    atoms = number_literals(facts.literals, grounder.atoms)
    holds = _truth_column(grounder, true_atoms)[atoms] == [literal.sign for literal in facts.literals]
    broken: list[int] = np.flatnonzero(~holds).tolist()
    return broken


def violations(
    grounder: Grounder, rule: Rule, true_atoms: Array, numbers: Array | None = None
) -> Iterator[Violation]:
    """Yield the instances of a rule that are violated if exactly `true_atoms` are true."""
    for frame in violation_frames(grounder, rule, true_atoms, numbers):
        for row in range(frame.count):
            yield Violation(rule, frame.binding(row, grounder.table))


def violation_frames(
    grounder: Grounder, rule: Rule, true_atoms: Array, numbers: Array | None = None
) -> Iterator[Frame]:
    """Yield the violated rows of a rule, in blocks."""
    literals = clause_of(rule.body)
    if literals is not None and rule.generators:
        yield from _rows_with_false_literals(grounder, list(rule.generators), literals, true_atoms)
        return
    for frame in grounder.frames(rule):
        if frame.count:
            ground = grounder.instantiator.instantiate(rule.body, frame)
            holds = evaluate(ground, _truth_column(grounder, true_atoms), numbers)
            if not holds.all():
                yield frame.take(np.flatnonzero(~holds))


def _truth_column(grounder: Grounder, true_atoms: Array) -> Array:
    truth = np.zeros(grounder.atoms.count + 1, dtype=np.bool_)
    truth[true_atoms] = True
    return truth


def _falsity_condition(grounder: Grounder, atom: syntax.Proposition, sign: bool, true_atoms: Array) -> Condition:
    """Return the condition that a literal is false."""

    def test(frame: Frame) -> Array:
        before = len(grounder.evaluator.failures)
        ground = grounder.instantiator.instantiate(atom, frame)
        assert isinstance(ground, formulas.Literals)
        result: Array = _truth_column(grounder, true_atoms)[ground.atoms] != sign
        # Rows on which it cannot be evaluated do not belong to the file, which was expanded without errors.
        for failure in grounder.evaluator.failures[before:]:
            result = result & ~failure.rows
        del grounder.evaluator.failures[before:]
        return result

    return Condition(frozenset(variables_of(atom)), None, test)


def clause_of(node: syntax.Node) -> list[tuple[syntax.Proposition, bool]] | None:
    """Return the literals of a formula that is a disjunction of literals, possibly written as an implication."""
    match node:
        case syntax.Parenthesised(inner) | syntax.LineBreak(inner):
            return clause_of(inner)
        case syntax.Proposition():
            return [(node, True)]
        case syntax.Signed(syntax.Sign.NOT, operand):
            inner = syntax.strip_parentheses(operand)
            if isinstance(inner, syntax.Proposition):
                return [(inner, False)]
            if isinstance(inner, syntax.Infix) and inner.operator is syntax.Operator.AND:
                return _disjunction_literals([syntax.Signed(syntax.Sign.NOT, part) for part in inner.operands])
            return None
        case syntax.Infix(syntax.Operator.OR, operands):
            return _disjunction_literals(list(operands))
        case syntax.Infix(syntax.Operator.IMPLIES, (left, right)):
            return _disjunction_literals([syntax.Signed(syntax.Sign.NOT, left), right])
        case _:
            return None


def _disjunction_literals(parts: list[syntax.Node]) -> list[tuple[syntax.Proposition, bool]] | None:
    combined: list[tuple[syntax.Proposition, bool]] = []
    for part in parts:
        literals = clause_of(part)
        if literals is None:
            return None
        combined += literals
    return combined


def evaluate(
    node: formulas.Ground, truth: Array, numbers: Array | None = None, quantify: Quantify | None = None
) -> Array:
    """Return the truth of a ground formula in each of its rows; `truth` and `numbers` are indexed by atom.

    `truth` may have several columns; the result then has as many. `quantify` evaluates a quantifier given the
    values of its body.
    """
    match node:
        case formulas.Constants(status):
            return _broadcast(status == 1, truth)
        case formulas.Literals(atoms):
            return truth[atoms]
        case formulas.Comparisons():
            assert numbers is not None, "a file with comparisons has numbers"
            return evaluate_comparison(node, numbers)
        case formulas.Negation(inner):
            return ~evaluate(inner, truth, numbers, quantify)
        case formulas.Connection(is_and, parts):
            values = [evaluate(part, truth, numbers, quantify) for part in parts]
            combined: Array = np.logical_and.reduce(values) if is_and else np.logical_or.reduce(values)
            return combined
        case formulas.Equality(differs, left, right):
            values = [evaluate(side, truth, numbers, quantify) for side in (left, right)]
            same: Array = (values[0] == values[1]) != differs
            return same
        case formulas.BigConnection(is_and, inner, starts):
            true = _segment_sums(evaluate(inner, truth, numbers, quantify), starts)
            return true == _broadcast(np.diff(starts), truth) if is_and else true > 0
        case formulas.Cardinalities(count, how_many, inner, starts):
            true, wanted = (
                _segment_sums(evaluate(inner, truth, numbers, quantify), starts),
                _broadcast(how_many, truth),
            )
            if count is syntax.Count.EXACT:
                return true == wanted
            return true >= wanted if count is syntax.Count.AT_LEAST else true <= wanted
        case formulas.Branches(parts, which, places):
            result = np.empty((len(which), *truth.shape[1:]), dtype=np.bool_)
            for number, part in enumerate(parts):
                rows = which == number
                result[rows] = evaluate(part, truth, numbers, quantify)[places[rows]]
            return result
        case formulas.Quantification(inner=inner):
            assert quantify is not None
            return quantify(node, evaluate(inner, truth, numbers, quantify))


def _broadcast(column: Array, truth: Array) -> Array:
    """Repeat a column for each column of `truth`."""
    if truth.ndim == 1:
        return column
    return np.broadcast_to(column[:, None], (len(column), truth.shape[1]))


def _segment_sums(values: Array, starts: Array) -> Array:
    total = np.concatenate([np.zeros((1, *values.shape[1:]), dtype=np.int64), np.cumsum(values, axis=0)])
    return total[starts[1:]] - total[starts[:-1]]


# ---------------------------------------------------------------------- comparisons
# Terms are evaluated as written, one operation at a time, with Python's fractions: independent of the
# coefficients, bounds and text passed to solvers.


def evaluate_comparison(node: Comparisons, values: Array) -> Array:
    """Return the truth of a comparison in each of its rows; `values` (objects) are indexed by atom."""
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
    """Return the value of a term in each row, as objects."""
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
