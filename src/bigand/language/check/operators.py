"""Operators and functions: which kinds they take, what they give, and their results where values are known."""

from collections.abc import Callable
from functools import partial

from bigand.language import faults, operations, syntax
from bigand.language.check.abstract import (
    ANYTHING,
    LARGEST_KNOWN_SET,
    UNKNOWN,
    Abstract,
    join,
    known,
    known_values,
    set_with,
)
from bigand.language.check.checker import Checker
from bigand.language.check.complaints import not_a_set, wrong_kind, wrong_pair
from bigand.language.check.reach import report_here
from bigand.language.operations import OperationError
from bigand.language.printing import member_by_member
from bigand.language.values import ANY_KIND, BOOL, FLOAT, INT, NUMBER, SET, Value
from bigand.source.diagnostic import Edit
from bigand.source.fault import fault
from bigand.source.span import Span

_GIVES = {"int": INT, "float": FLOAT, "sqrt": FLOAT, "card": INT, "empty": BOOL}


def check_signed(checker: Checker, node: syntax.Signed) -> Abstract:
    abstract = checker.expression(node.operand)
    if node.sign is syntax.Sign.NOT:
        if not abstract.kinds & BOOL:
            return wrong_kind(checker, node.operand, "not", BOOL, abstract)
        return Abstract(BOOL) if abstract.value is UNKNOWN else known(not abstract.value)
    if not abstract.kinds & NUMBER:
        return wrong_kind(checker, node.operand, "-", NUMBER, abstract)
    if isinstance(abstract.value, int | float):
        return _attempt(checker, node, lambda: operations.negative(abstract.value))  # type: ignore[arg-type]  # known by the test before
    return Abstract(abstract.kinds & NUMBER)


def _attempt(checker: Checker, node: syntax.Node, operation: Callable[[], Value]) -> Abstract:
    """The result of an operation on known values, or the complaint that it has none."""
    try:
        return known(operation())
    except OperationError as error:
        if error.reason == "mixed":
            report_here(checker, faults.incomparable(node.span, _operator_text(node)))
        elif error.reason != "size":
            report_here(checker, faults.operation_failed(node.span, error.reason))
        return ANYTHING


def _operator_text(node: syntax.Node) -> str:
    return node.operator.value if isinstance(node, syntax.Infix) else getattr(node, "function", "")


def check_infix(checker: Checker, node: syntax.Infix) -> Abstract:
    operator, operands = node.operator, node.operands
    parts = [checker.expression(operand) for operand in operands]
    _sets_for_tuples(checker, node)
    if operator in syntax.CONNECTIVES:
        return _check_connective(checker, node, parts)
    if operator is syntax.Operator.IN:
        return _check_membership(checker, node, parts)
    wanted = operations.wanted(operator)
    result = parts[0]
    span = operands[0].span
    for operand, right in zip(operands[1:], parts[1:], strict=True):
        span = span.to(operand.span)
        result = _check_pair(checker, syntax.Infix(operator, operands, span=span), wanted, result, right, operand)
    return result


def _sets_for_tuples(checker: Checker, node: syntax.Infix) -> None:
    """Doubt `[$i,$j] != [$k,$l]`: as sets, `[1,2]` and `[2,1]` are the same."""
    displays = [syntax.bare(operand) for operand in node.operands]
    match displays:
        case [syntax.SetLiteral(left), syntax.SetLiteral(right)] if (
            node.operator in operations.EQUALITY
            and len(left) == len(right) > 1
            and any(isinstance(part, syntax.Variable) for part in syntax.walk((left, right)))
        ):
            text = member_by_member(checker.text, node.span, node.operator, left, right)
            checker.report(
                fault("T115", node.span, fix=[Edit(node.span, text)], operator=node.operator.value, text=text)
            )


def _check_connective(checker: Checker, node: syntax.Infix, parts: list[Abstract]) -> Abstract:
    for operand, part in zip(node.operands, parts, strict=True):
        if not part.kinds & BOOL:
            wrong_kind(checker, operand, node.operator.value, BOOL, part)
            return ANYTHING
    values = known_values(parts)
    if values is None:
        return Abstract(BOOL)
    truths = [value is True for value in values]
    return known(operations.grouped(node.operator, truths, partial(operations.connect, node.operator)))


def _check_pair(
    checker: Checker, node: syntax.Infix, wanted: int, left: Abstract, right: Abstract, right_node: syntax.Node
) -> Abstract:
    """One binary step of a chain, on two things of one of the wanted kinds."""
    operator = node.operator
    common = left.kinds & right.kinds & wanted
    if not common:
        left_span = Span(node.span.start, node.operands[0].span.end)
        wrong_pair(checker, node, wanted, (left_span, left), (right_node, right))
        return Abstract(BOOL) if operator in syntax.COMPARISONS else ANYTHING
    values = known_values([left, right])
    if values is not None:
        return _attempt(checker, node, lambda: operations.pair(operator, *values))
    if operator in syntax.COMPARISONS or operator is syntax.Operator.SUBSET:
        if common == SET:
            _same_elements(checker, node, left, right)
        return Abstract(BOOL)
    if operator in syntax.ARITHMETIC:
        if operator in (syntax.Operator.DIVIDE, syntax.Operator.MOD) and common == INT and right.value == 0:
            report_here(checker, faults.operation_failed(node.span, "zero"))
        return Abstract(common)
    _same_elements(checker, node, left, right)
    elements = [side.element for side in (left, right) if side.element is not None]
    nonempty = operator is syntax.Operator.UNION and (left.nonempty or right.nonempty)
    return set_with(join(elements) if len(elements) == 2 else None, nonempty)


def _same_elements(checker: Checker, node: syntax.Infix, left: Abstract, right: Abstract) -> None:
    if not (left.element and right.element and left.nonempty and right.nonempty):
        return
    if not left.element.kinds & right.element.kinds:
        report_here(checker, faults.incomparable(node.span, node.operator.value))


def _check_membership(checker: Checker, node: syntax.Infix, parts: list[Abstract]) -> Abstract:
    element, container = parts
    if not container.kinds & SET:
        not_a_set(checker, node.operands[1], container)
        return Abstract(BOOL)
    values = known_values(parts)
    if values is not None:
        return _attempt(checker, node, lambda: operations.pair(syntax.Operator.IN, *values))
    if container.nonempty and container.element and not container.element.kinds & element.kinds:
        report_here(checker, faults.incomparable(node.span, "in"))
    return Abstract(BOOL)


def check_call(checker: Checker, node: syntax.Call) -> Abstract:
    if len(node.arguments) == 2:
        return check_infix(checker, syntax.Infix(syntax.Operator(node.function), node.arguments, span=node.span))
    argument = node.arguments[0]
    abstract = checker.expression(argument)
    wanted = operations.TAKES[node.function]
    if not abstract.kinds & wanted:
        wrong_kind(checker, argument, node.function + "()", wanted, abstract)
        return Abstract(_GIVES.get(node.function, ANY_KIND))
    values = known_values([abstract])
    if values is not None:
        result = _attempt(checker, node, lambda: operations.call(node.function, values[0], LARGEST_KNOWN_SET))
        if node.function != "powerset" or result is not ANYTHING:
            return result
    if node.function == "powerset":
        return set_with(set_with(abstract.element), nonempty=True)
    return Abstract(_GIVES.get(node.function, abstract.kinds & wanted))
