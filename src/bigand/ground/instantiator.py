"""Instantiate formulas in columns: a syntax node and a frame give a ground formula with the same rows."""

from typing import Any, cast

import numpy as np

from bigand.ground import formula as formulas
from bigand.ground.atoms import AtomTable
from bigand.ground.columns import MIXED, Array, Column, decode, sorted_distinct
from bigand.ground.comparisons import ComparisonBuilder
from bigand.ground.evaluator import Evaluator
from bigand.ground.formula_tree import tree_of
from bigand.ground.frames import Frame, formula_value
from bigand.ground.scopes import QuantifierScopes
from bigand.ground.variables import keys_of_indexed_variable
from bigand.language import common_diagnostics as checks
from bigand.language import operations, syntax
from bigand.language.values import FORMULA, INT, PROPOSITION, SET, FormulaValue, PropositionName, Value, kind_of
from bigand.source.document import Span


class Instantiator:
    """Builds ground formulas from the formulas of one file and numbers atoms as they occur."""

    def __init__(self, text: str, atoms: AtomTable) -> None:
        self.atoms = atoms
        self.evaluator = Evaluator(text, atoms.values)
        self.evaluator.quote = self._quote_formula
        self._comparison_builder = ComparisonBuilder(self.evaluator, atoms)
        self._scopes = QuantifierScopes(atoms)

    def instantiate(self, node: syntax.Node, frame: Frame) -> formulas.Ground:
        """Return the ground formula of a node in the rows of a frame, which has at least one row."""
        match node:
            case syntax.Proposition(name, arguments):
                columns = [self.evaluator.evaluate(argument, frame) for argument in arguments]
                return self._resolve_literals(self.atoms.number_atoms(name, columns, frame.count), frame, node.span)
            case syntax.Parenthesised(inner) | syntax.LineBreak(inner):
                return self.instantiate(inner, frame)
            case syntax.Signed(syntax.Sign.NOT, operand):
                return formulas.Negation(self.instantiate(operand, frame))
            case syntax.Infix(operator, operands):
                if operator in syntax.COMPARISONS:
                    return self._comparison_builder.build(node, frame)
                constant = status_decided_by_constant(operator, operands)
                if constant is not None:
                    return formulas.Constants(np.full(frame.count, constant, dtype=np.int8))
                return _connect(operator, [self.instantiate(operand, frame) for operand in operands])
            case syntax.Truth(value):
                return formulas.make_constants(value, frame.count)
            case syntax.Variable():
                return self._instantiate_variable(node, frame)
            case syntax.BigOperator():
                return self._instantiate_big(node, frame)
            case syntax.Cardinality():
                return self._instantiate_cardinality(node, frame)
            case syntax.If():
                return self._instantiate_if(node, frame)
            case syntax.Let(variables, values, body):
                return self._instantiate_let(list(zip(variables, values, strict=True)), body, frame)
            case syntax.Quantified():
                return self._instantiate_quantified(node, frame)
            case _:
                raise AssertionError(f"not a formula of propositional logic: {node}")

    def _resolve_literals(self, atoms: Array, frame: Frame, span: Span) -> formulas.Literals:
        """Return literals of these atoms, or of the bound copies inside quantifiers."""
        return formulas.Literals(self._scopes.resolve(atoms, frame), span)

    def _instantiate_quantified(self, node: syntax.Quantified, frame: Frame) -> formulas.Ground:
        owners, atoms = self._bound_atoms(node, frame)
        with self._scopes.enter(owners, atoms, frame, node) as (inside, copies):
            inner = self.instantiate(node.body, inside)
        is_forall = node.quantifier is syntax.Quantifier.FORALL
        return formulas.Quantification(is_forall, copies, _starts_of_owners(owners, frame.count), inner, node.span)

    def _bound_atoms(self, node: syntax.Quantified, frame: Frame) -> tuple[Array, Array]:
        """Return the atoms that a quantifier binds with their owner rows, in the order written."""
        rows, row_owners = frame, np.arange(frame.count)
        if node.generator is not None:
            rows, row_owners = self.evaluator.join_generator(node.generator, frame)
            self.evaluator.raise_recorded_failures()
        owners: list[Array] = [np.empty(0, dtype=np.int64)]
        atoms: list[Array] = [np.empty(0, dtype=np.int64)]
        for proposition in node.propositions if rows.count else ():
            numbers = self._atoms_by_name(proposition, node, rows)
            self._reject_rebinding(proposition, numbers, rows)
            literals, starts = _unique_per_owner(formulas.Literals(numbers), row_owners, frame.count)
            owners.append(np.repeat(np.arange(frame.count), np.diff(starts)))
            atoms.append(literals.atoms)
            self._reject_duplicates(proposition, np.concatenate(owners), np.concatenate(atoms), frame)
        all_owners = np.concatenate(owners)
        order = np.argsort(all_owners, kind="stable")
        return all_owners[order], np.concatenate(atoms)[order]

    def _reject_rebinding(self, proposition: syntax.Node, atoms: Array, rows: Frame) -> None:
        """Raise an error if an enclosing quantifier already binds one of these atoms."""
        for bound, binder_span in self._scopes.find_binders(atoms, rows):
            name = self.atoms.names()[int(atoms[np.argmax(bound)])]
            diagnostic = checks.duplicate_quantifier(proposition.span, name, binder_span)
            self.evaluator.record_and_raise_failure(diagnostic, bound, rows, proposition.span)

    def _reject_duplicates(self, proposition: syntax.Node, owners: Array, atoms: Array, frame: Frame) -> None:
        """Raise an error if two propositions of one quantifier bind the same atom."""
        order = np.lexsort((atoms, owners))
        same = (np.diff(owners[order]) == 0) & (np.diff(atoms[order]) == 0)
        if same.any():
            row = int(order[1:][same][0])
            diagnostic = checks.duplicate_quantifier(
                proposition.span, self.atoms.names()[int(atoms[row])], proposition.span
            )
            self.evaluator.record_and_raise_failure(
                diagnostic, np.arange(frame.count) == owners[row], frame, proposition.span
            )

    def _atoms_by_name(self, proposition: syntax.Node, node: syntax.Quantified, rows: Frame) -> Array:
        """Return the unresolved atom that a proposition after a quantifier names in each row."""
        if isinstance(proposition, syntax.Proposition):
            columns = [self.evaluator.evaluate(argument, rows) for argument in proposition.arguments]
            self.evaluator.raise_recorded_failures()
            return self.atoms.number_atoms(proposition.name, columns, rows.count)
        assert isinstance(proposition, syntax.Variable)
        column = self.evaluator.evaluate(proposition, rows)
        self.evaluator.raise_recorded_failures()
        codes, inverse = np.unique(column.full_data(rows.count), return_inverse=True)
        numbers = np.empty(len(codes), dtype=np.int64)
        for index, value in enumerate(decode(column.kind, codes, self.atoms.values)):
            if not isinstance(value, PropositionName):
                keyword = node.quantifier.value
                diagnostic = checks.value_in_quantifier(proposition.span, keyword, kind_of(value))
                self.evaluator.record_and_raise_failure(diagnostic, inverse == index, rows, proposition.span)
            numbers[index] = self.atoms.number_printed_atom(str(value))
        return numbers[inverse]

    def _instantiate_big(self, node: syntax.BigOperator, frame: Frame) -> formulas.Ground:
        is_and = node.big is syntax.Big.AND
        inner, owners = self.evaluator.join_generator(node.generator, frame)
        starts = _starts_of_owners(owners, frame.count)
        if not inner.count:
            return formulas.make_constants(is_and, frame.count)
        return formulas.BigConnection(is_and, self.instantiate(node.body, inner), starts)

    def _instantiate_let(
        self, pairs: list[tuple[syntax.Variable, syntax.Node]], body: syntax.Node, frame: Frame
    ) -> formulas.Ground:
        """Bind the variables one by one and instantiate the body; indexed ones split the rows by their keys."""
        if not pairs:
            return self.instantiate(body, frame)
        (variable, value), *later_pairs = pairs
        column = self.evaluator.evaluate(value, frame)
        if not variable.arguments:
            return self._instantiate_let(later_pairs, body, frame.bind(variable.name, column))
        keys, which = keys_of_indexed_variable(self.evaluator, variable, frame)
        if len(keys) == 1:
            return self._instantiate_let(later_pairs, body, frame.bind(keys[0], column))
        self.evaluator.raise_recorded_failures()
        rows = [np.flatnonzero(which == index) for index in range(len(keys))]
        parts = [
            self._instantiate_let(later_pairs, body, frame.take(part_rows).bind(key, column.take(part_rows)))
            for key, part_rows in zip(keys, rows, strict=True)
        ]
        places = np.empty(frame.count, dtype=np.int64)
        for part_rows in rows:
            places[part_rows] = np.arange(len(part_rows))
        return formulas.Branches(tuple(parts), which, places)

    def _instantiate_if(self, node: syntax.If, frame: Frame) -> formulas.Ground:
        holds = self.evaluator.evaluate_condition(node.condition, "if", frame)
        self.evaluator.raise_recorded_failures()
        if holds.all():
            return self.instantiate(node.then, frame)
        if not holds.any():
            return self.instantiate(node.otherwise, frame)
        parts = (
            self.instantiate(node.then, frame.take(np.flatnonzero(holds))),
            self.instantiate(node.otherwise, frame.take(np.flatnonzero(~holds))),
        )
        which = np.where(holds, 0, 1)
        places = np.where(holds, np.cumsum(holds), np.cumsum(~holds)) - 1
        return formulas.Branches(parts, which, places)

    def _instantiate_variable(self, node: syntax.Variable, frame: Frame) -> formulas.Ground:
        column = self.evaluator.evaluate(node, frame)
        self.evaluator.raise_recorded_failures()
        return self._instantiate_column(column, node, frame)

    def _instantiate_column(self, column: Column, node: syntax.Node, frame: Frame) -> formulas.Ground:
        """Return the formula given by a column of propositions and quoted formulas."""
        codes, inverse = np.unique(column.data, return_inverse=True)
        inverse = np.broadcast_to(inverse, (frame.count,)) if column.is_constant else inverse
        values = decode(column.kind, codes, self.atoms.values)
        for index, value in enumerate(values):
            if not kind_of(value) & (PROPOSITION | FORMULA):
                name = node.name if isinstance(node, syntax.Variable) else ""
                is_wrong = inverse == index
                diagnostic = checks.variable_not_proposition(node.span, name, node.span, kind_of(value))
                self.evaluator.record_and_raise_failure(diagnostic, is_wrong, frame, node.span)
        if all(isinstance(value, PropositionName) for value in values):
            numbers = np.array([self.atoms.number_printed_atom(str(value)) for value in values], dtype=np.int64)
            return self._resolve_literals(numbers[inverse], frame, node.span)
        parts: list[formulas.Ground] = []
        places = np.empty(frame.count, dtype=np.int64)
        for index, value in enumerate(values):
            selected = np.flatnonzero(inverse == index)
            places[selected] = np.arange(len(selected))
            tree = value.node if isinstance(value, FormulaValue) else str(value)
            parts.append(self._instantiate_tree(tree, frame.take(selected), node.span))
        return formulas.Branches(tuple(parts), inverse, places)

    def _quote_formula(self, formula: syntax.Node, frame: Frame) -> Value:
        """Expand a quoted formula in a frame of one row and return its value."""
        with self._scopes.suspend():
            ground = self.instantiate(formula, frame)
        self.evaluator.raise_recorded_failures()
        return formula_value(tree_of(ground, 0, self.atoms.names(), in_pairs=True))

    def _instantiate_tree(self, tree: Any, frame: Frame, span: Span) -> formulas.Ground:
        """Return the ground formula of an expanded formula, used at `span`, in the rows of a frame."""
        count = frame.count
        if isinstance(tree, bool):
            return formulas.make_constants(tree, count)
        if isinstance(tree, str):
            return self._resolve_literals(
                np.full(count, self.atoms.number_printed_atom(tree), dtype=np.int64), frame, span
            )
        word, *parts = tree
        if word == "not":
            return formulas.Negation(self._instantiate_tree(parts[0], frame, span))
        if word in ("exact", "atleast", "atmost"):
            members = tuple([self._instantiate_tree(part, frame, span) for part in parts[1:]])
            size = len(members)
            inner = formulas.Branches(members, np.tile(np.arange(size), count), np.repeat(np.arange(count), size))
            return formulas.Cardinalities(
                syntax.Count(word), np.full(count, parts[0]), inner, np.arange(count + 1) * size
            )
        return _connect(syntax.Operator(word), [self._instantiate_tree(part, frame, span) for part in parts])

    # ------------------------------------------------------------------ cardinalities

    def _instantiate_cardinality(self, node: syntax.Cardinality, frame: Frame) -> formulas.Ground:
        number = self.evaluator.evaluate(node.number, frame)
        if number.kind != INT:
            kinds = number.kind or kind_of(decode(number.kind, number.data[:1], self.atoms.values)[0])
            diagnostic = checks.wrong_cardinality_kind(node.number.span, node.count.value, "number", kinds)
            self.evaluator.record_and_raise_failure(diagnostic, None, frame, node.span)
        self.evaluator.raise_recorded_failures()
        members, starts = self._cardinality_members(node, frame)
        # Clip numbers far out of range, so that no calculation overflows; the meaning stays the same.
        numbers = np.clip(number.full_data(frame.count), -1, 1 << 40)
        if members is None:
            return formulas.Cardinalities(
                node.count, numbers, formulas.Literals(np.empty(0, dtype=np.int64)), starts
            )
        return make_cardinality(node.count, numbers, members, starts)

    def _cardinality_members(self, node: syntax.Cardinality, frame: Frame) -> tuple[formulas.Ground | None, Array]:
        """Return what is counted: the distinct members of each row's set."""
        inner = syntax.strip_parentheses(node.set)
        if isinstance(inner, syntax.Comprehension) and isinstance(
            syntax.strip_parentheses(inner.element), syntax.Proposition
        ):
            atoms = self._comprehension_atoms(inner, frame)
            if atoms is not None:
                return atoms
        column, counts = self.evaluator.evaluate_elements(node.set, frame)
        self.evaluator.raise_recorded_failures()
        starts = np.concatenate([[0], np.cumsum(counts)])
        if not int(starts[-1]):
            return None, starts
        rows = frame.repeat(counts)
        self._reject_non_propositions(column, node, rows)
        members = self._instantiate_column(column, node.set, rows)
        if isinstance(members, formulas.Literals):
            # Different values may print alike (floats with more than 12 digits); an atom counts once.
            return _unique_per_owner(members, np.repeat(np.arange(frame.count), counts), frame.count)
        return members, starts

    def _comprehension_atoms(
        self, node: syntax.Comprehension, frame: Frame
    ) -> tuple[formulas.Ground | None, Array] | None:
        """Return the members of `[p(…) for … in …]` as atoms, unless an argument is a set."""
        element = syntax.strip_parentheses(node.element)
        assert isinstance(element, syntax.Proposition)
        failure_count = len(self.evaluator.failures)
        rows, owners = self.evaluator.join_generator(node.generator, frame)
        if not rows.count:
            return None, np.zeros(frame.count + 1, dtype=np.int64)
        columns = [self.evaluator.evaluate(argument, rows) for argument in element.arguments]
        if any(column.kind in (SET, MIXED) for column in columns):
            del self.evaluator.failures[failure_count:]  # the caller will meet them again
            return None
        self.evaluator.raise_recorded_failures()
        atoms = self._scopes.resolve(self.atoms.number_atoms(element.name, columns, rows.count), rows)
        order = np.lexsort((self._name_ranks(atoms), owners))  # sets are sorted by name
        atoms, owners = atoms[order], owners[order]
        return _unique_per_owner(formulas.Literals(atoms, element.span), owners, frame.count)

    def _name_ranks(self, atoms: Array) -> Array:
        """Return the rank of each atom in the order of names."""
        names = self.atoms.names()
        unique_atoms, inverse = np.unique(atoms, return_inverse=True)
        by_name = sorted(range(len(unique_atoms)), key=[names[atom] for atom in unique_atoms.tolist()].__getitem__)
        ranks = np.empty(len(unique_atoms), dtype=np.int64)
        ranks[by_name] = np.arange(len(unique_atoms))
        return ranks[inverse]

    def _reject_non_propositions(self, column: Column, node: syntax.Cardinality, rows: Frame) -> None:
        for value in decode(column.kind, sorted_distinct(column.data), self.atoms.values):
            if not kind_of(value) & (PROPOSITION | FORMULA):
                diagnostic = checks.wrong_cardinality_kind(
                    node.set.span, node.count.value, "elements", kind_of(value)
                )
                self.evaluator.record_failure(diagnostic, None, rows, node.span)
        self.evaluator.raise_recorded_failures()


