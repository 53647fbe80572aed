"""A reference evaluator: one instance at a time, in plain Python, without columns.

It shares the syntax tree and the operations on values with the main evaluator, but no frames, joins, codes, atom
tables or recognition. It is slow and short: `cross_check` compares its results on a few instances with those of
the columns. It raises an exception where it would take too long or where a value does not exist.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, TypeAlias

from bigand.ground.faults import MAX_SET_SIZE
from bigand.language import operations, syntax
from bigand.language.operations import OperationError
from bigand.language.values import (
    PropositionName,
    SetValue,
    TupleValue,
    Value,
    identity,
    kind_of,
)

Scope: TypeAlias = Mapping[str, Value]
# An atom by its name, a truth value, or an operator with its operands (first the number, if it counts).
Tree: TypeAlias = str | bool | tuple[Any, ...]


class GaveUpError(Exception):
    """The instance is not checked: it would take too long, or uses something unsupported here."""


class ReferenceEvaluator:
    """Evaluates under given global `values` (indexed ones in `families`), visiting at most `node_budget` nodes."""

    def __init__(self, values: Scope, families: Mapping[str, Mapping[str, Value]], node_budget: int) -> None:
        self.values = values
        self.families = families
        self.node_budget = node_budget

    def _spend_node(self) -> None:
        self.node_budget -= 1
        if self.node_budget < 0:
            raise GaveUpError

    # ------------------------------------------------------------------ expressions

    def evaluate(self, node: syntax.Node, scope: Scope) -> Value:
        """Return the value of an expression under the local variables of `scope`."""
        self._spend_node()
        match node:
            case syntax.Integer(number) | syntax.Boolean(number):
                return number
            case syntax.Float(text):
                return float(text)
            case syntax.Parenthesised(inner):
                return self.evaluate(inner, scope)
            case syntax.Variable():
                return self._evaluate_variable(node, scope)
            case syntax.Proposition(name, arguments):
                return operations.make_proposition(name, self._evaluate_all(arguments, scope), MAX_SET_SIZE)
            case syntax.Signed(syntax.Sign.NOT, operand):
                return not self._evaluate_truth(operand, scope)
            case syntax.Signed(_, operand):
                return operations.negate(self._evaluate_number(operand, scope))
            case syntax.Infix():
                return self._evaluate_infix(node, scope)
            case syntax.If(condition, then, otherwise):
                return self.evaluate(then if self._evaluate_truth(condition, scope) else otherwise, scope)
            case syntax.SetLiteral(elements):
                return operations.make_checked_set(self._evaluate_all(elements, scope))
            case syntax.Range(first, last):
                return operations.interval(
                    self._evaluate_number(first, scope), self._evaluate_number(last, scope), self.node_budget
                )
            case syntax.Comprehension(element, generator):
                return operations.make_checked_set(
                    [self.evaluate(element, row) for row in self.rows([generator], scope)]
                )
            case syntax.Call(function, (left, right)):
                return operations.apply_operator(
                    syntax.Operator(function), self.evaluate(left, scope), self.evaluate(right, scope)
                )
            case syntax.Call(function, (argument,)):
                return self._evaluate_call(function, self.evaluate(argument, scope))
            case _:
                raise GaveUpError

    def _evaluate_all(self, nodes: tuple[syntax.Node, ...], scope: Scope) -> list[Value]:
        return [self.evaluate(node, scope) for node in nodes]

    def _evaluate_truth(self, node: syntax.Node, scope: Scope) -> bool:
        value = self.evaluate(node, scope)
        if not isinstance(value, bool):
            raise OperationError("kinds")
        return value

    def _evaluate_number(self, node: syntax.Node, scope: Scope) -> int | float:
        value = self.evaluate(node, scope)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise OperationError("kinds")
        return value

    def evaluate_elements(self, node: syntax.Node, scope: Scope) -> tuple[Value, ...]:
        """Return the elements of a set."""
        value = self.evaluate(node, scope)
        if not isinstance(value, SetValue):
            raise OperationError("kinds")
        self.node_budget -= len(value.elements)
        return value.elements

    def _evaluate_variable(self, node: syntax.Variable, scope: Scope) -> Value:
        key = node.name
        if node.arguments:
            indices = self._evaluate_all(node.arguments, scope)
            key = operations.atom_name(node.name, tuple(indices))
            if key not in scope and key not in self.families.get(node.name, {}):
                base = scope.get(node.name, self.values.get(node.name))
                if not isinstance(base, TupleValue | PropositionName) or (
                    node.name not in scope and isinstance(base, PropositionName)
                ):
                    raise OperationError("index")
                return operations.apply_indices(base, tuple(indices))
        for values in (scope, self.families.get(node.name, {}) if node.arguments else self.values):
            if key in values:
                return values[key]
        raise OperationError("index")

    def _evaluate_infix(self, node: syntax.Infix, scope: Scope) -> Value:
        if node.operator in syntax.CONNECTIVES:
            truths = [self._evaluate_truth(operand, scope) for operand in node.operands]
            return operations.fold_operands(
                node.operator, truths, partial(operations.apply_connective, node.operator)
            )
        values = self._evaluate_all(node.operands, scope)
        return operations.fold_operands(node.operator, values, partial(operations.apply_operator, node.operator))

    def _evaluate_call(self, function: str, value: Value) -> Value:
        if not kind_of(value) & operations.ARGUMENT_KINDS[function]:
            raise OperationError("kinds")
        return operations.call_function(function, value, self.node_budget)

    # ------------------------------------------------------------------ instances

    def rows(self, generators: list[syntax.Generator], scope: Scope) -> Iterator[Scope]:
        """Yield all bindings of nested generators, as nested loops would."""
        if not generators:
            yield scope
            return
        for row in self._bindings(generators[0], 0, scope):
            yield from self.rows(generators[1:], row)

    def _bindings(self, generator: syntax.Generator, variable_index: int, scope: Scope) -> Iterator[Scope]:
        if variable_index == len(generator.variables):
            if generator.condition is None or self._evaluate_truth(generator.condition, scope):
                yield scope
            return
        name = generator.variables[variable_index].name
        for element in self.evaluate_elements(generator.sets[variable_index], scope):
            yield from self._bindings(generator, variable_index + 1, {**scope, name: element})

    def pick_row(
        self, generators: tuple[syntax.Generator, ...], choose_index: Callable[[int], int]
    ) -> Scope | None:
        """Return one binding, choosing an element of each set; None if a set is empty or a condition fails."""

        def pick_element(_: str, members: syntax.Node, scope: Scope) -> Value | None:
            elements = self.evaluate_elements(members, scope)
            return elements[choose_index(len(elements))] if elements else None

        return self._bind_variables(generators, pick_element)

    def is_row(self, generators: tuple[syntax.Generator, ...], binding: Scope) -> bool:
        """Return whether generators, whose variables have distinct names, produce this binding."""

        def check_element(name: str, members: syntax.Node, scope: Scope) -> Value | None:
            return binding[name] if self._contains(members, binding[name], scope) else None

        return self._bind_variables(generators, check_element) is not None

    def _bind_variables(
        self,
        generators: tuple[syntax.Generator, ...],
        choose_element: Callable[[str, syntax.Node, Scope], Value | None],
    ) -> Scope | None:
        """Bind the variables of generators one by one; None if there is no element or a condition fails."""
        scope: Scope = {}
        for generator in generators:
            for variable, members in zip(generator.variables, generator.sets, strict=True):
                value = choose_element(variable.name, members, scope)
                if value is None:
                    return None
                scope = {**scope, variable.name: value}
            if generator.condition is not None and not self._evaluate_truth(generator.condition, scope):
                return None
        return scope

    def _contains(self, members: syntax.Node, element: Value, scope: Scope) -> bool:
        """Return whether a set has this element, of the same kind; ranges are not enumerated."""
        if isinstance(members, syntax.Range):
            first, last = self._evaluate_number(members.first, scope), self._evaluate_number(members.last, scope)
            if isinstance(first, int) and isinstance(last, int):
                return isinstance(element, int) and not isinstance(element, bool) and first <= element <= last
        element_identity = identity(element)
        return any([identity(member) == element_identity for member in self.evaluate_elements(members, scope)])

    # ------------------------------------------------------------------ formulas

    def expand(self, node: syntax.Node, scope: Scope) -> Tree:
        """Expand a formula and absorb constants."""
        self._spend_node()
        match node:
            case syntax.Proposition(name, arguments):
                return operations.atom_name(name, tuple(self._evaluate_all(arguments, scope)))
            case syntax.Variable():
                return _atom_name(self._evaluate_variable(node, scope))
            case syntax.Truth(value):
                return value
            case syntax.Parenthesised(inner) | syntax.LineBreak(inner):
                return self.expand(inner, scope)
            case syntax.Signed(syntax.Sign.NOT, operand):
                return _negate(self.expand(operand, scope))
            case syntax.Infix(operator, operands) if operator in syntax.CONNECTIVES:
                parts = [self.expand(operand, scope) for operand in operands]
                return operations.fold_operands(operator, parts, partial(_connect, operator))
            case syntax.BigOperator(big, generator, body):
                word = syntax.Operator.AND if big is syntax.Big.AND else syntax.Operator.OR
                result: Tree = big is syntax.Big.AND
                for row in self.rows([generator], scope):
                    result = _connect(word, result, self.expand(body, row))
                return result
            case syntax.Cardinality(count, number, members):
                elements = dict.fromkeys(
                    [_atom_name(element) for element in self.evaluate_elements(members, scope)]
                )
                required = self._evaluate_number(number, scope)
                if not isinstance(required, int):
                    raise OperationError("kinds")
                outcomes = {
                    _count_holds(count.value, required, true_count) for true_count in range(len(elements) + 1)
                }
                return (count.value, required, *elements) if len(outcomes) == 2 else outcomes.pop()
            case syntax.If(condition, then, otherwise):
                return self.expand(then if self._evaluate_truth(condition, scope) else otherwise, scope)
            case syntax.Let(variables, values, body):
                for variable, bound in zip(variables, values, strict=True):
                    key = operations.atom_name(variable.name, tuple(self._evaluate_all(variable.arguments, scope)))
                    scope = {**scope, key: self.evaluate(bound, scope)}
                return self.expand(body, scope)
            case _:
                raise GaveUpError


def _atom_name(value: Value) -> str:
    if not isinstance(value, PropositionName):
        raise GaveUpError  # a quoted formula
    return str(value)


def _negate(tree: Tree) -> Tree:
    return not tree if isinstance(tree, bool) else ("not", tree)


def _connect(operator: syntax.Operator, left: Tree, right: Tree) -> Tree:
    """Connect two formulas and absorb a constant."""
    if isinstance(left, bool) and isinstance(right, bool):
        return operations.apply_connective(operator, left, right)
    if not isinstance(left, bool) and not isinstance(right, bool):
        return (operator.value, left, right)
    # The connection's value where the open side is false, and where it is true.
    open_side = right if isinstance(left, bool) else left
    outcomes = [
        operations.apply_connective(operator, *((left, value) if isinstance(left, bool) else (value, bool(right))))
        for value in (False, True)
    ]
    if outcomes[0] == outcomes[1]:
        return outcomes[0]
    return open_side if outcomes[1] else _negate(open_side)


def _count_holds(word: str, required: int, true_count: int) -> bool:
    return {"exact": true_count == required, "atleast": true_count >= required, "atmost": true_count <= required}[
        word
    ]


def holds(tree: Tree, is_true: Callable[[str], bool]) -> bool:
    """Return the truth of an expanded formula."""
    if isinstance(tree, bool):
        return tree
    if isinstance(tree, str):
        return is_true(tree)
    word, *parts = tree
    if word in ("exact", "atleast", "atmost"):
        return _count_holds(word, parts[0], sum([holds(part, is_true) for part in parts[1:]]))
    truths = [holds(part, is_true) for part in parts]
    if word == "not":
        return not truths[0]
    operator = syntax.Operator(word)
    return bool(operations.fold_operands(operator, truths, partial(operations.apply_connective, operator)))


def atoms_of(tree: Tree) -> set[str]:
    """Return the names of the atoms left in an expanded formula."""
    if isinstance(tree, str):
        return {tree}
    if isinstance(tree, tuple):
        return {name for part in tree[1:] if not isinstance(part, int) for name in atoms_of(part)}
    return set()
