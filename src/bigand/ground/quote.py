"""Quoted formulas as values: the formula with its variables replaced, and its print."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any

from bigand.language.syntax import (
    BigOperator,
    Boolean,
    Float,
    Infix,
    Integer,
    Let,
    Node,
    Parenthesised,
    Proposition,
    SetLiteral,
    Sign,
    Signed,
    Truth,
    Variable,
)
from bigand.language.values import FormulaValue, SetOf, Value, show_value

if TYPE_CHECKING:
    from bigand.ground.evaluate import Evaluator


def variables_of(node: Any) -> set[str]:
    """The names of all variables that occur in a tree."""
    found: set[str] = set()
    stack = [node]
    while stack:
        part = stack.pop()
        if isinstance(part, Variable):
            found.add(part.name)
        if isinstance(part, tuple):
            stack += part
        elif is_dataclass(part):
            stack += [getattr(part, field.name) for field in fields(part) if field.name != "span"]
    return found


def quoted_value(formula: Node, binding: dict[str, Value], evaluator: Evaluator) -> FormulaValue:
    """The value of a quoted formula under a binding.

    Formulas with inner operators over sets keep them, variables replaced; their print is their text.
    """
    node = _substitute(formula, binding)
    return FormulaValue(_print(node, evaluator), node)


def _substitute(node: Any, binding: dict[str, Value]) -> Any:
    if isinstance(node, Variable) and not node.arguments and node.name in binding:
        return _literal(binding[node.name])
    if isinstance(node, Variable) and node.name in binding:
        held = binding[node.name]
        arguments = tuple([_substitute(argument, binding) for argument in node.arguments])
        return Proposition(str(held), arguments, node.span)
    if isinstance(node, tuple):
        return tuple([_substitute(part, binding) for part in node])
    if isinstance(node, BigOperator | Let):
        bound = node.generator.variables if isinstance(node, BigOperator) else node.variables
        binding = {name: value for name, value in binding.items() if name not in {one.name for one in bound}}
    if not is_dataclass(node) or isinstance(node, type):
        return node
    changes = {
        field.name: _substitute(getattr(node, field.name), binding)
        for field in fields(node)
        if field.name not in ("span", "variables")
    }
    return replace(node, **changes)


def _literal(value: Value) -> Node:
    """A node whose value is this one."""
    if isinstance(value, bool):
        return Boolean(value)
    if isinstance(value, int):
        return Integer(value) if value >= 0 else Signed(Sign.MINUS, Integer(-value))
    if isinstance(value, float):
        return Float(repr(value))
    if isinstance(value, SetOf):
        return SetLiteral(tuple([_literal(element) for element in value.elements]))
    if isinstance(value, FormulaValue):
        node: Node = value.node
        return node
    return Proposition(str(value))


def _print(node: Node, evaluator: Evaluator) -> str:
    """A formula as TouIST prints it: every operation in parentheses, indices evaluated."""
    from bigand.ground.frames import UNIT

    match node:
        case Parenthesised(inner):
            return _print(inner, evaluator)
        case Proposition(name, arguments):
            if not arguments:
                return name
            values = []
            for argument in arguments:
                column = evaluator.expression(argument, UNIT)
                values.append(show_value(_first(column, evaluator)))
            return f"{name}({','.join(values)})"
        case Truth(value):
            return "Top" if value else "Bot"
        case Signed(Sign.NOT, operand):
            return f"not {_print(operand, evaluator)}"
        case Infix(operator, operands):
            parts = [_print(operand, evaluator) for operand in operands]
            if operator.value in ("=>", "<=>", "and", "or"):
                text = parts[-1]
                for part in reversed(parts[:-1]):
                    text = f"({part} {operator.value} {text})"
                return text
            text = parts[0]
            for part in parts[1:]:
                text = f"({text} {operator.value} {part})"
            return text
        case Variable(name):
            held = evaluator.globals.values.get(name)
            return held.text if isinstance(held, FormulaValue) else show_value(held) if held is not None else name
        case _:
            return evaluator.text[node.span.start : node.span.end]


def _first(column: Any, evaluator: Evaluator) -> Value:
    from bigand.ground.columns import decode

    return decode(column.kind, column.data[:1], evaluator.table)[0]
