"""Check the kinds of expressions by abstract evaluation, one function per construct, with small constants."""

from collections.abc import Callable
from functools import partial

from bigand.language import common_diagnostics, operations, syntax
from bigand.language.check.abstract import (
    ANYTHING,
    MAX_KNOWN_SET_SIZE,
    UNKNOWN,
    AbstractValue,
    abstract_of,
    abstract_set,
    join_abstract,
    values_if_all_known,
)
from bigand.language.check.binders import check_condition
from bigand.language.check.checker import BranchStep, Checker
from bigand.language.check.kind_errors import report_not_a_set, report_wrong_kind, report_wrong_operand_kinds
from bigand.language.check.names import check_proposition_as_value, check_variable
from bigand.language.check.reachability import report_by_reachability
from bigand.language.check.sets import check_comprehension, check_range, check_set
from bigand.language.common_diagnostics import expand_tuple_comparison
from bigand.language.operations import OperationError
from bigand.language.values import ANY_KIND, BOOL, FLOAT, FORMULA, INT, NUMBER, SET, Value
from bigand.source.diagnostic import Diagnostic, Edit
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Span


def check_expression(checker: Checker, node: syntax.Node) -> AbstractValue:
    """Check an expression. Return what is known about its value."""
    match node:
        case syntax.Integer(value):
            return AbstractValue(INT, None, value)
        case syntax.Float(text):
            return AbstractValue(FLOAT, None, float(text))
        case syntax.Proposition():
            return check_proposition_as_value(checker, node)
        case syntax.Variable():
            return check_variable(checker, node)
        case syntax.Infix():
            return check_infix(checker, node)
        case syntax.Parenthesised(inner):
            return checker.evaluate(inner)
        case syntax.Signed():
            return check_minus_or_not(checker, node)
        case syntax.SetLiteral(elements):
            return check_set(checker, elements)
        case syntax.Range():
            return check_range(checker, node)
        case syntax.Call():
            return check_call(checker, node)
        case syntax.Boolean(value):
            return AbstractValue(BOOL, None, value)
        case syntax.If():
            return _check_if(checker, node)
        case syntax.Comprehension():
            return check_comprehension(checker, node)
        case syntax.Quoted(inner):
            _check_quotation(checker, inner)
            return AbstractValue(FORMULA)
        case syntax.Error(parts):
            for part in parts:
                checker.evaluate(part)
            return ANYTHING
        case (
            syntax.Truth()
            | syntax.BigOperator()
            | syntax.Cardinality()
            | syntax.Let()
            | syntax.Quantified()
            | syntax.LineBreak()
        ):
            return _report_formula_as_value(checker, node)


def _report_formula_as_value(checker: Checker, node: syntax.Node) -> AbstractValue:
    text = checker.source_text(node.span)
    word = text.split(None, 1)[0].split("(", 1)[0] if text else ""
    checker.report(_formula_as_value(node.span, word, text if len(text) <= 40 else "…"))
    if not isinstance(node, syntax.Truth) and not checker.muted:
        checker.visit_formula(node)
    return ANYTHING


def _check_quotation(checker: Checker, inner: syntax.Node) -> None:
    """Check a quoted formula, which must be propositional in all modes."""
    mode, checker.mode = checker.mode, syntax.Mode.SAT
    checker.visit_formula(inner)
    checker.mode = mode


def _check_if(checker: Checker, node: syntax.If) -> AbstractValue:
    condition = check_condition(checker, node.condition, "if")
    checker.path.append(BranchStep(node.condition, True))
    then = checker.evaluate(node.then)
    checker.path[-1] = BranchStep(node.condition, False)
    otherwise = checker.evaluate(node.otherwise)
    checker.path.pop()
    if isinstance(condition.value, bool):
        return then if condition.value else otherwise
    return join_abstract([then, otherwise])


def _formula_as_value(span: Span, word: str, text: str) -> Diagnostic:
    if word in ("Top", "Bot"):
        meant = "true" if word == "Top" else "false"
        return make_diagnostic("S205", span, help="truth", fix=[Edit(span, meant)], word=word, meant=meant)
    return make_diagnostic("S205", span, word=word, text=text)


# ---------------------------------------------------------------------- operators and functions


_RESULT_KINDS = {"int": INT, "float": FLOAT, "sqrt": FLOAT, "card": INT, "empty": BOOL}


def check_minus_or_not(checker: Checker, node: syntax.Signed) -> AbstractValue:
    abstract = checker.evaluate(node.operand)
    if node.sign is syntax.Sign.NOT:
        if not abstract.kinds & BOOL:
            return report_wrong_kind(checker, node.operand, "not", BOOL, abstract)
        return AbstractValue(BOOL) if abstract.value is UNKNOWN else abstract_of(not abstract.value)
    if not abstract.kinds & NUMBER:
        return report_wrong_kind(checker, node.operand, "-", NUMBER, abstract)
    if isinstance(abstract.value, int | float):
        number = abstract.value
        return _evaluate_operation(checker, node, lambda: operations.negate(number))
    return AbstractValue(abstract.kinds & NUMBER)


def _evaluate_operation(checker: Checker, node: syntax.Node, operation: Callable[[], Value]) -> AbstractValue:
    """Return the result of an operation on known values, or report that it has none."""
    try:
        return abstract_of(operation())
    except OperationError as error:
        if error.reason == "mixed":
            report_by_reachability(
                checker, common_diagnostics.incomparable_elements(node.span, _operator_or_function_name(node))
            )
        elif error.reason != "size":
            report_by_reachability(checker, common_diagnostics.operation_failure(node.span, error.reason))
        return ANYTHING


def _operator_or_function_name(node: syntax.Node) -> str:
    return node.operator.value if isinstance(node, syntax.Infix) else getattr(node, "function", "")