def make_cardinality(
    count_kind: syntax.Count, numbers: Array, members: formulas.Ground, starts: Array
) -> formulas.Ground:
    """Build a cardinality over members some of which may be constant."""
    settled = members.status != formulas.OPEN
    if not settled.any():
        return formulas.Cardinalities(count_kind, numbers, members, starts)
    owners = np.repeat(np.arange(len(numbers)), np.diff(starts))
    true_counts = np.bincount(owners, weights=members.status == formulas.TRUE, minlength=len(numbers)).astype(
        np.int64
    )
    open_rows = np.flatnonzero(~settled)
    open_members = formulas.Branches((members,), np.zeros(len(open_rows), dtype=np.int64), open_rows)
    return formulas.Cardinalities(
        count_kind, numbers - true_counts, open_members, _starts_of_owners(owners[open_rows], len(numbers))
    )


def _unique_per_owner(members: formulas.Literals, owners: Array, count: int) -> tuple[formulas.Literals, Array]:
    """Remove duplicate atoms per owner, keeping their order; also return where each owner's atoms start."""
    atoms = members.atoms
    pairs = owners * (int(atoms.max()) + 1) + atoms
    if (pairs[1:] > pairs[:-1]).all():
        return members, _starts_of_owners(owners, count)
    _, first = np.unique(pairs, return_index=True)
    first.sort()
    return formulas.Literals(atoms[first], members.span), _starts_of_owners(owners[first], count)


def _starts_of_owners(owners: Array, count: int) -> Array:
    """Return where the rows of each owner start, for sorted owners."""
    return np.concatenate([[0], np.cumsum(np.bincount(owners, minlength=count))]).astype(np.int64)


def status_decided_by_constant(operator: syntax.Operator, operands: tuple[syntax.Node, ...]) -> int | None:
    """Return the value of a connection that a literal `Top` or `Bot` decides; the rest is not even evaluated."""
    constants = [_constant_status(operand) for operand in operands]
    if operator is syntax.Operator.AND and formulas.FALSE in constants:
        return formulas.FALSE
    if operator is syntax.Operator.OR and formulas.TRUE in constants:
        return formulas.TRUE
    if operator is syntax.Operator.IMPLIES and (formulas.FALSE in constants[:-1] or constants[-1] == formulas.TRUE):
        return formulas.TRUE
    return None


def _constant_status(node: syntax.Node) -> int | None:
    node = syntax.strip_parentheses(node)
    if isinstance(node, syntax.Signed) and node.sign is syntax.Sign.NOT:
        inner = _constant_status(node.operand)
        return None if inner is None else 1 - inner
    return (formulas.TRUE if node.value else formulas.FALSE) if isinstance(node, syntax.Truth) else None


def _connect(operator: syntax.Operator, parts: list[formulas.Ground]) -> formulas.Ground:
    """Connect formulas with an operator, respecting its associativity."""
    if operator in (syntax.Operator.AND, syntax.Operator.OR):
        return formulas.Connection(operator is syntax.Operator.AND, tuple(parts))

    def connect_pair(left: formulas.Ground, right: formulas.Ground) -> formulas.Ground:
        if operator is syntax.Operator.IMPLIES:
            return formulas.Connection(False, (formulas.Negation(left), right), arrow=True)
        return formulas.Equality(operator is syntax.Operator.XOR, left, right)

    return cast(formulas.Ground, operations.fold_operands(operator, parts, connect_pair))