def check_infix(checker: Checker, node: syntax.Infix) -> AbstractValue:
    operator, operands = node.operator, node.operands
    parts = [checker.evaluate(operand) for operand in operands]
    _warn_if_sets_meant_as_tuples(checker, node)
    if operator in syntax.CONNECTIVES:
        return _check_connective(checker, node, parts)
    if operator is syntax.Operator.IN:
        return _check_membership(checker, node, parts)
    expected = operations.operand_kinds(operator)
    result = parts[0]
    span = operands[0].span
    for operand, right in zip(operands[1:], parts[1:], strict=True):
        span = span.to(operand.span)
        result = _check_binary_step(
            checker, syntax.Infix(operator, operands, span=span), expected, result, right, operand
        )
    return result


def _warn_if_sets_meant_as_tuples(checker: Checker, node: syntax.Infix) -> None:
    """Warn about `[$i,$j] != [$k,$l]`: as sets, `[1,2]` and `[2,1]` are equal."""
    set_literals = [syntax.strip_parentheses(operand) for operand in node.operands]
    match set_literals:
        case [syntax.SetLiteral(left), syntax.SetLiteral(right)] if (
            node.operator in operations.EQUALITY_OPERATORS
            and len(left) == len(right) > 1
            and any(isinstance(part, syntax.Variable) for part in syntax.walk((left, right)))
        ):
            text = expand_tuple_comparison(checker.text, node.span, node.operator, left, right)
            checker.report(
                make_diagnostic(
                    "T115", node.span, fix=[Edit(node.span, text)], operator=node.operator.value, text=text
                )
            )


def _check_connective(checker: Checker, node: syntax.Infix, parts: list[AbstractValue]) -> AbstractValue:
    for operand, part in zip(node.operands, parts, strict=True):
        if not part.kinds & BOOL:
            report_wrong_kind(checker, operand, node.operator.value, BOOL, part)
            return ANYTHING
    values = values_if_all_known(parts)
    if values is None:
        return AbstractValue(BOOL)
    truths = [value is True for value in values]
    return abstract_of(
        operations.fold_operands(node.operator, truths, partial(operations.apply_connective, node.operator))
    )


def _check_binary_step(
    checker: Checker,
    node: syntax.Infix,
    expected: int,
    left: AbstractValue,
    right: AbstractValue,
    right_node: syntax.Node,
) -> AbstractValue:
    """Check one binary step of a chain, on two operands of a common kind among `expected`."""
    operator = node.operator
    common = left.kinds & right.kinds & expected
    if not common:
        left_span = Span(node.span.start, node.operands[0].span.end)
        report_wrong_operand_kinds(checker, node, expected, (left_span, left), (right_node, right))
        return AbstractValue(BOOL) if operator in syntax.COMPARISONS else ANYTHING
    values = values_if_all_known([left, right])
    if values is not None:
        return _evaluate_operation(checker, node, lambda: operations.apply_operator(operator, *values))
    if operator in syntax.COMPARISONS or operator is syntax.Operator.SUBSET:
        if common == SET:
            _check_same_element_kinds(checker, node, left, right)
        return AbstractValue(BOOL)
    if operator in syntax.ARITHMETIC:
        if operator in (syntax.Operator.DIVIDE, syntax.Operator.MOD) and common == INT and right.value == 0:
            report_by_reachability(checker, common_diagnostics.operation_failure(node.span, "zero"))
        return AbstractValue(common)
    _check_same_element_kinds(checker, node, left, right)
    elements = [side.element for side in (left, right) if side.element is not None]
    nonempty = operator is syntax.Operator.UNION and (left.nonempty or right.nonempty)
    return abstract_set(join_abstract(elements) if len(elements) == 2 else None, nonempty)


def _check_same_element_kinds(
    checker: Checker, node: syntax.Infix, left: AbstractValue, right: AbstractValue
) -> None:
    if not (left.element and right.element and left.nonempty and right.nonempty):
        return
    if not left.element.kinds & right.element.kinds:
        report_by_reachability(checker, common_diagnostics.incomparable_elements(node.span, node.operator.value))


def _check_membership(checker: Checker, node: syntax.Infix, parts: list[AbstractValue]) -> AbstractValue:
    element, container = parts
    if not container.kinds & SET:
        report_not_a_set(checker, node.operands[1], container)
        return AbstractValue(BOOL)
    values = values_if_all_known(parts)
    if values is not None:
        return _evaluate_operation(checker, node, lambda: operations.apply_operator(syntax.Operator.IN, *values))
    if container.nonempty and container.element and not container.element.kinds & element.kinds:
        report_by_reachability(checker, common_diagnostics.incomparable_elements(node.span, "in"))
    return AbstractValue(BOOL)


def check_call(checker: Checker, node: syntax.Call) -> AbstractValue:
    if len(node.arguments) == 2:
        return check_infix(checker, syntax.Infix(syntax.Operator(node.function), node.arguments, span=node.span))
    argument = node.arguments[0]
    abstract = checker.evaluate(argument)
    expected = operations.ARGUMENT_KINDS[node.function]
    if not abstract.kinds & expected:
        report_wrong_kind(checker, argument, node.function + "()", expected, abstract)
        return AbstractValue(_RESULT_KINDS.get(node.function, ANY_KIND))
    values = values_if_all_known([abstract])
    if values is not None:
        result = _evaluate_operation(
            checker, node, lambda: operations.call_function(node.function, values[0], MAX_KNOWN_SET_SIZE)
        )
        if node.function != "powerset" or result is not ANYTHING:
            return result
    if node.function == "powerset":
        return abstract_set(abstract_set(abstract.element), nonempty=True)
    return AbstractValue(_RESULT_KINDS.get(node.function, abstract.kinds & expected))
